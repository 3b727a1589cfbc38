"""Retrieval: scores as pure functions of arrays, the vectors, utilities and counts they read, and the search by text.

A ``Retriever`` knows numbers alone; a ``Searcher`` puts the words of a query and the skills of an answer to them.
"""

from __future__ import annotations

import heapq
import logging
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial

import numpy as np

from skill1.config import LibraryConfig
from skill1.config.trust import accept, encoder_claims, require_trust
from skill1.errors import LibraryError
from skill1.library.commit import Moves
from skill1.library.commit_plan import QUERY_CHARS
from skill1.library.encoder import CachedEncoder, Encoder, HashingEncoder, make_encoder
from skill1.library.index import IndexReport, VectorIndex
from skill1.library.sparse import GrowingArray
from skill1.library.store import Store
from skill1.policy.random import generator
from skill1.schema import Candidate, Skill, neutralise

# A bound, because only a commit empties the memory, and an evaluation with a frozen library makes none.
_REMEMBERED_QUERIES = 16384


class Searcher:
    """Searches the active skills of a library file; nothing is encoded before :meth:`load`.

    Args:
        encoder: an ``Encoder`` instead of the configured one.
        is_as_stored: the file itself names the encoder, so its user must trust it.
        seed: of the draws of Thompson sampling.
    """

    def __init__(
        self, store: Store, config: LibraryConfig, encoder: Encoder | None, *, is_as_stored: bool, seed: int
    ) -> None:
        self._store, self._config, self._is_as_stored, self._seed = store, config, is_as_stored, seed
        self._given = encoder
        if not is_as_stored:
            _ = self._encoder  # a misspelt name of the user's is told at once
        self._active: Mapping[str, Skill] = {}
        self.unload()

    @property
    def encoder(self) -> Encoder:
        """The frozen encoder. Raises ``LibraryError`` for a name that means none."""
        return self._encoder.encoder

    @cached_property
    def _encoder(self) -> CachedEncoder:
        # Of a file that names it at its first use: whatever it says, what needs no encoder can be done.
        try:
            return CachedEncoder(self._given or configured_encoder(self._config))
        except LibraryError as error:
            raise LibraryError(f"{self._store.path or 'The library'} cannot be searched: {error}") from error

    @property
    def is_loaded(self) -> bool:
        """Whether there is an index, which then follows every commit."""
        return self._index is not None

    def load(self, active: Mapping[str, Skill], version: int) -> None:
        """Fill the index, unless it is filled; errors are those of ``Library.prepare``.

        ``active`` is the library's own mapping, id → skill: it is read at each answer, and :meth:`follow` is called
        when it has changed.
        """
        if self._index is None:
            # Before anything is encoded: a server would be sent every description.
            if self._is_as_stored:
                require_trust(encoder_claims(self._config.encoder), self._store.path or "the library")
            skills = list(active.values())
            self._index = filled_retriever(self._store, self._config, self.encoder, skills, version)
            self._active = active

    def unload(self) -> None:
        """Forget index and answers: the file holds other skills now."""
        self._index: Retriever | None = None
        self._answers: dict[tuple[str, bool], tuple[Candidate, ...]] = {}

    def follow(self, moves: Moves, changed: Sequence[Skill], vectors: Mapping[str, np.ndarray]) -> None:
        """Take over a commit. ``vectors`` holds the row of each skill that comes in; none are needed if not loaded."""
        # Their candidates hold the numbers of the version before.
        self._answers.clear()
        if self._index is None:
            return
        # Leaving comes first, or a full library could for a moment pass the size at which the index changes its
        # kind.
        self._index.leave(moves.leaving)
        self._index.change(changed)
        # In the order of admission, as the file has it: a rebuilt index has its rows in the same order.
        new = (*moves.joining, *moves.entering)
        for start in range(0, len(new), _ENCODED_AT_ONCE):
            batch = new[start : start + _ENCODED_AT_ONCE]
            self._index.enter(batch, np.stack([vectors[skill.id] for skill in batch]))

    def report(self) -> IndexReport:
        """How the index searches."""
        return self._loaded().index.report()

    async def expect(self, query: str) -> None:
        """Have the row of a query at hand before it is searched with, as ``Library.expect``."""
        # What was answered is remembered longer than its row.
        if not self._answers.keys() & {(query, False), (query, True)}:
            await self._encoder.expect(_as_searched(query))

    def retrieve(self, query: str, *, training: bool) -> tuple[Candidate, ...]:
        """The top-K by the configured score, as ``Library.retrieve``."""
        key = (query, training)
        found = self._answers.get(key)
        if found is None:
            # The episodes of a group often ask the same; between commits the answer cannot change.
            if len(self._answers) >= _REMEMBERED_QUERIES:
                self._answers.clear()
            found = self._answers[key] = self._retrieve(query, training)
        return found

    def nearest(self, text: str, k: int) -> tuple[Candidate, ...]:
        """The ``k`` skills most similar to a text, best first; the score is the cosine."""
        found = self._loaded().nearest(self._query_rows([text])[0], k)
        return tuple(Candidate(self._active[skill_id], cosine, cosine) for skill_id, cosine in found)

    def cosines(self, texts: Sequence[str], skills: Sequence[Skill]) -> list[float]:
        """Cosine in [-1, 1] of each text, taken as a query, and the description of the skill at the same place."""
        # Pair by pair: a product of the two matrices would hold every text with every skill.
        found = np.einsum("nd,nd->n", self._query_rows(texts), self.description_rows(skills))
        # Rounding can put a cosine just beyond 1.
        return np.clip(found, -1.0, 1.0).tolist()

    def vector(self, skill_id: str) -> np.ndarray:
        """Unit row of an active skill's description, float32 ``[dimensions]``."""
        return self._loaded().index.vector(skill_id)

    def description_rows(self, skills: Sequence[Skill]) -> np.ndarray:
        """Float32 ``[len(skills), dimensions]``: unit rows of the descriptions; no encoding for active skills."""
        # Only active skills have a row in the index.
        if skills and all(skill.id in self._active for skill in skills):
            return np.stack([self.vector(skill.id) for skill in skills])
        return self._encoder.rows([skill.description for skill in skills])

    def rows_by_text(self, texts: Sequence[str]) -> dict[str, np.ndarray]:
        """Each text with its row as a document."""
        return dict(zip(texts, self._encoder.rows(texts), strict=True))

    def rows_by_id(self, skills: Iterable[Skill]) -> dict[str, np.ndarray]:
        """Each skill's id with the row of its description, which is encoded."""
        descriptions = list({skill.id: skill.description for skill in skills}.items())
        rows: dict[str, np.ndarray] = {}
        # In batches, or the rows of a large import would be in memory several times.
        for start in range(0, len(descriptions), _ENCODED_AT_ONCE):
            names, texts = zip(*descriptions[start : start + _ENCODED_AT_ONCE], strict=True)
            rows.update(zip(names, self._encoder.rows(texts), strict=True))
        return rows

    def _loaded(self) -> Retriever:
        assert self._index is not None, "load() comes first"
        return self._index

    def _query_rows(self, texts: Sequence[str]) -> np.ndarray:
        return self._encoder.query_rows([_as_searched(text) for text in texts])

    def _retrieve(self, query: str, training: bool) -> tuple[Candidate, ...]:
        # Encoders differ in how alike unrelated texts are to them, so the default is the encoder's.
        own = self._config.similarity_threshold
        threshold = self.encoder.threshold if own is None else own
        row = self._query_rows([query])[0]
        is_sampled = training and self._config.exploration == "thompson"
        sampled = partial(self._sampled, query) if is_sampled else None
        found = self._loaded().best(row, self._config, threshold=threshold, training=training, sampled=sampled)
        return tuple(Candidate(self._active[skill_id], cosine, score) for skill_id, cosine, score in found)

    def _sampled(self, query: str, names: Sequence[str], total: int) -> np.ndarray:
        # N changes with every commit that retrieved anything: until then a query's draws stay, as its answer does.
        # Not hash(): Python salts that of a text differently in each process.
        key = (total, zlib.crc32(query.encode("utf-8", "surrogatepass")))
        return thompson([self._active[name] for name in names], self._config, self._seed, key)


def _as_searched(query: str) -> str:
    # The same text as is remembered with what won, so that retrieval can be measured on it later.
    return neutralise(query, QUERY_CHARS)


THOMPSON = (1933, 285)  # root of the draws of seed 0: Biometrika 25, p. 285


class Retriever:
    """Vector, U and n = retrievals + 1 of each active skill, by row; follows a commit at the cost of what changed."""

    def __init__(self, index: VectorIndex) -> None:
        self.index = index
        self._utilities = GrowingArray(np.float64)  # without meaning where a skill is gone
        self._counts = GrowingArray(np.float64)  # 0 there

    def enter(self, skills: Sequence[Skill], vectors: np.ndarray) -> None:
        """Append skills behind all others; ``vectors`` is float32 ``[len(skills), dimensions]``."""
        self.index.add([skill.id for skill in skills], vectors)
        self._utilities.extend(np.array([skill.utility for skill in skills]))
        # With the 1 the bonus of a skill that was never retrieved is finite.
        self._counts.extend(np.array([skill.retrieved + 1 for skill in skills]))

    def change(self, skills: Sequence[Skill]) -> None:
        """Take over the numbers of skills that are in."""
        rows = self.index.rows_of([skill.id for skill in skills])
        self._utilities.values[rows] = [skill.utility for skill in skills]
        self._counts.values[rows] = [skill.retrieved + 1 for skill in skills]

    def leave(self, ids: Collection[str]) -> None:
        """Remove skills that are in."""
        # Before the index lets go: only now do its rows and the counts mean the same skills.
        self._counts.values[self.index.rows_of(ids)] = 0.0
        kept = self.index.remove(ids)
        if kept is not None:
            self._utilities.keep(kept)
            self._counts.keep(kept)

    def nearest(self, query: np.ndarray, k: int) -> list[tuple[str, float]]:
        """(id, cosine) of the at most ``k`` most similar skills, best first, ties by id; ``query`` is a unit row."""
        rows, cosines = self.index.nearest(query, k)
        # With all that are as similar as the last: their ids decide, not their places.
        if 0 < len(rows) == k < len(self.index):
            tied, of_tied = self.index.above(query, float(cosines[-1]), k)
            rows, cosines = (tied, of_tied) if len(tied) >= k else (rows, cosines)
        ids = self.index.ids
        chosen = best(cosines, k, lambda position: ids[rows[position]])
        return [(ids[rows[i]], _cosine(cosines[i])) for i in chosen]

    def best(
        self,
        query: np.ndarray,
        config: LibraryConfig,
        *,
        threshold: float,
        training: bool,
        sampled: Callable[[Sequence[str], int], np.ndarray] | None = None,
    ) -> list[tuple[str, float, float]]:
        """(id, cosine, score) of the top-K by Eq. 3 among those of cosine >= ``threshold``, best first.

        ``sampled``: ids, N → what stands for U + bonus of each.
        """
        index = self.index
        if not len(index):
            return []
        counts = self._counts.values
        # Those that are gone have a count of 0.
        total = float(counts.sum())  # N, over all active skills: exact in any order up to 2^53
        # Similar enough comes first: utility and bonus only order what is about the query.
        rows, cosines = index.above(query, threshold, config.top_k)
        utilities = self._utilities.values[rows]
        if sampled is not None and len(rows):
            utilities = sampled([index.ids[row] for row in rows], int(total))
        score = scores(
            cosines,
            utilities,
            counts[rows],
            total,
            similarity_weight=config.similarity_weight,
            # The draw explores by itself: with the bonus on top it would explore twice.
            ucb_scale=config.ucb_scale if training and sampled is None else 0.0,
        )
        chosen = best(score, config.top_k, lambda position: index.ids[rows[position]])
        return [(index.ids[rows[i]], _cosine(cosines[i]), float(score[i])) for i in chosen]


def _cosine(value: np.float32) -> float:
    # Rounding can put a cosine just beyond 1.
    return min(1.0, max(-1.0, float(value)))


def scores(
    similarities: np.ndarray,
    utilities: np.ndarray,
    counts: np.ndarray,
    total_count: float,
    *,
    similarity_weight: float,
    ucb_scale: float,
) -> np.ndarray:
    """w·sim + (1−w)·(U + c·sqrt(ln N / n)) for each candidate, float64 (paper Eq. 3 with Table 6).

    ``counts`` holds n = retrievals + 1 of each candidate, ``total_count`` N = the sum of n over all active skills.
    ``ucb_scale`` 0 is the greedy form of evaluation.
    """
    value = utilities.astype(np.float64)
    if ucb_scale:
        # N >= 1, as every candidate has n >= 1, so the logarithm is never negative.
        value = value + ucb_scale * np.sqrt(np.log(total_count) / counts)
    return similarity_weight * similarities.astype(np.float64) + (1.0 - similarity_weight) * value


def discounted_beta(utility: float, uses: int, alpha: float) -> tuple[float, float]:
    """Parameters of Beta(1 + n·U, 1 + n·(1 − U)), where n = Σ_{i < uses} (1−α)^i = (1 − (1−α)^uses) / α.

    U is an average whose weights fall by 1 − α with each outcome; n is their sum, so the belief never hardens beyond
    1/α outcomes. A skill never used is uniform.
    """
    n = (1.0 - (1.0 - alpha) ** uses) / alpha
    return 1.0 + n * utility, 1.0 + n * (1.0 - utility)


def thompson(skills: Sequence[Skill], config: LibraryConfig, seed: int, key: Sequence[int]) -> np.ndarray:
    """A draw of each skill's worth, float64 in [0, 1]; depends on seed, key and skills, not on the skills' order."""
    # As many as the outcomes that moved U, whichever event Eq. 5 is applied to.
    uses = [s.retrieved if config.utility_update == "retrieved" else s.selected for s in skills]
    beliefs = [discounted_beta(s.utility, n, config.alpha) for s, n in zip(skills, uses, strict=True)]
    # Drawn in the order of ids: a rebuilt index may have the same skills in other rows.
    by_name = np.argsort([skill.id for skill in skills])
    drawn = np.empty(len(skills))
    # The root keeps these draws apart from those of episodes under the same seed.
    year, page = THOMPSON
    drawn[by_name] = generator(year, page + seed, *key).beta(*np.array(beliefs)[by_name].T)
    return drawn


def best(score: np.ndarray, k: int, name_of: Callable[[int], str]) -> list[int]:
    """Positions of the ``k`` highest scores, best first; equal scores by the name of their position, ascending."""
    positions = np.arange(len(score))
    if len(score) > k:
        positions = np.flatnonzero(score >= np.partition(score, -k)[-k])  # all ties at the border stay in
    # The id decides ties, not the row, which depends on how the index came about.
    return heapq.nsmallest(k, positions.tolist(), key=lambda position: (-score[position], name_of(position)))


_ENCODED_AT_ONCE = 4096  # skills: bounds the memory of rows on their way to the index
_PROMPTS = ("query_prompt", "document_prompt")  # of LibraryConfig, kept beside the encoder's name
logger = logging.getLogger(__name__)


def stored_config(store: Store) -> LibraryConfig:
    """The defaults, with the encoder a library was made with."""
    # Who just opens a file searches it as it was embedded; another encoder would re-embed all of it.
    meta = store.meta()
    if meta.get("encoder") is None:
        return LibraryConfig()
    return LibraryConfig(**{key: meta.get(key) for key in ("encoder", *_PROMPTS)})


def as_embedded(store: Store, config: LibraryConfig) -> LibraryConfig:
    """A run's settings with the encoder its library has, which ``reindex`` may have changed since."""
    if store.meta().get("encoder") is None:  # nothing was embedded yet
        return config
    stored = stored_config(store)
    return replace(config, encoder=stored.encoder, **{key: getattr(stored, key) for key in _PROMPTS})


def note_encoder(store: Store, config: LibraryConfig, name: str) -> None:
    """Name a new library's encoder at once: one that stays empty would be opened with the default encoder."""
    if store.meta().get("encoder") is None:
        # No commit: it changes no skill, and readers need not load anything again.
        with store.transaction(store.version()):
            store.put_meta({"encoder": name, **{key: getattr(config, key) for key in _PROMPTS}})


def configured_encoder(config: LibraryConfig, device: str | None = None) -> Encoder:
    """The encoder of a configuration, with its prompts; nothing is loaded yet. ``device``: as ``make_encoder``."""
    prompts = {key: getattr(config, key) for key in _PROMPTS if getattr(config, key) is not None}
    return make_encoder(config.encoder, device=device, **prompts)


def filled_retriever(
    store: Store, config: LibraryConfig, encoder: Encoder, skills: Sequence[Skill], version: int
) -> Retriever:
    """The active skills of a version, ready to be searched; what had to be encoded is kept unless it is read-only.

    Vectors of another encoder identity are never mixed in: then all skills are re-embedded. Raises ``LibraryError``
    if the file is to be written and is of another version.
    """
    # The identity tells weights and prompt: rows that others made are not found under it.
    stored = {} if encoder.cheap else store.vectors(encoder.identity, encoder.dimensions)
    known = store.meta().get("encoder_identity")
    if skills and known not in (None, encoder.identity):
        logger.info("library: %d skills re-embedded, %s -> %s", len(skills), known, encoder.identity)
    is_sparse = isinstance(encoder, HashingEncoder)
    index = VectorIndex(encoder.dimensions, config.index, is_sparse=is_sparse, expected_rows=len(skills))
    retriever = Retriever(index)
    fresh = _fill(retriever, encoder, skills, stored)
    # So that the next opening encodes only what is new.
    if not store.read_only:
        with_prompts = {key: getattr(config, key) for key in _PROMPTS}
        _record_encoder(store, encoder, with_prompts, fresh, version)
    return retriever


def _fill(
    retriever: Retriever, encoder: Encoder, skills: Sequence[Skill], stored: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Encode what has no stored row; returns the new rows that are to be kept."""
    fresh = {}
    for start in range(0, len(skills), _ENCODED_AT_ONCE):
        batch = skills[start : start + _ENCODED_AT_ONCE]
        # Stored rows are float32 to the bit: a library that is reopened retrieves as it did.
        missing = [skill for skill in batch if skill.id not in stored]
        rows = zip([s.id for s in missing], encoder.encode([s.description for s in missing]), strict=True)
        new = dict(rows)
        retriever.enter(batch, np.stack([new[s.id] if s.id in new else stored[s.id] for s in batch]))
        if not encoder.cheap:
            fresh.update(new)
    return fresh


def _record_encoder(
    store: Store,
    encoder: Encoder,
    prompts: Mapping[str, str | None],
    fresh: Mapping[str, np.ndarray],
    version: int,
) -> None:
    meta = store.meta()
    is_new = meta.get("encoder_identity") != encoder.identity
    names = {"encoder": encoder.name, "encoder_identity": encoder.identity, **prompts}
    changed = {key: value for key, value in names.items() if meta.get(key) != value}
    # Opening a library that is up to date writes nothing, and takes no lock.
    if not changed and (encoder.cheap or not fresh):
        return
    accept(encoder_claims(encoder.name))  # written here by this user, so that the file may say it later
    with store.transaction(version):
        store.put_meta(changed)
        # Rows of the encoder before cannot be compared with queries of this one.
        if is_new:
            store.drop_vectors()
        if not encoder.cheap:
            store.add_vectors(encoder.identity, fresh)
