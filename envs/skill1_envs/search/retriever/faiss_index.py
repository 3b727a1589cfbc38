"""FAISS's three ways to find the nearest vectors, each kept as plain arrays.

``flat`` compares all vectors, block by block from the mapped file. ``hnsw`` walks a graph and holds all vectors in
memory. ``ivfpq`` holds a short code of each and reads the best candidates' vectors from the file. FAISS's own files are
not used: reading one trusts whoever wrote it. Arrays from a file are looked at before FAISS sees them.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from skill1.errors import DataError, MissingExtraError
from skill1_envs.search.retriever.manifest import damaged, opened_array

Kind = Literal["flat", "hnsw", "ivfpq"]
Search = Callable[[NDArray[np.float32], int], tuple[NDArray[np.float32], NDArray[np.int64]]]
KINDS = ("flat", "hnsw", "ivfpq")
# FAISS's own widths are 40 and 16. With these, `hnsw` has at least 0.99 of the true neighbours in the tests.
HNSW_NEIGHBOURS = 32
HNSW_BUILD_WIDTH = 128
HNSW_SEARCH_WIDTH = 256
CELLS_PER_ROOT = 4  # cells = 4·sqrt(rows), as FAISS's guidelines have it
# Of the cells, so many are looked into for a query.
PROBED_SHARE = 1 / 32
PLACES_PER_BYTE = 8
CENTROIDS = 256  # of a byte of a code
ROWS_PER_CENTROID = 39  # FAISS warns below
LEAST_PQ_ROWS = CENTROIDS * ROWS_PER_CENTROID
SHORTLIST = 20  # ivfpq proposes so many times K rows, which are then compared exactly
# Rows compared at a time: 0.8 GB of vectors with 768 numbers.
FLAT_BLOCK = 1 << 18
_ADDED_ROWS = 1 << 16
# What the graph of FAISS's HNSW consists of, besides the vectors.
_GRAPH = {"levels": np.int32, "offsets": np.uint64, "neighbors": np.int32}


def memory_bytes(kind: Kind, rows: int, dimensions: int) -> int:
    """What an index needs in memory while it answers, besides the interpreter.

    flat: 4·N·D, of a mapped file, which the system may drop and read again. hnsw, with M neighbours: the vectors,
    4·N·(2M + M / (M − 1)) for the graph (a node is on a higher layer with a chance of 1 / M), 12·N for its places.
    ivfpq: a code of D / 8 bytes and a number of 8 for each row, 4·D for each cell and for each of 256 centroids.
    """
    vectors = 4 * rows * dimensions
    if kind == "flat":
        return vectors
    if kind == "hnsw":
        m = HNSW_NEIGHBOURS
        return vectors + round(4 * rows * (2 * m + m / (m - 1))) + 12 * rows
    return rows * (code_bytes(dimensions) + 8) + 4 * dimensions * (num_cells(rows) + CENTROIDS)


def build_bytes(kind: Kind, rows: int, dimensions: int) -> int:
    """The same while it is built: ivfpq also holds the rows it learns its cells from."""
    learnt = 4 * dimensions * _training_rows(rows) if kind == "ivfpq" else 0
    return memory_bytes(kind, rows, dimensions) + learnt


def num_cells(rows: int) -> int:
    """Cells of an ``ivfpq`` index, at least one."""
    # Not more cells than there are enough rows to learn from.
    return max(1, min(round(CELLS_PER_ROOT * math.sqrt(rows)), rows // ROWS_PER_CENTROID))


def code_bytes(dimensions: int) -> int:
    """Bytes of a code: the most that divide the dimensions and stand for at least eight places each."""
    most = max(1, dimensions // PLACES_PER_BYTE)
    return next(count for count in range(most, 0, -1) if dimensions % count == 0)


def _training_rows(rows: int) -> int:
    return min(rows, ROWS_PER_CENTROID * max(CENTROIDS, num_cells(rows)))


def check_rows(kind: Kind, rows: int) -> None:
    """Whether an index of this kind can be made of so many rows.

    Raises:
        DataError: too few for ``ivfpq``.
    """
    if kind == "ivfpq" and rows < LEAST_PQ_ROWS:
        raise DataError(f"ivfpq needs at least {LEAST_PQ_ROWS:,} passages, got {rows:,}. Type: --index flat")


def save_index(kind: Kind, vectors: NDArray[np.float32], folder: Path) -> dict[str, int]:
    """Builds an index over rows of length 1 and writes its arrays into a folder; its settings.

    Of too few rows for the kind, see :func:`check_rows`, nothing useful can be made.

    Raises:
        MissingExtraError: faiss is not installed.
    """
    if kind == "hnsw":
        return _save_graph(vectors, folder)
    return _save_cells(vectors, folder) if kind == "ivfpq" else {}


def open_search(kind: Kind, vectors: NDArray[np.float32], folder: Path, settings: dict[str, int]) -> Search:
    """A function from queries ``[Q, D]`` and K to the K best (scores, rows), both ``[Q, K]``; rows of −1 are none.

    Raises:
        DataError: an array is missing or not what it should be.
        MissingExtraError: faiss is not installed.
    """
    load_faiss()  # a server without it must not begin to answer
    if kind == "flat":
        return lambda queries, k: _flat(vectors, queries, k)
    index = (_open_graph if kind == "hnsw" else _open_cells)(vectors, folder, settings)
    # The graph holds whole vectors; the codes of ivfpq only propose rows.
    if kind == "hnsw":
        return index.search
    return lambda queries, k: _rescored(index, vectors, queries, k)


def _flat(vectors: NDArray[np.float32], queries: NDArray[np.float32], k: int) -> tuple[NDArray, NDArray]:
    faiss, found = load_faiss(), []
    for first in range(0, len(vectors), FLAT_BLOCK):
        block = vectors[first : first + FLAT_BLOCK]
        # The last block may have fewer rows than are asked for.
        scores, rows = faiss.knn(queries, block, min(k, len(block)), metric=faiss.METRIC_INNER_PRODUCT)
        found.append((scores, rows + first))
    return _best(np.hstack([each[0] for each in found]), np.hstack([each[1] for each in found]), k)


def _rescored(
    index: Any, vectors: NDArray[np.float32], queries: NDArray[np.float32], k: int
) -> tuple[NDArray, NDArray]:
    _, rows = index.search(queries, min(SHORTLIST * k, len(vectors)))
    # −1 stands for no row. Row 0 takes its place here, and its score is overwritten below.
    scores = np.stack([vectors[np.maximum(row, 0)] @ query for row, query in zip(rows, queries, strict=True)])
    return _best(np.where(rows >= 0, scores, -np.inf), rows, k)


def _best(scores: NDArray[np.float32], rows: NDArray[np.int64], k: int) -> tuple[NDArray, NDArray]:
    """The k best of each line, equal scores by row."""
    order = np.lexsort((rows, -scores), axis=-1)[:, :k]
    return np.take_along_axis(scores, order, -1), np.take_along_axis(rows, order, -1)


def _save_graph(vectors: NDArray[np.float32], folder: Path) -> dict[str, int]:
    faiss = load_faiss()
    index = faiss.IndexHNSWFlat(vectors.shape[1], HNSW_NEIGHBOURS, faiss.METRIC_INNER_PRODUCT)
    index.hnsw.efConstruction = HNSW_BUILD_WIDTH
    _add(index, vectors)
    # The graph alone: the vectors have a file of their own.
    for name in _GRAPH:
        np.save(folder / f"{name}.npy", faiss.vector_to_array(getattr(index.hnsw, name)), allow_pickle=False)
    return {
        "entry_point": index.hnsw.entry_point,
        "max_level": index.hnsw.max_level,
        "links": index.hnsw.neighbors.size(),
    }


def _open_graph(vectors: NDArray[np.float32], folder: Path, settings: dict[str, int]) -> Any:
    faiss, rows = load_faiss(), len(vectors)
    shapes = {"levels": rows, "offsets": rows + 1, "neighbors": settings["links"]}
    arrays = {name: opened_array(folder / f"{name}.npy", _GRAPH[name], (shapes[name],)) for name in _GRAPH}
    index = faiss.IndexHNSWFlat(vectors.shape[1], HNSW_NEIGHBOURS, faiss.METRIC_INNER_PRODUCT)
    # FAISS has a table of where each layer begins, and one entry more for where the last one ends.
    _check_graph(arrays, settings, index.hnsw.cum_nneighbor_per_level.size() - 1, folder)
    # Into the storage alone: added to the index itself, vectors would have their graph built anew.
    _add(faiss.downcast_index(index.storage), vectors)
    index.ntotal = rows
    for name, values in arrays.items():
        # Copied, so the mapped files are not needed afterwards.
        faiss.copy_array_to_vector(np.ascontiguousarray(values), getattr(index.hnsw, name))
    index.hnsw.entry_point, index.hnsw.max_level = settings["entry_point"], settings["max_level"]
    index.hnsw.efSearch = HNSW_SEARCH_WIDTH
    return index


def _check_graph(arrays: dict[str, NDArray], settings: dict[str, int], most_layers: int, folder: Path) -> None:
    """FAISS looks at nothing: a link to a row, or a layer, that does not exist would read foreign memory."""
    levels, offsets, neighbors = (arrays[name] for name in _GRAPH)
    # A node on l layers has 2M places in the lowest one and M in each other: M · (l + 1).
    widths = HNSW_NEIGHBOURS * (levels.astype(np.int64) + 1)
    entry, top = settings["entry_point"], settings["max_level"]
    is_sound = (
        levels.min() >= 1
        and int(offsets[0]) == 0
        and int(offsets[-1]) == len(neighbors)
        and np.array_equal(np.diff(offsets.astype(np.int64)), widths)
        # −1: a place without a neighbour.
        and neighbors.min() >= -1
        and neighbors.max() < len(levels)
        and 0 <= entry < len(levels)
        # ``max_level`` counts layers from 0, ``levels`` from 1; a search begins in the topmost.
        and top + 1 == int(levels[entry]) == int(levels.max()) <= most_layers
        and all(_leads_on(arrays, layer) for layer in range(1, top + 1))
    )
    if not is_sound:
        raise damaged(folder, "its graph has wrong links")


def _leads_on(arrays: dict[str, NDArray], layer: int) -> bool:
    """Whether all links of a layer, from 0, lead to nodes that are on it, too; in the lowest one all are."""
    levels, offsets, neighbors = (arrays[name] for name in _GRAPH)
    places = offsets[np.flatnonzero(levels > layer)].astype(np.int64) + HNSW_NEIGHBOURS * (layer + 1)
    links = neighbors[places[:, None] + np.arange(HNSW_NEIGHBOURS)]
    return not np.any((links >= 0) & (levels[links] <= layer))


def _save_cells(vectors: NDArray[np.float32], folder: Path) -> dict[str, int]:
    faiss, (rows, dimensions) = load_faiss(), vectors.shape
    cells, places = num_cells(rows), code_bytes(dimensions)
    # 8 bits for each place of a code, hence 256 centroids.
    index = faiss.IndexIVFPQ(
        faiss.IndexFlatIP(dimensions), dimensions, cells, places, 8, faiss.METRIC_INNER_PRODUCT
    )
    # The same rows each time, and sorted, so that the mapped file is read from front to back.
    chosen = np.sort(np.random.default_rng(0).choice(rows, _training_rows(rows), replace=False))
    index.train(np.ascontiguousarray(vectors[chosen]))
    _add(index, vectors)
    sizes = np.array([index.invlists.list_size(cell) for cell in range(cells)], np.int64)
    np.save(folder / "cells.npy", index.quantizer.reconstruct_n(0, cells), allow_pickle=False)
    np.save(folder / "centroids.npy", faiss.vector_to_array(index.pq.centroids), allow_pickle=False)
    np.save(folder / "sizes.npy", sizes, allow_pickle=False)
    _save_lists(faiss, index.invlists, sizes, places, folder)
    return {"cells": cells, "places": places}


def _save_lists(faiss: Any, lists: Any, sizes: NDArray[np.int64], places: int, folder: Path) -> None:
    """Numbers and codes of all rows, cell by cell."""
    total = int(sizes.sum())
    # Written to the files directly: beside FAISS's own lists there is no second copy in memory.
    ids = np.lib.format.open_memmap(folder / "ids.npy", "w+", np.int64, (total,))
    codes = np.lib.format.open_memmap(folder / "codes.npy", "w+", np.uint8, (total, places))
    ends = np.cumsum(sizes)
    for cell in np.flatnonzero(sizes).tolist():
        place, size = slice(int(ends[cell] - sizes[cell]), int(ends[cell])), int(sizes[cell])
        ids[place] = faiss.rev_swig_ptr(lists.get_ids(cell), size)
        codes[place] = faiss.rev_swig_ptr(lists.get_codes(cell), size * places).reshape(size, places)
    ids.flush()
    codes.flush()


def _open_cells(vectors: NDArray[np.float32], folder: Path, settings: dict[str, int]) -> Any:
    faiss, (rows, dimensions) = load_faiss(), vectors.shape
    cells, places = settings["cells"], settings["places"]
    if cells < 1 or places < 1 or dimensions % places:
        raise damaged(folder, f"vectors of {dimensions} cannot have {cells} cells and codes of {places} bytes")
    shapes = {
        "cells": (np.float32, (cells, dimensions)),
        "centroids": (np.float32, (CENTROIDS * dimensions,)),
        "sizes": (np.int64, (cells,)),
        "ids": (np.int64, (rows,)),
        "codes": (np.uint8, (rows, places)),
    }
    arrays = {name: opened_array(folder / f"{name}.npy", *expected) for name, expected in shapes.items()}
    sizes, ids = arrays["sizes"], arrays["ids"]
    if sizes.min() < 0 or sizes.sum() != rows or ids.min() < 0 or ids.max() >= rows:
        raise damaged(folder, "its cells hold wrong rows")
    # Put together from plain arrays, as `train` and `add` have left it when it was built.
    quantizer = faiss.IndexFlatIP(dimensions)
    quantizer.add(np.ascontiguousarray(arrays["cells"]))
    index = faiss.IndexIVFPQ(quantizer, dimensions, cells, places, 8, faiss.METRIC_INNER_PRODUCT)
    faiss.copy_array_to_vector(np.ascontiguousarray(arrays["centroids"]), index.pq.centroids)
    # The rows of a cell lie together, and ``sizes`` says how many.
    ends = np.cumsum(sizes)
    for cell in np.flatnonzero(sizes).tolist():
        place = slice(int(ends[cell] - sizes[cell]), int(ends[cell]))
        own, codes = np.ascontiguousarray(ids[place]), np.ascontiguousarray(arrays["codes"][place])
        index.invlists.add_entries(cell, len(own), faiss.swig_ptr(own), faiss.swig_ptr(codes))
    # By hand, because neither ``train`` nor ``add`` was called.
    index.is_trained, index.ntotal = True, rows
    index.nprobe = max(1, round(cells * PROBED_SHARE))
    return index


def _add(index: Any, vectors: NDArray[np.float32]) -> None:
    """In blocks, so that no second copy of the whole is made."""
    for first in range(0, len(vectors), _ADDED_ROWS):
        index.add(np.ascontiguousarray(vectors[first : first + _ADDED_ROWS]))


def load_faiss() -> Any:
    """The package. Raises ``MissingExtraError``."""
    if sys.platform == "darwin":
        # Its wheel and torch's each bring an OpenMP runtime, and two of them end the process.
        os.environ.setdefault("KMP_DUPLICATE_LIB_OK", "TRUE")
    try:
        faiss = import_module("faiss")
    except ImportError as error:
        raise MissingExtraError("faiss-cpu", "search", "search by meaning") from error
    if sys.platform == "darwin":
        faiss.omp_set_num_threads(1)
    return faiss
