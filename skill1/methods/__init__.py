"""Methods: one short recipe each. Their names are in :mod:`skill1.registry`; each is imported when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill1.config import Skill1Config
from skill1.registry import METHODS as METHODS

if TYPE_CHECKING:
    from skill1.methods.method import Method


def make_method(config: Skill1Config) -> Method:
    """The method a configuration names."""
    return METHODS.load(config.method)(config)
