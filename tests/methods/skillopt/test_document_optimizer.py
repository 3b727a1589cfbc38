"""The optimizer: gate, cache, rejected edits, accumulation, ends of epochs, and a state that is JSON."""

import json
from dataclasses import asdict

import pytest

from skill1.errors import CheckpointError
from skill1.methods.skillopt.edits import document_hash, parts_of
from skill1.methods.skillopt.optimizer import DocumentOptimizer, OptimizerState, StepFacts
from skill1.methods.skillopt.settings import SkillOptConfig
from skill1.methods.skillopt.trial import Trial
from tests.methods.skillopt.teachers import Scripted, append, trials


class World:
    """Selection tasks of which a document solves as many as it has lines with ``good``; notes what was tried."""

    def __init__(self, tasks=4):
        self.tasks, self.tried = tasks, []

    def __call__(self, document):
        self.tried.append(document)
        solved = document.count("good")
        return [
            Trial(f"v{n}", int(n < solved), float(n < solved), "", "", {"id": f"v{n}"}) for n in range(self.tasks)
        ]


def begun(tmp_path, document="start\n", world=None, **config):
    config.setdefault("schedule", "constant")
    optimizer, world = DocumentOptimizer(SkillOptConfig(**config), OptimizerState()), world or World()
    optimizer.begin(document, world, tmp_path / "start")
    return optimizer, world


def facts(tmp_path, world, teacher, step=1, **changed):
    return StepFacts(step, 4, teacher, world, tmp_path / f"step_{step:04d}", seed=step, **changed)


def proposing(*contents):
    return Scripted(analyst_error={"edits": [append(content) for content in contents]})


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_better_candidate_is_taken_and_everything_is_on_disk(tmp_path):
    optimizer, world = begun(tmp_path)
    record = optimizer.step(trials(failures=2), facts(tmp_path, world, proposing("good advice")))
    assert record["action"] == "accept_new_best" and record["current_score"] == 0.25
    assert optimizer.state.document == optimizer.state.best == "start\n\ngood advice\n"
    folder = tmp_path / "step_0001"
    assert sorted(path.name for path in folder.iterdir()) == [
        "candidate_skill.md",
        "edit_apply_report.json",
        "gate.json",
        "merged_patch.json",
        "ranked_patch.json",
        "raw_patches.json",
        "rollout_results.json",
        "selection_eval",
        "step_record.json",
    ]
    gate = read(folder / "gate.json")
    assert (gate["score_before"], gate["candidate_gate_score"], gate["cached"]) == (0.0, 0.25, False)
    assert read(folder / "step_record.json") == record
    assert len(read(folder / "selection_eval" / "results.json")) == 4


def test_a_tie_rejects_and_the_next_question_tells_of_it(tmp_path):
    optimizer, world = begun(tmp_path)
    teacher = proposing("no use")
    record = optimizer.step(trials(failures=2), facts(tmp_path, world, teacher))
    assert record["action"] == "reject" and optimizer.state.document == "start\n"
    optimizer.step(trials(failures=1), facts(tmp_path, world, teacher, step=2))
    told = teacher.prompts[-1]
    assert "Step 1: reject, 2 of 2 tasks failed" in told and "content='no use'" in told
    assert "rejected (score 0.000 → 0.000)" in told


def test_a_document_is_measured_once(tmp_path):
    optimizer, world = begun(tmp_path)
    for step in (1, 2):
        record = optimizer.step(trials(failures=1), facts(tmp_path, world, proposing("no use"), step=step))
    assert world.tried == ["start\n", "start\n\nno use\n"] and record["cached"]
    assert set(optimizer.state.scores) == {document_hash(text) for text in world.tried}


def test_the_best_document_stays_when_a_worse_one_must_be_taken(tmp_path):
    optimizer, world = begun(tmp_path, "good good\n", use_gate=False)
    teacher = Scripted(analyst_error={"edits": [{"op": "delete", "target": "good "}]})
    record = optimizer.step(trials(failures=1), facts(tmp_path, world, teacher))
    assert record["action"] == "force_accept" and optimizer.state.document == "good\n"
    assert (optimizer.state.best, optimizer.state.best_score, optimizer.state.best_step) == ("good good\n", 0.5, 0)


def test_a_document_too_long_to_be_read_is_not_even_tried(tmp_path):
    optimizer, world = begun(tmp_path)
    record = optimizer.step(trials(failures=1), facts(tmp_path, world, proposing("good " * 9), max_chars=20))
    assert record["action"] == "reject_too_long" and world.tried == ["start\n"]
    assert optimizer.state.history[-1]["rejected_edits"][0]["content"].startswith("good")


def test_without_patches_nothing_is_tried(tmp_path):
    optimizer, world = begun(tmp_path)
    record = optimizer.step(trials(failures=1), facts(tmp_path, world, Scripted()))
    assert record["action"] == "skip_no_patches" and world.tried == ["start\n"]
    assert optimizer.state.updates == 0  # as in SkillOpt, the budget falls only with updates that choose


def test_the_budget_falls_and_edits_are_clipped_to_it(tmp_path):
    optimizer, world = begun(tmp_path, schedule="linear")
    budgets = []
    for step in range(1, 5):
        teacher = proposing(*(f"{step}{n}" for n in range(4)))
        record = optimizer.step(trials(failures=1), facts(tmp_path, world, teacher, step=step))
        budgets.append((record["edit_budget"], record["n_edits_ranked"]))
    assert budgets == [(4, 4), (3, 3), (2, 2), (2, 2)]  # 3.5, 3, 2.5, 2 rounded to even


def test_accumulated_reflections_make_one_update(tmp_path):
    optimizer, world = begun(tmp_path, accumulation=2)
    first = optimizer.step(trials(failures=1), facts(tmp_path, world, proposing("good one")), is_last=False)
    assert first["action"] == "accumulate" and world.tried == ["start\n"]
    optimizer.state = OptimizerState.of(json.loads(json.dumps(asdict(optimizer.state))))  # a resume in between
    second = optimizer.step(trials(failures=2), facts(tmp_path, world, proposing("good two"), step=2))
    assert second["action"] == "accept_new_best" and second["current_score"] == 0.5
    assert "good one" in optimizer.state.document and "good two" in optimizer.state.document
    assert optimizer.state.pending == [] and optimizer.state.history[-1]["n_total"] == 3


def pairs(before, now):
    def play(document_before, document_now):
        return (
            [Trial(name, int(won), 0.0, f"task-{name} before") for name, won in before.items()],
            [Trial(name, int(won), 0.0, f"task-{name} now") for name, won in now.items()],
        )

    return play


OUTCOMES = {"a": 1, "b": 0, "c": 0, "d": 1}, {"a": 0, "b": 1, "c": 0, "d": 1}


def test_the_slow_update_begins_with_the_second_epoch_and_writes_the_block(tmp_path):
    optimizer, world = begun(tmp_path, "body\n")
    teacher = Scripted(
        slow_update={"slow_update_content": "mind a"}, meta_skill={"meta_skill_content": "deletes hurt"}
    )
    first = optimizer.end_epoch(1, facts(tmp_path, world, teacher), pairs(*OUTCOMES))
    assert first == {"epoch": 1, "step": 1} and teacher.asked == [] and optimizer.state.document == "body\n"
    record = optimizer.end_epoch(2, facts(tmp_path, world, teacher, step=2), pairs(*OUTCOMES))
    assert record["pairs"] == {"regressed": 1, "persistent_fail": 1, "improved": 1, "stable_success": 1}
    assert record["slow_action"] == "force_accept"
    assert parts_of(optimizer.state.document) == ("body\n\n", "mind a")
    assert optimizer.state.best == "body\n" and optimizer.state.memory == "deletes hurt"
    told = teacher.prompts[0]
    assert told.index("Regressed") < told.index("Failed both times") < told.index("Improved")
    assert "task-a before" in told and "task-d now" not in told
    later = proposing("x")
    optimizer.step(trials(failures=1), facts(tmp_path, world, later, step=3))
    assert "deletes hurt" in later.prompts[0]


@pytest.mark.parametrize(("guidance", "action"), [("good", "accept_new_best"), ("idle", "reject")])
def test_a_gated_slow_update_must_be_better(tmp_path, guidance, action):
    optimizer, world = begun(tmp_path, "body\n", slow_update_gate=True, meta_skill=False)
    teacher = Scripted(slow_update={"slow_update_content": guidance})
    for epoch in (1, 2):
        record = optimizer.end_epoch(epoch, facts(tmp_path, world, teacher, step=epoch), pairs(*OUTCOMES))
    assert record["slow_action"] == action
    assert (guidance in optimizer.state.document) == (action != "reject")


def test_guidance_taken_at_once_may_be_the_best_after_all(tmp_path):
    optimizer, world = begun(tmp_path, "body\n", meta_skill=False)
    teacher = Scripted(slow_update={"slow_update_content": "good"})
    for epoch in (1, 2):
        optimizer.end_epoch(epoch, facts(tmp_path, world, teacher, step=epoch), pairs(*OUTCOMES))
    assert (optimizer.state.best, world.tried) == ("body\n", ["body\n"])
    for _ in range(2):  # the second time it is known
        optimizer.finish(facts(tmp_path, world, teacher, step=4))
    assert (optimizer.state.best, optimizer.state.best_score, optimizer.state.best_step) == (
        world.tried[1],
        0.25,
        4,
    )
    assert len(world.tried) == 2 and parts_of(optimizer.state.best).guidance == "good"


def test_an_unanswered_end_of_an_epoch_changes_nothing_but_the_epoch(tmp_path):
    optimizer, world = begun(tmp_path, "body\n")
    optimizer.state.memory = "old notes"
    optimizer.step(trials(failures=1), facts(tmp_path, world, proposing("x")))
    for epoch in (1, 2):
        record = optimizer.end_epoch(epoch, facts(tmp_path, world, Scripted(), step=epoch), pairs(*OUTCOMES))
    assert record["slow_action"] == "no_content"
    assert (optimizer.state.document, optimizer.state.memory, optimizer.state.history) == (
        "body\n",
        "old notes",
        [],
    )


def test_a_state_of_another_version_is_refused():
    with pytest.raises(CheckpointError, match="another version"):
        OptimizerState.of({"document": ""})
