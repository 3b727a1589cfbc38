"""What a page is about: a run directory, a checkpoint or a lone library file, and which of its files are there.

Knows names of files and whether they changed, and reads only ``metrics.jsonl``: each line of it once, also while a run
appends to it.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from skill1.errors import DataError, content_of, open_plain, refuse_closed
from skill1.library.file_errors import is_database
from skill1.policy.ledger import FILE_NAME as ANSWERS_FILE
from skill1.run.directory import CHECKPOINTS_FOLDER, CONFIG_FILE, METRICS_FILE, RUNS_FOLDER
from skill1.run.disk import WRITER_FILE
from skill1.run.locate import LIBRARY_FILE, checkpoint_at, is_run, split_selector, whole_checkpoints
from skill1.run.process import start_of
from skill1.schema import parsed_object

EPISODES_FOLDER = "episodes"
EVAL_FOLDER = "eval"
TINY_FOLDER = "tiny-policy"
LONGEST_STEP_NS = 24 * 3600 * 10**9  # of a run on another machine that counts as live
TOKENIZER_FILE = "tokenizer.json"
LARGEST = 1e100  # of a figure: no sum of such numbers, or of their squares, is past the largest float
State = Literal["live", "stopped", "finished"]
Facts = tuple[int, int, int]  # (inode, size, time of change) of a file
Stamp = tuple[tuple[str, int, int, int], ...]  # (name, inode, size, time of change) of every file that is there


@dataclass(frozen=True, slots=True)
class Source:
    """The files a page reads. ``run`` is None for a checkpoint and for a lone library file."""

    name: str
    run: Path | None
    library: Path  # it may not be there, or not yet
    folder: Path  # where the files lie

    def episode_files(self) -> list[Path]:
        """Whole episode files, oldest first."""
        return sorted((self.run / EPISODES_FOLDER).glob("step_*.jsonl.gz")) if self.run else []

    def eval_files(self) -> list[Path]:
        """Results of evaluations, by name."""
        # macOS leaves a hidden file beside each one that it copies to a foreign disk.
        return sorted((self.run / EVAL_FOLDER).glob("[!.]*.json")) if self.run else []

    def tokenizer_files(self) -> list[Path]:
        """Where the policy's tokenizer may lie, the best place first."""
        own = [self.folder / TOKENIZER_FILE]
        if self.run:
            # The newest checkpoint first; before there is one, a tiny policy has its tokenizer in a folder of its
            # own.
            saved = sorted((self.run / CHECKPOINTS_FOLDER).glob(f"step_[0-9]*/{TOKENIZER_FILE}"), reverse=True)
            own = [*saved, self.run / TINY_FOLDER / TOKENIZER_FILE]
        return [path for path in own if path.is_file()]

    def is_served(self) -> bool:
        """Whether the run's policy is behind a server."""
        return self.run is not None and (self.run / ANSWERS_FILE).is_file()

    def stamp(self) -> Stamp:
        """Changes whenever a file a page depends on does; costs a few calls of ``stat``."""
        watched = [self.library, Path(f"{self.library}-wal")]
        if self.run:
            # A folder's own time changes when a file in it comes, goes or is replaced.
            names = (METRICS_FILE, CONFIG_FILE, "manifest.json", WRITER_FILE, EPISODES_FOLDER, EVAL_FOLDER)
            watched += [self.run / name for name in names]
        facts = ((path.name, file_facts(path)) for path in watched)
        is_written = bool(self.run) and has_writer(self.run)  # a killed process changes no file
        return (*((name, *fact) for name, fact in facts if fact is not None), ("writer", int(is_written), 0, 0))


class FileMemory:
    """What small files held when they were read last: a run writes most of them once."""

    def __init__(self) -> None:
        self._kept: dict[Path, tuple[object, Any]] = {}

    def read(self, path: Path, parse: Callable[[Path], Any]) -> Any:
        """What ``parse`` makes of a file, computed again only if the file changed."""
        facts = file_facts(path)
        if path not in self._kept or self._kept[path][0] != facts:
            self._kept[path] = facts, parse(path)
        return self._kept[path][1]


def file_facts(path: Path) -> Facts | None:
    """(inode, size, time of change in ns) of a file; None if it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def find_source(target: str | os.PathLike[str]) -> Source:
    """A run, RUN@STEP, RUN@latest, RUN@best, a checkpoint folder or a library file.

    Raises:
        DataError: nothing of the kind is there, or it may not be read.
        CheckpointError: there is no such checkpoint.
    """
    path, selector = split_selector(target)
    if selector is not None:
        path = checkpoint_at(path, selector)
    if is_run(path):
        for name in (CONFIG_FILE, METRICS_FILE):  # else the page of a neighbour's run would say that it is empty
            refuse_closed(path / name)
        return Source(path.resolve().name, path, _library_of(path), path)
    file = path / LIBRARY_FILE if path.is_dir() else path
    # A damaged library has a page that says so; what never was one has none: the report would take a run's place.
    if not file.is_file() or not (file.suffix == Path(LIBRARY_FILE).suffix or is_database(file)):
        raise DataError(
            f"there is neither a run nor a library at {target}; expected a run directory (with {CONFIG_FILE}), a "
            f"checkpoint or a {LIBRARY_FILE}. Name one, such as {RUNS_FOLDER}/NAME."
        )
    # The usual name of the file says nothing, its folder's does.
    name = file.resolve().parent.name if file.name == LIBRARY_FILE else file.name
    return Source(name, None, file, file.parent)


def _library_of(run: Path) -> Path:
    """Its own, which may not be there yet; of a run that was pulled the newest checkpoint's, for it has no other."""
    own, whole = run / LIBRARY_FILE, whole_checkpoints(run)
    kept = whole[max(whole)] / LIBRARY_FILE if whole else own
    return own if own.is_file() or not kept.is_file() else kept


def state_of(source: Source, *, is_finished: bool) -> State:
    """Whether a process still writes to the run. A library file and a checkpoint are finished.

    Nothing is locked to find out: a trainer that starts at that moment would be refused.
    """
    if source.run is None or is_finished:
        return "finished"
    return "live" if has_writer(source.run) else "stopped"


def has_writer(run: Path) -> bool:
    """Whether the process that signed the run directory is there."""
    try:
        writer = json.loads(content_of(run / WRITER_FILE).decode())
        pid, host = int(writer["pid"]), str(writer["host"])
        # Older notes tell neither the folder nor when the process began.
        is_copied = writer.get("folder") not in (None, run.stat().st_ino)
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return False
    if host == socket.gethostname() and os.name == "posix":
        started, found = writer.get("started"), start_of(pid)
        is_another = None not in (started, found) and started != found
        return not is_copied and not is_another and _is_running(pid)
    # On another machine, or where a signal of number 0 would end a process, the files are all there is. A container
    # that was killed leaves its note, and the next one has another name.
    changed = [facts[2] for name in (WRITER_FILE, METRICS_FILE) if (facts := file_facts(run / name))]
    return bool(changed) and time.time_ns() - max(changed) < LONGEST_STEP_NS


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    # Somebody else's process, but one that is there.
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return True


Row = dict[str, float | None]


class MetricsTail:
    """Whole rows of a metrics file so far; a file that was rewritten (a resume takes rows back) is read again.

    ``path`` None: there is no run, and so no row.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.rows: list[Row] = []
        self.keys: dict[str, None] = {}  # of all figures there were, in order of appearance
        self.broken = 0  # lines that are no rows
        self._inode, self._offset, self._begun = 0, 0, 0

    @property
    def file(self) -> str:
        """Tells the file that the rows are of from one that took its place."""
        return f"{self._inode}.{self._begun}"  # a number may come again, of a file that is gone

    def read(self) -> None:
        """Take in what was written since the last call. A half-written last line waits for the next one."""
        if self.path is None:
            return
        try:
            with open_plain(self.path) as file:
                self._begin_again_if_replaced(file)
                file.seek(self._offset)
                text = file.read()
        except OSError:  # not there yet, or moved away at this moment
            # No file has this number, so the next one that is there is read from its beginning.
            self._begin_again(inode=0)
            return
        # What stands after the last line end is still being written, or was cut off by a kill.
        whole = text[: text.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.splitlines():
            self._take(line)

    def _begin_again_if_replaced(self, file) -> None:
        found = os.fstat(file.fileno())
        # A resume writes the rows it keeps into a new file.
        if found.st_ino != self._inode or found.st_size < self._offset:
            self._begin_again(found.st_ino)

    def _begin_again(self, inode: int) -> None:
        self.rows, self.keys, self.broken, self._inode, self._offset = [], {}, 0, inode, 0
        self._begun += 1

    def _take(self, line: bytes) -> None:
        row = _row(line)
        if row is None:
            self.broken += 1
        else:
            self.rows.append(row)
            self.keys.update(dict.fromkeys(key for key, value in row.items() if value is not None))


def _row(line: bytes) -> Row | None:
    """The numbers of one line; None if it is no row."""
    row = parsed_object(line)
    if row is None or not isinstance(row.get("step"), int) or number(row["step"]) is None:
        return None
    return {key: number(value) for key, value in row.items()}


def number(value: object) -> float | None:
    """A number that figures can be made of, as it is; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) <= LARGEST else None  # NaN is neither
