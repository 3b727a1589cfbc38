"""Light reading of a library file: pages of skills, one skill by the beginning of its id, figures, problems.

Loads neither encoder nor FAISS, and never all skills at once unless all are asked about, so that a cold process answers
for 100,000 skills in well under a second.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from skill1.errors import LibraryError, quoted
from skill1.library.curation_plan import FORGOTTEN_UNTIL
from skill1.library.encoder import HashingEncoder
from skill1.library.index import Kind, kind_for
from skill1.library.intake import circular_merges
from skill1.library.store import Store
from skill1.library.tables import COUNTED_ONCE
from skill1.schema import SKILL_STATUSES, Skill

SortKey = Literal["utility", "wins", "selected", "retrieved", "step"]
SORT_COLUMNS: Mapping[SortKey, str] = {
    "utility": "utility",
    "wins": "wins",
    "selected": "selected",
    "retrieved": "retrieved",
    "step": "created_step",
}
TOP_SKILLS = 5
RECENT_COMMITS = 10
_NAMED_AT_MOST = 5  # ids shown in the message about a beginning that several share
_ONE_BY_ONE = 1000  # from here on reading the whole table is faster than one query per skill
# Behind the beginning of an id it ends the range of all ids that begin so: SQLite orders texts by their bytes.
_LAST_CHARACTER = "\U0010ffff"
_EXACT_KINDS = ("flat", "sparse")
_TOP_COLUMNS = ("id", "description", "utility", "retrieved", "selected", "wins")


@dataclass(frozen=True, slots=True)
class Page:
    """The first skills of a listing, and how many there are in all."""

    skills: tuple[Skill, ...]
    total: int


class Catalogue:
    """A library file opened for reading; made by :meth:`open`, closed by ``with``."""

    def __init__(self, store: Store) -> None:
        self.store = store

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Catalogue:
        """A library file, or that of a run or checkpoint folder. Raises ``LibraryError`` as ``Store.open`` does."""
        return cls(Store.open(path, create=False, read_only=True))

    def __enter__(self) -> Catalogue:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def page(
        self,
        *,
        status: str | None = "active",
        env: str | None = None,
        match: str | None = None,
        sort: SortKey = "utility",
        limit: int | None = None,
    ) -> Page:
        """Skills with the largest value of ``sort`` first, ties by id.

        Args:
            status: one of ``schema.SKILL_STATUSES``; None: all.
            env: only those learnt in this environment.
            match: only those whose description or strategy holds this text; the case of ASCII letters does not count.
            limit: how many at most; None: all.
        """
        where, values = _conditions(status, env, match)
        # Counted apart, for `limit` cuts what is read.
        total = int(self.store.rows(f"SELECT count(*) FROM skills {where}", values)[0][0])
        order = f"ORDER BY {SORT_COLUMNS[sort]} DESC, id LIMIT ?"
        found = self.store.rows(
            # LIMIT -1 is how SQLite spells "no limit".
            f"SELECT id FROM skills {where} {order}",
            [*values, -1 if limit is None else limit],
        )
        return Page(self._skills([name for (name,) in found], status), total)

    def skill(self, beginning: str) -> Skill:
        """The skill of any status with this id, or the only one whose id begins so.

        Raises:
            LibraryError: there is none, or several begin so.
        """
        exact = self.store.skill(beginning)
        if exact is not None:
            return exact
        # A range, not LIKE: it uses the index on id, and takes % and _ in what was typed as they are.
        query = "SELECT id FROM skills WHERE id >= ? AND id < ? ORDER BY id LIMIT ?"
        # One more than are named: it tells that there are others, without counting them all.
        found = self.store.rows(query, (beginning, beginning + _LAST_CHARACTER, _NAMED_AT_MOST + 1))
        # The empty text begins every id, and names none.
        names = [name for (name,) in found] if beginning else []
        if len(names) != 1:
            raise LibraryError(self._unfound(beginning, names))
        (skill,) = self._skills(names, None)
        return skill

    def figures(self, index: Kind | Literal["auto"] = "auto") -> dict[str, Any]:
        """Sizes, utilities of active skills, totals over all skills, recent turnover and the most used; JSON-ready.

        ``win_rate`` is wins / selections over all skills, None without selections; ``never_selected_share`` is of the
        active ones. ``merged`` counts the texts that went into a skill that was there, ``statuses`` skills. ``index``
        is library.index: how the library would be searched.
        """
        meta = self.store.meta()
        active = self._active_figures()
        # By the name in the file: no encoder is loaded to tell this.
        kind = kind_for(index, active["size"], is_sparse=meta.get("encoder") == HashingEncoder.name)
        return {
            **active,
            "statuses": self._statuses(),
            **self._totals(),
            "encoder": meta.get("encoder_identity"),
            "index": {"kind": kind, "is_exact": kind in _EXACT_KINDS},
            "version": int(meta["version"]),
            "success_trend": meta.get("success_trend") or 0.0,
            "no_skill_trend": meta.get("no_skill_trend") or 0.0,
            "runs": [row._asdict() for row in self.store.runs()],
            "turnover": [row._asdict() for row in self.store.commits(last=RECENT_COMMITS)],
            "top": self._most_selected(),
        }

    def _skills(self, names: Sequence[str], status: str | None) -> tuple[Skill, ...]:
        # By id, not by the condition once more: the page is the one whose ids were found.
        if len(names) < _ONE_BY_ONE:
            found = (self.store.skill(name) for name in names)
            return tuple(skill for skill in found if skill is not None)  # a writer may be at work meanwhile
        by_name = {skill.id: skill for skill in self.store.skills(status)}
        return tuple(by_name[name] for name in names if name in by_name)

    def _unfound(self, beginning: str, names: Sequence[str]) -> str:
        file = self.store.path
        if not names:
            command = f"skill1 library list {quoted(file or 'LIBRARY')}"
            return f"There is no skill '{beginning}' in {file}; type `{command}` for its ids."
        shown = ", ".join(names[:_NAMED_AT_MOST]) + (" …" if len(names) > _NAMED_AT_MOST else "")
        return f"Several skills in {file} have an id that begins with '{beginning}': {shown}. Type more of the id."

    def _statuses(self) -> dict[str, int]:
        counts = dict(self.store.rows("SELECT status, count(*) FROM skills GROUP BY status"))
        return {status: counts.get(status, 0) for status in SKILL_STATUSES}

    def _active_figures(self) -> dict[str, Any]:
        query = "SELECT count(*), avg(utility), coalesce(sum(selected = 0), 0) FROM skills WHERE status = 'active'"
        size, mean, unselected = self.store.rows(query)[0]
        return {
            "size": size,
            "utility_mean": mean or 0.0,
            "utility_median": self._median(size),
            "never_selected": unselected,
            "never_selected_share": unselected / size if size else 0.0,
        }

    def _median(self, size: int) -> float:
        """Of the active utilities: the middle one, or the mean of the two in the middle."""
        # SQLite has no median: of an odd number one value is read, of an even one two.
        query = "SELECT utility FROM skills WHERE status = 'active' ORDER BY utility LIMIT ? OFFSET ?"
        middle = [value for (value,) in self.store.rows(query, (2 - size % 2, max(0, (size - 1) // 2)))]
        return sum(middle) / len(middle) if middle else 0.0

    def _totals(self) -> dict[str, Any]:
        retired, pinned, merged = self.store.rows(
            "SELECT coalesce(sum(status = 'retired'), 0), "
            # An edited skill keeps its pin, so that a rollback brings it back with it.
            "coalesce(sum(pinned AND status IN ('active', 'proposed')), 0), "
            # Drafts, not skills: what was merged never came in. Events of it may be dropped.
            "(SELECT coalesce(sum(merged), 0) FROM commits) FROM skills"
        )[0]
        retrieved, selected, wins = self.store.rows(
            "SELECT coalesce(sum(retrieved), 0), coalesce(sum(selected), 0), coalesce(sum(wins), 0) FROM skills "
            f"WHERE {COUNTED_ONCE}"
        )[0]
        return {
            "retired": retired,
            "merged": merged,
            "pinned": pinned,
            "retrieved_total": retrieved,
            "selected_total": selected,
            "wins_total": wins,
            "win_rate": wins / selected if selected else None,
        }

    def _most_selected(self) -> list[dict[str, Any]]:
        columns = ", ".join(_TOP_COLUMNS)
        order = "ORDER BY selected DESC, utility DESC, id LIMIT ?"
        rows = self.store.rows(f"SELECT {columns} FROM skills WHERE status = 'active' {order}", (TOP_SKILLS,))
        return [dict(zip(_TOP_COLUMNS, row, strict=True)) for row in rows]


def disk_bytes(file: Path | None) -> int:
    """Bytes of a library file with its write-ahead log; 0 in memory."""
    # The log as well: until a checkpoint of SQLite's the newest commits are in it alone.
    parts = [] if file is None else [file, Path(f"{file}-wal")]
    return sum(part.stat().st_size for part in parts if part.is_file())


def _conditions(status: str | None, env: str | None, match: str | None) -> tuple[str, list[str]]:
    # What somebody typed goes in as parameters, never into the text of the query.
    clauses, values = [], []
    if status is not None:
        clauses.append("status = ?")
        values.append(status)
    if env is not None:
        clauses.append("env = ?")
        values.append(env)
    if match is not None:
        # Not LIKE, to which % and _ in what was typed would be wildcards.
        clauses.append("(instr(lower(description), lower(?)) OR instr(lower(strategy), lower(?)))")
        values += [match, match]
    return ("WHERE " + " AND ".join(clauses) if clauses else ""), values


def library_problems(store: Store) -> list[str]:
    """Every integrity problem in words; empty for a sound library."""
    skills = store.skills()
    return [
        *_file_problems(store),
        *(problem for skill in skills for problem in _skill_problems(skill)),
        *_merge_problems(skills),
        *_reference_problems(store),
        *_version_problems(store),
    ]


def _file_problems(store: Store) -> Iterator[str]:
    for (line,) in store.rows("PRAGMA integrity_check"):
        if line != "ok":
            yield f"SQLite: {line}"


def _skill_problems(skill: Skill) -> Iterator[str]:
    # Fewer retrievals than selections are no fault: outcomes told by other agents count as selections alone.
    if skill.wins > skill.selected:
        yield f"skill {skill.id}: counts do not fit: selected {skill.selected}, wins {skill.wins}"
    if (skill.status == "merged") != (skill.merged_into is not None):
        yield f"skill {skill.id}: status {skill.status} but merged into {skill.merged_into}"
    if not skill.description or not skill.strategy:
        yield f"skill {skill.id}: an empty text"


def _reference_problems(store: Store) -> Iterator[str]:
    # No skill ever leaves the table, so whatever names one that is not in it is damage.
    unknown = "NOT IN (SELECT id FROM skills)"
    for name, count in store.rows(f"SELECT skill, count(*) FROM events WHERE skill {unknown} GROUP BY skill"):
        yield f"{count} events name the skill {name}, which does not exist"
    for name, target in store.rows(
        f"SELECT id, merged_into FROM skills WHERE merged_into IS NOT NULL AND merged_into {unknown}"
    ):
        yield f"skill {name}: merged into {target}, which does not exist"
    for (name,) in store.rows("SELECT skill FROM vectors WHERE skill NOT IN (SELECT id FROM skills)"):
        yield f"a vector belongs to the skill {name}, which does not exist"
    for name, count in store.rows(f"SELECT skill, count(*) FROM wins WHERE skill {unknown} GROUP BY skill"):
        yield f"{count} winning queries name the skill {name}, which does not exist"
    for (name,) in store.rows(f"SELECT DISTINCT skill FROM curations WHERE skill <> '' AND skill {unknown}"):
        yield f"someone curated the skill {name}, which does not exist"


def _merge_problems(skills: Sequence[Skill]) -> Iterator[str]:
    into = {skill.id: skill.merged_into for skill in skills if skill.merged_into is not None}
    for name in sorted(circular_merges(into)):
        yield f"skill {name}: its merges go in a circle"


def _version_problems(store: Store) -> Iterator[str]:
    newest = store.rows("SELECT max(version), count(*) FROM commits")[0]
    # Each commit raises the version by one and leaves one row.
    if (newest[0] or 0, newest[1]) != (store.version(), store.version()):
        yield f"version {store.version()} but {newest[1]} commits, the newest of version {newest[0]}"
    last_noted = store.number("SELECT max(last_event) FROM commits")
    last_event = store.rows("SELECT coalesce(max(seq), 0) FROM events")[0][0]
    forgotten_until = store.meta().get(FORGOTTEN_UNTIL, 0)
    # The very event that the newest commit ends with may be among those that were dropped on purpose.
    is_forgotten = last_event < last_noted <= forgotten_until
    if newest[1] and last_noted != last_event and not is_forgotten:
        yield f"the newest event is {last_event} but the newest commit ends with {last_noted}"
