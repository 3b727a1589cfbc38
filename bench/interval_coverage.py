"""How often the 95 % intervals of ``skill1 eval`` and ``skill1 compare`` hold the truth, on simulated results.

A task t is solved by the policy of seed s with probability σ(a + 1.5 z_t + u_s), z_t ~ N(0, 1), u_s ~ N(0, spread²);
a is set so that the mean over tasks and seeds is the wanted rate. Each data set has 100 tasks that every seed plays. A
second arm with the same tasks has an a higher by a half, and an own u_s for each seed. The truths are means over all
tasks there could be: over all seeds, too, or for the seeds of the data set alone ("given the seeds").

    python bench/interval_coverage.py --output bench/results/interval_coverage.json
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from made import made_by, publish

from skill1.evaluate import statistics
from skill1.evaluate.figures import wilson
from skill1.policy.random import generator

RATES = (0.2, 0.5, 0.9)
SEEDS = (1, 2, 3, 5)
TASKS = 100
TASK_SPREAD = 1.5
EFFECT = 0.5  # in logits
NODES, NODE_WEIGHTS = np.polynomial.hermite_e.hermegauss(60)


def main() -> None:
    """Simulate every rate with every number of seeds; write and print how often each interval held its truth."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data-sets", type=int, default=400)
    parser.add_argument(
        "--resamples", type=int, default=500, help="fewer than the 10,000 in use, to be done in minutes"
    )
    parser.add_argument(
        "--seed-spread", type=float, default=0.3, help="in logits; at a rate of .5, 0.3 is about 5 points"
    )
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    rows = [
        {"rate": rate, "seeds": seeds, **coverage(rate, seeds, arguments)} for rate in RATES for seeds in SEEDS
    ]
    report = {
        **made_by(),
        "data_sets": arguments.data_sets,
        "resamples": arguments.resamples,
        "tasks": TASKS,
        "task_spread_logits": TASK_SPREAD,
        "seed_spread_logits": arguments.seed_spread,
        "standard_error_at_95": round(math.sqrt(0.95 * 0.05 / arguments.data_sets), 4),
        "coverage": rows,
    }
    publish(report, arguments.output)


def coverage(rate: float, seeds: int, options: argparse.Namespace) -> dict[str, float]:
    """Share of the data sets in which each interval holds its truth."""
    rng = generator(20261121, round(100 * rate), seeds)
    held: dict[str, list[bool]] = {}
    for _ in range(options.data_sets):
        for name, is_held in one_data_set(rng, rate, seeds, options):
            held.setdefault(name, []).append(is_held)
    found = {name: round(float(np.mean(values)), 4) for name, values in held.items()}
    print(f"rate {rate}, {seeds} seeds: {found}", file=sys.stderr, flush=True)
    return found


def one_data_set(rng, rate: float, seeds: int, options: argparse.Namespace) -> Iterator[tuple[str, bool]]:
    """Names of the intervals, and whether each holds its truth."""
    spread, resamples = options.seed_spread, options.resamples
    base = offset(rate, spread)
    tasks_T = TASK_SPREAD * rng.standard_normal(TASKS)
    shifts = spread * rng.standard_normal((2, seeds))
    arms = [
        played(rng, base + lift + shift[:, None] + tasks_T)
        for lift, shift in zip((0, EFFECT), shifts, strict=True)
    ]
    given = [
        float(np.mean([task_mean(base + lift + u) for u in shift]))
        for lift, shift in zip((0, EFFECT), shifts, strict=True)
    ]
    truths = [rate, seed_mean(base + EFFECT, spread)]
    interval = statistics.bootstrap_mean(arms[0], resamples=resamples)
    pair = statistics.bootstrap_difference(arms[1], arms[0], same_seeds=True, resamples=resamples)
    yield "mean", holds(interval, truths[0])
    yield "mean_given_the_seeds", holds(interval, given[0])
    yield "difference", holds(pair, truths[1] - truths[0])
    yield "difference_given_the_seeds", holds(pair, given[1] - given[0])
    if seeds == 1:
        yield "wilson_given_the_seeds", holds(wilson(float(arms[0].sum()), TASKS), given[0])


def played(rng, logits_ST: np.ndarray) -> np.ndarray:
    return (rng.random(logits_ST.shape) < 1 / (1 + np.exp(-logits_ST))).astype(np.float64)


def holds(interval: tuple[float, float] | None, truth: float) -> bool:
    return interval is not None and interval[0] <= truth <= interval[1]


def task_mean(logit: float) -> float:
    """Mean probability over all tasks there could be, for one seed, by Gauss-Hermite quadrature."""
    return over_normal(logit, TASK_SPREAD)


def seed_mean(logit: float, spread: float) -> float:
    """The same over all seeds, too: the sum of two normal spreads is one."""
    return over_normal(logit, math.hypot(TASK_SPREAD, spread))


def over_normal(logit: float, spread: float) -> float:
    values = 1 / (1 + np.exp(-(logit + spread * NODES)))
    return float(NODE_WEIGHTS @ values / NODE_WEIGHTS.sum())


def offset(rate: float, spread: float) -> float:
    """The logit at which the mean over tasks and seeds is ``rate``, by bisection."""
    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if seed_mean(middle, spread) < rate else (low, middle)
    return (low + high) / 2


if __name__ == "__main__":
    main()
