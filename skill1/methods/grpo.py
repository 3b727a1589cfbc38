"""GRPO without skills: act, and credit the outcome against the group (Eq. 12, 13); GiGPO where it is asked for."""

from __future__ import annotations

from functools import partial

from skill1.agent.player import Player
from skill1.config import CreditConfig, Skill1Config
from skill1.credit.credit import StepCredit, StepFacts
from skill1.credit.rules import UTILISATION
from skill1.rollout.recipe import Recipe


async def nothing(player: Player) -> None:
    """A hook that does nothing."""


def credit(config: CreditConfig, facts: StepFacts) -> StepCredit:
    """Act tokens get the group-relative outcome; with ``credit.utilisation: gigpo`` each turn its own part as well."""
    return UTILISATION[config.utilisation].acting(facts, config), facts.buffer


def make(config: Skill1Config) -> Recipe:
    """GRPO; of the configuration only ``credit.utilisation`` and the keys of GiGPO matter."""
    return Recipe(nothing, nothing, partial(credit, config.credit))
