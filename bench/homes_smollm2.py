"""SmolLM2-135M in homes never seen, in ALFWorld's own words: Skill1 against its cold start and against GRPO.

Homes have habits, which only a skill can tell of; ten turns are too few for a search. Demonstrations teach every stage
but one: those of the second lesson seldom follow a skill, so that RL has to find out that it pays. Both methods train
from there on equal budgets. What is finished in ``--folder`` is not repeated; learning and training resume. Some four
hours on one core for a seed; on one H100 three seeds take five minutes.

    python bench/homes_smollm2.py --train.threads 1 --output bench/results/smollm2_homes.json
    python bench/homes_smollm2.py --seeds 0 1 2 --at-once 6 --train.threads 2

Of each evaluation the last three of eight rounds count, by when a library that began empty has grown. Games are the
same for all seeds, and ``--games-seed`` makes other homes; demonstrations, learning and sampling are of the seed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from made import in_parallel, made_by, publish
from plain_games import command

from skill1.evaluate.statistics import bootstrap_difference, bootstrap_mean, mean_over_tasks, seed_means
from skill1.train.records import read_metrics

GAMES = {"--train": 1536, "--seen": 144, "--unseen": 432, "--seed": 0}
# Expert, number and seed of the demonstrations of each lesson; its configuration is named for the expert.
LESSONS = (("explorer", 1440, 7), ("wary", 192, 9))
SEED_STRIDE = 100  # between the demonstrations of two seeds
ROUND_TASKS, LAST_ROUNDS = 54, 3
SPLIT = "valid_unseen"
# Whose policy, with which library.
PLAYERS = {"cold": "fresh", "skill1": "fresh", "grpo": "none"}
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
KEPT = ("episodes", "errors", "mean_turns", "invalid_action_share", "library_size")  # of each seed


@dataclass(frozen=True)
class Bench:
    """Folder, model to begin with, and configuration keys of every command."""

    folder: Path
    start: str
    repeats: int
    overrides: Sequence[str]
    seeds: Sequence[int] = (0,)
    at_once: int = 1  # processes
    games_seed: int = GAMES["--seed"]

    @property
    def games(self) -> Path:
        """The homes of this seed: those of another one would be taken for them."""
        return self.folder / f"games-{self.games_seed}"

    def of_seed(self, seed: int) -> Seed:
        """The part of one seed, in a folder of its own; that of a bench with one seed is the bench's."""
        own = self.folder if len(self.seeds) == 1 else self.folder / f"seed-{seed}"
        return Seed(self.games, own, self.start, self.repeats, self.overrides, seed)

    def each(self, work: Callable, jobs: Sequence[tuple]) -> list:
        """What ``work`` gives for each job, in processes of their own where several run at once."""
        return in_parallel(work, jobs, self.at_once) if self.at_once > 1 else [work(*job) for job in jobs]


@dataclass(frozen=True)
class Seed:
    """All commands of one seed."""

    games: Path
    folder: Path
    start: str
    repeats: int
    overrides: Sequence[str]
    seed: int

    @property
    def lessons(self) -> tuple[tuple[str, int, int], ...]:
        """Expert, number and seed of the demonstrations of each lesson."""
        return tuple((expert, number, first + SEED_STRIDE * self.seed) for expert, number, first in LESSONS)

    @property
    def cold(self) -> Path:
        """The model that demonstrations have taught."""
        return self.folder / "cold"

    def run(self, name: str, config: str, model: Path | str, *words: object) -> None:
        own = ["--config", f"alfworld/smollm2/{config}", "--env.data", self.games]
        command(name, *own, "--model.path", model, *words, *self.overrides)

    def teach(self) -> None:
        """Demonstrations and learning; what is done is not repeated."""
        model: Path | str = self.start
        for expert, number, seed in self.lessons:
            lesson, demonstrations = f"cold_start_{expert}", self.folder / f"{expert}.jsonl.gz"
            # The last one is the start of both methods.
            taught = self.cold if expert == LESSONS[-1][0] else self.folder / f"cold-{expert}"
            if not demonstrations.is_file():
                words = ("--expert", expert, "--n", number, "--seed", seed, "--output", demonstrations)
                self.run("demos", lesson, self.start, *words)
            if not taught.is_dir():
                own = ("--seed", self.seed, "--data", demonstrations, "--output", taught)
                self.run("sft", lesson, model, *own)
            model = taught

    def play(self, player: str) -> None:
        """Train if it is a method, then held-out homes at temperature 1."""
        if player != "cold":
            self.run("train", player, self.cold, "--seed", self.seed, "--run-dir", self.folder / player)
        if self.result_file(player).is_file():
            return
        games = ("--config", "alfworld/smollm2/skill1", "--env.data", self.games, "--seed", self.seed)
        own = games if player == "cold" else ()
        which = ("--split", SPLIT, "--library", PLAYERS[player], "--eval.round_tasks", ROUND_TASKS)
        words = (*own, *which, "--repeats", self.repeats, *self.overrides, "--output", self.result_file(player))
        command("eval", self.folder / player, *words)

    def result_file(self, player: str) -> Path:
        return self.folder / f"eval-{player}.json"

    def result(self, player: str) -> Mapping:
        return json.loads(self.result_file(player).read_text(encoding="utf-8"))

    def record(self) -> dict[str, object]:
        """How its players came about."""
        return {
            "seed": self.seed,
            "demonstrations": [f"--expert {e} --n {number} --seed {seed}" for e, number, seed in self.lessons],
            "steps": {
                method: [{key: row.get(key) for key in FIGURES} for row in read_metrics(self.folder / method)]
                for method in ("skill1", "grpo")
            },
        }


def main() -> None:
    """Run what is missing, write and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--start", default="smollm2-135m", help="model to begin with")
    parser.add_argument("--folder", type=Path, default=Path("runs/homes-smollm2"))
    parser.add_argument("--repeats", type=int, default=1, help="episodes of each held-out task")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--games-seed", type=int, default=GAMES["--seed"], help="homes of training and held out")
    parser.add_argument("--at-once", type=int, default=1, help="processes that run at the same time")
    parser.add_argument("--output", type=Path)
    given, overrides = parser.parse_known_args()
    bench = Bench(
        given.folder, given.start, given.repeats, overrides, given.seeds, given.at_once, given.games_seed
    )
    publish(made_by() | measured(bench), given.output)


def measured(bench: Bench, games: Mapping[str, int] = GAMES) -> dict[str, object]:
    """Games, lessons, training and evaluations, as far as they are missing; the record."""
    games = dict(games) | {"--seed": bench.games_seed}
    if not bench.games.is_dir():
        numbers = (word for pair in games.items() for word in pair)
        command("envs", "make-games", "alfworld", bench.games, "--homes", *numbers)
    seeds = [bench.of_seed(seed) for seed in bench.seeds]
    bench.each(Seed.teach, [(seed,) for seed in seeds])
    bench.each(Seed.play, [(seed, player) for seed in seeds for player in PLAYERS])
    found = {player: [seed.result(player) for seed in seeds] for player in PLAYERS}
    return {
        "seeds": list(bench.seeds),
        "games": games,
        "by_seed": [seed.record() for seed in seeds],
        "evaluations": {player: figures(results) for player, results in found.items()},
        "skill1_over": {
            other: {
                part: difference(found["skill1"], found[other], since)
                for part, since in (("last_rounds", last_begins(found["skill1"][0])), ("all", 0))
            }
            for other in ("cold", "grpo")
        },
    }


def figures(results: Sequence[Mapping]) -> dict[str, object]:
    """Success in all rounds, in each, in the last, and of episodes with a skill and without; results of all seeds."""
    late = by_task(results, last_begins(results[0]))
    return {
        "all_rounds": share(by_task(results, 0)),
        "last_rounds": share(late),
        "rounds": [[round(part["success_rate"], 4) for part in result["rounds"]] for result in results],
        "with_skill": share_won(results, has_skill=True),
        "without_skill": share_won(results, has_skill=False),
    } | {key: [result[key] for result in results] for key in KEPT}


def share(won_ST: np.ndarray) -> dict[str, object]:
    """Mean over tasks and seeds with its interval, and each seed's mean."""
    return {
        "success_rate": mean_over_tasks(won_ST),
        "interval_95": bootstrap_mean(won_ST),
        "each": seed_means(won_ST),
    }


def share_won(results: Sequence[Mapping], *, has_skill: bool) -> float | None:
    """Of the episodes that played with a skill, or of the others; None if there are none."""
    won = [
        row["success"]
        for result in results
        for row in result["results"]
        if row["status"] == "ok" and bool(row["skill"]) == has_skill
    ]
    return float(np.mean(won)) if won else None


def last_begins(result: Mapping) -> int:
    """Position of the first task of the last rounds."""
    return max(0, result["tasks"] - LAST_ROUNDS * result["round_tasks"])


def by_task(results: Sequence[Mapping], since: int) -> np.ndarray:
    """Share of each task's episodes that won, [seeds, tasks], in the order of the split, from ``since`` on."""
    return np.array([_of_seed(result) for result in results])[:, since:]


def _of_seed(result: Mapping) -> list[float]:
    of_task: dict[str, list[bool]] = {}
    for episode in result["results"]:
        won = of_task.setdefault(episode["task"], [])
        if episode["status"] == "ok":
            won.append(episode["success"])
    return [float(np.mean(won)) if won else np.nan for won in of_task.values()]


def difference(better: Sequence[Mapping], baseline: Sequence[Mapping], since: int) -> dict[str, object]:
    """Mean paired difference over tasks and seeds with its interval, and each seed's."""
    first, second = by_task(better, since), by_task(baseline, since)
    return {
        "difference": mean_over_tasks(first) - mean_over_tasks(second),
        "interval_95": bootstrap_difference(first, second, same_seeds=True),
        "each": [a - b for a, b in zip(seed_means(first), seed_means(second), strict=True)],
    }


if __name__ == "__main__":
    main()
