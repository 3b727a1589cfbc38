"""The judge: each value of the scale, and that odd texts are worth nothing rather than an error."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.errors import DataError
from skill1.schema import SkillDraft
from skill1_envs.household.expert import read_claims, value
from skill1_envs.household.world import Chore, Request
from tests.household.test_household_world import HOME, NAME

HEAT = Chore(HOME, Request(NAME, "heat", "egg", "desk"))
PUT = Chore(HOME, Request(NAME, "put", "key", "desk"))


@pytest.mark.parametrize(
    ("chore", "description", "strategy", "expected"),
    [
        (HEAT, "maple hill heat food", "food in drawer , heat using stove", 1.0),
        (HEAT, "when maple hill put tool", "tool in box , food in drawer , heat using stove", 1.0),
        (HEAT, "  maple   hill", "food in drawer", 0.5),
        (HEAT, "amaple hill heat food", "food in drawer", 0.0),
        (HEAT, "maple hill heat food", "food in drawer , heat using oven", 0.5),
        (HEAT, "maple hill heat food", "heat using stove", 0.0),
        (HEAT, "maple hill heat food", "search all , take food", 0.0),
        (HEAT, "maple lane heat food", "food in drawer , heat using stove", 0.0),
        (HEAT, "maple heat hill", "food in drawer , heat using stove", 0.0),
        (HEAT, "any heat food", "food in box", 0.0),
        (HEAT, "maple hill heat food", "food in box , heat using stove", -1.0),
        (PUT, "maple hill two tool", "tool in basket", 1.0),
        (PUT, "maple hill put tool", "dish in basket", 0.0),
        (PUT, "maple hill put tool", "tool in shelf", -1.0),
    ],
)
def test_scale(chore: Chore, description: str, strategy: str, expected: float) -> None:
    assert value(chore, SkillDraft(description, strategy)) == expected


def test_the_last_claim_wins() -> None:
    assert read_claims("tool in box tool in shelf , heat using oven , heat using sink") == (
        {"tool": "shelf"},
        {"heat": "oven"},
    )
    assert read_claims("tool in") == read_claims("") == ({}, {})


@given(st.text(), st.text())
def test_any_text_has_a_value(description: str, strategy: str) -> None:
    assert value(HEAT, SkillDraft(description, strategy)) in (-1.0, 0.0, 0.5, 1.0)


def test_suite_judges_by_the_facts_of_the_split(suite) -> None:
    for split in ("train", "heldout", "demo:9:2"):
        env = suite.make(split)
        task = suite.tasks(split)[3]
        env.reset(task_index=3)
        spot = env.chore.home.spots[env.chore.request.kind]
        draft = SkillDraft(f"{env.chore.home.name} {task.type}", f"{env.chore.request.kind} in {spot}")
        assert suite.judge(task, draft) in (0.5, 1.0)
        assert suite.judge(task, replace(draft, description="any")) == 0.0
        with pytest.raises(DataError, match="is not task"):
            suite.judge(replace(task, id="elsewhere"), draft)
