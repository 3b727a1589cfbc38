"""One process at a time writes to a run directory: the lock, and who holds it."""

from __future__ import annotations

import datetime
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from skill1.disk import write_json_atomic, written
from skill1.errors import RunInUseError

LOCK_FILE = ".lock"
WRITER_FILE = ".writer.json"  # beside the lock, whose own content is its package's business


@contextmanager
def sole_writer(path: Path) -> Iterator[None]:
    """Hold the run directory for this process. The system frees it when the process dies, however it dies.

    Raises:
        RunInUseError: another process holds it; the message names that process and its host.
        StorageError: the lock cannot be made.
    """
    from filelock import FileLock, Timeout  # here: reading commands need no lock

    lock = FileLock(path / LOCK_FILE, timeout=0)
    with written(path / LOCK_FILE):
        try:
            lock.acquire()
        except Timeout as error:  # an OSError too, but nothing is wrong with the disk
            raise RunInUseError(_in_use(path)) from error
    try:
        since = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        write_json_atomic(path / WRITER_FILE, {"pid": os.getpid(), "host": socket.gethostname(), "since": since})
        yield
    finally:
        (path / WRITER_FILE).unlink(missing_ok=True)
        lock.release()


def refuse_if_written(path: Path) -> None:
    """Raise ``RunInUseError`` if a process writes to a run directory; without a lock file none ever did."""
    if (path / LOCK_FILE).is_file():
        with sole_writer(path):
            pass


def _in_use(path: Path) -> str:
    try:
        writer = json.loads((path / WRITER_FILE).read_text(encoding="utf-8"))
        who = f"process {writer['pid']} on host {writer['host']}, since {writer['since']}"
    except (OSError, ValueError, KeyError, TypeError):
        who = "another process"  # it has the lock and has not yet signed, or another version signs elsewhere
    return (
        f"{path} is in use by {who}. One process writes to a run: wait for it, end it, or type another --run-dir."
    )
