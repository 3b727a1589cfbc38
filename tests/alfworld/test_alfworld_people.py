"""Task sentences written by people: where they come from, and that everything about a task uses the same one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from skill1.config import EnvConfig
from skill1.errors import ConfigError, DataError
from skill1_envs.alfworld import AlfworldSuite, load_game
from skill1_envs.alfworld.simulator.files import read_people_task

PROBLEM_OF = "DeskLamp-328"


@pytest.fixture
def folder(recordings, tmp_path: Path) -> Path:
    """One recorded game as the only one of its split."""
    name = next(name for name in recordings.games if name.split("/")[2].endswith(PROBLEM_OF))
    return recordings.write(tmp_path, name)


def annotate(folder: Path, annotations: object, **more: object) -> None:
    content = json.loads((folder / "traj_data.json").read_text(encoding="utf-8"))
    content |= {"turk_annotations": annotations, **more}
    (folder / "traj_data.json").write_text(json.dumps(content), encoding="utf-8")


def test_suite_uses_one_sentence_for_task_game_and_vocabulary(folder: Path, tmp_path: Path) -> None:
    annotate(folder, {"anns": [{"task_desc": "Zoom in by lamplight."}, {"task_desc": "second"}]})
    people = AlfworldSuite(EnvConfig(data=str(tmp_path), goal_text="people"))
    templates = AlfworldSuite(EnvConfig(data=str(tmp_path)))
    assert people.tasks("train")[0].instruction == "Zoom in by lamplight.."
    assert people.make("train").reset(task_index=0).text.endswith("Your task is to: Zoom in by lamplight..")
    assert set(people.vocabulary()) - set(templates.vocabulary()) == {"zoom", "by", "lamplight"}
    assert "Zoom" not in templates.make("train").reset(task_index=0).text


def test_another_source_of_sentences_is_refused_from_python_too(folder: Path, tmp_path: Path) -> None:
    refused = pytest.raises(ConfigError, match="goal_text = 'human' .* expected templates or people")
    with refused:
        AlfworldSuite(EnvConfig(data=str(tmp_path), goal_text="human")).splits()
    with refused:
        load_game(folder, goal_text="human")


def test_suite_plays_the_old_wording(folder: Path, tmp_path: Path) -> None:
    suite = AlfworldSuite(EnvConfig(data=str(tmp_path), text_version="0.3"))
    env = suite.make("train")
    first = env.reset(task_index=0)
    assert "help" not in first.admissible
    assert env.step(first.admissible[0])[0].text.startswith("You arrive at loc ")
    assert "loc" in suite.vocabulary()


def test_sentence_is_found_beside_a_text_that_names_the_key(folder: Path) -> None:
    annotate(folder, {"anns": [{"task_desc": "right"}]}, note='see "turk_annotations": {"anns": []}')
    assert read_people_task(folder) == "right"
    annotate(
        folder, {"anns": [{"task_desc": "right"}]}, plan={"turk_annotations": {"anns": [{"task_desc": "no"}]}}
    )
    assert read_people_task(folder) == "right"


@pytest.mark.parametrize("annotations", [None, "anns", {"anns": []}, {"anns": [{"task_desc": " "}]}])
def test_game_without_annotations_says_so(folder: Path, annotations: object) -> None:
    annotate(folder, annotations)
    with pytest.raises(DataError, match=r"traj_data.json: no sentence under .*--env.goal_text templates"):
        load_game(folder, goal_text="people")


def test_damaged_or_missing_annotations_name_the_file(folder: Path) -> None:
    path = folder / "traj_data.json"
    path.write_text('{"turk_annotations": {"anns": [', encoding="utf-8")
    with pytest.raises(DataError, match=r"traj_data.json is not JSON"):
        read_people_task(folder)
    path.unlink()
    with pytest.raises(DataError, match=r"cannot be read"):
        read_people_task(folder)
    assert load_game(folder).reset()  # templates need no such file
