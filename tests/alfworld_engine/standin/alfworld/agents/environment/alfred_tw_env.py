"""The two wrappers that ALFWorld puts around a textworld environment."""


class AlfredDemangler:
    def __init__(self, shuffle):
        assert not shuffle


class AlfredInfos:
    pass
