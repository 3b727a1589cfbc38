"""The household result over seeds: runs the quickstart once a seed and gathers what it printed.

Each seed is a whole quickstart of its own (cold start, Skill1, GRPO, evaluations) in ``--runs-dir/seed-S``; one that is
finished is not repeated. Seeds are fixed before the runs.

    python bench/household.py --seeds 0 1 2 --runs-dir runs/bench --output bench/results/household.json
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import statistics
import sys
from pathlib import Path

from rich.console import Console

from skill1.run_dir import git_commit, package_versions
from skill1.train.quickstart import quickstart_household

ABILITIES = ("oracle/query_recall", "oracle/selection_precision", "oracle/right_skills")


def main() -> None:
    """Run what is missing, write and print the gathered figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--runs-dir", type=Path, default=Path("runs/bench"))
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    console = Console()
    results = []
    for seed in arguments.seeds:
        folder = arguments.runs_dir / f"seed-{seed}"
        results.append(quickstart_household(seed=seed, runs_dir=folder, console=console))
    report = {
        "command": shlex.join(["python", *sys.argv]),
        "machine": {"cores": os.cpu_count(), "processor": platform.machine(), "python": platform.python_version()},
        "git_commit": git_commit(),
        "packages": package_versions(),
        "seeds": {str(result["seed"]): figures(result) for result in results},
    }
    report["mean_over_seeds"] = mean_of(list(report["seeds"].values()))
    text = json.dumps(report, indent=1)
    if arguments.output:
        arguments.output.write_text(text + "\n", encoding="utf-8")
    print(text)


def figures(result: dict) -> dict[str, float]:
    """The figures of one seed, flat."""
    runs = {method: run["figures"] for method, run in result["runs"].items()}
    found = {f"training/{m}_last10": run["outcome/success_rate"]["last"] for m, run in runs.items()}
    for name, entry in result["evaluations"].items():  # "skill1/heldout-fresh"
        found[name] = entry["success_rate"]
    found |= {
        "skill1/heldout-fresh_last3": result["evaluations"]["skill1/heldout-fresh"]["last_rounds"]["success_rate"],
        "cost/cpu_minutes": result["cpu_minutes"],
        "cost/wall_minutes": result["wall_minutes"],
    }
    skill1 = runs["skill1"]
    for name in ABILITIES:
        found |= {f"{name}_{when}10": skill1[name][when] for when in ("first", "last")}
    return found


def mean_of(rows: list[dict[str, float]]) -> dict[str, float]:
    """Mean of each figure over the seeds."""
    return {name: statistics.fmean(row[name] for row in rows) for name in rows[0]}


if __name__ == "__main__":
    main()
