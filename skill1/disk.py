"""The border to the disk: what it does not take leaves as ``StorageError`` with the file's name and what to type."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from skill1.config_files import write_atomically
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
            f"{path} could not be written: {error}. Free some space (df -h), then go on with the same command, or "
            "skill1 train --run-dir RUN --resume: it starts from the last whole checkpoint, which is untouched."
        ) from error


def write_json_atomic(path: Path, content: Mapping[str, Any]) -> None:
    """Indented JSON through :func:`skill1.config_files.write_atomically`.

    Raises:
        StorageError: the disk does not take it; the old file stays.
    """
    with written(path):
        write_atomically(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")
