"""What folders of generated worlds share: an empty place, files with the manifest last, its reading, demonstrations.

A world's demonstrations are splits ``demo:<seed>:<world>``: made in memory, without end, for the lessons of a policy.
Those of an environment without hidden facts are ``passes`` over its training tasks.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import count, repeat
from pathlib import Path
from typing import Any

from skill1.env.protocol import Task
from skill1.errors import ConfigError, DataError, StorageError, is_empty, quoted

MANIFEST = "manifest.json"
DEMO_PREFIX = "demo:"
DEMO_ROUNDS, DEMO_ROUND_TASKS = 6, 32  # of a world; the library of its demonstrations is committed between rounds
# Few digits, because int() refuses thousands of them.
_SPLIT = re.compile(r"demo:(\d{1,18}):(\d{1,9})", re.ASCII)


def data_folder(given: str | None, variable: str, what: str, advice: str) -> Path:
    """The folder of ``env.data``, else of a variable of the shell. Raises ``DataError``, which ends with ``advice``."""
    given = given or os.environ.get(variable)
    if not given:
        raise DataError(f"{what}: no folder was given. {advice}")
    # Configurations name folders as people type them, and no shell has replaced a ~ in them.
    folder = Path(os.path.expanduser(given))
    try:
        is_folder = folder.is_dir()
    except OSError as error:  # a name that is too long, or no permission
        raise DataError(f"{what}: {error}. {advice}") from error
    if not is_folder:
        raise DataError(f"{what}: {folder} is not a folder. {advice}")
    return folder


def require_room(out: Path, counts: Mapping[str, int], things: str) -> None:
    """Raises ``ConfigError`` if the folder holds something, or a split is to have fewer than no ``things``."""
    refuse_at_work(out)
    if out.exists() and not out.is_dir():
        raise ConfigError(f"{out} is not a folder. Choose another name, or remove it.")
    if out.exists() and not is_empty(out):
        raise ConfigError(f"{out} is not empty; expected a new or empty folder. Choose another, or empty it.")
    if min(counts.values()) < 0:
        asked = ", ".join(f"{number} for {split}" for split, number in counts.items())
        raise ConfigError(f"cannot make {asked}; expected at least 0 {things} for each split.")


@contextmanager
def growing(out: Path, number: int, things: str, bytes_each: int) -> Iterator[Path]:
    """A folder to put things into, which is ``out`` once the block has ended; after an error nothing is left of it.

    ``out`` is not there, or an empty folder. That is filled from within, the manifest last: a folder that has one is
    complete.

    Raises:
        DataError: another call is at work there.
        StorageError: the disk is too small or cannot be written.
    """
    # The working directory and links have no name of their own that could be added to.
    folder = out.resolve()
    # What lies beside a folder that is the root of a disk is on another disk.
    partial = (folder if folder.exists() else folder.parent) / f"{folder.name}.partial"
    # Told before the disk is measured. Two calls may get this far together; making the folder lets one of them go on.
    if partial.exists():
        raise _at_work(partial)
    # The folders above may still have to be made.
    parent = next(above for above in partial.parents if above.exists())
    needed, free = number * bytes_each, shutil.disk_usage(parent).free
    if free < needed:
        raise StorageError(
            f"{number} {things} need about {needed / 1e9:.1f} GB, {parent} has {free / 1e9:.1f} GB free. Make room, "
            f"choose another folder, or make fewer {things}."
        )
    try:
        try:
            partial.mkdir(parents=True)
        # What is in it is another call's: it is not removed below.
        except FileExistsError as error:
            raise _at_work(partial) from error
        try:
            yield partial
            _give_name(partial, folder)
        # Also after an interruption: what is left there would block the next call.
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
    except OSError as error:
        raise StorageError(f"{out}: the {things} cannot be written: {error}. Choose another folder.") from error


def _give_name(partial: Path, folder: Path) -> None:
    if partial.parent != folder:
        partial.rename(folder)
        return
    # Being the working directory or the root of a disk, it could not be replaced.
    paths = sorted(partial.iterdir(), key=lambda path: (path.name == MANIFEST, path.name))
    try:
        for path in paths:
            path.rename(folder / path.name)
        partial.rmdir()
    except BaseException:
        # Back, to be removed with the rest.
        for path in paths:
            if not path.exists():
                (folder / path.name).rename(path)
        raise


def refuse_at_work(out: Path) -> None:
    """Raises ``DataError`` where another call fills an existing folder: what it has there is not to be removed."""
    folder = out.resolve()
    if (partial := folder / f"{folder.name}.partial").exists():
        raise _at_work(partial)


def _at_work(partial: Path) -> DataError:
    return DataError(
        f"{partial} exists: another process is writing there, or one was killed. If none is writing, type: rm -r "
        f"{quoted(partial)}"
    )


def write_files(out: Path, contents: Mapping[str, str], what: str) -> None:
    """Writes path below ``out`` → text in this order. Put the manifest last: a folder without one is not finished.

    Raises:
        StorageError: ``what`` cannot be written.
    """
    try:
        for name, content in contents.items():
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            # The same bytes on every system, which otherwise ends lines in its own way.
            (out / name).write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise StorageError(
            f"{what} cannot be written to {out}: {error}. Make room or name another folder."
        ) from error


def read_manifest(folder: Path, form: str) -> dict[str, Any] | None:
    """The manifest of a folder; None if there is none, or it is of another format.

    Raises:
        DataError: it cannot be read, as after a copy that was cut short.
    """
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    # RecursionError: thousands of nested brackets.
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path} cannot be read: {error}. Make or copy the set again.") from error
    return manifest if isinstance(manifest, dict) and manifest.get("format") == form else None


@lru_cache(maxsize=64)
def demo_numbers(split: str, world: str) -> tuple[int, int]:
    """Seed and number of a demonstration split. Raises ``DataError``, which names the ``world``, for any other."""
    match = _SPLIT.fullmatch(split)
    if match is None:
        raise DataError(f"{world} has no split {split!r}; demonstrations are {DEMO_PREFIX}<seed>:<world>.")
    return int(match[1]), int(match[2])


def demo_worlds(tasks_of: Callable[[str], Sequence[Task]], episodes: int, seed: int) -> Iterator[list[list[Task]]]:
    """Worlds of six rounds of 32 tasks; the last one is cut so that exactly ``episodes`` tasks come out.

    ``tasks_of``: a demonstration split → all of its tasks.
    """
    # A world is drawn whole even where few of its tasks are left to give: its draws must not depend on that.
    return _in_rounds((tasks_of(f"{DEMO_PREFIX}{seed}:{world}") for world in count()), episodes)


def passes(tasks: Sequence[Task], episodes: int) -> Iterator[list[list[Task]]]:
    """One world for each pass over the tasks, in rounds of 32; ``episodes`` tasks in all.

    Raises:
        DataError: there is no task.
    """
    if not tasks:
        raise DataError(
            "the split to train on is empty, so there is nothing to demonstrate. Type another --env.train_split."
        )
    # A world is one pass, so no task comes twice under one library.
    return _in_rounds(repeat(tasks), episodes)


def _in_rounds(worlds: Iterator[Sequence[Task]], episodes: int) -> Iterator[list[list[Task]]]:
    while episodes > 0:
        tasks = next(worlds)[:episodes]
        yield [list(tasks[i : i + DEMO_ROUND_TASKS]) for i in range(0, len(tasks), DEMO_ROUND_TASKS)]
        episodes -= len(tasks)
