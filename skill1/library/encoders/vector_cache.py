"""Vectors that a server was paid for, kept on disk: one SQLite file of the user, shared by all runs and libraries.

A cache, so nothing here is an error: a file that is damaged is set aside, one that cannot be used is done without.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import numpy as np

logger = logging.getLogger(__name__)
_BUSY_TIMEOUT_S = 30.0
_VECTOR_TYPE = np.dtype("<f4")
_KEYS_PER_QUERY = 500  # SQLite's oldest limit of parameters is 999
_NORM_TOLERANCE = 1e-3
_SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS probes (
    source TEXT NOT NULL,               -- address and name of a model
    tag TEXT NOT NULL,                  -- tells which model it was that answered there
    vector BLOB NOT NULL,               -- its answer to a fixed text
    PRIMARY KEY (source, tag)
) WITHOUT ROWID;
"""
_Answer = TypeVar("_Answer")


def default_file() -> Path:
    """``skill1/embeddings/vectors.sqlite`` of the user's cache folder: $XDG_CACHE_HOME, or ~/.cache."""
    folder = os.environ.get("XDG_CACHE_HOME")
    return (Path(folder) if folder else Path.home() / ".cache") / "skill1" / "embeddings" / "vectors.sqlite"


def cache_key(*parts: str) -> bytes:
    """32 bytes that name a text of a source; the parts are kept apart."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "replace")
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.digest()


class VectorCache:
    """Unit vectors by key. ``file`` None: nothing is kept. A connection lasts one call: threads may share this."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._complained = False

    def get(self, keys: Sequence[bytes], dimensions: int) -> dict[bytes, np.ndarray]:
        """Float32 ``[dimensions]`` of each key that is kept and whole."""

        def read(connection: sqlite3.Connection) -> list[tuple[bytes, bytes]]:
            found = []
            for at in range(0, len(keys), _KEYS_PER_QUERY):
                some = keys[at : at + _KEYS_PER_QUERY]
                query = f"SELECT key, vector FROM vectors WHERE key IN ({', '.join('?' * len(some))})"
                found += connection.execute(query, some).fetchall()
            return found

        rows = {key: _vector(blob, dimensions) for key, blob in self._run(read) or ()}
        return {key: row for key, row in rows.items() if row is not None}

    def put(self, rows: Mapping[bytes, np.ndarray]) -> None:
        """Keep float32 rows of length 1; on disk when this returns, unless the disk refuses."""
        values = [(key, row.astype(_VECTOR_TYPE).tobytes()) for key, row in rows.items()]
        self._run(
            lambda connection: connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", values)
        )

    def probes(self, source: str, dimensions: int) -> dict[str, np.ndarray]:
        """Tag → the vector that the model of this tag gave to the fixed text."""

        def read(connection: sqlite3.Connection) -> list[tuple[str, bytes]]:
            query = "SELECT tag, vector FROM probes WHERE source = ? ORDER BY tag"
            return connection.execute(query, (source,)).fetchall()

        rows = {tag: _vector(blob, dimensions) for tag, blob in self._run(read) or ()}
        return {tag: row for tag, row in rows.items() if row is not None}

    def put_probe(self, source: str, tag: str, row: np.ndarray) -> None:
        """Note what a model gave to the fixed text; the first note of a tag stays."""
        values = (source, tag, row.astype(_VECTOR_TYPE).tobytes())
        self._run(lambda connection: connection.execute("INSERT OR IGNORE INTO probes VALUES (?, ?, ?)", values))

    def _run(self, work: Callable[[sqlite3.Connection], _Answer]) -> _Answer | None:
        """What the work gives; None where the file cannot be used."""
        if self._file is None:
            return None
        try:
            try:
                return _with_file(self._file, work)
            except sqlite3.OperationalError:
                raise  # locked, full or read-only: not damaged
            except sqlite3.DatabaseError as error:
                aside = self._file.with_name(f"{self._file.name}.damaged-{os.getpid()}")
                os.replace(self._file, aside)
                logger.warning("embeddings: %s is damaged (%s); set aside as %s", self._file, error, aside.name)
                return _with_file(self._file, work)
        except (sqlite3.Error, OSError) as error:
            if not self._complained:
                logger.warning(
                    "embeddings: %s cannot be used as a cache (%s); continuing without", self._file, error
                )
            self._complained = True
            return None


def _with_file(file: Path, work: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file, timeout=_BUSY_TIMEOUT_S)) as connection, connection:
        connection.executescript(_SCHEMA)
        return work(connection)


def _vector(blob: object, dimensions: int) -> np.ndarray | None:
    """A stored row; None for one that is no unit vector of this size."""
    if not isinstance(blob, bytes) or len(blob) != dimensions * _VECTOR_TYPE.itemsize:
        return None
    row = np.frombuffer(blob, dtype=_VECTOR_TYPE).astype(np.float32)
    return row if abs(float(np.linalg.norm(row)) - 1.0) < _NORM_TOLERANCE else None
