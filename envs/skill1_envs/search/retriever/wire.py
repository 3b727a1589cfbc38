"""The JSON of ``POST /retrieve``: both forms of its requests, and its replies, as Search-R1's family has them.

A request is ``{"query": "…"}`` (SkyRL, verl-agent, SkillRL) or ``{"queries": ["…"]}`` (Search-R1), with ``topk`` and
``return_scores``. The reply is ``{"result": [[…], …]}``, one inner list for each query, of documents or, with scores,
of ``{"document": …, "score": …}``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skill1.errors import DataError
from skill1_envs.kit.passages import Hit, Passage

TOP_K = 3  # the default of the family's servers
# A reply is put together in memory, so what one request can ask for has a bound.
MOST_TOP_K = 1000
MOST_QUERIES = 1024


class BadRequest(DataError):
    """A request that is none."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for."""

    queries: tuple[str, ...]
    top_k: int
    with_scores: bool


def read_request(body: bytes) -> Request:
    """The request of a body. Keys of others are ignored.

    Raises:
        BadRequest: it is no request; says what was expected.
    """
    try:
        told = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"the body is not JSON ({error}).") from error
    if not isinstance(told, dict):
        raise BadRequest(f"the body is a {type(told).__name__}; expected an object with query or queries.")
    top_k, with_scores = told.get("topk"), told.get("return_scores")
    # null stands for the default, as if the key were not there.
    top_k = TOP_K if top_k is None else top_k
    # True is the number 1 to Python.
    if isinstance(top_k, bool) or not isinstance(top_k, int) or not 1 <= top_k <= MOST_TOP_K:
        raise BadRequest(f"topk is {top_k!r:.40}; expected a whole number from 1 to {MOST_TOP_K}.")
    if not isinstance(with_scores, bool | None):
        raise BadRequest(f"return_scores is {with_scores!r:.40}; expected true or false.")
    return Request(_queries(told), top_k, bool(with_scores))


def _queries(told: Mapping[str, Any]) -> tuple[str, ...]:
    one, several = told.get("query"), told.get("queries")
    # Clients that do not know the server's form, ours among them, send both.
    if one is not None and several is not None and several != [one]:
        raise BadRequest("query and queries ask for different things; expected one of them.")
    queries = [one] if one is not None else several
    if not isinstance(queries, list) or not all(isinstance(query, str) for query in queries):
        raise BadRequest("expected query, a text, or queries, a list of texts.")
    if len(queries) > MOST_QUERIES:
        raise BadRequest(f"{len(queries)} queries; expected at most {MOST_QUERIES} at a time.")
    return tuple(queries)


def write_reply(found: Sequence[Sequence[Hit]], *, with_scores: bool, with_title: bool) -> bytes:
    """The body of a reply; ``with_title``: documents also carry ``title`` and ``text``, as those of BM25 do."""
    result = [[_item(hit, with_scores, with_title) for hit in hits] for hits in found]
    return json.dumps({"result": result}, allow_nan=False).encode()


def _item(hit: Hit, with_scores: bool, with_title: bool) -> dict[str, Any]:
    passage = hit.passage
    document = {"id": passage.id, "contents": passage.contents}
    if with_title:
        document |= {"title": passage.title, "text": passage.text}
    return {"document": document, "score": hit.score} if with_scores else document


def write_request(query: str, top_k: int) -> bytes:
    """A body that servers of both forms understand: each ignores the key of the other."""
    return json.dumps({"query": query, "queries": [query], "topk": top_k, "return_scores": True}).encode()


def read_reply(body: bytes) -> list[Hit]:
    """The hits of a reply to one query.

    Raises:
        DataError: the reply is none.
    """
    try:
        # One query was sent, so there must be one list; where nothing was found some servers send none.
        (items,) = json.loads(body)["result"] or [[]]
        return [_hit(item) for item in items]
    # ``OverflowError``: a score of hundreds of digits.
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise DataError(
            f"the reply cannot be read ({type(error).__name__}: {error!s:.80}): {body[:80]!r}"
        ) from error


def _hit(item: Mapping[str, Any]) -> Hit:
    """A document with or without its score (then 0), and with or without its ``contents`` in one piece."""
    # Without scores the item is the document itself; null stands for none.
    document, score = item.get("document", item), float(item.get("score") or 0.0)
    contents = document.get("contents")
    if contents is None:
        contents = f'"{document["title"]}"\n{document["text"]}'
    if not isinstance(contents, str) or not math.isfinite(score):
        raise ValueError(f"contents is a {type(contents).__name__}, score {score}")
    return Hit(Passage(str(document.get("id", "")), contents), score)
