"""Small corpora for tests of retrievers, and how Search-QA's retrievers are checked against a slow one."""

import json

import numpy as np

from skill1_envs.kit import ranking
from skill1_envs.kit.analyser import Analyser

TEXTS = (
    '"Orla Venn"\nOrla Venn was born in Tarn and wrote The Glass Tide.',
    '"The Glass Tide"\nThe Glass Tide is a novel by Orla Venn, printed in Tarn.',
    '"Tarn"\nTarn is a harbour town. Its ledger names every birth.',
    '"Brask"\nBrask is a hill town without a harbour.',
)


def quiet(*_):
    """A report that nobody reads."""


def write_corpus(path, texts=TEXTS):
    """Passages 0, 1, 2 … with these contents; the path."""
    lines = [json.dumps({"id": str(number), "contents": text}) for number, text in enumerate(texts)]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def exhaustive(texts, query, k):
    """(position, score) of the k best by BM25 with k1 0.9 and b 0.4: every document is scored by itself.

    Lengths are those that Lucene keeps in a byte; sums are taken in double precision and rounded to float32.
    """
    documents = [Analyser().terms(text) for text in texts]
    indexed = [terms for terms in documents if terms]
    wanted = Analyser().terms(query)
    found = []
    for place, terms in enumerate(documents):
        shared = set(wanted) & set(terms)
        if shared:
            mean = np.float32(sum(map(len, indexed)) / len(indexed))
            total = sum(_added(term, terms, wanted, indexed, mean) for term in shared)
            found.append((place, np.float32(total)))
    return sorted(found, key=lambda each: (-each[1], each[0]))[:k]


def _added(term, terms, wanted, indexed, mean):
    one, k1, b = np.float32(1), np.float32(0.9), np.float32(0.4)
    length = np.float32(ranking.byte_length(ranking.length_byte(len(terms))))
    factor = one / (k1 * ((one - b) + b * length / mean))
    frequency = sum(term in other for other in indexed)
    idf = np.float32(np.log(1 + (len(indexed) - frequency + 0.5) / (frequency + 0.5)))
    weight = np.float32(wanted.count(term)) * idf
    return float(weight - weight / (one + np.float32(terms.count(term)) * factor))
