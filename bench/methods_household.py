"""Five systems on the household world: the same tiny policy, the same number of episodes, one table with intervals.

    bash launch_scripts/household/compare_methods.sh
    python bench/methods_household.py --jobs 2 --output bench/results/methods_household.json

Without ``--seeds`` they are those drawn for the household table (``bench/seeds.py``); its runs of GRPO and Skill1, in
``runs/bench-household``, serve here too. Each seed makes one cold start; every method begins with it and plays about
as many training episodes, gates and collection included. Then each is evaluated on new tasks in the training homes
(split `seen`) and in homes never seen (`heldout`) with the library it ended with, read-only. The teacher of SkillRL,
Skill-Pro and SkillOpt is the environment's rule-based analyst, a domain expert and no language model: its notes are
correct, so the figures say what each method does with correct notes. What is finished is not repeated; a killed run
resumes.
Figures do not depend on ``--jobs``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from made import in_parallel, made_by, write
from rich.console import Console
from rich.table import Table
from seeds import fresh

from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.evaluate.arms import read_eval
from skill1.evaluate.compare import compare_results
from skill1.evaluate.storage import EVAL_FOLDER, Contestant, evaluate_once
from skill1.recipes.cold_start import ColdStart, read_stamp
from skill1.recipes.worlds import HOUSEHOLD
from skill1.run.directory import read_manifest, update_manifest
from skill1.train.records import read_metrics
from skill1.train.trainer import Skill1Trainer

METHODS = ("grpo", "skillrl", "skillpro", "skillopt", "skill1")
START = "cold_start"
SPLITS = ("seen", "heldout")
LAST_STEPS = 10
SMOKE = (
    "--train.steps=2",
    "--train.tasks_per_step=2",
    "--train.group_size=4",
    "--eval.limit=24",
    "--eval.round_tasks=8",
)


@dataclass(frozen=True)
class Order:
    """What is to be run, and where."""

    runs_dir: Path
    smoke: bool

    def folder(self, seed: int) -> Path:
        return self.runs_dir / f"seed-{seed}"

    def cold_start(self, seed: int) -> ColdStart:
        return ColdStart(self.folder(seed) / HOUSEHOLD.cold_start_folder, seed=seed, smoke=self.smoke)

    def run(self, seed: int, method: str) -> Path:
        return self.folder(seed) / f"household-{method}"

    def config(self, seed: int, method: str) -> Skill1Config:
        own = [f"--seed={seed}", f"--model.path={self.cold_start(seed).folder}"]
        return load_config(f"household/{method}", [*own, *(SMOKE if self.smoke else ())])


def main() -> None:
    """Run what is missing, write and print the gathered figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", help="default: those drawn for the household table")
    parser.add_argument("--methods", nargs="+", choices=METHODS, default=list(METHODS))
    parser.add_argument("--runs-dir", type=Path, default=Path("runs/bench-household"))
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time, one thread each (default: 2)")
    parser.add_argument("--smoke", action="store_true", help="two steps of each: to see that the machinery runs")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    seeds, kind = fresh("household", given.seeds)
    order = Order(given.runs_dir / "smoke" if given.smoke else given.runs_dir, given.smoke)
    in_parallel(make_cold_start, [(order, seed) for seed in seeds], given.jobs)
    in_parallel(train_and_evaluate, [(order, s, m) for s in seeds for m in reversed(given.methods)], given.jobs)
    report = described(given.smoke, kind) | gathered(order, seeds, given.methods)
    write(report, given.output)
    show(report)


def make_cold_start(order: Order, seed: int) -> None:
    """The policy every method of a seed begins with, and how well it does alone."""
    cold_start = order.cold_start(seed)
    cold_start.make()
    config = order.config(seed, "grpo")
    identity = str(read_stamp(cold_start.folder)["files"])
    for split in SPLITS:
        evaluate_once(Contestant(config, str(cold_start.folder), cold_start.folder, identity), split, "none")


def train_and_evaluate(order: Order, seed: int, method: str) -> None:
    """One method on one seed."""
    config, run = order.config(seed, method), order.run(seed, method)
    if not read_manifest(run).get("finished"):
        started = time.perf_counter(), time.process_time()
        Skill1Trainer(config, run).train()
        seconds = {"wall_s": time.perf_counter() - started[0], "cpu_s": time.process_time() - started[1]}
        update_manifest(run, seconds=seconds)  # of the last process, if it was killed in between
    newest = max((run / "checkpoints").glob("step_*"))
    identity = hashlib.sha256((newest / "MANIFEST.json").read_bytes()).hexdigest()
    contestant = Contestant(config, str(newest), run, identity)
    for split, library in evaluations(method):
        evaluate_once(contestant, split, library)


def evaluations(method: str) -> list[tuple[str, str]]:
    """(split, library) of a method: without one for GRPO, and for Skill1 also one that grows in new homes."""
    if method == "grpo":
        return [(split, "none") for split in SPLITS]
    return [(split, "frozen") for split in SPLITS] + ([("heldout", "fresh")] if method == "skill1" else [])


def described(smoke: bool, seeds_are: str) -> dict[str, object]:
    """What the figures were measured on and with."""
    return {
        **made_by(),
        "smoke": smoke,
        "seeds_are": seeds_are,
        "teacher": "rule-based analyst of the environment; no language model",
    }


def gathered(order: Order, seeds: Sequence[int], methods: Sequence[str]) -> dict[str, object]:
    """Per seed and over seeds: training, budget, cost, evaluations, and paired differences to the cold start."""
    per_seed = {str(seed): {m: run_figures(order, seed, m) for m in methods} for seed in seeds}
    start = {split: over_seeds(order, seeds, START, split, "none") for split in SPLITS}
    found = {m: {f"{s}-{lib}": over_seeds(order, seeds, m, s, lib) for s, lib in evaluations(m)} for m in methods}
    return {"seeds": per_seed, START: start, "methods": found}


def run_figures(order: Order, seed: int, method: str) -> dict[str, float]:
    """Training success, episodes played and cost of one run."""
    rows, config, run = read_metrics(order.run(seed, method)), order.config(seed, method), order.run(seed, method)
    last = [row["outcome/success_rate"] for row in rows[-LAST_STEPS:] if "outcome/success_rate" in row]
    gates = sum(row.get("budget/gate_episodes", 0.0) for row in rows)
    collected = config.skillrl.collect_episodes if method == "skillrl" else 0
    played = len(rows) * config.train.tasks_per_step * config.train.group_size + gates + collected
    manifest = read_manifest(run)
    return {
        "training_last10": sum(last) / len(last),
        "episodes": played,
        "library_size": rows[-1].get("library/size", 0.0),
        **{key: manifest.get("seconds", {}).get(key) for key in ("cpu_s", "wall_s")},
    }


def eval_file(order: Order, seed: int, who: str, split: str, library: str) -> Path:
    """Where ``evaluate_once`` keeps a result."""
    folder = order.cold_start(seed).folder if who == START else order.run(seed, who)
    return folder / EVAL_FOLDER / f"{split}-{library}.json"


def over_seeds(order: Order, seeds: Sequence[int], who: str, split: str, library: str) -> dict[str, object]:
    """Success of each seed, and the paired difference to the cold start over seeds and tasks."""
    files = [eval_file(order, seed, who, split, library) for seed in seeds]
    rates = [json.loads(file.read_text(encoding="utf-8"))["success_rate"] for file in files]
    figures: dict[str, object] = {"success_rate": sum(rates) / len(rates), "by_seed": rates}
    if who == START:
        return figures
    baseline = [eval_file(order, seed, START, split, "none") for seed in seeds]
    (pair,) = compare_results([read_eval(file) for file in (*baseline, *files)])["pairs"]
    keys = ("difference", "interval_95", "permutation_p", "tasks")
    return figures | {"over_cold_start": {key: pair[key] for key in keys if key in pair}}


def show(report: dict) -> None:
    """The table."""
    table = Table(
        "",
        "training, last 10",
        "new tasks, training homes",
        "over the start",
        "new homes",
        "over the start",
        "episodes",
        "CPU min",
    )
    start = report[START]
    table.add_row(START, "–", share(start["seen"]), "", share(start["heldout"]), "", "", "")
    for method, found in report["methods"].items():
        runs = [seed[method] for seed in report["seeds"].values()]
        seen, heldout = (
            found[next(k for k in found if k.startswith(split) and not k.endswith("fresh"))] for split in SPLITS
        )
        cpu = [run["cpu_s"] for run in runs if run["cpu_s"] is not None]
        table.add_row(
            method,
            f"{sum(r['training_last10'] for r in runs) / len(runs):.2f}",
            share(seen),
            difference(seen),
            share(heldout),
            difference(heldout),
            f"{sum(r['episodes'] for r in runs) / len(runs):,.0f}",
            f"{sum(cpu) / len(cpu) / 60:.1f}" if cpu else "–",
        )
        if "heldout-fresh" in found:
            fresh = found["heldout-fresh"]
            table.add_row(f"{method}, growing on", "", "", "", share(fresh), difference(fresh), "", "")
    Console(width=160).print(table)


def share(entry: dict) -> str:
    """Mean and each seed."""
    return f"{entry['success_rate']:.2f} ({', '.join(f'{rate:.2f}' for rate in entry['by_seed'])})"


def difference(entry: dict) -> str:
    """With its interval."""
    found = entry["over_cold_start"]
    low, high = found["interval_95"]
    return f"{found['difference']:+.2f} [{low:+.2f}, {high:+.2f}]"


if __name__ == "__main__":
    main()
