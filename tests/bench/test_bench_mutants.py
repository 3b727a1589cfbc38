"""Every planted fault of bench/mutants.toml still fits the source: it would be forgotten otherwise, and count as caught."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = tomllib.loads((ROOT / "bench" / "mutants.toml").read_text(encoding="utf-8"))["mutant"]


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant["id"])
def test_fault_fits_the_source(mutant):
    source = (ROOT / mutant["file"]).read_text(encoding="utf-8")
    assert source.count(mutant["old"]) == 1 and mutant["old"] != mutant["new"]
    assert all((ROOT / test.partition("::")[0]).exists() for test in mutant["tests"])
