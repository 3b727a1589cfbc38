"""Scripted shoppers: an oracle who knows goal and catalogue, and a sloppy one who knows what a policy is shown.

``play`` lets one shop by itself, without library, prompts and parsers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from skill1.env.protocol import Expert, TextEnv
from skill1.errors import ConfigError
from skill1.schema import Candidate, Observation, Skill, Task, Turn
from skill1_envs.webshop.experts.oracle import Oracle, RoutePlanner
from skill1_envs.webshop.experts.sloppy import Sloppy
from skill1_envs.webshop.experts.trip import read_wish
from skill1_envs.webshop.simulator.goals import Goal

__all__ = ["EXPERTS", "Played", "RoutePlanner", "make_expert", "play", "play_all", "read_wish"]

EXPERTS = ("oracle", "sloppy")


def make_expert(
    kind: str,
    goal_of: Callable[[Task], Goal],
    planner: Callable[[], RoutePlanner],
    max_steps: int,
    seed: int = 0,
) -> Expert:
    """A scripted shopper.

    Args:
        kind: ``oracle`` knows what the goal asks for and what the shop sells, and makes the best purchase there is;
            ``sloppy`` knows only what a policy is shown, errs and recovers.
        goal_of: the goal of a task; only the oracle asks.
        planner: makes what plans its way; called for the oracle only, as it opens catalogue and search.
        max_steps: actions of an episode.
        seed: of the expert's own draws, where the caller brings no generator.

    Raises:
        ConfigError: an unknown kind.
    """
    if kind == "oracle":
        return Oracle(goal_of, planner())
    if kind != "sloppy":
        known = ", ".join(EXPERTS)
        raise ConfigError(
            f"webshop has no expert {kind!r}; expected one of {known} (in a shop of makers: explorer)."
        )
    return Sloppy(max_steps, seed)


@dataclass(frozen=True, slots=True)
class Played:
    """An episode's end: ``score`` is the shop's, in [0, 1]; ``won`` means 1.0."""

    task: Task
    steps: int
    score: float
    won: bool


@dataclass(frozen=True, slots=True)
class SoloView:
    """What an expert is shown who plays alone; a ``View`` of ``skill1.env.protocol``."""

    task: Task
    first_observation: str
    observation: Observation
    turns: tuple[Turn, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    skill: Skill | None = None
    success: bool | None = None


def play(env: TextEnv, expert: Expert, task: Task, seed: int = 0) -> tuple[Played, SoloView]:
    """One episode from reset to end, and the view at the end."""
    first = env.reset(task_index=task.index)
    view, is_over = SoloView(task, first.text, first), False
    info = first.info
    while not is_over:
        rng = np.random.default_rng((seed, task.index, len(view.turns)))
        action = expert.answer("act", view, rng)
        seen = view.observation.text
        observation, _, terminated, truncated, info = env.step(action)
        turns = (*view.turns, Turn(seen, action, valid=True))
        view = replace(view, observation=observation, turns=turns, success=bool(info["won"]))
        is_over = terminated or truncated
    return Played(task, len(view.turns), float(info["task_score"]), bool(info["won"])), view


def play_all(env: TextEnv, expert: Expert, tasks: Sequence[Task], seed: int = 0) -> Iterator[Played]:
    """One episode of each task."""
    return (play(env, expert, task, seed)[0] for task in tasks)
