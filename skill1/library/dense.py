"""Dense rows: a numpy matrix, and a FAISS index over it that can always be rebuilt.

An approximate index that grew may propose other rows than a rebuilt one, so where it is used a resumed run need not
equal one that was never killed.
"""

from __future__ import annotations

import importlib.util
import math
import os
import sys
from typing import Any, Literal

import numpy as np

from skill1.errors import MissingExtraError
from skill1.library.sparse import GrowingArray

SHORTLIST_FACTOR = 20  # an approximate index proposes this many times K rows, which are then scored exactly
# FAISS's M, at its default.
HNSW_NEIGHBOURS = 32
# FAISS's efSearch, 16 by default: more than the 20·K rows that are asked for, up to K = 12.
HNSW_SEARCH_WIDTH = 256
IVF_CELLS_PER_ROOT = 4  # cells = 4·sqrt(rows), as FAISS's guidelines have it
# Of the cells; FAISS's own default is a single one.
IVF_PROBED_SHARE = 1 / 32
PQ_PLACES_PER_BYTE = 4  # with 8, recall within a cluster of near rows fell from 0.99 to 0.85
TRAINING_ROWS_PER_CELL = 39  # FAISS warns below
PQ_LEAST_ROWS = 256 * TRAINING_ROWS_PER_CELL  # a byte of a code is one of 256 centroids


class DenseRows:
    """Rows appended only; ``alive`` masks rows that are gone. An `ivfpq` of too few rows to train on stays exact."""

    def __init__(self, dimensions: int, kind: Literal["flat", "hnsw", "ivfpq"], expected_rows: int = 0) -> None:
        self._wanted = kind
        room = max(expected_rows + expected_rows // 4, 8)  # the first additions after opening copy nothing
        self._matrix = GrowingArray(np.float32, dimensions, room)
        self._faiss: Any = None  # None: to be built at the next search
        self._trained_rows = 0

    def __len__(self) -> int:
        return len(self._matrix)

    @property
    def kind(self) -> str:
        """What answers now."""
        return "flat" if self._wanted == "ivfpq" and len(self) < PQ_LEAST_ROWS else self._wanted

    @property
    def is_exact(self) -> bool:
        return self.kind == "flat"

    @property
    def nbytes(self) -> int:
        """Bytes of the matrix, and of the FAISS index as far as it is its own."""
        return self._matrix.nbytes + (0 if self._faiss is None else self._faiss_bytes())

    def add(self, vectors: np.ndarray) -> None:
        """Append rows; ``vectors`` is float32 ``[count, dimensions]``."""
        before = self.kind
        self._matrix.extend(vectors)
        # The cells of an IVF-PQ fit the rows it was trained on: train again once these have doubled.
        is_outgrown = self.kind != before or (self.kind == "ivfpq" and len(self) > 2 * self._trained_rows)
        if is_outgrown:
            self._faiss = None
        # Without an index there is nothing to add to: the next search builds one with these rows in it.
        elif self._faiss is not None:
            # FAISS takes rows that lie one behind the other in memory, in single precision.
            self._faiss.add(np.ascontiguousarray(vectors, dtype=np.float32))

    def dense(self, rows: np.ndarray) -> np.ndarray:
        """The rows, float32 ``[len(rows), dimensions]``."""
        return self._matrix.values[rows]

    def keep(self, alive: np.ndarray) -> None:
        """Drop the rows that are not alive and renumber the others, in their order."""
        self._matrix.keep(alive)
        # FAISS numbers rows in the order in which they were added: only an index that is built anew agrees with
        # the matrix again.
        self._faiss = None

    def above(
        self, query: np.ndarray, threshold: float, top_k: int, alive: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Rows with cosine >= ``threshold`` and their cosines, in row order.

        A flat index gives all of them, an approximate one those among its best ``20 * top_k`` rows.
        """
        if self.is_exact:
            # FAISS keeps only what is above its radius.
            below = np.nextafter(np.float32(threshold), np.float32(-2))
            _, cosines, rows = self._built().range_search(query[None], float(below))
        else:
            rows, cosines = self._rescored(query, top_k, alive)
        # A flat index gives rows that are gone as well; a shortlist has left them out.
        kept = alive[rows] & (cosines >= np.float32(threshold))
        rows, cosines = rows[kept], cosines[kept]
        # Row order is the order of admission, whatever order FAISS answers in.
        order = np.argsort(rows)
        return rows[order], cosines[order]

    def nearest(self, query: np.ndarray, k: int, alive: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The at most ``k`` most similar rows and their cosines, best first."""
        if self.is_exact:
            return self._proposed(query, k, alive)
        rows, cosines = self._rescored(query, k, alive)
        # By cosine, equal ones by row: the last key of lexsort counts first.
        best = np.lexsort((rows, -cosines))[:k]
        return rows[best], cosines[best]

    def _rescored(self, query: np.ndarray, top_k: int, alive: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        # From the vectors, because the cosines of an IVF-PQ are those of its codes.
        rows, _ = self._proposed(query, SHORTLIST_FACTOR * top_k, alive)
        return rows, self._matrix.values[rows] @ query

    def _proposed(self, query: np.ndarray, count: int, alive: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        index = self._built()
        # Gone rows are left out inside FAISS: afterwards they would have taken places among the best.
        settings = self._settings(None if alive.all() else _selector(alive))
        cosines, rows = index.search(query[None], min(count, len(self)), params=settings)
        # FAISS fills up with -1 where it finds fewer than asked for.
        found = rows[0] >= 0
        return rows[0][found], cosines[0][found]

    def _settings(self, selector: Any) -> Any:
        faiss = _import_faiss()
        if self.kind == "hnsw":
            return faiss.SearchParametersHNSW(efSearch=HNSW_SEARCH_WIDTH, sel=selector)
        if self.kind == "ivfpq":
            probed = max(1, round(self._faiss.nlist * IVF_PROBED_SHARE))
            return faiss.SearchParametersIVF(nprobe=probed, sel=selector)
        return faiss.SearchParameters(sel=selector)

    def _built(self) -> Any:
        if self._faiss is None:
            matrix = self._matrix.values
            index = self._empty()
            # Only an IVF-PQ has something to train.
            if not index.is_trained:
                index.train(matrix)
            index.add(matrix)
            self._faiss, self._trained_rows = index, len(matrix)
        return self._faiss

    def _empty(self) -> Any:
        faiss = _import_faiss()
        dimensions = self._matrix.values.shape[1]
        if self.kind == "hnsw":
            return faiss.IndexHNSWFlat(dimensions, HNSW_NEIGHBOURS, faiss.METRIC_INNER_PRODUCT)
        if self.kind == "ivfpq":
            cells = min(round(IVF_CELLS_PER_ROOT * math.sqrt(len(self))), len(self) // TRAINING_ROWS_PER_CELL)
            factory = f"IVF{cells},PQ{_pq_bytes(dimensions)}np"  # np: without FAISS's slow polysemous ordering
            return faiss.index_factory(dimensions, factory, faiss.METRIC_INNER_PRODUCT)
        return faiss.IndexFlatIP(dimensions)

    def _faiss_bytes(self) -> int:
        dimensions = self._matrix.values.shape[1]
        if self.kind == "ivfpq":
            return len(self) * (_pq_bytes(dimensions) + 8)  # a code and a row number
        # On the lowest level FAISS links a row to twice as many others, four bytes each. The few rows of higher
        # levels are left out.
        links = 2 * HNSW_NEIGHBOURS * 4 if self.kind == "hnsw" else 0
        return len(self) * (4 * dimensions + links)


def _pq_bytes(dimensions: int) -> int:
    """Bytes of a code: the most that divide the dimensions and take at least so many places each."""
    most = max(1, dimensions // PQ_PLACES_PER_BYTE)
    return next(count for count in range(most, 0, -1) if dimensions % count == 0)


def _selector(alive: np.ndarray) -> Any:
    # FAISS counts the bits of a byte from the lowest.
    return _import_faiss().IDSelectorBitmap(np.packbits(alive, bitorder="little"))


def require_faiss(kind: str) -> None:
    """For runs, before anything is played: the first search may come minutes later. Imports nothing.

    Raises:
        MissingExtraError: it is not installed, and an index of that kind searches with it.
    """
    if kind != "sparse" and importlib.util.find_spec("faiss") is None:
        raise _missing()


def _import_faiss() -> Any:
    if sys.platform == "darwin":
        # Its wheel and torch's each bring an OpenMP runtime, and two of them end the process.
        os.environ.setdefault("KMP_DUPLICATE_LIB_OK", "TRUE")
    try:
        import faiss
    except ImportError as error:
        raise _missing() from error
    if sys.platform == "darwin":
        faiss.omp_set_num_threads(1)
    return faiss


def _missing() -> MissingExtraError:
    return MissingExtraError("faiss-cpu", "api", "retrieving skills")
