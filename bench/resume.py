"""Resume equality: household runs killed with SIGKILL at random moments, against the same runs never killed.

Each run is one seed. It is first run straight, then again with kills at random moments spread over what is left of it
(imports, start-up, play, commit, update, writing a checkpoint: whatever comes), resumed after each. Equal means bit for
bit: metric rows but ``time/*``, weights, optimizer, trainer state with its delay buffer, every row of the library's
tables, episode files. The start policy is the household's cold start, so that skills are written, stored and used.

    python bench/resume.py --kills 30 --runs 6 --output bench/results/resume.json
"""

from __future__ import annotations

import argparse
import gzip
import os
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from made import made_by, publish

from skill1.policy.random import generator
from skill1.recipes.cold_start import ColdStart
from skill1.run.process import end_with_parent
from skill1.train.records import read_metrics

TABLES = ("skills", "events", "commits", "meta")
STEPS = 24
SETTINGS = (
    f"--train.steps={STEPS}",
    "--train.tasks_per_step=6",
    "--train.group_size=6",
    "--train.checkpoint_every=4",
    "--logging.episodes_every=3",
)
START_S = 5.0  # until a process has imported torch and read its checkpoint
EARLIEST_S = 0.3  # a process has no handlers, files or locks before


def main() -> None:
    """Make the start policy, run every seed straight and killed, compare, write the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument(
        "--runs", type=int, default=6, help="at least so many; more if some end before their kills"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the moments; run i has training seed i")
    parser.add_argument("--work", type=Path, default=Path("runs/bench-resume"))
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    shutil.rmtree(arguments.work / "killed", ignore_errors=True)
    shutil.rmtree(arguments.work / "straight", ignore_errors=True)
    start = ColdStart(arguments.work / "cold-start", seed=0, smoke=False)
    start.check()
    start.make(None)
    moments = generator(arguments.seed)
    runs: list[dict] = []
    while (
        left := arguments.kills - sum(len(run["kills"]) for run in runs)
    ) > 0:  # some end before their moment comes
        kills = min(left, -(-arguments.kills // arguments.runs))
        runs.append(one_run(arguments.work, start.folder, len(runs), kills, moments))
    report = {
        **made_by(),
        "settings": SETTINGS,
        "kills": sum(len(run["kills"]) for run in runs),
        "runs_equal": sum(not run["differences"] for run in runs),
        "runs": runs,
    }
    publish(report, arguments.output)


def one_run(work: Path, model: Path, seed: int, kills: int, moments) -> dict[str, object]:
    """One seed, straight and killed; what was hit and what differs (nothing, one hopes)."""
    name = f"seed-{seed}"
    straight, killed = work / "straight" / name, work / "killed" / name
    started = time.perf_counter()
    finish(command(model, seed, straight))
    straight_s = time.perf_counter() - started
    hits = []
    while len(hits) < kills:
        left_s = straight_s * (1 - steps_done(killed) / STEPS)
        # Shared out among the kills to come, so that they spread over the run; each process starts up first.
        latest_s = START_S + 2 * left_s / (kills - len(hits) + 1)
        hit = kill_after(command(model, seed, killed), float(moments.uniform(EARLIEST_S, latest_s)), killed)
        if hit is None:
            break  # it had finished before the moment came
        hits.append(hit)
    finish(command(model, seed, killed))
    differences = different_parts(outcome(straight), outcome(killed))
    print(f"{name}: {len(hits)} kills, differences: {differences or 'none'}", file=sys.stderr)
    return {"seed": seed, "straight_s": round(straight_s, 1), "kills": hits, "differences": differences}


def command(model: Path, seed: int, run_dir: Path) -> list[str]:
    return [
        *(sys.executable, "-m", "skill1", "train", "--config", "household/skill1"),
        *("--seed", str(seed), "--model.path", str(model), "--run-dir", str(run_dir), *SETTINGS),
    ]


def finish(words: list[str]) -> None:
    result = subprocess.run(words, capture_output=True, text=True, preexec_fn=end_with_parent)
    if result.returncode:
        raise SystemExit(f"{shlex.join(words)}\nended with {result.returncode}:\n{result.stderr[-3000:]}")


def kill_after(words: list[str], seconds: float, run_dir: Path) -> dict[str, object] | None:
    """Start, wait, SIGKILL; what the run directory looked like then. None if it ended by itself."""
    process = subprocess.Popen(
        words,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=end_with_parent,
    )
    try:
        process.wait(seconds)
        return None
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    checkpoints = run_dir / "checkpoints"
    return {
        "after_s": round(seconds, 2),
        "steps_done": steps_done(run_dir),
        "whole_checkpoints": len(list(checkpoints.glob("step_*/MANIFEST.json"))),
        "half_checkpoint": any(checkpoints.glob(".*.partial")),
    }


def steps_done(run_dir: Path) -> int:
    rows = read_metrics(run_dir) if run_dir.exists() else []
    return int(rows[-1]["step"]) if rows else 0


def outcome(run_dir: Path) -> dict[str, object]:
    """Everything that must be equal."""
    last = sorted((run_dir / "checkpoints").glob("step_*"))[-1]
    rows = [{k: v for k, v in row.items() if not k.startswith("time/")} for row in read_metrics(run_dir)]
    parts: dict[str, object] = {"metrics": rows}
    for file in ("model.safetensors", "optimizer.safetensors", "trainer_state.json"):
        parts[file] = (last / file).read_bytes()
    for path in (run_dir / "library.sqlite", last / "library.sqlite"):
        for table in TABLES:
            parts[f"{path.relative_to(run_dir)}:{table}"] = rows_of(path, table)
    for path in sorted((run_dir / "episodes").iterdir()):
        parts[f"episodes/{path.name}"] = gzip.decompress(path.read_bytes())
    return parts


def rows_of(path: Path, table: str) -> list[tuple]:
    with sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True) as connection:
        return connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()


def different_parts(one: dict[str, object], other: dict[str, object]) -> list[str]:
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


if __name__ == "__main__":
    main()
