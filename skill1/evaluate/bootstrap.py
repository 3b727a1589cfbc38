"""Percentile bootstrap over tasks: the interval of a mean that does not assume how the tasks' values are spread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from skill1.policy.random import generator

RESAMPLES = 10_000
BOOTSTRAP_KEY = (20260507, RESAMPLES)  # fixed: the interval is a function of the values alone
BLOCK_DRAWS = 4_000_000  # task indices drawn at once: bounds the memory for large splits


def bootstrap_mean(values: Sequence[float], *, resamples: int = RESAMPLES) -> tuple[float, float]:
    """95 % percentile interval of the mean of ``values``, one for each task; (0, 1) without values.

    Draws as many tasks as there are with replacement, ``resamples`` times, and takes the 2.5 % and 97.5 % quantiles of
    the means, linearly interpolated (B. Efron, 1979). Draws come from a Philox generator with a fixed key.
    """
    if not values:
        return 0.0, 1.0
    numbers = np.asarray(values, dtype=np.float64)
    rng = generator(*BOOTSTRAP_KEY)
    block = max(1, BLOCK_DRAWS // len(numbers))
    means = [
        numbers[rng.integers(len(numbers), size=(min(block, resamples - start), len(numbers)))].mean(axis=1)
        for start in range(0, resamples, block)
    ]
    low, high = np.quantile(np.concatenate(means), (0.025, 0.975))
    return float(low), float(high)
