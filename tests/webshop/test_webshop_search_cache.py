"""Indexes on disk, ours and that of ``env.search: pyserini``: kept under what they were built from, or rebuilt."""

import importlib.util
import json
import logging
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType, SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest

from skill1.config import EnvConfig
from skill1.errors import DataError, StorageError
from skill1_envs.kit.bm25 import _write_contents, build_folder, file_hash
from skill1_envs.kit.lock import WAITING
from skill1_envs.webshop import WebshopSuite, search
from skill1_envs.webshop.search import SearchIndex, build_at, open_index, open_lucene
from tests.webshop.items import write_few

TEXTS = ["red cotton shirt", "blue shirts, size: s", "green tea \ud800"]  # half of a surrogate pair
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


class Searcher:
    """Finds the documents of its folder that hold a word of the query, by id; takes no half of a surrogate pair."""

    asked: list[str] = []

    def __init__(self, folder):
        with open(f"{folder}/documents.jsonl", encoding="utf-8") as file:
            self._documents = [json.loads(line) for line in file]

    def search(self, query, k):
        query.encode("utf-16")
        self.asked.append(query)
        words = set(query.split())
        hits = [document["id"] for document in self._documents if words & set(document["contents"].split())]
        return [SimpleNamespace(docid=one) for one in sorted(hits)[:k]]


@pytest.fixture
def pyserini(monkeypatch, tmp_path):
    """pyserini.pyclass, whose ``autoclass`` knows the searcher, here and in the process that builds."""
    module = ModuleType("pyserini.pyclass")
    module.autoclass = {search._SEARCHER: Searcher}.__getitem__
    monkeypatch.setitem(sys.modules, "pyserini", ModuleType("pyserini"))
    monkeypatch.setitem(sys.modules, "pyserini.pyclass", module)
    # Instead of Anserini: takes the documents over as they are.
    build = (
        "import sys, shutil; given = dict(zip(sys.argv[1::2], sys.argv[2::2])); "
        "assert given['-collection'] == 'JsonCollection'; "
        "shutil.copy(given['-input'] + '/documents.jsonl', given['-index'])"
    )
    monkeypatch.setattr(search, "_BUILD", build)
    return tmp_path / "cache"


def test_lucene_is_built_once_for_each_catalogue_and_answers_with_positions(pyserini, monkeypatch):
    assert open_lucene("hash", TEXTS, IDS, pyserini).search("shirt tea", k=1) == [0]
    monkeypatch.setattr(search, "_BUILD", "raise SystemExit(1)")
    again = open_lucene("hash", TEXTS, IDS, pyserini)
    assert again.search("shirt tea") == [0, 2] and again.search("\ud800x shirt \udfffy") == [0]
    many = " ".join(f"w{number}" for number in range(1024))
    again.search(f"{many} tea")
    assert Searcher.asked[-1] == many
    with pytest.raises(DataError, match="could not build"):
        open_lucene("other", TEXTS, IDS, pyserini)
    folder = only_index(pyserini)
    (folder / "documents.jsonl").unlink()
    with pytest.raises(DataError, match=f"cannot open {folder}.* Delete the folder"):
        open_lucene("hash", TEXTS, IDS, pyserini)


def test_what_lucene_lacks_is_named_with_what_to_type(monkeypatch, tmp_path):
    monkeypatch.setattr(search, "import_module", Mock(side_effect=KeyError("JAVA_HOME")))
    with pytest.raises(
        DataError, match=r"env\.search pyserini .*Java 11.*pip install pyjnius .*pyserini==0\.17\.0"
    ):
        open_lucene("hash", TEXTS, IDS, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_run_searches_with_it_and_says_so(pyserini, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(pyserini))
    suite = WebshopSuite(EnvConfig(data=str(write_few(tmp_path)), search="pyserini"))
    env = suite.make("product_disjoint_train")
    env.reset(task_index=0)
    assert env.step("search[oak]")[0].admissible
    assert Searcher.asked[-1] == "oak"
    assert f"search pyserini {search.version('pyserini')};" in suite.split_source("product_disjoint_train")[0]


@pytest.mark.skipif(importlib.util.find_spec("pyserini") is None, reason="pyserini is not installed")
def test_lucene_ranks_as_our_index_does(tmp_path):
    theirs, ours = open_lucene("hash", TEXTS, IDS, tmp_path), SearchIndex.build(TEXTS, IDS)
    many = " ".join(f"w{number}" for number in range(1024))
    for query in ("shirt", "red tea", "blue s", "", "the", "\ud800 shirt", f"shirt {many}", "[red] +tea -x"):
        assert theirs.search(query) == ours.search(query)
