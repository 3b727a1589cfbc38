"""The processes that a script of ``bench/`` starts find the others beside it."""

import sys

import pytest

from tests.bench.scripts import BENCH


@pytest.fixture(autouse=True)
def bench_on_path(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(BENCH), *sys.path])
