"""What internalising a run brings: the record the study keeps, and means with hand-computed intervals."""

import json
from pathlib import Path

from tests.bench.scripts import script

internalised = script("internalised")

SHIPPED = Path(__file__).parents[2] / "data" / "household" / "run"


def test_the_record_has_both_policies_with_the_library_and_without(tmp_path):
    own = ["--sft.epochs=1", "--eval.limit=4"]
    record = internalised.internalised(
        SHIPPED, split="seen", new="heldout", output=tmp_path / "model", episodes=60, overrides=own
    )
    assert json.loads(json.dumps(record)) == record
    for when in ("before", "after"):
        assert set(record[when]) == {"frozen", "none", "fresh"}
        assert all(cell["episodes"] == 4 and not cell["errors"] for cell in record[when].values())
    assert record["learnt"]["played"] == 60 and 0 < record["learnt"]["kept"] <= record["learnt"]["won"]
    assert record["learnt"]["settings"] == [*internalised.LEARN, *own]
    assert (tmp_path / "model" / "model.safetensors").is_file()


def test_a_run_that_wins_nothing_is_a_record_too(tmp_path):
    own = ["--env.max_steps=1", "--eval.limit=4"]
    record = internalised.internalised(SHIPPED, split="seen", output=tmp_path / "model", episodes=6, overrides=own)
    assert "after" not in record and "none of 6 episodes" in record["learnt"]


def test_means_and_intervals_by_hand():
    """.4, .6: mean .5, s = √(.02) = .1414, t(1) = 12.706: half = 12.706·.1414/√2 = 1.2706, cut to [0, 1].

    .4, .5, .6: s = .1, t(2) = 4.303: half = 4.303·.1/√3 = .2484.
    """
    runs = [{"before": {mode: {"success_rate": rate} for mode in ("frozen", "none")}} for rate in (0.4, 0.6)]
    found = internalised.over_seeds(runs)
    assert found["before/none"] == {"runs": 2, "mean": 0.5, "interval_95": [0.0, 1.0]}
    assert found["after/none"] == {"runs": 0, "mean": None, "interval_95": None}
    assert internalised.interval([0.4, 0.5, 0.6]) == [0.2516, 0.7484]
    assert internalised.interval([0.3, 0.3]) == [0.3, 0.3]
