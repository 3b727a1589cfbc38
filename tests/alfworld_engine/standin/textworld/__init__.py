"""Stands in for textworld: the same calls, answered by our simulator, and commands that do to it what C code may."""


class EnvInfos:
    def __init__(self, **asked):
        self.asked = asked
