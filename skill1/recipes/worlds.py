"""The worlds that a quickstart knows: what is taught, trained, evaluated and shown in each.

Plain data, which each environment offers in its own package. A world of generated games also says how many it takes;
how they are made is the environment's business.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from skill1.policy.tiny import TinyShape
from skill1_envs import QUICKSTARTS

METHODS = ("skill1", "grpo")


@dataclass(frozen=True)
class Lesson:
    """One supervised pass: whose demonstrations, how many episodes, and the configuration with the learning rate."""

    expert: str
    episodes: int
    smoke_episodes: int
    config: str


@dataclass(frozen=True)
class GamesPlan:
    """Games to generate: how many of each split. The seed is the same for every run: all play the same games."""

    seed: int
    train: int
    seen: int
    unseen: int


@dataclass(frozen=True)
class World:
    """One quickstart. Its folders are ``<name>-cold-start``, ``<name>-skill1`` and so on."""

    name: str  # of the environment
    configs: str  # folder of the configurations: one for each method, and smoke
    lessons: tuple[Lesson, ...]
    heldout: str  # split whose hidden facts training never sees
    # (who, split, library). The cold start and Skill1 play with the same recipe; GRPO never has a library.
    evaluations: tuple[tuple[str, str, str], ...]
    # Of the table: title, evaluation, part of it; of the growing library only the last rounds count.
    columns: tuple[tuple[str, str, str | None], ...]
    shape: TinyShape = field(default_factory=TinyShape)
    games: GamesPlan | None = None
    smoke_games: GamesPlan | None = None
    games_mark: str = "homes"  # what the manifest of such games tells of
    games_splits: tuple[str, str, str] = ("train", "valid_seen", "valid_unseen")  # names of the plan's three
    # Pairs of evaluations, better and baseline, whose paired difference is shown; with them, success by task type.
    differences: tuple[tuple[str, str], ...] = ()

    @property
    def cold_start_folder(self) -> str:
        return f"{self.name}-cold-start"

    @property
    def games_folder(self) -> str:
        return f"{self.name}-games"

    @property
    def summary_file(self) -> str:
        return f"{self.name}-summary.json"

    def plan(self, *, smoke: bool) -> GamesPlan | None:
        """The games to make, if any."""
        return self.smoke_games if smoke else self.games


@cache
def world_of(name: str) -> World:
    """The world of a name in ``skill1_envs.QUICKSTARTS``, made of the plain data that its environment offers."""
    module, _, attribute = QUICKSTARTS[name].partition(":")
    offered = dict(getattr(import_module(module), attribute))
    offered["lessons"] = tuple(Lesson(*lesson) for lesson in offered["lessons"])
    for games in ("games", "smoke_games"):
        if games in offered:
            offered[games] = GamesPlan(**offered[games])
    return World(name=name, **offered)


HOUSEHOLD = world_of("household")
