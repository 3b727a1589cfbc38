"""Figures of a quickstart of generated tasks over several seeds: success with growing libraries, differences, cost.

All seeds play the same tasks, made once and shared. Each seed is a whole quickstart of its own (cold start, Skill1,
GRPO, evaluations) in ``--runs-dir/seed-S``; one that is finished is not repeated. Seeds are fixed before the runs.
``--jobs 2`` runs two seeds side by side, each with one thread: the figures are the same, only the minutes of wall time
are not.

    python bench/tiny_worlds.py webshop --seeds 0 1 2 --output bench/results/webshop_tiny.json
    python bench/tiny_worlds.py alfworld --seeds 0 1 2 --output bench/results/alfworld_tiny.json
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import shlex
import statistics
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from rich.console import Console

from skill1.evaluate.arms import read_eval
from skill1.evaluate.compare import compare_results
from skill1.run_dir import git_commit, package_versions
from skill1.train.quickstart import quickstart
from skill1.train.quickstart_games import Games
from skill1.train.quickstart_worlds import WORLDS, World

ABILITIES = ("oracle/query_recall", "oracle/selection_precision", "oracle/right_skills")
PAIR_KEYS = ("tasks", "mean", "baseline_mean", "difference", "interval_95", "seed_differences", "permutation_p")


def main() -> None:
    """Run what is missing, write and print the gathered figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("world", choices=[name for name, world in WORLDS.items() if world.games])
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--runs-dir", type=Path, help="default: runs/bench-WORLD")
    parser.add_argument("--jobs", type=int, default=1, help="seeds at a time (default: 1)")
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    world, runs_dir = WORLDS[arguments.world], arguments.runs_dir or Path("runs") / f"bench-{arguments.world}"
    games = Games(runs_dir / world.games_folder, world, smoke=False)
    manifest = games.make(Console())
    results = run_all(arguments.seeds, partial(run_seed, world, runs_dir, games.folder), arguments.jobs)
    report = {
        "command": shlex.join(["python", *sys.argv]),
        "machine": {"cores": os.cpu_count(), "processor": platform.machine(), "python": platform.python_version()},
        "git_commit": git_commit(),
        "packages": package_versions(),
        "games_manifest_sha256": manifest,
        "seeds": {str(result["seed"]): figures(world, result) for result in results},
    }
    report["mean_over_seeds"] = mean_of(list(report["seeds"].values()))
    report["differences"] = [over_seeds(pairs) for pairs in zip(*(r["differences"] for r in results), strict=True)]
    text = json.dumps(report, indent=1)
    if arguments.output:
        arguments.output.write_text(text + "\n", encoding="utf-8")
    print(text)


def run_all(seeds: list[int], run: Callable[[int], dict], jobs: int) -> list[dict]:
    """The result of each seed."""
    if jobs == 1:
        return [run(seed) for seed in seeds]
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        return list(pool.map(run, seeds))


def run_seed(world: World, runs_dir: Path, games: Path, seed: int) -> dict:
    """One quickstart on the shared tasks."""
    folder = runs_dir / f"seed-{seed}"
    return quickstart(world, seed=seed, runs_dir=folder, overrides=[f"--env.data={games}"], console=Console())


def figures(world: World, result: dict) -> dict[str, float]:
    """The figures of one seed, flat."""
    runs = {method: run["figures"] for method, run in result["runs"].items()}
    found = {f"training/{m}_last10": run["outcome/success_rate"]["last"] for m, run in runs.items()}
    for name, entry in result["evaluations"].items():  # "skill1/test-fresh"
        found[name] = entry["success_rate"]
        if name.endswith("-fresh"):
            found[f"{name}_last3"] = entry["last_rounds"]["success_rate"]
    labels = result["type_labels"]
    for name, types in result["by_type"].items():
        if name.split("/")[1].startswith(world.heldout):
            found |= {f"{name}_{labels[type_]}": entry["success_rate"] for type_, entry in types.items()}
    for pair in result["differences"]:
        low, high = pair["interval_95"]
        name = f"{pair['arm']} - {pair['baseline']}"
        found |= {name: pair["difference"], f"{name}_low95": low, f"{name}_high95": high}
    found |= {"cost/cpu_minutes": result["cpu_minutes"], "cost/wall_minutes": result["wall_minutes"]}
    for name in ABILITIES:
        found |= {f"{name}_{when}10": runs["skill1"][name][when] for when in ("first", "last")}
    return found


def over_seeds(pairs: Sequence[dict]) -> dict[str, object]:
    """The paired difference of two evaluations, one pair a seed; the interval covers seeds and tasks."""
    baselines, arms = zip(*(pair["files"] for pair in pairs), strict=True)
    (found,) = compare_results([read_eval(Path(file)) for file in (*baselines, *arms)])["pairs"]
    names = {key: pairs[0][key] for key in ("arm", "baseline")}
    return names | {key: found[key] for key in PAIR_KEYS if key in found}


def mean_of(rows: list[dict[str, float]]) -> dict[str, float]:
    """Mean of each figure over the seeds."""
    return {name: statistics.fmean(row[name] for row in rows) for name in rows[0]}


if __name__ == "__main__":
    main()
