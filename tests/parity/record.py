"""Records the answers of ``tests/golden/parity/household.json``: ``python tests/parity/record.py [--policy FOLDER]``.

A tiny policy, taught by demonstrations for half a minute unless a folder is given, trains for two steps on the local
backend; every answer it samples is written down.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import pytest
from parity_replay import write_answers
from parity_runs import make_library, parity_config

from skill1.policy import load
from skill1.policy.load import open_policy
from skill1.policy.tokens import Tokens
from skill1.recipes.cold_start import make_check_policy
from skill1.train.trainer import Skill1Trainer

DEMONSTRATIONS = 3000


class Recorder:
    """A policy that keeps what it answers."""

    def __init__(self, policy) -> None:
        self.policy, self.answers = policy, {}

    def __getattr__(self, name: str):
        return getattr(self.policy, name)

    async def generate(self, prompt_ids, sampling, *, session, key, view=None):
        self.answers[key] = await self.policy.generate(prompt_ids, sampling, session=session, key=key, view=view)
        return self.answers[key]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--policy", type=Path, help="a household policy that exists; default: one is made")
    chosen = parser.parse_args().policy
    with tempfile.TemporaryDirectory() as scratch, pytest.MonkeyPatch.context() as patch:
        policy = chosen or Path(scratch) / "policy"
        if chosen is None:
            make_check_policy(policy, DEMONSTRATIONS)
        recorders: list[Recorder] = []

        def opened(*arguments, **options):
            recorders.append(Recorder(open_policy(*arguments, **options)))
            return recorders[0]

        patch.setattr(load, "open_policy", opened)
        config = parity_config(policy, make_library(Path(scratch) / "stocked.sqlite"))
        Skill1Trainer(config, Path(scratch) / "run").train()
        write_answers(recorders[0].answers, Tokens.load(policy))


if __name__ == "__main__":
    main()
