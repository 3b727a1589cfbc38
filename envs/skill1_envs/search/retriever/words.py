"""Passages by their words: BM25 as Lucene has it, over files that are mapped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from skill1.env.service import Report
from skill1.errors import DataError, require_packages
from skill1_envs.kit.bm25 import REMEDY, SearchIndex, build_stream
from skill1_envs.kit.lock import BUILDING, WAITING
from skill1_envs.kit.passages import Hit, Passage
from skill1_envs.search.retriever.corpus import Corpus
from skill1_envs.search.retriever.manifest import (
    OFFSETS,
    Manifest,
    damaged,
    fingerprint,
    open_corpus,
    read_manifest,
    record_corpus,
    scanned,
    under_construction,
)

KIND = "bm25"
_INDEX = "words"
_NEEDS = ("search", "the retriever", "regex", "nltk")  # extra, purpose and packages
_REPORTED_PASSAGES = 1000


class IndexedPassages:
    """Passages with their BM25 index, in memory or mapped; a :class:`~skill1_envs.kit.passages.Retriever`."""

    def __init__(self, passages: Sequence[Passage] | Corpus, index: SearchIndex) -> None:
        self._passages, self._index = passages, index

    def retrieve(self, queries: Sequence[str], top_k: int) -> list[list[Hit]]:
        """Passages that share a word with the query, by score, equal scores by position."""
        return [self._hits(query, top_k) for query in queries]

    def _hits(self, query: str, top_k: int) -> list[Hit]:
        # Python's own numbers: those of numpy cannot be written as JSON.
        found = (values.tolist() for values in self._index.ranked(query, top_k))
        return [Hit(self._passages[position], score) for position, score in zip(*found, strict=True)]

    def close(self) -> None:
        """Nothing is held."""


class WordRetriever(IndexedPassages):
    """BM25 over an index folder.

    Args:
        folder: made by :func:`build_words`.
        corpus: where its corpus is now; default: where it was when the index was built.

    Raises:
        DataError: the index is damaged, or its corpus has changed.
        MissingExtraError: the extra ``search`` is not installed.
    """

    def __init__(self, folder: Path, corpus: Path | None = None) -> None:
        # Asked for at once: ``regex`` and ``nltk`` are otherwise missed only by the first query.
        require_packages(*_NEEDS)
        passages = open_corpus(folder, read_manifest(folder), corpus)
        try:
            index = SearchIndex.load(folder / _INDEX)
        except DataError as error:
            # Without its advice: the folder that it means is a part of ours, and never built alone.
            raise damaged(folder, str(error).removesuffix(f". {REMEDY}")) from error
        # Positions of one are places in the other, and each comes from a file of its own.
        if index.num_documents != len(passages):
            raise damaged(folder, f"{index.num_documents:,} documents, {len(passages):,} passages")
        super().__init__(passages, index)

    @property
    def about(self) -> dict[str, Any]:
        """What it is, ready for JSON."""
        return {"index": KIND, "passages": len(self._passages)}

    def close(self) -> None:
        self._passages.close()


def build_words(corpus: Path, folder: Path, report: Report, tell: Callable[[str], None] = lambda _: None) -> None:
    """Builds a BM25 index in bounded memory; one that is there already stays. A killed build starts over.

    ``tell`` is told whether it is built here or waited for: of several processes one builds.

    Raises what :func:`~skill1_envs.search.retriever.service.build` does.
    """
    require_packages(*_NEEDS)
    with under_construction(folder, KIND, corpus, on_wait=lambda: tell(WAITING)) as partial:
        if partial is None:
            return
        tell(BUILDING)
        found = scanned(corpus, partial, report)
        (partial / _INDEX).mkdir()
        build_stream(_texts(Corpus(corpus, found.offsets), report), partial / _INDEX)
        files = {OFFSETS: fingerprint(partial / OFFSETS)}
        Manifest(KIND, record_corpus(corpus, found, folder), files).write(partial)


def _texts(corpus: Corpus, report: Report) -> Iterator[str]:
    for number, passage in enumerate(corpus):
        if number % _REPORTED_PASSAGES == 0:
            report("passages", number, len(corpus))
        yield passage.contents
    report("passages", len(corpus), len(corpus))
