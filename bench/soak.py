"""Soak: household training for an hour with faults injected into 1 % of environment steps, in crash-isolated workers.

Faults raise, answer garbage, kill the worker process or hang for ever (``tests/env/faulty.py``). Measured: resident
memory of the trainer against training steps, episodes in error, and success against a fault-free run of the same seed
over the same steps. At the end the run gets SIGTERM and must leave with 143 and a whole checkpoint.

    python bench/soak.py --minutes 60 --output bench/results/soak.json
"""

from __future__ import annotations

import argparse
import shutil
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from made import made_by, memory_mb, publish
from resume import steps_done

from skill1.policy.random import generator
from skill1.recipes.cold_start import ColdStart
from skill1.run.process import end_with_parent
from skill1.train.checkpoint import latest
from skill1.train.records import read_metrics

WARM_UP_STEPS = 150  # by then the library has reached its capacity and the allocator its size
SAMPLE_S = 5.0
STALL_S = 120.0  # no new metrics row for so long is a hang
COMPARED = (51, 250)  # training steps over which success is compared
FAULTY = ("--env.name=tests.env.faulty:FaultySuite", "--env.workers=4", "--env.timeout_s=1.0")
SETTINGS = ("--train.steps=3000", "--train.checkpoint_every=50", "--logging.episodes_mib=20")


def main() -> None:
    """Run the faulty hour and the fault-free stretch, write the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--work", type=Path, default=Path("runs/bench-soak"))
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    start = ColdStart(arguments.work / "cold-start", seed=0, smoke=False)
    start.check()
    start.make(None)
    for name in ("faulty", "clean", "starts"):
        shutil.rmtree(arguments.work / name, ignore_errors=True)
    clean = launch(arguments.work, "clean", start.folder)
    counts = f"--env.data={arguments.work / 'starts'}"  # how often each task was started: a second try draws again
    faulty = launch(arguments.work, "faulty", start.folder, *FAULTY, counts)
    samples, hung = watch(
        faulty, arguments.work / "faulty", arguments.minutes * 60, clean, arguments.work / "clean"
    )
    code = stop(faulty)
    stop(clean)
    report = {
        **made_by(),
        "settings": [*SETTINGS, *FAULTY],
        "minutes": arguments.minutes,
        "exit_code_after_sigterm": code,
        "hung": hung,
        **figures(read_metrics(arguments.work / "faulty"), read_metrics(arguments.work / "clean")),
        "memory": memory(samples),
        "last_checkpoint": latest(arguments.work / "faulty")[0].name,
    }
    publish(report, arguments.output)


def launch(work: Path, name: str, model: Path, *extra: str) -> subprocess.Popen:
    words = [sys.executable, "-m", "skill1", "train", "--config", "household/skill1", "--model.path", str(model)]
    words += ["--run-dir", str(work / name), *SETTINGS, *extra]
    log = open(work / f"{name}.log", "w", encoding="utf-8")  # noqa: SIM115 - the child's, for its whole life
    return subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT, preexec_fn=end_with_parent)


def watch(process, run_dir: Path, seconds: float, clean, clean_dir: Path) -> tuple[list[tuple[int, float]], bool]:
    """(step, MB of resident memory) every few seconds, and whether the run stood still. Ends the clean run in time."""
    samples, began, moved, last = [], time.monotonic(), time.monotonic(), 0
    while time.monotonic() - began < seconds:
        time.sleep(SAMPLE_S)
        if process.poll() is not None:
            raise SystemExit(f"the run ended with {process.returncode}; see {run_dir}.log")
        step = steps_done(run_dir)
        if step > last:
            moved, last = time.monotonic(), step
        if step and time.monotonic() - moved > STALL_S:
            return samples, True
        if step:
            samples.append((step, memory_mb(pid=process.pid)))
        if clean.poll() is None and steps_done(clean_dir) >= COMPARED[1]:
            clean.send_signal(signal.SIGTERM)
    return samples, False


def stop(process: subprocess.Popen) -> int:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    return process.wait(STALL_S)


def memory(samples: list[tuple[int, float]]) -> dict[str, object]:
    """Slope of memory over training steps after the warm-up: the median of the slopes between distant samples."""
    late = [(step, mb) for step, mb in samples if step > WARM_UP_STEPS]
    if len(late) < 4:
        return {"samples": len(samples), "note": "too short to tell"}
    half = len(late) // 2
    slopes = [(m2 - m1) / (s2 - s1) for (s1, m1), (s2, m2) in zip(late, late[half:], strict=False) if s2 > s1]
    curve = late[:: max(1, len(late) // 30)]
    return {
        "warm_up_steps": WARM_UP_STEPS,
        "mb_per_1000_steps": round(1000 * statistics.median(slopes), 3),
        "mb_at_end": round(late[-1][1], 1),
        "curve_step_mb": [(step, round(mb, 1)) for step, mb in curve],
    }


def figures(faulty: list[dict], clean: list[dict]) -> dict[str, object]:
    """What the faulty run counted, and its success against the fault-free one over the same steps."""
    first, last = COMPARED[0], min(COMPARED[1], len(faulty), len(clean))  # steps that both have done
    success = {
        name: [row["outcome/success_rate"] for row in rows if first <= row["step"] <= last]
        for name, rows in (("faulty", faulty), ("clean", clean))
    }
    return {
        "training_steps": len(faulty),
        "episodes": len(faulty) * 96,
        "environment_steps": round(sum(row["outcome/turns"] * 96 for row in faulty)),
        "episodes_retried": sum(row["errors/retried"] for row in faulty),
        "episodes_in_error": sum(row["errors/episodes"] for row in faulty),
        "seconds_per_step": {
            name: round(statistics.median(row["time/step_s"] for row in rows), 2)
            for name, rows in (("faulty", faulty), ("clean", clean))
        },
        "compared_steps": (first, last),
        "success": {name: round(statistics.fmean(values), 4) for name, values in success.items()},
        "clean_interval_95": block_bootstrap(success["clean"]),
    }


def block_bootstrap(values: list[float], block: int = 20, resamples: int = 10_000) -> list[float]:
    """Percentile interval of the mean of a series whose neighbours depend on each other (moving blocks)."""
    series = np.array(values)
    block = min(block, len(series))
    count = -(-len(series) // block)
    starts = generator(0).integers(0, len(series) - block + 1, size=(resamples, count))
    means = series[starts[:, :, None] + np.arange(block)].reshape(resamples, -1).mean(1)
    return [round(float(q), 4) for q in np.quantile(means, (0.025, 0.975))]


if __name__ == "__main__":
    main()
