"""Search over one collection of texts, with the ranking of Lucene's BM25, without Java.

Built from texts, or opened from a folder; answers queries with positions in the list it was built from. How an index is
kept and found again is the environment's part. Building and asking raise ``MissingExtraError`` without ``regex`` and
``nltk``.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skill1.errors import DataError
from skill1_envs.kit.analyser import Analyser
from skill1_envs.kit.inverted import ARRAYS, InvertedIndex, build_in_order, build_inverted
from skill1_envs.kit.ranking import TermPostings, ranked_documents, scores, weight

# The record of all files. It is written last, so a folder that has it is whole.
CONTENTS = "index.json"
_CHUNK_BYTES = 1 << 22
_TERMS_KEPT = 1 << 16  # of those asked for: finding one again takes as long as adding up some hundred postings


class SearchIndex:
    """An index ready for queries. Queries leave it as it was, but for stems and places of terms that are kept.

    >>> index = SearchIndex.build(["red cotton shirt", "blue shirts", "green tea"], ["B2", "B1", "B3"])
    >>> index.search("shirt in red")
    [0, 1]
    """

    def __init__(self, arrays: InvertedIndex) -> None:
        self.arrays = arrays
        self.num_documents = len(arrays.positions)
        self._num_indexed = int(arrays.num_indexed[0])
        self._analyser = Analyser()
        self._find = lru_cache(maxsize=_TERMS_KEPT)(_Terms(arrays).find)

    @classmethod
    def build(cls, texts: Sequence[str], ids: Sequence[str]) -> SearchIndex:
        """Indexes ``texts[i]`` under ``ids[i]`` in memory. For large collections see :func:`build_folder`.

        Raises:
            ValueError: the lists differ in length, or an id comes twice.
        """
        return cls(build_inverted(texts, ids))

    @classmethod
    def load(cls, folder: Path) -> SearchIndex:
        """Opens a saved index; its files are mapped, not read into memory.

        Raises:
            DataError: a file is missing, damaged or not what it should be.
        """
        # In full: a changed byte in a mapped array would show as another score, if at all.
        _check_contents(folder)
        try:
            arrays = {name: _opened(folder / f"{name}.npy") for name in ARRAYS}
        except (OSError, ValueError) as error:
            raise DataError(f"search index {folder}: {error}. {REMEDY}") from error
        # The record says that files are as they were written, not that this version would write them so.
        for name, dtype in ARRAYS.items():
            if arrays[name].dtype != dtype or arrays[name].ndim != 1:
                raise DataError(
                    f"search index {folder}: {name}.npy is {arrays[name].dtype}, not {dtype.__name__}. {REMEDY}"
                )
        return cls(InvertedIndex(**arrays))

    def search(self, query: str, k: int = 50) -> list[int]:
        """Positions of the ``k`` best documents, best first, equal scores by id; fewer if fewer share a term.

        Of a query with more than 1,024 different terms, which Lucene refuses, the words before the next one count.
        """
        return self.ranked(query, k)[0].tolist()

    def ranked(self, query: str, k: int) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
        """As :meth:`search`, with the score of each document (float32, above 0)."""
        # As in Lucene, a term typed twice weighs twice.
        counts = Counter(self._analyser.terms(self._analyser.shortened(query)))
        found = [
            self._postings(number, times) for term, times in counts.items() if (number := self._find(term)) >= 0
        ]
        if not found or k < 1:
            return np.zeros(0, np.uint32), np.zeros(0, np.float32)
        documents, reached = ranked_documents(found, self.num_documents, k)
        # Inside, documents are numbered by id; callers know them by their place in the list.
        return self.arrays.positions[documents], reached

    def _postings(self, number: int, times: int) -> TermPostings:
        arrays = self.arrays
        start, end = int(arrays.starts[number]), int(arrays.starts[number + 1])
        term_weight = weight(times, end - start, self._num_indexed)
        return TermPostings(
            term_weight,
            arrays.documents[start:end],
            arrays.saturations[start:end],
            # A score rises with the saturation, so the largest one gives the most that the term can add.
            float(scores(term_weight, arrays.peaks[number])),
        )


class _Terms(Sequence[bytes]):
    """The terms of an index in byte order, read where they lie."""

    def __init__(self, arrays: InvertedIndex) -> None:
        self._bytes = memoryview(arrays.terms)
        self._ends = arrays.term_ends

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, number: Any) -> bytes:
        return bytes(self._bytes[self._ends[number] : self._ends[number + 1]])

    def find(self, term: str) -> int:
        """The number of a term, −1 if no document has it."""
        # As in the index, which takes halves of characters too: texts from JSON may hold some.
        wanted = term.encode("utf-8", "surrogatepass")
        number = bisect_left(self, wanted)
        return number if number < len(self) and self[number] == wanted else -1


def cache_folder(name: str) -> Path:
    """Where an environment keeps its indices: ``skill1/<name>`` of $XDG_CACHE_HOME, or of ~/.cache.

    Raises ``DataError`` where there is neither.
    """
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "skill1" / name
    except RuntimeError as error:
        raise DataError("This user has no home folder. Type: export XDG_CACHE_HOME=DIR") from error


def build_folder(texts: Sequence[str], ids: Sequence[str], folder: Path) -> None:
    """Builds an index straight into the files of an existing, empty folder, in bounded memory.

    Raises:
        ValueError: as :meth:`SearchIndex.build`.
        OSError: the folder does not take it.
    """
    _finish(build_inverted(texts, ids, folder), folder)


def build_stream(texts: Iterable[str], folder: Path) -> None:
    """As :func:`build_folder`, of texts read once; equal scores are ordered by position."""
    _finish(build_in_order(texts, folder), folder)


def _finish(arrays: InvertedIndex, folder: Path) -> None:
    for name in ARRAYS:
        made = getattr(arrays, name)
        # On the disk before the record says what is there.
        if isinstance(made, np.memmap):
            made.flush()
    _write_contents(folder)


REMEDY = "Delete the folder; the index is then rebuilt."


def _opened(path: Path) -> NDArray:
    """A file's array, mapped, as a plain array: slices of numpy's own type for mapped ones are slow to make."""
    return np.load(path, mmap_mode="r", allow_pickle=False).view(np.ndarray)


def _write_contents(folder: Path) -> None:
    """Writes what each file should be, last of all."""
    (folder / CONTENTS).write_text(
        json.dumps({"files": {name: fingerprint(folder / f"{name}.npy") for name in ARRAYS}}), "utf-8"
    )


def file_hash(path: Path) -> str:
    """SHA-256 of a file, about a second for a gigabyte; names the texts that are read from it.

    Raises:
        DataError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error}") from error


def fingerprint(path: Path) -> dict[str, int]:
    """Bytes and CRC-32 of a file. Raises ``OSError``."""
    checksum = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            checksum = zlib.crc32(chunk, checksum)
    return {"bytes": path.stat().st_size, "crc32": checksum}


def _check_contents(folder: Path) -> None:
    """Compares all files with their record. About a second for a gigabyte.

    Raises:
        DataError: the record is missing or a file differs from it.
    """
    try:
        recorded = json.loads((folder / CONTENTS).read_text("utf-8"))["files"]
        different = [name for name in ARRAYS if recorded[name] != fingerprint(folder / f"{name}.npy")]
    # RecursionError: thousands of nested brackets.
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise DataError(f"search index {folder} cannot be read: {error}. {REMEDY}") from error
    if different:
        raise DataError(
            f"search index {folder} is damaged: {', '.join(different)} differ from what was written. {REMEDY}"
        )
