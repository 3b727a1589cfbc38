"""Resume with the options of the credit study, by a policy that wins: what they do happens on both sides of the cut."""

from collections import Counter
from pathlib import Path

import pytest

from skill1.config.load import load_config, load_run_config
from skill1.library import Library
from skill1.train.trainer import Skill1Trainer
from tests.train.runs import assert_equal_runs, cut_back

SHIPPED = Path(__file__).parents[2] / "data" / "household" / "run"
SMALL = (
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


QUICK = ("update", "trial")  # with skill1plus beneath them, these change most


@pytest.mark.parametrize(
    "option", [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in OPTIONS]
)
def test_a_resumed_run_equals_one_that_was_never_cut_off(tmp_path, option):
    overrides, expected = OPTIONS[option]
    whole = tmp_path / "whole"
    Skill1Trainer(load_config("household/skill1plus", [*SMALL, *overrides]), whole).train()
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
