"""The file under a library: what takes its place, copies, names and files that are none, two writers."""

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

from .builders import HASHING, episode

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


def test_a_reader_follows_a_run_that_went_back_to_its_checkpoint(tmp_path):
    """A resumed run puts the checkpoint's library in the place of its own: another file, maybe of the same version."""
    path = tmp_path / "x.sqlite"
    with Library.open(path, HASHING, create=True) as writer:
        writer.backup(tmp_path / "checkpoint.sqlite")
        writer.commit([episode(draft=("a b", "c"))], step=1, policy_version=0)
    with Library.open(path, read_only=True) as reader:
        path.unlink()
        assert not reader.refresh() and len(reader) == 1  # just now there is none
        (tmp_path / "checkpoint.sqlite").rename(path)
        with Library.open(path, HASHING) as writer:
            writer.commit([episode(draft=("d e", "f"))], step=1, policy_version=0)
        assert reader.refresh() and [skill.strategy for skill in reader.skills()] == ["f"]
        assert reader.search("d e", 1)[0].skill.strategy == "f" and not reader.refresh()


def test_backups_and_copies_in_memory(tmp_path):
    run, checkpoint = tmp_path / "run", tmp_path / "checkpoint"
    run.mkdir(), checkpoint.mkdir()
    library = Library.open(run / "library.sqlite", HASHING, create=True)
    library.commit([episode(draft=("a b", "c"))], step=0, policy_version=0)
    assert library.backup(checkpoint) == checkpoint / "library.sqlite"
    before = library.skills()
    copy = Library.in_memory(HASHING, start_from=checkpoint)
    copy.commit([episode(0, 1, draft=("d e", "f"))], step=1, policy_version=0)
    library.commit([episode(0, 2, draft=("g h", "i"))], step=1, policy_version=0)
    assert (len(copy), len(library)) == (2, 2) and copy.skills() != library.skills()
    library.close()
    with Library.open(checkpoint, read_only=True) as kept:
        kept.backup(run)
    with Library.open(run) as rewound:
        assert rewound.skills() == before and rewound.version == 1 and rewound.check() == []
    assert os.listdir(checkpoint) == ["library.sqlite"]


def test_a_copy_that_is_written_to_has_readers_beside_it_and_one_that_is_opened_stays_as_it_is(tmp_path):
    with Library.open(made(tmp_path / "x.sqlite", EGG), HASHING) as library:
        copy = library.backup(tmp_path / "copy.sqlite")
    before = copy.read_bytes()
    Library.open(copy, HASHING).close()
    assert copy.read_bytes() == before
    with Library.open(copy, HASHING) as library:
        library.commit([], step=1, policy_version=1)
        with closing(sqlite3.connect(copy)) as reader:
            reader.execute("BEGIN")
            assert reader.execute("SELECT max(version) FROM commits").fetchone() == (2,)
            library.commit([], step=2, policy_version=2)  # waits for no reader
            assert reader.execute("SELECT max(version) FROM commits").fetchone() == (2,)


def test_a_checkpoint_on_a_read_only_disk_opens(tmp_path):
    folder = tmp_path / "copy"
    folder.mkdir()
    with Library.open(made(tmp_path / "x.sqlite", EGG), read_only=True) as library:
        library.backup(folder / "library.sqlite")
    folder.chmod(0o555)
    try:
        with Library.open(folder, read_only=True) as copy:
            assert len(copy) == 1
    finally:
        folder.chmod(0o755)


def test_clear_errors(tmp_path):
    def message(path, **options):
        with pytest.raises(LibraryError) as caught:
            Library.open(path, HASHING, **options)
        return str(caught.value)

    assert "no skill library at" in message(tmp_path / "none.sqlite")
    assert "holds no library.sqlite" in message(tmp_path)
    (tmp_path / "empty.sqlite").touch()
    assert "is empty" in message(tmp_path / "empty.sqlite")
    (tmp_path / "text.sqlite").write_text("not a database " * 100)
    assert "text.sqlite cannot be used" in message(tmp_path / "text.sqlite")
    assert "text.sqlite cannot be used" in message(tmp_path / "text.sqlite", read_only=True)
    other = sqlite3.connect(tmp_path / "other.sqlite")
    other.execute("CREATE TABLE t (x)")
    other.close()
    assert "not a skill library" in message(tmp_path / "other.sqlite", create=True)
    assert "There is no folder" in message(tmp_path / "no" / "folder.sqlite", create=True)


def test_a_truncated_file_and_another_schema_are_told(tmp_path):
    path = tmp_path / "x.sqlite"
    with Library.open(path, HASHING, create=True) as library:
        library.commit([episode(0, i, draft=(f"a {i}", "c" * 900)) for i in range(60)], step=0, policy_version=0)
    shutil.copy(path, tmp_path / "cut.sqlite")
    os.truncate(tmp_path / "cut.sqlite", path.stat().st_size // 3)
    with pytest.raises(LibraryError, match="cut.sqlite cannot be used"):
        Library.open(tmp_path / "cut.sqlite", HASHING)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(LibraryError, match="schema version 99"):
        Library.open(path, HASHING)


def test_opening_finishes_a_creation_that_was_cut_short(tmp_path):
    connection = sqlite3.connect(tmp_path / "x.sqlite")
    connection.execute("PRAGMA journal_mode = WAL")  # the header is there, the tables are not
    connection.close()
    with Library.open(tmp_path / "x.sqlite", HASHING, create=True) as library:
        assert len(library) == 0
