r"""SmolLM2-135M in one world, with as few demonstrations and steps as a machine allows: before RL and after.

A short form of the quickstart with ``--model smollm2-135m``: the same lessons, configuration and questions, smaller
numbers, no GRPO. On a Zen 3 core, in float32, it takes over two hours, and the whole quickstart would take some ten.
What is finished in ``--runs-dir`` is not repeated.

    python bench/smollm2.py search --demonstrations 560 32 --steps 6 --limit 40 --train.tasks_per_step 4 \
        --train.group_size 4 --train.mini_batches 2 --train.threads 1 --output bench/results/smollm2_search.json
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from made import made_by, publish
from rich.console import Console
from study import trained, untrained

from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.evaluate.storage import Contestant, evaluate_once
from skill1.recipes.cold_start import ColdStart
from skill1.recipes.worlds import Games, World, world_of
from skill1.run.directory import read_manifest
from skill1.train.records import read_metrics

MODEL = "smollm2-135m"
FIGURES = (  # of every step of RL
    "outcome/success_rate",
    "outcome/turns",
    "outcome/groups_with_spread",
    "act/valid_rate",
    "query/valid_rate",
    "distill/valid_rate",
    "distill/admitted",
    "errors/episodes",
    "policy/entropy",
    "policy/largest_ratio",
    "policy/gradient_norm",
    "tokens/generated",
    "tokens/trained",
    "time/rollout_s",
    "time/update_s",
)
KEPT = ("success_rate", "interval_95", "episodes", "errors", "by_type", "split_sha256", "wall_s")


def main() -> None:
    """Run what is missing, write and print the figures."""
    given = parsed()
    plan = shortened(world_of(given.world, MODEL), given.demonstrations)
    numbers = [f"--seed={given.seed}", f"--train.steps={given.steps}", f"--eval.limit={given.limit}"]
    rounds = [f"--eval.round_tasks={max(1, given.limit // 8)}"]  # eight, as a quickstart has
    publish(made_by() | measured(plan, given.runs_dir, [*numbers, *rounds, *given.overrides]), given.output)


def measured(plan: World, runs_dir: Path, overrides: Sequence[str]) -> dict[str, object]:
    """Games, cold start, RL and evaluations, as far as they are missing; the record."""
    began = time.process_time()
    games = Games(runs_dir / plan.games_folder, plan, smoke=False)
    manifest, own = games.make(Console()), [f"--env.data={games.folder}", *overrides]
    config = load_config(f"{plan.configs}/skill1", own)
    start = ColdStart(
        runs_dir / plan.cold_start_folder,
        plan,
        seed=config.seed,
        smoke=False,
        overrides=own,
        games=manifest,
    )
    stamp = start.make(Console())
    config = replace(config, model=replace(config.model, path=str(start.folder)))
    before = evaluated(untrained(start, config), plan)
    run = runs_dir / f"{plan.label}-skill1"
    after = evaluated(learnt(config, run), plan)
    return {
        "games_manifest_sha256": manifest,
        "seed": config.seed,
        "cpu_minutes": round((time.process_time() - began) / 60, 2),  # of this sitting
        "cold_start": {key: stamp[key] for key in ("parameters", "lessons", "wall_s", "cpu_s")},
        "steps": [{key: row.get(key) for key in FIGURES} for row in read_metrics(run)],
        "before": before,
        "after": after,
    }


def parsed() -> argparse.Namespace:
    """The command line; what it does not know are configuration keys."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("world", choices=["alfworld", "search", "webshop"])
    parser.add_argument("--demonstrations", type=int, nargs="+", required=True, help="of each lesson")
    parser.add_argument("--steps", type=int, required=True, help="of RL")
    parser.add_argument("--limit", type=int, required=True, help="held-out tasks")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--runs-dir", type=Path, default=Path("runs/bench-smollm2"))
    parser.add_argument("--output", type=Path)
    given, overrides = parser.parse_known_args()
    given.overrides = overrides
    return given


def shortened(plan: World, demonstrations: Sequence[int]) -> World:
    """The same world with other numbers of demonstrations."""
    lessons = zip(plan.lessons, demonstrations, strict=True)
    return replace(plan, lessons=tuple(replace(lesson, episodes=number) for lesson, number in lessons))


def learnt(config: Skill1Config, run: Path) -> Contestant:
    """The policy after RL; a finished run is not repeated."""
    if not (run.is_dir() and read_manifest(run).get("finished")):
        from skill1.train.trainer import Skill1Trainer  # imports torch

        Skill1Trainer(config, run).train()
    return trained(run, config)


def evaluated(contestant: Contestant, plan: World) -> Mapping[str, object]:
    """Held-out tasks with a library that grows from nothing, and without one."""
    found = {library: evaluate_once(contestant, plan.heldout, library, Console()) for library in ("fresh", "none")}
    return {
        library: {key: result.get(key) for key in KEPT} | {"rounds": [r["success_rate"] for r in result["rounds"]]}
        for library, result in found.items()
    }


if __name__ == "__main__":
    main()
