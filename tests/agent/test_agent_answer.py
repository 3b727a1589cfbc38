"""An expert's compact answers in the form of every profile: its parsers read the same content."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.agent.answer import expert_answer
from skill1.agent.profile import load_profile
from skill1.config.registry import PROFILES
from skill1.schema import AgentView, Candidate, Observation, Skill, Task, Turn

ALL = {name: load_profile(name, env="alfworld") for name in PROFILES}
TAGGED = sorted(name for name, profile in ALL.items() if profile.form == "tagged")
TASK = Task("t", "alfworld", "train", 0, "put a clean cloth in cabinet.", "clean")
WORDS = st.lists(st.sampled_from("cloth drawer 3 , clean sinkbasin 1 find".split()), min_size=1, max_size=12)


def view(candidates: int = 0, success: bool | None = None) -> AgentView:
    skills = tuple(Candidate(Skill(str(i), "d", "s", 0.5), 0.5, 0.5) for i in range(candidates))
    turns = (Turn("You see a cabinet 1.", "go to cabinet 1", True),)
    return AgentView(TASK, "", Observation(""), 50, candidates=skills, turns=turns, success=success)


def written(name: str, stage, content: str, of: AgentView) -> str:
    """The whole answer as the profile's parser gets it, opening tags that the prompt wrote left out."""
    return expert_answer(ALL[name], stage, content, of)


@pytest.mark.parametrize("name", sorted(PROFILES))
@given(query=WORDS, command=WORDS, description=WORDS, strategy=WORDS)
@settings(max_examples=25)
def test_every_profile_reads_what_was_meant(name, query, command, description, strategy) -> None:
    profile, words = ALL[name], " ".join
    assert profile.parse_query(written(name, "query", words(query), view())) == words(query)
    action = profile.parse_action(written(name, "act", words(command), view()), view())
    assert action.valid and action.action == words(command)
    skill = profile.parse_skill(
        written(name, "distill", f"when {words(description)} do {words(strategy)}", view(success=True)), 500
    )
    assert skill.valid and skill.draft is not None
    assert skill.draft.description == words(description)
    assert skill.draft.strategy.removeprefix("Navigation Insight: ") == words(strategy)


@pytest.mark.parametrize("name", sorted(PROFILES))
@pytest.mark.parametrize(("content", "order"), [("k3", (2, 0, 1)), ("k2 k1", (1, 0, 2)), ("k1", (0, 1, 2))])
def test_rankings_put_the_chosen_candidate_first(name, content, order) -> None:
    ranking = ALL[name].parse_rank(written(name, "rerank", content, view(3)), 3, allow_none=False)
    assert ranking.valid and ranking.order == order


def test_compact_answers_stay_as_they_are() -> None:
    for stage, content in (
        ("query", "maple hill cloth"),
        ("rerank", "none"),
        ("act", "look"),
        ("distill", "none"),
    ):
        assert written("compact", stage, content, view(2, success=False)) == content


@pytest.mark.parametrize("name", TAGGED)
def test_tagged_prompts_offer_no_none(name) -> None:
    ranking = ALL[name].parse_rank(written(name, "rerank", "none", view(3)), 3, allow_none=False)
    assert ranking.valid and ranking.order == (0, 1, 2)
    declined = ALL[name].parse_skill(written(name, "distill", "none", view(success=False)), 500)
    assert declined.draft is None


@pytest.mark.parametrize("name", TAGGED)
@pytest.mark.parametrize("success", [True, False])
def test_the_skill_says_truly_how_the_attempt_ended(name, success) -> None:
    answer = written(name, "distill", "when cloth do cloth in drawer 3", view(success=success))
    skill = json.loads(answer.partition("</think>")[2])
    assert skill["task_success"] is success and skill["subtasks"][0]["done"] is success
    assert ("succeeded" in answer) is success


@pytest.mark.parametrize("name", TAGGED)
def test_answers_end_with_what_stops_the_stage(name) -> None:
    for stage, content in (("query", "clean cloth"), ("rerank", "k2"), ("act", "look")):
        answer = written(name, stage, content, view(2))
        assert all(answer.endswith(stop) and answer.count(stop) == 1 for stop in ALL[name].stops[stage])
