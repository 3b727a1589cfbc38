"""Plays whole household episodes with the scripted expert."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from skill1.config import EnvConfig
from skill1.schema import AgentView, Skill, Task, Turn
from skill1_envs.household import HouseholdSuite
from skill1_envs.household.expert import HouseholdExpert
from skill1_envs.household.suite import HouseholdEnv
from skill1_envs.household.world import OPERATIONS, Chore


@dataclass(frozen=True)
class Played:
    """An episode: how it ended, the view at its end, and whether every action had been listed as admissible."""

    won: bool
    view: AgentView
    all_admissible: bool


@pytest.fixture(scope="session")
def suite() -> HouseholdSuite:
    return HouseholdSuite(EnvConfig())


def play(
    env: HouseholdEnv, index: int, expert: HouseholdExpert, rng: np.random.Generator, skill: Skill | None = None
) -> Played:
    observation, turns, listed, ended, won = env.reset(task_index=index), (), True, False, False
    while not ended:
        action = expert.answer("act", _view(env.task, observation, env.limit, skill, turns), rng)
        listed = listed and action in observation.admissible
        turns += (Turn(observation.text, action, True),)
        observation, _, won, truncated, _ = env.step(action)
        ended = won or truncated
    return Played(won, _view(env.task, observation, env.limit, skill, turns, won), listed)


def _view(task: Task, observation, limit: int, skill, turns, success=None) -> AgentView:
    return AgentView(task, "start", observation, limit, skill=skill, turns=turns, success=success)


def right_skill(chore: Chore) -> Skill:
    home, request = chore
    strategy = f"{request.kind} in {home.spots[request.kind]}"
    if request.type in OPERATIONS:
        strategy += f" , {request.type} using {home.appliances[request.type]}"
    return Skill("right", f"{request.name} {request.type} {request.kind}", strategy, 0.5)
