r"""How many lines of a document the tiny household policy can read: docs/explanation/skillopt.md.

    python bench/skillopt_documents.py runs/methods/seed-?/household-cold-start \
        --output bench/results/skillopt_documents.json

Each task of the split `seen` is played once by the cold-started policy with a document of so many true facts in its
prompt, one of them (first or last) about the task's own home and type, the others about other homes.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from made import made_by, publish

from skill1.agent.player import Recipe
from skill1.agent.profile import load_profile
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.evaluate.figures import wilson
from skill1.library import Library
from skill1.methods.skillopt.method import read_document
from skill1.policy.load import open_policy
from skill1.policy.protocol import run_to_end
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller
from skill1.rollout.settings import play_settings
from skill1.schema import EpisodeKey, Skill
from skill1_envs.household.tasks import load_split

TASKS = 144
Fact = tuple[str, str]  # description, strategy


def main() -> None:
    """Measure every model, write and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", type=Path)
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    torch.set_num_threads(1)
    report = {
        **made_by(),
        "tasks": TASKS,
        "success": {name: figures(name, document, given.models) for name, document in documents().items()},
    }
    publish(report, given.output, report["success"])


def figures(name: str, document: Callable[[int], list[Fact]], models: Sequence[Path]) -> dict[str, object]:
    """Success of each model and of all together, with its Wilson interval."""
    wins = [wins_with(document, model) for model in models]
    total = TASKS * len(models)
    return {
        "by_model": [count / TASKS for count in wins],
        "success": sum(wins) / total,
        "interval_95": list(wilson(sum(wins), total)),
    }


def documents() -> dict[str, Callable[[int], list[Fact]]]:
    """What stands in the prompt of each task, by a name for the table."""
    chores = load_split("seen").chores[:TASKS]

    def mixed(lines: int, place: int) -> Callable[[int], list[Fact]]:
        def document(task: int) -> list[Fact]:
            others = random.Random(f"{lines} {task}").sample([i for i in range(TASKS) if i != task], lines - 1)
            facts = [fact_of(chores[i]) for i in others]
            facts.insert(0 if place == 0 else len(facts), fact_of(chores[task]))
            return facts

        return document

    found = {"nothing": lambda task: [], "the one right fact": mixed(1, 0)}
    for lines in (2, 4, 8):
        found[f"{lines} lines, the first is right"] = mixed(lines, 0)
        found[f"{lines} lines, the last is right"] = mixed(lines, -1)
    return found


def fact_of(chore) -> Fact:
    """Description and strategy with every hidden fact of a chore."""
    home, request = chore.home, chore.request
    strategy = f"{request.kind} in {home.spots[request.kind]}"
    if request.type in home.appliances:
        strategy += f" , {request.type} using {home.appliances[request.type]}"
    return f"{request.name} {request.type} {request.kind}", strategy


def wins_with(document: Callable[[int], list[Fact]], model: Path) -> int:
    """Tasks won when each is played once with its document."""
    config = load_config("household/skillopt", [f"--model.path={model}"])
    roller = roller_of(config, model, Recipe(read_document, nothing))
    won = 0
    for place, task in enumerate(load_split("seen").tasks[:TASKS]):
        with Library.in_memory(config.library) as library:
            library.add_skills(as_document(document(place)), step=0)
            (episode,) = run_to_end(roller.play_all([(task, EpisodeKey(0, 1, place, 0))], library))
        won += episode.success
    return won


def roller_of(config: Skill1Config, model: Path, recipe: Recipe) -> Roller:
    """Plays household tasks with a model, without training's exploration."""
    policy = open_policy(config, model, Tokens.load(model), rows=config.model.rows)
    profile, settings = load_profile("compact", env="household"), play_settings(config, is_training=False)
    return Roller(make_suite(config.env).make, policy, recipe, profile, settings, concurrency=policy.max_rows)


def as_document(facts: Sequence[Fact]) -> list[Skill]:
    """One skill whose prompt reads ``when … do … when … do …``."""
    if not facts:
        return []
    (description, strategy), *rest = facts
    lines = [strategy, *(f"when {when} do {what}" for when, what in rest)]
    return [Skill("", description, " ".join(lines), 0.5)]


if __name__ == "__main__":
    main()
