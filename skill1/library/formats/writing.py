"""Which libraries may be written to from outside a run."""

from __future__ import annotations

import os
from pathlib import Path

from skill1.errors import LibraryError
from skill1.library import FILE_NAME, Library
from skill1.run.directory import is_finished
from skill1.run.locate import WHOLE_MARK, is_run


def open_for_writing(path: str | os.PathLike[str], instead: str) -> Library:
    """Open a library that no run counts on: a plain file, or a finished run's.

    A checkpoint's library is sealed, and an unfinished run's is its trainer's, who would not know of the change.

    Args:
        instead: what to do otherwise, for the message.

    Raises:
        LibraryError: a checkpoint's or an unfinished run's library, or what ``Library.open`` raises.
    """
    path = Path(path)
    folder = (path if path.is_dir() else path.parent).resolve()
    copy = f"{instead}, or type `skill1 library export {path} skills.jsonl` and use a library made of that."
    if (folder / WHOLE_MARK).is_file():
        raise LibraryError(f"{path} belongs to a checkpoint, which stays as it was written. {copy}")
    is_runs_own = path.is_dir() or path.name == FILE_NAME
    if is_runs_own and is_run(folder) and not is_finished(folder):
        raise LibraryError(f"{path} belongs to a run that is not finished: only its trainer writes to it. {copy}")
    return Library.open(path)
