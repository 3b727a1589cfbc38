"""SkillRL: GRPO with a bank of skills in the prompt, which a teacher extends from failures (arXiv 2602.08234).

Before acting the bank's skills for the task are put into the prompt; the policy neither searches nor chooses. They are
there from the first step on: the released code shows none in the first step of an episode, and so does the profile
``skillrl``, which asks as that code does. After acting nothing is written; every few steps the teacher reads failures
of weak categories and adds skills. Only acting is credited. The bank comes from the stages of
:mod:`skill1.methods.skillrl.stages`, or from ``library.init``.

A tiny policy (profile compact) reads one skill: the best task-specific one under the configured retrieval.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from skill1.agent import stages
from skill1.agent.player import Player, Recipe
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.methods.grpo import credit
from skill1.methods.skillrl.evolution import Evolution
from skill1.methods.skillrl.retrieval import retrieve
from skill1.methods.skillrl.rules import RULES
from skill1.methods.skillrl.settings import SkillRLConfig


async def show_bank(config: SkillRLConfig, player: Player) -> None:
    """Put the task's skills into the prompt, the task-specific ones first; a control gets none of them."""
    if player.library is None:
        return
    shown = await retrieve(player.library, player.task, config)
    candidates = shown.all() if player.profile.chat else shown.specific[:1]
    player.query = player.task.instruction
    player.view = replace(player.view, candidates=candidates)
    stages.use(player, 0 if candidates else None)
    stages.withhold(player)
    if player.withheld is None:
        player.view = replace(player.view, also=tuple(candidate.skill for candidate in candidates[1:]))


def make(config: Skill1Config) -> Recipe:
    """SkillRL as configured under ``skillrl``."""
    before = partial(show_bank, config.skillrl)
    writer = Evolution(config) if config.skillrl.evolve_every else None
    return Recipe(before, nothing, partial(credit, config.credit), writer, rules=RULES)
