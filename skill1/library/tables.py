"""The tables of a library file and their rows, and how an older file becomes one of this schema.

Rows are checked where they are read: SQLite lets any value into any column. One that no skill1 wrote raises
``sqlite3.DataError``, which ``file_errors`` tells with the file's name.
"""

from __future__ import annotations

import json
import sqlite3
from typing import Any, NamedTuple

from skill1.schema import SKILL_STATUSES, Skill

SCHEMA_VERSION = 2
APPLICATION_ID = 0x536B6C31  # "Skl1" in the file header: tells a library from any other SQLite file

# By itself, because the first libraries of schema 1 are older than this table.
_RUNS = """
CREATE TABLE IF NOT EXISTS runs (
    seq INTEGER PRIMARY KEY,
    name TEXT NOT NULL,                 -- of the run directory
    method TEXT NOT NULL,
    env TEXT NOT NULL,
    seed INTEGER NOT NULL,
    skill1_version TEXT NOT NULL,       -- of the program that began the run
    first_version INTEGER NOT NULL,     -- library version the run began with
    UNIQUE (name, method, env, seed)
);
"""
_SKILLS = """
CREATE TABLE skills (
    seq INTEGER PRIMARY KEY,            -- order of admission to what is retrieved
    id TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    strategy TEXT NOT NULL,
    utility REAL NOT NULL,              -- U(s) in [0, 1], 64-bit
    retrieved INTEGER NOT NULL,
    selected INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    created_step INTEGER NOT NULL,
    source_episode TEXT NOT NULL,
    parents TEXT NOT NULL,              -- JSON list of ids
    status TEXT NOT NULL CHECK (status IN ('active', 'retired', 'merged', 'proposed', 'banned')),
    merged_into TEXT,
    env TEXT NOT NULL DEFAULT '',       -- where it was learnt
    pinned INTEGER NOT NULL DEFAULT 0,
    extra TEXT NOT NULL DEFAULT '{}'    -- JSON object: what a foreign format held besides
);
"""
_SKILLS_BY_STATUS = "CREATE INDEX skills_by_status ON skills (status, seq);"
_WINS = """
CREATE TABLE wins (
    query TEXT NOT NULL,                -- what was searched with
    skill TEXT NOT NULL,                -- what was used, and won
    times INTEGER NOT NULL,
    PRIMARY KEY (query, skill)
) WITHOUT ROWID;
"""
_CURATIONS = """
CREATE TABLE curations (
    seq INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,           -- of the library with it
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    skill TEXT NOT NULL,                -- '' where it is about all
    asked_by TEXT NOT NULL,
    reason TEXT NOT NULL,
    asked_at TEXT NOT NULL
);
"""
# The value in meta has no type, so that numbers stay numbers and texts stay texts. A skill has one vector at most:
# one of another encoder takes its place, and the two never stand side by side.
SCHEMA = f"""
{_RUNS}
{_SKILLS}
{_SKILLS_BY_STATUS}
{_WINS}
{_CURATIONS}
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    step INTEGER NOT NULL,
    episode TEXT NOT NULL,
    skill TEXT NOT NULL,
    policy_version INTEGER NOT NULL,
    value REAL NOT NULL
);
CREATE INDEX events_by_skill ON events (skill);
CREATE TABLE commits (
    version INTEGER PRIMARY KEY,
    step INTEGER NOT NULL,
    policy_version INTEGER NOT NULL,
    episodes INTEGER NOT NULL,
    added INTEGER NOT NULL,
    merged INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    retired INTEGER NOT NULL,
    size INTEGER NOT NULL,
    success_trend REAL,
    no_skill_trend REAL,
    last_event INTEGER NOT NULL DEFAULT 0   -- seq of the newest event then
);
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE vectors (skill TEXT PRIMARY KEY, encoder TEXT NOT NULL, vector BLOB NOT NULL) WITHOUT ROWID;
"""
# Of schema 1. Rows are read by position, so columns added later come after these.
_OLD_COLUMNS = (
    "id, description, strategy, utility, retrieved, selected, wins, created_step, source_episode, parents, "
    "status, merged_into"
)
SKILL_COLUMNS = f"{_OLD_COLUMNS}, env, pinned, extra"
# From schema 1; in one transaction. The last event of a commit was not kept then, but steps only grew.
BRING_UP = (
    # A new table instead of new columns: SQLite cannot alter the CHECK that lists the statuses.
    "ALTER TABLE skills RENAME TO old_skills",
    # The renamed table keeps its index, and names of indexes are unique in a file.
    "DROP INDEX skills_by_status",
    _SKILLS,
    _SKILLS_BY_STATUS,
    f"INSERT INTO skills (seq, {_OLD_COLUMNS}) SELECT seq, {_OLD_COLUMNS} FROM old_skills",
    "DROP TABLE old_skills",
    _RUNS,
    _WINS,
    _CURATIONS,
    "ALTER TABLE commits ADD COLUMN last_event INTEGER NOT NULL DEFAULT 0",
    # One pass over the events, instead of one for each commit.
    "CREATE TEMP TABLE last_events AS SELECT step, max(seq) AS seq FROM events GROUP BY step",
    "UPDATE commits SET last_event = coalesce((SELECT max(seq) FROM temp.last_events WHERE step <= commits.step), 0)",
    "DROP TABLE temp.last_events",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)
# Of skills whose uses are added up. What a person edited also stands in the skill that it became, which is told by
# where it came from; so does what repeated another when libraries were merged, which that one was not written from.
# A skill that another took the place of in training keeps its numbers to itself.
COUNTED_ONCE = (
    "id NOT IN (SELECT old.id FROM skills old JOIN skills new ON new.id = old.merged_into WHERE old.status = 'merged' "
    "AND (new.source_episode = old.source_episode OR instr(new.parents, '\"' || old.id || '\"') = 0) "
    "AND old.id IN (SELECT skill FROM events WHERE kind = 'edited'))"
)
# The last commit (a) of each run that another one (b) went on from: there steps start over.
WHERE_STEPS_FALL = "FROM commits a JOIN commits b ON b.version = a.version + 1 WHERE b.step < a.step"
_MOST_BYTES = 2**25  # of one value or row, far above any of ours


def restrain(connection: sqlite3.Connection) -> None:
    """A file may come from anywhere: what its schema computes must neither fill the memory nor call what acts."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
    connection.execute("PRAGMA trusted_schema = OFF")


# No skill1 makes any: a view can compute without end, a trigger writes what nobody asked for, and columns, indexes and
# virtual tables can compute, too. Those stand last: to look at the columns of a virtual table is to open it.
FOREIGN_PARTS = """
SELECT type, name FROM (
    SELECT type, name FROM sqlite_master WHERE type IN ('view', 'trigger')
    UNION ALL SELECT 'virtual table', name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE TABLE%'
    UNION ALL SELECT 'computed index', m.name FROM sqlite_master m JOIN pragma_index_xinfo(m.name) c
        WHERE m.type = 'index' AND c.cid = -2
    UNION ALL SELECT 'partial index', i.name FROM sqlite_master m JOIN pragma_index_list(m.name) i
        WHERE m.type = 'table' AND i.partial
    UNION ALL SELECT 'computed column', m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c
        WHERE m.type = 'table' AND c.hidden IN (2, 3)
) LIMIT 1
"""


class CommitRow(NamedTuple):
    """One line of the table ``commits``, without what ties it to the events."""

    version: int
    step: int
    policy_version: int
    episodes: int
    added: int
    merged: int
    rejected: int
    retired: int
    size: int
    success_trend: float | None
    no_skill_trend: float | None


COMMIT_COLUMNS = ", ".join(CommitRow._fields)


class RunRow(NamedTuple):
    """One line of the table ``runs``: a run that writes to the library."""

    name: str
    method: str
    env: str
    seed: int
    skill1_version: str
    first_version: int


class CurationRow(NamedTuple):
    """One line of the table ``curations``: what a person asked for, and got."""

    version: int
    step: int
    kind: str
    skill: str
    asked_by: str
    reason: str
    asked_at: str


MOST_COUNT = 2**62  # so that it can grow for as long as anybody trains: SQLite's whole numbers end at 2**63 - 1
_TYPES = (str, str, str, float, int, int, int, int, str, str, str, str, str, int, str)  # of SKILL_COLUMNS
_ROW_TYPES = frozenset({_TYPES, (*_TYPES[:11], type(None), *_TYPES[12:])})  # merged_into may be NULL


def to_skill(row: tuple[Any, ...]) -> Skill:
    """A row of ``SKILL_COLUMNS``."""
    *head, parents, status, merged_into, env, pinned, extra = row
    # All types in one look-up: every opening of a library checks every row.
    if tuple(map(type, row)) not in _ROW_TYPES or status not in SKILL_STATUSES:
        raise _of_wrong_type("skill", row)
    # Numbers that no skill1 wrote would decide what is retrieved, and spread to all that starts from the file.
    if not 0.0 <= row[3] <= 1.0 or min(row[4:7]) < 0:
        raise sqlite3.DataError(
            f"the skill {row[0]!r} has utility {row[3]}, retrieved {row[4]}, selected {row[5]} and wins {row[6]}; "
            "expected a utility in [0, 1] and no count below 0"
        )
    return Skill(
        *head,
        parents=() if parents == "[]" else _ids_in(parents),  # nearly all are empty: half the reading time
        status=status,
        merged_into=merged_into,
        env=env,
        pinned=bool(pinned),
        extra={} if extra == "{}" else _json(extra, dict),
    )


def _ids_in(text: str) -> tuple[str, ...]:
    names = _json(text, list)
    if not all(isinstance(name, str) for name in names):
        raise sqlite3.DataError(f"{text[:80]!r} is no list of ids")
    return tuple(names)


def _json(text: str, kind: type) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise sqlite3.DataError(f"{text[:80]!r} is no JSON: {error}") from error
    if not isinstance(value, kind):
        raise sqlite3.DataError(f"{text[:80]!r} is no JSON {kind.__name__}")
    return value


def to_row(s: Skill) -> tuple[Any, ...]:
    """A skill in the order of ``SKILL_COLUMNS``."""
    numbers = (s.utility, s.retrieved, s.selected, s.wins, s.created_step)
    origin = (s.source_episode, json.dumps(list(s.parents)), s.status, s.merged_into, s.env)
    return (s.id, s.description, s.strategy, *numbers, *origin, s.pinned, json.dumps(dict(s.extra)))


def to_commit(row: tuple[Any, ...]) -> CommitRow:
    """A row of ``COMMIT_COLUMNS``."""
    if set(map(type, row[:9])) != {int} or not all(map(_is_trend, row[9:])):
        raise _of_wrong_type("commit", row)
    return CommitRow(*row)


def to_run(row: tuple[Any, ...]) -> RunRow:
    """A row of the table ``runs``."""
    if tuple(map(type, row)) != (str, str, str, int, str, int):
        raise _of_wrong_type("run", row)
    return RunRow(*row)


def to_win(row: tuple[Any, ...]) -> tuple[str, str]:
    """Query and skill of the table ``wins``."""
    if tuple(map(type, row)) != (str, str):
        raise _of_wrong_type("win", row)
    return row


def _of_wrong_type(what: str, row: tuple[Any, ...]) -> sqlite3.DataError:
    return sqlite3.DataError(f"the {what} {row[0]!r:.80} holds a value of a wrong type")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and 0 <= value < MOST_COUNT


def _is_trend(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and 0 <= value <= 1)


def _is_text_or_none(value: Any) -> bool:
    return value is None or isinstance(value, str)


_COUNT, _TREND, _TEXT = f"a whole number from 0 to {MOST_COUNT}", "a number in [0, 1]", "a text"
_META = {  # of the table meta: what each entry is. Only the version is always there
    "version": (_is_count, _COUNT),
    "forgotten_until": (_is_count, _COUNT),
    "success_trend": (_is_trend, _TREND),
    "no_skill_trend": (_is_trend, _TREND),
    "encoder": (_is_text_or_none, _TEXT),
    "encoder_identity": (_is_text_or_none, _TEXT),
    "query_prompt": (_is_text_or_none, _TEXT),
    "document_prompt": (_is_text_or_none, _TEXT),
}


def checked_meta(found: dict[str, Any]) -> dict[str, Any]:
    """The table ``meta``."""
    for key, (is_fine, expected) in _META.items():
        if (key in found or key == "version") and not is_fine(found.get(key)):
            raise sqlite3.DataError(f"its {key} is {found.get(key)!r:.80}, not {expected}")
    return found
