"""What a run's library starts from: a library, or a file or folder of skills in any format of ``exchange``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from skill1.config import LibraryConfig
from skill1.config.registry import FORMATS
from skill1.errors import DataError
from skill1.library import Library
from skill1.library.formats.formats import import_into


def format_of_start(path: str | os.PathLike[str]) -> str | None:
    """The format of a file or folder of skills; None: it is to be opened as a library, run or checkpoint.

    Raises:
        DataError: a JSON file that cannot be read.
    """
    return next((name for name in FORMATS if FORMATS.load(name).recognises(Path(path))), None)


def copy_start(
    source: str | os.PathLike[str],
    target: Path,
    config: LibraryConfig,
    *,
    env: str,
    **options: Any,
) -> None:
    """Make the library file ``target`` out of a library (a copy) or of skills in another format (an import).

    Args:
        env: the environment of imported skills that name none.
        options: as for :meth:`skill1.library.Library.open`.

    Raises:
        LibraryError, DataError: it is neither.
    """
    named = format_of_start(source)
    if named is None:
        with Library.open(source, read_only=True) as start:
            start.backup(target)
        return
    with Library.open(target, config, create=True, **options) as library:
        import_into(library, source, named, env=env)


def start_in_memory(source: str | os.PathLike[str], config: LibraryConfig, *, env: str, **options: Any) -> Library:
    """As :func:`copy_start`, a library without a file."""
    named = format_of_start(source)
    if named is None:
        return Library.in_memory(config, start_from=source, **options)
    library = Library.in_memory(config, **options)
    import_into(library, source, named, env=env)
    return library


def require_start(source: str | os.PathLike[str]) -> None:
    """Refuse what no library can start from; reads it, and writes nothing.

    Raises:
        LibraryError, DataError: it is no library, and no file or folder of skills.
    """
    named = format_of_start(source)
    if named is None:
        Library.open(source, read_only=True).close()
        return
    if not Path(source).exists():
        raise DataError(f"there is no file or folder {source}; expected skills (library.init).")
    with Library.in_memory(LibraryConfig(encoder="hashing")) as library:
        import_into(library, source, named)
