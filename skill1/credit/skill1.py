"""Skill1's split of one outcome: low-frequency trend for selection, high-frequency variation for distillation.

Equation numbers are those of arXiv 2605.06130. All utilities of candidates are those read before the step's update.
Controls (``Episode.is_control``) acted without what they selected: they count for acting alone, and enter no mean or
deviation here.

Realised credit judges a text later: its group waits in the delay buffer for d steps; then V = U of the skill its text
became, and the advantage is (V − mean over its original group) / scale. The buffer is plain data and part of every
checkpoint.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from skill1.config import CreditConfig
from skill1.credit.credit import Buffer, PendingGroup, Written
from skill1.credit.grpo import centre, normalise
from skill1.schema import Episode, Group, Skill

INVALID_VARIATION = -1.0  # least possible r − Û: an invalid distillation is never better off than a valid one


def dcg(gains: Sequence[float]) -> float:
    """Discounted cumulative gain with linear gain: Σ g_p / log2(p + 1), p = 1 … K."""
    return math.fsum(gain / math.log2(place + 1) for place, gain in enumerate(gains, start=1))


def ndcg(gains_in_order: Sequence[float]) -> float:
    """Eq. 6: DCG of the order given over DCG of the best order; in [0, 1]. All gains 0: every order is best, 1.

    Example: gains (.5, .9) → (.5 + .9/1.585) / (.9 + .5/1.585) = 1.0678 / 1.2155 = .8786.
    """
    best = dcg(sorted(gains_in_order, reverse=True))
    return dcg(gains_in_order) / best if best > 0 else 1.0


def rerank_reward(episode: Episode) -> float:
    """R^rerank of Eq. 6; 0 for an unparsable ranking. "No skill" counts as a candidate of utility 0."""
    if episode.ranking is None or not episode.ranking_valid:
        return 0.0
    # U as it was at retrieval (Algorithm 1 reads it before the update), though the library has moved on by now.
    gains = [0.0 if place is None else episode.candidates[place].skill.utility for place in episode.ranking]
    return ndcg(gains)


def library_baseline(episode: Episode) -> float:
    """Û = max U over the candidates; 0 when nothing was retrieved."""
    # Of all candidates: Û asks what the library had to offer, not what was made of it.
    return max((candidate.skill.utility for candidate in episode.candidates), default=0.0)


def variation(episode: Episode) -> float:
    """Eq. 7: R^distill = r(τ) − Û, and −1 for an invalid distillation."""
    # Declining is a valid answer, and is judged as a text would be.
    if episode.draft is None and not episode.declined:
        return INVALID_VARIATION
    return episode.outcome - library_baseline(episode)


def selecting(group: Group) -> tuple[Episode, ...]:
    """The survivors that acted with what they selected: all but the controls."""
    return tuple(episode for episode in group.survivors if not episode.is_control)


def trend_values(
    episodes: Sequence[Episode], utility: Callable[[str], float], no_skill_trend: float
) -> list[float]:
    """U of each episode's skill, *after* this step's update; without a skill the trend of episodes without one."""
    return [utility(e.used.id) if e.used else no_skill_trend for e in episodes]


def matched_values(
    episodes: Sequence[Episode], utility: Callable[[str], float], no_skill_trend: float, trend_uses: float
) -> list[float]:
    """V = (κ·U(s) + Σ r) / (κ + n) of each episode's skill s, over the n of these episodes that used it.

    κ = ``trend_uses`` ≥ 0; U *after* this step's update.

    U tells what a skill is worth in general, the group what it is worth for this task: a good skill can be the wrong
    one. Going without a skill is judged in the same way. κ → ∞ leaves the trend alone, κ = 0 the group alone.

    Example: κ = 2, U = .9; used twice and lost both times: V = (1.8 + 0) / 4 = .45.
    """
    outcomes: dict[str | None, list[float]] = defaultdict(list)
    for episode in episodes:
        outcomes[_used(episode)].append(episode.outcome)
    # One value a skill, shared by the episodes that used it: it is the choice that is judged.
    # Never a division by 0, even with κ = 0: every skill in ``outcomes`` was used at least once.
    values = {
        skill: (trend_uses * (utility(skill) if skill else no_skill_trend) + math.fsum(found))
        / (trend_uses + len(found))
        for skill, found in outcomes.items()
    }
    return [values[_used(episode)] for episode in episodes]


def _used(episode: Episode) -> str | None:
    return episode.used.id if episode.used else None


def selection_advantages(
    group: Group, values: Callable[[Sequence[Episode]], Sequence[float]], scale: float
) -> dict[str, float]:
    """Episode id → (value of the skill used − mean over the group) / scale; nothing for fewer than two episodes."""
    episodes = selecting(group)
    # No record, not one of 0: its tokens would count where loss weights are means over tokens.
    if len(episodes) < 2:
        return {}
    return {e.id: a for e, a in zip(episodes, centre(values(episodes), scale), strict=True)}


Baseline = Callable[[Episode, Sequence[Episode]], float]  # of a ranking, from it and the group's others


def no_baseline(episode: Episode, others: Sequence[Episode]) -> float:
    """Eq. 9 has none."""
    return 0.0


def ranking_advantages(group: Group, baseline: Baseline = no_baseline) -> dict[str, float]:
    """Episode id → R^rerank of its ranking (Eq. 6, 9) less a baseline; nothing for fewer than two episodes."""
    episodes = selecting(group)
    # Eq. 9 compares with nobody, but a lone episode trains no stage.
    if len(episodes) < 2:
        return {}
    # Of one candidate there is no ranking, hence nothing to credit.
    ranked = [e for e in episodes if e.ranking is not None]
    return {e.id: rerank_reward(e) - baseline(e, [o for o in ranked if o is not e]) for e in ranked}


def uplift_advantages(group: Group, scale: float) -> dict[str, float]:
    """Episode id → (r − mean r of the group's controls) / scale; nothing without controls.

    Nobody becomes a control by what it selected beside no skill, so their mean is what the task brings without one.
    Half-groups of this kind credit skills in D2Skill and UCOB (arXiv 2606.29502).
    """
    # Their own tokens get nothing here: what they selected was never tried.
    controls = [episode.outcome for episode in group.survivors if episode.is_control]
    if not controls:
        return {}
    without = math.fsum(controls) / len(controls)
    return {e.id: (e.outcome - without) / scale for e in selecting(group)}


def variation_advantages(group: Group) -> dict[str, float]:
    """Eq. 10: episode id → R^distill normalised on its own within the group; controls write nothing."""
    episodes = selecting(group)
    return {e.id: a for e, a in zip(episodes, normalise([variation(e) for e in episodes]), strict=True)}


def remember(group: Group, became: Mapping[str, str | None], step: int) -> PendingGroup | None:
    """A group's distillations for the buffer; None when nothing was written. ``became``: episode id → skill id."""
    # Whole segments are kept: their tokens are trained d steps later, as they were sampled.
    written = tuple(
        Written(e.id, segment, became.get(e.id), e.draft is not None or e.declined)
        for e in group.survivors
        for segment in e.stage_segments("distill")
    )
    # One text alone has no group mean to be measured against.
    return PendingGroup(step, written) if len(written) >= 2 else None


def worth(written: Written, resolve: Callable[[str], Skill], success_trend: float, config: CreditConfig) -> float:
    """V: U of the skill (merges followed; retired: its last U). Never used or none: success trend. Invalid: fixed."""
    if not written.is_valid:
        return config.invalid_value
    if written.skill is None:
        return success_trend
    # Never handed to an actor, its U is only what it was admitted with.
    skill = resolve(written.skill)
    return skill.utility if skill.selected > 0 else success_trend


def settle(
    buffer: Buffer, step: int, resolve: Callable[[str], Skill], success_trend: float, config: CreditConfig
) -> tuple[list[tuple[PendingGroup, list[float]]], Buffer]:
    """Take out the groups written at least d steps ago; returns them with advantages, and the buffer that remains."""
    # Not only those of exactly d steps ago: a fork may have lowered the delay.
    due = [pending for pending in buffer if step - pending.step >= config.realised_delay]
    rest = tuple(pending for pending in buffer if step - pending.step < config.realised_delay)
    values = [[worth(text, resolve, success_trend, config) for text in pending.written] for pending in due]
    return [(pending, centre(of_one, config.scale)) for pending, of_one in zip(due, values, strict=True)], rest
