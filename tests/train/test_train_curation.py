"""Curation while a run trains: applied at the next step boundary, and at the same one again after a kill."""

from __future__ import annotations

import shutil

import pytest

from skill1.library import Library
from skill1.library.curation import curate
from skill1.library.curation_plan import Curation
from skill1.library.curation_queue import read_queue
from skill1.run.directory import is_finished
from skill1.train.learner import LocalLearner
from skill1.train.trainer import Skill1Trainer
from tests.train.runs import assert_equal_runs, killed
from tests.train.runs import small_run as any_small_run

STEPS = 6


def small_run(model):
    return any_small_run(model, f"--train.steps={STEPS}", "--train.tasks_per_step=3")


def asks(run_dir):
    """An observer that asks after steps 3, 4 and 5, as a person beside the run would."""

    def see(row):
        step = int(row["step"])
        if step not in (3, 4, 5):
            return
        with Library.open(run_dir, read_only=True) as library:
            skills = sorted(library.skills(), key=lambda skill: (-skill.utility, skill.id))
        best, worst = skills[0].id, skills[-1].id
        if step == 3:
            curate(run_dir, Curation("ban", best, reason="a test"), Curation("pin", worst))
        elif step == 4:
            curate(run_dir, Curation("edit", best, strategy="go to the fridge ."))
        else:
            curate(run_dir, Curation("approve", first_banned(run_dir)))
            curate(run_dir, Curation("rollback", to_step=3))

    return see


def first_banned(run_dir):
    with Library.open(run_dir, read_only=True) as library:
        return library.skills("banned")[0].id


@pytest.fixture(scope="module")
def straight(warm, tmp_path_factory):
    run_dir = tmp_path_factory.mktemp("runs") / "straight"
    Skill1Trainer(small_run(warm), run_dir, observers=[asks(run_dir)]).train()
    return run_dir


def test_each_request_is_applied_at_the_next_step_and_logged(straight):
    entries = read_queue(straight)
    assert [(e.request.kind, e.after_step, e.applied_step) for e in entries] == [
        ("ban", 3, 4), ("pin", 3, 4), ("edit", 4, 5), ("approve", 5, 6), ("rollback", 5, 6)]  # fmt: skip
    with Library.open(straight, read_only=True) as library:
        kinds = {(event.kind, event.step) for s in library.skills(None) for event in library.history(s.id)}
        assert {("banned", 4), ("pinned", 4), ("edited", 5), ("restored", 6)} <= kinds
        assert library.version == STEPS + 3  # three of the six step boundaries had something to do
        assert library.check() == []
    assert "is banned" in entries[0].outcome and "they had then" in entries[-1].outcome
    assert is_finished(straight)


@pytest.mark.parametrize(
    "dies_at", [4, 6]
)  # in the update after requests were applied: no checkpoint knows of them
def test_a_killed_run_applies_the_same_at_the_same_steps(warm, straight, tmp_path, monkeypatch, dies_at):
    run_dir = tmp_path / "killed"
    trainer = Skill1Trainer(small_run(warm), run_dir, observers=[asks(run_dir)])
    killed(monkeypatch, trainer, LocalLearner, "update", dies_at)
    before = [(e.seq, e.applied_step, e.outcome) for e in read_queue(run_dir)]
    assert before and {step for _, step, _ in before} <= {4, 5, 6}
    waiting = [] if dies_at == 6 else [asks_again(run_dir)]
    Skill1Trainer(small_run(warm), run_dir, observers=waiting).train()
    assert [(e.seq, e.applied_step, e.outcome) for e in read_queue(run_dir)][: len(before)] == before
    assert_equal_runs(run_dir, straight)


def asks_again(run_dir):
    """The same person, who has asked after step 3 already."""
    see = asks(run_dir)
    return lambda row: see(row) if row["step"] > 3 else None


def test_a_library_that_is_only_read_is_curated_at_the_next_step_as_well(warm, straight, tmp_path, monkeypatch):
    """Such a run kept all requests waiting until its end."""
    bank = shutil.copy(straight / "library.sqlite", tmp_path)
    options = ("--train.steps=4", "--train.tasks_per_step=2", "--library.frozen=true", f"--library.init={bank}")
    frozen, sizes = any_small_run(warm, *options), {}

    def ban(run_dir):
        def see(row):
            sizes.setdefault(run_dir.name, []).append(row["library/size"])
            if row["step"] == 1 and not read_queue(run_dir):
                with Library.open(run_dir, read_only=True) as library:
                    curate(run_dir, Curation("ban", library.skills()[0].id))

        return see

    Skill1Trainer(frozen, tmp_path / "whole", observers=[ban(tmp_path / "whole")]).train()
    first, *others = sizes["whole"]
    assert others == [first - 1] * 3
    cut = Skill1Trainer(frozen, tmp_path / "cut", observers=[ban(tmp_path / "cut")])
    killed(monkeypatch, cut, LocalLearner, "update", 2)  # no checkpoint knows of the request
    assert [entry.applied_step for entry in read_queue(tmp_path / "cut")] == [2]
    Skill1Trainer(frozen, tmp_path / "cut", observers=[ban(tmp_path / "cut")]).train()
    assert sizes["cut"] == [first, *sizes["whole"]]
    assert_equal_runs(tmp_path / "cut", tmp_path / "whole")


def test_what_is_asked_during_the_last_update_is_done_when_the_run_ends(warm, straight, tmp_path):
    run_dir = tmp_path / "late"

    def late(row):
        if row["step"] == 2:
            with Library.open(run_dir, read_only=True) as library:
                curate(run_dir, Curation("pin", library.skills()[0].id))

    Skill1Trainer(any_small_run(warm, "--train.steps=2"), run_dir, observers=[late]).train()
    (entry,) = read_queue(run_dir)
    assert entry.applied_step == 2 and "is pinned" in entry.outcome
    with Library.open(run_dir, read_only=True) as library:
        assert library.get(entry.request.skill).pinned
