"""Memory that training really holds: resident memory after the allocator has given back what is free.

Resident memory as seen from outside goes up and down by tens of MB with what the C allocator keeps for later, which
hides a slow leak. This trains on the household in this process, with the soak's faults in workers, and every few steps
collects garbage, calls ``malloc_trim`` (glibc, so Linux) and reads the resident memory that is left. The slope is taken
after the library has reached its capacity.

    python bench/memory.py --steps 250 --output bench/results/memory.json
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import shutil
from pathlib import Path

import numpy as np
import torch
from made import made_by, memory_mb, publish
from soak import FAULTY, SETTINGS

from skill1.config.load import load_config
from skill1.recipes.cold_start import ColdStart
from skill1.train.trainer import Skill1Trainer

EVERY = 10
WARM_UP_STEPS = 110


def main() -> None:
    """Train, sample, write the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=250)
    parser.add_argument("--work", type=Path, default=Path("runs/bench-memory"))
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    start = ColdStart(arguments.work / "cold-start", seed=0, smoke=False)
    start.check()
    start.make(None)
    for name in ("run", "starts"):
        shutil.rmtree(arguments.work / name, ignore_errors=True)
    own = (
        f"--model.path={start.folder}",
        f"--train.steps={arguments.steps}",
        f"--env.data={arguments.work / 'starts'}",
    )
    config = load_config("household/skill1", [*SETTINGS, *FAULTY, *own])
    samples: list[dict[str, float]] = []
    Skill1Trainer(config, arguments.work / "run", observers=[lambda row: sample(row, samples)]).train()
    late = [one for one in samples if one["step"] > WARM_UP_STEPS]
    slope, _ = np.polyfit([one["step"] for one in late], [one["held_mb"] for one in late], 1)
    report = {
        **made_by(),
        "threads": torch.get_num_threads(),
        "warm_up_steps": WARM_UP_STEPS,
        "environment_steps": round(sum(one["environment_steps"] for one in samples)),
        "held_mb_per_1000_training_steps": round(1000 * float(slope), 2),
        "samples": samples,
    }
    publish(report, arguments.output)


def sample(row: dict[str, float], samples: list[dict[str, float]]) -> None:
    """Every few steps: resident memory as it is, and after garbage and free memory are given back."""
    if row["step"] % EVERY:
        return
    seen = memory_mb()
    gc.collect()
    ctypes.CDLL("libc.so.6").malloc_trim(0)
    held = memory_mb()
    samples.append(
        {
            "step": row["step"],
            "resident_mb": round(seen, 1),
            "held_mb": round(held, 1),
            "objects": len(gc.get_objects()),
            "environment_steps": EVERY * 96 * row["outcome/turns"],
        }
    )


if __name__ == "__main__":
    main()
