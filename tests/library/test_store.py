"""The file under a library: what takes its place, copies over others, names that no system takes, two writers."""

import os
import shutil
import sqlite3
import threading
from contextlib import closing

import pytest

from skill1.errors import LibraryError
from skill1.library import Library
from skill1.library.store import Store
from skill1.schema import Skill

from .builders import HASHING

EGG = Skill("sk_egg", "an egg has to be hot", "use the microwave", 0.5)
MUG = Skill("sk_mug", "a mug has to be clean", "use the sink", 0.5)


def made(path, *skills):
    with Library.open(path, HASHING, create=True) as library:
        library.add_skills(skills)
    return path


@pytest.mark.parametrize("is_there", [True, False])
def test_a_library_that_is_open_to_be_changed_follows_no_other_file(tmp_path, is_there):
    path, other = made(tmp_path / "x.sqlite", EGG), made(tmp_path / "other.sqlite", MUG)
    before = other.read_bytes()
    with Library.open(path, HASHING) as library:
        assert not library.refresh()
        path.unlink()
        if is_there:
            other.rename(path)
        for _ in range(2):
            with pytest.raises(LibraryError, match="x.sqlite was replaced or removed .*Start again"):
                library.refresh()
        assert [skill.id for skill in library.skills()] == ["sk_egg"]
    assert (path if is_there else other).read_bytes() == before


def test_a_reader_that_could_not_load_another_file_loads_it_when_it_can(tmp_path, monkeypatch):
    path, other = made(tmp_path / "x.sqlite", EGG), made(tmp_path / "other.sqlite", MUG)  # both of version 1
    with Library.open(path, read_only=True) as library:
        other.replace(path)
        with monkeypatch.context() as patch:
            patch.setattr(Store, "skills", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                library.refresh()
        assert [skill.id for skill in library.skills()] == ["sk_egg"]
        assert library.refresh() and not library.refresh()
        assert [skill.id for skill in library.skills()] == ["sk_mug"]


def test_a_reader_that_could_not_load_a_commit_keeps_the_version_it_has(tmp_path):
    path = made(tmp_path / "x.sqlite", EGG)
    with Library.open(path, HASHING) as writer, Library.open(path, read_only=True) as reader:
        writer.add_skills([MUG])
        writer._store.rows("UPDATE skills SET utility = 'high' WHERE id = 'sk_mug'")
        with pytest.raises(LibraryError, match="sk_mug"):
            reader.refresh()
        assert (reader.version, len(reader)) == (1, 1)
        writer._store.rows("UPDATE skills SET utility = 0.5 WHERE id = 'sk_mug'")
        assert reader.refresh() and (reader.version, len(reader)) == (2, 2)


def test_a_copy_over_a_library_that_stops_at_the_last_moment_leaves_all_its_commits(tmp_path, monkeypatch):
    old, new = tmp_path / "killed.sqlite", made(tmp_path / "new.sqlite", MUG)
    with Library.open(tmp_path / "x.sqlite", HASHING, create=True) as library:
        library.add_skills([EGG])
        for suffix in ("", "-wal"):  # as a writer that was killed leaves them: the commit is in the log alone
            shutil.copy(f"{library.path}{suffix}", f"{old}{suffix}")
    with Library.open(new, read_only=True) as library, monkeypatch.context() as patch:
        patch.setattr(os, "replace", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            library.backup(old)
    with Library.open(old, read_only=True) as library:
        assert [skill.id for skill in library.skills()] == ["sk_egg"]
    with Library.open(new, read_only=True) as library:
        library.backup(old)
        for garbage in (b"", b"no library" * 100):
            (tmp_path / "garbage.sqlite").write_bytes(garbage)
            (tmp_path / "garbage.sqlite-wal").write_bytes(garbage)
            library.backup(tmp_path / "garbage.sqlite")
    for name in ("killed.sqlite", "garbage.sqlite"):
        with Library.open(tmp_path / name, read_only=True) as library:
            assert [skill.id for skill in library.skills()] == ["sk_mug"] and library.check() == []


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_that_no_file_can_have_is_told(tmp_path, name, create):
    with pytest.raises(LibraryError, match="too long|NUL"):
        Library.open(tmp_path / name, HASHING, create=create)


def test_a_name_that_no_copy_can_have_is_told(tmp_path):
    with Library.in_memory(HASHING) as library, pytest.raises(LibraryError, match="too long"):
        library.backup(tmp_path / ("x" * 300))


def test_the_first_writer_of_a_copy_waits_for_another(tmp_path, monkeypatch):
    with Library.open(made(tmp_path / "x.sqlite", EGG), HASHING) as library:
        copy = library.backup(tmp_path / "copy.sqlite")
    with closing(sqlite3.connect(copy, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO meta VALUES ('note', 'from the other')")
        with Library.open(copy, HASHING) as library:
            done = threading.Timer(0.2, other.execute, ["COMMIT"])
            tried = library._store._write_ahead
            # Not before it is tried: on a slow machine the other would be done by then.
            monkeypatch.setattr(library._store, "_write_ahead", lambda: (tried(), done.start()))
            library.add_skills([MUG])
            done.join()
            monkeypatch.undo()
            assert library._store.meta()["note"] == "from the other"
            library.add_skills([Skill("sk_cup", "a cup is wanted", "open the cupboard", 0.5)])
            assert library._store.rows("PRAGMA journal_mode") == [("wal",)]


def test_a_library_that_was_closed_is_not_called_damaged(tmp_path):
    library = Library.open(made(tmp_path / "x.sqlite", EGG), HASHING)
    library.close()
    with pytest.raises(LibraryError, match="x.sqlite is no longer open.*Open it again") as told:
        library.refresh()
    assert "--resume" not in str(told.value)
