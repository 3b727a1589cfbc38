"""What the large recordings do not show, recorded for it: rare goals and ends, the old wording, people's sentences."""

from __future__ import annotations

import json
import lzma
import re
from pathlib import Path

import pytest

from skill1.errors import DataError
from skill1_envs.alfworld import AlfworldEnv, load_game
from skill1_envs.alfworld.simulator import texts
from skill1_envs.alfworld.simulator.game import vocabulary_of, words
from tests.alfworld.conftest import GOLDEN, Recordings, problem
from tests.alfworld.test_alfworld_recordings import replay

CASES = json.loads(lzma.decompress((GOLDEN / "rare.json.xz").read_bytes()))
BY_NAME = {case["name"]: case for case in CASES}
RARE = [case for case in CASES if "problem" in case]
OLD = [case for case in CASES if case.get("rules") == "0.3"]
SENTENCES = [case for case in CASES if "task" in case]
CUT_SHORT = re.compile(r"[;|<>\[\]#{}]")  # signs of the engine's own grammar


def load(recordings: Recordings, folder: Path, case: dict) -> AlfworldEnv:
    """The case's game as a folder in ALFWorld's format; with rules 0.3 under the old domain and grammar."""
    changes = {}
    version = case.get("rules", "0.4")
    if version == "0.3":
        domain, grammar = recordings.old_rules()
        task = recordings.games[case["game"]]["task"]
        changes = {"pddl_domain": domain, "grammar": grammar.replace("%s", task)}
    if "problem" in case:
        recordings.write_game(folder, case["problem"])
    else:
        folder = recordings.write(folder, case["game"], **changes)
    return load_game(folder, max_steps=case.get("max_steps", 50), text_version=version)


@pytest.mark.parametrize("name", [case["name"] for case in RARE])
def test_rare_goals_and_ends_are_those_of_the_engine(recordings, tmp_path: Path, name: str) -> None:
    case = BY_NAME[name]
    assert replay(load(recordings, tmp_path, case), case["steps"]) == case["steps"]


def test_a_lamp_on_two_places_here_is_offered_once(recordings, tmp_path: Path) -> None:
    """No recording has one."""
    places = {"Desk_bar_1": "DeskType", "Shelf_bar_1": "ShelfType"}
    lamp = " ".join(f"(receptacleAtLocation {p} loc_1) (inReceptacle DeskLamp_bar_1 {p})" for p in places)
    goal = "(inReceptacle ?o ?r) (objectType ?o AppleType) (receptacleType ?r BedType)"
    facts = f"{lamp} (toggleable DeskLamp_bar_1) (atLocation agent1 loc_1)"
    game = problem(places, {"DeskLamp_bar_1": "DeskLampType"}, facts, goal)
    first = load_game(recordings.write_game(tmp_path, game)).reset()
    assert [command for command in first.admissible if command.startswith("use")] == ["use desklamp 1"]


def test_old_wording_is_that_of_the_engine_under_the_old_grammar(recordings, tmp_path: Path) -> None:
    states = 0
    for number, case in enumerate(OLD):
        env = load(recordings, tmp_path / str(number), case)
        assert replay(env, case["steps"]) == case["steps"], case["name"]
        states += len(case["steps"])
    assert (len(OLD), states) == (21, 629)


def test_rare_recordings_hold_what_they_are_for() -> None:
    """Guards the tests above."""
    won = {case["name"] for case in RARE if case["steps"][-1]["won"]}
    assert {name for name in won if "movable" in name or "slice" in name} >= {
        "pick_and_place_with_movable_recep",
        "pick_and_place_with_movable_recep_slice",
        "pick_two_obj_and_place_slice",
        "look_at_obj_in_light_slice",
    }
    assert len([name for name in won if "movable" in name or "_slice" in name]) == 11
    assert {name for name in BY_NAME if name.startswith("look at sliced")} - won == {
        "look at sliced, nothing sliced",
        "look at sliced, another one sliced",
    }
    old = [step for case in OLD for step in case["steps"]]
    assert any(step["observation"].startswith("You arrive at loc ") for step in old)
    assert any(step["command"] == "help" and step["observation"] == texts.NOTHING_HAPPENS for step in old)


def test_wording_does_not_depend_on_the_age_of_the_file(recordings, tmp_path: Path) -> None:
    """A file of 0.3 in the words of 0.4, help included, and the other way round."""
    name = OLD[0]["game"]
    domain, grammar = recordings.old_rules()
    old_file = {"pddl_domain": domain, "grammar": grammar.replace("%s", recordings.games[name]["task"])}
    folders = (recordings.write(tmp_path / "old", name, **old_file), recordings.write(tmp_path / "new", name))
    for version in ("0.4", "0.3"):
        old, new = (load_game(folder, text_version=version) for folder in folders)
        assert old.reset() == new.reset()
        commands = [step["command"] for case in OLD if case["game"] == name for step in case["steps"][1:]]
        commands += [step["command"] for e in recordings.episodes if e["game"] == name for step in e["steps"][1:]]
        assert [old.step(c) for c in ("help", *commands)] == [new.step(c) for c in ("help", *commands)]


def test_mixed_rules_are_refused(recordings, tmp_path: Path) -> None:
    domain, grammar = recordings.old_rules()
    name = OLD[0]["game"]
    for changes, what in (({"pddl_domain": domain}, "text grammar"), ({"grammar": grammar}, "text grammar")):
        with pytest.raises(DataError, match=what):
            load_game(recordings.write(tmp_path, name, **changes))


def test_vocabulary_of_the_old_wording_covers_every_recorded_text(recordings, tmp_path: Path) -> None:
    folders = {case["game"]: recordings.write(tmp_path, case["game"]) for case in OLD}
    vocabulary = set(vocabulary_of(folders.values(), text_version="0.3"))
    for case in OLD:
        for step in case["steps"]:
            assert {*words(step["observation"]), *words(" ".join(step["admissible_commands"]))} <= vocabulary


@pytest.mark.parametrize("name", [case["name"] for case in SENTENCES])
def test_sentences_are_shown_as_the_engine_shows_them_or_else_whole(recordings, tmp_path: Path, name: str) -> None:
    """The engine cannot load some sentences and cuts others short; all others are equal, periods included."""
    case = BY_NAME[name]
    folder = recordings.write(tmp_path, case["game"])
    annotations = {"anns": [{"task_desc": case["task"]}, {"task_desc": "another"}]}
    content = {"task_type": "look_at_obj_in_light", "turk_annotations": annotations}
    (folder / "traj_data.json").write_text(json.dumps(content), encoding="utf-8")
    if not case["task"]:
        with pytest.raises(DataError, match="no sentence"):
            load_game(folder, goal_text="people")
        return
    env = load_game(folder, goal_text="people")
    ours = env.reset().text
    assert ours.endswith(f"\n\nYour task is to: {case['task']}.")
    assert env.task.instruction == f"{case['task']}."
    if case["steps"] and not CUT_SHORT.search(case["task"]):
        assert ours == case["steps"][0]["observation"]
    else:
        assert not case["steps"] or len(case["steps"][0]["observation"]) < len(ours)
