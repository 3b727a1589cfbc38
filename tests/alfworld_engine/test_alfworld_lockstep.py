"""The comparison of the two engines: what it plays, what it finds, how it tells."""

import re
import shutil
import subprocess
import sys

import pytest

from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1_envs.alfworld import lockstep
from skill1_envs.alfworld.engine_player import State
from skill1_envs.alfworld.lockstep import CHOOSERS, engine_versions, play
from skill1_envs.alfworld.simulator.files import GAME_FILE
from tests.alfworld_engine.conftest import DATA
from tests.limits import HANG_S


@pytest.fixture(scope="module")
def game(native):
    task = native.tasks("train")[0]
    return native.root / task.id, task


@pytest.fixture
def two_types(monkeypatch):
    """The data folder that is always there has at least one game of these."""
    monkeypatch.setattr(lockstep, "TASK_TYPES", ("pick_heat_then_place_in_recep", "look_at_obj_in_light"))


def run(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["lockstep", *arguments])
    return lockstep.main()


@pytest.mark.parametrize("kind", CHOOSERS)
def test_an_episode_ends_two_commands_after_the_game_and_depends_on_its_seed_alone(game, kind):
    commands, states = lockstep.write_episode(*game, kind, seed=3)
    assert len(states) == len(commands) + 1 and all(set(state) == set(lockstep.FIELDS) for state in states)
    assert [state["done"] for state in states].index(True) == len(states) - 3
    assert states[-1] == states[-2] == states[-3], "the last answer repeats"
    assert (commands, states) == lockstep.write_episode(*game, kind, seed=3)
    assert commands != lockstep.write_episode(*game, kind, seed=4)[0]


def test_the_kinds_are_what_they_say(native):
    illegal, won = {}, {}
    for kind in CHOOSERS:
        illegal[kind] = won[kind] = 0
        for task in native.tasks("train")[:3]:
            _, states = lockstep.write_episode(native.root / task.id, task, kind, seed=0)
            illegal[kind] += sum(state["observation"] == "Nothing happens." for state in states[1:-2])
            won[kind] += states[-1]["won"]
    assert (illegal["legal"], illegal["by_verb"], illegal["oracle"]) == (0, 0, 0)
    assert illegal["mixed"] > 20 and won["oracle"] == 3


def test_every_field_of_every_state_is_compared():
    ours = {"observation": "a", "admissible_commands": ["x", "y"], "won": False, "done": False, "score": 0}
    theirs = [
        State("a", ["x", "y"], False, False, 0, 0.1),
        State("b", ["x", "z"], True, True, 1, 0.1),
    ]
    found = list(lockstep.differences_of("g", "legal", ["look"], [ours, ours], theirs))
    assert [(one.field, one.simulator, one.engine) for one in found] == [
        ("observation", "a", "b"),
        ("admissible_commands", ["x", "y"], ["x", "z"]),
        ("won", False, True),
        ("done", False, True),
        ("score", 0, 1),
    ]
    assert {one.commands for one in found} == {("look",)}
    told = lockstep.describe(found[1])
    assert "after ['look']" in told and "simulator ['y']" in told and "engine    ['z']" in told


def test_games_are_drawn_by_type_and_seed(native, two_types):
    chosen = lockstep.choose_games(native, 1, seed=0)
    assert [task.type for task in chosen] == list(lockstep.TASK_TYPES)
    assert chosen == lockstep.choose_games(native, 1, seed=0)
    with pytest.raises(DataError, match=r"games of type pick_heat.*; expected at least 99"):
        lockstep.choose_games(native, 99, seed=0)


def test_no_difference_is_exit_code_0(standin, two_types, monkeypatch, capsys):
    assert run(monkeypatch, "1", "--games", str(DATA), "--seed", "7") == 0
    *_, last = capsys.readouterr().out.splitlines()
    name, games, steps, illegal, wins, differences = last.split()
    assert (name, games, wins, differences) == ("all", "2", "2", "0")
    assert int(steps) > 200 and int(illegal) > 10


def test_a_difference_is_exit_code_1_and_is_shown(standin, two_types, monkeypatch, capsys):
    monkeypatch.setenv("STANDIN_LIES", "1")
    assert run(monkeypatch, "1", "--games", str(DATA)) == 1
    shown = capsys.readouterr().out
    found = re.findall(r"observation: simulator '(.*)'\n +engine    '(.*)'", shown)
    assert len(found) == shown.count("  episode ") == lockstep.SHOWN
    assert all(engine == f"{simulator}!" for simulator, engine in found)


def test_without_an_engine_it_says_what_to_type(monkeypatch, capsys, tmp_path):
    assert run(monkeypatch, "1", "--games", str(DATA), "--python", str(tmp_path / "python")) == 2
    assert "pip install 'skill1[alfworld]'" in capsys.readouterr().err
    with pytest.raises(ConfigError, match="cannot play the original engine"):
        engine_versions(shutil.which("true"))
    with pytest.raises(SystemExit):
        run(monkeypatch, "0")


def test_an_interpreter_may_be_older_than_ours(standin, tmp_path):
    """ALFWorld is installed with Python 3.9, as its instructions say, which does not know -P."""
    old = tmp_path / "python3.9"
    old.write_text(f'#!/bin/sh\n[ "$1" = -P ] && exit 2\nexec {sys.executable} "$@"\n')
    old.chmod(0o755)
    assert engine_versions(str(old))["alfworld"] == "0.4.2"


@pytest.mark.parametrize(
    ("deed", "limit_s", "told"),
    [("crash", HANG_S, r"code 3.*\n(.*\n)*segmentation fault"), ("hang", 1.0, "no answer within 1 s")],
)
def test_an_engine_that_breaks_is_told_from_one_that_differs(standin, game, deed, limit_s, told):
    path = game[0] / GAME_FILE
    with pytest.raises(EnvironmentFault, match=told):
        play(sys.executable, path, [["look", deed]], max_steps=50, timeout_s=limit_s)


def test_the_engines_translator_does_not_change_the_arguments_of_the_program(standin, game):
    code = (
        "import sys; from skill1_envs.alfworld.engine_player import TextworldGame; sys.argv = ['mine'];"
        "TextworldGame(50).start(sys.stdin.read()); sys.stderr.write(repr(sys.argv))"
    )
    path = str(game[0] / GAME_FILE)
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], input=path, capture_output=True, text=True, check=True
    )
    assert done.stderr == "['mine']" and done.stdout == "the engine prints\n"


def test_the_original_engine_agrees(real_engine, native, monkeypatch):
    smallest = min(native.tasks("train"), key=lambda task: (native.root / task.id / GAME_FILE).stat().st_size)
    monkeypatch.setattr(lockstep, "CHOOSERS", {kind: CHOOSERS[kind] for kind in ("mixed", "oracle")})
    result = lockstep.compare(native.root / smallest.id, smallest, seed=0, python=real_engine)
    assert result.differences == () and result.steps > 50 and result.wins == 1
