"""A corpus on disk: one JSON object on each line, with ``id`` and ``contents``, as Search-R1's Wikipedia-18 has them.

The file is mapped and passages are read where they lie. In memory there are eight bytes for each: where it begins.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from skill1.env.service import Report
from skill1.errors import DataError, quoted
from skill1_envs.kit.passages import Passage

FILE_NAME = "corpus.jsonl"
_REPORTED_LINES = 100_000
LONGEST_LINE = 64 << 20  # bytes of a passage; a whole corpus in one line would fill the memory
_FORM = '{"id": "0", "contents": "\\"Title\\"\\ntext"}'


@dataclass(frozen=True, slots=True)
class Scan:
    """What one reading of a corpus tells: where passages begin (uint64, in bytes), its size, time and SHA-256."""

    offsets: NDArray[np.uint64]
    num_bytes: int
    modified_ns: int
    sha256: str


def scan(path: Path, report: Report) -> Scan:
    """Reads a corpus once, in constant memory but for the offsets. Blank lines are no passages.

    Raises:
        DataError: it cannot be read, is packed, has too long a line, or holds no passage.
    """
    # An array and not a list: eight bytes for each of millions of passages.
    offsets, digest, place = array("Q"), hashlib.sha256(), 0
    try:
        with path.open("rb") as file:
            # Taken before the first byte is read: a change from here on must show, however late the time is noted.
            before = os.fstat(file.fileno())
            # Before the first line is read, for packed bytes would pass for one long line.
            _refuse_packed(path, file.read(4))
            file.seek(0)
            while line := file.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise _no_passage(path, place, f"it has more than {LONGEST_LINE:,} bytes")
                digest.update(line)
                # Hashed but not listed: the hash is that of the file, and positions count passages.
                if not line.isspace():
                    offsets.append(place)
                    if len(offsets) % _REPORTED_LINES == 0:
                        report("corpus", place, before.st_size)
                place += len(line)
    except OSError as error:
        raise DataError(f"the corpus {path} cannot be read: {error}") from error
    if not offsets:
        raise DataError(f"the corpus {path} holds no passage; expected lines such as {_FORM}")
    return Scan(np.array(offsets, np.uint64), place, before.st_mtime_ns, digest.hexdigest())


def size_of(path: Path) -> int:
    """Bytes of a corpus. Raises ``DataError``."""
    try:
        return path.stat().st_size
    except OSError as error:
        raise DataError(f"the corpus {path} cannot be read: {error}") from error


def _refuse_packed(path: Path, start: bytes) -> None:
    if start[:2] == b"\x1f\x8b":
        raise DataError(
            f"the corpus {path} is compressed, but passages are read at any offset. Type: gunzip {quoted(path)}"
        )


class Corpus:
    """Passages by position. Safe to read from several threads.

    Raises:
        DataError: the file cannot be opened.
    """

    def __init__(self, path: Path, offsets: NDArray[np.uint64]) -> None:
        self.path, self._offsets = path, offsets
        try:
            with path.open("rb") as file:
                # The map stays when the file is closed, and threads can read from it without a shared position.
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:  # ValueError: an empty file
            raise DataError(f"the corpus {path} cannot be opened: {error}") from error

    def __len__(self) -> int:
        return len(self._offsets)

    def __getitem__(self, position: int) -> Passage:
        """Raises ``DataError`` for a line that is no passage, ``IndexError`` past the end."""
        start = int(self._offsets[position])
        # The last line may have no line break.
        end = self._bytes.find(b"\n", start)
        return read_passage(self._bytes[start : end if end >= 0 else None], self.path, start)

    def __iter__(self) -> Iterator[Passage]:
        return (self[position] for position in range(len(self)))

    def close(self) -> None:
        self._bytes.close()


def read_passage(line: bytes, path: Path, place: int) -> Passage:
    """The passage of a line that begins at byte ``place``; an ``id`` may be a whole number.

    Raises:
        DataError: the line is no such object.
    """
    try:
        row = json.loads(line)
        name, contents = row["id"], row["contents"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _no_passage(path, place, f"{type(error).__name__}: {error}") from error
    # True and False are whole numbers to Python.
    if isinstance(name, bool) or not isinstance(name, str | int) or not isinstance(contents, str):
        raise _no_passage(path, place, "id is a text or a whole number, contents a text")
    return Passage(str(name), contents)


def _no_passage(path: Path, place: int, why: str) -> DataError:
    return DataError(
        f"{path}: the line at byte {place:,} is not a passage ({why:.200}); expected one such as {_FORM}"
    )
