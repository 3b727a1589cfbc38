"""Vectors of all passages in one file: float32 rows, written block by block and taken up again after a stop."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from skill1.env.service import Report
from skill1_envs.search.retriever.corpus import Corpus

if TYPE_CHECKING:
    from skill1.library.encoder import Encoder

FILE_NAME = "vectors.npy"
BLOCK = 1024  # passages encoded at a time
_BLOCKS_PER_NOTE = 16  # after so many blocks what is done is noted, and not done again
_NOTE = "progress.json"


def write_vectors(corpus: Corpus, encoder: Encoder, partial: Path, origin: dict[str, Any], report: Report) -> None:
    """Encodes what is not encoded yet.

    Args:
        corpus: of N passages.
        encoder: gives float32 ``[N, D]``, rows of length 1.
        partial: the folder under construction.
        origin: what decides the vectors; of others nothing is taken up.
        report: is told of passages.

    Raises:
        OSError: the disk does not take it.
        LibraryError: the encoder fails.
    """
    shape = (len(corpus), encoder.dimensions)
    vectors, start = _taken_up(partial, origin, shape)
    for number, first in enumerate(range(start, shape[0], BLOCK), 1):
        report("vectors", first, shape[0])
        end = min(first + BLOCK, shape[0])
        vectors[first:end] = encoder.encode([corpus[position].contents for position in range(first, end)])
        if number % _BLOCKS_PER_NOTE == 0 or end == shape[0]:
            vectors.flush()
            _note(partial, origin, end)
    report("vectors", shape[0], shape[0])


def finish(partial: Path) -> None:
    """Takes the note away once the vectors are used."""
    (partial / _NOTE).unlink()


def _taken_up(partial: Path, origin: dict[str, Any], shape: tuple[int, int]) -> tuple[np.memmap, int]:
    """The file and how many rows of it are done."""
    path = partial / FILE_NAME
    try:
        noted = json.loads((partial / _NOTE).read_text("utf-8"))
        vectors = np.lib.format.open_memmap(path, "r+")
        if noted["origin"] == origin and vectors.shape == shape and vectors.dtype == np.float32:
            return vectors, min(int(noted["rows"]), shape[0])
    except (OSError, ValueError, KeyError, TypeError):
        pass  # nothing usable was left: begin
    return np.lib.format.open_memmap(path, "w+", np.float32, shape), 0


def _note(partial: Path, origin: dict[str, Any], rows: int) -> None:
    fresh = partial / f"{_NOTE}.new"
    fresh.write_text(json.dumps({"origin": origin, "rows": rows}), "utf-8")
    fresh.replace(partial / _NOTE)
