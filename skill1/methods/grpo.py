"""GRPO without skills: act, and credit the outcome against the group (Eq. 12, 13); GiGPO where it is asked for."""

from __future__ import annotations

from functools import partial

from skill1.agent.player import Recipe
from skill1.agent.stages import nothing
from skill1.config import CreditConfig, Skill1Config
from skill1.credit.credit import StepCredit, StepFacts
from skill1.credit.rules import UTILISATION
from skill1.methods.method import Method


def credit(config: CreditConfig, facts: StepFacts) -> StepCredit:
    """Act tokens get the group-relative outcome; with ``credit.utilisation: gigpo`` each turn its own part as well."""
    return UTILISATION[config.utilisation].acting(facts, config), facts.buffer


def make(config: Skill1Config) -> Method:
    """GRPO; of the configuration only ``credit.utilisation`` and the keys of GiGPO matter."""
    return Method("grpo", Recipe(nothing, nothing), uses_library=False, credit=partial(credit, config.credit))
