"""No move of code changes a number: small runs equal their recordings, bit for bit (``tests/golden/small_runs``)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from tests.golden.small_runs.make import FOLDER, machine, recordings

GOLDEN = json.loads((FOLDER / "golden.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> dict[str, object]:
    """Every recording, made once more."""
    scratch: Path = tmp_path_factory.mktemp("golden")
    return {name: make() for name, make in recordings(scratch)}


@pytest.mark.slow
@pytest.mark.skipif(
    machine() != GOLDEN["machine"],
    reason=f"recorded on {GOLDEN['machine']}, this is {machine()}: the last bits of a sum differ",
)
def test_small_runs_equal_their_recordings(made):
    assert list(made) == list(GOLDEN["recordings"])
    differing = [
        name for name, found in GOLDEN["recordings"].items() if json.loads(json.dumps(made[name])) != found
    ]
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
