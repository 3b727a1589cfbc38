"""Which actions a text holds, and how an answer is graded."""

import string
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1_envs.search.rules import (
    exact_match,
    f1,
    from_line,
    last_answer,
    normalised,
    parts_of,
    project,
    to_line,
)
from tests.search.worlds import TRANSCRIPTS

TEXTS = st.text(max_size=40)


@pytest.mark.parametrize(
    ("text", "action", "valid"),
    [
        ("<search>a</search>", "<search>a</search>", True),
        ("I think.\n<SEARCH> a\nb </SEARCH> more", "<search>a\nb</search>", True),
        ("<answer> x </answer>", "<answer>x</answer>", True),
        ("<answer>x</answer><search>a</search>", "<search>a</search>", False),
        ("<search>a</search><search>b</search>", "<search>a</search>", False),
        ("<answer>x</answer><answer>y</answer>", "<answer>x</answer>", False),
        ("<search>a", "", False),
        ("", "", False),
        ("<search>a <answer>b</answer>", "<answer>b</answer>", False),
        ("<search></search>", "<search></search>", True),
    ],
)
def test_projection(text, action, valid):
    found = project(text)
    assert (found.action, found.valid) == (action, valid)


@given(TRANSCRIPTS)
def test_projecting_gives_a_block_or_nothing_and_twice_the_same(text):
    found = project(text)
    assert found.action == "" or parts_of(found.action) is not None
    assert project(found.action).action == found.action or found.action.count("<search>") > 1
    assert bool(found.action) or not found.valid


@pytest.mark.parametrize("text", ["<search>", "</SEARCH><search>", "<answer>"])
def test_an_answer_of_openings_alone_is_read_soon(text):
    started = time.process_time()
    assert not project(text * 5_000).valid
    assert time.process_time() - started < 2


def test_lines_and_blocks():
    assert from_line(to_line("<search>a b</search>")) == "<search>a b</search>"
    assert from_line("searching") == from_line("search") == ""
    assert to_line("Rome") == "Rome"


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("The Beatles", "beatles"),
        ("a  an the", ""),
        ("An apple, a day.", "apple day"),
        ("theatre", "theatre"),
        ("the-end", "theend"),  # punctuation goes before articles, and joins what it stood between
        ("U.S.A.", "usa"),
        ("l’été", "l’été"),  # only ASCII punctuation
        ("\tTwo\n lines ", "two lines"),
        ("İ", "i̇"),
    ],
)
def test_normalisation(given_text, expected):
    assert normalised(given_text) == expected


def test_exact_match_takes_any_target():
    assert exact_match("the Rome!", ["Paris", "rome"])
    assert not exact_match("Rome, Italy", ["Rome"])
    assert exact_match("the", ["a"])  # both are nothing
    assert not exact_match("Rome", [])


def test_f1_by_hand():
    # "big red dog" and "red cat": 1 word in common, 2·1 / (3 + 2) = 0.4.
    assert f1("the big red dog", ["a red cat"]) == pytest.approx(0.4)
    # "red red dog" and "red red cat": 2 in common, 2·2 / (3 + 3) = 2/3.
    assert f1("red red dog", ["red red cat"]) == pytest.approx(2 / 3)
    assert f1("red cat", ["dog", "Red cat."]) == 1.0
    assert f1("dog", ["cat"]) == 0.0
    assert f1("dog", []) == 0.0


@given(TEXTS, st.lists(TEXTS, max_size=3))
def test_f1_is_between_exact_match_and_one(answer, targets):
    assert float(exact_match(answer, targets)) <= f1(answer, targets) <= 1.0


@given(TEXTS, TEXTS)
def test_f1_is_symmetric_and_order_does_not_matter(one, other):
    assert f1(one, [other]) == f1(other, [one]) == f1(other, [" ".join(reversed(one.split()))])


@given(TEXTS)
def test_normalising_leaves_no_capitals_no_ascii_punctuation_and_no_double_blanks(text):
    found = normalised(text)
    assert not set(found) & set(string.ascii_uppercase + string.punctuation)
    assert found == " ".join(found.split())


def test_last_answer():
    assert last_answer("<answer>a</answer> <answer> b\nc </answer> <answer>d") == "b\nc"
    assert last_answer("<Answer>a</Answer>") is None
    assert last_answer("<answer>a <answer>b</answer>") == "a <answer>b"
