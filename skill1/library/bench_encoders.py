"""How well encoders would have found the skills that won, on a library's own history of queries and wins.

A win is an episode that searched with a query, used a skill and succeeded (table ``wins``). Each encoder ranks all
active skills for each such query by cosine alone: no threshold, no utility, no index that approximates.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from skill1.errors import DataError
from skill1.library.commit_plan import QUERY_CHARS
from skill1.library.encoder import Encoder, is_address, make_encoder
from skill1.library.store import Store
from skill1.schema import neutralise

BIAS_NOTICE = (
    "The history favours the encoder that made it, because only a skill that was found could win. Doubt a lead of "
    "that encoder; a lead of another is at least as large as it seems."
)
_TIMED_TEXTS = 64
_REPEATS = 3
_QUERIES_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class EncoderScore:
    """One encoder on one library. Shares are in [0, 1], means over queries, each distinct query counting once.

    Attributes:
        name: of the encoder.
        identity: name, dimensions, weights and prompt.
        made_history: it is the encoder the library was searched with last; see ``BIAS_NOTICE``.
        dimensions: numbers of a vector.
        vector_bytes: all active skills' vectors as float32.
        recall_at_1: how often the best ranked is a winner.
        recall_at_k: winners among the K best, of at most K.
        reciprocal_rank: mean of 1 / rank of the best ranked winner (MRR).
        documents_per_s: descriptions embedded in a second, one process, median of repeats.
        queries_per_s: the same for queries.
        queries: how many had a winner that is still active.
        skills: active ones.
        k: of ``recall_at_k``.
    """

    name: str
    identity: str
    made_history: bool
    dimensions: int
    vector_bytes: int
    recall_at_1: float
    recall_at_k: float
    reciprocal_rank: float
    documents_per_s: float
    queries_per_s: float
    queries: int
    skills: int
    k: int


@dataclass(frozen=True, slots=True)
class _History:
    """``winners``: for each query the places in ``descriptions`` of the skills that won."""

    descriptions: tuple[str, ...]
    queries: tuple[str, ...]
    winners: tuple[tuple[int, ...], ...]
    encoder: str | None  # what the library names: name, identity and prompts of its encoder
    identity: str | None
    prompts: dict[str, str]


def bench_encoders(path: str | os.PathLike[str], names: Sequence[str], k: int = 5) -> list[EncoderScore]:
    """Compare encoders on the history of a library file, or that of a run or checkpoint directory.

    A skill that was merged counts as the one it became; winners that are no longer active do not count. The library
    is only read. All active skills' vectors of one encoder are in memory at a time. Servers are asked once more for
    the few texts that are timed, whatever is cached.

    Args:
        names: as ``library.encoder`` takes them; the library's own keeps the prompts it was made with.
        k: of recall@K, at least 1.

    Raises:
        DataError: no query of the history has a winner that is still active, or ``k`` is below 1.
        LibraryError: the library or an encoder cannot be used.
        MissingExtraError: an encoder's package is not installed.
    """
    if k < 1:
        raise DataError(f"recall@K needs a K of at least 1, not {k}.")
    history = _read_history(path)
    # A name that was typed twice is measured once.
    return [_score(history, name, k) for name in dict.fromkeys(names)]


def winner_ranks(cosines: np.ndarray, winners: Sequence[int]) -> list[int]:
    """The 1-based places, rising, that winners take among all skills of one query; ties go to the older skill."""
    # The inverse of the sorting permutation: skill i takes place[i].
    place = np.empty(len(cosines), dtype=np.int64)
    place[np.argsort(-cosines, kind="stable")] = np.arange(1, len(cosines) + 1)
    return sorted(place[list(winners)].tolist())


def _read_history(path: str | os.PathLike[str]) -> _History:
    with closing(Store.open(path, create=False, read_only=True)) as store:
        meta = store.meta()
        active = store.skills("active")  # oldest first, which decides ties (`winner_ranks`)
        merges = {skill.id: skill.merged_into for skill in store.skills("merged")}
        wins = store.wins()
    place = {skill.id: at for at, skill in enumerate(active)}
    winners: dict[str, set[int]] = {}
    for query, skill_id in wins:
        stayed = _followed(skill_id, merges)
        if stayed in place:
            # Cleaned as a search cleans its text; a file from elsewhere may hold anything.
            winners.setdefault(neutralise(query, QUERY_CHARS), set()).add(place[stayed])
    if not winners:
        raise DataError(
            f"{path} has no history to compare encoders on: {len(wins)} wins are recorded, none of a skill that is "
            "still active. Wins are recorded in training; name the library of a run that has trained with skills."
        )
    prompts = {key: meta[key] for key in ("query_prompt", "document_prompt") if meta.get(key) is not None}
    return _History(
        descriptions=tuple(skill.description for skill in active),
        queries=tuple(winners),
        winners=tuple(tuple(sorted(places)) for places in winners.values()),
        encoder=meta.get("encoder"),
        identity=meta.get("encoder_identity"),
        prompts=prompts,
    )


def _followed(skill_id: str, merges: dict[str, str]) -> str:
    # A damaged file can hold merges that go in a circle.
    seen = set()
    while skill_id in merges and skill_id not in seen:
        seen.add(skill_id)
        skill_id = merges[skill_id]
    return skill_id


def _score(history: _History, name: str, k: int) -> EncoderScore:
    # Only the library's own: prompts belong to a model, and another one has its own.
    encoder = make_encoder(name, **(history.prompts if name == history.encoder else {}))
    documents = encoder.encode(history.descriptions)
    ranks = list(_ranks(encoder.encode_queries(history.queries), documents, history.winners))
    # A server's encoder keeps its answers on disk: asked again, it would be the disk that is measured.
    timed = _timed(encoder)
    return EncoderScore(
        name=name,
        identity=encoder.identity,
        made_history=encoder.identity == history.identity,
        dimensions=encoder.dimensions,
        vector_bytes=documents.nbytes,
        recall_at_1=statistics.fmean(_recall(found, 1) for found in ranks),
        recall_at_k=statistics.fmean(_recall(found, k) for found in ranks),
        reciprocal_rank=statistics.fmean(1 / found[0] for found in ranks),
        documents_per_s=_per_s(timed.encode, history.descriptions),
        queries_per_s=_per_s(timed.encode_queries, history.queries),
        queries=len(history.queries),
        skills=len(history.descriptions),
        k=k,
    )


def _ranks(queries: np.ndarray, documents: np.ndarray, winners: Sequence[Sequence[int]]) -> Iterable[list[int]]:
    # Some queries at a time bound the memory of their cosines with all skills.
    for at in range(0, len(queries), _QUERIES_AT_ONCE):
        cosines = queries[at : at + _QUERIES_AT_ONCE] @ documents.T
        yield from map(winner_ranks, cosines, winners[at : at + _QUERIES_AT_ONCE])


def _recall(ranks: Sequence[int], k: int) -> float:
    """Winners among the k best, of as many as can be there."""
    return sum(rank <= k for rank in ranks) / min(k, len(ranks))


def _timed(encoder: Encoder) -> Encoder:
    """The encoder itself, without what it remembers."""
    if not is_address(encoder.name):
        return encoder
    from skill1.library.endpoint_encoder import EndpointEncoder

    assert isinstance(encoder, EndpointEncoder)
    return encoder.uncached()


def _per_s(encode: Callable[[Sequence[str]], np.ndarray], texts: Sequence[str]) -> float:
    """Texts in a second: the median of repeats over the first few, after all were embedded once."""
    sample = texts[:_TIMED_TEXTS]
    times = []
    for _ in range(_REPEATS):
        begun = time.perf_counter()
        encode(sample)
        times.append(time.perf_counter() - begun)
    # A few short texts may take less than the clock can tell.
    return len(sample) / max(statistics.median(times), 1e-9)
