"""The household, played by environments that meddle with this process, raise anything, or judge in riddles."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import replace

import torch

from skill1.config import EnvConfig
from skill1_envs.household import HouseholdSuite

NAME = "tests.train.hostile"


class Odd(BaseException):
    pass


RAISED = (
    KeyboardInterrupt(),
    SystemExit(0),
    GeneratorExit(),
    asyncio.CancelledError(),
    Odd("odd"),
    BaseExceptionGroup("many", [KeyboardInterrupt()]),
    ValueError("half \ud800 pair"),
    MemoryError(),
)


def meddle(turn: int) -> None:
    """One thing at a time, so that each is seen by what comes after it."""
    deeds = (
        lambda: torch.set_grad_enabled(False),
        lambda: torch.set_default_dtype(torch.float64),
        lambda: torch.set_default_device("meta"),
        lambda: torch.set_num_threads(2),
        lambda: sys.setrecursionlimit(400),
        lambda: os.chdir("/"),
        lambda: setattr(sys, "stdout", None),
        lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN),
    )
    deeds[turn % len(deeds)]()


class Env:
    """Passes everything on; ``deed`` gets the number of the step, of all episodes together."""

    def __init__(self, suite, env) -> None:
        self.suite, self.env = suite, env

    @property
    def task(self):
        return self.env.task

    def reset(self, **how):
        return self.env.reset(**how)

    def step(self, action):
        answer = self.env.step(action)
        self.suite.turn += 1
        return self.suite.answered(answer)

    def close(self) -> None:
        self.env.close()
        self.suite.closed()


class Suite:
    """As the household, without its judge."""

    name = "household"

    def __init__(self, config: EnvConfig) -> None:
        self.inside, self.turn = HouseholdSuite(replace(config, name="household")), 0

    def splits(self):
        return self.inside.splits()

    def tasks(self, split):
        return self.inside.tasks(split)

    def make(self, split):
        return Env(self, self.inside.make(split))

    def vocabulary(self):
        return self.inside.vocabulary()

    def answered(self, answer):
        return answer

    def closed(self) -> None:
        pass


class Meddler(Suite):
    def answered(self, answer):
        meddle(self.turn)
        return answer


class Raiser(Suite):
    """Every seventh step raises, and so does every fourth close."""

    closes = 0

    def answered(self, answer):
        if self.turn % 7 == 0:
            raise RAISED[self.turn // 7 % len(RAISED)]
        return answer

    def closed(self) -> None:
        self.closes += 1
        if self.closes % 4 == 1:
            raise RAISED[self.closes // 4 % len(RAISED)]


class Riddler(Suite):
    """``judge`` gives a word for a number."""

    def judge(self, task, draft):
        return "great"


class Unclosable(Suite):
    def close(self) -> None:
        sys.exit("no")


class Empty(Suite):
    def tasks(self, split):
        return ()


class Unlabelled(Suite):
    def task_types(self):
        raise ValueError("no labels")


class Wordless(Suite):
    """``vocabulary`` gives what ``words`` says."""

    words: object = None

    def vocabulary(self):
        return self.words


class OfTrainingSplit(HouseholdSuite):
    """Demonstrates on the tasks that are trained on."""

    def __init__(self, config: EnvConfig) -> None:
        super().__init__(replace(config, name="household"))
        self.split = config.train_split

    def demo_worlds(self, kind, episodes, seed):
        yield [list(self.tasks(self.split)[:episodes])]
