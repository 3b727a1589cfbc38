"""Methods: one short recipe each. ``skill1.config.registry`` has their names; each is imported when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill1.config import Skill1Config
from skill1.config.method import declared
from skill1.config.registry import METHODS as METHODS

if TYPE_CHECKING:
    from skill1.agent.player import Recipe


def make_recipe(config: Skill1Config) -> Recipe:
    """The recipe of the method that a configuration names."""
    return declared(config.method).recipe(config)
