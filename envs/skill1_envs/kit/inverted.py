"""The inverted index as plain arrays, and how it is made from texts in bounded memory.

Documents are numbered in the order of their ids, or as they come, so that a tie is broken by the smaller number. Texts
are read in that order, in batches; each batch leaves a run of postings sorted by term. Once all documents are counted,
the runs are merged, one stretch of the terms after the other. With a folder, runs and arrays are files there, read and
written from front to back, so memory holds one batch or stretch, the distinct terms, and some bytes for each document.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from skill1_envs.kit.analyser import Analyser, pieces
from skill1_envs.kit.ranking import length_factors, saturations

# About 100 MB of working memory for a batch.
BATCH_TOKENS = 2_000_000
# Postings merged at a time, unless one term alone has more: about as much.
MERGED_POSTINGS = 4_000_000
_PIECES_KEPT = 500_000


@dataclass(frozen=True, slots=True)
class InvertedIndex:
    """Arrays of one collection. T terms, P postings, D documents; term t owns the postings starts[t] to starts[t + 1].

    Args:
        terms: bytes of all terms, UTF-8, one after another in byte order.
        term_ends: (T + 1,) where each term begins in ``terms``, and its length at the end.
        starts: (T + 1,) where each term's postings begin.
        documents: (P,) uint32 document numbers, rising within a term.
        saturations: (P,) float32, see :mod:`~skill1_envs.kit.ranking`.
        peaks: (T,) float32 the largest saturation of each term.
        positions: (D,) uint32 place of each document in the list the index was built from.
        num_indexed: (1,) uint32 number of documents with at least one term.
    """

    terms: NDArray[np.uint8]
    term_ends: NDArray[np.uint64]
    starts: NDArray[np.uint64]
    documents: NDArray[np.uint32]
    saturations: NDArray[np.float32]
    peaks: NDArray[np.float32]
    positions: NDArray[np.uint32]
    num_indexed: NDArray[np.uint32]


ARRAYS = {
    "terms": np.uint8,
    "term_ends": np.uint64,
    "starts": np.uint64,
    "documents": np.uint32,
    "saturations": np.float32,
    "peaks": np.float32,
    "positions": np.uint32,
    "num_indexed": np.uint32,
}
# Files are named by the one and become the fields of the other.
assert list(ARRAYS) == [field.name for field in fields(InvertedIndex)]


@dataclass(frozen=True, slots=True)
class _Run:
    """Postings of one batch, by term and then by document. Terms are numbered as they appeared, or in byte order."""

    terms: NDArray[np.uint32]
    documents: NDArray[np.uint32]
    frequencies: NDArray[np.uint32]

    def part(self, start: int, stop: int) -> _Run:
        """Postings ``start`` to ``stop``, a view."""
        return _Run(self.terms[start:stop], self.documents[start:stop], self.frequencies[start:stop])


class _PieceTerms(dict[str, tuple[int, ...]]):
    """Term numbers of each piece of text. Numbers are given in the order in which terms appear."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: dict[str, int] = {}
        self._analyser = Analyser()

    def __missing__(self, piece: str) -> tuple[int, ...]:
        # Emptied at the bound. The numbers of terms stay, for postings are made of them.
        if len(self) >= _PIECES_KEPT:
            self.clear()
        numbers = self.numbers
        self[piece] = found = tuple(numbers.setdefault(term, len(numbers)) for term in self._analyser.terms(piece))
        return found


def build_inverted(texts: Sequence[str], ids: Sequence[str], folder: Path | None = None) -> InvertedIndex:
    """Indexes ``texts[i]`` under ``ids[i]``.

    Args:
        texts: any sequence; it is read once, by position, in the order of the ids.
        ids: distinct names, compared by their UTF-8 bytes.
        folder: an existing folder for large collections; arrays become files ``NAME.npy`` in it.

    Raises:
        ValueError: the lists differ in length, or an id comes twice.
        OSError: the folder does not take the files.
    """
    if len(texts) != len(ids) or len(set(ids)) != len(ids):
        raise ValueError(
            f"search index: {len(texts)} texts and {len(set(ids))} distinct ids of {len(ids)}; expected as many of each"
        )
    order = sorted(range(len(ids)), key=lambda position: ids[position].encode("utf-8", "surrogatepass"))
    in_order = (texts[position] for position in order)
    return build_in_order(in_order, folder, np.array(order, np.uint32))


def build_in_order(
    texts: Iterable[str], folder: Path | None = None, positions: NDArray[np.uint32] | None = None
) -> InvertedIndex:
    """Indexes texts in the order in which ties are broken; ``texts`` is read once.

    Args:
        texts: at most 2³² of them.
        folder: as for :func:`build_inverted`.
        positions: the place that search answers for each text; default: 0, 1, 2 …
    """
    piece_terms = _PieceTerms()
    runs = _Runs(folder)
    lengths = [np.zeros(0, np.int64)]
    for first, tokens, batch_lengths in _batches(texts, piece_terms):
        runs.add(_run(first, tokens, batch_lengths))
        lengths.append(batch_lengths)
    whole = np.concatenate(lengths)
    if positions is None:
        positions = np.arange(len(whole), dtype=np.uint32)
    return _lay_out(runs, piece_terms.numbers, whole, positions, folder)


def _batches(
    texts: Iterable[str], piece_terms: _PieceTerms
) -> Iterator[tuple[int, NDArray[np.uint32], NDArray[np.int64]]]:
    """(first document, term numbers of all tokens, tokens per document) of each batch."""
    # Machine numbers: a list of integers would take several times the memory.
    first, tokens, lengths = 0, array("I"), array("q")
    for text in texts:
        before = len(tokens)
        tokens.extend(chain.from_iterable(map(piece_terms.__getitem__, pieces(text))))
        lengths.append(len(tokens) - before)
        if len(tokens) >= BATCH_TOKENS:
            yield first, np.array(tokens, np.uint32), np.array(lengths, np.int64)
            first, tokens, lengths = first + len(lengths), array("I"), array("q")
    # Not `if tokens`: a document without any term is no hit, but has its number.
    if lengths:
        yield first, np.array(tokens, np.uint32), np.array(lengths, np.int64)


def _run(first: int, tokens: NDArray[np.uint32], lengths: NDArray[np.int64]) -> _Run:
    """Counts equal (term, document) pairs."""
    documents = np.repeat(np.arange(first, first + len(lengths), dtype=np.uint64), lengths)
    # Term and document in one number, so that one sort counts equal pairs and leaves them in order.
    pairs = tokens.astype(np.uint64) << np.uint64(32) | documents
    pairs, counts = np.unique(pairs, return_counts=True)
    # A cast to 32 bits leaves the document, the lower half of a pair.
    return _Run((pairs >> np.uint64(32)).astype(np.uint32), pairs.astype(np.uint32), counts.astype(np.uint32))


class _Runs:
    """Runs in the order of their documents: in memory, or each in a file that is removed once merged."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._kept: list[_Run | Path] = []
        self.document_frequencies = np.zeros(0, np.int64)  # in how many documents each term occurs, by term number

    def add(self, run: _Run) -> None:
        # A batch brings new terms, so the counts so far may be shorter.
        counts = np.bincount(run.terms, minlength=len(self.document_frequencies))
        counts[: len(self.document_frequencies)] += self.document_frequencies
        self.document_frequencies = counts
        self._kept.append(run if self._folder is None else self._spilt(run, len(self._kept)))

    def renumber(self, new_numbers: NDArray[np.int64]) -> None:
        """Gives terms other numbers; postings are sorted by these."""
        for place, kept in enumerate(self._kept):
            run = self._opened(kept)
            terms = new_numbers[run.terms].astype(np.uint32)
            # Stable: within a term the documents keep their order.
            order = np.argsort(terms, kind="stable")
            run = _Run(terms[order], run.documents[order], run.frequencies[order])
            self._kept[place] = run if self._folder is None else self._spilt(run, place)

    def stretches(self, ends: Sequence[int]) -> Iterator[_Run]:
        """The postings of all runs, merged: of terms below ``ends[0]``, then of those below ``ends[1]``, and so on."""
        opened = [self._opened(kept) for kept in self._kept]
        cursors = [0] * len(opened)
        for end in ends:
            # Terms rise within a run, so where to stop is found by halving.
            stops = [int(np.searchsorted(run.terms, end)) for run in opened]
            yield _merged([run.part(a, b) for run, a, b in zip(opened, cursors, stops, strict=True) if a < b])
            cursors = stops
        for kept in self._kept:
            if isinstance(kept, Path):
                kept.unlink()

    def _opened(self, kept: _Run | Path) -> _Run:
        if isinstance(kept, Path):
            return _Run(*np.load(kept, mmap_mode="r", allow_pickle=False).view(np.ndarray))
        return kept

    def _spilt(self, run: _Run, place: int) -> Path:
        path = self._folder / f"run-{place:05d}.npy"
        # Beside it and then renamed: the run with other numbers is made from the very file that it replaces.
        fresh = path.with_suffix(".new")
        with fresh.open("wb") as file:
            np.save(file, np.stack([run.terms, run.documents, run.frequencies]), allow_pickle=False)
        return fresh.replace(path)


def _merged(parts: list[_Run]) -> _Run:
    """Postings of several runs by term; within a term the runs, and so the documents, keep their order."""
    if not parts:
        return _Run(*(np.zeros(0, np.uint32) for _ in fields(_Run)))
    terms, documents, frequencies = (
        np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(_Run)
    )
    order = np.argsort(terms, kind="stable")
    return _Run(terms[order], documents[order], frequencies[order])


def _allocated(folder: Path | None, name: str, length: int) -> NDArray:
    """The array of a name, still without content: in memory, or as a file."""
    if folder is None:
        return np.zeros(length, ARRAYS[name])
    path = folder / f"{name}.npy"
    # A file without content cannot be mapped.
    if not length:
        np.save(path, np.zeros(0, ARRAYS[name]), allow_pickle=False)
        return np.load(path, allow_pickle=False)
    return np.lib.format.open_memmap(path, "w+", ARRAYS[name], (length,))


def _lay_out(
    runs: _Runs,
    numbers: dict[str, int],
    lengths: NDArray[np.int64],
    positions: NDArray[np.uint32],
    folder: Path | None,
) -> InvertedIndex:
    """Puts each posting in its place; terms are renumbered in byte order."""

    def filled(name: str, values: NDArray) -> NDArray:
        made = _allocated(folder, name, len(values))
        made[:] = values
        return made

    # In byte order, because a term is found by halving.
    encoded = sorted((term.encode("utf-8", "surrogatepass"), number) for term, number in numbers.items())
    old_numbers = np.array([number for _, number in encoded], np.int64)
    new_numbers = np.empty(len(encoded), np.int64)
    # The inverse of old_numbers.
    new_numbers[old_numbers] = np.arange(len(encoded))
    # Where the postings of each term begin, now that terms have their final order.
    starts = np.concatenate([[0], np.cumsum(runs.document_frequencies[old_numbers])])
    documents = _allocated(folder, "documents", int(starts[-1]))
    saturation = _allocated(folder, "saturations", int(starts[-1]))
    peaks = _allocated(folder, "peaks", len(encoded))
    # Before the merge, which takes the terms of all runs in rising order.
    runs.renumber(new_numbers)
    _place(runs, starts, length_factors(lengths), (documents, saturation, peaks))
    return InvertedIndex(
        terms=filled("terms", np.frombuffer(b"".join(term for term, _ in encoded), np.uint8)),
        term_ends=filled("term_ends", np.cumsum([0, *(len(term) for term, _ in encoded)])),
        starts=filled("starts", starts),
        documents=documents,
        saturations=saturation,
        peaks=peaks,
        positions=filled("positions", positions),
        # One number, kept as an array so that it is a file like the others.
        num_indexed=filled("num_indexed", np.array([np.count_nonzero(lengths)])),
    )


def _place(
    runs: _Runs,
    starts: NDArray[np.int64],
    factors: NDArray[np.float32],
    into: tuple[NDArray[np.uint32], NDArray[np.float32], NDArray[np.float32]],
) -> None:
    """Writes all postings into (documents, saturations, peaks), from front to back."""
    documents, saturation, peaks = into
    cursor = 0
    for stretch in runs.stretches(_ends(starts)):
        if not len(stretch.terms):
            continue
        values = saturations(stretch.frequencies, factors[stretch.documents])
        places = slice(cursor, cursor + len(values))
        documents[places], saturation[places] = stretch.documents, values
        # A group begins where the term changes. In front stands a number other than the first term; differences
        # may wrap, but not to 0.
        groups = np.flatnonzero(np.diff(stretch.terms, prepend=np.uint32(stretch.terms[0] + 1)))
        peaks[stretch.terms[groups]] = np.maximum.reduceat(values, groups)
        cursor = places.stop


def _ends(starts: NDArray[np.int64]) -> list[int]:
    """Ends of stretches of terms with about :data:`MERGED_POSTINGS` postings each; a term is never divided."""
    ends, num_terms = [0], len(starts) - 1
    while ends[-1] < num_terms:
        most = starts[ends[-1]] + MERGED_POSTINGS
        # The last term that still ends within the limit; at least one, however many postings it has.
        ends.append(max(ends[-1] + 1, int(np.searchsorted(starts, most, "right")) - 1))
    return ends[1:]
