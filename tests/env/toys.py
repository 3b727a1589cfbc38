"""A toy suite whose actions are faults, and ways to play suites with the real rollout and a scripted policy."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import contextmanager

from skill1.config import EnvConfig
from skill1.env.workers import Worker
from skill1.errors import DataError
from skill1.schema import Group, Observation, Task
from tests.rollout.fakes import RecordingPolicy, WordTokens, settings
from tests.rollout.rollers import toy_roller

NAME = "tests.env.toys:ToySuite"
SIZES = {"train": 8, "test": 2}
ODD_TEXT = 'tab\t null\x00 escape\x1b line\u2028 quote" back\\ duck🦆 ł'


def up() -> str:
    """Count up."""
    return "up"


class ToyEnv:
    """Say "up" three times to win, in six steps at most. Other words are answered, or do what they say."""

    def __init__(self, tasks):
        self.tasks, self.task, self.count, self.turn = tasks, None, 0, 0
        self.is_stuck = False

    def reset(self, *, task_index=None, seed=None):
        index = random.Random(seed).randrange(len(self.tasks)) if task_index is None else task_index
        self.task, self.count, self.turn = self.tasks[index], 0, 0
        return self.look()

    def look(self, text="", info=None):
        listed = (("up", "down"), None, ())[self.turn % 3]
        return Observation(
            f"{self.task.id} {self.count} {ODD_TEXT} {text}", listed, info or {"nested": {"a": [1]}}
        )

    def step(self, action):
        text, info = DEEDS.get(action, lambda: ("", {}))()
        self.is_stuck = self.is_stuck or action == "stick"
        self.count += action == "up"
        self.turn += 1
        won = self.count == 3
        over = not won and self.turn >= 6
        return self.look(text, info), 0.1 * self.count if not won else 1, won, over, {"won": won}

    def close(self):
        if self.is_stuck:
            raise DataError("the disk with my saved game is gone")


def crash():
    sys.stderr.write("the last words\n")
    sys.stderr.flush()
    os._exit(3)


ALIVE: list[int] = []  # the named pipe of `ToySuite`


@contextmanager
def fifo():
    """A named pipe: its path for `ToySuite`, and the end that hears when the last process that plays has gone."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "alive")
        os.mkfifo(path)
        alive = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            yield path, alive
        finally:
            os.close(alive)


def hang():
    for pipe in ALIVE:
        os.write(pipe, b"h")
    time.sleep(3600)


def hold():
    """No other thread runs any more: a regular expression lets none."""
    for pipe in ALIVE:
        os.write(pipe, b"h")
    re.match("(a+)+$", "a" * 60 + "b")


def start_process():
    """One that would outlive us, and holds the pipe of `ToySuite` open."""
    subprocess.Popen(["sleep", "3600"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=ALIVE)
    return "", {}


def fail():
    raise ValueError("boom")


def leave():
    sys.exit(0)


def write_garbage():
    for number in range(3, 30):  # one of them is the protocol's
        try:
            os.write(number, b'{"id": 0, "value"\n')
        except OSError:
            pass
    return "", {}


def print_much():
    sys.stdout.write("printed" + "x" * 100_000)
    sys.stdout.flush()
    os.write(1, b'{"id": 1, "value": null}\n')
    subprocess.run(["echo", "from a child"], check=True)
    return "", {}


def only_waits_briefly_for(patch, deed, limit_s=1.0):
    """``env.timeout_s`` is for this deed alone, which never answers; others may take their time on a slow machine."""
    exchange = Worker._exchange

    def limited(self, request, timeout_s):
        return exchange(self, request, limit_s if request.get("action") == deed else timeout_s)

    patch.setattr(Worker, "_exchange", limited)


DEEDS = {
    "crash": crash,
    "hang": hang,
    "hold": hold,
    "start": start_process,
    "raise": fail,
    "exit": leave,
    "read": lambda: (input(), {}),
    "garbage": write_garbage,
    "huge": lambda: ("a" * (65 * 2**20), {}),
    "print": print_much,
    "pid": lambda: (str(os.getpid()), {}),
    "odd": lambda: ("", {"set": {1}, "object": object(), 3: (1, 2.5), "nan": float("nan"), "bytes": b"x"}),
}


class ToySuite:
    name = "toy"

    def __init__(self, config: EnvConfig):
        if config.data:  # a named pipe: whoever reads it sees when the last process that plays has gone
            ALIVE.append(os.open(config.data, os.O_WRONLY))

    def splits(self):
        return SIZES

    def tasks(self, split):
        if split not in SIZES:
            raise DataError(f"toy has no split {split!r}; expected train or test.")
        return tuple(Task(f"toy/{split}/{i}", "toy", split, i, f"count {i}", "count") for i in range(SIZES[split]))

    def make(self, split):
        return ToyEnv(self.tasks(split))

    def judge(self, task, draft):
        return 0.1 if draft.strategy == task.id else -1.0

    def vocabulary(self):
        return ["up", "down", "ł"]

    def task_types(self):
        return {"count": "Cóunt", "absent": "Z"}

    def split_source(self, split):
        return f"{split} of the toys", "too few" if split == "test" else ""


class ToolSuite(ToySuite):
    """With a named tool for trainers whose models call tools."""

    tools = (up,)


class NoSuite:
    def __init__(self):
        pass


class Unstartable(ToySuite):
    def __init__(self, config):
        sys.stderr.write("no licence found\n")
        raise OSError("needs a licence")


class Suicidal(ToySuite):
    def __init__(self, config):
        sys.stderr.write("no licence found\n")
        sys.stderr.flush()
        os._exit(4)


class WrongEnv(ToySuite):
    """Breaks the contract in what it answers."""

    def make(self, split):
        env = ToyEnv(self.tasks(split))
        step = env.step
        env.step = lambda action: (*step(action)[:2], 1, 0, {"won": "yes"})
        return env


class SteadyTokens(WordTokens):
    """Ids that do not depend on which episode met a word first, as episodes are interleaved differently."""

    def __init__(self) -> None:
        self.words = {0: "<eos>"}

    def _id(self, word: str) -> int:
        number = zlib.crc32(word.encode())
        self.words[number] = word
        return number


def process_ids(suite) -> list[int]:
    """Of the workers of a suite that have a process."""
    return [worker._process._process.pid for worker in suite._workers if worker._process is not None]


def walk(view) -> str:
    """Up, and something else in between, different for each task and turn."""
    listed = view.observation.admissible or ("up", "down", "look")
    return listed[(len(view.turns) * 5 + len(view.task.id) + view.task.index) % len(listed)]


def play(
    suite,
    tasks: Sequence[Task],
    *,
    act: Callable[[object], str] = walk,
    group_size: int = 2,
    concurrency: int = 64,
    max_steps: int = 6,
) -> list[Group]:
    """Groups of the real rollout; the policy is scripted."""
    how = settings(max_steps=max_steps, budget=10_000)
    policy = RecordingPolicy(act=act)
    policy.tokens = SteadyTokens()
    player = toy_roller(suite.make, policy, how, concurrency=concurrency)
    return player.play_groups(tasks, None, seed=0, step=1, group_size=group_size)
