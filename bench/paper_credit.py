"""The paper's credit on the household under three kinds of retrieval: does selection learn if all it sees is new?

``household/ablations/paper_credit`` from the cold starts of the household table, with the same seeds: Eq 3, Table 6's
weights, and the household's own mild ones. Means of the last ten steps.

    python bench/paper_credit.py --jobs 2 --output bench/results/paper_credit.json
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from made import in_parallel, publish
from methods_household import Order, described
from seeds import fresh

from skill1.config.load import load_config
from skill1.run.directory import read_manifest
from skill1.train.records import read_metrics
from skill1.train.trainer import Skill1Trainer

CONFIG = "household/ablations/paper_credit"
RETRIEVALS = {  # what retrieval goes by: similarity weight, UCB scale
    "Eq 3 (w 1)": (1.0, 1.0),
    "Table 6 (w .6, c 1)": (0.6, 1.0),
    "w .8, c .3": (0.8, 0.3),
}
NUMBER, STEPS, LAST = 3, 30, 10
FIGURES = (
    "outcome/success_rate",
    "oracle/selection_precision",
    "select/never_retrieved",
    "select/random_ndcg",
    "select/best_utility",
)


def main() -> None:
    """Train what is missing, write and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs-dir", type=Path, default=Path("runs/bench-household"))
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time, one thread each (default: 1)")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    seeds, kind = fresh("household")
    seeds, order = seeds[:NUMBER], Order(given.runs_dir, smoke=False)
    in_parallel(make_cold_start, [(order, seed) for seed in seeds], given.jobs)
    in_parallel(train, [(order, s, name, given.steps) for s in seeds for name in RETRIEVALS], given.jobs)
    report = described(smoke=False, seeds_are=kind) | {
        "config": CONFIG,
        "steps": given.steps,
        "averaged_steps": LAST,
    }
    report.pop("teacher")
    report["figures"] = {name: over_seeds(order, seeds, name) for name in RETRIEVALS}
    publish(report, given.output)


def make_cold_start(order: Order, seed: int) -> None:
    """The start of every run of a seed."""
    order.cold_start(seed).make()


def run_folder(order: Order, seed: int, name: str) -> Path:
    weight, scale = RETRIEVALS[name]
    return order.folder(seed) / f"paper-credit-w{weight:g}-c{scale:g}"


def train(order: Order, seed: int, name: str, steps: int) -> None:
    """One run, unless it is finished."""
    weight, scale = RETRIEVALS[name]
    settings = {
        "seed": seed,
        "model.path": order.cold_start(seed).folder,
        "train.steps": steps,
        "library.similarity_weight": weight,
        "library.ucb_scale": scale,
    }
    run = run_folder(order, seed, name)
    if not read_manifest(run).get("finished"):
        Skill1Trainer(load_config(CONFIG, [f"--{key}={value}" for key, value in settings.items()]), run).train()


def over_seeds(order: Order, seeds: list[int], name: str) -> dict[str, dict[str, object]]:
    """Each figure's mean over the seeds, and by seed."""
    rows = [read_metrics(run_folder(order, seed, name))[-LAST:] for seed in seeds]
    found = {}
    for figure in FIGURES:
        values = [statistics.fmean(row[figure] for row in of_seed if figure in row) for of_seed in rows]
        found[figure] = {
            "mean": statistics.fmean(values),
            "by_seed": dict(zip(map(str, seeds), values, strict=True)),
        }
    return found


if __name__ == "__main__":
    main()
