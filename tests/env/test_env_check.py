"""The conformance checker passes a sound suite and finds each kind of breach."""

import functools
import random
import sys
from dataclasses import replace

import numpy as np
import pytest

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.env.check import _choose, check_suite, vocabulary_notes
from skill1.env.registry import make_suite
from skill1.errors import StorageError
from skill1.policy.tiny import words_of
from skill1.schema import Observation
from tests.env.toys import SIZES, ToyEnv, ToySuite


def with_env(**methods):
    env = type("Env", (ToyEnv,), methods)
    return with_suite(make=lambda self, split: env(self.tasks(split)))


def with_suite(**methods):
    return type("Suite", (ToySuite,), methods)(EnvConfig())


def test_a_sound_suite_has_no_problems():
    assert check_suite(with_suite()) == []
    assert check_suite(with_suite(), split="test") == []


def test_unknown_split_is_named():
    assert check_suite(with_suite(), split="valid") == ["there is no split 'valid'; the suite has train, test"]


def test_a_split_that_is_looked_up_in_a_dictionary_hides_no_other_problem():
    def tasks(self, split):
        return [replace(task, type="") for task in {"train": ToySuite.tasks(self, "train")}[split]]

    first, second = check_suite(with_suite(splits=lambda self: {"train": SIZES["train"]}, tasks=tasks))
    assert first.startswith("tasks('no-such-split') raised KeyError") and "expected DataError" in first
    assert "type is empty" in second


def test_an_episode_may_be_as_long_as_it_is_said_to_be():
    def ends_at(limit):
        def step(self, action):
            result = list(ToyEnv.step(self, action))
            result[3] = self.turn >= limit and not result[2]
            return tuple(result)

        return with_env(step=step)

    assert "had not ended after 1000 useless steps" in "\n".join(check_suite(ends_at(1200), split="test"))
    assert check_suite(ends_at(1200), split="test", max_steps=1200) == []
    assert "after 1300" in "\n".join(check_suite(ends_at(1400), split="test", max_steps=1300))


class Shared(ToySuite):
    """One environment of a split for everybody."""

    make = functools.lru_cache(ToySuite.make)


def seeding_reset(self, **how):
    seen = ToyEnv.reset(self, **how)
    random.seed(self.task.index)
    return seen


def rolling_step(self, action):
    seen, *rest = ToyEnv.step(self, action)
    return Observation(f"{seen.text} rolled {random.random()}", seen.admissible), *rest


def test_episodes_that_disturb_each_other_are_found():
    """Played one after the other they are as they should be; training plays them side by side."""
    told = "differs while another environment plays between its steps"
    for suite in (Shared(EnvConfig()), with_env(reset=seeding_reset, step=rolling_step)):
        problems = check_suite(suite)
        assert problems and all(told in problem for problem in problems), problems


def raise_on_garbage(self, action):
    if action not in ("up", "down", "xyzzy"):
        raise KeyError(action)
    return ToyEnv.step(self, action)


def leaky_reset(self, *, task_index=None, seed=None):
    before = self.count
    ToyEnv.reset(self, task_index=task_index, seed=seed)
    return Observation(f"{self.task.id}: {before}", ("up", "down"))


def step_with(position, value):
    def step(self, action):
        result = list(ToyEnv.step(self, action))
        result[position] = value
        return tuple(result)

    return step


def close_once(self):
    if self.turn < 0:
        raise ValueError("already closed")
    self.turn = -1


@pytest.mark.parametrize(
    ("methods", "expected"),
    [
        ({"step": raise_on_garbage}, "KeyError"),
        ({"reset": leaky_reset}, "state leaks between episodes"),
        ({"look": lambda self, *_: Observation(f"{random.random()}")}, "differs between two environments"),
        ({"look": lambda self, *_: "text"}, "expected skill1.schema.Observation"),
        ({"look": lambda self, *_: Observation("")}, "non-empty string"),
        ({"look": lambda self, *_: Observation("x", ["up"])}, "tuple of strings"),
        ({"look": lambda self, *_: Observation("x", None, None)}, "observation.info is a NoneType"),
        ({"step": step_with(1, True)}, "reward is True"),
        ({"step": step_with(1, float("nan"))}, "finite float or int"),
        ({"step": step_with(2, 1)}, "terminated is 1"),
        ({"step": step_with(3, None)}, "truncated is None"),
        ({"step": step_with(4, {})}, "info['won']"),
        # Training refuses it, and points to this check.
        ({"step": step_with(4, {"won": False, "task_score": 55})}, "info['task_score'] is 55"),
        ({"step": step_with(3, False)}, "step limit must end it"),
        ({"step": lambda self, action: None}, "expected (observation, reward"),
        ({"close": close_once}, "idempotent"),
        ({"close": lambda self: sys.exit()}, "called sys.exit(None)"),
        ({"step": lambda self, action: sys.exit(0)}, "called sys.exit(0)"),
        ({"reset": lambda self, **_: ToyEnv.reset(self, task_index=0)}, "env.task is not tasks('train')[4]"),
    ],
)
def test_broken_environments_are_found(methods, expected):
    problems = check_suite(with_env(**methods))
    assert any(expected in problem for problem in problems), problems


def test_numbers_and_bools_of_numpy_are_fine_as_in_training():
    def step(self, action):
        seen, reward, terminated, truncated, info = ToyEnv.step(self, action)
        flags = np.bool_(terminated), np.bool_(truncated)
        return seen, np.float32(reward), *flags, {**info, "won": np.bool_(info["won"])}

    assert check_suite(with_env(step=step)) == []


@pytest.mark.parametrize(
    ("methods", "expected"),
    [
        ({"name": ""}, "name is ''"),
        ({"splits": lambda self: {}}, "non-empty mapping"),
        ({"splits": lambda self: {"train": 9}}, "says 9 tasks"),
        ({"splits": lambda self: 1 / 0}, "ZeroDivisionError"),
        (
            {"tasks": lambda self, split: ToySuite.tasks(self, split if split in SIZES else "train")},
            "expected DataError",
        ),
        (
            {
                "tasks": lambda self, split: (
                    ToySuite.tasks(self, split)[:1] * SIZES[split]
                    if split in SIZES
                    else ToySuite.tasks(self, split)
                )
            },
            "not unique",
        ),
        (
            {"tasks": lambda self, split: [replace(t, id=t.id[-1]) for t in ToySuite.tasks(self, split)]},
            "is in both train and test",
        ),
        ({"vocabulary": lambda self: ["a", "a"]}, "vocabulary()"),
        ({"vocabulary": lambda self: None}, "vocabulary() gave a NoneType; expected a list"),
        ({"vocabulary": lambda self: {"a", "b"}}, "vocabulary() gave a set"),
        ({"vocabulary": lambda self: "a b"}, "vocabulary() gave a str"),
        ({"vocabulary": lambda self: ["a", 7]}, "different, non-empty strings"),
        ({"vocabulary": lambda self: ["up", "Down"]}, "vocabulary() lists 'Down'; expected single words"),
        ({"vocabulary": lambda self: ["go up"]}, "vocabulary() lists 'go up'"),
        ({"vocabulary": lambda self: ["don't"]}, '''vocabulary() lists "don't"'''),
        ({"split_source": lambda self, split: "all of them"}, "expected two texts"),
        ({"judge": lambda self, task, draft: None}, "judge() gave None in train; expected a number in [-1, 1]"),
        ({"judge": lambda self, task, draft: 7}, "judge() gave 7"),
        ({"judge": lambda self, task, draft: float("nan")}, "judge() gave nan"),
        ({"judge": 3}, "judge is not a method"),
        ({"task_types": lambda self: {"count": ""}}, "task_types()"),
        ({"check_data": ()}, "check_data is not a method"),
    ],
)
def test_broken_suites_are_found(methods, expected):
    problems = check_suite(with_suite(**methods))
    assert any(expected in problem for problem in problems), problems


def test_words_with_vowel_signs_are_single_words_as_a_tiny_policy_reads_them():
    words = ["हिन्दी", "ที่", "ذَهَب", "上海", "，", "i\u0307stanbul"]
    assert all(words_of(word) == [word] for word in words)
    assert check_suite(with_suite(vocabulary=lambda self: words)) == []


def test_a_full_disk_is_said_once_and_not_as_a_breach():
    def make(suite, split):
        raise StorageError("the disk is full")

    with pytest.raises(StorageError, match="the disk is full"):
        check_suite(with_suite(make=make))


def test_words_that_are_shown_and_not_listed_are_noted_but_no_breach(capsys):
    every = []
    suite = with_suite(vocabulary=lambda self: every)
    (note,) = vocabulary_notes(suite)
    count = int(note.split(" of ")[0])
    assert note.startswith(f"{count} of {count} different words") and "such as count, 0, " in note
    every += ["count", *map(str, range(100))]
    (fewer,) = vocabulary_notes(suite)
    assert int(fewer.split(" of ")[0]) < count and "such as count" not in fewer
    assert not vocabulary_notes(with_suite(vocabulary=None))
    assert not vocabulary_notes(make_suite(EnvConfig(name="household")))
    assert check_suite(suite) == []
    assert main(["envs", "check", "tests.env.toys:ToySuite"]) == 0
    out = capsys.readouterr().out
    assert "keeps the contract" in out and "note: " in out and "are not in vocabulary()" in out


def test_household_keeps_the_contract():
    assert check_suite(make_suite(EnvConfig(name="household"))) == []


@pytest.mark.parametrize("number", [1, 4, 5, 10, 35])
def test_the_walk_takes_every_action_of_a_list_that_stays(number):
    seen = Observation("x", tuple(map(str, range(number))))
    assert {_choose(seen, turn) for turn in range(number)} == set(seen.admissible)
