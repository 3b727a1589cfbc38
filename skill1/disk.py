"""The border to the disk: what it does not take leaves as ``StorageError`` with the file's name and what to type."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from skill1.errors import StorageError


@contextmanager
def written(path: Path) -> Iterator[None]:
    """The border to the disk: an error while ``path`` is written leaves as ``StorageError`` with its name.

    Raises:
        StorageError: the disk is full, a limit is reached, or the file may not be written.
    """
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"{path} could not be written: {error}. Free some space (df -h), then resume with the same command, or "
            "skill1 train --run-dir RUN --resume: it starts from the last whole checkpoint, which is untouched."
        ) from error


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
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(temporary, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def is_device(path: Path) -> bool:
    """Whether it is there, and no file or folder but a device or pipe: a rename would put a file in its place."""
    return path.exists() and not path.is_file() and not path.is_dir()
