"""Tests that read the alfworld package are skipped where it is not installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if find_spec("alfworld") is not None:
        return
    mark = pytest.mark.skip(reason="needs the room layouts: pip install --no-deps alfworld==0.4.2")
    for item in items:
        if item.path.parent.name == "alfworld_generate":
            item.add_marker(mark)


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def made_by_command(out: Path, *options: str) -> dict[str, Any]:
    """What ``skill1 envs make-games alfworld`` says, in a process whose hashes and clock differ from ours."""
    command = [sys.executable, "-m", "skill1", "envs", "make-games", "alfworld", str(out), *options, "--json"]
    environment = {**os.environ, "PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo"}
    return json.loads(subprocess.run(command, check=True, env=environment, capture_output=True).stdout)
