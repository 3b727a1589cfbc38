"""What shoppers make of an instruction, which skill they take for it, and the lessons they write."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.agent.parse import parse_skill_compact
from skill1.schema import AgentView, Candidate, Observation, Skill, Task, Turn
from skill1_envs.kit.players import render
from skill1_envs.webshop import trip
from skill1_envs.webshop.trip import best_candidate, lesson, read_wish

RESULTS = "Instruction: [SEP] a mug [SEP] Back to Search [SEP] Page 1 (Total results: 2) [SEP] Next >"


@pytest.mark.parametrize(
    ("instruction", "kind", "details", "limit"),
    [
        ("i need a lamp that is solid wood, and price lower than 50.00 dollars", "lamp", "solid wood", 50),
        ("Find me long lasting lipstick with color: 01 nude", "long lasting lipstick", "color 01 nude", None),
        ("i have to replace a soft rug, washable. I'd like it in red", "soft rug", "washable red", None),
        ("my aunt wants a bag of trail mix, vegan", "trail mix", "aunt bag vegan", None),
        ("get me vegan, soft gummy candy!", "soft gummy candy", "vegan", None),
        ("looking for women's t-shirts in x-large", "women s t shirts", "x large", None),
        ("", "thing", "", None),
        ("do pick, when :", "thing", "do pick when", None),
    ],
)
def test_reading_a_wish(instruction, kind, details, limit):
    wish = read_wish(instruction)
    assert (wish.kind, " ".join(wish.details), wish.limit) == (kind, details, limit)


@given(st.text())
def test_any_instruction_has_a_kind_that_a_skill_may_name(instruction):
    wish = read_wish(instruction)
    assert 1 <= len(wish.kind.split()) <= 4
    assert wish.limit is None or wish.limit >= 0


def test_the_best_skill_is_for_the_kind_and_well_rated():
    skills = [
        Skill("a", "looking for green tea", "x", 0.5),
        Skill("b", "looking for red mugs", "x", 0.1, selected=3),
        Skill("c", "looking for red mug", "x", 0.9, selected=3),
    ]
    candidates = tuple(Candidate(skill, 0.5, 0.5) for skill in skills)
    wish = read_wish("i need a red mug")
    assert best_candidate(wish, candidates) == "k3"
    assert best_candidate(wish, candidates[:1]) == best_candidate(wish, ()) == "none"


def view_of(*turns: tuple[str, str], success: bool) -> AgentView:
    """After turns of an observation and an action each."""
    task = Task("webshop/test/0", "webshop", "test", 0, "", "garden")
    said = tuple(Turn(shown, action, True) for shown, action in turns)
    return AgentView(task, "", Observation("", ()), 15, turns=said, success=success)


# What was shown, and the action then.
SEARCH = ("", "search[large red mug]")
NEXT, OPEN = (RESULTS, "click[next >]"), (RESULTS, "click[b1]")
FEATURES, BACK = ("", "click[features]"), ("", "click[< prev]")
CHOOSE, BUY = ("", "click[large]"), ("", "click[buy now]")
BARE = ("", "search[red mug]")


@pytest.mark.parametrize(
    ("turns", "won", "tips"),
    [
        ((SEARCH, NEXT, OPEN, FEATURES, BACK, CHOOSE, BUY), True, (trip.DETAILS, trip.PAGES, trip.FEATURES)),
        ((BARE, OPEN, CHOOSE, BUY), True, (trip.OPTIONS, trip.LIMIT)),
        ((BARE, OPEN, BUY), False, (trip.DETAILS, trip.FEATURES, trip.OPTIONS)),
        ((SEARCH,), False, (trip.IN_TIME, trip.FEATURES, trip.OPTIONS)),
        ((SEARCH, OPEN, FEATURES, BACK, CHOOSE, BUY), False, (trip.IN_TIME,)),
    ],
)
def test_lessons_say_what_was_done_or_left_undone(turns, won, tips):
    wish = read_wish("i need a red mug in large, and price lower than 50.00 dollars")
    assert lesson(wish, view_of(*turns, success=won)) == f"when looking for red mug do {' , '.join(tips)}"


def test_a_lesson_has_a_tip_at_least():
    text = lesson(read_wish("a mug"), view_of(BARE, OPEN, BUY, success=True))
    assert text == f"when looking for mug do {trip.IN_TIME}"


def test_all_that_is_written_is_made_of_known_words(people_goals):
    rng = np.random.default_rng(0)
    known = set(trip.WORDS.split())
    for goal in people_goals[:200]:
        wish = read_wish(goal.instruction_text)
        draft = trip.poor_draft(wish, rng)
        assert parse_skill_compact(render(draft), 160).draft == draft
        assert set(render(draft).split()) <= known | set(wish.kind.split())
