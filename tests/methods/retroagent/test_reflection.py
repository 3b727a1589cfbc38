"""A reflection is read as the original reads it: progress, predicted outcome, lesson."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.methods.retroagent.reflection import (
    Reflection,
    is_right,
    potential,
    read_reflection,
    reflection_of,
    spoken,
)
from skill1.schema import Episode, EpisodeKey, Segment, Skill, SkillDraft, Task

TASK = "put a hot egg on the table"


def answer(**fields):
    found = {
        "subtasks": [{"name": "find the egg", "status": "completed"}, {"name": "heat it", "status": "incomplete"}],
        "task_success": False,
        "action_lesson": "heat it with microwave 1",
        "navigation_lesson": "eggs are in fridge 1",
    }
    return f"<think>{{so}}</think>\n{json.dumps(found | fields)}"


def read(text, *, chat=True):
    return read_reflection(text, TASK, 200, chat=chat)


def test_all_three_parts_are_read():
    lesson = "Action Insight: heat it with microwave 1 | Navigation Insight: eggs are in fridge 1"
    assert read(answer()) == Reflection(0.5, False, SkillDraft(TASK, lesson))


def test_our_own_prompts_ask_for_done():
    subtasks = [{"name": "a", "done": True}, {"name": "b", "done": False}, {"name": "c", "done": True}, "d"]
    assert read(answer(subtasks=subtasks)).progress == 0.5  # 2 of 4


@pytest.mark.parametrize("subtasks", [None, [], "completed", 3, {"status": "completed"}])
def test_no_list_of_subtasks_is_no_progress(subtasks):
    assert read(answer(subtasks=subtasks)).progress == 0.0


@pytest.mark.parametrize(
    ("value", "said"), [(True, True), ("Yes", True), ("1", True), (None, False), ("no", False)]
)
def test_the_predicted_outcome(value, said):
    assert read(answer(task_success=value)).foretold is said


def test_short_lessons_and_other_types_are_no_lessons():
    assert read(answer(action_lesson="N/A", navigation_lesson=None)).lesson is None
    only = read(answer(action_lesson=["a list"])).lesson
    assert only.strategy == "Navigation Insight: eggs are in fridge 1"


def test_a_thought_that_was_cut_off_is_no_reflection_whatever_it_quotes():
    text = f"<think>I should write {json.dumps({'task_success': True})} but"
    segment = Segment("distill", 0, (1,), (2,), (-0.5,), "length", text, False, 0, 0)
    task = Task("t/0", "toy", "train", 0, TASK, "put")
    played = Episode(EpisodeKey(0, 1, 0, 0), task, segments=(segment,), success=True)
    assert reflection_of(played, 200, chat=True) is None
    assert reflection_of(replace(played, segments=(replace(segment, valid=True),)), 200, chat=True).foretold


@pytest.mark.parametrize("text", ["", "I won.", "{not json}", "<think>{}"])
def test_what_holds_no_object_cannot_be_read(text):
    assert read(text) is None


def test_words_of_a_tiny_policy():
    draft = SkillDraft(TASK, "when maple hill heat egg do egg in box")
    assert read("when maple hill heat egg do egg in box", chat=False) == Reflection(None, None, draft)
    shown = spoken(Skill("s", TASK, draft.strategy, 0.5))
    assert (shown.id, shown.description, shown.strategy) == ("s", "maple hill heat egg", "egg in box")
    foreign = Skill("s", "maple hill heat egg", "egg in box", 0.5)
    assert spoken(foreign) == foreign
    assert read("none", chat=False) == Reflection(None, None, None)
    assert read("do when egg", chat=False) is None


def test_potential_by_hand():
    half = Reflection(0.5, False, None)
    assert potential(half, 0.0, success=False) == 0.5
    assert potential(half, 1.0, success=True) == 1.0  # a success is whole, whatever was said
    assert potential(None, 1.0, success=True) == 0.0  # what cannot be read, as in the released code
    assert potential(Reflection(None, None, None), 0.25, success=False) == 0.25  # words: the outcome


def test_who_is_right():
    assert is_right(Reflection(0.5, False, None), success=False)
    assert not is_right(Reflection(0.5, False, None), success=True)
    assert is_right(Reflection(None, None, None), success=True)
    assert not is_right(None, success=False)


@given(
    st.text(max_size=200) | st.recursive(st.none() | st.booleans() | st.text(max_size=5), st.lists).map(json.dumps)
)
def test_no_answer_breaks_the_reader(text):
    for chat in (True, False):
        found = read(text, chat=chat)
        assert 0.0 <= potential(found, 0.0, success=False) <= 1.0


@given(
    st.dictionaries(
        st.sampled_from(["subtasks", "task_success", "action_lesson"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=9),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["status", "done"]), inner)
            ),
        ),
    )
)
def test_no_object_breaks_the_reader(fields):
    found = read(json.dumps(fields))
    assert found is None or 0.0 <= found.progress <= 1.0
