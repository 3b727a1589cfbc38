"""The vectors of the active skills and the search among them, in a kind that suits their number.

Small libraries are searched exactly by FAISS. Above that, rows of the `hashing` encoder stay exact (they are nearly all
zeros), those of other encoders are searched approximately and re-scored exactly. Row order is the order of admission,
so an exact rebuilt index answers as one that grew.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from skill1.errors import LibraryError
from skill1.library.dense import DenseRows
from skill1.library.sparse import GrowingArray, SparseRows

Kind = Literal["flat", "sparse", "hnsw", "ivfpq"]
# Up to so many rows FAISS's exact search is kept. Of `hashing` a query among 5,000 rows takes it 1.3 ms, among 30,000
# 9 ms and the sparse search 2 to 4 ms. 5,000 is the capacity of the presets: their answers stay the same to the bit.
SPARSE_FLAT_ROWS = 5_000
# Rows of 384 numbers, one core: exact search takes 1.6 ms a query at 20,000 and grows with the rows, HNSW 1.5 ms and
# hardly grows. But HNSW takes 0.2 ms a row to build, whenever a library is opened.
DENSE_FLAT_ROWS = 50_000
# HNSW holds the vectors a second time, here nearly 1 GB; IVF-PQ trains for a minute or two and holds 104 bytes a row.
HNSW_ROWS = 500_000
MOST_GONE_SHARE = 0.25  # with more rows gone than this, the index is rebuilt
_MOVED_ROWS = 4096  # between kinds, at a time


@dataclass(frozen=True, slots=True)
class IndexReport:
    """How a library is searched: ``rows`` active skills, ``bytes`` of memory; exact: nothing above can be missed."""

    kind: Kind
    is_exact: bool
    rows: int
    bytes: int


class VectorIndex:
    """Inner-product search over L2-normalised rows (= cosine).

    A removed row keeps its number until the index is rebuilt, so that a removal costs what it removes.

    Args:
        dimensions: length of a row.
        kind: a kind, or "auto": by number of rows and by ``is_sparse``.
        is_sparse: rows are zero almost everywhere.
        expected_rows: how many are going to be added at first.

    Raises:
        LibraryError: kind "sparse" for rows that are not.
    """

    def __init__(
        self,
        dimensions: int,
        kind: Kind | Literal["auto"] = "auto",
        *,
        is_sparse: bool = False,
        expected_rows: int = 0,
    ) -> None:
        if kind == "sparse" and not is_sparse:
            raise LibraryError(
                "library.index sparse is for the vectors of the encoder `hashing`, which are nearly all zeros; for "
                "any other encoder type --library.index auto."
            )
        self._dimensions, self._wanted, self._is_sparse = dimensions, kind, is_sparse
        self._ids: list[str] = []
        self._row_of: dict[str, int] = {}
        self._alive = GrowingArray(np.bool_)
        self._expected_rows = expected_rows
        self._kind = self._suited_kind()
        self._store = self._made()

    def __len__(self) -> int:
        return len(self._row_of)

    @property
    def ids(self) -> Sequence[str]:
        """Skill id by row number, those of removed rows included."""
        return self._ids

    def vector(self, skill_id: str) -> np.ndarray:
        """The row of a skill, float32 ``[dimensions]``."""
        return self._store.dense(self.rows_of([skill_id]))[0]

    def rows_of(self, ids: Collection[str]) -> np.ndarray:
        """Row numbers of skills, int64."""
        return np.fromiter((self._row_of[skill_id] for skill_id in ids), np.int64, len(ids))

    def report(self) -> IndexReport:
        """The kind that answers now, and its size."""
        store = self._store
        # The rows' own kind, not the chosen one: an ivfpq of few rows still searches as flat.
        return IndexReport(store.kind, store.is_exact, len(self), store.nbytes + self._alive.nbytes)

    def add(self, ids: Sequence[str], vectors: np.ndarray) -> None:
        """Append rows; ``vectors`` is float32 ``[len(ids), dimensions]``."""
        if not ids:
            return
        start = len(self._ids)
        self._row_of.update(zip(ids, range(start, start + len(ids)), strict=True))
        self._ids.extend(ids)
        self._alive.extend(np.ones(len(ids), dtype=np.bool_))
        self._store.add(vectors)
        # Last, because it goes by the number of rows that are in.
        self._change_kind()

    def remove(self, ids: Collection[str]) -> np.ndarray | None:
        """Drop rows of skills that are in, keeping the order of the others.

        Returns None, or, where the rows have been renumbered, the old numbers (int64) of those that stay.
        """
        # Before the ids are forgotten: their rows are looked up by them.
        self._alive.values[self.rows_of(ids)] = False
        for skill_id in ids:
            del self._row_of[skill_id]
        is_crowded = len(self._ids) - len(self) > MOST_GONE_SHARE * len(self._ids)
        # Not at each removal: most steps at capacity remove some rows, and a new layout costs all of them.
        kept = self._lay_out_anew() if is_crowded else None
        self._change_kind()
        return kept

    def above(self, query: np.ndarray, threshold: float, top_k: int) -> tuple[np.ndarray, np.ndarray]:
        """Rows with cosine >= ``threshold`` and their cosines (int64, float32), in row order.

        An exact index gives all of them. An approximate one looks at its best ``20 * top_k`` rows and takes their
        cosines from the vectors.
        """
        if not len(self):
            return _nothing()
        return self._store.above(query, threshold, top_k, self._alive.values)

    def nearest(self, query: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
        """The at most ``k`` most similar rows and their cosines, best first."""
        if not len(self):
            return _nothing()
        return self._store.nearest(query, min(k, len(self)), self._alive.values)

    def _suited_kind(self) -> Kind:
        # What is announced counts already: a large library must not be filled as one kind and then moved to another.
        rows = max(len(self), self._expected_rows)
        return kind_for(self._wanted, rows, is_sparse=self._is_sparse)

    def _made(self) -> SparseRows | DenseRows:
        # Room for all row numbers: rows that are gone are moved along.
        rows = max(len(self._ids), self._expected_rows)
        return (
            SparseRows(self._dimensions)
            if self._kind == "sparse"
            else DenseRows(self._dimensions, self._kind, rows)
        )

    def _change_kind(self) -> None:
        """Move the rows, numbered as they are, to the kind that suits their number now."""
        # All that was announced is in: from now on the rows that are there decide.
        if len(self) >= self._expected_rows:
            self._expected_rows = 0
        kind = self._suited_kind()
        if kind == self._kind:
            return
        old, self._kind = self._store, kind
        self._store = self._made()
        for start in range(0, len(old), _MOVED_ROWS):
            # In parts: as one dense matrix the rows of a sparse index can be far larger than the index.
            self._store.add(old.dense(np.arange(start, min(start + _MOVED_ROWS, len(old)))))

    def _lay_out_anew(self) -> np.ndarray:
        alive = self._alive.values.copy()
        kept = np.flatnonzero(alive)
        self._store.keep(alive)
        self._alive.keep(alive)
        self._ids = list(self._row_of)  # in row order: rows are only ever appended
        # Renumbered without gaps, as the store has just renumbered its rows.
        self._row_of = {skill_id: row for row, skill_id in enumerate(self._ids)}
        return kept


def kind_for(wanted: Kind | Literal["auto"], rows: int, *, is_sparse: bool) -> Kind:
    """The kind that suits so many rows, unless another is ``wanted``."""
    if wanted != "auto":
        return wanted
    if rows <= (SPARSE_FLAT_ROWS if is_sparse else DENSE_FLAT_ROWS):
        return "flat"
    if is_sparse:
        return "sparse"
    return "hnsw" if rows <= HNSW_ROWS else "ivfpq"


def _nothing() -> tuple[np.ndarray, np.ndarray]:
    return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
