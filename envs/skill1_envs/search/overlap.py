"""A corpus in memory, searched by the number of words in common: for small corpora and for tests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from skill1.errors import DataError
from skill1_envs.kit.passages import Hit, Passage

_WORD = re.compile(r"\w+")


class OverlapRetriever:
    """Scores a passage by the share of the query's words that it has."""

    def __init__(self, passages: Iterable[Passage]) -> None:
        self._passages = tuple(passages)
        self._words = [_words(passage.contents) for passage in self._passages]

    def retrieve(self, queries: Sequence[str], top_k: int) -> list[list[Hit]]:
        return [self._best(_words(query), top_k) for query in queries]

    def close(self) -> None: ...

    def _best(self, query: frozenset[str], top_k: int) -> list[Hit]:
        scores = [len(query & words) / len(query) if query else 0.0 for words in self._words]
        order = sorted(range(len(scores)), key=lambda place: -scores[place])[:top_k]
        return [Hit(self._passages[place], scores[place]) for place in order if scores[place] > 0]


def read_corpus(path: Path) -> Iterator[Passage]:
    """The passages of a ``corpus.jsonl``. Raises ``DataError`` naming the line that is none."""
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _passage(line, f"{path}, line {number}")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read as UTF-8 text: {error}.") from error


def _passage(line: str, place: str) -> Passage:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError(f'{place} is no JSON ({error}); expected {{"id": …, "contents": …}}.') from error
    if not isinstance(row, dict) or not isinstance(row.get("contents"), str) or "id" not in row:
        raise DataError(f'{place} is {line.strip()!r:.80}; expected {{"id": …, "contents": …}}.')
    return Passage(str(row["id"]), row["contents"])


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
