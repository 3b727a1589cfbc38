"""One skill document, always in the prompt, and how a teacher edits it: the machinery of SkillOpt (arXiv 2605.23904).

:mod:`~skill1.methods.skillopt.writer` runs it in the training loop, :mod:`~skill1.methods.skillopt.trainer` behind the
interface of the PyPI package ``skillrl``.
"""
