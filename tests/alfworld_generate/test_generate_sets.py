"""Whole sets: bytes, splits, the folder, and the command."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.errors import ConfigError, DataError
from skill1_envs.alfworld import AlfworldSuite
from skill1_envs.alfworld.generate import sets, wheel
from skill1_envs.alfworld.generate.game_files import make_game
from skill1_envs.alfworld.generate.goals import PICK, TASK_TYPES, goals_of
from skill1_envs.alfworld.generate.rooms import read_room
from skill1_envs.alfworld.generate.sets import TEST_SCENES, UNSEEN_SCENES, draw_games, scenes_of, write_games
from tests.alfworld_generate.conftest import contents, made_by_command

READY = Path(__file__).parents[2] / "data" / "alfworld"
SMALL = {"seed": 3, "train": 7, "seen": 2, "unseen": 3}


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("sets") / "small"
    write_games(out, **SMALL)
    return out


def test_the_ready_set_is_made_again_byte_for_byte(tmp_path):
    manifest = json.loads((READY / "manifest.json").read_text(encoding="utf-8"))
    if wheel.read_wheel().version != manifest["alfworld"]:
        pytest.skip(f"the ready set was made from alfworld {manifest['alfworld']}, another version is installed")
    counts = manifest["counts"]
    numbers = {"train": counts["train"], "seen": counts["valid_seen"], "unseen": counts["valid_unseen"]}
    write_games(tmp_path / "set", seed=manifest["seed"], **numbers)
    made, ready = contents(tmp_path / "set"), contents(READY)
    ready.pop("README.md")
    assert sorted(made) == sorted(ready)
    assert [name for name in made if made[name] != ready[name]] == []


def test_the_command_writes_the_same_bytes_in_any_process(small, tmp_path):
    numbers = ("--seed", "3", "--train", "7", "--seen", "2", "--unseen", "3")
    result = made_by_command(tmp_path / "set", *numbers)
    assert result["games"] == {"train": 7, "valid_seen": 2, "valid_unseen": 3}
    lengths = sum(result["plan_lengths"].values(), [])
    assert result["mean_plan_length"] == pytest.approx(sum(lengths) / 12)
    assert contents(tmp_path / "set") == contents(small)


def test_another_seed_gives_other_games_and_more_games_begin_alike():
    def signatures(seed: int, number: int) -> list[tuple]:
        return [game.signature for _, game in draw_games(seed, {"train": number})]

    assert signatures(3, 12)[:5] == signatures(3, 5)
    assert not set(signatures(3, 5)) & set(signatures(4, 5))


def test_task_types_come_in_even_shares_and_mixed():
    types = [game.goal.task_type for _, game in draw_games(0, {"train": 30})]
    assert Counter(types) == dict.fromkeys(TASK_TYPES, 5)
    assert all(set(types[i : i + 6]) == set(TASK_TYPES) for i in range(0, 30, 6))
    assert types[:6] != types[6:12] or types[:6] != types[12:18]


def test_no_game_is_in_two_splits_and_unseen_rooms_are_held_out():
    games = list(draw_games(0, {"train": 60, "valid_seen": 18, "valid_unseen": 18}))
    assert len({game.signature for _, game in games}) == len(games) == 96
    trials = [game.trial for _, game in games]
    assert trials == sorted(set(trials)), "in the order of making"
    rooms = {split: {game.room.scene for s, game in games if s == split} for split, _ in games}
    assert rooms["valid_unseen"] <= set(UNSEEN_SCENES)
    assert not (rooms["train"] | rooms["valid_seen"]) & {*UNSEEN_SCENES, *TEST_SCENES}
    assert scenes_of("train") == scenes_of("valid_seen") and len(scenes_of("train")) == 112


def test_a_repeated_draw_is_passed_over(monkeypatch):
    room = read_room(1)
    always = make_game(room, goals_of(room, PICK)[0], random.Random(0), trial="t")
    monkeypatch.setattr(sets, "make_game", lambda *_, **__: always)
    games = draw_games(0, {"train": 2})
    assert next(games) == ("train", always)
    with pytest.raises(DataError, match="no further"):
        next(games)


def test_the_suite_plays_what_was_written(small):
    suite = AlfworldSuite(EnvConfig(name="alfworld", data=str(small)))
    assert dict(suite.splits()) == {"train": 7, "valid_seen": 2, "valid_unseen": 3}
    manifest = json.loads((small / "manifest.json").read_text(encoding="utf-8"))
    tasks = [task for split in suite.splits() for task in suite.tasks(split)]
    assert [(task.id, task.type) for task in tasks] == [
        (game["id"], game["task_type"]) for game in manifest["games"]
    ]
    for task, row in zip(tasks, manifest["games"], strict=True):
        files = {path.name: path.read_bytes() for path in sorted((small / "json_2.1.1" / task.id).iterdir())}
        assert list(files) == ["game.tw-pddl", "initial_state.pddl", "traj_data.json"]
        assert hashlib.sha256(b"".join(files.values())).hexdigest() == row["sha256"]
        game, trajectory = json.loads(files["game.tw-pddl"]), json.loads(files["traj_data.json"])
        assert game["pddl_problem"].encode() == files["initial_state.pddl"]
        assert len({annotation["task_desc"] for annotation in trajectory["turk_annotations"]["anns"]}) == 3
        assert trajectory["task_type"] == task.type
        assert trajectory["scene"]["scene_num"] == int(task.id.split("/")[1].rpartition("-")[2])
        env = suite.make(task.split)
        env.reset(task_index=task.index)
        *_, last = (env.step(command) for command in game["walkthrough"])
        assert last[4]["won"] and last[2]


def test_a_folder_with_something_in_it_is_refused(small):
    before = contents(small)
    with pytest.raises(ConfigError, match="is not empty"):
        write_games(small, **SMALL)
    assert contents(small) == before


def test_a_killed_call_leaves_no_folder_with_the_name(tmp_path):
    code = (
        "import os, sys; from pathlib import Path; from skill1_envs.alfworld.generate.sets import write_games; "
        f"write_games(Path(sys.argv[1]), **{SMALL!r}, on_game=lambda: os._exit(9))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "set")])
    assert done.returncode == 9
    assert [path.name for path in tmp_path.iterdir()] == ["set.partial"]
    assert not (tmp_path / "set.partial" / "manifest.json").exists()


@pytest.mark.parametrize("numbers", [(0, 0, 0), (-1, 2, 2)])
def test_numbers_that_make_no_set_are_refused(tmp_path, numbers):
    train, seen, unseen = numbers
    with pytest.raises(ConfigError, match="expected at least"):
        write_games(tmp_path / "set", seed=0, train=train, seen=seen, unseen=unseen)


def test_an_environment_without_games_says_so(tmp_path, capsys):
    numbers = ("--train", "1", "--seen", "0", "--unseen", "0")
    assert main(["envs", "make-games", "household", str(tmp_path / "set"), *numbers]) == 1
    assert "household cannot make games" in capsys.readouterr().err


def test_a_missing_package_says_what_to_type(monkeypatch):
    monkeypatch.setattr(wheel, "PACKAGE", "alfworld-that-is-not-there")
    wheel.read_wheel.cache_clear()
    with pytest.raises(DataError, match=r"not installed\. Type: pip install --no-deps alfworld==0\.4\.2"):
        wheel.read_wheel()


def test_a_package_with_other_rules_is_refused(monkeypatch, tmp_path):
    shutil.copytree(wheel._package_folder() / "gen", tmp_path / "gen", ignore=shutil.ignore_patterns("layouts"))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "alfred.pddl").write_text("(define (domain other))")
    monkeypatch.setattr(wheel, "_package_folder", lambda: tmp_path)
    wheel.read_wheel.cache_clear()
    with pytest.raises(DataError, match=r"alfred\.pddl has SHA-256"):
        wheel.read_wheel()


@pytest.fixture(autouse=True)
def _read_the_wheel_anew():
    """A test may have put another package in its place."""
    yield
    wheel.read_wheel.cache_clear()
