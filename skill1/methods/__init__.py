"""Methods: one short recipe each. ``skill1.config.registry`` has their names; each is imported when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill1.config import Skill1Config
from skill1.config.registry import METHODS as METHODS

if TYPE_CHECKING:
    from skill1.methods.method import Method


def make_method(config: Skill1Config) -> Method:
    """The method a configuration names."""
    return METHODS.load(config.method)(config)
