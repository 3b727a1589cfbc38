"""BM25 with k1 0.9 and b 0.4 in the words of the formula: what the rankings of our indexes are compared with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from skill1_envs.kit import ranking
from skill1_envs.kit.analyser import Analyser


def scores(texts: Sequence[str], query: str) -> dict[int, np.float32]:
    """Position → score of every document that has a term of the query, each scored by itself, term by term.

    Lengths are those that Lucene keeps in a byte; sums are taken in double precision and rounded to float32.
    """
    documents = [Analyser().terms(text) for text in texts]
    indexed = [terms for terms in documents if terms]
    wanted = Analyser().terms(query)
    found = {}
    for place, terms in enumerate(documents):
        # Sorted, as the order of a set differs between processes and the last bit of a sum may depend on it.
        if shared := sorted(set(wanted) & set(terms)):
            found[place] = np.float32(sum(_added(term, terms, wanted, indexed) for term in shared))
    return found


def _added(term: str, terms: list[str], wanted: list[str], indexed: list[list[str]]) -> float:
    one, k1, b = np.float32(1), np.float32(0.9), np.float32(0.4)
    mean = np.float32(sum(map(len, indexed)) / len(indexed))
    length = np.float32(ranking.byte_length(ranking.length_byte(len(terms))))
    factor = one / (k1 * ((one - b) + b * length / mean))
    frequency = sum(term in other for other in indexed)
    idf = np.float32(np.log(1 + (len(indexed) - frequency + 0.5) / (frequency + 0.5)))
    weight = np.float32(wanted.count(term)) * idf
    return float(weight - weight / (one + np.float32(terms.count(term)) * factor))
