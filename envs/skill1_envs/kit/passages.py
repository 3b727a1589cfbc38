"""What a corpus consists of, and what finds something in it.

A passage of Search-R1's Wikipedia-18 is a title in quotation marks, a line break and a text, all of it in one string
named ``contents``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Passage:
    """One document of a corpus, as retrievers return it."""

    id: str
    contents: str

    @property
    def title(self) -> str:
        """The first line, without the quotation marks around it."""
        return self.contents.partition("\n")[0].strip().removeprefix('"').removesuffix('"')

    @property
    def text(self) -> str:
        """What follows the title; empty where there is one line only."""
        return self.contents.partition("\n")[2]


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage and how well it answers a query: higher is better, comparable within one query only."""

    passage: Passage
    score: float


class Retriever(Protocol):
    """Finds passages, in this process or at an address. Safe to call from several threads."""

    def retrieve(self, queries: Sequence[str], top_k: int) -> list[list[Hit]]:
        """At most ``top_k`` hits for each query, best first, ties by position in the corpus.

        Raises:
            DataError: the index or its corpus is damaged.
            EnvironmentFault: no server answered, after all tries.
        """
        ...

    def close(self) -> None: ...
