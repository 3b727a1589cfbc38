"""The skill library as the program sees it: retrieve from a fixed version, commit at the step boundary.

Active skills are held in memory and mirror the SQLite file; the rules are in ``commit_plan`` and ``admit``, the
file in ``store``, encoder and vectors in ``retriever``. One object belongs to one thread.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from skill1.config import LibraryConfig, Skill1Config
from skill1.errors import LibraryError, quoted
from skill1.library.admit import KnownTexts
from skill1.library.catalogue import Catalogue, library_problems
from skill1.library.commit import (
    CommitReport,
    Moves,
    came_in,
    curation_report,
    curation_rows,
    moves_of,
    report_of,
    stored_trends,
    write_plan,
)
from skill1.library.commit_plan import (
    DEFAULT_SKILL_CHARS,
    Before,
    Event,
    EventKind,
    Plan,
    Terms,
    admissible_drafts,
    in_commit_order,
    plan_commit,
)
from skill1.library.curation_plan import Curation, CurationTerms, Outcome, plan_curation
from skill1.library.encoder import Encoder
from skill1.library.index import IndexReport
from skill1.library.intake import (
    plan_addition,
    plan_feedback,
    successor_renamed,
    with_free_ids,
    with_plain_numbers,
)
from skill1.library.protocol import AsyncLibrary, Snapshot
from skill1.library.retriever import Searcher, note_encoder, stored_config
from skill1.library.store import Store
from skill1.library.tables import CommitRow, CurationRow, RunRow
from skill1.schema import VERSION, Candidate, Episode, Skill, SkillStatus

DEFAULT_SUCCESS_EMA = 0.2  # credit.success_ema


def options_of(config: Skill1Config) -> dict[str, Any]:
    """What a configuration says of its library outside ``library.*``, as the options of :meth:`Library.open`."""
    return {
        "success_ema": config.credit.success_ema,
        "max_skill_chars": config.agent.max_skill_chars,
        "seed": config.seed,
    }


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
        seed: int = 0,
    ) -> None:
        self._store = store
        self.config = config or stored_config(store)
        self._success_ema = success_ema
        self._max_skill_chars = max_skill_chars
        # Then the file itself names the encoder, perhaps a server or a foreign model: its user has to trust it.
        is_as_stored = config is None and encoder is None
        self._searcher = Searcher(store, self.config, encoder, is_as_stored=is_as_stored, seed=seed)
        self._snapshot = Snapshot(self)
        self._is_stale = True
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
                ``encoder`` (an ``Encoder`` instead of the configured one), ``seed`` (of Thompson sampling).

        Raises:
            LibraryError: missing, corrupt, not a library, or of another schema version.
        """
        store = Store.open(path, create=create, read_only=read_only)
        try:
            library = cls(store, config, **options)
            if create and not read_only:
                note_encoder(store, library.config, library.encoder.name)
            return library
        # An interrupt too: the caller never gets the library, so nobody else could close its file.
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
        return self._searcher.encoder

    def snapshot(self) -> AsyncLibrary:
        """The same library as episodes ask it. Until the next commit its answers are of one version."""
        # No copy: commits come at the step boundary, when no episode is asking.
        return self._snapshot

    def skills(self, status: SkillStatus | None = "active") -> tuple[Skill, ...]:
        """Skills of a status in order of admission; None: all."""
        return tuple(self._active.values()) if status == "active" else tuple(self._store.skills(status))

    def get(self, skill_id: str) -> Skill:
        """A skill of any status. Raises ``LibraryError`` for an unknown id."""
        # Memory first: only skills that are no longer active cost a query.
        skill = self._active.get(skill_id) or self._store.skill(skill_id)
        if skill is None:
            raise LibraryError(
                f"There is no skill '{skill_id}' in {self.path or 'this library'}; type "
                f"`skill1 library list {quoted(self.path or 'LIBRARY')}` for its ids."
            )
        return skill

    def resolve(self, skill_id: str) -> Skill:
        """What an id stands for now: as :meth:`get`, but merges are followed to the skill that stayed."""
        # Episodes and the delay buffer keep the ids of their time, and a later commit may have merged what they name.
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
        # `get` refuses an unknown id, which would otherwise look like a skill without a history.
        query = "SELECT kind, step, episode, skill, policy_version, value FROM events WHERE skill = ? ORDER BY seq"
        return tuple(Event(*row) for row in self._store.rows(query, (self.get(skill_id).id,)))

    def commits(self) -> tuple[CommitRow, ...]:
        """One row per commit, oldest first."""
        return tuple(self._store.commits())

    def prepare(self) -> None:
        """Load encoder and vectors now. A library of another encoder identity is re-embedded, never mixed.

        Raises:
            LibraryError: the encoder cannot be loaded.
            MissingExtraError: its package is not installed.
            UntrustedError: the file itself names a server, and it is somebody else's file.
        """
        self._searcher.load(self._active, self._version)

    def index_report(self) -> IndexReport:
        """How active skills are searched: kind, exact or not, rows and bytes. Loads the encoder."""
        return self._ready().report()

    async def expect(self, query: str) -> None:
        """Have a query's row at hand for ``retrieve`` and ``search``: they wait for it where an encoder is a server."""
        if self._active:
            await self._ready().expect(query)

    def retrieve(self, query: str, *, training: bool) -> tuple[Candidate, ...]:
        """The top-K skills for a query, best first, with utilities as they are now; () if none is similar enough.

        Every active skill with cosine >= the threshold is scored w·sim + (1−w)·(U + c·sqrt(ln N / n)); evaluation
        leaves the bonus out. Ties go by skill id.
        """
        if not self._active:
            return ()  # without loading an encoder
        return self._ready().retrieve(query, training=training)

    def search(self, text: str, k: int = 5) -> tuple[Candidate, ...]:
        """The ``k`` skills most similar to a text, whatever their utility; for human eyes. () for k < 1."""
        return self._ready().nearest(text, int(k)) if k >= 1 else ()  # int: FAISS takes no NumPy number

    def cosines(self, texts: Sequence[str], skills: Sequence[Skill]) -> list[float]:
        """Cosine in [-1, 1] of each text, taken as a query, and the description of the skill at the same place."""
        return self._ready().cosines(texts, skills)

    def commit(self, episodes: Sequence[Episode], *, step: int, policy_version: int) -> CommitReport:
        """Take in one step's episodes: utilities, trends, admissions, retirement, in one transaction.

        Episodes in error take no part; the order is (task, rollout) whatever order they come in. After an
        exception nothing has changed, in memory or in the file.

        Raises:
            DataError: an outcome outside [0, 1].
            LibraryError: read-only, written by another process, or an episode names a skill this library never
            had.
        """
        episodes, step, policy_version = in_commit_order(episodes), int(step), int(policy_version)
        episodes = [with_plain_numbers(episode) for episode in episodes]
        drafts = admissible_drafts(episodes, self._max_skill_chars, self.config.admission)
        # Encoded before anything changes: an encoder may be a server, and fail.
        vectors = self._ready().rows_by_text([draft.description for draft in drafts.values()])
        terms = Terms(self.config, self._success_ema, self._max_skill_chars, step, policy_version)
        # Worked out whole before anything is written: an episode that names an unknown skill fails here.
        plan = plan_commit(self._before(), episodes, drafts, vectors, terms)
        report = report_of(plan, self._version + 1)
        # Without those in error: the row of a commit counts what moved the library.
        self._apply(plan, report, step=step, policy_version=policy_version, num_episodes=len(episodes))
        return report

    def curate(
        self, requests: Sequence[Curation], *, step: int, policy_version: int = 0, strict: bool = True
    ) -> tuple[Outcome, ...]:
        """Carry out what people ask of single skills, as one commit; returns one outcome per request.

        Raises:
            LibraryError: a request cannot be carried out (then none is; with ``strict`` False that is its outcome and
                the others are carried out), or the library cannot be written.
        """
        terms, version = CurationTerms(step, policy_version, self._max_skill_chars), self._version + 1
        plan = Plan(self._trends)  # the trends stay: what people ask for is no outcome
        outcomes = plan_curation(self._store, plan, requests, terms, strict=strict)
        # Whatever is carried out leaves an event. Where all was refused there is no commit, and the version stays.
        if plan.events:
            moves = moves_of(plan, self._active.__contains__)
            # Otherwise they are made when the library is next searched: curating a file needs no encoder.
            if self._searcher.is_loaded:
                plan.vectors = self._searcher.rows_by_id((*moves.joining, *moves.entering))
            rows = curation_rows(requests, outcomes, terms, version)
            report = curation_report(moves, version)
            self._apply(plan, report, step=step, policy_version=policy_version, curations=rows)
        return outcomes

    def is_banned(self, description: str, strategy: str) -> bool:
        """Whether a skill with these texts was banned: none like it is admitted again."""
        return self._texts.is_banned(description, strategy)

    def record_run(self, name: str, *, method: str, env: str, seed: int) -> None:
        """Name the run that is going to write here, in the table ``runs``; a second time changes nothing.

        Copies carry the row, so that a library tells through which runs it went. Raises ``LibraryError`` when
        read-only.
        """
        # Not a commit: the version stays, so whoever reads has nothing to load again.
        with self._store.transaction(self._version):
            self._store.add_run(RunRow(name, method, env, seed, VERSION, self._version))

    def refresh(self) -> bool:
        """Follow another process's commits; True if there were any. For readers such as a live page.

        Raises ``LibraryError``: the file cannot be read, or another took its place and this library was to change it.
        """
        # One number is read, so that readers can ask before each answer.
        # Not by version alone: a resumed run may have put its checkpoint's file here, with the same version.
        # Kept where loading fails: a file is followed once.
        self._is_stale = self._store.follow() or self._is_stale
        if not self._is_stale and self._store.version() == self._version:
            return False
        self._load()
        return True

    def backup(self, path: str | os.PathLike[str]) -> Path:
        """Write a consistent copy to a file or directory, atomically and synced to disk."""
        return self._store.backup(path)

    def stats(self) -> dict[str, Any]:
        """Sizes, utilities, totals, turnover and the most used skills, ready for JSON."""
        return Catalogue(self._store).figures(self.config.index)

    def check(self) -> list[str]:
        """Integrity problems in words; empty when all is well."""
        return library_problems(self._store)

    def add_skills(
        self,
        skills: Iterable[Skill],
        *,
        step: int | None = None,
        kind: EventKind = "imported",
        changed: Iterable[Skill] = (),
    ) -> tuple[Skill, ...]:
        """Add skills with their numbers and status as one commit; returns them as they are stored.

        An id is kept where it is free; a skill that gets a new one is followed by the ``parents`` and
        ``merged_into`` of the batch, and by the ``merged_into`` of ``changed``. Texts are neutralised, and compared
        with nothing.

        Args:
            step: noted with the events; default: that of the last commit.
            kind: the event each added skill gets.
            changed: skills of this library as they shall be (:func:`plan_addition` says what is logged).

        Raises:
            DataError: a skill without a readable text, or with a number or status that none can have.
            LibraryError: read-only, or written by another process.
        """
        step = self.last_step if step is None else int(step)
        # Clean texts and free ids first: vectors and events of the plan are made of them.
        given = list(skills)
        batch = with_free_ids(given, self._is_taken, self._max_skill_chars)
        # Backwards: where two were given one id, the first is meant.
        names = {one.id: stored.id for one, stored in zip(reversed(given), reversed(batch), strict=True)}
        changes = [(self.get(skill.id), successor_renamed(skill, names)) for skill in changed]
        plan = plan_addition(self._trends, batch, changes, step=step, kind=kind)
        # The others are not searched.
        plan.vectors = self._ready().rows_by_id(s for s in plan.added.values() if s.status == "active")
        num_merged = sum(skill.status == "merged" for skill in batch)
        self._carry_out(plan, step, added=len(batch) - num_merged, merged=num_merged)
        return tuple(batch)

    def feedback(self, skill_id: str, *, success: bool, note: str = "") -> Skill:
        """Take in one outcome told by another agent: utility by ``library.utility``, ``selected`` and ``wins`` by one.

        The event ``feedback`` holds the outcome, and the note where others name an episode. Returns the skill as
        it is now. Raises ``DataError`` for half a success, ``LibraryError`` for an unknown or inactive skill, or when
        the library cannot be written.
        """
        # It may have been merged since the agent was shown it: the outcome then goes to the skill that stayed.
        skill = self.resolve(skill_id)
        if skill.status != "active":
            raise LibraryError(
                f"The skill '{skill_id}' is {skill.status}; outcomes are accepted only for active skills."
            )
        # Told between steps, so the outcome is booked to the newest step that there is.
        terms = {"config": self.config, "step": self.last_step}
        plan = plan_feedback(self._trends, skill, success=success, note=note, **terms)
        self._carry_out(plan, self.last_step)
        return plan.changed[skill.id]

    def description_rows(self, skills: Sequence[Skill]) -> np.ndarray:
        """Float32 ``[len(skills), dimensions]``: unit rows of the descriptions; no encoding for active skills."""
        return self._ready().description_rows(skills)

    def runs(self) -> tuple[RunRow, ...]:
        """The runs that wrote here or to what this is a copy of, oldest first."""
        return tuple(self._store.runs())

    @property
    def initial_utility(self) -> float:
        """U of a skill that comes in without one."""
        initial = self.config.initial_utility
        return self.success_trend if initial is None else initial

    @property
    def max_skill_chars(self) -> int:
        """Characters a description or a strategy is cut to."""
        return self._max_skill_chars

    @property
    def last_step(self) -> int:
        """Step of the newest commit; 0 before the first."""
        return self._store.last_step()

    def _load(self) -> None:
        """Read version, trends and active skills from the file; vectors follow when they are needed."""
        meta, active = self._store.meta(), self._store.skills("active")
        # Not searched, but their texts must be known: a banned one is refused, a proposed one not stored twice.
        set_aside = [*self._store.skills("proposed"), *self._store.skills("banned")]
        # Only once all is read: after an error the library is still of the version before.
        self._active = {skill.id: skill for skill in active}
        self._texts = KnownTexts([*active, *set_aside])
        self._version, self._trends, self._is_stale = int(meta["version"]), stored_trends(meta), False
        self._searcher.unload()

    def _ready(self) -> Searcher:
        self.prepare()
        return self._searcher

    def _before(self) -> Before:
        # Look-ups instead of copies: a step touches a few skills of perhaps thousands.
        return Before(
            active=self._active,
            same_strategy=self._texts.same_strategy,
            trends=self._trends,
            find=self.resolve,
            is_taken=self._is_taken,
            vector=self._searcher.vector,
            set_aside=self._texts.set_aside,
            came_in=partial(came_in, self._store),
        )

    def _is_taken(self, skill_id: str) -> bool:
        # Also by a skill that has left: histories, parents and merges point at ids for good.
        return skill_id in self._active or self._store.skill(skill_id) is not None

    def _carry_out(self, plan: Plan, step: int, *, added: int = 0, merged: int = 0) -> None:
        """Commit a plan that no episodes led to."""
        report = CommitReport((), added, merged, 0, plan.retired, self._version + 1)
        self._apply(plan, report, step=step)

    def _apply(
        self,
        plan: Plan,
        report: CommitReport,
        *,
        step: int,
        policy_version: int = 0,
        num_episodes: int = 0,
        curations: Iterable[CurationRow] = (),
    ) -> None:
        """Write a plan, then bring memory to what the file holds."""
        # The file first: where it cannot be written, memory still holds the version before.
        moves = moves_of(plan, self._active.__contains__)
        # Counted ahead, because the row of the commit is written before memory follows.
        size = len(self._active) + len(moves.joining) + len(moves.entering) - len(moves.leaving)
        # Rows of a cheap encoder are made again at opening, which costs less than to keep them.
        keeps_vectors = self._searcher.is_loaded and not self.encoder.cheap
        vectors_of = self.encoder.identity if keeps_vectors else None
        counts = (num_episodes, report.added, report.merged, report.rejected, len(report.retired), size)
        row = CommitRow(report.version, step, policy_version, *counts, plan.trends.success, plan.trends.no_skill)
        write_plan(self._store, plan, moves, row, vectors_of=vectors_of, curations=curations)
        self._take_over(plan, moves, report.version)

    def _take_over(self, plan: Plan, moves: Moves, version: int) -> None:
        self._version, self._trends = version, plan.trends
        for skill in (*plan.added.values(), *plan.changed.values()):  # in the order of admission, as in the file
            self._texts.note(skill)
        for skill_id in moves.leaving:
            del self._active[skill_id]
        # Between what leaves and what enters: those that were active and still are, which have a row in the index
        # to change.
        changed = [skill for skill in plan.changed.values() if skill.id in self._active]
        # A dict keeps the place of what changes and appends what comes: the order of admission, as in the file.
        self._active.update((skill.id, skill) for skill in changed)
        self._active.update((skill.id, skill) for skill in (*moves.joining, *moves.entering))
        self._searcher.follow(moves, changed, plan.vectors)
