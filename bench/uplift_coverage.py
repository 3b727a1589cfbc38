"""How often 95 % intervals of the uplift hold the truth, on simulated controls: the one in use, and three others.

Each step plays groups of eight episodes of four tasks. A task is solved without the skill with a probability from a
Beta distribution whose mean rises over the steps, and with it more or less often. Which episodes select the skill
depends on the task; which of them are controls is a draw. The truth is the mean effect on all that select it.

    python bench/uplift_coverage.py --output bench/results/uplift_coverage.json
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from made import made_by, publish

from skill1.evaluate.figures import Z_95
from skill1.evaluate.uplift import Stratum, estimate
from skill1.policy.random import generator

TASKS, GROUP = 4, 8
KEY = 20260606
Interval = tuple[float, float]


@dataclass(frozen=True)
class Setting:
    """One kind of data. ``effect`` > 0: this share of the failures is turned into successes; < 0: the other way."""

    name: str
    steps: int
    share: float  # of controls
    effect: float
    rates: tuple[float, float]  # mean success without the skill, in the first and the last step
    concentration: float = 2.0  # of the Beta distribution of a step's tasks; 0: all tasks alike
    uneven: bool = False  # half of the tasks gain nothing, half twice the effect
    tasks_share: float = 1.0  # of tasks for which the skill is ever selected
    selected_share: float = 0.8  # of the episodes of these
    partial: bool = False  # a success pays 1, .5 or .25


SETTINGS = (
    Setting("library", 20, 0.1, 0.2, (0.1, 0.8)),
    Setting("library, no effect", 20, 0.1, 0.0, (0.1, 0.8)),
    Setting("library, 5 steps", 5, 0.2, 0.2, (0.2, 0.4)),
    Setting("library, uneven effects", 20, 0.2, 0.3, (0.1, 0.5), 1.0, uneven=True),
    Setting("library, harmful", 10, 0.2, -0.3, (0.3, 0.8)),
    Setting("library, 100 steps", 100, 0.1, 0.1, (0.1, 0.9), 1.0),
    Setting("library, partial outcomes", 20, 0.1, 0.2, (0.1, 0.8), partial=True),
    Setting("skill, 40 steps", 40, 0.2, 0.2, (0.2, 0.7), tasks_share=0.1, selected_share=0.5),
    Setting("skill, 100 steps", 100, 0.1, 0.2, (0.2, 0.7), tasks_share=0.1, selected_share=0.4),
    Setting("skill, very few", 15, 0.2, 0.3, (0.2, 0.5), tasks_share=0.1, selected_share=0.5),
    Setting("skill, near 1", 40, 0.2, 0.0, (0.92, 0.97), 0.0, tasks_share=0.1, selected_share=0.5),
    Setting("skill, from 0 to 1", 40, 0.2, 0.9, (0.03, 0.05), 0.0, tasks_share=0.1, selected_share=0.5),
    Setting("skill, strong", 40, 0.2, 0.8, (0.1, 0.2), 0.0, tasks_share=0.1, selected_share=0.5),
)


class Data(NamedTuple):
    """One row an episode that selected the skill, and the mean effect on them."""

    step: np.ndarray
    task: np.ndarray
    used: np.ndarray  # 1: acted with it, 0: control
    outcome: np.ndarray
    effect: float


def main() -> None:
    """Simulate every setting; write and print how often each interval held the truth, and how wide it was."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data-sets", type=int, default=1000)
    parser.add_argument("--resamples", type=int, default=300)
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    rows = [coverage(number, setting, arguments) for number, setting in enumerate(SETTINGS)]
    report = {
        **made_by(),
        "data_sets": arguments.data_sets,
        "standard_error_at_95": round(math.sqrt(0.95 * 0.05 / arguments.data_sets), 4),
        "coverage": rows,
        "settings": [asdict(setting) for setting in SETTINGS],
    }
    publish(report, arguments.output, rows)


def coverage(number: int, setting: Setting, arguments: argparse.Namespace) -> dict[str, object]:
    """Shares of data sets; those without a step that has both kinds of episodes are counted apart."""
    rng = generator(KEY, number)
    drawn = [simulate(rng, setting) for _ in range(arguments.data_sets)]
    compared = [data for data in drawn if strata(data)]
    truth = float(np.mean([data.effect for data in compared]))
    found: defaultdict[str, list[Interval]] = defaultdict(list)
    for data in compared:
        for name, interval in intervals(rng, data, arguments.resamples).items():
            found[name].append(interval)
    return {
        "setting": setting.name,
        "effect": round(truth, 3),
        "controls": round(float(np.mean([sum(s.withheld for s in strata(data)) for data in compared])), 1),
        "without_comparison": round(1 - len(compared) / len(drawn), 4),
        "held": {
            name: round(float(np.mean([low <= truth <= high for low, high in of])), 4)
            for name, of in found.items()
        },
        "width": {name: round(float(np.mean([high - low for low, high in of])), 3) for name, of in found.items()},
    }


def simulate(rng: np.random.Generator, setting: Setting) -> Data:
    means = np.repeat(np.linspace(*setting.rates, setting.steps), TASKS)
    rates = means
    if setting.concentration:
        rates = rng.beta(means * setting.concentration, (1 - means) * setting.concentration)
    share = setting.effect * (rng.choice([0.0, 2.0], size=len(means)) if setting.uneven else np.ones(len(means)))
    with_skill = rates + share * np.where(share > 0, 1 - rates, rates)
    concerned = rng.random(len(means)) < setting.tasks_share
    task = np.repeat(np.arange(len(means)), GROUP)
    task = task[concerned[task] & (rng.random(len(task)) < setting.selected_share)]
    used = rng.random(len(task)) >= setting.share
    won = rng.random(len(task)) < np.where(used, with_skill[task], rates[task])
    pays = rng.choice([0.25, 0.5, 1.0], size=len(task)) if setting.partial else np.ones(len(task))
    effects = (with_skill - rates)[task] * (1.75 / 3 if setting.partial else 1.0)
    effect = float(effects.mean()) if len(effects) else 0.0
    return Data(task // TASKS, task, used.astype(float), won * pays, effect)


def strata(data: Data) -> list[Stratum]:
    """The steps that have both kinds of episodes."""
    length = int(data.step.max(initial=-1)) + 1
    weights = (data.used, 1 - data.used, data.used * data.outcome, (1 - data.used) * data.outcome)
    columns = [np.bincount(data.step, weight, length).tolist() for weight in weights]
    return [Stratum(*row) for row in zip(*columns, strict=True) if row[0] and row[1]]


def intervals(rng: np.random.Generator, data: Data, resamples: int) -> dict[str, Interval]:
    rows = strata(data)
    uplift = estimate(rows)
    return {
        "newcombe": (uplift.low, uplift.high),
        **score_and_wald(rows, uplift.estimate),
        "bootstrap": bootstrap(rng, data, resamples),
    }


def score_and_wald(rows: Sequence[Stratum], difference: float) -> dict[str, Interval]:
    """Both take the variance (δ ΣP + ΣQ) / (Σw)² (Sato 1989): Wald's at the estimate, Klingenberg's (2014) at each δ.

    P = (n²c − m²a + nm(m − n)/2) / (n + m)², Q = (a(m − c) + c(n − a)) / 2(n + m) for a of n and c of m successes.
    """
    n, m, a, c = np.array(rows, dtype=float).T
    total = n + m
    weight = (n * m / total).sum()
    p = ((n**2 * c - m**2 * a + n * m * (m - n) / 2) / total**2).sum() / weight**2
    q = ((a * (m - c) + c * (n - a)) / (2 * total)).sum() / weight**2
    wald = Z_95 * math.sqrt(max(0.0, difference * p + q))
    middle = difference + Z_95**2 * p / 2
    half = math.sqrt(max(0.0, middle**2 - difference**2 + Z_95**2 * q))
    return {"klingenberg": (middle - half, middle + half), "wald": (difference - wald, difference + wald)}


def bootstrap(rng: np.random.Generator, data: Data, resamples: int) -> Interval:
    """Percentiles over resampled (step, task) clusters."""
    _, cluster = np.unique(data.task, return_inverse=True)
    count = int(cluster.max()) + 1
    steps = np.zeros((count, int(data.step.max()) + 1))
    steps[cluster, data.step] = 1
    draws = rng.multinomial(count, np.full(count, 1 / count), size=resamples)
    weights = (data.used, 1 - data.used, data.used * data.outcome, (1 - data.used) * data.outcome)
    n, m, a, c = ((draws * np.bincount(cluster, weight, count)) @ steps for weight in weights)
    both = (n > 0) & (m > 0)
    n, m = np.where(both, n, 1), np.where(both, m, 1)
    weight = np.where(both, n * m / (n + m), 0)
    kept = weight.sum(axis=1) > 0
    found = (weight * (a / n - c / m)).sum(axis=1)[kept] / weight.sum(axis=1)[kept]
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


if __name__ == "__main__":
    main()
