"""Learning results over seeds: a whole quickstart each (cold start, Skill1, GRPO, evaluations), gathered in one file.

Seeds are those drawn after the last change of settings (``bench/seeds.py``); others make a report that no table takes.
All seeds of a world of generated tasks play the same tasks. What is finished in ``--runs-dir/seed-S`` is not
repeated. ``--jobs 2`` runs two seeds side by side, each with one thread: the figures are the same, only the minutes of
wall time are not.

    python bench/worlds.py household --output bench/results/household.json
    python bench/worlds.py alfworld --output bench/results/alfworld_tiny.json
    python bench/worlds.py webshop --output bench/results/webshop_tiny.json
    python bench/worlds.py search --output bench/results/search_tiny.json
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

from made import in_parallel, made_by, publish
from rich.console import Console
from seeds import TABLES, fresh

from skill1.evaluate.arms import read_eval
from skill1.evaluate.compare import compare_results
from skill1.recipes.quickstart import quickstart
from skill1.recipes.worlds import Games, World, world_of
from skill1_envs import QUICKSTARTS

ABILITIES = ("oracle/query_recall", "oracle/selection_precision", "oracle/right_skills")
PAIR_KEYS = ("tasks", "mean", "baseline_mean", "difference", "interval_95", "seed_differences", "permutation_p")


def main() -> None:
    """Run what is missing, write and print the gathered figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("world", choices=sorted(QUICKSTARTS))
    parser.add_argument("--seeds", type=int, nargs="+", help="default: those drawn for this table")
    parser.add_argument("--runs-dir", type=Path, help="default: runs/bench-WORLD")
    parser.add_argument("--jobs", type=int, default=1, help="seeds at a time (default: 1)")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    world, runs_dir = world_of(given.world), given.runs_dir or Path("runs") / f"bench-{given.world}"
    seeds, kind = fresh(next(table for table, name in TABLES.items() if name == given.world), given.seeds)
    games = Games(runs_dir / world.games_folder, world, smoke=False) if world.games else None
    manifest = games.make(Console()) if games else None
    overrides = [f"--env.data={games.folder}"] if games else []
    results = in_parallel(run_seed, [(world, runs_dir, overrides, seed) for seed in seeds], given.jobs)
    report = described(seeds_are=kind, games_manifest_sha256=manifest) | gathered(world, results)
    publish(report, given.output)


def run_seed(world: World, runs_dir: Path, overrides: Sequence[str], seed: int) -> dict:
    """One quickstart."""
    return quickstart(world, seed=seed, runs_dir=runs_dir / f"seed-{seed}", overrides=overrides, console=Console())


def described(**more: object) -> dict[str, object]:
    """What the figures were measured on and with."""
    return {
        **made_by(),
        **{name: value for name, value in more.items() if value is not None},
    }


def gathered(world: World, results: Sequence[dict]) -> dict[str, object]:
    """The figures of each seed, their mean and spread, and paired differences over seeds and tasks."""
    seeds = {str(result["seed"]): figures(world, result) for result in results}
    found = {
        "seeds": seeds,
        "mean_over_seeds": over_figures(statistics.fmean, list(seeds.values())),
        "deviation_over_seeds": over_figures(deviation, list(seeds.values())),
    }
    pairs = zip(*(result.get("differences", ()) for result in results), strict=True)
    return found | {"differences": [over_seeds(of_seeds) for of_seeds in pairs]}


def figures(world: World, result: dict) -> dict[str, float]:
    """The figures of one seed, flat."""
    runs = {method: run["figures"] for method, run in result["runs"].items()}
    found = {f"training/{m}_last10": run["outcome/success_rate"]["last"] for m, run in runs.items()}
    for name, entry in result["evaluations"].items():  # "skill1/test-fresh"
        found[name] = entry["success_rate"]
        if name.endswith("-fresh"):
            found[f"{name}_last3"] = entry["last_rounds"]["success_rate"]
    for name, types in result.get("by_type", {}).items():
        if name.split("/")[1].startswith(world.heldout):
            found |= {f"{name}_{result['type_labels'][type_]}": e["success_rate"] for type_, e in types.items()}
    for pair in result.get("differences", ()):
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


def over_figures(summary: Callable[[list[float]], float], rows: Sequence[dict[str, float]]) -> dict[str, float]:
    """Each figure, summed up over the seeds."""
    return {name: summary([row[name] for row in rows]) for name in rows[0]}


def deviation(values: list[float]) -> float:
    """Standard deviation with ddof 1; 0 for a single seed."""
    return statistics.stdev(values) if len(values) > 1 else 0.0


if __name__ == "__main__":
    main()
