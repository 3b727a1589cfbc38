"""Skill1: one policy that learns to select, use and distil skills (arXiv 2605.06130).

Importing this package is light: torch and everything else heavy is loaded when an attribute is first used. This
file must stay parsable by Python 3.7, so that an old interpreter gets one clear line instead of a syntax error.
"""

import sys
from typing import TYPE_CHECKING

if sys.version_info < (3, 11):
    sys.exit(
        "skill1 needs Python 3.11 or newer; this is Python %d.%d (%s). Install a newer Python and type: "
        "python3.11 -m pip install skill1" % (sys.version_info[0], sys.version_info[1], sys.executable)
    )

# Below the check: the rest of the package needs what only newer Pythons have.
from skill1.schema import VERSION as __version__  # noqa: E402

if TYPE_CHECKING:  # what `__getattr__` gives is Any to them
    from skill1.config import Skill1Config
    from skill1.config.load import load_config
    from skill1.evaluate import evaluate
    from skill1.library import Library
    from skill1.train.trainer import Skill1Trainer

__all__ = ["Library", "Skill1Config", "Skill1Trainer", "__version__", "evaluate", "load_config"]

_HOMES = {
    "Skill1Config": "skill1.config",
    "load_config": "skill1.config.load",
    "Skill1Trainer": "skill1.train.trainer",
    "Library": "skill1.library",
}


def __getattr__(name):
    """Load a public attribute from its module on first use."""
    import importlib

    if name == "evaluate":
        # The folder of the same name becomes an attribute once it is imported; it is callable itself (see there).
        module = importlib.import_module("skill1.evaluate")
        return module if callable(module) else module.evaluate
    if name not in _HOMES:
        raise AttributeError("module 'skill1' has no attribute %r" % name)
    value = getattr(importlib.import_module(_HOMES[name]), name)
    # Kept, so that the next use does not come through here.
    globals()[name] = value
    return value


def __dir__():
    return sorted(__all__)
