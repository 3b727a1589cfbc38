"""The reward against the original's, and its parts by hand."""

from __future__ import annotations

from difflib import SequenceMatcher
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.errors import MissingExtraError
from skill1_envs.webshop.simulator import reward
from skill1_envs.webshop.simulator.goals import Goal
from skill1_envs.webshop.simulator.reward import COLOURS, alike, normalise, normalise_pair, score
from tests.webshop.conftest import recorded
from tests.webshop.items import make_goal, make_product, split_words


def test_recorded_rewards(recorded_catalogue, recorded_nouns):
    cases = recorded("rewards.jsonl")
    assert len(cases) == 3000
    for case in cases:
        product = recorded_catalogue.by_asin[case["asin"]]
        fields = {name: tuple(value) if isinstance(value, list) else value for name, value in case["goal"].items()}
        del fields["weight"]  # of no use here
        goal = Goal(index=0, **fields)
        reward = score(product, case["price"], case["options"], goal, recorded_nouns)
        assert (reward.value, reward.components) == (case["reward"], case["components"]), case


def buy(product, goal, price=25.0, options=None):
    return score(product, price, options or {}, goal, split_words)


STRANGE = {"query": "mats", "product_category": "Sport › Lighting"}


@pytest.mark.parametrize(
    ("bought", "wanted", "changes", "r_type"),
    [
        ("oak lamp", "oak lamp", STRANGE, 1.0),  # titles alone say it
        ("a lamp", "1 2 3 4 lamp", STRANGE, 0.5),  # 1/5 is not over 0.2
        ("a lamp", "1 2 3 lamp", STRANGE, 1.0),  # 1/4 is
        ("a lamp", "1 2 3 4 5 6 7 8 9 lamp", {}, 1.0),  # 1/10 is not under 0.1
        ("a lamp", "1 2 3 4 5 6 7 8 9 10 lamp", {}, 0.1),  # 1/11 is, though the query matches
        (
            "lamp",
            "lamp lamp lamp lamp lamp lamp lamp lamp lamp lamp lamp",
            {},
            0.1,
        ),  # repeats count below the line
        ("mat", "lamp", {}, 0.0),
        ("", "", STRANGE, 0.5),  # no nouns wanted: 0.2
        ("", "", {"query": "mats"}, 1.0),  # two common parts of the category
    ],
)
def test_type(bought, wanted, changes, r_type):
    lamp = make_product(title=bought)
    goal = make_goal(lamp, name=wanted, **changes)
    reward = buy(lamp, goal)
    assert reward.components["r_type"] == r_type
    assert reward.value == r_type


def test_attributes_are_found_in_texts_as_they_stand():
    lamp = make_product(attributes=("x",), title="Oak LAMP", bullets=("One two", "three"), description="Warm")
    found = [
        buy(lamp, make_goal(lamp, attributes=(text,))).components["r_att"]
        for text in ("oak lamp", "two three", "arm", "Warm", "cold")
    ]
    assert found == [1, 1, 1, 0, 0]  # "Warm" is searched for in lower case only


@pytest.mark.parametrize(
    ("chosen", "wanted", "hits"),
    [
        ("large", ("x-large",), 1),  # one set of words holds the other
        ("light blue", ("navy blue",), 1),  # both are blue: it comes first in the list
        ("standard", ("standard",), 1),  # both tan
        ("standard", ("tan",), 1),
        ("standard", {"fit": "standard"}, 0),  # tan against "fit standard"
        ("large", {"size": "large"}, 1),
        ("red", {"color": "red"}, 1),  # the value is a colour word
        ("dark red", {"color": "red"}, 0),  # dark, which comes before red
        ("large", {"gold": "large"}, 0),  # the name is a colour word
    ],
)
def test_options(chosen, wanted, hits):
    lamp = make_product()
    reward = buy(lamp, make_goal(lamp, goal_options=wanted), options={"any": chosen})
    assert reward.components["r_option"] == hits


def test_colours():
    assert len(COLOURS) == len(set(COLOURS)) == 102
    read = [normalise(text) for text in ("standard", "cashmere", "covered", "navy blue", "oak", "")]
    assert read == ["tan", "ash", "red", "blue", "oak", ""]
    assert normalise_pair(("size", "x-large")) == "('size', 'x-large')"
    assert normalise_pair(("color", "navy blue")) == "('color', 'navy blue')"
    assert normalise_pair(("color", "navy")) == "navy"


def whole_percent(left, right):
    """difflib's ratio as thefuzz rounds it."""
    if not left or not right:
        return 0
    return 100 if left == right else round(100 * SequenceMatcher(None, left, right).ratio())


def token_set_ratio(left, right):
    """thefuzz 0.19 step by step, without a bound or a short cut."""

    def words(text):
        kept = "".join(sign for sign in text if not 0x80 <= ord(sign) <= 0xFF)
        return set("".join(sign if sign.isalnum() or sign == "_" else " " for sign in kept).lower().split())

    a, b = words(left), words(right)
    if not a or not b:
        return 0
    shared = " ".join(sorted(a & b))
    first, second = (" ".join([*([shared] if shared else []), *sorted(rest)]) for rest in (a - b, b - a))
    return max(whole_percent(shared, first), whole_percent(shared, second), whole_percent(first, second))


WORDS = st.lists(st.text("abcde é★", max_size=9) | st.sampled_from(("easy", "clean", "to", "x-large")), max_size=5)
TEXTS = WORDS.map(" ".join)


@given(TEXTS, TEXTS)
def test_alike_is_thefuzz(left, right):
    assert alike(left, right) == (token_set_ratio(left, right) > 85)


@given(TEXTS.filter(bool), st.data())
def test_alike_is_thefuzz_after_a_slip(text, data):
    place = data.draw(st.integers(0, len(text) - 1))
    slip = text[:place] + data.draw(st.text("abc ", max_size=2)) + text[place + 1 :]
    assert alike(text, slip) == (token_set_ratio(text, slip) > 85)


@pytest.mark.parametrize(
    ("left", "right", "is_alike"),
    [
        ("solid wood", "wood, SOLID!", True),
        ("easy clean", "easy to clean", True),
        ("gluten free", "gluten fre", True),  # 2·10/21 = 95 %
        ("ab" * 9 + "cde", "ab" * 9 + "xyz", True),  # 2·18/42 = 85.7, rounded 86
        ("ab" * 8 + "cde", "ab" * 8 + "xyz", False),  # 2·16/38 = 84
        (
            "c" + "ab" * 8 + "ade",
            "ab" * 8 + "azzc",
            False,
        ),  # 2·17/40 = 85; in any order 2·18/40
        ("crème", "crme", True),  # é is dropped
        ("★", "★", False),  # no word left
        ("", "", False),
    ],
)
def test_alike_by_hand(left, right, is_alike):
    assert alike(left, right) is is_alike


def test_the_built_in_tagger_is_the_recorded_one():
    pytest.importorskip("textblob")
    name, nouns = reward._textblob()
    assert name.startswith("TextBlob ")
    titles = recorded("title_nouns.json")
    assert {title: list(nouns(title)) for title in titles} == titles


class FakeModel:
    """Calls every word a noun but the first."""

    meta = {"version": "3.8.0"}

    def __init__(self):
        self.titles = []

    def __call__(self, title):
        self.titles.append(title)
        kinds = ["ADJ", "NOUN", "PROPN"]
        return [SimpleNamespace(text=word, pos_=kind) for word, kind in zip(title.split(), kinds, strict=False)]


def test_spacy_comes_first_and_is_asked_once_per_title(monkeypatch):
    model = FakeModel()
    monkeypatch.setattr(reward, "import_module", lambda name: SimpleNamespace(load=lambda wanted: model))
    monkeypatch.setattr(reward, "version", lambda package: "3.8.1")
    opened = reward.open_tagger()
    assert opened.name == "spaCy 3.8.1 en_core_web_sm 3.8.0"
    assert [opened("Warm Oak Lamp"), opened("Warm Oak Lamp")] == [("oak", "lamp")] * 2
    assert model.titles == ["Warm Oak Lamp"]


def test_without_any_tagger_the_extra_is_named(monkeypatch):
    def nothing(name):
        raise ImportError(name)

    monkeypatch.setattr(reward, "import_module", nothing)
    with pytest.raises(MissingExtraError, match=r"pip install 'skill1\[webshop\]'"):
        reward.open_tagger()
