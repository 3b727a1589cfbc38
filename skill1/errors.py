"""Errors a user can meet. Each message says what failed, what was got, what was expected and what to type."""

import errno
import importlib.util
import os
import shlex
import stat
import sys
from pathlib import Path
from typing import BinaryIO

_JOURNAL_MARK = bytes.fromhex("d9d505f920a163d7")  # ends a SQLite journal that names another file


class Skill1Error(Exception):
    """Base of every error raised on purpose. The command line prints it without a traceback and exits 1."""


# Those that are also of a class of Python's are caught by code that does not know ours, as a wrong argument would be.
class ConfigError(Skill1Error, ValueError):
    """A configuration key or value is wrong."""


class UntrustedError(Skill1Error):
    """A file from elsewhere asks for what could run code or reach another machine, and the user did not."""


class MissingExtraError(Skill1Error, ImportError):
    """An optional dependency is not installed."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs the package '{package}', which is not installed. Type: pip install 'skill1[{extra}]'"
        )


class DataError(Skill1Error):
    """A file is missing, unreadable or not what it claims to be."""


class LibraryError(Skill1Error):
    """A skill library cannot be opened, read or written."""


class CheckpointError(Skill1Error):
    """A checkpoint is missing, incomplete or does not fit the run."""


class PromptError(Skill1Error, ValueError):
    """A prompt file is missing, lacks a placeholder or names an unknown one."""


class EnvironmentFault(Skill1Error):
    """The environment border: a reset or step raised, hung or answered with garbage. Ends one episode, not the run."""


class TrainingError(Skill1Error):
    """Training cannot continue (not-a-number loss, no surviving episode)."""


class PolicyError(Skill1Error):
    """The policy cannot answer: its server is gone, refuses the request, or answers with what is no answer."""


class PromptRefusedError(PolicyError):
    """A server refused one prompt, and would at every try; others may pass."""


class PromptTooLongError(PromptRefusedError):
    """The prompt is longer than its model's context."""


class PromptFilteredError(PromptRefusedError):
    """The server's filter of contents took offence at the prompt. Ends one episode, not the run."""


class UnansweredError(PolicyError):
    """One call to a policy that has answered others: ends one episode of an evaluation, not the evaluation.

    ``is_unusable``: there was an answer, but none that can be used; a teacher's costs its question alone.
    """

    def __init__(self, message: str, *, is_unusable: bool = False) -> None:
        super().__init__(message)
        self.is_unusable = is_unusable


class NoLogprobsError(PolicyError):
    """A server gives no log-probs of answers that it is shown."""


class StorageError(Skill1Error):
    """A file of a run cannot be written (full disk, quota, size limit). The last whole checkpoint is untouched."""


class RunInUseError(Skill1Error):
    """Another process writes to this run directory."""


class Terminated(Skill1Error):
    """The process was asked to end (SIGTERM), and did after the step under way. The command line exits 143."""


def require_packages(extra: str, purpose: str, *packages: str) -> None:
    """Raises ``MissingExtraError`` for the first of the packages that is not installed; imports none of them.

    And ``Skill1Error`` where Ctrl-C broke off an import of torch: its parts stay, and a second try may kill Python.
    """
    if (
        "torch" in packages
        and "torch" not in sys.modules
        and any(name.startswith("torch.") for name in list(sys.modules))
    ):
        raise Skill1Error(
            f"{purpose} needs torch, whose import was broken off in this process; it cannot be imported twice. "
            "Restart the kernel of the notebook, or Python."
        )
    for package in packages:
        # Found, not imported: torch alone takes seconds.
        if importlib.util.find_spec(package) is None:
            raise MissingExtraError(package, extra, purpose)


def is_left_by_system(name: str) -> bool:
    """Whether a file of this name says nothing of its folder: macOS leaves such where it has shown or copied one."""
    return name == ".DS_Store" or name.startswith("._")


def is_empty(folder: Path) -> bool:
    """Whether nothing lies in a folder but what a system leaves. Raises ``OSError`` if it cannot be read."""
    return all(map(is_left_by_system, os.listdir(folder)))


def closed(error: PermissionError) -> str:
    """What a person is told of a place that is not theirs, such as a neighbour's home."""
    return (
        f"{os.fsdecode(error.filename)} cannot be used: {error.strerror}. Ask its owner for access, or name another "
        "place."
    )


def refuse_closed(path: str | os.PathLike[str]) -> None:
    """Raise ``DataError`` if ``path`` may not be read, or is in a folder where nobody can say that it is missing."""
    try:
        os.stat(path)
        if not os.access(path, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    except PermissionError as error:
        raise DataError(closed(error)) from error
    except (OSError, ValueError):  # missing, or a name that no disk takes
        return


def refuse_planted_journal(database: str | os.PathLike[str]) -> None:
    """Raise ``OSError`` where opening a SQLite file would wait for a pipe, or delete whatever its journal names.

    A transaction over several files, of which skill1 makes none, leaves a journal that ends in the name of a file to
    delete. In a folder from elsewhere that can be any file of this machine.
    """
    journal = f"{os.path.realpath(database)}-journal"
    if not os.path.lexists(journal):
        return
    is_plain = os.path.isfile(journal)
    if is_plain:
        with open(journal, "rb") as file:
            file.seek(max(0, os.path.getsize(journal) - len(_JOURNAL_MARK)))
            is_plain = file.read() != _JOURNAL_MARK
    if not is_plain:
        raise OSError(f"SQLite would delete a file that {journal} names, or wait for it. Remove that journal")


LARGEST_READ = 2**28  # of a file of a run that is read as a whole: results of a hundred thousand episodes


def open_plain(path: str | os.PathLike[str], most: int = LARGEST_READ) -> BinaryIO:
    """A file from elsewhere, to be read as a whole.

    Raises:
        OSError: it is no file but a pipe, for which one would wait, or has more than ``most`` bytes: in an archive,
            where holes cost no room, a file that fills the memory is small.
    """
    # A plain file is opened and read as ever.
    file = open(path, "rb", opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0)))
    facts = os.fstat(file.fileno())
    if stat.S_ISREG(facts.st_mode) and facts.st_size <= most:
        return file
    file.close()
    raise OSError(f"{os.fspath(path)} is no file of at most {most:,} bytes")


def content_of(path: str | os.PathLike[str], most: int = LARGEST_READ) -> bytes:
    """All of a file; raises as :func:`open_plain`."""
    with open_plain(path, most) as file:
        return file.read()


def quoted(path: str | os.PathLike[str]) -> str:
    """A path as a shell takes it, for a message that says what to type: a folder's name may have blanks."""
    return shlex.quote(os.fspath(path))
