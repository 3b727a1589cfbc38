"""The active skills of one library by meaning: its encoder, the index over their descriptions, the answers given.

``retriever`` has the scores and the arrays; the words of a query and the skills of an answer are put together here.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

import numpy as np

from skill1.config import LibraryConfig
from skill1.config.trust import encoder_claims, require_trust
from skill1.library.commit import Moves
from skill1.library.encoder import CachedEncoder, Encoder
from skill1.library.index import IndexReport
from skill1.library.plan import QUERY_CHARS
from skill1.library.retriever import Retriever, configured_encoder, filled_retriever, thompson
from skill1.library.store import Store
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
        self._encoder = CachedEncoder(encoder or configured_encoder(config))
        self._active: Mapping[str, Skill] = {}
        self.unload()

    @property
    def encoder(self) -> Encoder:
        """The frozen encoder."""
        return self._encoder.encoder

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
        if new:
            self._index.enter(new, np.stack([vectors[skill.id] for skill in new]))

    def report(self) -> IndexReport:
        """How the index searches."""
        return self._loaded().index.report()

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
        descriptions = {skill.id: skill.description for skill in skills}
        return dict(zip(descriptions, self._encoder.rows(list(descriptions.values())), strict=True))

    def _loaded(self) -> Retriever:
        assert self._index is not None, "load() comes first"
        return self._index

    def _query_rows(self, texts: Sequence[str]) -> np.ndarray:
        # The same text as is remembered with what won, so that retrieval can be measured on it later.
        return self._encoder.query_rows([neutralise(text, QUERY_CHARS) for text in texts])

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
