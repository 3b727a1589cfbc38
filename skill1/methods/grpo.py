"""GRPO: act, and credit the outcome against the group (Eq. 12, 13); GiGPO where it is asked for.

Without skills, or as two baselines between that and the methods that learn to choose or write: with skills that nobody
writes, the most similar one or one drawn blindly. Their library is the file of ``library.init``; with
``library.frozen``, as in the configurations ``grpo_bank`` and ``grpo_random``, training only reads it.
"""

from __future__ import annotations

from functools import partial

from skill1.agent.player import Recipe
from skill1.agent.stages import draw_skill, nothing
from skill1.config import CreditConfig, Skill1Config
from skill1.credit.credit import StepCredit, StepFacts
from skill1.credit.rules import acting
from skill1.methods.skill1 import select_by_similarity


def credit(config: CreditConfig, facts: StepFacts) -> StepCredit:
    """Act tokens get the group-relative outcome; with ``credit.utilisation: gigpo`` each turn its own part as well."""
    # The delay buffer belongs to distillation, which is not credited here: it passes through.
    # Mean and std are over episodes. verl-agent's are over step rows, where long, mostly failed episodes weigh more
    # (verl-agent issue 138).
    return acting(facts, config), facts.buffer


def make(config: Skill1Config) -> Recipe:
    """GRPO; of the configuration only ``credit.utilisation`` and the keys of GiGPO matter."""
    # Neither query nor skill: the act segments are all there is to credit.
    return Recipe(nothing, nothing, partial(credit, config.credit))


def make_similar(config: Skill1Config) -> Recipe:
    """``grpo_bank``: the task text retrieves, the best skill is used."""
    # Without anything after acting no draft is written: a commit moves numbers of the bank and adds no skill.
    return Recipe(select_by_similarity, nothing, partial(credit, config.credit))


def make_random(config: Skill1Config) -> Recipe:
    """``grpo_random``: every episode gets a skill of the bank, each as likely as any other."""
    return Recipe(draw_skill, nothing, partial(credit, config.credit))
