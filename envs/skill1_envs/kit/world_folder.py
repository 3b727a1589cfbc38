"""What folders of generated worlds share: an empty place, files with the manifest last, its reading, demonstrations.

A world's demonstrations are splits ``demo:<seed>:<world>``: made in memory, without end, for the lessons of a policy.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from skill1.errors import ConfigError, DataError, StorageError

MANIFEST = "manifest.json"
DEMO_PREFIX = "demo:"
# Few digits, because int() refuses thousands of them.
_SPLIT = re.compile(r"demo:(\d{1,18}):(\d{1,9})", re.ASCII)


def require_room(out: Path, counts: Mapping[str, int], things: str) -> None:
    """Raises ``ConfigError`` if the folder holds something, or a split is to have fewer than no ``things``."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ConfigError(f"{out} is not empty; expected a folder to make. Choose another, or empty it.")
    if min(counts.values()) < 0:
        asked = ", ".join(f"{number} for {split}" for split, number in counts.items())
        raise ConfigError(f"cannot make {asked}; expected at least 0 {things} for each split.")


def claim(partial: Path, what: str) -> None:
    """Makes the folder in which ``what`` grows, for this call alone: whoever made it removes it after an error.

    Raises:
        DataError: it is there already.
        StorageError: it cannot be made.
    """
    try:
        partial.mkdir(parents=True)
    except FileExistsError as error:
        raise at_work(partial) from error
    except OSError as error:
        raise StorageError(f"{partial}: {what} cannot be written: {error}. Choose another folder.") from error


def at_work(partial: Path) -> DataError:
    """The folder in which something grows is there already."""
    return DataError(
        f"{partial} exists: another call is at work there, or one was killed. If none is, type: rm -r {partial}"
    )


def write_files(out: Path, contents: Mapping[str, str], what: str) -> None:
    """Writes path below ``out`` → text in this order. Put the manifest last: a folder without one is not finished.

    Raises:
        StorageError: ``what`` cannot be written.
    """
    try:
        for name, content in contents.items():
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            (out / name).write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise StorageError(f"{what} cannot be written to {out}: {error}") from error


def read_manifest(folder: Path, form: str) -> dict[str, Any] | None:
    """The manifest of a folder; None if there is none, or it is not of this format."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    # RecursionError: thousands of nested brackets.
    except (OSError, ValueError, RecursionError):
        return None
    return manifest if isinstance(manifest, dict) and manifest.get("format") == form else None


@lru_cache(maxsize=64)
def demo_numbers(split: str, world: str) -> tuple[int, int]:
    """Seed and number of a demonstration split. Raises ``DataError``, which names the ``world``, for any other."""
    match = _SPLIT.fullmatch(split)
    if match is None:
        raise DataError(f"{world} has no split {split!r}; demonstrations are {DEMO_PREFIX}<seed>:<world>.")
    return int(match[1]), int(match[2])
