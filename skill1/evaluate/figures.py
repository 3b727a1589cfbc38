"""The figures of some episodes, tasks being the unit: repeats of a task sharpen its own share, never the interval.

Intervals are Wilson's of a success rate, the bootstrap's of a mean over tasks, and Newcombe's of a difference of two
rates, honest also for few trials and rates of 0 or 1: R. G. Newcombe, "Interval estimation for the difference between
independent proportions" and "Improved confidence intervals for the difference between binomial proportions based on
paired data", Statistics in Medicine 17 (1998).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from skill1.policy.random import generator
from skill1.schema import Episode


def summary(episodes: Sequence[Episode]) -> dict[str, object]:
    """Success with both intervals, outcome and turns. Episodes in error are counted and left out of all else.

    ``success_rate``, ``mean_outcome``, ``mean_score`` and ``mean_turns`` are means over tasks of the mean over a task's
    episodes: each task counts once. Without an episode that is not in error they and the intervals are None, and
    ``mean_score`` is where an episode has none.
    """
    survivors = [episode for episode in episodes if episode.ok]
    by_task = _by_task(survivors)
    # As fractions: their sum is exact, so a rate does not depend on the order of episodes.
    shares = _shares(by_task)
    # All turns alike: the share of broken formats is about answers, not about tasks.
    turns = [turn for episode in survivors for turn in episode.turns]
    return {
        # Of all episodes: a task whose episodes all ended in errors is counted, too.
        "tasks": len({episode.task.id for episode in episodes}),
        "episodes": len(survivors),
        "errors": len(episodes) - len(survivors),
        "successes": sum(episode.success for episode in survivors),
        "success_rate": success_rate(episodes),
        # A task's share is a fraction where it has repeats; the number of trials is still that of tasks.
        "interval_95": list(wilson(float(sum(shares)), len(shares))) if shares else None,
        "bootstrap_95": list(bootstrap_tasks([float(share) for share in shares])) if shares else None,
        "mean_outcome": _mean_over_tasks(by_task, lambda episode: episode.outcome),
        "mean_score": _mean_score(by_task),
        "mean_turns": _mean_over_tasks(by_task, lambda episode: len(episode.turns)),
        "invalid_action_share": sum(not turn.valid for turn in turns) / len(turns) if turns else None,
    }


def success_rate(episodes: Sequence[Episode]) -> float | None:
    """Mean over tasks of each task's share of successes, exactly rounded; None if every episode is in error."""
    shares = _shares(_by_task([episode for episode in episodes if episode.ok]))
    return float(sum(shares) / len(shares)) if shares else None


def by_type(episodes: Sequence[Episode], order: Iterable[str] = ()) -> dict[str, dict[str, object]]:
    """The figures of each task type, by name; types in ``order`` come first, as there."""
    types = in_order({episode.task.type for episode in episodes}, order)
    return {name: summary([e for e in episodes if e.task.type == name]) for name in types}


def in_order(names: Iterable[str], order: Iterable[str]) -> list[str]:
    """Each name once: those in ``order`` as there, then the others by alphabet."""
    found = set(names)
    first = [name for name in dict.fromkeys(order) if name in found]
    return [*first, *sorted(found.difference(first))]


def macro_success_rate(types: Mapping[str, Mapping[str, object]]) -> float | None:
    """Mean of the types' success rates, each type counting once; types without a rate are left out."""
    rates = [figures["success_rate"] for figures in types.values() if figures["success_rate"] is not None]
    return math.fsum(rates) / len(rates) if rates else None


def _by_task(episodes: Sequence[Episode]) -> dict[str, list[Episode]]:
    groups: dict[str, list[Episode]] = {}
    for episode in episodes:
        groups.setdefault(episode.task.id, []).append(episode)
    return groups


def _shares(by_task: Mapping[str, Sequence[Episode]]) -> list[Fraction]:
    return [Fraction(sum(e.success for e in of_task), len(of_task)) for of_task in by_task.values()]


def _mean_score(by_task: Mapping[str, Sequence[Episode]]) -> float | None:
    """Of the environment's own score; it gives one to every episode or to none."""
    if any(episode.score is None for of_task in by_task.values() for episode in of_task):
        return None
    return _mean_over_tasks(by_task, lambda episode: float(episode.score or 0.0))


def _mean_over_tasks(by_task: Mapping[str, Sequence[Episode]], value: Callable[[Episode], float]) -> float | None:
    means = [math.fsum(map(value, of_task)) / len(of_task) for of_task in by_task.values()]
    return math.fsum(means) / len(means) if means else None


Z_95 = 1.959963984540054  # 97.5 % quantile of the standard normal distribution


def wilson(successes: float, trials: float, z: float = Z_95) -> tuple[float, float]:
    """Wilson score interval of a proportion (E. B. Wilson, 1927); (0, 1) without trials.

    Example: 8 of 10 at 95 % gives (.490, .943).
    """
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    centre = rate + z * z / (2 * trials)
    spread = z * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else (centre - spread) / scale  # exactly; rounding leaves 1e-17
    high = 1.0 if successes == trials else (centre + spread) / scale
    return low, high


RESAMPLES = 10_000
BOOTSTRAP_KEY = (20260507, RESAMPLES)  # fixed: the interval is a function of the values alone
BLOCK_DRAWS = 4_000_000  # task indices drawn at once: bounds the memory for large splits


def bootstrap_tasks(values: Sequence[float]) -> tuple[float, float]:
    """95 % percentile interval of the mean of ``values``, one for each task; (0, 1) without values.

    Draws as many tasks as there are with replacement, ``RESAMPLES`` times, and takes the 2.5 % and 97.5 % quantiles of
    the means, linearly interpolated (B. Efron, 1979). Draws come from a Philox generator with a fixed key.
    """
    if not values:
        return 0.0, 1.0
    numbers = np.asarray(values, dtype=np.float64)
    rng = generator(*BOOTSTRAP_KEY)
    block = max(1, BLOCK_DRAWS // len(numbers))
    means = [
        numbers[rng.integers(len(numbers), size=(min(block, RESAMPLES - start), len(numbers)))].mean(axis=1)
        for start in range(0, RESAMPLES, block)
    ]
    low, high = np.quantile(np.concatenate(means), (0.025, 0.975))
    return float(low), float(high)


def newcombe(
    rate: float, trials: float, other: float, other_trials: float, *, correlation: float = 0.0
) -> tuple[float, float]:
    """95 % interval of ``rate − other``, within [−1, 1], from the Wilson limits (l, u) of both (method 10 of 1998).

    The lower limit is d − √(a² − 2φab + b²) with a = rate − l of the first and b = u − rate of the second; the upper
    one has the other two distances. φ is 0 for independent trials. Means of values in [0, 1] are rates, too: their
    variance is at most that of a rate, so the interval is then rather too wide.

    Example: 56 of 70 against 48 of 80 gives (.0524, .3339).
    """
    low, high = wilson(rate * trials, trials)
    other_low, other_high = wilson(other * other_trials, other_trials)
    below = _joined(rate - low, other_high - other, correlation)
    above = _joined(high - rate, other - other_low, correlation)
    return rate - other - below, rate - other + above


def newcombe_paired(both: int, only_first: int, only_second: int, neither: int) -> tuple[float, float]:
    """95 % interval of the difference of two rates on the same pairs; (−1, 1) without pairs.

    φ = (ad − bc) / √((a+b)(c+d)(a+c)(b+d)) of the table (a both, b only first, c only second, d neither). A positive
    ad − bc is first lessened by half the pairs, at most to 0; a margin of 0 makes φ 0.
    """
    pairs = both + only_first + only_second + neither
    if pairs == 0:
        return -1.0, 1.0
    product = both * neither - only_first * only_second
    if product > 0:
        # Newcombe's correction for continuity: a smaller φ widens the interval, most so with few pairs.
        product = max(0.0, product - pairs / 2)
    margins = (both + only_first, only_second + neither, both + only_second, only_first + neither)
    correlation = product / math.sqrt(math.prod(margins)) if all(margins) else 0.0
    return newcombe(margins[0] / pairs, pairs, margins[2] / pairs, pairs, correlation=correlation)


def _joined(first: float, second: float, correlation: float) -> float:
    # Rounding can bring a sum that should be 0 just below it, and then it has no root.
    return math.sqrt(max(0.0, first * first - 2 * correlation * first * second + second * second))
