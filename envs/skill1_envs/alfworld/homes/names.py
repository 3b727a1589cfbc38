"""Names of homes: a tree and a place, such as ``maple hill``."""

from __future__ import annotations

from skill1_envs import names
from skill1_envs.names import TREES, Names

PLACES = (
    "bay",
    "brook",
    "cliff",
    "corner",
    "ford",
    "garden",
    "harbour",
    "hill",
    "lake",
    "meadow",
    "mill",
    "ridge",
)


def draw_names(seed: int) -> Names:
    """The names of a set of homes."""
    return names.draw_names(f"alfworld homes {seed} names", TREES, PLACES)
