"""The machine behind ``skill1 doctor --gpu``: trainings in processes of their own, with a limit on their time."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from skill1.doctor.self_check import Outcome, read_rows, run_kernels
from skill1.errors import ConfigError

PROGRAM = (sys.executable, "-m", "skill1")
LIMIT_S = 400.0  # of one training
END_S = 20.0  # for Ray's processes, which follow the one that was killed
POLL_S = 0.1
TAIL = 4000  # characters of a log in which its error is looked for
MARK = "gpu-check.txt"  # says that a folder is ours to clear
QUIET = {"VLLM_NO_USAGE_STATS": "1", "RAY_USAGE_STATS_ENABLED": "0", "TOKENIZERS_PARALLELISM": "false"}


class ProcessBench:
    """Runs ``skill1 train`` under a folder: one run directory and one log for each name.

    Args:
        work: the folder; made, and cleared if an earlier check made it.
        limit_s: longest time of one training, start and resume counted apart.
        program: the command line of skill1.
    """

    def __init__(self, work: Path, *, limit_s: float = LIMIT_S, program: Sequence[str] = PROGRAM) -> None:
        self.work, self.limit_s, self.program = work, limit_s, program
        if work.exists() and any(work.iterdir()) and not (work / MARK).is_file():
            raise ConfigError(f"{work} holds something else. Name an empty folder: --run-dir DIR")
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        (work / MARK).write_text(
            "Made by skill1 doctor --gpu, which clears it when it is called again.\n", "utf-8"
        )

    def train(self, name: str, options: Sequence[str], *, kill_at_step: int | None = None) -> Outcome:
        """As ``self_check.Bench.train``."""
        run = self.work / name
        begin = ["--run-dir", str(run), *options]
        if kill_at_step is None:
            return Outcome(self._finish(name, begin), read_rows(run))
        sealed = run / "checkpoints" / f"step_{kill_at_step:06d}" / "MANIFEST.json"
        failure = self._kill_when(name, begin, sealed.exists)
        if failure is None:
            failure = self._finish(name, ["--run-dir", str(run), "--resume"])
        return Outcome(failure, read_rows(run))

    def kernels(self) -> Mapping[str, object]:
        """As ``self_check.Bench.kernels``."""
        return run_kernels()

    def memory_used_mib(self) -> float | None:
        """Of all GPUs that this process may see, by ``nvidia-smi``."""
        program = shutil.which("nvidia-smi")
        if program is None:
            return None
        command = [program, "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
        chosen = os.environ.get("CUDA_VISIBLE_DEVICES")
        command += [f"--id={chosen}"] if chosen else []
        try:
            said = subprocess.run(command, capture_output=True, text=True, timeout=END_S, check=True).stdout
            return sum(float(line) for line in said.split())
        except (OSError, ValueError, subprocess.SubprocessError):
            return None

    def _finish(self, name: str, arguments: Sequence[str]) -> str | None:
        """Run to the end; returns why it failed, or None."""
        process, log = self._start(name, arguments)
        try:
            status = process.wait(self.limit_s)
        except subprocess.TimeoutExpired:
            _end(process)
            return f"did not end within {self.limit_s:.0f} s; see {log}"
        return None if status == 0 else f"{last_error(log)} (exit code {status}; see {log})"

    def _kill_when(self, name: str, arguments: Sequence[str], is_there: Callable[[], bool]) -> str | None:
        """Kill it with signal 9 once something is there; returns why that never came, or None."""
        process, log = self._start(name, arguments)
        deadline = time.monotonic() + self.limit_s
        while not is_there() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(POLL_S)
        was_there, status = is_there(), process.poll()
        _end(process)
        if was_there:
            self._wait_for_memory()
            return None
        if status is None:
            return f"wrote no checkpoint within {self.limit_s:.0f} s; see {log}"
        return f"{last_error(log)} (exit code {status} before its first checkpoint; see {log})"

    def _wait_for_memory(self) -> None:
        """Ray's processes end after the one that started them; the next run needs their memory."""
        deadline, before = time.monotonic() + END_S, None
        while (used := self.memory_used_mib()) is not None and used != before and time.monotonic() < deadline:
            before = used
            time.sleep(END_S / 5)

    def _start(self, name: str, arguments: Sequence[str]) -> tuple[subprocess.Popen, Path]:
        log = self.work / f"{name}.log"
        with open(log, "ab") as file:
            process = subprocess.Popen(
                [*self.program, "train", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                env=os.environ | QUIET,
                start_new_session=True,
            )
        return process, log


def _end(process: subprocess.Popen) -> None:
    """Kill it and what it started in its session."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def last_error(log: Path) -> str:
    """The line of a log that says most of why a program ended: the last error, else the last line."""
    text = log.read_bytes()[-TAIL:].decode("utf-8", "replace") if log.is_file() else ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error:") or "Error:" in line]
    return (errors or lines or ["it said nothing"])[-1]
