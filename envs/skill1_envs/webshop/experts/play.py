"""Plays an expert in the environment itself, without library, prompts and parsers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from skill1.env.protocol import Expert, TextEnv
from skill1.schema import Candidate, Observation, Skill, Task, Turn


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
