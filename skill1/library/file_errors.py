"""The border of a library file: what SQLite and the system refuse, as one error with the file's name and what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from skill1.errors import LibraryError, quoted

# What SQLite says where nothing is wrong with the file; told by the name of the code, in which its versions agree.
_NO_LOCKS = "Its file system cannot lock files or share memory, as on some networks: name a folder on another disk"
_SHARING = ("SHMOPEN", "SHMLOCK", "SHMMAP", "LOCK", "RDLOCK", "CHECKRESERVEDLOCK", "UNLOCK")
_NOT_DAMAGED = {
    "SQLITE_PROTOCOL": _NO_LOCKS,
    # Not SHMSIZE, which a full disk gives.
    **dict.fromkeys((f"SQLITE_IOERR_{doing}" for doing in _SHARING), _NO_LOCKS),
    "SQLITE_FULL": "Free some space (df -h), then try again",
    "SQLITE_IOERR": "Check the disk and its free space (df -h), then try again",
    "SQLITE_READONLY": "It and its folder must be writable",
    "SQLITE_CANTOPEN": "It must be readable, and its folder writable",
    # SQLite says so, too, where there are no locks at all (ENOLCK).
    "SQLITE_BUSY": "Another process writes to it: wait for that process, or stop it. If there is none, its file "
    "system has no locks: name a folder on another disk",
}
_MAYBE_DAMAGED = (
    "Name a run directory. If its library is damaged, its newest checkpoint has a copy: name RUN@latest; a run that "
    "is not finished restores it when resumed: skill1 train --run-dir RUN --resume"
)


@contextmanager
def named_errors(file: Path | None) -> Iterator[None]:
    """Errors of the block leave as ``LibraryError`` with the file's name; None: a library in memory."""
    name = file or "The library in memory"
    try:
        yield
    except UnicodeEncodeError as error:  # in what was typed
        raise LibraryError(f"{name} cannot be searched for {error.object!r:.80}; expected UTF-8 text.") from error
    # UnicodeDecodeError: a message quotes damaged text. OverflowError: a count that was near the largest grew.
    except (sqlite3.DatabaseError, UnicodeDecodeError, OverflowError) as error:
        # By its text: an error that the module itself raises has no code.
        if isinstance(error, sqlite3.ProgrammingError) and "closed" in str(error):
            raise LibraryError(f"{name} is no longer open ({error}). Open it again.") from error
        raise LibraryError(
            f"{name} cannot be used as a skill library: {error}. {advice(error, _other_file(file))}"
        ) from error
    except OSError as error:
        raise LibraryError(f"{file} cannot be read or written: {error}.") from error


def _other_file(file: Path | None) -> str:
    """What to do about a file with which something may be wrong: by its name it may be an export."""
    if file is None or file.suffix == ".sqlite" or is_database(file):
        return _MAYBE_DAMAGED
    return (
        f"If it holds exported skills, make a library of them: skill1 library import NEW.sqlite {quoted(file)}. Then "
        "name that library."
    )


def is_database(file: Path) -> bool:
    """Whether a file that is there is SQLite's, as every library is."""
    if not file.is_file():  # a pipe or a device would be waited for
        return False
    with suppress(OSError), open(file, "rb") as content:
        return content.read(16) == b"SQLite format 3\0"
    return False


def advice(error: Exception, damaged: str) -> str:
    """What to do about what SQLite or the system refused; ``damaged`` if something may be wrong with the file."""
    # Only errors that SQLite itself gave have a code; others were raised in Python, some by `store`.
    code = str(getattr(error, "sqlite_errorname", ""))
    # Extended codes begin with the plain one: SQLITE_IOERR_WRITE.
    return next((advice for plain, advice in _NOT_DAMAGED.items() if code.startswith(plain)), damaged)
