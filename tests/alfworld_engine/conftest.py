"""Two engines to test with: a stand-in that is always there, and the original one where it is installed."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from skill1.config import EnvConfig
from skill1_envs.alfworld import AlfworldSuite
from tests.alfworld_engine.standin import write_packages

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data" / "alfworld"
REAL_PYTHON = os.environ.get("ALFWORLD_PYTHON", sys.executable)  # an interpreter with skill1 and the engine


@cache
def real_engine_is_missing() -> str:
    """Why the original engine cannot be tested; empty if it can."""
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if REAL_PYTHON == sys.executable:
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    code = "import skill1.env.worker, skill1_envs, alfworld, textworld"
    done = subprocess.run([REAL_PYTHON, "-P", "-c", code], env=variables, capture_output=True, text=True)
    return done.stderr.strip().rpartition("\n")[2]


@pytest.fixture
def standin(tmp_path, monkeypatch):
    """Workers and judges of this test find the stand-in."""
    write_packages(tmp_path)
    paths = [str(tmp_path), str(ROOT), str(ROOT / "envs")]
    for path in reversed(paths):
        monkeypatch.syspath_prepend(path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


@pytest.fixture
def real_engine():
    """The interpreter that has the original engine."""
    if reason := real_engine_is_missing():
        pytest.skip(f"no original engine in {REAL_PYTHON} ({reason})")
    return REAL_PYTHON


@pytest.fixture(scope="session")
def native():
    return AlfworldSuite(EnvConfig(name="alfworld", data=str(DATA), max_steps=6))


def textworld(**settings):
    return EnvConfig(**{"name": "alfworld", "data": str(DATA), "engine": "textworld", "max_steps": 6, **settings})
