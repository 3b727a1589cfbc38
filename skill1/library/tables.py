"""The tables of a library file, and how an older file becomes one of this schema."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

SCHEMA_VERSION = 2
APPLICATION_ID = 0x536B6C31  # "Skl1" in the file header: tells a library from any other SQLite file

# By itself, because it is also added to libraries that are older than this table.
RUNS = """
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
{RUNS}
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
    _WINS,
    _CURATIONS,
    "ALTER TABLE commits ADD COLUMN last_event INTEGER NOT NULL DEFAULT 0",
    # One pass over the events, instead of one for each commit.
    "CREATE TEMP TABLE last_events AS SELECT step, max(seq) AS seq FROM events GROUP BY step",
    "UPDATE commits SET last_event = coalesce((SELECT max(seq) FROM temp.last_events WHERE step <= commits.step), 0)",
    "DROP TABLE temp.last_events",
    f"PRAGMA user_version = {SCHEMA_VERSION}",
)


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
# Of skills whose uses are added up. What a person edited also stands in the skill that it became, which is told by
# where it came from; so does what repeated another when libraries were merged, which that one was not written from.
# A skill that another took the place of in training keeps its numbers to itself.
COUNTED_ONCE = (
    "id NOT IN (SELECT old.id FROM skills old JOIN skills new ON new.id = old.merged_into WHERE old.status = 'merged' "
    "AND (new.source_episode = old.source_episode OR instr(new.parents, '\"' || old.id || '\"') = 0) "
    "AND old.id IN (SELECT skill FROM events WHERE kind = 'edited'))"
)
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
