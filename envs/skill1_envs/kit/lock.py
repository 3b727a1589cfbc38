"""What one process does at a time, such as building an index that several need."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

BUILDING, WAITING = "Building", "Waiting for another process, which builds"  # how messages about an index begin


@contextmanager
def locked(path: Path, *, wait: bool = True, on_wait: Callable[[], None] = lambda: None) -> Iterator[None]:
    """One process at a time; afterwards the file is gone. ``on_wait`` is called before it waits for another.

    Windows has no such lock: there nobody is kept out.

    Raises:
        BlockingIOError: another process is at it, and this one does not ``wait``.
        OSError: the file cannot be made.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    has_told = False
    while True:
        with path.open("w") as lock:
            # Freed when the process ends, however it ends.
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if not wait:
                    raise
                if not has_told:
                    on_wait()
                has_told = True
                fcntl.flock(lock, fcntl.LOCK_EX)
            # Whoever held it has removed the file: then the next to come would lock another.
            if not _is_named(lock.fileno(), path):
                continue
            try:
                yield
            finally:
                # While it is held: a moment later the name could stand for the lock of whoever came next.
                path.unlink(missing_ok=True)
            return


def _is_named(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
