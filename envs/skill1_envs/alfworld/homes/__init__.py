"""Homes whose rooms have habits: generated games in which a kind of thing is always kept in the same place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from skill1.schema import Task
from skill1_envs.alfworld.game import Game

DEMO_PREFIX = "demo:"


@dataclass(frozen=True)
class Homes:
    """What a folder's manifest says."""


def read_homes(root: Path) -> Homes | None:
    """None unless the folder's manifest tells of homes."""
    return None


def demo_worlds(settings: Homes, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
    """Worlds of rounds of tasks."""
    raise NotImplementedError


def demo_tasks(settings: Homes, split: str) -> tuple[Task, ...]:
    """Tasks of ``demo:<seed>:<world>``."""
    raise NotImplementedError


def demo_game(settings: Homes, task: Task) -> Game:
    """The game of a demonstration task."""
    raise NotImplementedError
