"""Cases of skills (``evals/evals.json``): made of episodes, read back, and read from others without trust."""

import importlib.util
import json
from dataclasses import asdict

import pytest

from skill1.errors import DataError
from skill1.library.formats import export_library
from skill1.library.formats.skill_evals import (
    EvalCase,
    add_cases,
    attached,
    cases_from,
    read_cases,
    skill_folders,
    write_cases,
)
from skill1.schema import EpisodeKey, Task

from .samples import skill

TASK = Task("household/train/17", "household", "train", 17, "put hot egg on desk", "heat")
SKILL_MD = "---\nname: one\ndescription: When an egg has to be hot.\n---\n\nUse the microwave.\n"


def record(place, task=TASK, used="sk_1", status="ok", observation="start"):
    key = EpisodeKey(0, 5, place, 0)
    turns = [{"observation": observation, "action": "look"}] if status == "ok" else []
    return {
        "key": asdict(key),
        "task": asdict(task),
        "status": status,
        "turns": turns,
        "used": used and {"id": used},
    }


def other_task(number):
    return Task(f"household/train/{number}", "household", "train", number, f"task {number}", "put")


def folder_of(tmp_path, *cases, name="one"):
    folder = tmp_path / name
    folder.mkdir()
    (folder / "SKILL.md").write_text(SKILL_MD.replace("one", name))
    write_cases(folder, name, cases)
    return folder


def written(folder, content):
    (folder / "evals").mkdir(exist_ok=True)
    (folder / "evals" / "evals.json").write_text(content if isinstance(content, str) else json.dumps(content))
    return folder


def test_a_case_is_a_task_on_which_the_skill_was_used():
    own = skill("sk_1", source_episode="import")
    records = [
        record(0),
        record(1),  # the same task once more
        record(2, other_task(3), used="sk_2"),
        record(3, other_task(4), used=None),
        record(4, other_task(5), status="error"),
        {"key": "garbled"},
        record(5, other_task(6)),
        record(6, other_task(7)),
    ]
    cases = cases_from(own, records, most=2)
    assert [case.game.id for case in cases] == [TASK.id, "household/train/6"]
    assert cases[0].prompt == "put hot egg on desk\n\nstart" and "household" in cases[0].expectations[0]
    assert [case.id for case in cases] == ["1", "2"]


def test_the_task_from_which_a_skill_was_written_is_no_case_of_it():
    """Rollout 3 of the group of task 2 wrote it; rollout 0, in the files, tells which task that was."""
    own = skill("sk_1", source_episode=EpisodeKey(0, 5, 2, 3).id)
    records = [record(7, other_task(1)), record(8), record(2, used=None)]
    assert [case.game.id for case in cases_from(own, records, most=9)] == ["household/train/1"]


def test_cases_read_back_and_have_what_other_runners_read(tmp_path):
    game = cases_from(skill("sk_1", source_episode="import"), [record(0)], 9)[0]
    asked = EvalCase("by-hand", "Sum the column.", "The sum.", ("it is 12",), ("evals/files/a.csv",))
    folder = folder_of(tmp_path, game, asked)
    content = json.loads((folder / "evals" / "evals.json").read_text())
    first, second = content["evals"]
    assert content["skill_name"] == "one" and (first["id"], second["id"]) == (1, "by-hand")
    assert first["expectations"] == first["assertions"] and second["assertions"] == ["it is 12"]
    assert first["skill1"] == {
        "env": "household",
        "split": "train",
        "task": TASK.id,
        "index": 17,
        "type": "heat",
    }
    again = read_cases(folder)
    assert again[1] == asked and (again[0].game.id, again[0].game.index) == (TASK.id, 17)
    assert (again[0].prompt, again[0].expectations) == (game.prompt, game.expectations)


def test_the_published_examples_of_the_format_can_be_read(tmp_path):
    """Shapes of agentskills.io with and without checks, and of runners whose checks are objects."""
    cases = [
        {"id": 1, "prompt": "Chart it.", "expected_output": "A chart.", "files": []},
        {"id": 2, "prompt": "Chart it.", "expectations": ["It has axes"], "files": []},
        {"prompt": "Chart it.", "assertions": ["It has axes", {"text": "It is one page"}], "unknown": 1},
    ]
    folder = written(folder_of(tmp_path), {"skill_name": "one", "evals": cases})
    first, second, third = read_cases(folder)
    assert first.checks == ("A chart.",) and first.game is None
    assert second.checks == ("It has axes",)
    assert third.id == "3" and third.checks == ("It has axes", "It is one page")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "no JSON"),
        ([], "must be a JSON object"),
        ({"evals": {}}, "'evals' of"),
        ({"evals": [{"prompt": " "}]}, "no 'prompt'"),
        ({"evals": [{"prompt": "a", "expectations": [1]}]}, "must be a text"),
        ({"evals": [{"prompt": "a", "expectations": "b"}]}, "must be a list"),
        ({"evals": [{"prompt": "a", "id": 1}, {"prompt": "a", "id": 1}]}, "two cases with one id"),
        ({"evals": [{"prompt": "a", "skill1": {"env": "household", "index": -1}}]}, "whole number"),
        ({"evals": [{"prompt": "a"}] * 1001}, "at most 1000"),
    ],
)
def test_what_is_no_file_of_cases_is_refused_with_its_place(tmp_path, content, said):
    folder = written(folder_of(tmp_path), content)
    with pytest.raises(DataError, match=said) as refused:
        read_cases(folder)
    assert "evals.json" in str(refused.value)


def test_files_of_a_case_stay_in_its_folder(tmp_path):
    folder = folder_of(tmp_path, EvalCase("1", "Read it.", files=("evals/a.txt", "../secret")))
    (folder / "evals" / "a.txt").write_text("inside")
    (tmp_path / "secret").write_text("outside")
    (skill_folder,) = skill_folders(folder)
    (case,) = skill_folder.cases
    with pytest.raises(DataError, match="secret.*not in the folder"):
        attached(skill_folder, case)
    assert attached(skill_folder, EvalCase("1", "", files=("evals/a.txt",))) == {"evals/a.txt": "inside"}


@pytest.mark.parametrize("name", ["evals/\0", "a" * 5000, "\ud800"], ids=["null", "long", "half_surrogate"])
def test_a_name_that_no_file_can_have_is_refused(tmp_path, name):
    (skill_folder,) = skill_folders(folder_of(tmp_path, EvalCase("1", "a")))
    with pytest.raises(DataError, match="not in the folder"):
        attached(skill_folder, EvalCase("1", "", files=(name,)))


def test_cases_that_lie_elsewhere_are_not_read(tmp_path):
    (tmp_path / "inside").mkdir()
    folder = folder_of(tmp_path / "inside", EvalCase("1", "a"))
    (folder / "evals").rename(tmp_path / "elsewhere")
    (folder / "evals").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DataError, match="none with cases"):
        skill_folders(folder)


def test_a_folder_of_skills_gives_those_with_cases(tmp_path):
    folder_of(tmp_path, EvalCase("1", "a"))
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "SKILL.md").write_text(SKILL_MD)
    (tmp_path / "linked").symlink_to(tmp_path / "one")
    assert [folder.name for folder in skill_folders(tmp_path)] == ["one"]
    with pytest.raises(DataError, match="1 skills and none with cases.*library export RUN"):
        skill_folders(tmp_path / "two")
    for wrong in (tmp_path / "three", tmp_path / "two" / "SKILL.md"):
        with pytest.raises(DataError, match=f"there is no folder {wrong}"):
            skill_folders(wrong)
    assert [folder.name for folder in skill_folders(tmp_path / "linked")] == ["one"], "a link that is named"


def test_exported_skills_get_their_own_cases_and_keep_the_rules_of_the_format(tmp_path):
    skills = [skill("sk_1", "An egg has to be hot", "Use it."), skill("sk_2", "A mug", "Wash it.")]
    export_library(skills, tmp_path / "out", "skill-md")
    assert add_cases(tmp_path / "out", skills, [record(0)], most=4) == 1
    (found,) = skill_folders(tmp_path / "out")
    assert found.name.startswith("an-egg-has-to-be-hot") and len(found.cases) == 1
    if importlib.util.find_spec("skills_ref") is None:
        pytest.skip("the format's own validator, skills-ref, is not installed")
    from skills_ref import validate

    assert [validate(folder) for folder in sorted((tmp_path / "out").iterdir())] == [[], []]
