"""Bit-equality of evaluation: one policy, one split, every batch size with every number of environment workers.

Each evaluation is a ``skill1 eval … --json`` in a process of its own, on a CPU in float32; what it prints must be the
same bytes for every setting. The household's whole held-out split is played by a finished run. The ALFWorld-format
games are played by a tiny policy trained here for one step: it wins nothing, and need not, since every token it samples
counts in the result. All build a library as they play (``fresh``).

    python bench/evaluation_equality.py --run runs/household-skill1 --output bench/results/evaluation_equality.json
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from made import made_by, publish

from skill1.run.process import end_with_parent

BATCH_SIZES = (64, 7, 1)
WORKERS = (1, 4)
SHARED = ("--library", "fresh")
# 72 episodes of six games: more than the largest batch. Three rounds, so that the library grows in between.
GAMES = ("--split", "train", "--repeats", "12", "--eval.round_tasks", "2")
SHOWN = ("tasks", "episodes", "errors", "success_rate", "mean_turns", "library_size")


def main() -> None:
    """Play every case with every setting, compare, write the report; exit code 1 if a case is not equal."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--run", type=Path, required=True, help="a finished household run")
    parser.add_argument("--games", type=Path, default=Path("data/alfworld"))
    parser.add_argument("--work", type=Path, default=Path("runs/bench-equality"))
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    tiny = trained_on_games(arguments.games, arguments.work)
    cases = [
        one_case("alfworld, greedy", arguments.work, tiny, (*GAMES, "--temperature", "0")),
        one_case("alfworld, sampled", arguments.work, tiny, (*GAMES, "--temperature", "1")),
        one_case("household, greedy", arguments.work, arguments.run, ("--split", "heldout", "--temperature", "0")),
    ]
    report = {
        **made_by(),
        "all_equal": all(case["equal"] for case in cases),
        "cases": cases,
    }
    publish(report, arguments.output)
    raise SystemExit(0 if report["all_equal"] else 1)


def trained_on_games(games: Path, work: Path) -> Path:
    """Run directory of a tiny policy after one training step on the games; made once."""
    run = work / "alfworld-tiny"
    finish(
        [
            *("train", "--config", "alfworld/tiny", "--env.data", str(games), "--run-dir", str(run)),
            *("--train.steps", "1", "--train.checkpoint_every", "1"),
        ]
    )
    return run


def one_case(name: str, work: Path, run: Path, options: Sequence[str]) -> dict[str, object]:
    """All settings of one evaluation: hash and wall seconds of each, and whether the hashes are one."""
    settings = [(size, workers) for workers in WORKERS for size in BATCH_SIZES]
    shared = [*("eval", str(run)), *SHARED, *options, "--output", str(work / "result.json"), "--json"]
    rows, outputs = [], []
    for size, workers in settings:
        started = time.perf_counter()
        outputs.append(finish([*shared, "--batch-size", str(size), "--workers", str(workers)]))
        row = {
            "batch_size": size,
            "workers": workers,
            "sha256": hashlib.sha256(outputs[-1]).hexdigest(),
            "bytes": len(outputs[-1]),
            "wall_s": round(time.perf_counter() - started, 1),
        }
        rows.append(row)
        print(f"{name}: {row}", file=sys.stderr, flush=True)
    result = json.loads(outputs[0])
    facts = {key: result[key] for key in SHOWN} | {"with_skill": result["tokens"]["episodes_with_skill"]}
    command = shlex.join(["skill1", *shared])
    return {
        "case": name,
        "command": command,
        "equal": len(set(outputs)) == 1,
        "result": facts,
        "evaluations": rows,
    }


def finish(words: Sequence[str]) -> bytes:
    """Standard output of a skill1 command that must succeed."""
    command = [sys.executable, "-m", "skill1", *words]
    done = subprocess.run(command, capture_output=True, preexec_fn=end_with_parent)
    if done.returncode:
        said = done.stderr.decode(errors="replace")[-3000:]
        raise SystemExit(f"skill1 {shlex.join(words)}\nended with {done.returncode}:\n{said}")
    return done.stdout


if __name__ == "__main__":
    main()
