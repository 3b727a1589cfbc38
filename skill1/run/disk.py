"""Files of runs: written whole or not at all, by one process at a time; lines of episodes read within bounds.

What the disk does not take leaves as ``StorageError``.
"""

from __future__ import annotations

import datetime
import errno
import gzip
import hashlib
import json
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from skill1.errors import DataError, RunInUseError, StorageError, content_of, quoted
from skill1.models.files import CHECKPOINT_FORMAT, WHOLE_MARK
from skill1.run.process import start_of
from skill1.schema import parsed_object

# Of these no space helps: the place is read-only, belongs to somebody else, or is none.
_NO_PLACE = (
    *(errno.EACCES, errno.EPERM, errno.EROFS),
    *(errno.ENOENT, errno.EEXIST, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG),
    *(errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP),  # a file system without locks
)


@contextmanager
def written(path: Path) -> Iterator[None]:
    """The border to the disk: an error while ``path`` is written leaves as ``StorageError`` with its name.

    Raises:
        StorageError: the disk is full, a limit is reached, or the file may not be written.
    """
    try:
        yield
    except OSError as error:
        advice = (
            "Make sure that you may write there and type the same command again, or choose another place."
            if error.errno in _NO_PLACE
            else f"{more_room(error)}, then resume with the same command, or skill1 train --run-dir RUN --resume: "
            "it starts from the last whole checkpoint, which is untouched."
        )
        raise StorageError(f"{path} could not be written: {error}. {advice}") from error


def more_room(error: Exception) -> str:
    """What to do, without a full stop, where a disk is full or takes no file of that size."""
    # By its text, too: safetensors has an error of its own, without a number.
    if getattr(error, "errno", None) == errno.EFBIG or os.strerror(errno.EFBIG) in str(error):
        return "Allow larger files (ulimit -f unlimited, or another disk)"
    return "Free some space (df -h)"


@contextmanager
def safetensors_border() -> Iterator[None]:
    """That package has an error of its own for a full disk, which leaves as ``OSError``."""
    from safetensors import SafetensorError

    try:
        yield
    except SafetensorError as error:
        raise OSError(str(error)) from error


def write_json_atomic(path: Path, content: Mapping[str, Any]) -> None:
    """Indented JSON through :func:`write_atomically`.

    Raises:
        StorageError: the disk does not take it; the old file stays.
    """
    with written(path):
        write_atomically(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def write_atomically(path: Path, text: str) -> None:
    """Temporary file, flush to disk, rename: a crash leaves the old file or the new one, never a half."""
    if is_device(path):
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    # With the process's number: two processes that write the same file must not write into one temporary file.
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(temporary, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            # Before the rename, or after a crash the new name may stand for an empty file.
            os.fsync(file.fileno())
        os.replace(temporary, path)
    # An interrupt leaves no temporary file behind, either.
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk: after a power cut a new or renamed file may be missing without it."""
    with suppress(OSError):  # not every system can sync a directory
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def seal(folder: Path) -> None:
    """Make a folder a whole checkpoint: sync its files and folders, then list them; the list is written last."""
    files = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):  # some tokenizers write a subfolder
        with open(path, "rb+") as file:  # Windows syncs only what is open for writing
            os.fsync(file.fileno())
            files[path.relative_to(folder).as_posix()] = {
                "bytes": path.stat().st_size,
                "sha256": hashlib.file_digest(file, "sha256").hexdigest(),
            }
    with open(folder / WHOLE_MARK, "w", encoding="utf-8") as file:
        json.dump({"format": CHECKPOINT_FORMAT, "files": files}, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    for inside in (path for path in folder.rglob("*") if path.is_dir()):
        sync_folder(inside)
    sync_folder(folder)


def require_writable(folder: Path) -> None:
    """Tell before any work that its result could not be written there; makes nothing.

    Raises:
        StorageError: the folder, or the nearest one above it that is there, is no folder or may not be written to.
    """
    # The folder need not be there yet; what counts is the first one above it that is.
    existing = next(place for place in (folder.resolve(), *folder.resolve().parents) if os.path.exists(place))
    if not existing.is_dir():
        raise StorageError(f"{folder} cannot be written: {existing} is not a folder. Type another --output.")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise StorageError(f"{folder} cannot be written: {existing} is read-only for you. Type another --output.")


def require_place(output: Path, what: str) -> None:
    """Tell before any work that its result, ``what`` one file, could not be written.

    Raises:
        DataError: a folder stands there.
        StorageError: as :func:`require_writable`.
    """
    if os.path.isdir(output):
        raise DataError(f"{output} is a folder, but {what} one file. Type another --output.")
    # A device is written to as it is, in a folder of the system's.
    if not is_device(output):
        require_writable(output.parent)


def is_device(path: Path) -> bool:
    """Whether it is there, and no file or folder but a device or pipe: a rename would put a file in its place."""
    # `os.path` answers also where a folder may not be entered.
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


LOCK_FILE = ".lock"
WRITER_FILE = ".writer.json"  # beside the lock, whose own content is its package's business


@contextmanager
def sole_writer(path: Path) -> Iterator[None]:
    """Hold the run directory for this process. The system frees it when the process dies, however it dies.

    Raises:
        RunInUseError: another process holds it; the message names that process and its host.
        StorageError: the lock cannot be made.
    """
    with locked(path / LOCK_FILE, lambda: _in_use(path)):
        try:
            # Whoever is refused is told by this note who holds the lock.
            since = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
            writer = {"pid": os.getpid(), "host": socket.gethostname(), "since": since}
            # For those who only read: a copy of the folder takes the note along, and a number is given again.
            writer |= {"folder": path.stat().st_ino, "started": start_of(os.getpid())}
            write_json_atomic(path / WRITER_FILE, writer)
            yield
        finally:
            # The note goes first: once the lock is free, the note there may be that of the next holder. Where it
            # stays, as on a disk that has become read-only, the error that says so must not be hidden.
            with suppress(OSError):
                (path / WRITER_FILE).unlink()


@contextmanager
def locked(file: Path, in_use: Callable[[], str], *, remove: bool = False) -> Iterator[None]:
    """Hold a lock file for this process; the system frees it when the process dies.

    Args:
        remove: the file goes with the lock.

    Raises:
        RunInUseError: another process holds it; the message is what ``in_use`` says.
        StorageError: the lock cannot be made.
    """
    from filelock import FileLock, Timeout  # here: reading commands need no lock

    # No waiting: whoever types a command twice should be told so.
    lock = FileLock(file, timeout=0)
    with written(file):
        try:
            lock.acquire()
        except Timeout as error:  # an OSError too, but nothing is wrong with the disk
            raise RunInUseError(f"{in_use()}{_left_behind(file)}") from error
    try:
        yield
    finally:
        if remove:
            # Still held, so that it is nobody else's: filelock takes no lock on a file that was removed since it opened
            # it. Windows removes no open file.
            with suppress(OSError):
                file.unlink()
        lock.release()


def _left_behind(lock: Path) -> str:
    """What to type where a lock may have outlived its holder: without flock it is a file that the holder signs."""
    with suppress(OSError):
        if lock.stat().st_size:
            return (
                f" Its file system has no locks: if you know that process to have ended, type: rm {quoted(lock)}"
            )
    return ""


def refuse_if_written(path: Path) -> None:
    """Raise ``RunInUseError`` if a process writes to a run directory; without a lock file none ever did."""
    # Only taking the lock tells: the note of a process that was killed stays where it was.
    if os.path.isfile(path / LOCK_FILE):
        with sole_writer(path):
            pass


def _in_use(path: Path) -> str:
    try:
        writer = parsed_object(content_of(path / WRITER_FILE)) or {}
        who = f"process {writer['pid']} on host {writer['host']}, since {writer['since']}"
    except (OSError, KeyError):
        who = "another process"  # it has the lock and has not yet signed, or another version signs elsewhere
    return (
        f"{path} is in use by {who}. Only one process can write to a run. Wait for it, end it, or type another "
        "--run-dir (of a quickstart: --runs-dir)."
    )


# Of one file of episodes, a training step: a thousand episodes of fifty turns with prompts of ten thousand tokens fit.
LONGEST_FILE = 2**33  # characters
MOST_LINES = 100_000  # empty ones cost time, too
LONGEST_LINE = 64 * 2**20  # characters


def episode_lines(file: Path, *, errors: str = "strict") -> Iterator[str]:
    """Each line, within bounds: a file from elsewhere may be small and unpack to more than can be read.

    Args:
        errors: what is done about bytes that are no UTF-8.

    Raises:
        ValueError: a bound is reached. OSError, EOFError, zlib.error: as gzip does.
    """
    if is_device(file):
        raise ValueError("it is no file but a pipe or a device")
    room, number = LONGEST_FILE, 0
    with gzip.open(file, "rt", encoding="utf-8", errors=errors) as lines:
        # One more than allowed: else a line that is too long would come in pieces, each within the bound.
        while line := lines.readline(LONGEST_LINE + 1):
            room, number = room - len(line), number + 1
            if room < 0 or number > MOST_LINES or len(line) > LONGEST_LINE:
                raise ValueError(
                    f"it unpacks to more than {LONGEST_FILE:,} characters, {MOST_LINES:,} lines, or "
                    f"{LONGEST_LINE:,} characters in a line; expected the episodes of one step"
                )
            yield line
