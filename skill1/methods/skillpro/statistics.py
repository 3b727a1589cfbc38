"""The numbers of Skill-Pro as pure functions: gain, bound, score, priority, schedules (arXiv 2602.01869; code)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from skill1.methods.skillpro.settings import SkillProConfig
from skill1.methods.skillpro.skill import PoolSkill

WARM_MATURITY = 3  # younger skills are handed out whatever their gain
LEAST_FREQ = 15  # uses below which a skill has no priority to evolve
COOLDOWN = 3  # steps after an accepted child without priority
ELITE_GAP = 0.01  # a skill this near the best gain is left as it is
FREQ_SCALE, IMPACT_SCALE, AGE_SCALE = 30.0, 50.0, 8.0


def credited(skill: PoolSkill, *, calls: int, all_calls: int, reward: float, baseline: float) -> PoolSkill:
    """The skill after an episode that activated it ``calls`` of ``all_calls`` times.

    Each activation is credited (R − R̄) / all_calls; avg_gain is the mean over all activations so far.
    """
    freq = skill.freq + calls
    total = skill.avg_gain * skill.freq + calls * (reward - baseline) / all_calls
    return replace(skill, freq=freq, avg_gain=total / freq)


def moved_baseline(baseline: float | None, mean_return: float, step: float) -> float:
    """R̄ after an iteration: (1 − step)·R̄ + step·mean return; the first mean return where there was none.

    The released code also starts over wherever R̄ is exactly 0, as after iterations that won nothing.
    """
    return mean_return if baseline is None else (1 - step) * baseline + step * mean_return


def lower_bound(skill: PoolSkill, oldest: int, scale: float) -> float:
    """LCB of the gain: avg_gain − scale·sqrt(ln(1 + t) / freq), t the largest maturity of the pool."""
    return skill.avg_gain - scale * math.sqrt(math.log1p(max(1, oldest)) / max(1, skill.freq))


def maintenance_score(skill: PoolSkill, pool: Sequence[PoolSkill]) -> float:
    """Share of the pool's uses × avg_gain; 0 in a pool that was never used."""
    total = sum(other.freq for other in pool)
    return skill.freq / total * skill.avg_gain if total else 0.0


def exploration(first: float, final: float, steps: int, step: int) -> float:
    """ε of a step, counted from 1: linear from ``first`` to ``final`` over ``steps``, then ``final``."""
    return first + min((step - 1) / steps, 1.0) * (final - first)


def explored_share(config: SkillProConfig, step: int) -> float:
    """ε of a training step as configured; 0 in mode MDP, which selects nothing."""
    if config.mode == "MDP":
        return 0.0
    return exploration(config.epsilon, config.final_epsilon, config.epsilon_steps, max(1, step))


def priority(skill: PoolSkill, pool: Sequence[PoolSkill], step: int) -> float:
    """Which skill evolves first: impact · confidence · gap · age.

    impact = 1 − e^(−freq/50), confidence = 1 − e^(−freq/30), age = e^(−maturity/8); gap is how far its gain is below
    the best of the skills with at least 15 uses. 0 with fewer uses or a gap of at most 0.01; a skill with an accepted
    child in the last three steps comes last (−0.01).
    """
    if skill.freq < LEAST_FREQ:
        return 0.0
    if skill.last_evolved is not None and step - skill.last_evolved < COOLDOWN:
        return -0.01
    gap = max(other.avg_gain for other in pool if other.freq >= LEAST_FREQ) - skill.avg_gain
    if gap <= ELITE_GAP:
        return 0.0
    impact = 1 - math.exp(-skill.freq / IMPACT_SCALE)
    confidence = 1 - math.exp(-skill.freq / FREQ_SCALE)
    return impact * confidence * gap * math.exp(-skill.maturity / AGE_SCALE)
