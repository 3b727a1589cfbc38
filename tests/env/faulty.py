"""The household with faults: one step in a hundred raises, answers garbage, kills its process or never ends.

For soak runs: ``--env.name tests.env.faulty:FaultySuite``. What happens is a function of the task, the turn and how
often the task was started. ``--env.data FOLDER`` keeps those counts in a file for each task, so that a restarted worker
goes on counting; without it each process counts for itself.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import random
import time
from collections import Counter
from pathlib import Path

from skill1.config import EnvConfig
from skill1.schema import Observation
from skill1_envs.household import HouseholdSuite

FAULTS = ("raise", "garbage", "crash", "hang")
SHARES = (0.5, 0.25, 0.125, 0.125)
GARBAGE = (
    None,
    "text",
    (),
    ("no observation", 0.0, False, False, {"won": False}),
    (Observation("x"), float("nan"), False, False, {"won": False}),
    (Observation("x"), "1", False, False, {"won": False}),
    (Observation(b"bytes"), 0.0, False, False, {"won": False}),
    (Observation("x", (1, 2)), 0.0, False, False, {"won": False}),
    (Observation("x"), 0.0, False, False, None),
)


class FaultySuite(HouseholdSuite):
    """The household suite, its environments wrapped in :class:`FaultyEnv`."""

    rate = 0.01
    seed = 0

    def __init__(self, config: EnvConfig) -> None:
        super().__init__(config)
        self.is_isolated = bool(config.workers or config.python)
        self._folder = Path(config.data) if config.data else None
        self._starts: Counter[str] = Counter()

    def make(self, split: str) -> FaultyEnv:
        return FaultyEnv(super().make(split), self)

    def count_start(self, task_id: str) -> int:
        """How often a task was started before, in this process or, with a folder, in any."""
        if self._folder is None:
            self._starts[task_id] += 1
            return self._starts[task_id] - 1
        self._folder.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(task_id.encode()).hexdigest()[:24]
        with open(self._folder / name, "ab") as file:  # appending is atomic: two workers get two numbers
            file.write(b".")
            file.flush()
            return file.tell() - 1

    def fault_of(self, task_id: str, start: int, turn: int) -> str | None:
        rng = random.Random(f"{self.seed}|{task_id}|{start}|{turn}")
        return rng.choices(FAULTS, SHARES)[0] if rng.random() < self.rate else None


class FaultyEnv:
    def __init__(self, env, suite: FaultySuite) -> None:
        self._env, self._suite, self._start, self._turns = env, suite, 0, itertools.count()

    @property
    def task(self):
        return self._env.task

    def reset(self, *, task_index=None, seed=None):
        observation = self._env.reset(task_index=task_index, seed=seed)
        self._start, self._turns = self._suite.count_start(self.task.id), itertools.count()
        return observation

    def step(self, action):
        turn = next(self._turns)
        fault = self._suite.fault_of(self.task.id, self._start, turn) if self.task else None
        if fault in ("crash", "hang") and not self._suite.is_isolated:
            fault = "raise"  # nothing would be left to go on
        if fault == "raise":
            raise RuntimeError(f"injected fault at turn {turn} of start {self._start}")
        if fault == "garbage":
            return GARBAGE[(self._start + turn) % len(GARBAGE)]
        if fault == "crash":
            os._exit(3)
        while fault == "hang":
            time.sleep(3600)
        return self._env.step(action)

    def close(self):
        self._env.close()
