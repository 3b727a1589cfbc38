"""Group-relative advantages (Eq. 12)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from skill1.schema import Group

EPSILON = 1e-6
Normaliser = Literal["mean_std", "mean"]


def normalise(rewards: Sequence[float]) -> list[float]:
    """Eq. 12: Â_i = (r_i − mean) / (std + ε), std with ddof 1; equal rewards or fewer than two give exactly 0.

    Example: [1, 0, 0, 0] has mean .25 and std .5, so Â = [1.5, −.5, −.5, −.5] (up to ε).
    """
    if len(rewards) < 2 or max(rewards) == min(rewards):
        return [0.0] * len(rewards)
    mean = math.fsum(rewards) / len(rewards)
    variance = math.fsum((r - mean) ** 2 for r in rewards) / (len(rewards) - 1)
    return [(r - mean) / (math.sqrt(variance) + EPSILON) for r in rewards]


def centre(values: Sequence[float], scale: float) -> list[float]:
    """(v − mean) / scale; fewer than two values give exactly 0."""
    if len(values) < 2 or max(values) == min(values):
        return [0.0] * len(values)
    mean = math.fsum(values) / len(values)
    return [(v - mean) / scale for v in values]


def relative(values: Sequence[float], normaliser: Normaliser) -> list[float]:
    """The values against their mean: in standard deviations as in Eq. 12, or as they are."""
    return normalise(values) if normaliser == "mean_std" else centre(values, 1.0)


def utilisation(group: Group, normaliser: Normaliser = "mean_std") -> dict[str, float]:
    """Episode id → advantage of R^util = r(τ) − penalty (Eq. 4, 12), of every survivor."""
    survivors = group.survivors
    advantages = relative([e.outcome - e.penalty for e in survivors], normaliser)
    return {e.id: a for e, a in zip(survivors, advantages, strict=True)}
