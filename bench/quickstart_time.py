"""CPU time of a quickstart beside that of an older commit: both at once, each on a core of its own.

A machine is not equally fast at all hours, so each pair begins together, and the next pair changes cores. Each commit
is played from start to table by the Python of its checkout's own environment, as its own setup script makes it.

    git clone . ../before && cd ../before && git checkout 2a10ef17 && bash launch_scripts/setup.sh test && cd -
    python bench/quickstart_time.py ../before --pairs 2 --output bench/results/quickstart_time.json
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from made import made_by, publish

HERE = Path(__file__).parent.parent.resolve()
LAST_LINES = 5


def main() -> None:
    """Play the pairs and write their seconds and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", type=Path, help="a checkout of the older commit")
    parser.add_argument("--world", default="household")
    parser.add_argument("--pairs", type=int, default=2)
    parser.add_argument(
        "--smoke", action="store_true", help="the quickstart's smallest setting, to try this bench"
    )
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        parser.error("two processes take turns on two cores, and this process may use only one.")
    checkouts = {"before": arguments.before.resolve(), "now": HERE}
    pythons = {"before": checkouts["before"] / ".venv/bin/python", "now": Path(sys.executable)}
    if not pythons["before"].is_file():
        parser.error(
            f"{pythons['before']} is not there. Type `bash launch_scripts/setup.sh test` in that checkout."
        )
    words = ["quickstart", arguments.world, *["--smoke"] * arguments.smoke]
    pairs = []
    for number in range(arguments.pairs):
        # The even pairs have it one way round, the odd ones the other: a core may be slower than its neighbour.
        placed = dict(zip(checkouts, cores[:: -1 if number % 2 else 1], strict=True))
        with ThreadPoolExecutor(2) as pool:
            played = [
                pool.submit(cpu_seconds, pythons[name], checkouts[name], words, placed[name]) for name in checkouts
            ]
            pair = {name: seconds.result() for name, seconds in zip(checkouts, played, strict=True)}
        pairs.append({**pair, "ratio": round(pair["now"] / pair["before"], 3), "core_of_now": placed["now"]})
    report = {
        **made_by(),
        "quickstart": " ".join(words),
        "commits": {name: commit_of(folder) for name, folder in checkouts.items()},
        "cpu_seconds": pairs,
        "ratio": statistics.median(pair["ratio"] for pair in pairs),
    }
    publish(report, arguments.output)


def cpu_seconds(python: Path, checkout: Path, words: list[str], core: int) -> float:
    """User and system seconds of one quickstart of a checkout in an empty folder, with its children."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(checkout), str(checkout / "envs")])}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [python, "-m", "skill1", *words],
                cwd=folder,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
            os.sched_setaffinity(process.pid, {core})
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-LAST_LINES:]
            raise SystemExit(
                f"The quickstart of {checkout} ended with code {process.returncode}: " + " ".join(last)
            )
    return round(usage.ru_utime + usage.ru_stime, 1)


def commit_of(checkout: Path) -> str:
    """The commit that a checkout has."""
    said = subprocess.run(["git", "-C", checkout, "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    return said.stdout.strip()


if __name__ == "__main__":
    main()
