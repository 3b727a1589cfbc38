"""The scripts of ``bench/`` as modules, and a record of the study made by hand."""

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


LORENZ = {"skills": 2, "never_used": 0.5, "lorenz": [0.0] * 21}


def record(arm, seed, successes, training=(), calibration=(), *, round_tasks=2):
    """What the study keeps of an arm and a seed."""
    part = {
        "rounds": [0.0],
        "round_tasks": round_tasks,
        "split_sha256": "x",
        "successes": successes,
        "success_rate": 0.5,
    }
    return {
        "world": "household",
        "arm": arm,
        "seed": seed,
        "seeds_are": "fresh",
        "smoke": False,
        "git_commit": "c",
        "episodes": 8,
        "training": list(training),
        "curves": {},
        "figures": {"outcome/success_rate": 0.5} if training else {},
        "calibration_error": 0.1 if calibration else None,
        "calibration": list(calibration),
        "uses": 4,
        "use_of_skills": LORENZ,
        "advantages": {},
        "evaluations": {"heldout/fresh": part, "seen/none": part},
    }
