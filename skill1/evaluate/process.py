"""A command run once: no shell, limits on time and output, and nothing of it is left when it is over."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from skill1.errors import ConfigError

CHUNK = 2**16
LAST_WORDS_S = 2.0  # for what is still in the pipes after everything was killed


@dataclass(frozen=True)
class Finished:
    """``status``: ok (exit code 0), failed (another), timeout, too_long (more output than allowed)."""

    status: Literal["ok", "failed", "timeout", "too_long"]
    code: int
    output: str
    errors: str
    seconds: float


class _Stream(threading.Thread):
    """Reads a pipe to its end, keeps ``most`` bytes of it, and tells when there are more."""

    def __init__(self, pipe: IO[bytes], most: int, overflow: threading.Event, over: threading.Event) -> None:
        super().__init__(daemon=True, name="skill1-command-output")
        self._pipe, self._most, self._overflow, self._over = pipe, most, overflow, over
        self._kept = bytearray()

    def run(self) -> None:
        with self._pipe, contextlib.suppress(OSError, ValueError):
            while chunk := self._pipe.read1(CHUNK):
                self._kept += chunk[: self._most - len(self._kept) + 1]
                if len(self._kept) > self._most:
                    self._overflow.set()
                    self._over.set()

    def text(self) -> str:
        self.join(LAST_WORDS_S)
        return bytes(self._kept[: self._most]).decode("utf-8", "replace")


def run_process(
    arguments: Sequence[str],
    *,
    folder: Path,
    given: str,
    environment: Mapping[str, str],
    timeout_s: float,
    most_bytes: int,
) -> Finished:
    """Run a command in ``folder`` with ``given`` on its standard input, and kill its process group when it is over.

    Args:
        environment: all its variables.
        most_bytes: of standard output, and of errors; with more it is killed.

    Raises:
        ConfigError: it cannot be started.
    """
    started = time.monotonic()
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(
            list(arguments),
            cwd=folder,
            env=dict(environment),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise ConfigError(f"The command {arguments[0]!r} cannot be started: {error}.") from error
    over, overflow = threading.Event(), threading.Event()
    streams = [_Stream(end, most_bytes, overflow, over) for end in (process.stdout, process.stderr)]
    threads = [*streams, _thread(_feed, process.stdin, given), _thread(_await_end, process.pid, over)]
    for thread in threads:
        thread.start()
    try:
        is_over = over.wait(timeout_s)
    finally:
        _kill(process)
    output, errors = (stream.text() for stream in streams)
    status = "too_long" if overflow.is_set() else "timeout" if not is_over else "ok"
    if status == "ok" and process.returncode:
        status = "failed"
    return Finished(status, process.returncode, output, errors, time.monotonic() - started)


def _thread(work, *arguments) -> threading.Thread:
    return threading.Thread(target=work, args=arguments, daemon=True, name="skill1-command")


def _feed(pipe: IO[bytes], text: str) -> None:
    """A command need not read what it is given."""
    with contextlib.suppress(OSError, ValueError):
        try:
            pipe.write(text.encode("utf-8", "replace"))
        finally:
            pipe.close()


def _await_end(pid: int, over: threading.Event) -> None:
    """Leaves the dead process unburied: until then its number, and that of its group, are nobody else's."""
    with contextlib.suppress(ChildProcessError):
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    over.set()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """The process with all it started, then its exit code."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
