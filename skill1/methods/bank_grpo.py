"""GRPO with skills that nobody writes: a static bank by similarity, or a skill drawn blindly. Only acting is credited.

Two baselines between GRPO and the methods that learn to choose or write. The library is the file of ``library.init``;
with ``library.frozen``, as in the configurations ``grpo_bank`` and ``grpo_random``, training only reads it.
"""

from __future__ import annotations

from functools import partial

from skill1.agent.player import Recipe
from skill1.agent.stages import draw_skill, nothing
from skill1.config import Skill1Config
from skill1.methods.grpo import credit
from skill1.methods.method import Method
from skill1.methods.skill1 import select_by_similarity


def make_similar(config: Skill1Config) -> Method:
    """``grpo_bank``: the task text retrieves, the best skill is used."""
    return Method(
        "grpo_bank",
        Recipe(select_by_similarity, nothing),
        True,
        partial(credit, config.credit),
        shows_bank=True,
        needs_bank=True,
    )


def make_random(config: Skill1Config) -> Method:
    """``grpo_random``: every episode gets a skill of the bank, each as likely as any other."""
    return Method(
        "grpo_random",
        Recipe(draw_skill, nothing),
        True,
        partial(credit, config.credit),
        shows_bank=True,
        needs_bank=True,
    )
