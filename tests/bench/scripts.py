"""The scripts of ``bench/`` as modules."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

BENCH = Path(__file__).resolve().parents[2] / "bench"


def script(name: str) -> ModuleType:
    """Import a script, which imports others as files beside it.

    Their folder is on the path only meanwhile: bench/alfworld.py would hide the package of that name from other tests.
    """
    sys.path.insert(0, str(BENCH))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(BENCH))
