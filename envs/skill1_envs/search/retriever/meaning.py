"""Passages by their meaning: vectors of a frozen encoder, and FAISS over them.

The vectors of all passages are one file of float32 rows, written block by block and taken up again after a stop.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from skill1.env.service import Report
from skill1.errors import DataError, UntrustedError
from skill1_envs.kit.passages import Hit
from skill1_envs.search.retriever.corpus import Corpus
from skill1_envs.search.retriever.faiss_index import (
    KINDS,
    Kind,
    build_bytes,
    check_rows,
    load_faiss,
    memory_bytes,
    open_search,
    save_index,
)
from skill1_envs.search.retriever.manifest import (
    OFFSETS,
    Manifest,
    damaged,
    fingerprint,
    open_corpus,
    opened_array,
    read_manifest,
    record_corpus,
    scanned,
    under_construction,
)

if TYPE_CHECKING:
    from skill1.library.encoder import Encoder

MAX_TOKENS = 256  # of a passage, as the family's E5 indexes have it
_INDEX = "nearest"
BATCH = 32  # texts at once: the last digits of a vector depend on it, which an index need not mind
Tell = Callable[[str], object]
VECTORS = "vectors.npy"
BLOCK = 1024  # passages encoded at a time
_BLOCKS_PER_NOTE = 16  # after so many blocks what is done is noted, and not done again
_NOTE = "progress.json"


def make_encoder(name: str) -> Encoder:
    """An encoder as the library makes them, with its family's prompts (E5: ``query: `` and ``passage: ``)."""
    # Here and not above: environments do without the library until vectors are asked for.
    from skill1.library.encoder import make_encoder as make

    return make(name, batch_size=BATCH, max_tokens=MAX_TOKENS)


class MeaningRetriever:
    """Vectors over an index folder; a :class:`~skill1_envs.kit.passages.Retriever`.

    Args:
        folder: made by :func:`build_meaning`.
        encoder: of the queries; default: the one that the index names.

    Raises:
        DataError: the index is damaged, its corpus has changed, or the encoder is another.
        UntrustedError: the index names a server, to which queries would go, and no ``encoder`` was given.
        MissingExtraError: an extra is not installed.
    """

    def __init__(self, folder: Path, encoder: Encoder | None = None) -> None:
        self._manifest = manifest = read_manifest(folder)
        if manifest.kind not in KINDS:
            raise DataError(f"{folder} is an index of kind {manifest.kind!r:.20}; expected {', '.join(KINDS)}")
        self._corpus = open_corpus(folder, manifest)
        self._encoder = encoder or _named_encoder(folder, str(manifest.encoder.get("name")))
        # Vectors of two encoders have nothing to do with each other, even where their lengths agree.
        told = (self._encoder.identity, self._encoder.dimensions)
        if told != (manifest.encoder.get("identity"), manifest.encoder.get("dimensions")):
            raise DataError(
                f"the vectors of {folder} are from the encoder {manifest.encoder.get('identity')}, but queries use "
                f"{told[0]}. Build the index again, or name the encoder it was built with."
            )
        rows = opened_array(folder / VECTORS, np.float32, (len(self._corpus), told[1]))
        try:
            self._search = open_search(manifest.kind, rows, folder / _INDEX, dict(manifest.settings))
        except KeyError as error:
            raise damaged(folder, f"its settings lack {error}") from error

    @property
    def about(self) -> dict[str, Any]:
        """What it is, ready for JSON."""
        rows, dimensions = len(self._corpus), self._encoder.dimensions
        memory = memory_bytes(self._manifest.kind, rows, dimensions)
        return {
            "index": self._manifest.kind,
            "passages": rows,
            "encoder": self._encoder.name,
            "dimensions": dimensions,
            "memory_bytes": memory,
        }

    def retrieve(self, queries: Sequence[str], top_k: int) -> list[list[Hit]]:
        """The passages of largest cosine, from −1 to 1."""
        top_k = min(top_k, len(self._corpus))
        if not queries or top_k < 1:
            return [[] for _ in queries]
        asked = np.ascontiguousarray(self._encoder.encode_queries(list(queries)), np.float32)
        scores, rows = self._search(asked, top_k)
        return [self._hits(*each) for each in zip(scores.tolist(), rows.tolist(), strict=True)]

    def _hits(self, scores: list[float], rows: list[int]) -> list[Hit]:
        # Best first, equal scores by row; −1 stands for no row.
        found = sorted((-score, row) for score, row in zip(scores, rows, strict=True) if row >= 0)
        return [Hit(self._corpus[row], -score) for score, row in found]

    def close(self) -> None:
        self._corpus.close()


def _named_encoder(folder: Path, name: str) -> Encoder:
    if name.startswith(("http://", "https://")):
        # An index may come from anybody, and would send every query to whom it names.
        raise UntrustedError(
            f"the index {folder} sends queries to {name}. If you trust it, type: --encoder {name}"
        )
    return make_encoder(name)


def build_meaning(
    corpus: Path, folder: Path, kind: Kind, encoder: Encoder, report: Report, tell: Tell = lambda _: None
) -> None:
    """Encodes a corpus and builds an index over the vectors; one that is there already stays.

    A build that was stopped resumes after the last vectors that it noted. ``tell`` is told the memory beforehand.
    Raises what :func:`~skill1_envs.search.retriever.service.build` does.
    """
    # A missing package is reported now, and not after hours of encoding.
    load_faiss()
    with under_construction(folder, kind, corpus, keep=(VECTORS, _NOTE)) as partial:
        if partial is None:
            return
        found = scanned(corpus, partial, report)
        # Before the hours of encoding, too.
        check_rows(kind, len(found.offsets))
        tell(_needs(kind, len(found.offsets), encoder.dimensions))
        made_by = {"name": encoder.name, "identity": encoder.identity, "dimensions": encoder.dimensions}
        # All that vectors depend on: what an earlier call has left is taken up only if all of it agrees.
        origin = {"sha256": found.sha256, "max_tokens": MAX_TOKENS, **made_by}
        write_vectors(Corpus(corpus, found.offsets), encoder, partial, origin, report)
        # Mapped again, read-only: the index is built from rows on the disk, which may exceed memory.
        rows = np.load(partial / VECTORS, mmap_mode="r", allow_pickle=False).view(np.ndarray)
        (partial / _INDEX).mkdir()
        settings = save_index(kind, rows, partial / _INDEX)
        manifest = Manifest(kind, record_corpus(corpus, found, folder), {}, made_by, settings)
        names = [OFFSETS, *(f"{_INDEX}/{path.name}" for path in sorted((partial / _INDEX).iterdir()))]
        files = {name: fingerprint(partial / name) for name in names}
        replace(manifest, files=files).write(partial)
    # Only now, for without it vectors that have no name yet are not taken up.
    (folder / _NOTE).unlink(missing_ok=True)


def _needs(kind: Kind, rows: int, dimensions: int) -> str:
    """What a build is going to take, in a sentence."""
    gib = 1 << 30
    return (
        f"{rows:,} vectors of {dimensions}: {4 * rows * dimensions / gib:.2f} GiB on disk; index {kind}: "
        f"{build_bytes(kind, rows, dimensions) / gib:.2f} GiB of memory to build, "
        f"{memory_bytes(kind, rows, dimensions) / gib:.2f} GiB to answer"
        + (" (mapped: less is slower)" if kind == "flat" else "")
    )


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
            # First the rows, then the note: a note never speaks of rows that a kill has lost.
            vectors.flush()
            _note(partial, origin, end)
    report("vectors", shape[0], shape[0])


def _taken_up(partial: Path, origin: dict[str, Any], shape: tuple[int, int]) -> tuple[np.memmap, int]:
    """The file and how many rows of it are done."""
    path = partial / VECTORS
    try:
        noted = json.loads((partial / _NOTE).read_text("utf-8"))
        vectors = np.lib.format.open_memmap(path, "r+")
        if noted["origin"] == origin and vectors.shape == shape and vectors.dtype == np.float32:
            # No more than there are, whatever a damaged note says.
            return vectors, min(int(noted["rows"]), shape[0])
    except (OSError, ValueError, KeyError, TypeError):
        pass  # nothing usable was left: begin
    return np.lib.format.open_memmap(path, "w+", np.float32, shape), 0


def _note(partial: Path, origin: dict[str, Any], rows: int) -> None:
    fresh = partial / f"{_NOTE}.new"
    fresh.write_text(json.dumps({"origin": origin, "rows": rows}), "utf-8")
    # In one step, so that a kill leaves the old note or the new one.
    fresh.replace(partial / _NOTE)
