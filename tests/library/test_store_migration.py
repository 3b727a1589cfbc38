"""A library file of schema 1: rewritten when it is opened to write, read as it is when it must not be."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from skill1.library import Library
from skill1.library.curation_plan import Curation, states_of
from skill1.library.store import Store
from skill1.library.tables import SCHEMA_VERSION
from skill1.schema import Skill

from .builders import HASHING, episode

pytest.importorskip("faiss")
SCHEMA_1 = """
CREATE TABLE runs (
    seq INTEGER PRIMARY KEY, name TEXT NOT NULL, method TEXT NOT NULL, env TEXT NOT NULL, seed INTEGER NOT NULL,
    skill1_version TEXT NOT NULL, first_version INTEGER NOT NULL, UNIQUE (name, method, env, seed)
);
CREATE TABLE skills (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, description TEXT NOT NULL, strategy TEXT NOT NULL,
    utility REAL NOT NULL, retrieved INTEGER NOT NULL, selected INTEGER NOT NULL, wins INTEGER NOT NULL,
    created_step INTEGER NOT NULL, source_episode TEXT NOT NULL, parents TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'retired', 'merged')), merged_into TEXT
);
CREATE INDEX skills_by_status ON skills (status, seq);
CREATE TABLE events (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, step INTEGER NOT NULL, episode TEXT NOT NULL, skill TEXT NOT NULL,
    policy_version INTEGER NOT NULL, value REAL NOT NULL
);
CREATE INDEX events_by_skill ON events (skill);
CREATE TABLE commits (
    version INTEGER PRIMARY KEY, step INTEGER NOT NULL, policy_version INTEGER NOT NULL, episodes INTEGER NOT NULL,
    added INTEGER NOT NULL, merged INTEGER NOT NULL, rejected INTEGER NOT NULL, retired INTEGER NOT NULL,
    size INTEGER NOT NULL, success_trend REAL, no_skill_trend REAL
);
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE vectors (skill TEXT PRIMARY KEY, encoder TEXT NOT NULL, vector BLOB NOT NULL) WITHOUT ROWID;
PRAGMA application_id = 1399548977;
PRAGMA user_version = 1;
"""
SKILLS = [
    Skill("sk_a", "heat an egg", "use the microwave", 0.1 + 0.2, 3, 2, 1, 1, "e1", ("sk_0",), "active"),
    Skill("sk_b", "cool a mug", "use the fridge", 0.5, 0, 0, 0, 2, "e2", (), "retired"),
    Skill("sk_c", "cool a cup", "use <the> fridge", 0.25, 1, 0, 0, 3, "e3", (), "merged", "sk_a"),
]
EVENTS = [
    ("added", 1, "e1", "sk_a", 0, 0.5),
    ("added", 2, "e2", "sk_b", 1, 0.5),
    ("credited", 2, "e2", "sk_a", 1, 0.1 + 0.2),
    ("added", 3, "e3", "sk_c", 2, 0.25),
    ("retired", 4, "", "sk_b", 3, 0.5),
]
COMMITS = [
    (1, 1, 0, 4, 1, 0, 0, 0, 1, 0.5, None),
    (2, 2, 1, 4, 1, 0, 0, 0, 2, 0.4, 0.3),
    (3, 3, 2, 4, 1, 0, 0, 0, 3, 0.4, 0.3),
    (4, 4, 3, 4, 0, 0, 0, 1, 2, 0.4, 0.3),
]
RUN = ("runs/old", "skill1", "household", 0, "0.4.0", 0)


@pytest.fixture(params=["DELETE", "WAL"])
def old_file(tmp_path, request):
    """A library as skill1 wrote it before curation, closed."""
    with closing(sqlite3.connect(tmp_path / "library.sqlite", isolation_level=None)) as connection:
        connection.execute(f"PRAGMA journal_mode = {request.param}")
        connection.executescript(f"BEGIN; {SCHEMA_1}")
        for s in SKILLS:
            numbers = (s.utility, s.retrieved, s.selected, s.wins, s.created_step)
            row = (s.id, s.description, s.strategy, *numbers, s.source_episode, "[]", s.status, s.merged_into)
            connection.execute(f"INSERT INTO skills VALUES (NULL{', ?' * 12})", row)
        connection.execute("""UPDATE skills SET parents = '["sk_0"]' WHERE id = 'sk_a'""")
        connection.executemany(f"INSERT INTO events VALUES (NULL{', ?' * 6})", EVENTS)
        connection.executemany(f"INSERT INTO commits VALUES (?{', ?' * 10})", COMMITS)
        connection.execute(f"INSERT INTO runs VALUES (NULL{', ?' * 6})", RUN)
        connection.executemany(
            "INSERT INTO meta VALUES (?, ?)",
            [("version", 4), ("success_trend", 0.4), ("no_skill_trend", 0.3), ("encoder", "hashing")],
        )
        connection.execute("INSERT INTO vectors VALUES ('sk_a', 'other:2', x'0000803f00000000')")
        connection.execute("COMMIT")
    return tmp_path / "library.sqlite"


def assert_all_there(store):
    assert store.skills() == SKILLS
    kinds = "SELECT kind, step, episode, skill, policy_version, value FROM events ORDER BY seq"
    assert store.rows(kinds) == EVENTS
    assert [tuple(row) for row in store.commits()] == COMMITS and [tuple(row) for row in store.runs()] == [RUN]
    assert store.rows("SELECT last_event FROM commits ORDER BY version") == [(1,), (3,), (4,), (5,)]
    assert store.meta()["success_trend"] == 0.4 and store.version() == 4
    assert list(store.vectors("other:2", 2)["sk_a"]) == [1.0, 0.0]
    assert store.rows("SELECT count(*) FROM wins") == store.rows("SELECT count(*) FROM curations") == [(0,)]
    assert store.rows("PRAGMA user_version") == [(SCHEMA_VERSION,)]


def test_opened_to_write_it_is_rewritten_once_and_goes_on(old_file):
    with closing(Store.open(old_file, create=False, read_only=False)) as store:
        assert_all_there(store)
    with closing(sqlite3.connect(old_file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    with Library.open(old_file, HASHING) as library:
        assert_all_there(library._store)
        assert library.check() == [] and [skill.id for skill in library.skills()] == ["sk_a"]
        library.commit([replace(episode(draft=("new", "text")), query="q")], step=5, policy_version=4)
        library.curate([Curation("ban", "sk_a"), Curation("rollback", to_step=2)], step=5)
        then = {"sk_a": ("active", 0.1 + 0.2, None), "sk_b": ("active", 0.5, None)}
        assert {i: tuple(s) for i, s in states_of(library.skills(None)).items() if i in then} == then
        assert library.check() == []


def test_read_only_it_is_brought_up_in_memory_and_stays_as_it_is(old_file):
    before = hashlib.sha256(old_file.read_bytes()).hexdigest()
    with Library.open(old_file, HASHING, read_only=True) as library:
        assert_all_there(library._store)
        assert library.check() == [] and library.retrieve("heat an egg", training=False)[0].skill.id == "sk_a"
    assert hashlib.sha256(old_file.read_bytes()).hexdigest() == before


def test_a_copy_in_memory_and_a_backup_of_an_old_library_are_of_this_schema(old_file, tmp_path):
    with Library.in_memory(HASHING, start_from=old_file) as library:
        assert_all_there(library._store)
        library.backup(tmp_path / "copy.sqlite")
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    with closing(sqlite3.connect(old_file)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)


def test_the_first_libraries_had_no_table_of_runs(old_file):
    with closing(sqlite3.connect(old_file)) as connection:
        connection.execute("DROP TABLE runs")
    with Library.open(old_file, HASHING, read_only=True) as library:
        assert library.runs() == ()
    with Library.open(old_file, HASHING) as library:
        library.record_run("a", method="skill1", env="toy", seed=0)
        assert [(run.name, run.first_version) for run in library.runs()] == [("a", 4)]


def test_a_second_process_that_waited_for_the_first_rewrites_nothing(old_file):
    first = Store.open(old_file, create=False, read_only=False)
    second = Store.open(old_file, create=False, read_only=False)
    with first.transaction(4):
        first.update_skills([replace(SKILLS[0], pinned=True)])
    second._bring_up()  # as if it had read the old version number just before the first one was done
    assert second.skill("sk_a") == replace(SKILLS[0], pinned=True)
    first.close()
    second.close()


def test_a_rewrite_that_fails_leaves_the_old_file(old_file, monkeypatch):
    monkeypatch.setattr("skill1.library.store.BRING_UP", ("DROP TABLE commits", "NONSENSE"))
    with pytest.raises(Exception, match="NONSENSE"):
        Store.open(old_file, create=False, read_only=False)
    monkeypatch.undo()
    with closing(Store.open(old_file, create=False, read_only=False)) as store:
        assert_all_there(store)


def test_a_change_of_what_a_foreign_format_held_is_stored(tmp_path):
    with Library.open(tmp_path / "l.sqlite", HASHING, create=True) as library:
        (skill,) = library.add_skills([Skill("", "when", "what", 0.5, extra={"skillpro": {"freq": 1}})], step=1)
        library.add_skills([], step=2, changed=[replace(skill, extra={"skillpro": {"freq": 2}})])
        assert library.get(skill.id).extra == {"skillpro": {"freq": 2}}
    with Library.open(tmp_path / "l.sqlite", HASHING, read_only=True) as library:
        assert library.get(skill.id).extra == {"skillpro": {"freq": 2}}
