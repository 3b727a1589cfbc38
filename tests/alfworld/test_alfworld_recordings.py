"""The simulator says what the original engine said, in every recorded state.

Beside the large recordings there are some of what these do not show: rare goals and ends, the old wording, people's
sentences.
"""

from __future__ import annotations

import json
import lzma
import re
from pathlib import Path

import pytest

from skill1.errors import DataError
from skill1_envs.alfworld import AlfworldEnv, load_game
from skill1_envs.alfworld.simulator.game import vocabulary_of, words
from tests.alfworld.conftest import GOLDEN, Recordings, problem

CASES = json.loads(lzma.decompress((GOLDEN / "rare.json.xz").read_bytes()))
BY_NAME = {case["name"]: case for case in CASES}
RARE = [case for case in CASES if "problem" in case]
OLD = [case for case in CASES if case.get("rules") == "0.3"]
SENTENCES = [case for case in CASES if "task" in case]
CUT_SHORT = re.compile(r"[;|<>\[\]#{}]")  # signs of the engine's own grammar


def replay(env: AlfworldEnv, steps: list[dict]) -> list[dict]:
    """Our version of an episode's steps."""
    first = env.reset()
    replayed = [_record(None, first, False, first.info["score"])]
    for step in steps[1:]:
        observation, reward, terminated, truncated, info = env.step(step["command"])
        assert info == observation.info
        assert reward == info["score"]
        replayed.append(_record(step["command"], observation, terminated or truncated, info["score"]))
    return replayed


def _record(command, observation, is_done, score) -> dict:
    return {
        "command": command,
        "observation": observation.text,
        "admissible_commands": list(observation.admissible),
        "won": observation.info["won"],
        "done": is_done,
        "score": score,
    }


def test_all_recorded_states_are_equal(recordings, tmp_path: Path) -> None:
    environments = {name: load_game(recordings.write(tmp_path, name)) for name in recordings.games}
    states = 0
    for episode in recordings.episodes:
        assert replay(environments[episode["game"]], episode["steps"]) == episode["steps"], episode["game"]
        states += len(episode["steps"])
    assert (len(environments), len(recordings.episodes), states) == (38, 203, 7687)


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


@pytest.mark.parametrize("version", ["0.4", "0.3"])
def test_vocabulary_covers_every_recorded_text(recordings, tmp_path: Path, version: str) -> None:
    episodes = OLD if version == "0.3" else recordings.episodes
    folders = {name: recordings.write(tmp_path, name) for name in {episode["game"] for episode in episodes}}
    vocabulary = vocabulary_of(folders.values(), text_version=version)
    assert list(vocabulary) == sorted(set(vocabulary))
    steps = [step for episode in episodes for step in episode["steps"]]
    shown = {" ".join([step["observation"], *step["admissible_commands"]]) for step in steps}
    assert {word for text in shown for word in words(text)} <= set(vocabulary)
