"""No move of code changes a number: small runs equal their recordings, bit for bit (``tests/golden/small_runs``)."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.golden.small_runs.make import FOLDER, ROOT

GOLDEN = json.loads((FOLDER / "golden.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_small_runs_equal_their_recordings(tmp_path):
    """Made once more by a process that computes with the instructions they were recorded with."""
    output = tmp_path / "again.json"
    subprocess.run([sys.executable, str(FOLDER / "make.py"), "--output", str(output)], check=True, cwd=ROOT)
    again = json.loads(output.read_text(encoding="utf-8"))
    if again["machine"] != GOLDEN["machine"]:
        pytest.skip(f"recorded on {GOLDEN['machine']}, this is {again['machine']}: the last bits of a sum differ")
    assert list(again["recordings"]) == list(GOLDEN["recordings"])
    differing = [name for name, found in GOLDEN["recordings"].items() if again["recordings"][name] != found]
    assert differing == []


def test_a_resumed_run_equals_the_same_run_in_one_piece():
    recorded = GOLDEN["recordings"]
    assert recorded["household-resumed"] == recorded["household-skill1-0"]


def test_the_recordings_are_worth_comparing():
    """Skills are stored and used, advantages flow, and two seeds differ."""
    recorded = GOLDEN["recordings"]
    for name in ("household-skill1-0", "household-skill1-1"):
        rows = recorded[name]["rows"]
        assert all(row["credit/act/adv_abs"] > 0 for row in rows) and rows[-1]["library/size"] > 0
        assert any(row["credit/distill/adv_abs"] for row in rows[1:]) and 0 < rows[-1]["outcome/success_rate"] < 1
    assert recorded["household-skill1-0"] != recorded["household-skill1-1"]
    assert all(recorded[f"{env}-tiny"]["rows"] for env in ("alfworld", "webshop"))
