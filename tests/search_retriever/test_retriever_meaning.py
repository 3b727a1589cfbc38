"""Search by meaning: indexes kept as arrays answer as FAISS's own do, and say beforehand what memory they take."""

import json
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from skill1.errors import DataError, MissingExtraError, UntrustedError
from skill1_envs.search.retriever import faiss_index, meaning
from skill1_envs.search.retriever.faiss_index import KINDS, memory_bytes, open_search, save_index
from skill1_envs.search.retriever.meaning import MeaningRetriever, build_meaning, make_encoder
from skill1_envs.search.retriever.service import open_retriever
from tests.search.worlds import TEXTS, quiet, write_corpus

faiss = pytest.importorskip("faiss")
ROWS, DIMENSIONS = 10_000, 16


@pytest.fixture(scope="module")
def rows():
    drawn = np.random.default_rng(0).normal(size=(ROWS, DIMENSIONS)).astype(np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


@pytest.fixture(scope="module")
def saved(rows, tmp_path_factory):
    """Kind → (folder, settings)."""
    folders = {kind: tmp_path_factory.mktemp(kind) for kind in KINDS}
    return {kind: (folder, save_index(kind, rows, folder)) for kind, folder in folders.items()}


def exact(rows, queries, k):
    return np.argsort(-(queries @ rows.T), axis=1, kind="stable")[:, :k]


@pytest.mark.parametrize(("kind", "least"), [("flat", 1.0), ("hnsw", 0.99), ("ivfpq", 0.5)])
def test_the_nearest_are_found(rows, saved, kind, least):
    queries = rows[:50] + np.float32(0.02)
    scores, found = open_search(kind, rows, *saved[kind])(queries, 10)
    wanted = exact(rows, queries, 10)
    assert np.mean([len(set(a) & set(b)) / 10 for a, b in zip(found, wanted, strict=True)]) >= least
    assert scores == pytest.approx(np.take_along_axis(queries @ rows.T, found, 1), abs=1e-5)
    assert (np.diff(scores, axis=1) <= 0).all()


def test_blocks_do_not_show(rows, saved, monkeypatch):
    whole = open_search("flat", rows, *saved["flat"])(rows[:5], 10)
    monkeypatch.setattr(faiss_index, "FLAT_BLOCK", 777)
    monkeypatch.setattr(faiss_index, "_ADDED_ROWS", 777)
    assert np.array_equal(open_search("flat", rows, *saved["flat"])(rows[:5], 10)[1], whole[1])
    assert open_search("hnsw", rows, *saved["hnsw"])(rows[:5], 1)[1][:, 0].tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("kind", ["hnsw", "ivfpq"])
def test_the_memory_said_beforehand_is_what_faiss_measures(rows, saved, kind):
    index = (faiss_index._open_graph if kind == "hnsw" else faiss_index._open_cells)(rows, *saved[kind])
    assert memory_bytes(kind, ROWS, DIMENSIONS) == pytest.approx(faiss.serialize_index(index).nbytes, rel=0.02)


def test_memory_worked_out_by_hand():
    # 1,000,000 rows of 384. flat: 4 · 384 = 1,536 bytes a row. hnsw: beside that 4 · (64 + 32 / 31) + 12 = 272.13.
    assert memory_bytes("flat", 10**6, 384) == 1_536_000_000
    assert memory_bytes("hnsw", 10**6, 384) == pytest.approx(1_536_000_000 + 272_129_032, abs=1)
    # ivfpq: 48 + 8 bytes a row, 4 · √10⁶ = 4,000 cells and 256 centroids of 1,536 bytes.
    assert memory_bytes("ivfpq", 10**6, 384) == 56_000_000 + 4_256 * 1_536


@pytest.mark.parametrize(
    ("kind", "name", "change"),
    [
        ("hnsw", "neighbors", lambda values: values.__setitem__(0, ROWS)),
        ("hnsw", "neighbors", lambda values: values.__setitem__(5, -2)),
        ("hnsw", "offsets", lambda values: values.__setitem__(3, 10**12)),
        ("hnsw", "levels", lambda values: values.__setitem__(3, 9)),
        ("ivfpq", "ids", lambda values: values.__setitem__(3, ROWS)),
        ("ivfpq", "sizes", lambda values: values.__setitem__(0, -1)),
    ],
)
def test_arrays_that_would_lead_faiss_astray_are_refused(rows, saved, tmp_path, kind, name, change):
    folder, settings = saved[kind]
    for path in folder.iterdir():
        values = np.load(path)
        if path.stem == name:
            change(values)
        np.save(tmp_path / path.name, values)
    with pytest.raises(DataError, match="is damaged"):
        open_search(kind, rows, tmp_path, settings)
    (tmp_path / f"{name}.npy").unlink()
    with pytest.raises(DataError, match="cannot be read"):
        open_search(kind, rows, tmp_path, settings)


def link_below(arrays, settings):
    """A link to a node that is not on its layer: the second layer's places come after the 2M of the lowest."""
    above, below = (np.flatnonzero(arrays["levels"] == count)[0] for count in (2, 1))
    arrays["neighbors"][int(arrays["offsets"][above]) + 2 * faiss_index.HNSW_NEIGHBOURS] = below
    return settings


def too_many_layers(arrays, settings):
    """More than FAISS knows: it reads what lies behind its table of layers, and the process ends."""
    entry, top = settings["entry_point"], 60
    more = (top - settings["max_level"]) * faiss_index.HNSW_NEIGHBOURS
    arrays["levels"][entry] = top + 1
    arrays["neighbors"] = np.insert(arrays["neighbors"], int(arrays["offsets"][entry + 1]), np.full(more, -1))
    arrays["offsets"][entry + 1 :] += np.uint64(more)
    return settings | {"max_level": top, "links": len(arrays["neighbors"])}


@pytest.mark.parametrize("change", [link_below, too_many_layers])
def test_a_graph_that_leads_to_foreign_memory_is_refused(rows, saved, tmp_path, change):
    folder, settings = saved["hnsw"]
    arrays = {path.stem: np.load(path) for path in folder.iterdir()}
    settings = change(arrays, settings)
    for name, values in arrays.items():
        np.save(tmp_path / f"{name}.npy", values)
    with pytest.raises(DataError, match="its graph has wrong links"):
        open_search("hnsw", rows, tmp_path, settings)


@pytest.mark.parametrize("change", [{"places": 0}, {"places": 3}, {"cells": 0}])
def test_settings_that_no_index_could_have_are_refused(rows, saved, change):
    folder, settings = saved["ivfpq"]
    with pytest.raises(DataError, match="is damaged: vectors of 16 cannot have"):
        open_search("ivfpq", rows, folder, settings | change)


@pytest.mark.parametrize("kind", ["flat", "hnsw"])
def test_a_corpus_is_searched_by_meaning(tmp_path, kind):
    corpus, told = write_corpus(tmp_path / "corpus.jsonl"), []
    build_meaning(corpus, tmp_path / "index", kind, make_encoder("hashing"), quiet, told.append)
    assert told[0].startswith("4 vectors of 1024: 0.00 GiB on disk; index " + kind)
    retriever = open_retriever(tmp_path / "index")
    (hits,) = retriever.retrieve([TEXTS[2]], 9)
    assert [hit.passage.id for hit in hits][0] == "2" and len(hits) == 4
    assert hits[0].score == pytest.approx(1.0, abs=1e-5)
    assert retriever.retrieve([], 3) == [] and retriever.retrieve(["a"], 0) == [[]]
    assert retriever.about["passages"] == 4 and retriever.about["encoder"] == "hashing"
    corpus.write_text("changed")
    with pytest.raises(DataError, match="has changed"):
        open_retriever(tmp_path / "index")


class Counting:
    """The encoder `hashing` that counts what it encodes, and breaks off after so many calls."""

    def __init__(self, calls=99):
        self._encoder, self.calls, self.texts = make_encoder("hashing"), calls, 0
        self.name, self.identity, self.dimensions = "hashing", self._encoder.identity, self._encoder.dimensions

    def encode(self, texts):
        if not self.calls:
            raise KeyboardInterrupt
        self.calls, self.texts = self.calls - 1, self.texts + len(texts)
        return self._encoder.encode(texts)


@pytest.fixture
def small_blocks(monkeypatch):
    monkeypatch.setattr(meaning, "BLOCK", 2)
    monkeypatch.setattr(meaning, "_BLOCKS_PER_NOTE", 1)


def test_a_build_that_was_killed_goes_on_where_it_was(tmp_path, small_blocks):
    texts = [f"passage {number}" for number in range(9)]
    corpus = write_corpus(tmp_path / "corpus.jsonl", texts)
    build_meaning(corpus, tmp_path / "whole", "flat", Counting(), quiet)
    with pytest.raises(KeyboardInterrupt):
        build_meaning(corpus, tmp_path / "index", "flat", Counting(calls=3), quiet)
    rest = Counting()
    build_meaning(corpus, tmp_path / "index", "flat", rest, quiet)
    assert rest.texts == 3  # 9 − 3 · 2
    names = {path.name for path in (tmp_path / "index").iterdir() if path.is_file()}
    assert names == {"manifest.json", "offsets.npy", "vectors.npy"}
    assert all((tmp_path / "index" / n).read_bytes() == (tmp_path / "whole" / n).read_bytes() for n in names)


def test_what_a_killed_build_left_of_another_corpus_is_not_taken_up(tmp_path, small_blocks):
    with pytest.raises(KeyboardInterrupt):
        build_meaning(write_corpus(tmp_path / "a"), tmp_path / "index", "flat", Counting(calls=1), quiet)
    other = Counting()
    build_meaning(write_corpus(tmp_path / "a", TEXTS[::-1]), tmp_path / "index", "flat", other, quiet)
    assert other.texts == 4


def test_what_a_killed_build_left_of_another_kind_is_no_part_of_the_index(tmp_path):
    left = tmp_path / ".index.partial"
    for name in ("words/run-00000.npy", "nearest/levels.npy", "manifest.json.new"):
        (left / name).parent.mkdir(parents=True, exist_ok=True)
        (left / name).write_bytes(b"left")
    build_meaning(write_corpus(tmp_path / "c"), tmp_path / "index", "flat", make_encoder("hashing"), quiet)
    names = {path.relative_to(tmp_path / "index").as_posix() for path in (tmp_path / "index").rglob("*")}
    assert names == {"manifest.json", "nearest", "offsets.npy", "vectors.npy"}
    assert "nearest/levels.npy" not in json.loads((tmp_path / "index" / "manifest.json").read_text())["files"]


def test_a_build_that_was_killed_before_its_naming_keeps_all_vectors(tmp_path, monkeypatch):
    corpus, rest = write_corpus(tmp_path / "corpus.jsonl"), Counting()
    with monkeypatch.context() as killed, pytest.raises(KeyboardInterrupt):
        killed.setattr(Path, "rename", Mock(side_effect=KeyboardInterrupt))
        build_meaning(corpus, tmp_path / "index", "flat", Counting(), quiet)
    build_meaning(corpus, tmp_path / "index", "flat", rest, quiet)
    assert rest.texts == 0 and not (tmp_path / "index" / "progress.json").exists()


def test_another_encoder_and_a_foreign_server_are_refused(tmp_path):
    build_meaning(write_corpus(tmp_path / "c"), tmp_path / "index", "flat", make_encoder("hashing"), quiet)
    path = tmp_path / "index" / "manifest.json"
    told = json.loads(path.read_text())
    path.write_text(json.dumps({**told, "encoder": {**told["encoder"], "identity": "hashing:7"}}))
    with pytest.raises(DataError, match="from the encoder hashing:7"):
        MeaningRetriever(tmp_path / "index")
    path.write_text(json.dumps({**told, "encoder": {**told["encoder"], "name": "http://elsewhere/v1#m"}}))
    with pytest.raises(UntrustedError, match="--encoder http://elsewhere"):
        MeaningRetriever(tmp_path / "index")
    path.write_text(json.dumps({**told, "kind": "hnsw"}))
    with pytest.raises(DataError, match="its settings lack 'links'"):
        MeaningRetriever(tmp_path / "index")


def test_too_few_passages_for_codes_and_a_missing_package_are_named(tmp_path, monkeypatch):
    corpus = write_corpus(tmp_path / "corpus.jsonl")
    seen = []
    with pytest.raises(DataError, match="--index flat"):
        build_meaning(
            corpus, tmp_path / "index", "ivfpq", make_encoder("hashing"), lambda work, *_: seen.append(work)
        )
    assert "vectors" not in seen  # refused before anything is encoded

    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(faiss_index, "import_module", missing)
    with pytest.raises(MissingExtraError, match=r"skill1\[search\]"):
        build_meaning(corpus, tmp_path / "index", "flat", make_encoder("hashing"), quiet)


def test_the_encoder_is_the_familys():
    from skill1.library.sentence_encoder import family_prompts

    assert meaning.MAX_TOKENS == 256
    prompts = family_prompts("intfloat/e5-base-v2")
    assert (prompts.query, prompts.document) == ("query: ", "passage: ")
    assert make_encoder("intfloat/e5-base-v2")._max_tokens == 256
