"""Statistics of paired comparisons over tasks and seeds: pure functions of arrays, without scipy.

Arrays named ``_ST`` have one row for each seed and one column for each task; a cell is the mean over the repeats that
are not in error, in [0, 1], and NaN where there is none. Every task counts once: means are over tasks of the mean over
seeds. Random draws come from Philox generators with fixed keys, so each figure is a function of its arguments alone.

Welch's t-test, as in the paper's appendix D over seeds: B. L. Welch, "The generalization of Student's problem when
several different population variances are involved", Biometrika 34 (1947).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from skill1.evaluate.figures import Z_95
from skill1.policy.random import generator

RESAMPLES = 10_000  # bootstrap: the standard error of a 2.5 % quantile's level is then 0.16 %
FLIPS = 100_000  # Monte Carlo sign flips; the smallest p-value is 1 / 100,001
EXACT_TASKS = 16  # up to 2^16 sign patterns are counted one by one
KEY = (20260508,)  # fixed root of all draws made here
BLOCK_CELLS = 2_000_000  # numbers drawn at once: bounds the memory for large splits
KEPT_CELLS = 8_000_000  # draws kept for the next arm: 16 MB at most for each number of tasks
MANY_TASKS = 5000  # from here on kinds of tasks are drawn: one by one, Search-QA's 51,713 would take minutes
TIE = 1e-9  # sums of differences closer than this are equal: rounding must not break ties


def task_means(values_ST: np.ndarray) -> np.ndarray:
    """Mean over seeds of each task, shape (tasks,); NaN where no seed has a value."""
    present = ~np.isnan(values_ST)
    counts = present.sum(axis=0)
    # Not nanmean, which warns of a task without a value; here it is an ordinary case.
    sums = np.where(present, values_ST, 0.0).sum(axis=0)
    return np.divide(sums, counts, out=np.full(values_ST.shape[1], np.nan), where=counts > 0)


def mean_over_tasks(values_ST: np.ndarray) -> float:
    """Mean over tasks of the mean over seeds; NaN without a value."""
    means = task_means(values_ST)
    return float(np.nanmean(means)) if not np.isnan(means).all() else math.nan


def seed_means(values_ST: np.ndarray) -> list[float]:
    """Mean over tasks of each seed by itself; NaN for a seed without a value."""
    return [mean_over_tasks(row[None, :]) for row in values_ST]


def standard_deviation(values: Sequence[float]) -> float | None:
    """With ddof 1; None for fewer than two values."""
    return float(np.std(values, ddof=1)) if len(values) > 1 else None


def bootstrap_mean(values_ST: np.ndarray, *, resamples: int = RESAMPLES) -> tuple[float, float] | None:
    """95 % interval of :func:`mean_over_tasks` by resampling seeds and tasks; see :func:`bootstrap_difference`."""
    (kinds_SK,), counts_K = _kinds(values_ST)

    def means(rng: np.random.Generator, size: int) -> np.ndarray:
        return _resampled(kinds_SK, _draws(rng, size, len(kinds_SK)))

    return _bootstrap(means, counts_K, resamples, is_one_seed=len(kinds_SK) == 1)


def bootstrap_difference(
    values_ST: np.ndarray, baseline_ST: np.ndarray, *, same_seeds: bool, resamples: int = RESAMPLES
) -> tuple[float, float] | None:
    """95 % percentile interval of the mean paired difference; None without a task that both have.

    Each resample draws seeds with replacement (one draw for both arms when they were trained with the same seeds), then
    tasks with replacement: one draw for both arms and all seeds, since all of them played the same tasks (crossed
    factors; A. B. Owen, "The pigeonhole bootstrap", 2007). An arm with one seed keeps it.
    """
    (kinds_SK, baseline_SK), counts_K = _kinds(values_ST, baseline_ST)

    def differences(rng: np.random.Generator, size: int) -> np.ndarray:
        first = _draws(rng, size, len(kinds_SK))
        # One draw for both keeps what a seed does to both arms out of the difference.
        second = first if same_seeds else _draws(rng, size, len(baseline_SK))
        return _resampled(kinds_SK, first) - _resampled(baseline_SK, second)

    return _bootstrap(differences, counts_K, resamples, is_one_seed=len(kinds_SK) == len(baseline_SK) == 1)


def _kinds(*values_ST: np.ndarray) -> tuple[list[np.ndarray], np.ndarray]:
    """One column for each kind of task, and how many tasks are of it; up to ``MANY_TASKS`` each is its own kind.

    Tasks with the same values in all arrays are of one kind. Resamples of either are distributed alike, but are other
    draws: small splits keep the figures that were once printed of them.
    """
    tasks = values_ST[0].shape[1]
    if tasks <= MANY_TASKS:
        return list(values_ST), np.ones(tasks)
    # No value is below 0, so −1 can stand for NaN, which equals nothing.
    stacked = np.nan_to_num(np.concatenate(values_ST), nan=-1.0)
    _, first, counts_K = np.unique(stacked, axis=1, return_index=True, return_counts=True)
    return [values[:, first] for values in values_ST], counts_K


def _draws(rng: np.random.Generator, size: int, choices: int) -> np.ndarray:
    """How often each of ``choices`` is drawn in ``choices`` draws with replacement, shape (size, choices)."""
    # Counts instead of places: a resample is then a product of matrices.
    return rng.multinomial(choices, np.full(choices, 1 / choices), size=size).astype(np.float64)


def _resampled(values_ST: np.ndarray, seeds_BS: np.ndarray) -> np.ndarray:
    """Task means under seed weights, shape (resamples, tasks); NaN where no drawn seed has a value."""
    present_ST = ~np.isnan(values_ST)
    sums_BT = seeds_BS @ np.where(present_ST, values_ST, 0.0)
    counts_BT = seeds_BS @ present_ST.astype(np.float64)
    return np.divide(sums_BT, counts_BT, out=np.full_like(sums_BT, np.nan), where=counts_BT > 0)


def _bootstrap(
    resample: Callable[[np.random.Generator, int], np.ndarray],
    counts_K: np.ndarray,
    resamples: int,
    *,
    is_one_seed: bool,
) -> tuple[float, float] | None:
    """Quantiles of the task-weighted mean of ``resample(rng, size)``, drawn in blocks; ``counts_K`` tasks a column.

    ``is_one_seed``: of each arm, so that no seeds are drawn, and every resample has the same values.
    """
    tasks = int(counts_K.sum())
    if tasks == 0:
        return None
    rng = generator(*KEY, resamples)
    block = max(1, BLOCK_CELLS // len(counts_K))
    is_kept = is_one_seed and tasks == len(counts_K) and tasks * resamples <= KEPT_CELLS
    means: list[np.ndarray] = []
    for start in range(0, resamples, block):
        size = min(block, resamples - start)
        values_BK = resample(rng, 1 if is_one_seed else size)
        if is_kept:
            drawn_BK = _drawn_tasks(tasks, resamples)[start : start + size]
        else:
            drawn_BK = rng.multinomial(tasks, counts_K / tasks, size=size).astype(np.float64)
        weights_BK = np.where(np.isnan(values_BK), 0.0, drawn_BK)
        totals = weights_BK.sum(axis=1)
        # The values too, because 0 times nan is nan.
        sums = (weights_BK * np.nan_to_num(values_BK)).sum(axis=1)
        # A resample that drew no task with a value has no mean.
        means.append(sums[totals > 0] / totals[totals > 0])
    found = np.concatenate(means)
    if len(found) == 0:
        return None
    low, high = np.quantile(found, (0.025, 0.975))
    return _without_rounding(low), _without_rounding(high)


@lru_cache(maxsize=16)
def _drawn_tasks(tasks: int, resamples: int) -> np.ndarray:
    """The draws of all arms of one seed: drawn once, for they take most of the time of a comparison."""
    drawn = generator(*KEY, resamples).multinomial(tasks, np.ones(tasks) / tasks, size=resamples)
    return drawn.astype(np.uint16)  # no count is above MANY_TASKS


def _without_rounding(bound: float) -> float:
    """The bound, or 0 where only rounding sets it apart: whether an interval contains 0 decides what is claimed."""
    return 0.0 if abs(bound) <= TIE else float(bound)


def sign_flip_test(differences: Sequence[float], *, flips: int = FLIPS) -> tuple[float, bool]:
    """Two-sided paired permutation test; returns the p-value and whether it is exact.

    Under the null hypothesis each difference is as likely to have the other sign. p is the share of sign patterns whose
    |sum| is at least the observed one: over all 2^n of the n differences that are not 0 if n ≤ 16, or if all have one
    size (then it is a binomial tail); else (b + 1) / (m + 1), with b of m random patterns (Phipson and Smyth, 2010).
    """
    # A difference of 0 has the same sum under either sign: leaving it out changes no share.
    moving = np.asarray([d for d in differences if abs(d) > TIE], dtype=np.float64)
    if len(moving) == 0:
        return 1.0, True
    if np.ptp(np.abs(moving)) <= TIE:
        wins = int((moving > 0).sum())
        return mcnemar_exact(wins, len(moving) - wins), True
    # A little less, so that a pattern with the same sum but for rounding counts as extreme.
    observed = abs(float(moving.sum())) - TIE
    if len(moving) <= EXACT_TASKS:
        # The bits of the numbers below 2ⁿ are all patterns of signs.
        patterns = np.arange(2 ** len(moving))[:, None] >> np.arange(len(moving)) & 1
        return float((np.abs((1 - 2 * patterns) @ moving) >= observed).mean()), True
    # The observed pattern is one of them, so p is never 0.
    return (_extreme_flips(moving, observed, flips) + 1) / (flips + 1), False


def _extreme_flips(moving: np.ndarray, observed: float, flips: int) -> int:
    """How many of ``flips`` random sign patterns give an absolute sum of at least ``observed``."""
    rng = generator(*KEY, flips)
    if len(moving) > MANY_TASKS:
        return _extreme_flips_by_size(np.abs(moving), observed, flips, rng)
    block = max(1, BLOCK_CELLS // len(moving))
    extreme = 0
    for start in range(0, flips, block):
        signs = 1.0 - 2.0 * rng.integers(2, size=(min(block, flips - start), len(moving)))
        extreme += int((np.abs(signs @ moving) >= observed).sum())
    return extreme


def _extreme_flips_by_size(sizes: np.ndarray, observed: float, flips: int, rng: np.random.Generator) -> int:
    """The same of many differences, by how many of each size are positive; sizes that rounding parts are one."""
    _, first, counts_K = np.unique(sizes.round(9), return_index=True, return_counts=True)
    block = max(1, BLOCK_CELLS // len(counts_K))
    extreme = 0
    for start in range(0, flips, block):
        positive_BK = rng.binomial(counts_K, 0.5, size=(min(block, flips - start), len(counts_K)))
        extreme += int((np.abs((2.0 * positive_BK - counts_K) @ sizes[first]) >= observed).sum())
    return extreme


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Exact McNemar test on the tasks that exactly one of two arms solves (Q. McNemar, 1947): a fair coin, two-sided.

    p = min(1, 2·P(X ≤ min(b, c))), X ~ Binomial(b + c, ½).
    """
    trials = only_first + only_second
    tail = term = 1
    for k in range(min(only_first, only_second)):
        # From C(n, k) to C(n, k + 1): each anew takes seconds for thousands of trials.
        term = term * (trials - k) // (k + 1)
        tail += term
    # Whole numbers until here; a ratio of large ones rounds once.
    return min(1.0, 2 * tail / 2**trials)


def discordant(values: np.ndarray, baseline: np.ndarray) -> tuple[int, int]:
    """Pairs only the first solves, pairs only the baseline solves; arrays of equal shape hold 0, 1 or NaN."""
    return int(((values == 1) & (baseline == 0)).sum()), int(((values == 0) & (baseline == 1)).sum())


def cohens_h(rate: float, baseline: float) -> float:
    """Cohen's effect size of two proportions, 2·asin √p − 2·asin √q, in [−π, π]; 0.2 is small, 0.8 large (1988)."""
    return 2 * math.asin(math.sqrt(_clipped(rate))) - 2 * math.asin(math.sqrt(_clipped(baseline)))


def _clipped(rate: float) -> float:
    return min(1.0, max(0.0, rate))  # a mean of means may leave [0, 1] by a rounding error


def discordant_odds_ratio(only_first: int, only_second: int) -> tuple[float, tuple[float, float]]:
    """Odds ratio of discordant pairs, (b + ½) / (c + ½) (Haldane's correction), with its 95 % Wald interval.

    The standard error of its logarithm is √(1/(b + ½) + 1/(c + ½)).
    """
    first, second = only_first + 0.5, only_second + 0.5
    spread = Z_95 * math.sqrt(1 / first + 1 / second)
    ratio = first / second
    return ratio, (ratio * math.exp(-spread), ratio * math.exp(spread))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values that keep the chance of any false claim at the level (S. Holm, 1979), in the given order.

    The i-th smallest of m is multiplied by m − i + 1, then made no smaller than those before it, and at most 1.
    """
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for place, index in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = largest
    return adjusted


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
    # Seeds that differ by rounding alone would give a t of any size.
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
        # Rounded to an end of [0, 1], where the logarithms below do not exist.
        return float(x > 0)
    if x > (a + 1) / (a + b + 2):  # there the fraction of the other tail converges fast
        return 1.0 - _beta_share(b, a, rest, x)
    # Logarithms: the gamma function itself overflows from 172 on.
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
        # `or` binds last: a denominator of exactly 0 becomes TINY.
        below = 1.0 / (1.0 + factor * below or TINY)
        above = 1.0 + factor / above or TINY
        value *= above * below
        if abs(above * below - 1.0) < PRECISION:
            break
    return value
