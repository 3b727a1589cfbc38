"""WebShop's search: the recorded ranking of the original, and the parts it is made of."""

import sys
import time

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.errors import MissingExtraError
from skill1_envs.kit import analyser, inverted, ranking
from skill1_envs.kit.analyser import (
    LONGEST_WORD,
    STOP_WORDS,
    Analyser,
    lower,
    pieces,
    split_words,
    without_possessive,
)
from skill1_envs.kit.bm25 import SearchIndex
from tests.bm25 import scores
from tests.webshop.conftest import recorded


@pytest.fixture
def hits(recorded_catalogue, recorded_index):
    """Asins that a query finds in the recordings' catalogue."""
    ids = list(recorded_catalogue.by_asin)
    return lambda query: [ids[place] for place in recorded_index.search(query)]


def test_every_recorded_query_has_the_original_ranking(hits):
    queries = recorded("search_top50.jsonl")
    assert len(queries) == 1000 and sum(not case["asins"] for case in queries) == 42
    assert [case["query"] for case in queries if hits(case["query"]) != case["asins"]] == []


def test_pruning_changes_no_recorded_ranking(hits, monkeypatch):
    monkeypatch.setattr(ranking, "_WORTH_PRUNING", 0)
    monkeypatch.setattr(ranking, "_LEADERS", 60)
    for case in recorded("search_top50.jsonl")[::5]:
        assert hits(case["query"]) == case["asins"], case["query"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("women's 3,5-inch T_shirt", ["women's", "3,5", "inch", "T_shirt"]),
        ("u.s.a. size 8.5. color:red a;b", ["u.s.a", "size", "8.5", "color:red", "a", "b"]),
        ("1,000 a,b 1:2 4x4 _x_ __", ["1,000", "a", "b", "1", "2", "4x4", "_x_"]),
        ("日本語テスト ひら 한국어", ["日", "本", "語", "テスト", "ひ", "ら", "한국어"]),
        ("★★ new★ ✓ ™ 30° ½", ["★", "★", "new", "★", "™", "30"]),
        ("ภาษาไทย", ["ภาษาไทย"]),
        ("🇩🇪🇫🇷 👩‍👩‍👧 👍🏽x #️⃣ #", ["🇩🇪", "🇫🇷", "👩‍👩‍👧", "👍🏽", "x", "#️⃣"]),
        ('צה"ל x"y', ['צה"ל', "x", "y"]),
        ("cafe\u0301s a\u202fb", ["cafe\u0301s", "a\u202fb"]),
        ("", []),
        ("[{<>}] ... ---", []),
    ],
)
def test_words_end_where_unicode_says(text, words):
    assert split_words(text) == words


def test_a_word_longer_than_the_buffer_is_cut():
    assert [len(word) for word in split_words("x " + "a" * 600 + " y")] == [1, 255, 255, 90, 1]
    # The point at the 255th place no longer stands between letters: it separates.
    assert split_words("a" * 254 + "." + "b" * 3) == ["a" * 254, "bbb"]
    # As many underscores as the buffer holds are no word; after the first there is room for a letter.
    assert split_words("_" * 254 + "ab") == ["_" * 254 + "a", "b"]
    assert split_words("x " + "_" * 300 + "ab") == ["x", "_" * 254 + "a", "b"]
    assert split_words("_" + "\u0301" * 300 + "ab") == ["ab"]


def test_thousands_of_underscores_are_read_at_once():
    before = time.process_time()
    assert split_words("_" * 16_000) == split_words("\u202f" * 16_000) == split_words("_\u0301" * 8_000) == []
    assert split_words("_" * 16_000 + "a")[0].strip("_") == "a"
    # Each from its start to the end of all, that would be a minute.
    assert time.process_time() - before < 5


text = st.text(st.one_of(st.sampled_from("ab1.,:'’_ -★é日ไ\u0301\u200d\u202f👍"), st.characters()), max_size=60)


@given(text)
@settings(max_examples=200)
def test_pieces_of_a_text_have_the_words_of_the_text(text):
    assert [word for piece in pieces(text) for word in split_words(piece)] == split_words(text)
    assert all(0 < len(word) <= LONGEST_WORD for word in split_words(text))


@given(st.text(st.sampled_from("__\u202f\u0301a1.'ア東ไ\u0e31\U0001f3fb\U0001f600\u05d0"), max_size=20))
def test_reading_joiners_once_finds_the_same_words(text):
    from_any_joiner = analyser._PATTERN.replace(f"(?<!{analyser._JOINER})", "", 1)
    assert split_words(text) == regex.findall(from_any_joiner, text, regex.V1)


def test_terms_drop_possessives_stop_words_and_endings():
    # Each of the three apostrophes; stems as Porter's own program gives them.
    assert [without_possessive(word) for word in ("men's", "MEN’S", "men＇s", "s", "mens")] == [
        "men",
        "MEN",
        "men",
        "s",
        "mens",
    ]
    assert Analyser().terms("The women's RUNNING shoes; it IS possibly archeology") == [
        "women", "run", "shoe", "possibl", "archeolog",
    ]  # fmt: skip
    assert len(STOP_WORDS) == 33
    assert lower("ΣΑΣ İx") == "σασ ix"


def test_lengths_keep_four_digits():
    # 24 + 16 = 40 begins the first pair: from there two lengths share a byte, from 24 + 32 = 56 four do.
    assert [ranking.byte_length(ranking.length_byte(length)) for length in (0, 39, 40, 41, 55, 56, 59, 60)] == [
        0, 39, 40, 40, 54, 56, 56, 60,
    ]  # fmt: skip
    assert ranking.length_byte(2**31 - 1) == 255
    assert all(ranking.length_byte(ranking.byte_length(byte)) == byte for byte in range(256))


# Few different words, so that equal scores are common, and some frequent enough to be worth skipping.
documents = st.lists(
    st.lists(st.sampled_from(["red", "red", "tea", "shirt", "blue", "size", "the", "x"]), max_size=6).map(
        " ".join
    ),
    min_size=1,
    max_size=40,
)


@given(
    documents,
    st.lists(st.sampled_from(["red", "tea", "shirt", "size", "x", "none"]), max_size=6),
    st.integers(1, 8),
    st.randoms(),
)
@settings(max_examples=150)
def test_the_pruned_result_is_the_exhaustive_one(texts, words, k, random):
    ids = [f"B{number:02d}" for number in range(len(texts))]
    random.shuffle(ids)
    query = " ".join(words)
    found = scores(texts, query)
    expected = sorted(found, key=lambda place: (-found[place], ids[place]))[:k]
    index = SearchIndex.build(texts, ids)
    assert index.search(query, k) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ranking, "_WORTH_PRUNING", 0)
        patch.setattr(ranking, "_LEADERS", 3)
        patch.setattr(ranking, "_PIECE", 3)
        for cost in (0, 1_000):  # always look up, always add up
            patch.setattr(ranking, "_LOOK_UP_COST", cost)
            assert index.search(query, k) == expected


@given(st.lists(st.integers(0, 9), min_size=1, max_size=400), st.integers(1, 12), st.data())
def test_the_largest_are_found_without_sorting(values, stretches, data):
    k = data.draw(st.integers(1, len(values)))
    array, ranked = np.array(values, np.float64), sorted(values, reverse=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ranking, "_STRETCHES", stretches)
        assert ranking._kth(array, k) == ranked[k - 1]
        assert ranking._floor(array, k) <= ranked[k - 1]
        assert sorted(array[ranking._leading(array, k)], reverse=True) == ranked[:k]


def test_the_floor_is_close_to_the_largest():
    # 800 stretches of 10, and the largest 50 values each in a stretch of its own: the floor is the 50th itself.
    values = np.arange(8_000, dtype=np.float64).reshape(10, 800).T.reshape(-1)
    assert ranking._floor(values, 50) == 7_950


def test_a_query_of_too_many_terms_ends_before_the_first_one_too_many():
    short = Analyser().shortened
    assert short("red,  the shirts", 2) == "red,  the shirts"
    assert short("red  the shirts, red shirt; tea cup", 2) == "red the shirts red shirt"
    assert short("x" * 9, 2) == "x" * 9
    index = SearchIndex.build(["last", "w7", "shirt"], ["a", "b", "c"])
    others = " ".join(f"w{number}" for number in range(1023))
    assert index.search(f"{others} shirts shirt last") == [2, 1]  # twice, so it weighs more
    assert index.search(f"{others} last shirt") == [0, 1]


def test_equal_scores_come_in_the_order_of_ids_as_text():
    index = SearchIndex.build(["tea"] * 4, ["B9", "B10", "a", "B1"])
    assert index.search("tea") == [3, 1, 0, 2]
    assert index.search("tea", k=2) == [3, 1]


def test_batches_do_not_show(monkeypatch, tmp_path):
    texts = ["red shirt", "", "tea tea", "blue shirt size", "red tea", "the"] * 3
    ids = [f"{number:02d}" for number in range(len(texts))]
    whole = inverted.build_inverted(texts, ids)
    monkeypatch.setattr(inverted, "BATCH_TOKENS", 3)
    monkeypatch.setattr(inverted, "_PIECES_KEPT", 2)
    for batched in (inverted.build_inverted(texts, ids), inverted.build_inverted(texts, ids, tmp_path)):
        for name in inverted.ARRAYS:
            assert np.array_equal(getattr(whole, name), getattr(batched, name)), name
    assert not list(tmp_path.glob("run-*"))


def test_ids_must_be_one_for_each_text():
    with pytest.raises(ValueError, match="2 texts and 1 distinct ids of 2"):
        SearchIndex.build(["a", "b"], ["x", "x"])


@pytest.mark.parametrize("texts", [[], [""], ["the of"]])
def test_a_collection_without_terms_answers_nothing(texts):
    assert SearchIndex.build(texts, ["x"] * len(texts)).search("tea") == []


@given(text)
@settings(max_examples=100)
def test_any_text_can_be_asked_and_indexed(text):
    index = SearchIndex.build([text, "red"], ["a", "b"])
    assert index.search(text)[:1] == ([0] if Analyser().terms(text) else [])


@pytest.mark.parametrize(
    ("package", "compiled"), [("regex", analyser._pattern), ("nltk.stem.porter", analyser._porter)]
)
def test_a_missing_package_is_named_with_what_to_type(package, compiled, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    compiled.cache_clear()
    with pytest.raises(MissingExtraError, match=r"pip install 'skill1\[webshop\]'"):
        SearchIndex.build(["red"], ["a"])
    compiled.cache_clear()
