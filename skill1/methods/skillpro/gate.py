"""The PPO gate: does a candidate make what went well likelier, and what went badly less likely?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

LARGEST_LOG_RATIO = 10.0


@dataclass(frozen=True, slots=True)
class Replayed:
    """An episode under two skills: per turn the mean log-prob (nats) of its answer's tokens, and R − R̄.

    ``is_golden``: it was chosen because it went well (:class:`skill1.methods.skillpro.experience.GoldenPool`).
    """

    old: tuple[float, ...]
    new: tuple[float, ...]
    advantage: float
    is_golden: bool = False


def turn_means(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The mean over each turn's tokens; long answers count no more than short ones."""
    return tuple(math.fsum(row) / len(row) for row in rows)


def surrogate(episodes: Sequence[Replayed], clip: float) -> float | None:
    """J = Σ min(ρ·A, clip(ρ, 1−ε, 1+ε)·A) / number of turns, over the turns of all episodes.

    ρ = exp(new − old), the difference kept within ±10; A = (R − R̄) / turns of the episode. None without a finite
    log-prob everywhere, or without turns.

    A golden turn counts with its term less A, what the parent itself would get. Its A is positive by choice, so the
    term alone is never below 0: it would speak for every candidate, even for one that makes the turn impossible. Less
    A it is 0 for a candidate that changes nothing, at most ε·A for a better one and down to −A for a worse one.
    """
    terms = []
    for episode in episodes:
        for old, new in zip(episode.old, episode.new, strict=True):
            if not (math.isfinite(old) and math.isfinite(new)):
                return None
            log_ratio = min(LARGEST_LOG_RATIO, max(-LARGEST_LOG_RATIO, new - old))
            advantage = episode.advantage / len(episode.old)
            parents = advantage if episode.is_golden else 0.0
            terms.append(_clipped(math.exp(log_ratio), advantage, clip) - parents)
    return math.fsum(terms) / len(terms) if terms else None


def _clipped(ratio: float, advantage: float, clip: float) -> float:
    return min(ratio * advantage, min(1 + clip, max(1 - clip, ratio)) * advantage)
