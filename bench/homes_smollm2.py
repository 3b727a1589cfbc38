"""SmolLM2-135M in homes never seen, in ALFWorld's own words: Skill1 against its cold start and against GRPO.

Homes have habits, which only a skill can tell of; ten turns are too few for a search. Demonstrations teach every stage
but one: those of the second lesson seldom follow a skill, so that RL has to find out that it pays. Both methods train
from there on equal budgets. What is finished in ``--folder`` is not repeated; learning and training resume. Some three
hours on one core.

    python bench/homes_smollm2.py --train.threads 1 --output bench/results/smollm2_homes.json

Of each evaluation the last three of eight rounds count, by when a library that began empty has grown.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from made import made_by, publish
from plain_games import command
from smollm2 import FIGURES

from skill1.evaluate.statistics import bootstrap_difference, bootstrap_mean
from skill1.train.records import read_metrics

GAMES = {"--train": 1536, "--seen": 144, "--unseen": 432, "--seed": 0}
# Expert, number and seed of the demonstrations of each lesson; its configuration is named for the expert.
LESSONS = (("explorer", 1440, 7), ("wary", 192, 9))
ROUND_TASKS, LAST_ROUNDS = 54, 3
SPLIT = "valid_unseen"
# Whose policy, with which library.
PLAYERS = {"cold": "fresh", "skill1": "fresh", "grpo": "none"}
KEPT = ("success_rate", "interval_95", "episodes", "errors", "mean_turns", "invalid_action_share", "library_size")


@dataclass(frozen=True)
class Bench:
    """Folder, model to begin with, and configuration keys of every command."""

    folder: Path
    start: str
    repeats: int
    overrides: Sequence[str]

    def run(self, name: str, config: str, model: Path | str, *words: object) -> None:
        own = ["--config", f"alfworld/smollm2/{config}", "--env.data", self.folder / "games"]
        command(name, *own, "--model.path", model, *words, *self.overrides)

    def cold_start(self) -> Path:
        """The model that demonstrations have taught; what is done is not repeated."""
        model: Path | str = self.start
        for expert, number, seed in LESSONS:
            lesson, demonstrations = f"cold_start_{expert}", self.folder / f"{expert}.jsonl.gz"
            # The last one is the start of both methods.
            taught = self.folder / ("cold" if expert == LESSONS[-1][0] else f"cold-{expert}")
            if not demonstrations.is_file():
                words = ("--expert", expert, "--n", number, "--seed", seed, "--output", demonstrations)
                self.run("demos", lesson, self.start, *words)
            if not taught.is_dir():
                self.run("sft", lesson, model, "--data", demonstrations, "--output", taught)
            model = taught
        return Path(model)

    def evaluation(self, player: str) -> Mapping[str, object]:
        """Held-out homes, temperature 1."""
        file = self.folder / f"eval-{player}.json"
        if not file.is_file():
            method = "grpo" if player == "grpo" else "skill1"
            games = ("--config", f"alfworld/smollm2/{method}", "--env.data", self.folder / "games")
            own = () if player in ("skill1", "grpo") else games
            which = ("--split", SPLIT, "--library", PLAYERS[player], "--eval.round_tasks", ROUND_TASKS)
            words = (*own, *which, "--repeats", self.repeats, *self.overrides, "--output", file)
            command("eval", self.folder / player, *words)
        return json.loads(file.read_text(encoding="utf-8"))


def main() -> None:
    """Run what is missing, write and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--start", default="smollm2-135m", help="model to begin with")
    parser.add_argument("--folder", type=Path, default=Path("runs/homes-smollm2"))
    parser.add_argument("--repeats", type=int, default=1, help="episodes of each held-out task")
    parser.add_argument("--output", type=Path)
    given, overrides = parser.parse_known_args()
    bench = Bench(given.folder, given.start, given.repeats, overrides)
    publish(made_by() | measured(bench), given.output)


def measured(bench: Bench, games: Mapping[str, int] = GAMES) -> dict[str, object]:
    """Games, lessons, training and evaluations, as far as they are missing; the record."""
    if not (bench.folder / "games").is_dir():
        numbers = (word for pair in games.items() for word in pair)
        command("envs", "make-games", "alfworld", bench.folder / "games", "--homes", *numbers)
    start = bench.cold_start()
    for method in ("skill1", "grpo"):
        bench.run("train", method, start, "--run-dir", bench.folder / method)
    found = {player: bench.evaluation(player) for player in PLAYERS}
    return {
        "demonstrations": [f"--expert {expert} --n {number} --seed {seed}" for expert, number, seed in LESSONS],
        "steps": {
            method: [{key: row.get(key) for key in FIGURES} for row in read_metrics(bench.folder / method)]
            for method in ("skill1", "grpo")
        },
        "evaluations": {player: figures(result) for player, result in found.items()},
        "skill1_over": {
            other: {
                part: difference(found["skill1"], found[other], since)
                for part, since in (("last_rounds", last_begins(found["skill1"])), ("all", 0))
            }
            for other in ("cold", "grpo")
        },
    }


def figures(result: Mapping) -> dict[str, object]:
    """Success of all rounds, of each, of the last with its interval, and of episodes with a skill and without."""
    late = by_task(result, last_begins(result))
    return {key: result[key] for key in KEPT} | {
        "rounds": [round(part["success_rate"], 4) for part in result["rounds"]],
        "last_rounds": {"success_rate": float(np.nanmean(late)), "interval_95": bootstrap_mean(late[None])},
        "with_skill": share_won(result, has_skill=True),
        "without_skill": share_won(result, has_skill=False),
    }


def share_won(result: Mapping, *, has_skill: bool) -> float | None:
    """Of the episodes that played with a skill, or of the others; None if there are none."""
    won = [
        row["success"] for row in result["results"] if row["status"] == "ok" and bool(row["skill"]) == has_skill
    ]
    return float(np.mean(won)) if won else None


def last_begins(result: Mapping) -> int:
    """Position of the first task of the last rounds."""
    return max(0, result["tasks"] - LAST_ROUNDS * result["round_tasks"])


def by_task(result: Mapping, since: int) -> np.ndarray:
    """Share of each task's episodes that won, in the order of the split, from position ``since`` on."""
    of_task: dict[str, list[bool]] = {}
    for episode in result["results"]:
        won = of_task.setdefault(episode["task"], [])
        if episode["status"] == "ok":
            won.append(episode["success"])
    return np.array([np.mean(won) if won else np.nan for won in of_task.values()])[since:]


def difference(better: Mapping, baseline: Mapping, since: int) -> dict[str, object]:
    """Mean paired difference over tasks with its interval."""
    first, second = by_task(better, since), by_task(baseline, since)
    return {
        "difference": float(np.nanmean(first - second)),
        "interval_95": bootstrap_difference(first[None], second[None], same_seeds=True),
    }


if __name__ == "__main__":
    main()
