"""The library's part of a page, by SQL on a read-only connection: skills, one skill's life, growth, uplift.

Nothing is locked or written; with a writer at work each call reads the last commit. No encoder is loaded.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skill1.errors import LibraryError
from skill1.library.life import run_ends, split_runs, utility_curve
from skill1.library.store import Store
from skill1.library.tables import APPLICATION_ID, COUNTED_ONCE, FOREIGN_PARTS, SCHEMA_VERSION, restrain
from skill1.report.source import number

SKILLS_SHOWN = 5000
HISTORY_SHOWN = 500
CURVE_POINTS = 400
COMMITS_SHOWN = 20_000
_WAIT_S = 1.0
_COLUMNS = (
    "id",
    "description",
    "strategy",
    "status",
    "pinned",
    "env",
    "utility",
    "retrieved",
    "selected",
    "wins",
    "created_step",
    "source_episode",
    "parents",
    "merged_into",
)
_ABSENT = {"pinned": "0", "env": "''"}  # libraries of before curation know neither
_TEXTS = ("id", "description", "strategy", "status", "env", "source_episode", "merged_into")
_COUNTS = ("retrieved", "selected", "wins", "created_step")
TURNOVER = ("added", "merged", "retired", "rejected")
WRITING_KINDS = ("added", "proposed", "merged")  # what a library makes of a draft it takes
CONTROL_KIND = "withheld"


@contextmanager
def reading(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write and leaves no file behind, for a moment.

    Raises:
        LibraryError: the file is not there, damaged, or no skill library.
    """
    try:
        with closing(_connect(file)) as connection:
            _check(connection, file)
            yield connection
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        raise LibraryError(f"{file} cannot be read as a skill library: {error}.") from error


def _connect(file: Path) -> sqlite3.Connection:
    # Without a log or a journal nobody has it open: SQLite would make a log beside it, only to read. New commits never
    # go to the main file first, so a writer that starts now does not move what is being read.
    # A log is read by way of a third file, which only those who may write there can make where it is not.
    can_read_log = os.access(file.parent, os.W_OK) or Path(f"{file}-shm").exists()
    has_log = Path(f"{file}-wal").exists() and can_read_log
    is_open = has_log or Path(f"{file}-journal").exists()  # a journal: an older skill1 may be at work in a copy
    uri = f"{file.resolve().as_uri()}?mode=ro" + ("" if is_open else "&immutable=1")
    connection = sqlite3.connect(uri, uri=True, timeout=_WAIT_S, isolation_level=None)
    # Damaged texts are shown as far as they go.
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    restrain(connection)
    return connection


def _check(connection: sqlite3.Connection, file: Path) -> None:
    (application,), (version,) = (
        connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
    )
    if application != APPLICATION_ID or not 1 <= version <= SCHEMA_VERSION:
        raise LibraryError(f"{file} is no skill library that this skill1 reads (schema {version}).")
    # A view in the place of a table would run SQL of the file's own when it is read.
    if (foreign := connection.execute(FOREIGN_PARTS).fetchone()) is not None:
        raise LibraryError(f"{file} holds the {foreign[0]} {foreign[1]!r}, which skill1 never makes.")


def library_version(connection: sqlite3.Connection) -> int | None:
    """Number of commits so far; None where a damaged file tells none."""
    found = connection.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
    return found[0] if found and isinstance(found[0], int) else None


def library_facts(connection: sqlite3.Connection) -> dict[str, Any]:
    """``{size, statuses: {status: number}, encoder}``."""
    statuses = dict(connection.execute("SELECT status, count(*) FROM skills GROUP BY status ORDER BY status"))
    meta = dict(connection.execute("SELECT key, value FROM meta WHERE key IN ('encoder', 'encoder_identity')"))
    encoder = meta.get("encoder_identity") or meta.get("encoder")
    return {
        "size": statuses.get("active", 0),
        "statuses": {str(status): count for status, count in statuses.items()},
        "encoder": None if encoder is None else str(encoder),
    }


def skills(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """The first ``SKILLS_SHOWN`` skills by (most selected, highest utility), in order of admission."""
    # Shown in order of admission, so that a skill keeps its place in the list while counts change.
    chosen = "SELECT seq FROM skills ORDER BY selected DESC, utility DESC, seq LIMIT ?"
    query = f"SELECT {_columns(connection)} FROM skills WHERE seq IN ({chosen}) ORDER BY seq"
    return [_skill(row) for row in connection.execute(query, (SKILLS_SHOWN,))]


def selections(connection: sqlite3.Connection) -> list[float]:
    """How often each skill was selected, of all that were ever to be retrieved, whatever became of them."""
    rows = connection.execute(f"SELECT selected FROM skills WHERE status != 'proposed' AND {COUNTED_ONCE}")
    return [max(0, number(selected) or 0) for (selected,) in rows]


def skill(connection: sqlite3.Connection, skill_id: str) -> dict[str, Any] | None:
    """One skill of any status; None: there is none of this id."""
    query = f"SELECT {_columns(connection)} FROM skills WHERE id = ?"
    row = connection.execute(query, (skill_id,)).fetchone()
    return None if row is None else _skill(row)


def begin_of_run(connection: sqlite3.Connection) -> int:
    """Number of the newest event of the runs that a library went through before the last one; 0 without any.

    Their episodes have the names of this one's where the seed is the same.
    """
    return max(run_ends(Store(connection, None, read_only=True)), default=0)


def life(
    connection: sqlite3.Connection,
    skill_id: str,
    *,
    begin: int = 0,
    history: int = HISTORY_SHOWN,
    points: int = CURVE_POINTS,
) -> dict[str, Any]:
    """``{events, history, curve}`` of a skill: their number, the newest ones in order, and its utility by step.

    The curve has the utility at the end of each step; of a library that went through several runs it is of the last
    run that moved it: steps start over. Events up to ``begin`` are of an ``earlier`` run.
    """
    events = connection.execute(
        "SELECT kind, step, episode, value, seq <= ? FROM events WHERE skill = ? ORDER BY seq DESC LIMIT ?",
        (begin, skill_id, history),
    ).fetchall()
    num_events = connection.execute("SELECT count(*) FROM events WHERE skill = ?", (skill_id,)).fetchone()[0]
    runs = split_runs(utility_curve(Store(connection, None, read_only=True), skill_id))
    return {
        "events": num_events,
        "history": [
            {"kind": str(kind), "step": number(step), "episode": str(episode), "value": number(value)}
            | ({"earlier": True} if is_earlier else {})
            for kind, step, episode, value, is_earlier in reversed(events)
        ],
        "curve": thinned([list(point) for point in runs[-1]] if runs else [], points),
    }


def families(connection: sqlite3.Connection) -> dict[str, dict[str, list[str]]]:
    """``{id: {children, merged_from}}`` of every skill that has some."""
    query = (
        "SELECT id, parents, merged_into FROM skills WHERE parents != '[]' OR merged_into IS NOT NULL ORDER BY seq"
    )
    found: defaultdict[str, dict[str, list[str]]] = defaultdict(lambda: {"children": [], "merged_from": []})
    for name, parents, merged_into in connection.execute(query):
        for parent in _names_in(parents):
            found[parent]["children"].append(str(name))
        if merged_into is not None:
            found[merged_into]["merged_from"].append(str(name))
    return found


def library_history(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """One line a step of the last run, oldest first; the oldest of very many commits are left out.

    A step may have several commits, because what people asked is one of its own: their counts are added up.
    """
    names = ("step", *TURNOVER, "version", "size", "success_trend")
    query = f"SELECT {', '.join(names)} FROM commits ORDER BY version DESC LIMIT {COMMITS_SHOWN}"
    rows = [tuple(map(number, row)) for row in connection.execute(query)][::-1]
    runs = split_runs(row for row in rows if row[0] is not None)
    by_step: dict[float, dict[str, Any]] = {}
    for row in runs[-1] if runs else ():
        told = dict(zip(names, row, strict=True))
        before = by_step.get(told["step"], {})
        by_step[told["step"]] = told | {name: (told[name] or 0) + before.get(name, 0) for name in TURNOVER}
    return [*by_step.values()]


@dataclass(frozen=True, slots=True)
class News:
    """What the events after some number tell."""

    begin: int  # of the last run, by :func:`begin_of_run`
    last: int  # number of the newest event
    became: dict[str, dict[str, str]]  # episode of the last run → {kind, skill}: what its draft became
    has_controls: bool  # an episode played without the skill it had selected


def news(connection: sqlite3.Connection, after: int) -> News:
    """The events after number ``after``: each is read once, however long a run grows."""
    kinds = (*WRITING_KINDS, CONTROL_KIND)
    marks = ", ".join("?" * len(kinds))
    query = f"SELECT seq, kind, episode, skill FROM events WHERE seq > ? AND kind IN ({marks}) ORDER BY seq"
    found = connection.execute(query, (after, *kinds)).fetchall()
    begin = begin_of_run(connection)
    became = {
        str(episode): {"kind": kind, "skill": str(name)}
        for seq, kind, episode, name in found
        if kind in WRITING_KINDS and seq > begin
    }
    # Of all kinds: else those of other kinds would be gone through again at every call.
    last = connection.execute("SELECT max(seq) FROM events").fetchone()[0]
    return News(begin, int(last or 0), became, any(kind == CONTROL_KIND for _, kind, _, _ in found))


def thinned(points: list[Any], limit: int) -> list[Any]:
    """At most about ``limit`` points, evenly taken, the last one always among them."""
    stride = -(-len(points) // limit) if points else 1
    # Counted from the end, so that the last point stays.
    return points[::-stride][::-1] if stride > 1 else points


def _columns(connection: sqlite3.Connection) -> str:
    # Columns that came later are missing in an older file, which is only read here, never migrated.
    has = {row[1] for row in connection.execute("PRAGMA table_info(skills)")}
    return ", ".join(name if name in has else _ABSENT.get(name, name) for name in _COLUMNS)


def _skill(row: tuple[Any, ...]) -> dict[str, Any]:
    """Values of a wrong type, which only a damaged or foreign file holds, as texts and as 0."""
    found = dict(zip(_COLUMNS, row, strict=True))
    found |= {name: str(found[name]) for name in _TEXTS if found[name] is not None}
    found |= {name: number(found[name]) or 0 for name in _COUNTS}
    kept = {"pinned": bool(found["pinned"]), "parents": _names_in(found["parents"])}
    return found | kept | {"utility": number(found["utility"]), "uplift": None, "x": None, "y": None}


def _names_in(text: str) -> list[str]:
    """The ids in a JSON list; none in anything else."""
    try:
        names = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return []
    return [str(name) for name in names] if isinstance(names, list) else []
