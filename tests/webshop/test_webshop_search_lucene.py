"""The back end ``env.search: pyserini``: Lucene where it is installed, else a stand-in for pyserini's way to Java."""

import importlib.util
import json
import sys
from types import ModuleType, SimpleNamespace

import pytest

from skill1.config import EnvConfig
from skill1.errors import DataError
from skill1_envs.webshop import WebshopSuite, search
from skill1_envs.webshop.search import SearchIndex, open_lucene
from tests.webshop.items import write_few

TEXTS = ["red cotton shirt", "blue shirts, size: s", "green tea \ud800"]
IDS = ["B2", "B1", "B3"]


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


def test_hits_are_positions_of_the_texts_given(pyserini):
    index = open_lucene("hash", TEXTS, IDS, pyserini)
    assert index.search("shirt tea") == [0, 2]
    assert index.search("shirt tea", k=1) == [0]


def test_the_index_is_built_once_for_each_catalogue(pyserini, monkeypatch):
    open_lucene("hash", TEXTS, IDS, pyserini)
    monkeypatch.setattr(search, "_BUILD", "raise SystemExit(1)")
    assert open_lucene("hash", TEXTS, IDS, pyserini).search("tea") == [2]
    with pytest.raises(DataError, match="could not build"):
        open_lucene("other", TEXTS, IDS, pyserini)
    assert len(list(pyserini.iterdir())) == 1


def test_any_query_can_be_asked(pyserini):
    index = open_lucene("hash", TEXTS, IDS, pyserini)
    assert index.search("\ud800x shirt \udfffy") == [0]
    assert index.search("") == []
    many = " ".join(f"w{number}" for number in range(1024))
    index.search(f"{many} tea")
    assert Searcher.asked[-1] == many


def test_an_index_that_cannot_be_opened_is_named(pyserini):
    open_lucene("hash", TEXTS, IDS, pyserini)
    (folder,) = pyserini.iterdir()
    (folder / "documents.jsonl").unlink()
    with pytest.raises(DataError, match=f"cannot open {folder}.* Delete the folder"):
        open_lucene("hash", TEXTS, IDS, pyserini)


@pytest.mark.parametrize("fault", [ModuleNotFoundError("pyserini"), KeyError("JAVA_HOME")])
def test_what_is_missing_is_named_with_what_to_type(monkeypatch, tmp_path, fault):
    def fail(name):
        raise fault

    monkeypatch.setattr(search, "import_module", fail)
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
