"""What the border makes of a suite's own answers, and what it keeps of this process."""

import asyncio
import gc
import os
import sys
import warnings

import pytest

from skill1.config import EnvConfig
from skill1.env.border import MOST_CHARS, GuardedSuite, environment_border, process_kept
from skill1.env.loading import load_suite
from skill1.env.registry import make_suite, opened_suite
from skill1.env.splits import split_source, type_labels
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1.schema import Task
from tests.env.toys import ToySuite
from tests.rollout.fakes import TASK, RecordingPolicy, ToyEnv, play


def task(**fields):
    return Task(
        **{"id": "t/0", "env": "t", "split": "train", "index": 0, "instruction": "go", "type": "go"} | fields
    )


class Told:
    """A suite whose answers are attributes."""

    name = "told"

    def __init__(self, **answers):
        vars(self).update(answers)

    def tasks(self, split):
        return self.given() if callable(self.given) else self.given

    def splits(self):
        return self.sizes


def guarded(**answers):
    return GuardedSuite(Told(**answers), "mine:Told")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (None, r"environment 'mine:Told': tasks\('train'\) gave a NoneType; expected a list or tuple of skill1"),
        (lambda: (t for t in [task()]), "gave a generator; expected a list or tuple"),
        ("abc", "gave a str; expected a list"),
        ([{"id": "a"}], "a task is a dict; expected skill1.schema.Task"),
        ([task(instruction=None)], "task.instruction is None; expected str"),
        (
            [task(instruction="a" * (MOST_CHARS + 1))],
            f"has {MOST_CHARS + 1} characters; expected at most {MOST_CHARS}",
        ),
        ([task(id=5)], "task.id is 5; expected str"),
        ([task(id="\ud800")], "holds a half surrogate pair"),
        ([task(type=["a"])], r"task.type is \['a'\]; expected str"),
        ([task(index="0")], "task.index is '0'; expected int"),
        # An episode would be played of the first task, or of another split, and counted as this one.
        ([task(), task(id="t/1")], "task 't/1' has split 'train' and index 0; expected 'train' and 1, its place"),
        ([task(split="test")], "task 't/0' has split 'test' and index 0; expected 'train' and 0"),
        ([task(), task(index=1)], "gave two tasks of the id 't/0'; expected different ones"),
        (lambda: 1 / 0, r"tasks\('train'\) of environment 'mine:Told' failed: ZeroDivisionError"),
        (lambda: sys.exit(0), "failed: SystemExit: 0"),
    ],
)
def test_tasks_that_are_none_are_named(given, message):
    with pytest.raises(EnvironmentFault, match=message):
        guarded(given=given).tasks("train")


def test_an_instruction_becomes_a_text_that_files_can_hold():
    suite = guarded(given=[task(instruction="find \ud800 egg")])
    assert suite.tasks("train") == (task(instruction="find ? egg"),)
    assert suite.tasks("train") is suite.tasks("train"), "a split is looked at once"


@pytest.mark.parametrize("sizes", [None, [("train", 1)], {"train": "4"}, {"train": -1}, {1: 1}])
def test_splits_that_are_none_are_named(sizes):
    with pytest.raises(EnvironmentFault, match=r"splits\(\) gave .*; expected a mapping of split names"):
        guarded(sizes=sizes).splits()


def test_errors_that_tell_what_to_mend_pass_as_they_are():
    with pytest.raises(DataError, match="toy has no split"):
        GuardedSuite(ToySuite(EnvConfig()), "toys").tasks("nowhere")


def test_what_a_suite_offers_besides_is_guarded_too():
    suite = guarded(vocabulary=lambda: 1 / 0, split_source=lambda split: None, name="t")
    assert suite.name == "t" and not hasattr(suite, "judge")
    with pytest.raises(EnvironmentFault, match=r"vocabulary\(\) of environment 'mine:Told' failed: ZeroDivision"):
        suite.vocabulary()
    with pytest.raises(EnvironmentFault, match=r"split_source\('train'\) gave None; expected two texts"):
        split_source(suite, "train")
    with pytest.raises(EnvironmentFault, match=r"task_types\(\) gave \['go'\]; expected a mapping"):
        type_labels(guarded(task_types=lambda: ["go"]))


def test_only_foreign_suites_are_guarded():
    for workers in (0, 1):
        with opened_suite(EnvConfig(name="tests.env.toys:ToySuite", workers=workers)) as suite:
            assert isinstance(suite, GuardedSuite), "its tasks are looked at wherever it plays"
    assert not isinstance(make_suite(EnvConfig(name="household")), GuardedSuite)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("1 / 0", r"cannot be loaded: ZeroDivisionError: division by zero \(.*broken\.py:1\)"),
        ("import sys; sys.exit(0)", r"SystemExit: 0 \(.*broken\.py:1\)"),
        ("def f(:", r"invalid syntax \(broken.py, line 1\)"),
        (
            "class S:\n    def __init__(self, config):\n        raise OSError('no licence')",
            "OSError: no licence .*:3",
        ),
    ],
)
def test_a_module_that_breaks_is_named_with_its_line(tmp_path, monkeypatch, body, message):
    (tmp_path / "broken.py").write_text(body)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken", raising=False)
    with pytest.raises(ConfigError, match=f"environment 'broken:S'.*{message}"):
        load_suite(EnvConfig(name="broken:S"))


def test_the_process_is_put_back(tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    before = sys.getrecursionlimit(), sys.stdout
    with pytest.raises(ValueError, match="whatever"), process_kept():
        sys.setrecursionlimit(900)
        sys.stdout = None
        os.chdir(gone)
        gone.rmdir()
        raise ValueError("whatever")
    assert (sys.getrecursionlimit(), sys.stdout) == before and os.getcwd() == str(tmp_path)


@pytest.mark.parametrize("close", [os.close, lambda number: setattr(sys, "stdin", open(number))])
def test_a_standard_descriptor_that_is_closed_comes_back(tmp_path, close):
    """Or a file that is opened next gets its number, and all that is printed. The second closes with its stream."""
    kept, stdin = os.dup(0), sys.stdin
    try:
        with warnings.catch_warnings(action="ignore"), process_kept():
            close(0)
        gc.collect()
        assert os.fstat(0).st_ino == os.fstat(kept).st_ino and sys.stdin is stdin
        with open(tmp_path / "file", "w") as file:
            assert file.fileno() > 2
    finally:
        os.dup2(kept, 0)
        os.close(kept)


def test_a_process_without_a_working_directory_can_play(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with process_kept():
        pass
    with pytest.raises(FileNotFoundError):  # it is as it was: nothing was put in its place
        os.getcwd()


def test_a_real_interrupt_passes():
    with pytest.raises(KeyboardInterrupt), environment_border("step"):
        raise KeyboardInterrupt


def test_a_cancelled_episode_is_no_fault():
    class Slow(ToyEnv):
        async def step(self, action):
            await asyncio.sleep(60)

    async def run():
        with environment_border("step", awaits=True):
            await Slow().step("look")

    async def cancel():
        running = asyncio.create_task(run())
        await asyncio.sleep(0)
        running.cancel()
        await running

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancel())


def test_an_environment_that_is_none_is_a_fault():
    episode = play(None, RecordingPolicy())
    assert episode.error.startswith(f"EnvironmentFault: reset of task {TASK.id} failed: AttributeError")
