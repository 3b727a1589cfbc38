"""Stage collect: the start model plays training tasks without skills, and every episode becomes a memory."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skill1.agent.mixture import configured_profile
from skill1.agent.player import Recipe
from skill1.agent.profile import Profile
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.env.registry import make_suite
from skill1.env.splits import tasks_of
from skill1.errors import DataError
from skill1.methods.skillrl.memories import memory_of, write_memories
from skill1.policy.load import open_policy
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller, play_settings, run_to_end, spread
from skill1.train.start import start_weights


@dataclass(frozen=True)
class Parts:
    """An environment, its prompts and the start model."""

    suite: Any
    profile: Profile
    policy: Any


def collect(config: Skill1Config, *, episodes: int, output: Path, console=None) -> dict[str, object]:
    """Play tasks spread evenly over the training split and write their memories; returns a summary.

    Raises:
        DataError: every episode ended in an error, or there is no start model.
    """
    with opened_parts(config) as parts:
        tasks = tasks_of(parts.suite, config.env.name, config.env.train_split)
        roller = Roller(
            parts.suite.make,
            parts.policy,
            Recipe(nothing, nothing),
            parts.profile,
            play_settings(config, is_training=True),
            concurrency=parts.policy.max_rows,
        )
        if console is not None:
            console.print(f"collecting {episodes} episodes of {config.model.path}", markup=False)
        played = run_to_end(roller.play_all(spread(tasks, episodes, config.seed), None))
    survivors = [episode for episode in played if episode.ok]
    if not survivors:
        raise DataError(
            f"all {len(played)} episodes ended in an error. The first: {played[0].error}\n"
            f"Check the environment: skill1 envs check {config.env.name}"
        )
    write_memories(output, map(memory_of, survivors))
    successes = sum(episode.success for episode in survivors)
    return {
        "episodes": len(played),
        "errors": len(played) - len(survivors),
        "success_rate": successes / len(survivors),
        "output": str(output),
    }


@contextlib.contextmanager
def opened_parts(config: Skill1Config) -> Iterator[Parts]:
    """The configured environment, prompts and start model, for the length of a block."""
    profile = configured_profile(config)
    suite = make_suite(config.env)
    with contextlib.ExitStack() as stack:
        if callable(close := getattr(suite, "close", None)):
            stack.callback(close)
        scratch = stack.enter_context(tempfile.TemporaryDirectory())
        if config.train.threads:
            import torch

            torch.set_num_threads(config.train.threads)
        start = start_weights(config, Path(scratch), suite, profile)
        policy = open_policy(config, start, Tokens.load(start), rows=config.model.rows)
        stack.callback(policy.close)
        yield Parts(suite, profile, policy)
