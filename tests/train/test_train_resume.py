"""Kill a run anywhere and go on: the result equals that of a run never killed, with the delay buffer in flight."""

import json
import os
import signal
from collections import Counter
from pathlib import Path

import pytest

from skill1.config.load import load_config, load_run_config
from skill1.errors import Terminated
from skill1.library import Library
from skill1.run.directory import read_manifest
from skill1.train import checkpoint
from skill1.train.fork import fork_run
from skill1.train.learner import LocalLearner
from skill1.train.records import Records, read_metrics
from skill1.train.trainer import Skill1Trainer
from tests.train.runs import assert_equal_runs, cut_back, killed, outcome_of, python
from tests.train.runs import small_run as any_small_run

STEPS = 6
FEWER = (f"--train.steps={STEPS}", "--train.tasks_per_step=3")
KILLED = """
import os, signal, sys
from pathlib import Path
from skill1.train.learner import LocalLearner
from skill1.train.trainer import Skill1Trainer
from tests.train.runs import small_run

update = LocalLearner.update
def killed(self, samples, step):
    if step == 5:  # the sixth step: played, committed to the library, half updated
        self.masters or next(self.model.parameters()).data.mul_(2)
        os.kill(os.getpid(), signal.SIGKILL)
    return update(self, samples, step)
LocalLearner.update = killed
Skill1Trainer(small_run(Path(sys.argv[1]), *sys.argv[3:]), Path(sys.argv[2])).train()
"""


def small_run(model):
    return any_small_run(model, *FEWER)


@pytest.fixture(scope="module")
def straight(warm, tmp_path_factory):
    """The uninterrupted run."""
    run_dir = tmp_path_factory.mktemp("runs") / "straight"
    Skill1Trainer(small_run(warm), run_dir).train()
    return run_dir


def test_the_run_is_worth_comparing(straight):
    """Skills were stored and used, distillations wait in the last checkpoint, advantages flowed at every stage."""
    rows = read_metrics(straight)
    assert [r["step"] for r in rows] == list(range(1, STEPS + 1))
    assert rows[-1]["library/size"] > 0 and any(r.get("select/utility_of_used") is not None for r in rows)
    assert {p.step for p in checkpoint.load_state(checkpoint.latest(straight)[0]).buffer} == {STEPS - 1, STEPS}
    for stage in ("query", "rerank", "act", "distill"):
        assert any(r.get(f"credit/{stage}/adv_abs", 0) > 0 for r in rows), stage
    assert sorted(outcome_of(straight)["episodes"]) == [f"step_{s:06d}.jsonl.gz" for s in range(2, STEPS + 1, 2)]


def test_kill_9_in_the_middle_of_a_step(warm, straight, tmp_path):
    run_dir = tmp_path / "killed"
    process = python(KILLED, warm, run_dir, *FEWER)
    assert process.returncode == -9, process.stderr[-2000:]
    assert [r["step"] for r in read_metrics(run_dir)] == [1, 2, 3, 4, 5]
    assert checkpoint.load_state(checkpoint.latest(run_dir)[0]).buffer  # in flight at the checkpoint
    with Library.open(run_dir, read_only=True) as library:
        assert library.version == 6  # the sixth step's commit, which must be undone
    Skill1Trainer(small_run(warm), run_dir).train()
    assert_equal_runs(run_dir, straight)
    (discarded,) = (run_dir / "discarded" / "metrics-after-4.jsonl").read_text().splitlines()
    assert json.loads(discarded)["step"] == 5


@pytest.mark.parametrize(
    ("owner", "name", "at"),
    [
        (Library, "commit", 1),  # nothing but the start exists
        (LocalLearner, "update", 3),  # a checkpoint at 2
        (Records, "write_metrics", 6),  # the episode file is there, the row is not
        (checkpoint, "seal", 3),  # files of the checkpoint at 6 are written, the manifest is not
        pytest.param(checkpoint, "prune", 2, marks=pytest.mark.slow),  # just after the checkpoint at 4
        # after the last checkpoint, before the summary
        pytest.param(checkpoint, "prune", 3, marks=pytest.mark.slow),
    ],
)
def test_going_on_after_a_kill_anywhere(warm, straight, tmp_path, monkeypatch, owner, name, at):
    run_dir = tmp_path / "killed"
    killed(monkeypatch, Skill1Trainer(small_run(warm), run_dir), owner, name, at)
    summary = Skill1Trainer(small_run(warm), run_dir).train()
    assert_equal_runs(run_dir, straight)
    assert summary["steps"] == STEPS and summary["figures"]


def test_two_kills_a_torn_row_and_a_broken_checkpoint(warm, straight, tmp_path, monkeypatch, caplog):
    run_dir = tmp_path / "unlucky"
    for at in (5, 2):
        killed(monkeypatch, Skill1Trainer(small_run(warm), run_dir), LocalLearner, "update", at)
    with open(run_dir / "metrics.jsonl", "a") as file:
        file.write('{"step": 6, "outcome/succ')
    newest = checkpoint.all_checkpoints(run_dir)[-1]
    (newest / "model.safetensors").write_bytes(b"cut off")
    with caplog.at_level("WARNING"):
        Skill1Trainer(small_run(warm), run_dir).train()
    assert f"checkpoint {newest.name} is not whole" in caplog.text
    assert_equal_runs(run_dir, straight)
    assert (run_dir / "discarded" / newest.name / "MANIFEST.json").is_file()


def test_a_finished_run_gives_its_summary_and_changes_nothing(warm, straight):
    before = outcome_of(straight)
    summary = Skill1Trainer(small_run(warm), straight).train()
    assert summary["steps"] == STEPS and outcome_of(straight) == before


def test_rewinding_moves_newer_files_to_discarded_and_never_overwrites_them(tmp_path):
    records = Records(tmp_path, episodes_every=1, episodes_mib=1)
    for attempt in range(2):
        for step in range(1, 5):
            records.write_metrics({"step": step, "attempt": attempt})
            records.write_episodes(step, [], {})
        (tmp_path / "episodes" / "step_000002.jsonl.gz.partial").write_bytes(b"torn")
        (tmp_path / "episodes" / "step_000004-copy.jsonl.gz").write_bytes(b"the user's")
        records.rewind(2)
        assert [r["step"] for r in read_metrics(tmp_path)] == [1, 2]
        assert [p.name for p in sorted((tmp_path / "episodes").iterdir())] == [
            *("step_000001.jsonl.gz", "step_000002.jsonl.gz", "step_000004-copy.jsonl.gz")
        ]
        records.rewind(0)
    kept = sorted(p.name for p in (tmp_path / "discarded").iterdir())
    assert "metrics-after-2.jsonl" in kept and "2-metrics-after-2.jsonl" in kept
    assert "step_000003.jsonl.gz" in kept and "2-step_000003.jsonl.gz" in kept


def test_episodes_whose_folder_cannot_be_had_are_a_warning(tmp_path, caplog):
    (tmp_path / "episodes").write_text("a file")
    assert Records(tmp_path, episodes_every=1, episodes_mib=1).write_episodes(1, [], {}) is None
    assert "the episodes of step 1 could not be written" in caplog.text


def test_the_oldest_episode_files_go_when_the_cap_is_passed(tmp_path):
    records = Records(tmp_path, episodes_every=2, episodes_mib=1e-9)
    (tmp_path / "episodes").mkdir()
    (tmp_path / "episodes" / "step_000002-copy.jsonl.gz").write_bytes(b"the user's")
    for step in range(1, 7):
        records.write_episodes(step, [], {})
    kept = sorted(p.name for p in (tmp_path / "episodes").iterdir())
    assert kept == ["step_000002-copy.jsonl.gz", "step_000006.jsonl.gz"]


def test_sigterm_finishes_the_step_saves_it_and_the_rest_is_equal(warm, straight, tmp_path, monkeypatch):
    """At step 5, between two scheduled checkpoints: neither the run nor its best checkpoint may tell."""
    real = LocalLearner.update

    def asked_to_end(self, samples, step):
        if step == 4:
            os.kill(os.getpid(), signal.SIGTERM)
        return real(self, samples, step)

    monkeypatch.setattr(LocalLearner, "update", asked_to_end)
    handler = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated, match=r"after step 5 of 6.*--resume"):
        Skill1Trainer(small_run(warm), tmp_path / "ended").train()
    assert signal.getsignal(signal.SIGTERM) is handler
    monkeypatch.undo()
    assert checkpoint.latest(tmp_path / "ended")[0].name == "step_000005"
    Skill1Trainer(small_run(warm), tmp_path / "ended").train()
    assert_equal_runs(tmp_path / "ended", straight)
    best = [(run / "checkpoints" / "best.json").read_bytes() for run in (tmp_path / "ended", straight)]
    assert best[0] == best[1]


def test_a_fork_without_overrides_equals_the_run_continued(warm, straight, tmp_path):
    config = small_run(warm)
    state = fork_run(f"{straight}@4", config, tmp_path / "fork")
    assert state.kind == "new" and "same configuration" in state.notice
    assert [r["step"] for r in read_metrics(state.path)] == [1, 2, 3, 4]
    Skill1Trainer(config, state.path).train()
    forked, whole = outcome_of(state.path), outcome_of(straight)
    assert forked.pop("episodes").items() <= whole.pop("episodes").items()
    assert forked == whole
    origin = read_manifest(state.path)["forked_from"]
    assert (origin["run"], origin["step"], len(origin["checkpoint"])) == (str(straight), 4, 64)


def test_a_live_library_that_is_garbage_is_replaced_by_the_checkpoints(warm, straight, tmp_path):
    run_dir = cut_back(straight, tmp_path / "damaged", 4)
    (run_dir / "library.sqlite").write_bytes(b"garbage")
    (run_dir / "library.sqlite-journal").write_bytes(b"garbage")
    (run_dir / "library.sqlite.bak").write_bytes(b"a copy that the user made")
    Skill1Trainer(small_run(warm), run_dir).train()
    assert_equal_runs(run_dir, straight)
    assert (run_dir / "library.sqlite.bak").read_bytes() == b"a copy that the user made"


# With the options of the credit study, by a policy that wins: what they do happens on both sides of the cut

SHIPPED = Path(__file__).parents[2] / "data" / "household" / "run"
STUDY = (
    f"--model.path={SHIPPED / 'checkpoints' / 'step_000110'}",
    "--train.steps=6",
    "--train.tasks_per_step=4",
    "--train.group_size=4",
    "--train.mini_batches=2",
    "--train.checkpoint_every=4",
    "--credit.realised_delay=1",
    "--logging.episodes_every=1",
)
CUT = 4
HALF = ("--library.control_share=0.5", "--library.control_draw=group")
# Option → its overrides, and the kinds of events that have to come on both sides of the cut.
OPTIONS = {
    # Whatever a winner writes anew takes the place of the skill it used.
    "update": (("--library.edits=update", "--library.merge_similarity=0"), ("edited",)),
    "trial": (("--library.trial_uses=1", *HALF), ("retired", "withheld")),
    "thompson": (("--library.exploration=thompson",), ("used",)),
}


@pytest.mark.slow
@pytest.mark.parametrize("option", OPTIONS)
def test_a_resumed_run_with_an_option_equals_one_that_was_never_cut_off(tmp_path, option):
    overrides, expected = OPTIONS[option]
    whole = tmp_path / "whole"
    Skill1Trainer(load_config("household/skill1plus", [*STUDY, *overrides]), whole).train()
    kinds = events_by_step(whole)
    for kind in expected:
        assert {step > CUT for step, counts in kinds.items() if counts[kind]} == {False, True}, (kind, kinds)
    cut = cut_back(whole, tmp_path / "cut", CUT)
    Skill1Trainer(load_run_config(cut / "config.yaml"), cut).train()
    assert (cut / "discarded").is_dir()  # what came after the cut was played again
    assert_equal_runs(whole, cut)


def events_by_step(run: Path) -> dict[int, Counter]:
    with Library.open(run, read_only=True) as library:
        events = [event for skill in library.skills(None) for event in library.history(skill.id)]
    found: dict[int, Counter] = {}
    for event in events:
        found.setdefault(event.step, Counter())[event.kind] += 1
    return found
