"""Processes: children that end with the one that started them, however it ends (Linux); start and end of others."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1  # linux/prctl.h

if sys.platform == "linux":
    _prctl = ctypes.CDLL(None).prctl  # looked up here: little is safe between fork and exec

    def end_with_parent() -> None:
        """Called by a child first: it is killed when the thread that started it ends."""
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

else:
    # ``preexec_fn`` of subprocess and ``initializer`` of an executor both take it.
    end_with_parent = None


def python_module(name: str) -> tuple[str, ...]:
    """The beginning of a command that runs a module of ours in a process of its own.

    By itself, ``python -m`` looks in the working directory first, where a stranger's file may be named like a package.
    So it does only where this process does, too, as in a checkout that is not installed.
    """
    here = {""}
    with contextlib.suppress(OSError):  # a folder that was removed
        here.add(os.getcwd())
    is_there = not here.isdisjoint(sys.path)
    return (sys.executable, *(() if is_there else ("-P",)), "-m", name)


def start_of(pid: int) -> str | None:
    """When a process began, in ticks since the system's start; None where that cannot be told."""
    with contextlib.suppress(OSError, IndexError):
        # Its name comes second, in brackets, and may hold blanks and brackets itself.
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[19]
    return None


def kill_session(process: subprocess.Popen) -> None:
    """Kill a process that began a session, and all that it started there; then it has its exit code."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
