"""Indexes on disk: kept under what they were built from, whole or rebuilt."""

import logging
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from skill1.errors import DataError, StorageError
from skill1_envs.kit.bm25 import _write_contents, build_folder, file_hash
from skill1_envs.kit.lock import WAITING
from skill1_envs.webshop import search
from skill1_envs.webshop.search import SearchIndex, build_at, open_index

TEXTS = ["red cotton shirt", "blue shirts, size: s", "green tea"]
IDS = ["B2", "B1", "B3"]


class Unreadable(list):
    """Texts that must not be asked for."""

    def __getitem__(self, place):
        raise AssertionError("the texts were read")


def only_index(folder):
    (index,) = folder.iterdir()
    return index


def test_a_saved_index_answers_as_the_one_in_memory(tmp_path):
    built = SearchIndex.build(TEXTS, IDS)
    build_folder(TEXTS, IDS, tmp_path)
    loaded = SearchIndex.load(tmp_path)
    assert not loaded.arrays.documents.flags.owndata
    for query in ("shirt", "red tea", "nothing", "size shirts red"):
        assert loaded.search(query) == built.search(query)


def test_the_second_time_nothing_is_built(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(search, "TOLD_TEXTS", len(TEXTS))
    assert open_index("hash", TEXTS, IDS, tmp_path / "new").search("shirt red") == [0, 1]
    assert "Building an index of 3 products" in caplog.text
    caplog.clear()
    assert open_index("hash", Unreadable(TEXTS), IDS, tmp_path / "new").search("shirt red") == [0, 1]
    assert not caplog.text


def test_other_catalogues_ids_and_rules_have_their_own_index(tmp_path, monkeypatch):
    open_index("hash", TEXTS, IDS, tmp_path)
    open_index("other", TEXTS, IDS, tmp_path)
    assert open_index("hash", TEXTS, ["B3", "B1", "B2"], tmp_path).search("shirt") == [0, 1]
    monkeypatch.setattr(search, "RULES_VERSION", -1)
    open_index("hash", TEXTS, IDS, tmp_path)
    assert len(list(tmp_path.iterdir())) == 4


def test_a_catalogue_is_named_by_what_its_file_holds(tmp_path):
    (tmp_path / "one").write_text("abc")
    # The first digits of FIPS 180-2's example of SHA-256.
    assert file_hash(tmp_path / "one").startswith("ba7816bf8f01cfea")
    with pytest.raises(DataError, match="none cannot be read"):
        file_hash(tmp_path / "none")


@pytest.mark.parametrize("harm", ["flip", "cut", "remove", "no record", "odd record", "deep record"])
def test_a_damaged_index_is_built_again_with_a_message(tmp_path, caplog, harm):
    open_index("hash", TEXTS, IDS, tmp_path)
    folder = only_index(tmp_path)
    target = folder / ("index.json" if "record" in harm else "saturations.npy")
    content = bytearray(target.read_bytes())
    content[-1] ^= 1
    replaced = {
        "flip": bytes(content),
        "cut": bytes(content[:-3]),
        "odd record": b'{"files": []}',
        "deep record": b"[" * 100_000,
    }.get(harm)
    target.unlink() if replaced is None else target.write_bytes(replaced)
    with pytest.raises(DataError, match="Delete the folder"):
        SearchIndex.load(folder)
    with caplog.at_level(logging.WARNING):
        assert open_index("hash", TEXTS, IDS, tmp_path).search("shirt red") == [0, 1]
    assert ". Building it again." in caplog.text and "Delete" not in caplog.text
    caplog.clear()
    open_index("hash", Unreadable(TEXTS), IDS, tmp_path)
    assert not caplog.text


def test_a_build_that_fails_leaves_nothing(tmp_path):
    with pytest.raises(AssertionError):
        open_index("hash", Unreadable(TEXTS), IDS, tmp_path)
    assert not list(tmp_path.iterdir())


def test_of_several_builders_one_builds_and_the_others_wait(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(search, "TOLD_TEXTS", len(TEXTS))
    asked, waits = [], threading.Event()
    tell = search._log.warning
    monkeypatch.setattr(search._log, "warning", lambda *said: (tell(*said), said[1] == WAITING and waits.set()))

    class Counted(list):
        def __getitem__(self, place):
            waits.wait(60)
            asked.append(place)
            return super().__getitem__(place)

    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda _: open_index("hash", Counted(TEXTS), IDS, tmp_path), range(4))
        assert [index.search("shirt red") for index in found] == [[0, 1]] * 4
    assert sorted(asked) == [0, 1, 2] and caplog.text.count("Building an index") == 1
    assert 1 <= caplog.text.count("Waiting for another process, which builds an index of 3 products") <= 3
    assert only_index(tmp_path).name.startswith("search-")


def test_what_a_killed_build_left_goes_with_the_next_one(tmp_path):
    open_index("hash", TEXTS, IDS, tmp_path)
    folder = only_index(tmp_path)
    folder.rename(tmp_path / f".{folder.name}.k1ll3d")
    os.utime(tmp_path / f".{folder.name}.k1ll3d", (0, 0))
    (tmp_path / f".{folder.name}.atwork").mkdir()  # perhaps of a process on another machine
    (tmp_path / f".{folder.name}.lock").touch()
    (tmp_path / ".search-other.k1ll3d").mkdir()
    open_index("hash", TEXTS, IDS, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        folder.name,
        f".{folder.name}.atwork",
        ".search-other.k1ll3d",
    }


def test_where_there_are_no_locks_each_process_builds(tmp_path, monkeypatch):
    """As on Windows and some network disks."""
    monkeypatch.setitem(sys.modules, "fcntl", None)
    open_index("hash", TEXTS, IDS, tmp_path)
    build_at(only_index(tmp_path), lambda empty: pytest.fail("it is there"))
    slower = tmp_path / "search-slower"
    build_at(slower, lambda empty: (slower.mkdir(), (slower / "first").touch()))
    assert (slower / "first").is_file()


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="could not be written below .*file"):
        open_index("hash", TEXTS, IDS, tmp_path / "file" / "cache")


def test_an_array_of_another_kind_is_refused(tmp_path):
    build_folder(TEXTS, IDS, tmp_path)
    np.save(tmp_path / "peaks.npy", np.zeros((2, 2)))
    _write_contents(tmp_path)
    with pytest.raises(DataError, match="peaks.npy is float64"):
        SearchIndex.load(tmp_path)
