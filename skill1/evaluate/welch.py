"""Welch's t-test: do the means of two samples differ, whatever their spreads? As in the paper's appendix D, over seeds.

B. L. Welch, "The generalization of Student's problem when several different population variances are involved",
Biometrika 34 (1947). Student's distribution comes from the regularised incomplete beta function, by its continued
fraction (NIST Digital Library of Mathematical Functions, 8.17.22).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from skill1.evaluate.statistics import TIE, standard_deviation

LEAST_SEEDS = 2  # of each sample: one value has no spread
TERMS = 10_000  # of the continued fraction; about √(degrees of freedom) are needed
TINY = 1e-300  # stands for 0 in a denominator
PRECISION = 1e-15


@dataclass(frozen=True, slots=True)
class Welch:
    """What the test says of a first sample against a second.

    Where neither sample has any spread there is no t: then p is 1 for equal means, and None for others.
    """

    t: float | None  # above 0: the first mean is the larger one
    degrees_of_freedom: float | None  # by Welch and Satterthwaite; from the smaller size − 1 to both sizes − 2
    p: float | None  # two-sided


def welch_of(values: Sequence[float], others: Sequence[float]) -> Welch | None:
    """The test on two samples of independent values; NaN are left out. None if fewer than two remain of either."""
    first, second = ([v for v in sample if not math.isnan(v)] for sample in (values, others))
    if min(len(first), len(second)) < LEAST_SEEDS:
        return None
    spreads = (standard_deviation(first), standard_deviation(second))
    means = (math.fsum(first) / len(first), math.fsum(second) / len(second))
    return welch((means[0], spreads[0], len(first)), (means[1], spreads[1], len(second)))


def welch(first: tuple[float, float, int], second: tuple[float, float, int]) -> Welch:
    """The test on (mean, standard deviation with ddof 1, number of values ≥ 2) of two samples.

    t = (m₁ − m₂) / √(v₁ + v₂) and ν = (v₁ + v₂)² / (v₁²/(n₁ − 1) + v₂²/(n₂ − 1)), where v = s²/n.

    Example: (97.5, 0.6, 3) and (94.9, 0.9, 3) give t = 4.163, ν = 3.485, p = .0187; the paper, from unrounded values,
    4.06, 3.40 and .021.
    """
    (mean, spread, size), (other_mean, other_spread, other_size) = first, second
    difference = mean - other_mean
    if max(spread, other_spread) <= TIE:
        return Welch(None, None, 1.0 if abs(difference) <= TIE else None)
    share, other_share = spread**2 / size, other_spread**2 / other_size
    whole = share + other_share
    degrees = whole**2 / (share**2 / (size - 1) + other_share**2 / (other_size - 1))
    t = difference / math.sqrt(whole)
    return Welch(t, degrees, student_two_sided(t, degrees))


def student_two_sided(t: float, degrees: float) -> float:
    """P(|T| ≥ |t|) for Student's distribution: I_x(ν/2, ½) at x = ν/(ν + t²); ``degrees`` ν > 0."""
    return _beta_share(degrees / 2, 0.5, degrees / (degrees + t * t), t * t / (degrees + t * t))


def _beta_share(a: float, b: float, x: float, rest: float) -> float:
    """I_x(a, b) in [0, 1], the regularised incomplete beta function; ``rest`` is 1 − x without its rounding error."""
    if x <= 0 or rest <= 0:
        return float(x > 0)
    if x > (a + 1) / (a + b + 2):  # there the fraction of the other tail converges fast
        return 1.0 - _beta_share(b, a, rest, x)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)
    return math.exp(log_front) / (a * _beta_fraction(a, b, x))


def _beta_fraction(a: float, b: float, x: float) -> float:
    """1 + d₁/(1 + d₂/(1 + …)) of I_x(a, b), from its front by Lentz's method."""
    value, above, below = 1.0, 1.0, 0.0
    for term in range(1, TERMS):
        m = term // 2
        if term % 2:
            factor = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            factor = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        below = 1.0 / (1.0 + factor * below or TINY)
        above = 1.0 + factor / above or TINY
        value *= above * below
        if abs(above * below - 1.0) < PRECISION:
            break
    return value
