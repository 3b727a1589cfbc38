"""RetroAgent: retrospective dual intrinsic feedback (arXiv 2603.08561).

Before acting, one part of each group is shown lessons of earlier attempts at similar tasks, by SimUtil-UCB: that is the
library's score w·sim + (1−w)·(U + c·sqrt(ln N / n)) with the task's sentence for a query. After acting the policy
reflects. Its lesson enters the memory, also after a failure, if it was right about the outcome; its account of subtasks
done beyond the best so far is an intrinsic reward. Acting is credited with both rewards; the reflection, where it is
trained, with R_reflect.

A tiny policy (profile compact) is shown one lesson and told the outcome; its reflection is a skill's text
(:mod:`skill1.methods.retroagent.reflection`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from skill1.agent import stages
from skill1.agent.peers import style_of_a_peer
from skill1.agent.player import Player, Recipe
from skill1.agent.profile import COMPACT
from skill1.config import Skill1Config
from skill1.credit import rules
from skill1.credit.credit import StepCredit, StepFacts, credited
from skill1.credit.grpo import normalise
from skill1.methods.retroagent.progress import Progress, Read, rewarded
from skill1.methods.retroagent.reflection import Reflection, is_right, read_reflection, reflection_of, spoken
from skill1.schema import Group

PROFILE = style_of_a_peer(3, "profile", "skill1.methods.retroagent")  # its top 3


async def recall(config: Skill1Config, player: Player) -> None:
    """Put the lessons into the prompt, best first; the first rollouts of a group in training get none."""
    if player.library is None or _is_without_memory(config, player):
        return
    found = await stages.retrieve(player, player.task.instruction)
    most = config.retroagent.train_top_k if player.settings.is_training else None
    # Only what is shown is a candidate, for the utilities of candidates follow the outcome.
    shown = found[:most] if player.profile.chat else found[:1]
    player.view = replace(player.view, candidates=shown)
    stages.use(player, 0 if shown else None)
    # After `use`, which hands over the lesson as it is stored: under the sentence of its task.
    if shown and not player.profile.chat:
        player.view = replace(player.view, skill=spoken(shown[0].skill))
    player.view = replace(player.view, also=tuple(candidate.skill for candidate in shown[1:]))


def _is_without_memory(config: Skill1Config, player: Player) -> bool:
    # By place in the group, not by chance: every group is split alike, and a resumed run splits as before.
    number = math.floor(config.retroagent.without_memory * config.train.group_size)
    return player.settings.is_training and player.key.rollout < number


async def reflect(config: Skill1Config, player: Player) -> None:
    """The policy looks back; a lesson is kept if it was right about the outcome."""
    success, chat = bool(player.view.success), player.profile.chat
    if config.retroagent.reflection == "trained":
        player.view = replace(player.view, success=None)  # it is to tell by itself

    def parse(answer: str) -> tuple[Reflection | None, bool]:
        limit = player.settings.agent.max_skill_chars
        found = read_reflection(answer, player.task.instruction, limit, chat=chat)
        return found, found is not None

    found = await player.ask("distill", "distill", parse)
    player.view = replace(player.view, success=success)
    if found is not None and is_right(found, success=success):
        player.draft = found.lesson
    # Readable, but a wrong forecast or no lesson in it: declined, which does not break the format.
    player.declined = found is not None and player.draft is None


def credit(config: Skill1Config, progress: Progress, read: Read, facts: StepFacts) -> StepCredit:
    """Acting by r + w·R_int under ``credit.utilisation``; reflections by R_reflect."""
    weight = config.retroagent.intrinsic_weight
    # Only acting is credited with the added reward. Utilities were moved before, by the outcome alone.
    # This is the paper's. The released code, as we read it, trains the reflection with R_int, in a separate update.
    groups = [rewarded(group, progress.rewards, weight) for group in facts.groups]
    acting = rules.acting(replace(facts, groups=groups), config.credit)
    if config.retroagent.reflection == "in_context":
        return acting, facts.buffer
    # REINFORCE++: rewards in standard deviations over the whole step, so the mapping is the same whatever the group.
    # From the groups as they were played: R_reflect knows no R_int.
    advantages = reflection_advantages(facts.groups, read)
    scale = config.retroagent.lambda_reflect
    return [*acting, *credited(facts, ("distill",), lambda group: advantages, scale=scale)], facts.buffer


def reflection_advantages(groups: Sequence[Group], read: Read) -> dict[str, float]:
    """Episode id → (R_reflect − mean) / std, R_reflect = r(τ)·1[c = true outcome], over all reflections of a step."""
    episodes = [e for group in groups for e in group.survivors if e.stage_segments("distill")]
    # A right forecast of a lost episode gets 0, as a wrong one does: R_reflect is the paper's product.
    rewards = [e.outcome * is_right(read(e), success=e.success) for e in episodes]
    return {e.id: advantage for e, advantage in zip(episodes, normalise(rewards), strict=True)}


def make(config: Skill1Config) -> Recipe:
    """RetroAgent as configured under ``retroagent``."""
    is_chat = config.agent.profile != COMPACT
    read = partial(reflection_of, max_chars=config.agent.max_skill_chars, chat=is_chat)
    # One object for both: as the writer it takes in a step, and the credit of that step then reads its rewards.
    progress = Progress(read)
    by = partial(credit, config, progress, read)
    return Recipe(partial(recall, config), partial(reflect, config), by, writer=progress)
