"""Does each part of the credit earn its keep? Arms that differ in one thing, over seeds that nobody chose.

All arms of a world and seed begin with one cold start, play equally many episodes and are evaluated on the same
held-out tasks. Seeds, cold starts and the runs of the world's own Skill1 and of the arm without a library are those of
``bench/worlds.py``. A finished arm leaves one small file, ``bench/results/study/WORLD/ARM/seed-S.json``; what has one
is not repeated, and a run that was cut off resumes. So the study grows over many sittings and machines.
``python bench/tables.py`` then writes the table and figures of ``docs/explanation/study.md``.

    python bench/study.py --worlds household --jobs 2 --limit-minutes 60
    python bench/study.py --seeds-of skill1plus --arms full selection-matched skill1plus cold-start --jobs 2
    python bench/study.py --worlds household --remeasure      # records of the finished runs again, without training
    python bench/study.py --gather --output bench/results/study.json
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import statistics
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from made import in_parallel, write
from methods_household import SMOKE
from rich.console import Console
from rich.table import Table
from seeds import STUDY, TABLES, fresh
from study_records import FIGURES, measured, pooled_calibration_error
from study_sequences import VALUES, families_of, marks_of, over_seeds, played
from worlds import described

from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.evaluate.statistics import bootstrap_difference
from skill1.evaluate.storage import Contestant, evaluate_once
from skill1.recipes.cold_start import ColdStart, read_stamp
from skill1.recipes.worlds import Games, world_of
from skill1.run.directory import read_manifest
from skill1.run.disk import write_json_atomic

RESULTS = Path(__file__).with_name("results") / "study"
TABLE6 = ("library.similarity_weight=0.6", "library.ucb_scale=1.0")
EQ3 = ("library.similarity_weight=1.0",)
PAPER = (
    "library.utility_update=retrieved",
    "library.alpha=0.05",
    "credit.selection=ndcg",
    "credit.distillation=variation",
    "credit.lambda_rerank=0.3",
    "credit.lambda_distill=0.3",
)
FULL = "full"  # what every other arm is measured against
COLD_START = "cold-start"  # what every arm starts from; it is only evaluated
WITHOUT_LIBRARY = "without-library"  # GRPO: the same sampling and updates without search, ranking and writing
PLUS = "skill1plus"  # the preset
AS_PUBLISHED = "paper"  # the paper's credit, retrieval by Eq. 3
EXPLORING = "exploring"  # the held-out evaluation once more, searched with training's bonus (eval.explore)
MATCHED = "selection-matched"
OWN = {"household": MATCHED}  # the arm that is the world's own Skill1; where none is named: the full one
METHOD = {WITHOUT_LIBRARY: "grpo", PLUS: "skill1plus"}  # arms with a configuration of their own
BASE = ("credit.selection=trend",)  # what every other arm begins with: the world's Skill1, with trend credit
# What an arm changes of its configuration: trend, realised, retrieval weights .8 and .3.
ARMS: dict[str, tuple[str, ...]] = {
    FULL: (),
    COLD_START: (),
    PLUS: (),
    # The paper's Table 2.
    WITHOUT_LIBRARY: (),
    "without-selection": ("agent.selection=similarity",),
    "without-distillation": ("agent.distillation=raw",),
    "lambda1-zero": ("credit.lambda_rerank=0",),
    "lambda2-zero": ("credit.lambda_distill=0",),
    "lambdas-zero": ("credit.lambda_rerank=0", "credit.lambda_distill=0"),
    "retrieval-eq3": EQ3,
    "retrieval-table6": TABLE6,
    MATCHED: ("credit.selection=matched",),
    "selection-none": ("credit.selection=none",),
    "selection-ndcg": ("credit.selection=ndcg",),
    "selection-ndcg-baselined": ("credit.selection=ndcg_baselined",),
    "distillation-none": ("credit.distillation=none",),
    "distillation-variation": ("credit.distillation=variation",),
    # What others do.
    "rloo": ("credit.utilisation=rloo",),
    "selection-ndcg-leave-one-out": ("credit.selection=ndcg_leave_one_out",),
    "selection-ndcg-plackett-luce": ("credit.selection=ndcg_plackett_luce",),
    "half-group": (
        "credit.selection=uplift",
        "library.control_share=0.5",
        "library.control_draw=group",
    ),
    "trial": ("library.trial_uses=4", "library.control_share=0.5", "library.control_draw=group"),
    "thompson": ("library.exploration=thompson",),
    "update": ("library.edits=update",),
    AS_PUBLISHED: (*PAPER, *EQ3),
    "paper-table6": (*PAPER, *TABLE6),
    "paper-weighted": PAPER,
}
LAST_ROUNDS = 3
SHOWN = ("outcome/success_rate", "oracle/selection_precision", "oracle/right_skills_after_success")


@dataclass(frozen=True)
class Order:
    """What is asked of one sitting."""

    runs_dir: Path
    results: Path
    arms: tuple[str, ...]
    smoke: bool
    until: float  # no arm begins after this time (seconds since the epoch)
    remeasure: bool = False  # records of finished runs again; nothing is trained

    def folder(self, world: str, seed: int) -> Path:
        """Of a seed; the same as that of ``bench/worlds.py``, whose cold start and Skill1 serve here too."""
        return self.world_folder(world) / f"seed-{seed}"

    def world_folder(self, world: str) -> Path:
        return (self.runs_dir / "smoke" if self.smoke else self.runs_dir) / f"bench-{world}"

    def run(self, world: str, arm: str, seed: int) -> Path:
        """An arm's run, or the cold start; of the world's own methods it is what a quickstart leaves."""
        plan = world_of(world)
        if arm == COLD_START:
            return self.folder(world, seed) / plan.cold_start_folder
        own = arm in METHOD or arm == OWN.get(world, FULL)
        name = f"{plan.label}-{method_of(arm)}" if own else f"study-{arm}"
        return self.folder(world, seed) / name

    def has_run(self, world: str, arm: str, seed: int) -> bool:
        """Whether it is finished."""
        run = self.run(world, arm, seed)
        return run.is_dir() if arm == COLD_START else bool(read_manifest(run).get("finished"))

    def arms_to_do(self, world: str, seed: int) -> list[str]:
        """Those without a record; to measure again: those with a run."""
        if self.remeasure:
            return [arm for arm in self.arms if self.has_run(world, arm, seed)]
        return [arm for arm in self.arms if not self.file(world, arm, seed).is_file()]

    def file(self, world: str, arm: str, seed: int) -> Path:
        return self.results / world / arm / f"seed-{seed}.json"


def main() -> None:
    """Run what is missing, or gather what is there."""
    given = parsed()
    if given.gather:
        report = gathered(read_records(given.results, given.worlds, given.arms, given.seeds))
        write(report, given.output)
        show(report)
        return
    limit = math.inf if given.limit_minutes is None else time.time() + 60 * given.limit_minutes
    order = Order(given.runs_dir, given.results, tuple(given.arms), given.smoke, limit, given.remeasure)
    if PLUS in order.arms:
        fresh(PLUS)  # what the preset sets is part of no world's table
    chains = []
    for world, table in tables_of(given.worlds, given.seeds_of).items():
        seeds, kind = fresh(table, given.seeds)
        games_of(order, world)
        chains += [(order, world, seed, kind) for seed in seeds]
    in_parallel(run_chain, chains, given.jobs)


def tables_of(worlds: Sequence[str], seeds_of: str | None) -> dict[str, str]:
    """World → the table whose seeds it plays: its own, or a named table with that table's world alone."""
    if seeds_of is not None:
        return {TABLES[seeds_of]: seeds_of}
    return {world: next(table for table, name in TABLES.items() if name == world) for world in worlds}


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worlds", nargs="+", choices=STUDY, default=list(STUDY))
    parser.add_argument("--arms", nargs="+", choices=list(ARMS), default=list(ARMS), metavar="ARM")
    parser.add_argument("--seeds", type=int, nargs="+", help="default: those drawn for each world's table")
    parser.add_argument("--seeds-of", choices=list(TABLES), help="the seeds and the world of this table")
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=1, help="seeds at a time, one thread each")
    parser.add_argument("--limit-minutes", type=float, help="no arm begins after so many; default: no limit")
    parser.add_argument("--runs-dir", type=Path, default=Path("runs"))
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument(
        "--smoke", action="store_true", help="two steps of each arm, to see that the machinery runs"
    )
    parser.add_argument(
        "--remeasure", action="store_true", help="write the records of finished runs again; trains nothing"
    )
    parser.add_argument("--gather", action="store_true", help="run nothing: tables of what is there")
    parser.add_argument("--output", type=Path, help="of --gather")
    return parser.parse_args()


def games_of(order: Order, world: str) -> tuple[list[str], str | None]:
    """The override that names a world's generated games, and their hash; they are made once for all seeds."""
    plan = world_of(world)
    if plan.games is None:
        return [], None
    games = Games(order.world_folder(world) / plan.games_folder, plan, smoke=order.smoke)
    return [f"--env.data={games.folder}"], games.make()


def run_chain(order: Order, world: str, seed: int, seeds_are: str) -> None:
    """A seed of a world: its cold start, then one arm after another."""
    for arm in order.arms_to_do(world, seed):
        if time.time() < order.until:
            file = order.file(world, arm, seed)
            file.parent.mkdir(parents=True, exist_ok=True)
            write_json_atomic(file, run_arm(order, world, arm, seed, seeds_are))


def run_arm(order: Order, world: str, arm: str, seed: int, seeds_are: str) -> dict[str, object]:
    """Train and evaluate; the record of a finished arm."""
    data, games = games_of(order, world)
    plan = world_of(world)
    folder = order.folder(world, seed) / plan.cold_start_folder
    start = ColdStart(folder, plan, seed=seed, smoke=order.smoke, overrides=data, games=games)
    start.make()
    config = config_of(world, arm, [f"--seed={seed}", f"--model.path={start.folder}", *data], smoke=order.smoke)
    run, began = order.run(world, arm, seed), time.process_time()
    if not order.has_run(world, arm, seed):
        from skill1.train.trainer import Skill1Trainer  # imports torch

        Skill1Trainer(config, run).train()
    contestant = untrained(start, config) if arm == COLD_START else trained(run, config)
    names = evaluations_of(world, arm)
    evaluations = {name: evaluate_once(contestant, *name.split("/")) for name in names}
    if arm != WITHOUT_LIBRARY:
        evaluations[f"{names[0]}/{EXPLORING}"] = evaluate_once(exploring(contestant), *names[0].split("/"))
    sequence = played(contestant, families_of(world, plan.heldout), names[0].split("/")[1])
    facts = {"world": world, "arm": arm, "seed": seed, "method": config.method, "overrides": list(ARMS[arm])}
    return (
        described(seeds_are=seeds_are, games_manifest_sha256=games)
        | facts
        | {"smoke": order.smoke}
        | {"cpu_minutes": round((time.process_time() - began) / 60, 2)}  # of this sitting
        | measured(None if arm == COLD_START else run, config)
        | {"evaluations": {name: brief(result) for name, result in evaluations.items()}, "sequence": sequence}
    )


def config_of(world: str, arm: str, own: Sequence[str], *, smoke: bool) -> Skill1Config:
    """An arm's configuration; ``own`` holds seed, start and games. All arms are evaluated alike, greedily first."""
    base = () if arm in METHOD else BASE
    changes = [f"--{change}" for change in (*base, *ARMS[arm], "eval.explore=false")]
    return load_config(f"{world_of(world).configs}/{method_of(arm)}", [*own, *changes, *(SMOKE if smoke else ())])


def method_of(arm: str) -> str:
    """The name of an arm's configuration."""
    return METHOD.get(arm, "skill1")


def trained(run: Path, config: Skill1Config) -> Contestant:
    """The last checkpoint of a finished run."""
    newest = run / "checkpoints" / f"step_{config.train.steps:06d}"
    return Contestant(
        config, str(newest), run, hashlib.sha256((newest / "MANIFEST.json").read_bytes()).hexdigest()
    )


def untrained(start: ColdStart, config: Skill1Config) -> Contestant:
    """The cold start, as a quickstart evaluates it."""
    return Contestant(config, str(start.folder), start.folder, str(read_stamp(start.folder)["files"]))


def exploring(contestant: Contestant) -> Contestant:
    """The same policy, in an evaluation that gives new skills a chance; its results lie beside the greedy ones."""
    config = contestant.config
    explored = replace(config, eval=replace(config.eval, explore=True))
    return replace(contestant, config=explored, folder=contestant.folder / EXPLORING)


def evaluations_of(world: str, arm: str) -> list[str]:
    """``split/library``: held-out tasks with a library that grows from nothing, and training homes without any."""
    plan = world_of(world)
    splits = [split for who, split, _ in plan.evaluations if who == "skill1"]
    training = next(split for split in splits if split != plan.heldout)
    return [f"{plan.heldout}/{'none' if arm == WITHOUT_LIBRARY else 'fresh'}", f"{training}/none"]


def brief(result: Mapping) -> dict[str, object]:
    """Success of a split, of its rounds and of each task, in the split's order: 1, 0, or - for an error."""
    return {
        "success_rate": result["success_rate"],
        "rounds": [round(part["success_rate"], 4) for part in result["rounds"]],
        "round_tasks": result["round_tasks"],
        "split_sha256": result["split_sha256"],
        "successes": marks_of(result),
        "late_by_type": by_type(result["results"][-LAST_ROUNDS * result["round_tasks"] :]),
    }


def by_type(rows: Sequence[Mapping]) -> dict[str, float]:
    """Type of task → success, errors left out."""
    found: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        if row["success"] is not None:
            found[row["type"]].append(row["success"])
    return {kind: round(statistics.fmean(wins), 4) for kind, wins in sorted(found.items())}


def read_records(results: Path, worlds: Sequence[str], arms: Sequence[str], seeds) -> list[dict]:
    """The records that are there, in the order of worlds, arms and seeds."""
    files = [
        file for world in worlds for arm in arms for file in sorted((results / world / arm).glob("seed-*.json"))
    ]
    records = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return [record for record in records if not seeds or record["seed"] in seeds]


def gathered(records: Sequence[Mapping]) -> dict[str, object]:
    """World → arm → its figures, and its paired difference to the full one over the seeds that both have."""
    found: dict[str, dict[str, list[Mapping]]] = defaultdict(lambda: defaultdict(list))
    for record in records:
        found[record["world"]][record["arm"]].append(record)
    return {
        world: {arm: of_arm(of_seeds, arms) for arm, of_seeds in arms.items()} for world, arms in found.items()
    }


def of_arm(records: Sequence[Mapping], arms: Mapping[str, Sequence[Mapping]]) -> dict[str, object]:
    """Means over seeds, each seed's held-out success, and the differences to the full arm and to the paper's."""
    late = {str(record["seed"]): late_success(record) for record in records}
    names = [name for name in FIGURES if all(name in record["figures"] for record in records)]
    errors = [record["calibration_error"] for record in records if record["calibration_error"] is not None]
    return {
        "seeds_are": "fresh" if all(record.get("seeds_are") == "fresh" for record in records) else "looked_at",
        "commits": sorted({record["git_commit"] for record in records}),
        "episodes": sorted({record["episodes"] for record in records}),
        "heldout_late": statistics.fmean(late.values()),
        "heldout_late_by_seed": late,
        "exploring": explored([r for r in records if has_explored(r)], arms),
        "heldout_all": statistics.fmean(heldout(record)["success_rate"] for record in records),
        "late_by_type": {
            str(r["seed"]): heldout(r)["late_by_type"] for r in records if "late_by_type" in heldout(r)
        },
        "without_library": statistics.fmean(other(record)["success_rate"] for record in records),
        "calibration_error": pooled_calibration_error(records),
        "calibration_error_of_a_seed": statistics.fmean(errors) if errors else None,
        "figures": {name: statistics.fmean(record["figures"][name] for record in records) for name in names},
        "advantages": mean_advantages(records),
        "sequence": over_seeds(records),
        **{
            f"over_{rival}": difference(records, arms.get(rival, ())) if records[0]["arm"] != rival else None
            for rival in (FULL, AS_PUBLISHED)
        },
    }


def explored(records: Sequence[Mapping], arms: Mapping[str, Sequence[Mapping]]) -> dict[str, object] | None:
    """What an arm's records say of the exploring evaluation: by seed, over the greedy one, and over other arms."""
    if not records:
        return None
    late = {str(record["seed"]): late_success(record, EXPLORING) for record in records}
    each = [np.stack([late_values(record, kind) for record in records]) for kind in (EXPLORING, None)]
    rivals = {
        rival: [record for record in arms.get(rival, ()) if has_explored(record)] for rival in (FULL, AS_PUBLISHED)
    }
    return {
        "late": statistics.fmean(late.values()),
        "late_by_seed": late,
        "over_greedy": {
            "difference": float(np.nanmean(each[0]) - np.nanmean(each[1])),
            "interval_95": bootstrap_difference(*each, same_seeds=True),
        },
        **{f"over_{rival}": difference(records, theirs, EXPLORING) for rival, theirs in rivals.items()},
    }


def heldout(record: Mapping, kind: str | None = None) -> Mapping:
    """The evaluation on held-out tasks: the greedy one, or the ``EXPLORING`` one."""
    name = next(iter(record["evaluations"]))
    return record["evaluations"][name if kind is None else f"{name}/{kind}"]


def has_explored(record: Mapping) -> bool:
    """Records made before ``eval.explore`` have no such evaluation."""
    return f"{next(iter(record['evaluations']))}/{EXPLORING}" in record["evaluations"]


def other(record: Mapping) -> Mapping:
    """The evaluation in training homes without a library."""
    return list(record["evaluations"].values())[1]


def late_values(record: Mapping, kind: str | None = None) -> np.ndarray:
    """Success of each task of the last rounds, NaN for an error; a split without a library is cut in the same way."""
    found = heldout(record, kind)
    marks = found["successes"][-LAST_ROUNDS * found["round_tasks"] :]
    return np.array([VALUES[mark] for mark in marks])


def late_success(record: Mapping, kind: str | None = None) -> float:
    return float(np.nanmean(late_values(record, kind)))


def difference(
    records: Sequence[Mapping], other_arm: Sequence[Mapping], kind: str | None = None
) -> dict[str, object] | None:
    """Late held-out success of an arm less that of another, paired over seeds and tasks, 95 % interval."""
    ours, theirs = ({record["seed"]: record for record in each} for each in (records, other_arm))
    seeds = sorted(ours.keys() & theirs.keys())
    if not seeds:
        return None
    if len({heldout(each[seed])["split_sha256"] for each in (ours, theirs) for seed in seeds}) > 1:
        raise SystemExit(
            f"{records[0]['arm']} and {other_arm[0]['arm']} were evaluated on different tasks; remove one's records."
        )
    arm_ST, other_ST = (np.stack([late_values(each[seed], kind) for seed in seeds]) for each in (ours, theirs))
    return {
        "seeds": seeds,
        "difference": float(np.nanmean(arm_ST) - np.nanmean(other_ST)),
        "interval_95": bootstrap_difference(arm_ST, other_ST, same_seeds=True),
    }


def mean_advantages(records: Sequence[Mapping]) -> dict[str, dict[str, float]]:
    """Means over the seeds that have a stage."""
    stages = dict.fromkeys(stage for record in records for stage in record["advantages"])
    return {
        stage: {
            key: statistics.fmean(r["advantages"][stage][key] for r in records if stage in r["advantages"])
            for key in ("share", "positive")
        }
        for stage in stages
    }


def show(report: Mapping) -> None:
    """A table for each world."""
    columns = (
        "arm",
        "seeds",
        "held-out, late",
        "over full [95 %]",
        "training",
        "precision",
        "right",
        "ECE",
        "none",
    )
    for world, arms in report.items():
        table = Table(*columns, title=world)
        for arm, found in arms.items():
            table.add_row(*cells(arm, found))
        Console(width=150).print(table)


def cells(arm: str, found: Mapping) -> list[str]:
    """A row of the table."""
    figures, over, against = found["figures"], found["over_full"], ""
    if over is not None:
        low, high = over["interval_95"]
        against = f"{over['difference']:+.2f} [{low:+.2f}, {high:+.2f}]"
    shown = [*map(figures.get, SHOWN), found["calibration_error"], found["without_library"]]
    return [
        arm,
        str(len(found["heldout_late_by_seed"])),
        f"{found['heldout_late']:.2f}",
        against,
        *("–" if value is None else f"{value:.2f}" for value in shown),
    ]


if __name__ == "__main__":
    main()
