"""The vectors of the active skills: a numpy matrix, and a FAISS index that can always be rebuilt from it.

Row order is the order of admission, so an index built anew equals one that grew.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from skill1.errors import MissingExtraError

FLAT = "Flat"
SHORTLIST_FACTOR = 20  # an approximate index proposes this many times K rows, which are then scored exactly
_FIRST_ROWS = 256


class VectorIndex:
    """Inner-product search over L2-normalised rows (= cosine). ``factory`` is a FAISS index-factory string."""

    def __init__(self, dimensions: int, factory: str = FLAT) -> None:
        self._dimensions = dimensions
        self._factory = factory
        self._ids: list[str] = []
        self._rows: dict[str, int] = {}
        self._matrix = np.zeros((_FIRST_ROWS, dimensions), dtype=np.float32)
        self._faiss: Any = None  # None: to be rebuilt at the next search

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def ids(self) -> Sequence[str]:
        """Skill id of each row."""
        return self._ids

    @property
    def is_exact(self) -> bool:
        return self._factory == FLAT

    def vector(self, skill_id: str) -> np.ndarray:
        """The row of a skill, float32 ``[dimensions]``."""
        return self._matrix[self._rows[skill_id]]

    def add(self, ids: Sequence[str], vectors: np.ndarray) -> None:
        """Append rows; ``vectors`` is float32 ``[len(ids), dimensions]``."""
        if not ids:
            return
        start, end = len(self._ids), len(self._ids) + len(ids)
        if end > len(self._matrix):
            grown = np.zeros((max(end, 2 * len(self._matrix)), self._dimensions), dtype=np.float32)
            grown[:start] = self._matrix[:start]
            self._matrix = grown
        self._matrix[start:end] = vectors
        self._rows.update(zip(ids, range(start, end), strict=True))
        self._ids.extend(ids)
        if self._faiss is not None:
            self._faiss.add(self._matrix[start:end])

    def remove(self, ids: Collection[str]) -> None:
        """Drop rows, keeping the order of the others; FAISS is rebuilt at the next search."""
        gone = set(ids) & self._rows.keys()
        if not gone:
            return
        kept = [row for row, skill_id in enumerate(self._ids) if skill_id not in gone]
        self._matrix[: len(kept)] = self._matrix[kept]
        self._ids = [self._ids[row] for row in kept]
        self._rows = {skill_id: row for row, skill_id in enumerate(self._ids)}
        self._faiss = None

    def above(self, query: np.ndarray, threshold: float, top_k: int) -> tuple[np.ndarray, np.ndarray]:
        """Rows with cosine >= ``threshold`` and their cosines (int64, float32), in row order.

        A flat index gives all of them. An approximate one looks at its best ``20 * top_k`` rows and takes their
        cosines from the matrix.
        """
        if not self._ids:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        if self.is_exact:
            # FAISS keeps only what is above its radius.
            below = np.nextafter(np.float32(threshold), np.float32(-2))
            _, cosines, rows = self._built().range_search(query[None], float(below))
        else:
            rows = self._proposed(query, SHORTLIST_FACTOR * top_k)
            cosines = self._matrix[rows] @ query
        order = np.argsort(rows)
        rows, cosines = rows[order], cosines[order]
        kept = cosines >= np.float32(threshold)
        return rows[kept], cosines[kept]

    def nearest(self, query: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
        """The at most ``k`` most similar rows and their cosines, best first."""
        if not self._ids:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        cosines, rows = self._built().search(query[None], min(k, len(self._ids)))
        found = rows[0] >= 0
        return rows[0][found], cosines[0][found]

    def _proposed(self, query: np.ndarray, count: int) -> np.ndarray:
        _, rows = self._built().search(query[None], min(count, len(self._ids)))
        return rows[0][rows[0] >= 0]

    def _built(self) -> Any:
        if self._faiss is None:
            self._faiss = _import_faiss().index_factory(
                self._dimensions, self._factory, _import_faiss().METRIC_INNER_PRODUCT
            )
            matrix = self._matrix[: len(self._ids)]
            if not self._faiss.is_trained:
                self._faiss.train(matrix)
            self._faiss.add(matrix)
        return self._faiss


def _import_faiss() -> Any:
    try:
        import faiss
    except ImportError as error:
        raise MissingExtraError("faiss-cpu", "local", "retrieving skills") from error
    return faiss
