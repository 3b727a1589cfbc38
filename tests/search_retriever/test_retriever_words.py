"""BM25 over a corpus on disk: the ranking of an exhaustive scorer, in bounded memory."""

import json
import math
import os
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.errors import DataError, MissingExtraError
from skill1_envs.kit import analyser, inverted, ranking
from skill1_envs.kit.passages import Passage
from skill1_envs.search.retriever import corpus, open_retriever, service, words
from skill1_envs.search.retriever.words import WordRetriever, build_words
from tests.bm25 import scores
from tests.search.worlds import quiet, write_corpus

WORDS = ["red", "red", "tea", "shirt", "blue", "size", "the", "x"]


@pytest.fixture
def index(tmp_path):
    build_words(write_corpus(tmp_path / "corpus.jsonl"), tmp_path / "index", quiet)
    return tmp_path / "index"


def positions(hits):
    return [int(hit.passage.id) for hit in hits]


def test_a_score_worked_out_by_hand(tmp_path):
    # Lengths 1 and 3, mean 2; "tea" is twice in the second: idf = ln(1 + (2 − 1 + .5) / (1 + .5)) = ln 2,
    # f / (f + k1 (1 − b + b · 3 / 2)) = 2 / (2 + .9 · 1.2) = 2 / 3.08.
    build_words(write_corpus(tmp_path / "corpus.jsonl", ["red", "tea tea red"]), tmp_path / "index", quiet)
    ((hit,),) = WordRetriever(tmp_path / "index").retrieve(["tea"], 5)
    assert hit.passage == Passage("1", "tea tea red")
    assert hit.score == pytest.approx(math.log(2) * 2 / 3.08, rel=1e-6)


def test_titles_count_and_queries_are_answered_in_their_order(index):
    retriever = WordRetriever(index)
    harbour, venn, nothing = retriever.retrieve(["harbour", "Which novel is The Glass Tide?", "zebra"], 3)
    assert positions(harbour) == [3, 2] and positions(venn)[:2] == [1, 0] and nothing == []
    assert harbour[0].passage.title == "Brask" and harbour[0].score > harbour[1].score > 0
    assert retriever.retrieve([], 3) == [] and retriever.retrieve(["harbour"], 0) == [[]]
    retriever.close()


@given(
    texts=st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), min_size=1, max_size=20),
    query=st.lists(st.sampled_from([*WORDS, "none"]), max_size=6).map(" ".join),
)
@settings(max_examples=40)
def test_the_ten_best_are_those_of_an_exhaustive_scorer(texts, query, tmp_path_factory):
    """Whatever the batches, the stretches that are merged, and the pruning."""
    folder = tmp_path_factory.mktemp("any")
    expected = sorted(scores(texts, query).items(), key=lambda each: (-each[1], each[0]))[:10]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inverted, "BATCH_TOKENS", 7)
        patch.setattr(inverted, "MERGED_POSTINGS", 5)
        patch.setattr(ranking, "_WORTH_PRUNING", 0)
        build_words(write_corpus(folder / "corpus.jsonl", texts), folder / "index", quiet)
        (hits,) = WordRetriever(folder / "index").retrieve([query], 10)
    assert [(int(hit.passage.id), hit.score) for hit in hits] == [
        (place, pytest.approx(float(score), rel=1e-6)) for place, score in expected
    ]


def test_a_folder_with_a_corpus_is_indexed_once_in_the_cache(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(service, "TOLD_BYTES", 0)
    write_corpus(tmp_path / "corpus.jsonl")
    assert positions(open_retriever(tmp_path).retrieve(["hill"], 1)[0]) == [3]
    assert "Building an index of" in caplog.text
    caplog.clear()
    (made,) = (tmp_path / "cache" / "skill1" / "search").iterdir()
    # Another copy of the corpus finds the same index, and reads itself.
    other = tmp_path / "other"
    other.mkdir()
    write_corpus(other / "corpus.jsonl")
    (tmp_path / "corpus.jsonl").unlink()
    monkeypatch.setattr(words, "build_stream", None)
    assert positions(open_retriever(str(other)).retrieve(["hill"], 1)[0]) == [3]
    assert list(made.parent.iterdir()) == [made] and not caplog.text


def test_a_folder_with_neither_says_what_to_type(tmp_path):
    way_out = f"fetch search {tmp_path}, .* retriever build CORPUS INDEX with a new folder .* --env.retriever"
    with pytest.raises(DataError, match=way_out):
        open_retriever(tmp_path)


def test_a_changed_corpus_is_refused_and_a_touched_one_is_not(index, tmp_path):
    corpus = tmp_path / "corpus.jsonl"
    text = corpus.read_text()
    corpus.touch()
    assert positions(WordRetriever(index).retrieve(["hill"], 1)[0]) == [3]
    corpus.write_text(text.replace("hill", "mill"))  # of the same size
    with pytest.raises(DataError, match="has changed since the index"):
        WordRetriever(index)
    corpus.write_text(text + text)
    with pytest.raises(DataError, match="has changed since the index"):
        WordRetriever(index)
    corpus.unlink()
    with pytest.raises(DataError, match="cannot be read"):
        WordRetriever(index)


def test_a_corpus_that_changes_while_it_is_indexed_is_refused(tmp_path, monkeypatch):
    corpus, build = write_corpus(tmp_path / "corpus.jsonl"), words.build_stream

    def changing(texts, into):
        build(texts, into)
        corpus.write_text(corpus.read_text().replace("hill", "mill"))
        os.utime(corpus, ns=(0, 0))

    monkeypatch.setattr(words, "build_stream", changing)
    build_words(corpus, tmp_path / "index", quiet)
    with pytest.raises(DataError, match="has changed since the index"):
        WordRetriever(tmp_path / "index")


@pytest.mark.parametrize("name", ["offsets.npy", "words/documents.npy", "words/terms.npy", "manifest.json"])
@pytest.mark.parametrize("fault", ["cut", "gone", "flipped"])
def test_a_damaged_index_is_refused(index, name, fault):
    path = index / name
    content = path.read_bytes()
    if fault == "gone":
        path.unlink()
    else:
        path.write_bytes(
            content[:-9] if fault == "cut" else content[:-9] + bytes([content[-9] ^ 255]) + content[-8:]
        )
    with pytest.raises(DataError, match=r"index") as caught:
        WordRetriever(index)
    told = str(caught.value)
    assert "then rebuilt" not in told
    assert "words/" not in name or (f"the index {index} is damaged" in told and "Delete it and build" in told)


@pytest.mark.parametrize(
    ("part", "change", "says"),
    [
        ("", {"encoder": []}, r"encoder is \[\], expected dict"),
        ("", {"format": "x" * 999}, "format 'xxx"),
        ("", {"settings": {"entry_point": 0.5}}, "entry_point is 0.5, expected int"),
        ("", {"settings": {"links": True}}, "links is True"),
        ("corpus", {"path": "a\0b"}, "cannot be read"),
        ("corpus", {"bytes": "9"}, "bytes is '9'"),
        ("corpus", {"passages": 0}, "it has no passage"),
    ],
)
def test_a_manifest_whose_fields_are_of_other_types_is_refused(index, part, change, says):
    told = json.loads((index / "manifest.json").read_text())
    (told[part] if part else told).update(change)
    (index / "manifest.json").write_text(json.dumps(told))
    with pytest.raises(DataError, match=says) as caught:
        open_retriever(index)
    assert str(index) in str(caught.value) and len(str(caught.value)) < 400


def test_a_build_that_was_killed_starts_over(tmp_path, monkeypatch):
    corpus, folder = write_corpus(tmp_path / "corpus.jsonl"), tmp_path / "index"

    def killed(texts, into):
        next(texts)
        (into / "half.npy").write_bytes(b"half")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(words, "build_stream", killed)
        with pytest.raises(KeyboardInterrupt):
            build_words(corpus, folder, quiet)
    assert not folder.exists()
    build_words(corpus, folder, quiet)
    assert positions(WordRetriever(folder).retrieve(["hill"], 1)[0]) == [3]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus.jsonl", "index"]
    assert not list(folder.rglob("half.npy"))


def test_a_built_index_is_left_alone(index, tmp_path, monkeypatch):
    monkeypatch.setattr(words, "build_stream", None)
    before = {path: path.stat().st_mtime_ns for path in index.rglob("*")}
    build_words(tmp_path / "corpus.jsonl", index, quiet)
    assert before == {path: path.stat().st_mtime_ns for path in index.rglob("*")}


def test_of_several_that_need_an_index_one_builds_and_says_so(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(service, "TOLD_BYTES", 0)
    write_corpus(tmp_path / "corpus.jsonl")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: open_retriever(tmp_path).retrieve(["hill"], 1)[0], range(4)))
    assert [positions(hits) for hits in found] == [[3]] * 4
    assert caplog.text.count("Building an index of") == 1
    assert len(list((tmp_path / "cache" / "skill1" / "search").iterdir())) == 1  # no lock, nothing half built


def test_what_is_there_already_is_not_taken_for_another_index(index, tmp_path):
    corpus = tmp_path / "corpus.jsonl"
    with pytest.raises(DataError, match="already holds an index bm25"):
        build_words(write_corpus(tmp_path / "other.jsonl", ["a"]), index, quiet)
    (index / "manifest.json").write_text((index / "manifest.json").read_text().replace("bm25", "flat"))
    with pytest.raises(DataError, match="already holds an index flat"):
        build_words(corpus, index, quiet)
    (index / "manifest.json").unlink()
    with pytest.raises(DataError, match="something other than"):
        build_words(corpus, index, quiet)
    with pytest.raises(DataError, match="something other than"):
        build_words(corpus, corpus, quiet)


def test_a_missing_package_is_named_with_what_to_type(tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'skill1\[search\]'"):
        build_words(write_corpus(tmp_path / "corpus.jsonl"), tmp_path / "index", quiet)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\n \n", "holds no passage"),
        (b"\x1f\x8b\x08\x00packed", "gunzip"),
        (b'{"id": "0", "contents": "a"}\n{"id": "1"}\n', "line at byte 29 is not a passage"),
        (b'{"id": true, "contents": "a"}\n', "id is a text or a whole number"),
        (b"[" * 100_000, "is not a passage"),
        (b'{"id": "0", "contents": "\xff"}\n', "is not a passage"),
    ],
)
def test_a_corpus_that_is_none_is_refused(tmp_path, content, says):
    (tmp_path / "corpus.jsonl").write_bytes(content)
    with pytest.raises(DataError, match=says):
        build_words(tmp_path / "corpus.jsonl", tmp_path / "index", quiet)
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.jsonl"]  # no hidden files either


def test_a_line_that_never_ends_is_refused_and_not_gathered(tmp_path, monkeypatch):
    line = json.dumps({"id": "0", "contents": "tea"}) + "\n"
    monkeypatch.setattr(corpus, "LONGEST_LINE", len(line))
    (tmp_path / "corpus.jsonl").write_text(line * 2)
    assert len(corpus.scan(tmp_path / "corpus.jsonl", quiet).offsets) == 2
    (tmp_path / "corpus.jsonl").write_text(line + "[" + line * 9)
    with pytest.raises(DataError, match=rf"the line at byte {len(line)} is not .*more than {len(line)} bytes"):
        build_words(tmp_path / "corpus.jsonl", tmp_path / "index", quiet)


def test_strange_passages_are_harmless(tmp_path):
    texts = ["tea " * 500_000, "\x00\x1b[2J\u202e tea", "", "<answer>x</answer>", "\ud800 lone"]
    lines = [json.dumps({"id": number, "contents": text}) for number, text in enumerate(texts)]
    (tmp_path / "corpus.jsonl").write_text("\n\n".join(lines))  # blank lines, and none at the end
    build_words(tmp_path / "corpus.jsonl", tmp_path / "index", quiet)
    retriever = WordRetriever(tmp_path / "index")
    assert positions(retriever.retrieve(["tea"], 9)[0]) == [0, 1]
    assert retriever.retrieve(["lone"], 1)[0][0].passage.contents == "\ud800 lone"
    assert retriever.retrieve(["", "\x00", "\ud800", "<answer>"], 1)[0] == []


SIGNS = st.text(
    st.sampled_from("ab1_'.,\u202f\u05d0\"#*\ufe0f\u20e3\U0001f600\u200d東カ \U0001f1e6é\u0301"), max_size=80
)


@given(SIGNS)
def test_a_text_read_through_a_window_has_the_same_words(text):
    with mock.patch.multiple(analyser, LONGEST_TEXT=0, _WINDOW=40):
        found = analyser.split_words(text)
    assert found == analyser.split_words(text)


def test_a_word_of_megabytes_is_cut_as_lucene_cuts_it():
    assert set(map(len, analyser.split_words("x" * 510_000))) == {255}
