"""The page of a report: what became of every update, and why, from the files of a run."""

from dataclasses import replace

import pytest

from skill1.methods.skillopt import page as module
from skill1.methods.skillopt.optimizer import write_text
from skill1.methods.skillopt.page import judged, page
from skill1.report.method_page import MethodFiles
from tests.methods.skillopt.teachers import Scripted
from tests.methods.skillopt.test_document_optimizer import OUTCOMES, begun, facts, pairs, proposing, trials


def files(folder, last_step=9):
    return MethodFiles(folder, folder / "library.sqlite", {"skillopt.gate_metric": "hard"}, last_step)


@pytest.fixture
def run(tmp_path):
    """A better document, a tie, one that is too long; and a step that a resume took back."""
    optimizer, world = begun(tmp_path)
    write_text(tmp_path / "start" / module.START, "start\n")
    for step, (text, most) in enumerate([("good <b>", None), ("no use", None), ("good and long", 9)], start=1):
        optimizer.step(trials(failures=2), facts(tmp_path, world, proposing(text), step=step, max_chars=most))
    optimizer.step(trials(failures=2), facts(tmp_path, world, proposing("later"), step=4))
    write_text(tmp_path / "best_skill.md", optimizer.state.best)
    write_text(tmp_path / "current_skill.md", optimizer.state.document)
    return tmp_path


def test_every_update_says_what_became_of_it_and_why(run):
    found = page(files(run, last_step=3))
    assert [(change.step, change.verdict) for change in found.changes] == [
        (1, "accepted"),
        (2, "refused"),
        (3, "refused"),
    ]
    better, tie, long = (change.why for change in found.changes)
    assert better.startswith("hard 0.250 on the selection tasks, 0.000 to beat: strictly better.")
    assert tie.endswith("0.250 to beat: a tie.")
    assert "longer than agent.max_skill_chars. It was not played." in long
    assert dict(found.facts)["refused"] == "2" and dict(found.facts)["selection tasks"] == "4"
    (best,) = found.texts  # the document in force is the same
    assert "good <b>" in [line for _, line in best.lines]


def test_a_difference_is_against_the_document_that_was_in_force(run):
    first, second, _ = (change.texts[0].lines for change in page(files(run, last_step=3)).changes)
    assert (" ", "start") in first and ("+", "good <b>") in first
    assert (" ", "good <b>") in second and ("+", "no use") in second
    edits = page(files(run)).changes[0].texts[1]
    assert edits.title == "Edits chosen" and "applied_append" in edits.lines[0][1]


def test_a_rewrite_is_told_of_every_suggestion_that_it_followed(tmp_path):
    suggestions = [{"title": name, "instruction": name} for name in "ab"]
    teacher = Scripted(
        analyst_error={"revise_suggestions": suggestions}, rewrite_skill={"new_skill": "good advice"}
    )
    optimizer, world = begun(tmp_path, update_mode="rewrite")
    optimizer.step(trials(failures=2), facts(tmp_path, world, teacher))
    (change,) = page(files(tmp_path)).changes
    lines = [line for _, line in change.texts[1].lines if line[0].isdigit()]
    assert [line.partition(",")[0] for line in lines] == ["1. applied_rewrite", "2. applied_rewrite"]


def test_guidance_of_an_epoch_stands_behind_its_step(tmp_path):
    optimizer, world = begun(tmp_path, "body\n")
    write_text(tmp_path / "start" / module.START, "body\n")
    teacher = Scripted(slow_update={"slow_update_content": "mind a"}, meta_skill={"meta_skill_content": "notes"})
    for epoch in (1, 2):
        told = facts(tmp_path, world, teacher, step=epoch)
        optimizer.step([], told)
        folder = tmp_path / "epochs" / f"epoch_{epoch:02d}"
        optimizer.end_epoch(epoch, replace(told, folder=folder), pairs(*OUTCOMES))
    found = page(files(tmp_path))
    assert [change.title for change in found.changes] == ["update", "update", "slow update, end of epoch 2"]
    assert [change.verdict for change in found.changes] == ["nothing", "nothing", "accepted"]
    assert "without a test" in found.changes[-1].why and ("+", "mind a") in found.changes[-1].texts[0].lines
    assert found.texts[-1].title.startswith("The teacher's notes")


@pytest.mark.parametrize(
    ("action", "verdict"),
    [
        ("accumulate", "nothing"),
        ("skip_no_patches", "nothing"),
        ("force_accept", "accepted"),
        ("accept", "accepted"),
        ("reject", "refused"),
        ("reject_too_long", "refused"),
    ],
)
def test_every_action_of_the_records_has_a_reason(action, verdict):
    assert judged(action, {})[0] == verdict and judged(action, {})[1].endswith(".")
