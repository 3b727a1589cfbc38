"""The numbers of Lucene's BM25, to the last bit of its 32-bit floats.

A document scores, summed over the terms of the query,

    weight − weight / saturation,  saturation = 1 + frequency / (k1 · (1 − b + b · length / mean length)),
    weight = times in the query · ln(1 + (N − df + 0.5) / (df + 0.5)),

which equals weight · f / (f + k1 · …). The saturation of a posting is fixed once the collection is, so the index stores
it. N counts documents with at least one term, and the
length of a document is what one byte keeps of it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

# Anserini's defaults, which WebShop keeps.
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
    one, k1, b = np.float32(1), np.float32(K1), np.float32(B)
    return one / (k1 * ((one - b) + b * rounded_lengths(lengths) / mean))


def saturations(frequencies: NDArray[np.integer], factors: NDArray[np.float32]) -> NDArray[np.float32]:
    """1 + frequency · factor of each posting, float32."""
    return np.float32(1) + frequencies.astype(np.float32) * factors


def weight(times: int, document_frequency: int, num_documents: int) -> np.float32:
    """A query term's weight: its count in the query times its inverse document frequency, float32."""
    idf = math.log(1 + (num_documents - document_frequency + 0.5) / (document_frequency + 0.5))
    return np.float32(times) * np.float32(idf)


def scores(term_weight: np.float32 | NDArray[np.float32], saturation: NDArray[np.float32]) -> NDArray[np.float32]:
    """What one term adds to the documents whose postings have these saturations, float32, at least 0."""
    return term_weight - term_weight / saturation
