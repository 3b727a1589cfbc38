"""The skill library as the program sees it: retrieve from a fixed version, commit at the step boundary.

Active skills are held in memory and mirror the SQLite file; the rules are in ``plan`` and ``admit``, the file in
``store``, the vectors in ``index``. One object belongs to one thread.
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from skill1 import __version__
from skill1.config import LibraryConfig
from skill1.errors import LibraryError
from skill1.library.admit import skill_id as make_skill_id
from skill1.library.encoder import CachedEncoder, Encoder, make_encoder
from skill1.library.index import FLAT, VectorIndex
from skill1.library.plan import Before, Event, Plan, Terms, Trends, admissible_drafts, in_commit_order, plan_commit
from skill1.library.retrieve import best, scores
from skill1.library.store import CommitRow, RunRow, Store
from skill1.library.summary import library_problems, library_stats
from skill1.library.text import comparison_key, neutralise
from skill1.library.transfer import read_skills, write_skills
from skill1.schema import Candidate, Episode, Skill, SkillEdit, SkillStatus

DEFAULT_SUCCESS_EMA = 0.2  # credit.success_ema
DEFAULT_SKILL_CHARS = 2000  # agent.max_skill_chars
_QUERY_CHARS = 2000
_REMEMBERED_QUERIES = 16384
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CommitReport:
    """What one commit did. ``edits`` follow (task, rollout); ``retired`` are ids in leaving order."""

    edits: tuple[SkillEdit, ...]
    added: int
    merged: int
    rejected: int
    retired: tuple[str, ...]
    version: int


class Library:
    """A skill library; made by :meth:`open` or :meth:`in_memory`.

    Between commits it is a snapshot: :meth:`retrieve` gives the same answer to the same query. The encoder and
    FAISS are loaded at the first retrieval or commit (or by :meth:`prepare`), so reading commands need neither.
    """

    def __init__(
        self,
        store: Store,
        config: LibraryConfig | None,
        *,
        success_ema: float = DEFAULT_SUCCESS_EMA,
        max_skill_chars: int = DEFAULT_SKILL_CHARS,
        encoder: Encoder | None = None,
        index_factory: str = FLAT,
    ) -> None:
        self._store = store
        self.config = config or _stored_config(store)
        self._success_ema = success_ema
        self._max_skill_chars = max_skill_chars
        self._encoder = CachedEncoder(encoder or make_encoder(self.config.encoder))
        self._index_factory = index_factory
        self._load()

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        config: LibraryConfig | None = None,
        *,
        create: bool = False,
        read_only: bool = False,
        **options: Any,
    ) -> Library:
        """Open a library file, or that of a run or checkpoint directory.

        Args:
            config: default: the defaults, with the encoder the library was made with.
            create: make an empty library if there is none.
            options: ``success_ema`` (credit.success_ema), ``max_skill_chars`` (agent.max_skill_chars),
                ``encoder`` (an ``Encoder`` instead of the configured one), ``index_factory`` (a FAISS factory
                string; "Flat" is exact).

        Raises:
            LibraryError: missing, corrupt, not a library, or of another schema version.
        """
        store = Store.open(path, create=create, read_only=read_only)
        try:
            return cls(store, config, **options)
        except BaseException:
            store.close()
            raise

    @classmethod
    def in_memory(
        cls,
        config: LibraryConfig | None = None,
        *,
        start_from: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> Library:
        """An empty library without a file, or one that starts as a copy of a library file and leaves it alone."""
        return cls(Store.in_memory(start_from), config, **options)

    def close(self) -> None:
        """Close the file; what was committed is kept."""
        self._store.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        """Number of active skills."""
        return len(self._active)

    @property
    def version(self) -> int:
        """Number of commits so far; stamped on every segment."""
        return self._version

    @property
    def path(self) -> Path | None:
        """The library file; None in memory."""
        return self._store.path

    @property
    def success_trend(self) -> float:
        """EMA over steps of the mean outcome, in [0, 1]; 0 before the first commit, then that step's mean."""
        return self._trends.success or 0.0

    @property
    def no_skill_trend(self) -> float:
        """As ``success_trend``, over the episodes that acted without a skill."""
        return self._trends.no_skill or 0.0

    @property
    def encoder(self) -> Encoder:
        """The frozen encoder."""
        return self._encoder.encoder

    def skills(self, status: SkillStatus | None = "active") -> tuple[Skill, ...]:
        """Skills of a status in order of admission; None: all."""
        return tuple(self._active.values()) if status == "active" else tuple(self._store.skills(status))

    def get(self, skill_id: str) -> Skill:
        """A skill of any status. Raises ``LibraryError`` for an unknown id."""
        skill = self._active.get(skill_id) or self._store.skill(skill_id)
        if skill is None:
            raise LibraryError(
                f"There is no skill '{skill_id}' in {self.path or 'this library'}; "
                "type `skill1 library list` for its ids."
            )
        return skill

    def resolve(self, skill_id: str) -> Skill:
        """What an id stands for now: as :meth:`get`, but merges are followed to the skill that stayed."""
        skill = self.get(skill_id)
        seen = {skill.id}
        while skill.merged_into is not None:
            skill = self.get(skill.merged_into)
            if skill.id in seen:
                raise LibraryError(f"The merges of skill '{skill_id}' go in a circle; run `skill1 library check`.")
            seen.add(skill.id)
        return skill

    def history(self, skill_id: str) -> tuple[Event, ...]:
        """Everything that happened to a skill, oldest first."""
        query = "SELECT kind, step, episode, skill, policy_version, value FROM events WHERE skill = ? ORDER BY seq"
        return tuple(Event(*row) for row in self._store.rows(query, (self.get(skill_id).id,)))

    def commits(self) -> tuple[CommitRow, ...]:
        """One row per commit, oldest first."""
        return tuple(CommitRow(*row) for row in self._store.rows("SELECT * FROM commits ORDER BY version"))

    def prepare(self) -> None:
        """Load encoder and vectors now. A library of another encoder identity is embedded anew, never mixed.

        Raises:
            LibraryError: the encoder cannot be loaded.
            MissingExtraError: its package is not installed.
        """
        if self._index is not None:
            return
        encoder = self.encoder
        stored = {} if encoder.cheap else self._store.vectors(encoder.identity)
        known = self._store.meta().get("encoder_identity")
        if self._active and known not in (None, encoder.identity):
            logger.info("library: %d skills embedded anew, %s -> %s", len(self), known, encoder.identity)
        missing = [skill for skill in self._active.values() if skill.id not in stored]
        fresh = dict(zip([s.id for s in missing], encoder.encode([s.description for s in missing]), strict=True))
        if not self._store.read_only:
            self._record_encoder(known, fresh)
        vectors = {**stored, **fresh}
        index = VectorIndex(encoder.dimensions, self._index_factory)
        if self._active:
            index.add(list(self._active), np.stack([vectors[i] for i in self._active]))
        self._index = index

    def retrieve(self, query: str, *, training: bool) -> tuple[Candidate, ...]:
        """The top-K skills for a query, best first, with utilities as they are now; () if none is similar enough.

        Every active skill with cosine >= the threshold is scored w·sim + (1−w)·(U + c·sqrt(ln N / n)); evaluation
        leaves the bonus out. Ties go by skill id.
        """
        key = (query, training)
        found = self._answers.get(key)
        if found is None:
            if len(self._answers) >= _REMEMBERED_QUERIES:
                self._answers.clear()
            found = self._answers[key] = self._retrieve(query, training)
        return found

    def search(self, text: str, k: int = 5) -> tuple[Candidate, ...]:
        """The ``k`` skills most similar to a text, whatever their utility; for human eyes."""
        index = self._ready_index()
        rows, cosines = index.nearest(self._embedded(text), k)
        skills = [self._active[index.ids[row]] for row in rows]
        return tuple(Candidate(s, _cosine(c), _cosine(c)) for s, c in zip(skills, cosines, strict=True))

    def commit(self, episodes: Sequence[Episode], *, step: int, policy_version: int) -> CommitReport:
        """Take in one step's episodes: utilities, trends, admissions, retirement, in one transaction.

        Episodes in error take no part; the order is (task, rollout) whatever order they come in. After an
        exception nothing has changed, in memory or in the file.

        Raises:
            LibraryError: read-only, written by another process, or an episode names a skill this library never
            had.
        """
        drafts = admissible_drafts(episodes, self._max_skill_chars)
        texts = [draft.description for draft in drafts.values()]
        index = self._ready_index()
        vectors = dict(zip(texts, self._encoder.rows(texts), strict=True))
        terms = Terms(self.config, self._success_ema, self._max_skill_chars, step, policy_version)
        plan = plan_commit(self._before(index), episodes, drafts, vectors, terms)
        report = _report(plan, self._version + 1)
        self._write(plan, report, len(in_commit_order(episodes)), terms)
        self._take_over(plan, report.version)
        return report

    def record_run(self, name: str, *, method: str, env: str, seed: int) -> None:
        """Name the run that is going to write here, in the table ``runs``; a second time changes nothing.

        Copies carry the row, so that a library tells through which runs it went. Raises ``LibraryError`` when
        read-only.
        """
        with self._store.transaction(self._version):
            self._store.add_run(RunRow(name, method, env, seed, __version__, self._version))

    def refresh(self) -> bool:
        """Follow another process's commits; True if there were any. For readers such as a live page."""
        if self._store.version() == self._version:
            return False
        self._load()
        return True

    def backup(self, path: str | os.PathLike[str]) -> Path:
        """Write a consistent copy to a file or directory, atomically and synced to disk."""
        return self._store.backup(path)

    def stats(self) -> dict[str, Any]:
        """Sizes, utilities, totals and the most used skills, ready for JSON."""
        return library_stats(self._store) | {
            "version": self._version,
            "success_trend": self.success_trend,
            "no_skill_trend": self.no_skill_trend,
        }

    def check(self) -> list[str]:
        """Integrity problems in words; empty when all is well."""
        return library_problems(self._store)

    def export_jsonl(self, path: str | os.PathLike[str], *, status: SkillStatus | None = "active") -> int:
        """Write one skill per line; returns how many. Raises ``DataError`` if the file cannot be written."""
        return write_skills(path, self.skills(status))

    def import_jsonl(self, path: str | os.PathLike[str], *, step: int = 0) -> int:
        """Add the skills of a file with their utilities and counts; returns how many were new.

        ``description`` and ``strategy`` are required on each line. Texts are neutralised; a skill whose two texts
        are those of an active one is left out. Counts as one commit. Raises ``DataError`` naming a malformed line.
        """
        initial = self.success_trend if self.config.initial_utility is None else self.config.initial_utility
        plan = Plan(self._trends)
        texts = {(skill.description, skill.strategy) for skill in self._active.values()}
        for skill in read_skills(path, self._max_skill_chars, initial_utility=initial, step=step):
            if (skill.description, skill.strategy) in texts:
                continue
            texts.add((skill.description, skill.strategy))
            skill = self._with_free_id(skill, plan)
            plan.added[skill.id] = skill
            plan.events.append(Event("added", step, skill.source_episode, skill.id, 0, skill.utility))
        self._ready_index()
        plan.vectors = self._description_vectors(plan.added)
        terms = Terms(self.config, self._success_ema, self._max_skill_chars, step, 0)
        report = CommitReport((), len(plan.added), 0, 0, (), self._version + 1)
        self._write(plan, report, 0, terms)
        self._take_over(plan, report.version)
        return len(plan.added)

    def _load(self) -> None:
        """Read version, trends and active skills from the file; vectors follow when they are needed."""
        meta = self._store.meta()
        self._version = int(meta["version"])
        self._trends = Trends(meta.get("success_trend"), meta.get("no_skill_trend"))
        self._active = {skill.id: skill for skill in self._store.skills("active")}
        self._same_strategy: dict[str, list[str]] = {}
        for skill in self._active.values():
            self._same_strategy.setdefault(comparison_key(skill.strategy), []).append(skill.id)
        self._index: VectorIndex | None = None
        self._forget_answers()

    def _forget_answers(self) -> None:
        self._answers: dict[tuple[str, bool], tuple[Candidate, ...]] = {}
        self._columns: _Columns | None = None

    def _ready_index(self) -> VectorIndex:
        self.prepare()
        assert self._index is not None
        return self._index

    def _record_encoder(self, known: str | None, fresh: dict[str, np.ndarray]) -> None:
        encoder = self.encoder
        is_new = known != encoder.identity
        if not is_new and (encoder.cheap or not fresh):
            return
        with self._store.transaction(self._version):
            self._store.put_meta({"encoder": encoder.name, "encoder_identity": encoder.identity})
            if is_new:
                self._store.drop_vectors()
            if not encoder.cheap:
                self._store.add_vectors(encoder.identity, fresh)

    def _embedded(self, text: str) -> np.ndarray:
        return self._encoder.rows([neutralise(text, _QUERY_CHARS)])[0]

    def _description_vectors(self, skills: dict[str, Skill]) -> dict[str, np.ndarray]:
        rows = self._encoder.rows([skill.description for skill in skills.values()])
        return dict(zip(skills, rows, strict=True))

    def _retrieve(self, query: str, training: bool) -> tuple[Candidate, ...]:
        if not self._active:
            return ()
        config, index = self.config, self._ready_index()
        own = config.similarity_threshold
        threshold = self.encoder.threshold if own is None else own
        rows, cosines = index.above(self._embedded(query), threshold, config.top_k)
        columns = self._columns = self._columns or _Columns.of(self._active.values())
        score = scores(
            cosines,
            columns.utilities[rows],
            columns.counts[rows],
            columns.total_count,
            similarity_weight=config.similarity_weight,
            ucb_scale=config.ucb_scale if training else 0.0,
        )
        chosen = best(score, columns.tie_rank[rows], config.top_k)
        return tuple(
            Candidate(self._active[index.ids[rows[i]]], _cosine(cosines[i]), float(score[i])) for i in chosen
        )

    def _before(self, index: VectorIndex) -> Before:
        return Before(
            active=self._active,
            same_strategy=self._same_strategy,
            trends=self._trends,
            find=self.resolve,
            is_taken=self._is_taken,
            vector=index.vector,
        )

    def _is_taken(self, skill_id: str) -> bool:
        return skill_id in self._active or self._store.skill(skill_id) is not None

    def _with_free_id(self, skill: Skill, plan: Plan) -> Skill:
        def is_taken(name: str) -> bool:
            return name in plan.added or self._is_taken(name)

        if skill.id and not is_taken(skill.id):
            return skill
        return replace(skill, id=make_skill_id(skill.description, skill.strategy, skill.source_episode, is_taken))

    def _write(self, plan: Plan, report: CommitReport, num_episodes: int, terms: Terms) -> None:
        store, trends = self._store, plan.trends
        size = len(self._active) + len(plan.added) - len(plan.retired)
        counts = (num_episodes, report.added, report.merged, report.rejected, len(report.retired), size)
        row = CommitRow(report.version, terms.step, terms.policy_version, *counts, trends.success, trends.no_skill)
        with store.transaction(self._version):
            store.add_skills(plan.added.values())
            store.update_skills(plan.changed.values())
            store.add_events(plan.events)
            if not self.encoder.cheap:
                store.add_vectors(self.encoder.identity, plan.vectors)
                store.drop_vectors(plan.retired)
            store.add_commit(row)
            store.put_meta(
                {"version": report.version, "success_trend": trends.success, "no_skill_trend": trends.no_skill}
            )

    def _take_over(self, plan: Plan, version: int) -> None:
        """Bring memory to what the file now holds."""
        index = self._ready_index()
        self._version, self._trends = version, plan.trends
        self._active.update(plan.changed)
        staying = {skill.id: skill for skill in plan.added.values() if skill.status == "active"}
        self._active.update(staying)
        for skill in staying.values():
            self._same_strategy.setdefault(comparison_key(skill.strategy), []).append(skill.id)
        for skill_id in plan.retired:
            self._let_go(skill_id)
        index.remove(plan.retired)
        if staying:
            index.add(list(staying), np.stack([plan.vectors[i] for i in staying]))
        self._forget_answers()

    def _let_go(self, skill_id: str) -> None:
        skill = self._active.pop(skill_id, None)
        if skill is None:
            return  # added and retired in the same commit
        key = comparison_key(skill.strategy)
        self._same_strategy[key].remove(skill_id)
        if not self._same_strategy[key]:
            del self._same_strategy[key]


@dataclass(frozen=True, slots=True)
class _Columns:
    """Numbers of the active skills in the row order of the index."""

    utilities: np.ndarray  # float64
    counts: np.ndarray  # float64, n = retrievals + 1
    total_count: float  # N
    tie_rank: np.ndarray  # int64, place of the id in sorted order

    @classmethod
    def of(cls, skills: Iterable[Skill]) -> _Columns:
        in_rows = list(skills)
        counts = np.array([skill.retrieved + 1 for skill in in_rows], dtype=np.float64)
        place = {skill_id: i for i, skill_id in enumerate(sorted(skill.id for skill in in_rows))}
        return cls(
            utilities=np.array([skill.utility for skill in in_rows], dtype=np.float64),
            counts=counts,
            total_count=float(counts.sum()),
            tie_rank=np.array([place[skill.id] for skill in in_rows], dtype=np.int64),
        )


def _report(plan: Plan, version: int) -> CommitReport:
    kinds = Counter(edit.kind for edit in plan.edits)
    return CommitReport(
        tuple(plan.edits), kinds["added"], kinds["merged"], kinds["rejected"], plan.retired, version
    )


def _cosine(value: np.float32) -> float:
    return min(1.0, max(-1.0, float(value)))


def _stored_config(store: Store) -> LibraryConfig:
    encoder = store.meta().get("encoder")
    return LibraryConfig() if encoder is None else LibraryConfig(encoder=encoder)
