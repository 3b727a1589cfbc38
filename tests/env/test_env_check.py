"""The conformance checker passes a sound suite and finds each kind of breach."""

import random

import pytest

from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1.env.registry import make_suite
from skill1.errors import DataError
from skill1.schema import Observation, Task

SIZES = {"train": 5, "test": 2}


class CounterEnv:
    """Say "up" three times to win; six steps at most."""

    def __init__(self, tasks):
        self.tasks, self.task, self.count, self.steps = tasks, None, 0, 0

    def reset(self, *, task_index=None, seed=None):
        index = random.Random(seed).randrange(len(self.tasks)) if task_index is None else task_index
        self.task, self.count, self.steps = self.tasks[index], 0, 0
        return self.look()

    def look(self):
        return Observation(f"{self.task.id}: {self.count}", ("up", "down"))

    def step(self, action):
        self.count += action == "up"
        self.steps += 1
        won = self.count == 3
        return self.look(), float(won), won, not won and self.steps >= 6, {"won": won}

    def close(self):
        pass


class CounterSuite:
    name = "counter"
    env_class = CounterEnv

    def splits(self):
        return SIZES

    def tasks(self, split):
        if split not in SIZES:
            raise DataError(f"no split {split}")
        return [
            Task(f"counter/{split}/{i}", "counter", split, i, "count to three", "count")
            for i in range(SIZES[split])
        ]

    def make(self, split):
        return self.env_class(self.tasks(split))


def with_env(**methods):
    env = type("Env", (CounterEnv,), methods)
    return type("Suite", (CounterSuite,), {"env_class": env})()


def with_suite(**methods):
    return type("Suite", (CounterSuite,), methods)()


def test_a_sound_suite_has_no_problems():
    assert check_suite(CounterSuite()) == []
    assert check_suite(CounterSuite(), split="test") == []


def test_unknown_split_is_named():
    assert check_suite(CounterSuite(), split="valid") == ["there is no split 'valid'; the suite has train, test"]


def raise_on_garbage(self, action):
    if action not in ("up", "down", "xyzzy"):
        raise KeyError(action)
    return CounterEnv.step(self, action)


def leaky_reset(self, *, task_index=None, seed=None):
    before = self.count
    CounterEnv.reset(self, task_index=task_index, seed=seed)
    return Observation(f"{self.task.id}: {before}", ("up", "down"))


def step_with(position, value):
    def step(self, action):
        result = list(CounterEnv.step(self, action))
        result[position] = value
        return tuple(result)

    return step


def close_once(self):
    if self.steps < 0:
        raise ValueError("already closed")
    self.steps = -1


@pytest.mark.parametrize(
    ("methods", "expected"),
    [
        ({"step": raise_on_garbage}, "KeyError"),
        ({"reset": leaky_reset}, "state leaks between episodes"),
        ({"look": lambda self: Observation(f"{random.random()}")}, "differs between two environments"),
        ({"look": lambda self: "text"}, "expected skill1.schema.Observation"),
        ({"look": lambda self: Observation("")}, "non-empty string"),
        ({"look": lambda self: Observation("x", ["up"])}, "tuple of strings"),
        ({"step": step_with(1, True)}, "reward is True"),
        ({"step": step_with(1, float("nan"))}, "finite number"),
        ({"step": step_with(2, 1)}, "terminated is 1"),
        ({"step": step_with(3, None)}, "truncated is None"),
        ({"step": step_with(4, {})}, "info['won']"),
        ({"step": step_with(3, False)}, "step limit must end it"),
        ({"step": lambda self, action: None}, "expected (observation, reward"),
        ({"close": close_once}, "idempotent"),
        ({"reset": lambda self, **_: CounterEnv.reset(self, task_index=0)}, "env.task is not tasks('train')[2]"),
    ],
)
def test_broken_environments_are_found(methods, expected):
    problems = check_suite(with_env(**methods))
    assert any(expected in problem for problem in problems), problems


@pytest.mark.parametrize(
    ("methods", "expected"),
    [
        ({"name": ""}, "name is ''"),
        ({"splits": lambda self: {}}, "non-empty mapping"),
        ({"splits": lambda self: {"train": 9}}, "says 9 tasks"),
        ({"splits": lambda self: 1 / 0}, "ZeroDivisionError"),
        (
            {"tasks": lambda self, split: CounterSuite.tasks(self, split if split in SIZES else "train")},
            "expected DataError",
        ),
        (
            {
                "tasks": lambda self, split: (
                    CounterSuite.tasks(self, split)[:1] * SIZES[split]
                    if split in SIZES
                    else CounterSuite.tasks(self, split)
                )
            },
            "not unique",
        ),
        ({"vocabulary": lambda self: ["a", "a"]}, "vocabulary()"),
        ({"judge": 3}, "judge is there but is no method"),
        ({"task_types": lambda self: {"count": ""}}, "task_types()"),
        ({"check_data": ()}, "check_data is there but is no method"),
    ],
)
def test_broken_suites_are_found(methods, expected):
    problems = check_suite(with_suite(**methods))
    assert any(expected in problem for problem in problems), problems


def test_a_task_in_two_splits_is_found():
    def tasks(self, split):
        listed = CounterSuite.tasks(self, split)
        return [
            Task("same" if t.index == 0 else t.id, t.env, t.split, t.index, t.instruction, t.type) for t in listed
        ]

    assert any("is in both train and test" in problem for problem in check_suite(with_suite(tasks=tasks)))


def test_household_keeps_the_contract():
    assert check_suite(make_suite(EnvConfig(name="household"))) == []
