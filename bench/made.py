"""What the benchmarks share: how a result says how it was made, how it is written, processes and their memory."""

from __future__ import annotations

import json
import multiprocessing
import os
import platform
import re
import resource
import shlex
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from skill1.run.process import end_with_parent
from skill1.run.versions import git_commit, package_versions

LOST = (
    "A process of this bench was killed, most likely by the system for want of memory. What is finished is kept, and "
    "the same command resumes: with fewer processes at a time each has more memory."
)


def made_by(**machine: object) -> dict[str, object]:
    """The command as it was typed, the machine, the commit and the packages. ``machine``: more about it, as threads."""
    cores, python = os.cpu_count(), platform.python_version()
    return {
        "command": shlex.join(["python", *sys.argv]),
        "machine": {"cores": cores, "processor": processor(), "python": python, **machine},
        "git_commit": git_commit(),
        "packages": package_versions(),
    }


def peak_mib() -> float:
    """The most memory that this process has had."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / 1024 / (1024 if sys.platform == "darwin" else 1), 1)  # macOS counts bytes, Linux KiB


def processor() -> str:
    """The processor's name where Linux tells it, else its architecture. What is faster may depend on it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def write(report: dict[str, object], output: Path | None) -> None:
    """Write a result as JSON, if a file is named."""
    if output:
        output.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def publish(report: dict[str, object], output: Path | None, shown: object = None) -> None:
    """Write a result if a file is named, and print it, or only the part that is ``shown``."""
    write(report, output)
    print(json.dumps(report if shown is None else shown, indent=1))


def in_parallel(work: Callable, jobs: Sequence[tuple], processes: int) -> list:
    """What ``work`` gives for each job, in order, ``processes`` at a time; the first error ends all of them."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=end_with_parent) as pool:
        futures = [pool.submit(work, *job) for job in jobs]
        try:
            for future in as_completed(futures):
                future.result()
        except BrokenProcessPool:
            raise SystemExit(LOST) from None
        except BaseException:
            # The pool would first do all that waits.
            for process in multiprocessing.active_children():
                process.kill()
            raise
        return [future.result() for future in futures]


def in_own_process(measure: Callable, *given: object) -> Any:
    """What a function answers in a fresh process, whose memory is its own."""
    (found,) = in_parallel(measure, [given], 1)
    return found


def memory_mb(field: str = "VmRSS", pid: int | str = "self") -> float:
    """A memory field of a process, such as VmHWM for its peak; Linux only."""
    found = re.search(rf"{field}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found, field
    return int(found[1]) / 1024
