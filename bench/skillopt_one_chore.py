r"""SkillOpt where one document can be right: one type of chore in one home, 24 times (docs/explanation/skillopt.md).

    python bench/skillopt_one_chore.py runs/bench-household/seed-*/household-cold-start \
        --output bench/results/skillopt_one_chore.json

In each home one type of task is trained on (``train:HOME:TYPE``): the facts that decide are the same for all of its
tasks, and a tiny policy reads a document of one line. The weights are frozen; the teacher is the environment's
rule-based analyst. Then new tasks of the same chore (``seen:HOME:TYPE``: other things, other goals) are played
``PLAYS`` times with the best document and with the empty one that training began with, under the same keys. The
interval is over homes.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import torch
from made import made_by, publish
from skillopt_documents import roller_of

from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.evaluate.figures import bootstrap_tasks
from skill1.evaluate.statistics import sign_flip_test
from skill1.library import Library
from skill1.methods import make_recipe
from skill1.policy.protocol import run_to_end
from skill1.schema import EpisodeKey
from skill1.train.records import read_metrics
from skill1.train.trainer import Skill1Trainer
from skill1_envs.household.tasks import homes
from skill1_envs.household.world import TYPES

PLAYS = 8
SMALL = (
    *("--train.steps=4", "--train.tasks_per_step=12", "--train.group_size=1", "--train.checkpoint_every=4"),
    *(
        "--skillopt.split_ratio=1:1:0",
        "--skillopt.selection_tasks=0",
        "--skillopt.epochs=1",
        "--logging.episodes_every=0",
    ),
    *("--train.validate_every=0",),
)


def main() -> None:
    """Train and play every chore with every model, write and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", type=Path, help="cold starts of the household")
    parser.add_argument("--homes", type=int, default=24, help="the first so many (default: all)")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    torch.set_num_threads(1)
    places = [(home.name.slug, TYPES[i % len(TYPES)]) for i, home in enumerate(homes("train")[: given.homes])]
    chores = [one_chore(model, home, type_) for model in given.models for home, type_ in places]
    report = {
        **made_by(threads=1),
        "teacher": "rule-based analyst of the environment; no language model",
        "models": len(given.models),
        **summed_up(chores),
        "chores": chores,
    }
    publish(report, given.output, {key: value for key, value in report.items() if key != "chores"})


def one_chore(model: Path, home: str, type_: str) -> dict[str, object]:
    """SkillOpt on one chore, and what its document brings on new tasks of it."""
    part = f"{home}:{type_}"
    config = load_config(
        "household/skillopt", [f"--model.path={model}", f"--env.train_split=train:{part}", *SMALL]
    )
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        Skill1Trainer(config, run).train()
        rows = read_metrics(run)
        document = (run / "skillopt" / "best_skill.md").read_text(encoding="utf-8")
        with Library.open(run, config.library, read_only=True) as library:
            after = share_won(config, model, f"seen:{part}", library)
    with Library.in_memory(config.library) as empty:
        before = share_won(config, model, f"seen:{part}", empty)
    return {
        "home": home,
        "type": type_,
        "document": document,
        "accepted": sum(row["skillopt/accepted"] for row in rows),
        "rejected": sum(row["skillopt/rejected"] for row in rows),
        "gate_score": rows[-1]["skillopt/best_score"],
        "start": before,
        "best_document": after,
    }


def share_won(config: Skill1Config, model: Path, split: str, library: Library) -> float:
    """Of ``PLAYS`` episodes of each task, with what the library holds."""
    roller, tasks = roller_of(config, model, make_recipe(config)), make_suite(config.env).tasks(split)
    plan = [(task, EpisodeKey(7, 1, task.index, play)) for task in tasks for play in range(PLAYS)]
    episodes = run_to_end(roller.play_all(plan, library))
    return sum(episode.success for episode in episodes) / len(episodes)


def summed_up(chores: list[dict[str, object]]) -> dict[str, object]:
    """Means over chores, and the difference with its interval; homes are what was drawn, so over them."""
    homes_of = dict.fromkeys(chore["home"] for chore in chores)
    differences = [
        sum(c["best_document"] - c["start"] for c in chores if c["home"] == home)
        / sum(c["home"] == home for c in chores)
        for home in homes_of
    ]
    return {
        "start": sum(c["start"] for c in chores) / len(chores),
        "best_document": sum(c["best_document"] for c in chores) / len(chores),
        "difference": sum(differences) / len(differences),
        "interval_95": list(bootstrap_tasks(differences)),
        "sign_flip_p": sign_flip_test(differences)[0],
        "homes": len(differences),
        "documents_taken": sum(c["accepted"] for c in chores),
        "documents_refused": sum(c["rejected"] for c in chores),
    }


if __name__ == "__main__":
    main()
