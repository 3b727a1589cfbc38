"""The scripts of ``bench/`` import each other as files beside them."""

import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"


@pytest.fixture(autouse=True)
def bench_on_path(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
