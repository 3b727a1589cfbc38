"""Finds an environment suite by name: the two that come with skill1, and those other packages announce.

A package announces one with an entry point of the group ``skill1.envs``: ``name = "module:Class"``, the class
taking an ``EnvConfig``. Modules are imported only when their suite is made.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.metadata

from skill1.config import EnvConfig
from skill1.env.protocol import Suite
from skill1.errors import ConfigError, Skill1Error

ENTRY_POINT_GROUP = "skill1.envs"
# Known by name so that a checkout works without being installed; a foreign package cannot take these names.
BUILT_IN = {
    "household": "skill1_envs.household:HouseholdSuite",
    "alfworld": "skill1_envs.alfworld:AlfworldSuite",
}


def make_suite(config: EnvConfig) -> Suite:
    """The suite named by ``config.name``.

    Raises:
        ConfigError: no such environment (names the nearest and lists all), or its module cannot be imported.
    """
    target = suite_target(config.name)
    module_name, _, attribute = target.partition(":")
    try:
        factory = getattr(importlib.import_module(module_name), attribute)
    except Skill1Error:
        raise
    except (ImportError, AttributeError) as error:
        raise ConfigError(
            f"environment '{config.name}' ({target}) cannot be loaded: {error}. Type: "
            "pip install --upgrade skill1, or the package that announces it."
        ) from error
    return factory(config)


def suite_targets() -> dict[str, str]:
    """Environment name → ``module:Class``, built-ins first."""
    found = importlib.metadata.entry_points(group=ENTRY_POINT_GROUP)
    return {**BUILT_IN, **{point.name: point.value for point in found if point.name not in BUILT_IN}}


def suite_target(name: str) -> str:
    """The ``module:Class`` of one environment; a name with a colon is one itself.

    Raises:
        ConfigError: there is none of that name; names the nearest and lists all.
    """
    if ":" in name:
        return name
    targets = suite_targets()
    if name not in targets:
        nearest = difflib.get_close_matches(name, list(targets), n=1)
        hint = f" Did you mean '{nearest[0]}'?" if nearest else ""
        raise ConfigError(f"there is no environment '{name}'.{hint} Known: {', '.join(targets)}.")
    return targets[name]
