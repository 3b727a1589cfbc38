"""The split of tasks, and the document as a skill of the library."""

import json

import pytest

from skill1.errors import DataError
from skill1.methods.skillopt.edits import with_guidance
from skill1.methods.skillopt.format import document_of, skill_of
from skill1.methods.skillopt.settings import SkillOptConfig
from skill1.methods.skillopt.split import open_split, read_ratio, split_ids
from skill1.schema import Skill, Task

IDS = [f"t{n:02d}" for n in range(20)]


def tasks(split):
    count = {"train": 20, "valid": 6}.get(split)
    if count is None:
        raise DataError(f"no split {split!r}")
    return [Task(f"{split[0]}{n:02d}", "demo", split, n, "do it", "one") for n in range(count)]


def test_two_to_one_to_seven():
    parts = split_ids(IDS, (2, 1, 7), seed=42)
    assert [len(parts[name]) for name in ("train", "selection", "test")] == [4, 2, 14]
    assert sorted(id for part in parts.values() for id in part) == IDS
    assert split_ids(list(reversed(IDS)), (2, 1, 7), 42) == parts != split_ids(IDS, (2, 1, 7), 43)


@pytest.mark.parametrize("ratio", ["1:1", "0:1:1", "1:0:1", "1:1:-1", "nan:1:1", "1:inf:1", "two to one"])
def test_impossible_shares_are_refused(ratio):
    with pytest.raises(DataError, match=f"split_ratio = '{ratio}'"):
        read_ratio(ratio)


def test_few_tasks_still_give_a_gate():
    parts = split_ids(["a", "b"], (2, 1, 7), 0)
    assert len(parts["train"]) == len(parts["selection"]) == 1 and parts["test"] == []
    with pytest.raises(DataError, match="1 task"):
        split_ids(["a"], (2, 1, 7), 0)


def test_a_draw_is_written_and_can_be_committed(tmp_path):
    drawn = open_split(SkillOptConfig(), tasks, "train", 3, tmp_path)
    file = tmp_path / "split.json"
    parts = json.loads(file.read_text())
    assert drawn.train == set(parts["train"]) and [t.id for t in drawn.selection] == parts["selection"]
    again = open_split(SkillOptConfig(split_file=str(file)), tasks, "train", 99, tmp_path / "other")
    assert again == drawn


def test_nobody_reflects_on_the_tasks_of_the_gate(tmp_path):
    own = SkillOptConfig(selection_split="train", selection_tasks=4)
    split = open_split(own, tasks, "train", 0, tmp_path)
    gate = {task.id for task in split.selection}
    assert len(gate) == 4 and len(split.train) == 16 and not gate & split.train
    with pytest.raises(DataError, match="Every task of 'train' is a selection task"):
        open_split(SkillOptConfig(selection_split="train", selection_tasks=0), tasks, "train", 0, tmp_path)


def test_a_split_of_the_environment_leaves_all_training_tasks(tmp_path):
    split = open_split(SkillOptConfig(selection_split="valid", selection_tasks=4), tasks, "train", 0, tmp_path)
    assert len(split.train) == 20 and [task.id for task in split.selection] == ["v00", "v01", "v02", "v03"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "cannot be read as a split"),
        ('{"train": ["t00"], "selection": ["x"], "test": []}', "first 'x'"),
        ('{"train": ["t00"], "selection": ["t00"], "test": []}', "two parts"),
        ('{"train": ["t00"], "selection": ["t01"], "test": ["t01"]}', "two parts, such as 't01'"),
        ('{"train": ["t00"], "selection": [], "test": []}', "no selection task"),
        ('{"train": [], "selection": ["t01"], "test": []}', "no training task"),
        ('{"train": [1], "selection": [], "test": []}', "cannot be read as a split"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(tmp_path, content, said):
    file = tmp_path / "split.json"
    file.write_text(content)
    with pytest.raises(DataError, match=said):
        open_split(SkillOptConfig(split_file=str(file)), tasks, "train", 0, tmp_path)


def as_skill(document, **changed):
    return skill_of(document, 3, **{"env": "demo", "max_chars": 500, "as_pairs": False, **changed})


def test_a_document_is_a_skill_and_comes_back_as_it_was():
    document = with_guidance("# Advice\n\n- look first\n", "mind the door")
    skill = as_skill(document)
    assert (skill.description, skill.id, skill.env) == ("any task", "document-000003", "demo")
    assert skill.strategy == "# Advice - look first mind the door"
    assert document_of([skill]) == document
    assert as_skill("") is None and as_skill("\n \n") is None


@pytest.mark.parametrize("document", ["\u200b", " \n\u2060\u200b\n", "- when \u200b do look\n"])
def test_a_document_without_a_visible_text_is_an_empty_one(document):
    assert as_skill(document, as_pairs=True) is None


def test_lines_are_read_as_pairs_by_policies_that_know_only_pairs():
    document = "# Facts\n\n- when red house cook do egg in box\n\n* when any do look\n"
    skill = as_skill(document, as_pairs=True)
    assert (skill.description, skill.strategy) == ("red house cook", "egg in box when any do look")
    assert as_skill("plain words\n", as_pairs=True).description == "any task"


def test_other_skills_become_lines():
    assert document_of([Skill("a", "at a door", "open it", 0.5)]) == "- when at a door do open it\n"
