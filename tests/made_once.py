"""Folders that all processes of a test session share: what takes long to make is made by whoever needs it first."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder ``name``, which ``make`` fills; tests only read it. A maker that fails leaves it to the next."""
    base = factory.getbasetemp()
    base = (
        base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    )  # a worker's own folder lies in the session's
    folder, finished = base / name, base / f"{name}.finished"
    with FileLock(base / f"{name}.lock"):
        if not finished.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            finished.touch()
    return folder
