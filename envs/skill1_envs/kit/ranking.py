"""The numbers of Lucene's BM25, to the last bit of its 32-bit floats.

A document scores, summed over the terms of the query,

    weight − weight / saturation,  saturation = 1 + frequency / (k1 · (1 − b + b · length / mean length)),
    weight = times in the query · ln(1 + (N − df + 0.5) / (df + 0.5)),

which equals weight · f / (f + k1 · …). The saturation of a posting is fixed once the collection is, so the index stores
it. N counts documents with at least one term, and the length of a document is what one byte keeps of it.

``ranked_documents`` finds the best documents of a query, exactly, without looking at every posting (MaxScore, Turtle
and Flood 1995). Terms are taken from the one that can add most to the one that can add least. While a document with
none of the terms so far could still come among the best, a term's postings are all added up. From then on only the
documents seen so far count, fewer with each term, and a term is looked up for these alone. What the k-th best document
is sure to have is found early by finishing the scores of a few that lead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# Anserini's defaults, which WebShop and Search-R1's family keep.
K1 = 0.9
B = 0.4
# Lengths below this are kept exactly (SmallFloat.intToByte4: what 255 leaves over above the code of the largest int).
_EXACT_LENGTHS = 24


def length_byte(length: int) -> int:
    """The byte Lucene keeps of a length of 0 to 2³¹ − 1: exact below 40, then four significant bits.

    >>> [length_byte(length) for length in (0, 23, 40, 41, 42)]
    [0, 23, 40, 40, 41]
    """
    if length < _EXACT_LENGTHS:
        return length
    rest = length - _EXACT_LENGTHS
    # Four significant bits. The first is always 1, so only three are kept, beside the shift.
    shift = rest.bit_length() - 4
    return _EXACT_LENGTHS + (rest if shift < 0 else (rest >> shift & 7) | (shift + 1) << 3)


def byte_length(byte: int) -> int:
    """The length a byte stands for: the shortest that :func:`length_byte` turns into it."""
    if byte < _EXACT_LENGTHS:
        return byte
    shift, digits = (byte - _EXACT_LENGTHS >> 3) - 1, byte - _EXACT_LENGTHS & 7
    return _EXACT_LENGTHS + (digits if shift < 0 else (digits | 8) << shift)


def rounded_lengths(lengths: NDArray[np.integer]) -> NDArray[np.float32]:
    """What the ranking sees of each length, float32."""
    # Lengths repeat, so the bytes are worked out once for each.
    distinct, place = np.unique(lengths, return_inverse=True)
    seen = [byte_length(length_byte(int(length))) for length in distinct]
    return np.array(seen, np.float32)[place.reshape(-1)]


def length_factors(lengths: NDArray[np.integer]) -> NDArray[np.float32]:
    """1 / (k1 · (1 − b + b · length / mean length)) of each document, float32.

    The mean is taken over documents with at least one term, from exact lengths.
    """
    indexed = int(np.count_nonzero(lengths))
    if not indexed:
        return np.ones(len(lengths), np.float32)
    mean = np.float32(int(lengths.sum(dtype=np.int64)) / indexed)
    # In single precision and in this order: another order gives other last bits.
    one, k1, b = np.float32(1), np.float32(K1), np.float32(B)
    return one / (k1 * ((one - b) + b * rounded_lengths(lengths) / mean))


def saturations(frequencies: NDArray[np.integer], factors: NDArray[np.float32]) -> NDArray[np.float32]:
    """1 + frequency · factor of each posting, float32."""
    return np.float32(1) + frequencies.astype(np.float32) * factors


def weight(times: int, document_frequency: int, num_documents: int) -> np.float32:
    """A query term's weight: its count in the query times its inverse document frequency, float32."""
    idf = math.log(1 + (num_documents - document_frequency + 0.5) / (document_frequency + 0.5))
    # Rounded before they are multiplied: the last bit depends on it.
    return np.float32(times) * np.float32(idf)


def scores(term_weight: np.float32 | NDArray[np.float32], saturation: NDArray[np.float32]) -> NDArray[np.float32]:
    """What one term adds to the documents whose postings have these saturations, float32, at least 0."""
    return term_weight - term_weight / saturation


# From here on: the best documents without a look at every posting.
# Sums and bounds are doubles, results are singles: a document is dropped only if it is this far below.
_MARGIN = 1 - 1e-6
# Documents of each term that are finished early, and how many of these are kept to be finished again.
_LEADERS = 100
# Below so many postings adding up costs less than thinking about it.
_WORTH_PRUNING = 20_000
# A binary search costs as much as adding up so many postings.
_LOOK_UP_COST = 8
# Postings added up at a time.
_PIECE = 1 << 15
# Stretches of values looked at for each of the largest wanted: with so many few of these share one.
_STRETCHES = 16


@dataclass(frozen=True, slots=True)
class TermPostings:
    """One query term: its weight, its postings in the order of documents, and the most it adds to any document."""

    weight: np.float32
    documents: NDArray[np.uint32]
    saturations: NDArray[np.float32]
    bound: float


def ranked_documents(
    terms: list[TermPostings], num_documents: int, k: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The k documents of largest score and their scores, best first, the smaller number first among equals.

    Fewer if fewer match. A score is the sum of the terms' 32-bit scores, rounded to 32 bits.
    """
    # Rare words first: they weigh most, and once they are added up few documents can still come among the best.
    terms = sorted(terms, key=lambda term: (-term.bound, len(term.documents)))
    if sum(len(term.documents) for term in terms) < _WORTH_PRUNING:
        return _best(*_sums(terms, num_documents), k)
    return _best(*_PrunedSum(terms, num_documents, k).run(), k)


def _sums(terms: list[TermPostings], num_documents: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """All matching documents with their sums; in few calls, since numpy's cost more than so few postings."""
    weights = np.repeat(np.array([term.weight for term in terms]), [len(term.documents) for term in terms])
    added = scores(weights, np.concatenate([term.saturations for term in terms]))
    sums = np.bincount(np.concatenate([term.documents for term in terms]), added, num_documents)
    # Without those whose sum is 0: they have none of the terms.
    documents = np.flatnonzero(sums)
    return documents, sums[documents]


def _best(
    documents: NDArray[np.int64], sums: NDArray[np.float64], k: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The first k by (score, document), with their scores. ``documents`` rise."""
    rounded = sums.astype(np.float32)
    # Only what can be among the k is sorted. All equals of the k-th stay, for the smaller number decides.
    if len(documents) > k:
        kept = np.flatnonzero(rounded >= _kth(rounded, k))
        documents, rounded = documents[kept], rounded[kept]
    # Stable: among equals the smaller number comes first, as in Lucene.
    order = np.argsort(-rounded, kind="stable")[:k]
    return documents[order], rounded[order]


def _add(sums: NDArray[np.float64], term: TermPostings) -> None:
    """Adds a term's scores to the sums of its documents, of which each comes once.

    In pieces that stay in the processor's cache, and with ``add.at``, which is three times as fast as indexing twice.
    """
    for start in range(0, len(term.documents), _PIECE):
        piece = slice(start, start + _PIECE)
        added = scores(term.weight, term.saturations[piece]).astype(np.float64)
        np.add.at(sums, term.documents[piece].astype(np.intp), added)


def _kth(values: NDArray[np.floating], k: int) -> float:
    """The k-th largest of at least k values."""
    # Few values are above the floor, and these alone are partitioned.
    large = values[values >= _floor(values, k)]
    return float(np.partition(large, len(large) - k)[len(large) - k])


def _floor(values: NDArray[np.floating], k: int) -> float:
    """At most the k-th largest of at least k values, and not far below: the k-th largest peak of their stretches."""
    length = len(values) // (_STRETCHES * k)
    # Too few values for stretches: all of them pass.
    if length < 2:
        return -np.inf
    peaks = np.maximum.reduceat(values, np.arange(0, len(values), length))
    return float(np.partition(peaks, len(peaks) - k)[len(peaks) - k])


def _leading(values: NDArray[np.floating], count: int) -> NDArray[np.int64]:
    """Places of ``count`` of the largest values, in any order; all places if there are no more."""
    if len(values) <= count:
        return np.arange(len(values))
    places = np.flatnonzero(values >= _floor(values, count))
    return places[np.argpartition(values[places], -count)[-count:]]


class _PrunedSum:
    """The state of one query: sums so far, what is still to come, and what the k-th best is sure to reach."""

    def __init__(self, terms: list[TermPostings], num_documents: int, k: int) -> None:
        self.terms, self.k = terms, k
        self.sums = np.zeros(num_documents)
        # to_come[i]: the most that the terms from i on can add to any document.
        self.to_come = np.cumsum([0.0, *(term.bound for term in reversed(terms))])[::-1]
        self.sure = 0.0
        self.leaders = np.zeros(0, np.int64)

    def run(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Documents, rising, that include all of the k best, with their full sums."""
        done = self._add_up()
        # The k-th largest sum so far is reached in any case. Its floor is nearly that, and found faster.
        if len(self.sums) > self.k:
            self.sure = max(self.sure, _floor(self.sums, self.k))
        # Above 0 in any case: what has none of the terms is no answer.
        candidates = np.flatnonzero(self.sums > max(0.0, self._needed(done)))
        for index in range(done, len(self.terms)):
            self._look_up(self.terms[index], candidates)
            candidates = self._thinned(candidates, index + 1)
        return candidates, self.sums[candidates]

    def _needed(self, done: int) -> float:
        """A document with a smaller sum after ``done`` terms is not among the best."""
        return self.sure * _MARGIN - self.to_come[done]

    def _add_up(self) -> int:
        """Adds whole postings until no new document can matter; how many terms that took."""
        for index, term in enumerate(self.terms):
            # A document with none of the terms so far has a sum of 0, so no new one can come among the best.
            if self._needed(index) > 0:
                return index
            _add(self.sums, term)
            # After the last term there is nothing to finish.
            if self.to_come[index + 1] > 0:
                self._finish_leaders(term, index + 1)
        return len(self.terms)

    def _finish_leaders(self, term: TermPostings, done: int) -> None:
        """Raises ``sure`` by the full sums of documents that lead among those of ``term`` and earlier leaders."""
        leading = term.documents[_leading(self.sums[term.documents], _LEADERS)]
        self.leaders = np.union1d(self.leaders, leading)
        totals = self.sums[self.leaders]
        for other in self.terms[done:]:
            places, found = _places(other.documents, self.leaders)
            totals[found] += scores(other.weight, other.saturations[places])
        # Fewer than k totals say nothing about the k-th.
        if len(totals) >= self.k:
            self.sure = max(self.sure, _kth(totals, self.k))
        self.leaders = np.sort(self.leaders[_leading(totals, _LEADERS)])

    def _look_up(self, term: TermPostings, candidates: NDArray[np.int64]) -> None:
        """Adds the term's scores, to the candidates at least."""
        if len(candidates) * _LOOK_UP_COST > len(term.documents):
            _add(self.sums, term)
            return
        places, found = _places(term.documents, candidates)
        self.sums[candidates[found]] += scores(term.weight, term.saturations[places])

    def _thinned(self, candidates: NDArray[np.int64], done: int) -> NDArray[np.int64]:
        """Drops the candidates that can no longer come among the best."""
        sums = self.sums[candidates]
        if len(sums) > self.k:
            self.sure = max(self.sure, _kth(sums, self.k))
        return candidates[sums >= self._needed(done)]


def _places(
    documents: NDArray[np.uint32], wanted: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where those of ``wanted`` that occur in ``documents`` stand there, and which of ``wanted`` these are."""
    # The few are cast, not the many: for two types numpy would copy all the postings.
    places = np.searchsorted(documents, wanted.astype(np.uint32))
    # A number above all others has its place behind the end; the last one, taken instead, is another number.
    inside = np.minimum(places, len(documents) - 1)
    found = np.flatnonzero(documents[inside] == wanted)
    return inside[found], found
