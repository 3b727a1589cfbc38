"""Skill1: one policy selects, uses and distils; one outcome is split between the three (arXiv 2605.06130)."""

from __future__ import annotations

from functools import partial

from skill1.agent import stages
from skill1.agent.player import Player, Recipe
from skill1.agent.stages import nothing
from skill1.config import CreditConfig, Skill1Config
from skill1.credit import rules
from skill1.credit.credit import StepCredit, StepFacts


def make(config: Skill1Config) -> Recipe:
    """Skill1 or one of its ablations (rows of the paper's Table 2), as the configuration says."""
    # Table 2, without library: what remains is GRPO.
    if not config.library.enabled:
        return Recipe(nothing, nothing, partial(credit, config.credit))
    before = {"policy": select, "similarity": select_by_similarity}[config.agent.selection]
    after = {"policy": stages.distill, "raw": keep_trajectory, "off": nothing}[config.agent.distillation]
    return Recipe(before, after, partial(credit, config.credit))


async def select(player: Player) -> None:
    """Query, retrieve, rerank; a control is kept from what it chose. Without a library the policy just acts."""
    if player.library is not None:
        # Algorithm 1, lines 3 to 5: q, B_K, σ with z = B_K[σ(1)].
        await stages.retrieve(player, await stages.query(player))
        await stages.rerank(player)
        # Last: a control has chosen as everyone else, so what it lacks is the skill alone.
        stages.withhold(player)


async def select_by_similarity(player: Player) -> None:
    """Retrieve by the task text and use the best (Table 2, without selection)."""
    if player.library is not None:
        candidates = await stages.retrieve(player, player.task.instruction)
        stages.use(player, 0 if candidates else None)
        stages.withhold(player)


async def keep_trajectory(player: Player) -> None:
    """Store the trajectory itself (Table 2, without distillation)."""
    stages.keep_trajectory(player)


def credit(config: CreditConfig, facts: StepFacts) -> StepCredit:
    """Outcome to acting, trend or NDCG to selection, variation or realised worth to distillation (Eq. 8-11)."""
    acting = rules.acting(facts, config)
    # The rules below read utilities. Without a library there are none, and no segment chose or wrote a skill.
    if facts.library is None:
        return acting, facts.buffer
    # An ablation without a stage has no segments of it: the rules then find nothing to credit.
    distilling, buffer = rules.distillation(facts, config)
    # The query is credited by the rule of selection: with the outcome (Eq. 8) under `ndcg` and its kin.
    return [*acting, *rules.selection(facts, config), *distilling], buffer
