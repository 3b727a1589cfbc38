"""Method skillopt in the training loop: a frozen policy, one document in the library, gates, resume."""

import json
from dataclasses import replace
from importlib.resources import files

import pytest

from skill1.config import LibraryConfig
from skill1.config.load import load_config
from skill1.errors import DataError, TrainingError
from skill1.library import Library
from skill1.methods import make_recipe
from skill1.methods.skillopt import writer
from skill1.methods.skillopt.optimizer import DocumentOptimizer
from skill1.methods.skillopt.trial import trial_of
from skill1.methods.teacher.analyst import Analyst
from skill1.rollout.group import Roller
from skill1.run.locate import newest_checkpoint
from skill1.schema import Episode, Skill, SkillDraft
from skill1.train.fork import fork_run
from skill1.train.records import read_metrics
from skill1.train.run import Run
from skill1.train.trainer import Skill1Trainer
from tests.rollout.tiny_world import household
from tests.train.runs import rows_of, train_until

SMALL = [
    "--train.tasks_per_step=6",
    "--train.group_size=2",
    "--train.checkpoint_every=2",
    "--train.steps=6",
    "--skillopt.epochs=3",
    "--skillopt.selection_tasks=6",
    "--skillopt.slow_update_samples=3",
    "--logging.episodes_every=1",
]


def config(tiny, *more):
    return household(tiny, *SMALL, *more, method="skillopt")


def skills(run, status="active"):
    with Library.open(run, LibraryConfig(encoder="hashing"), read_only=True) as library:
        return library.skills(status)


@pytest.fixture(autouse=True)
def lessons(monkeypatch):
    """A random policy finds nothing: each task teaches something, and a third of them is solved with any document."""

    def lesson(self, episode):
        words = episode.task.instruction.split()
        return SkillDraft(f"{words[1]} {words[2]} {episode.task.type}", f"search {words[2]}")

    def tried(episode):
        return replace(trial_of(episode), hard=int(episode.used is not None and episode.task.index % 3 == 0))

    monkeypatch.setattr(Analyst, "lesson", lesson)
    monkeypatch.setattr(writer, "trial_of", tried)


def test_a_run_ends_with_its_best_document_and_untouched_weights(tiny, tmp_path):
    run = tmp_path / "run"
    Skill1Trainer(config(tiny, "--skillopt.use_gate=false", "--skillopt.meta_skill=false"), run).train()
    rows = read_metrics(run)
    assert len(rows) == 6 and "policy/loss" not in rows[0]
    checkpoint = newest_checkpoint(run)
    assert (checkpoint / "model.safetensors").read_bytes() == (tiny / "model.safetensors").read_bytes()
    best = (run / "skillopt" / "best_skill.md").read_text()
    first = (run / "skillopt" / "step_0001" / "candidate_skill.md").read_text()
    last = (run / "skillopt" / "step_0006" / "candidate_skill.md").read_text()
    assert best == first != last and best.startswith("- when ")  # no later one was strictly better
    (skill,) = skills(run)
    assert skill.extra["skillopt"]["text"] == best and skill.env == "household"
    assert len(skills(run, "merged")) > 1 and all(s.merged_into for s in skills(run, "merged"))
    # What a replaced document won stays its own, so totals have it, too.
    with Library.open(run / "library.sqlite", read_only=True) as library:
        assert library.stats()["selected_total"] == sum(s.selected for s in skills(run, None)) > skill.selected
    steps = sorted(path.name for path in (run / "skillopt").glob("step_*"))
    assert steps == [f"step_{n:04d}" for n in range(1, 7)]
    gate = json.loads((run / "skillopt" / steps[0] / "gate.json").read_text())
    assert gate["action"] == "force_accept" and gate["candidate_gate_score"] == rows[0]["skillopt/candidate_score"]
    pairs = json.loads((run / "skillopt" / "epochs" / "epoch_02" / "comparison_pairs.json").read_text())
    assert len(pairs) == 3 and (run / "skillopt" / "epochs" / "epoch_01" / "epoch_record.json").is_file()


def test_a_fork_of_a_finished_run_edits_the_document_that_it_plays(tiny, tmp_path, monkeypatch):
    run, begun = tmp_path / "run", []
    short = ["--skillopt.use_gate=false", "--skillopt.meta_skill=false", "--skillopt.slow_update=false"]
    Skill1Trainer(config(tiny, *short, "--train.steps=2"), run).train()
    best, last = (run / "skillopt" / name for name in ("best_skill.md", "step_0002/candidate_skill.md"))
    assert best.read_text() != last.read_text()
    step = DocumentOptimizer.step

    def noted(self, *given, **named):
        begun.append((self.state.document, self.state.score == self.state.best_score))
        return step(self, *given, **named)

    monkeypatch.setattr(DocumentOptimizer, "step", noted)
    longer = config(tiny, *short, "--train.steps=4")
    fork_run(run, longer, tmp_path / "fork")
    Skill1Trainer(longer, tmp_path / "fork").train()
    assert begun[0] == (best.read_text(), True)
    # From then on each document is edited in turn, also where a better one was there before.
    assert begun[1][0] == (tmp_path / "fork/skillopt/step_0003/candidate_skill.md").read_text()


def test_a_fork_with_other_selection_tasks_measures_its_documents_on_them(tiny, tmp_path):
    plain = ["--skillopt.meta_skill=false", "--skillopt.slow_update=false"]
    Skill1Trainer(config(tiny, *plain, "--train.steps=2"), tmp_path / "run").train()
    longer = config(tiny, *plain, "--train.steps=3", "--skillopt.selection_tasks=2")
    fork_run(tmp_path / "run", longer, tmp_path / "fork")
    Skill1Trainer(longer, tmp_path / "fork").train()
    folder = tmp_path / "fork" / "skillopt"
    measured = json.loads((folder / "measured_again" / "current" / "summary.json").read_text())
    gate = json.loads((folder / "step_0003" / "gate.json").read_text())
    assert measured["n"] == 2 and gate["score_before"] == measured["hard"]
    # A resume, or a fork that keeps the tasks, pays for no second measurement.
    again = config(tiny, *plain, "--train.steps=4", "--skillopt.selection_tasks=2")
    fork_run(tmp_path / "fork", again, tmp_path / "again")
    Skill1Trainer(again, tmp_path / "again").train()
    assert not (tmp_path / "again" / "skillopt" / "measured_again").exists()


def test_without_any_better_document_the_library_ends_empty(tiny, tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "trial_of", trial_of)
    run = tmp_path / "run"
    Skill1Trainer(config(tiny, "--skillopt.use_gate=false", "--train.steps=2"), run).train()
    assert (run / "skillopt" / "best_skill.md").read_text() == "" and skills(run) == ()
    assert len(skills(run, "retired")) == 1


def test_gate_episodes_are_counted_and_a_rejected_document_never_acts(tiny, tmp_path):
    run = tmp_path / "run"
    Skill1Trainer(config(tiny, "--skillopt.slow_update=false", "--skillopt.meta_skill=false"), run).train()
    rows = read_metrics(run)
    # 6 to begin with, and 6 for each candidate that was not known yet
    tried = sum((run / "skillopt" / f"step_{n:04d}" / "selection_eval").is_dir() for n in range(1, 7))
    assert sum(row["budget/gate_episodes"] for row in rows) == 6 + 6 * tried and tried > 0
    assert all(row["skillopt/accepted"] + row["skillopt/rejected"] <= 1 for row in rows)
    for before, after in zip(rows, rows[1:], strict=False):
        if not after["skillopt/accepted"]:
            assert after["skillopt/score"] == before["skillopt/score"]
    assert sum(row["skillopt/accepted"] for row in rows) == 1
    assert [skill.created_step for skill in skills(run, None)] == [1]


def test_a_world_that_is_gone_while_a_gate_plays_ends_the_run_and_measures_no_document(
    tiny, tmp_path, monkeypatch
):
    play_all = Roller.play_all

    async def gone(self, plan, library, on_end=None, **counted):
        played = await play_all(self, plan, library, on_end, **counted)
        if self.streak is not None:  # a step's own episodes
            return played
        return [
            Episode(key=one.key, task=one.task, status="error", error="EnvironmentFault: gone") for one in played
        ]

    monkeypatch.setattr(Roller, "play_all", gone)
    with pytest.raises(TrainingError, match="All 6 episodes of a gate of step 1 ended in an error"):
        Skill1Trainer(config(tiny), tmp_path / "run").train()
    assert read_metrics(tmp_path / "run") == []


def test_a_gate_leaves_out_what_the_world_broke_and_counts_a_document_without_room_as_lost(
    tiny, tmp_path, monkeypatch
):
    play_all = Roller.play_all

    async def faulty(self, plan, library, on_end=None, **counted):
        played = await play_all(self, plan, library, on_end, **counted)
        if self.streak is None:  # a gate's
            for place, error in enumerate(["EnvironmentFault: gone", "PromptError: no room"]):
                played[place] = replace(played[place], status="error", error=error)
        return played

    monkeypatch.setattr(Roller, "play_all", faulty)
    monkeypatch.setattr(writer, "trial_of", lambda e: replace(trial_of(e), hard=int(e.ok)))
    Skill1Trainer(config(tiny, "--train.steps=1"), tmp_path / "run").train()
    measured = json.loads((tmp_path / "run/skillopt/start/summary.json").read_text())
    assert (measured["n"], measured["hard"]) == (5, 4 / 5)


@pytest.mark.parametrize(
    ("more", "last"),
    [((), 5), (("--skillopt.use_gate=false", "--skillopt.accumulation=2"), 6)],
    ids=["after a step without a checkpoint", "between a new document and its checkpoint"],
)
def test_a_resumed_run_is_the_same(tiny, tmp_path, more, last):
    Skill1Trainer(config(tiny, *more), tmp_path / "whole").train()
    train_until(Skill1Trainer(config(tiny, *more), tmp_path / "cut"), last)
    Skill1Trainer(config(tiny, *more), tmp_path / "cut").train()
    assert rows_of(tmp_path / "cut", "teacher/") == rows_of(tmp_path / "whole", "teacher/")
    assert skills(tmp_path / "cut", None) == skills(tmp_path / "whole", None)
    names = ("best_skill.md", "current_skill.md", "step_0006/step_record.json")
    for name in names:
        assert (tmp_path / "cut/skillopt" / name).read_text() == (tmp_path / "whole/skillopt" / name).read_text()


def test_a_bank_to_start_from_becomes_the_first_document(tiny, tmp_path):
    bank = tmp_path / "bank.sqlite"
    with Library.open(bank, LibraryConfig(encoder="hashing"), create=True) as library:
        library.add_skills(
            [Skill("", "any clean dish", "search all", 0.5), Skill("", "any put cup", "take cup", 0.5)]
        )
    run = tmp_path / "run"
    Skill1Trainer(
        config(
            tiny,
            f"--library.init={bank}",
            "--train.steps=1",
            "--skillopt.edit_budget=1",
            "--skillopt.min_edit_budget=1",
        ),
        run,
    ).train()
    start = "- when any clean dish do search all\n- when any put cup do take cup\n"
    assert start.splitlines()[1] in (run / "skillopt" / "best_skill.md").read_text()
    (skill,) = skills(run)
    assert skill.description == "any clean dish" and skill.strategy.startswith(
        "search all when any put cup do take cup"
    )


def test_only_the_training_part_of_a_drawn_split_is_reflected_on(tiny, tmp_path):
    run = tmp_path / "run"
    drawn = ["--skillopt.selection_split=null", "--skillopt.split_ratio=1:1:0", "--train.steps=1"]
    Skill1Trainer(config(tiny, *drawn), run).train()
    parts = json.loads((run / "skillopt" / "split.json").read_text())
    results = json.loads((run / "skillopt" / "step_0001" / "rollout_results.json").read_text())
    assert {each["id"] for each in results} <= set(parts["train"]) and len(results) < 12
    gated = json.loads((run / "skillopt" / "start" / "results.json").read_text())
    assert [each["id"] for each in gated] == parts["selection"][:6]


def test_a_selection_split_that_is_not_there_is_told_before_anything_is_played(tiny, tmp_path, monkeypatch):
    monkeypatch.setattr(Run, "advance", None)
    with pytest.raises(DataError, match="nowhere"):
        Skill1Trainer(config(tiny, "--skillopt.selection_split=nowhere"), tmp_path / "run").train()


def test_the_recipe_is_frozen_and_has_a_rule_for_every_prompt():
    method = make_recipe(load_config("household/skillopt"))
    prompts = files("skill1.methods.skillopt") / "prompts"
    assert method.credit is None
    assert set(method.rules) == {f"skillopt/{file.name.removesuffix('.txt')}" for file in prompts.iterdir()}
