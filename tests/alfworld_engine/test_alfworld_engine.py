"""The original engine behind the environment contract: the same answers, and a process of its own to break."""

import os
import signal
import time
from pathlib import Path

import pytest

from skill1.config import EnvConfig
from skill1.env.registry import opened_suite
from skill1.env.remote import BlockingSuite
from skill1.env.workers import ProcessLost
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1.schema import Task
from skill1_envs.alfworld import AlfworldSuite
from skill1_envs.alfworld import engine as engine_env
from skill1_envs.alfworld.engine import EngineEnv, Engines
from tests.alfworld_engine.conftest import textworld
from tests.env.toys import only_waits_briefly_for, play, process_ids
from tests.limits import HANG_S


def transcript(suite, commands, **start):
    env = suite.make("train")
    first = env.reset(**start)
    shown = [(env.task, first), *(env.step(command) for command in commands(first))]
    env.close()
    return shown


def commands(first):
    return ["look", " inventory\n", "LOOK", "", first.admissible[1], "help", "look", "inventory"]


def check_same(native, suite):
    assert suite.splits() == native.splits() and suite.tasks("train") == native.tasks("train")
    for start in ({"task_index": 1}, {"seed": 5}, {"seed": 6}, {}):
        shown = transcript(suite, commands, **start)
        assert shown == transcript(native, commands, **start)
        assert shown[6][3] and shown[7] == shown[6], "truncated after max_steps, and the last answer repeats"


def test_workers_play_the_engine_even_if_none_are_asked_for(standin, native):
    with opened_suite(textworld()) as suite:
        assert len(process_ids(suite)) == 1 and os.getpid() not in process_ids(suite)
        check_same(native, BlockingSuite(suite))


def test_the_original_engine_answers_as_the_simulator_does(real_engine, native):
    with opened_suite(textworld(python=real_engine)) as suite:
        check_same(native, BlockingSuite(suite))


@pytest.mark.parametrize(
    ("deed", "told"),
    [("raise", "no such symbol"), ("crash", "segmentation fault"), ("hang", "no answer within 1 s")],
)
def test_a_broken_engine_ends_only_its_own_episode(standin, native, monkeypatch, deed, told):
    only_waits_briefly_for(monkeypatch, "hang")
    tasks = native.tasks("train")[:3]

    def act(view):
        return deed if view.task == tasks[1] and len(view.turns) == 1 else "look"

    expected = play(native, tasks, act=lambda view: "look", group_size=1)
    with opened_suite(textworld(timeout_s=HANG_S)) as suite:
        first, [lost], last = (group.episodes for group in play(suite, tasks, act=act, group_size=1))
    assert lost.status == "error" and told in lost.error
    assert [first, last] == [expected[0].episodes, expected[2].episodes]
    assert all(episode.ok and episode.turns for group in expected for episode in group.episodes)


def kill_mid_step(suite, env):
    """Steps until the kill has come while the engine was at work; a process killed between steps is replaced."""
    for _ in range(10):
        [worker] = process_ids(suite)
        before = processor_ticks(worker)
        step = env.step("look")
        while processor_ticks(worker) == before and not step._future.done():
            time.sleep(0)
        os.kill(worker, signal.SIGKILL)
        try:
            step.result()
        except ProcessLost as error:
            return str(error)
        suite.tasks("train")  # the next request finds a new process
    raise AssertionError("no kill came in the middle of a step")


def processor_ticks(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_killing_the_original_engine_in_a_step_costs_one_episode(real_engine, native):
    neighbour, ours = native.make("train"), native.make("train")
    neighbour.reset(task_index=1), ours.reset(task_index=1)
    ours.step("inventory")
    with opened_suite(textworld(python=real_engine, max_steps=50)) as suite:
        broken, spared = suite.make("train"), suite.make("train")
        broken.reset(task_index=0).result()
        assert spared.reset(task_index=1).result() == neighbour.reset(task_index=1)
        spared.step("inventory").result()
        assert "SIGKILL" in kill_mid_step(suite, broken)
        with pytest.raises(EnvironmentFault, match="reset first"):
            broken.step("look").result()
        assert spared.step("look").result() == ours.step("look")
        assert broken.reset(task_index=1).result() == neighbour.reset(task_index=1)


def test_a_suite_that_cannot_play_the_engine_is_refused_when_it_is_made(standin, monkeypatch):
    with pytest.raises(ConfigError, match="env.text_version = 0.3.*--env.engine native"):
        AlfworldSuite(textworld(text_version="0.3"))
    monkeypatch.setattr(engine_env, "PACKAGES", ("numpy", "no_such_package_here"))
    told = r"no package no_such_package_here here\. Type: pip install 'skill1\[alfworld\]'.*--env\.python"
    with pytest.raises(ConfigError, match=told):
        AlfworldSuite(textworld())


def test_an_engine_that_cannot_be_loaded_is_a_configuration_error(standin, native, monkeypatch):
    def broken(max_steps):
        raise OSError("libdownward.so: undefined symbol")

    monkeypatch.setattr(engine_env, "TextworldGame", broken)
    env = AlfworldSuite(textworld()).make("train")
    with pytest.raises(ConfigError, match="libdownward.so: undefined symbol.*Type: pip install"):
        env.reset(task_index=0)


class RecordingGame:
    made = 0
    opening = "-= Welcome =-\n\nYou see a desk 1.\n\nYour task is to: put a mug in desk."

    def __init__(self, max_steps):
        type(self).made += 1

    def start(self, path):
        return engine_env.State(self.opening, ["look"], False, False, 0, 0.0)

    def step(self, command):
        raise ValueError("the engine has lost itself")


@pytest.fixture
def made(standin, monkeypatch, tmp_path):
    """Makes environments that share their engines; each has tasks with these sentences."""
    monkeypatch.setattr(RecordingGame, "made", 0)
    monkeypatch.setattr(engine_env, "TextworldGame", RecordingGame)
    (tmp_path / "game.tw-pddl").write_text("{}")
    engines = Engines(EnvConfig(name="alfworld"))

    def make(*sentences):
        tasks = [Task(f"t{i}", "alfworld", "train", 7 + i, told, "") for i, told in enumerate(sentences)]
        return EngineEnv(tasks, lambda task: tmp_path, engines)

    return make


def test_environments_share_the_engines_they_do_not_play(made):
    for _ in range(3):
        env = made("x")
        env.reset()
        env.close()
        env.close()
    assert RecordingGame.made == 1
    two = [made("x") for _ in range(2)]
    for env in two:
        env.reset()
    assert RecordingGame.made == 2


def test_an_engine_that_raised_is_not_played_again(made):
    env = made("x")
    env.reset()
    with pytest.raises(ValueError, match="lost itself"):
        env.step("look")
    with pytest.raises(EnvironmentFault, match="reset first"):
        env.step("look")
    env.close()
    env.reset()
    assert RecordingGame.made == 2


def test_the_sentence_of_the_task_is_shown_whatever_the_file_says(made):
    sentence = 'Put "it" {there}. Your task is to: hurry.'
    assert made(sentence).reset().text == f"-= Welcome =-\n\nYou see a desk 1.\n\nYour task is to: {sentence}"


def test_a_game_file_that_does_not_exist_is_named(made, tmp_path):
    (tmp_path / "game.tw-pddl").unlink()
    with pytest.raises(DataError, match=r"game\.tw-pddl does not exist"):
        made("x").reset(task_index=0)
