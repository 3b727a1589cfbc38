"""Folders of homes, and the suite over them."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1.errors import ConfigError, DataError
from skill1_envs.alfworld import AlfworldSuite, engine
from skill1_envs.alfworld.generate import homes, homes_folder, wheel
from skill1_envs.alfworld.generate.game_files import find_walkthrough
from skill1_envs.alfworld.generate.homes_folder import make_homes_games, read_homes
from skill1_envs.alfworld.generate.sets import write_games
from skill1_envs.alfworld.simulator.game import words
from tests.alfworld_generate.conftest import contents, made_by_command

SMALL = {"seed": 4, "train": 60, "seen": 12, "unseen": 36}


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("homes") / "small"
    make_homes_games(out, **SMALL)
    return out


@pytest.fixture(scope="module")
def suite(small) -> AlfworldSuite:
    return AlfworldSuite(EnvConfig(name="alfworld", data=str(small), max_steps=10))


def test_tasks_come_in_the_order_of_the_streams(suite):
    assert dict(suite.splits()) == {"train": 60, "valid_seen": 12, "valid_unseen": 36}
    for split, stream in (
        ("train", homes.train_chores),
        ("valid_seen", homes.seen_chores),
        ("valid_unseen", homes.unseen_chores),
    ):
        tasks = suite.tasks(split)
        chores = list(islice(stream(4), len(tasks)))
        assert [task.instruction for task in tasks] == [f"{chore.task}." for chore in chores]
        assert [task.type for task in tasks] == [chore.goal.task_type for chore in chores]


def test_the_command_writes_the_same_bytes_in_any_process(small, tmp_path):
    """It stands in the manifest."""
    command = json.loads((small / "manifest.json").read_text(encoding="utf-8"))["command"]
    options = command.removeprefix("skill1 envs make-games alfworld OUT ").split()
    assert made_by_command(tmp_path / "set", *options)["games"] == {
        "train": 60,
        "valid_seen": 12,
        "valid_unseen": 36,
    }
    assert contents(tmp_path / "set") == contents(small)


def test_a_game_that_was_there_already_is_drawn_again(monkeypatch):
    draw, calls = homes_folder.play_chore, []

    def play_chore(chore, trial, rng):
        calls.append(chore)
        if len(calls) <= 3:  # the same thrice
            return draw(calls[0], "trial_same", random.Random(0))
        return draw(chore, trial, rng)

    monkeypatch.setattr(homes_folder, "play_chore", play_chore)
    first, second = homes_folder.draw_homes_games(4, {"train": 2})
    assert len(calls) == 4
    assert first[1].signature != second[1].signature


def test_the_manifest_tells_of_the_homes(small, tmp_path):
    assert read_homes(small / "json_2.1.1").seed == 4
    manifest = json.loads((small / "manifest.json").read_text(encoding="utf-8"))
    told = manifest["homes"]["names"]
    assert manifest["homes"]["round_size"] == 108
    assert told["valid_seen"] == told["train"] and len(told["train"]) == 24
    assert not set(told["train"]) & set(told["valid_unseen"])
    manifest["homes"]["version"] = 0
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(DataError, match="make-games alfworld OUT --homes"):
        read_homes(tmp_path / "json_2.1.1")


def test_other_folders_have_no_homes(tmp_path):
    write_games(tmp_path / "plain", seed=0, train=1, seen=0, unseen=0)
    assert read_homes(tmp_path / "plain" / "json_2.1.1") is None
    assert read_homes(tmp_path / "nothing" / "json_2.1.1") is None
    for text in ("[]", "{}", '{"format": "another", "homes": {}}'):
        (tmp_path / "manifest.json").write_text(text)
        assert read_homes(tmp_path / "json_2.1.1") is None


def test_the_suite_keeps_the_contract(suite):
    assert check_suite(suite, split="valid_seen") == []


def test_the_vocabulary_covers_all_that_is_shown_and_accepted(suite):
    listed = set(suite.vocabulary())
    assert len(listed) < 250
    shown: set[str] = set()
    splits = [*suite.splits(), *(f"demo:3:{world}" for world in range(8))]
    for split in splits:
        env = suite.make(split)
        for index, task in enumerate(suite.tasks(split)[:15]):
            observation = env.reset(task_index=index)
            shown.update(words(f"{observation.text} {task.instruction}"))
            for command in ("help", *find_walkthrough(suite._game_of(task))):
                observation = env.step(command)[0]
                shown.update(words(f"{observation.text} {' '.join(observation.admissible)}"))
    assert not shown - listed


def test_the_vocabulary_is_the_same_whatever_the_seed_and_needs_no_wheel(suite, tmp_path, monkeypatch):
    make_homes_games(tmp_path / "other", seed=9, train=1, seen=0, unseen=0)
    other = AlfworldSuite(EnvConfig(name="alfworld", data=str(tmp_path / "other")))
    monkeypatch.setattr(wheel, "PACKAGE", "alfworld-that-is-not-there")
    wheel.read_wheel.cache_clear()
    assert other.vocabulary() == suite.vocabulary()


def test_demonstrations_are_cut_to_the_number_wanted(suite):
    worlds = list(suite.demo_worlds("explorer", 230, 7))
    assert [[len(round_) for round_ in world] for world in worlds] == [[32] * 6, [32, 6]]
    tasks = [task for world in worlds for round_ in world for task in round_]
    assert len({task.id for task in tasks}) == 230
    assert {task.split for task in tasks} == {"demo:7:0", "demo:7:1"}
    assert list(suite.demo_worlds("explorer", 0, 7)) == []
    with pytest.raises(DataError, match="the folder of homes has no split 'demo:1'.*demo:<seed>:<world>"):
        suite.tasks("demo:1")
    assert suite.split_source("demo:7:0") == ("homes of demonstrations, made in memory: 192 games", "")


def test_demonstration_games_can_be_played_and_are_the_same_whenever_they_are_made(suite, small):
    env, again = suite.make("demo:7:1"), AlfworldSuite(EnvConfig(name="alfworld", data=str(small)))
    assert (
        again._game_of(again.tasks("demo:7:1")[9]).contents == suite._game_of(suite.tasks("demo:7:1")[9]).contents
    )
    for index, task in enumerate(suite.tasks("demo:7:1")[:30]):
        assert f"Your task is to: {task.instruction}" in env.reset(task_index=index).text
        for command in find_walkthrough(suite._game_of(task)):
            _, _, terminated, _, info = env.step(command)
        assert terminated and info["won"]


@pytest.mark.parametrize("setting", [{"engine": "textworld"}, {"text_version": "0.3"}, {"goal_text": "people"}])
def test_demonstrations_are_in_one_wording_and_engine(small, monkeypatch, setting):
    monkeypatch.setattr(engine, "PACKAGES", ())
    other = AlfworldSuite(EnvConfig(name="alfworld", data=str(small), **setting))
    ((name, value),) = setting.items()
    for refused in (lambda: other.demo_worlds("explorer", 3, 7), lambda: other.make("demo:7:0")):
        with pytest.raises(ConfigError, match=f"got .*env.{name} {value}.*Leave all three out"):
            refused()
