"""GRPO with skills that nobody writes: a static bank by similarity, or a skill drawn blindly. Only acting is credited.

Two baselines between GRPO and the methods that learn to choose or write. The library is the file of ``library.init``;
with ``library.frozen``, as in the configurations ``grpo_bank`` and ``grpo_random``, training only reads it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from skill1.agent.player import Player
from skill1.config import Skill1Config
from skill1.methods.grpo import credit, nothing
from skill1.methods.skill1 import select_by_similarity
from skill1.policy.random import generator
from skill1.rollout.recipe import Recipe
from skill1.schema import STAGES

DRAW = len(STAGES)  # the stage number of the blind draw: none of the policy's own, so the streams never meet


def make_similar(config: Skill1Config) -> Recipe:
    """``grpo_bank``: the task text retrieves, the best skill is used."""
    return Recipe(select_by_similarity, nothing, partial(credit, config.credit))


def make_random(config: Skill1Config) -> Recipe:
    """``grpo_random``: every episode gets a skill of the bank, each as likely as any other."""
    return Recipe(draw_skill, nothing, partial(credit, config.credit))


async def draw_skill(player: Player) -> None:
    """One active skill, each as likely as any other, by the episode's key; no query and no ranking."""
    if player.library is not None and (skills := await player.library.skills()):
        key = player.key
        place = generator(key.seed, key.step, key.task, key.rollout, DRAW, 0).integers(len(skills))
        player.view = replace(player.view, skill=skills[int(place)])
