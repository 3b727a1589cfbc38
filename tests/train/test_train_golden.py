"""No move of code changes a number: small runs equal their recordings (``tests/golden/small_runs``).

Bit for bit where they are made by the same versions on a processor of the same maker; elsewhere up to rounding.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys

import pytest

from tests.golden.small_runs.make import FOLDER, ROOT

GOLDEN = json.loads((FOLDER / "golden.json").read_text(encoding="utf-8"))
# Of figures made on another processor; Adam makes as large a step of a small gradient, so small figures differ most.
# Five times what was seen on an Intel Xeon.
CLOSE = {"rel_tol": 5e-4, "abs_tol": 5e-5}


@pytest.mark.slow
def test_small_runs_equal_their_recordings(tmp_path):
    """Made once more by a process that computes with the instructions they were recorded with."""
    output = tmp_path / "again.json"
    subprocess.run([sys.executable, str(FOLDER / "make.py"), "--output", str(output)], check=True, cwd=ROOT)
    again = json.loads(output.read_text(encoding="utf-8"))
    assert list(again["recordings"]) == list(GOLDEN["recordings"])
    same = is_same if again["machine"] == GOLDEN["machine"] else is_close
    differing = [
        name for name, found in GOLDEN["recordings"].items() if not same(again["recordings"][name], found)
    ]
    assert differing == [], f"recorded on {GOLDEN['machine']}, this is {again['machine']}"


def is_same(one: object, other: object) -> bool:
    return one == other


def is_close(one: object, other: object) -> bool:
    """Numbers up to rounding, texts to the letter, and whatever weights."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(is_close(one[k], other[k]) for k in one if k != "weights")
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_close, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, **CLOSE)
    return one == other


def test_only_rounding_passes_as_close():
    row = {"weights": "a", "rows": [{"loss": 0.5, "size": 3}], "skills": "x"}
    assert is_close(row, {"weights": "b", "rows": [{"loss": 0.50001, "size": 3}], "skills": "x"})
    for rows, skills in (
        ([{"loss": 0.501, "size": 3}], "x"),
        ([{"loss": 0.5, "size": 4}], "x"),
        ([], "x"),
        (row["rows"], "y"),
    ):
        assert not is_close(row, {"weights": "a", "rows": rows, "skills": skills})


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
