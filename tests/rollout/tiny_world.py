"""The household world with tiny policies: what the tests of the engine, the episode and the trainer share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.library import Library
from skill1.policy.tiny import TinyShape, make_tiny_policy
from skill1.schema import Episode, EpisodeKey, Group, SkillDraft, Task
from skill1_envs.household.tasks import load_split

SMALL = TinyShape(hidden_size=32, layers=2, heads=2, feed_forward=64)


def tiny_policy(folder: Path, *, seed: int = 0, shape: TinyShape = SMALL) -> Path:
    """A random policy that knows the words of the household."""
    make_tiny_policy(make_suite(load_config().env).vocabulary(), folder, seed=seed, shape=shape)
    return folder


def household(model: Path, *overrides: str, method: str = "skill1") -> Skill1Config:
    """The household configuration, one thread."""
    return load_config(
        f"household/{method}",
        ["--model.path", str(model), "--train.threads", "1", "--model.device", "cpu", *overrides],
    )


def tasks(count: int) -> tuple[Task, ...]:
    return load_split("train").tasks[:count]


def stocked_library(config: Skill1Config, count: int) -> Library:
    """A library in memory with a true skill for each of the first tasks, so that candidates are found."""
    library = Library.in_memory(config.library)
    split = load_split("train")
    written = [
        Episode(
            EpisodeKey(seed=99, step=0, task=i, rollout=0),
            task,
            outcome=1.0,
            success=True,
            draft=SkillDraft(*right_texts(chore)),
        )
        for i, (task, chore) in enumerate(zip(split.tasks[:count], split.chores[:count], strict=True))
    ]
    library.commit(written, step=0, policy_version=0)
    return library


def right_texts(chore) -> tuple[str, str]:
    """Description and strategy that give every hidden fact of a chore."""
    home, request = chore.home, chore.request
    strategy = f"{request.kind} in {home.spots[request.kind]}"
    if request.type in home.appliances:
        strategy += f" , {request.type} using {home.appliances[request.type]}"
    return f"{request.name} {request.type} {request.kind}", strategy


def all_episodes(groups: Sequence[Group]) -> list[Episode]:
    return [episode for group in groups for episode in group.episodes]
