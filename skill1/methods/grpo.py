"""GRPO without skills: act, and credit the outcome against the group (Eq. 12, 13)."""

from __future__ import annotations

from skill1.agent.player import Player
from skill1.config import Skill1Config
from skill1.credit.grpo import utilisation
from skill1.methods.method import Method, StepCredit, StepFacts, credited_group
from skill1.rollout.recipe import Recipe


async def nothing(player: Player) -> None:
    """A hook that does nothing."""


def credit(facts: StepFacts) -> StepCredit:
    """Act tokens get the group-relative outcome."""
    entries = [credited_group(i, group, utilisation(group, ("act",))) for i, group in enumerate(facts.groups)]
    return StepCredit([entry for group in entries for entry in group], facts.buffer)


def make(config: Skill1Config) -> Method:
    """The method; nothing in it depends on the configuration."""
    return Method("grpo", Recipe(nothing, nothing), uses_library=False, credit=credit)
