"""SQLite files in a folder from elsewhere: what lies beside them may have SQLite delete a file, or wait for ever."""

import os
import sqlite3
import struct
from contextlib import closing

import pytest

from skill1.errors import LibraryError, StorageError, refuse_planted_journal
from skill1.library import Library
from skill1.library.curation_queue import QUEUE_FILE, read_queue
from skill1.methods.teacher.chat import ReplyCache
from skill1.policy.ledger import Ledger
from tests.security.gifts import library_of

MAGIC = bytes.fromhex("d9d505f920a163d7")


def plant_journal(database, victim):
    """A rollback journal of no pages, as a transaction over several files leaves it: the last one deletes `victim`."""
    page, name = 4096, os.fsencode(victim)
    head = MAGIC + struct.pack(">5I", 0, 0, os.path.getsize(database) // page, 512, page)
    tail = struct.pack(">I", 2**30 // page + 1) + name + struct.pack(">2I", len(name), sum(name)) + MAGIC
    database.with_name(f"{database.name}-journal").write_bytes(head.ljust(512, b"\0") + tail)


def database(file):
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("CREATE TABLE anything (x)")
    return file


def import_skills(file):
    with Library.open(file, create=True):
        pass


DOORS = {
    "library": (lambda folder: library_of(folder / "library.sqlite", "hashing"), import_skills, LibraryError),
    "queue": (lambda folder: database(folder / QUEUE_FILE), lambda file: read_queue(file.parent), LibraryError),
    "ledger": (lambda folder: database(folder / "endpoint.sqlite"), Ledger, StorageError),
    "teacher": (lambda folder: database(folder / "teacher.sqlite"), ReplyCache, StorageError),
}


@pytest.mark.parametrize("door", DOORS)
def test_a_journal_cannot_have_a_file_deleted(door, tmp_path):
    make, use, refusal = DOORS[door]
    (tmp_path / "gift").mkdir()
    file, victim = make(tmp_path / "gift"), tmp_path / "precious.txt"
    victim.write_text("mine")
    plant_journal(file, victim)
    with pytest.raises(refusal, match="-journal"):
        use(file)
    assert victim.read_text() == "mine"
    with closing(sqlite3.connect(file)) as plain:  # what SQLite by itself makes of it: the test tests something
        plain.execute("SELECT count(*) FROM sqlite_master").fetchone()
    assert not victim.exists()


def test_by_its_linked_name_and_as_a_pipe(tmp_path):
    file = library_of(tmp_path / "library.sqlite", "hashing")
    (tmp_path / "link.sqlite").symlink_to(file)
    os.mkfifo(f"{file}-journal")
    with pytest.raises(LibraryError, match="library.sqlite-journal"):
        Library.open(tmp_path / "link.sqlite")


def test_a_journal_that_a_kill_has_left_is_rolled_back(tmp_path):
    file = database(tmp_path / "any.sqlite")
    journal = file.with_name("any.sqlite-journal")
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO anything VALUES (1)")
        assert journal.exists()
        refuse_planted_journal(file)
    journal.write_bytes(b"")
    refuse_planted_journal(file)
