"""Goals in the original's order, with its price caps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import pytest

from skill1.errors import DataError
from skill1_envs.webshop.simulator.catalogue import load_catalogue
from skill1_envs.webshop.simulator.goals import human_goals, synthetic_goals
from skill1_envs.webshop.suite import PRICE_SEED
from tests.webshop.conftest import recorded
from tests.webshop.items import make_row, write_catalogue


def as_recorded(goal):
    """A goal as the recordings write it: lists for tuples, no index; the weight, of no use here, is left out."""
    fields = asdict(goal)
    options = goal.goal_options
    fields |= {
        "attributes": list(goal.attributes),
        "goal_options": dict(options) if isinstance(options, Mapping) else list(options),
    }
    del fields["index"]
    return fields


@pytest.mark.parametrize(("kind", "number"), [("human", 2283), ("synthetic", 9004)])
def test_recorded_goals(request, kind, number):
    goals = request.getfixturevalue({"human": "people_goals", "synthetic": "product_goals"}[kind])
    expected = [{key: goal[key] for key in goal if key != "weight"} for goal in recorded(f"goals_{kind}.jsonl")]
    assert [as_recorded(goal) for goal in goals] == expected
    assert [goal.index for goal in goals] == list(range(number))


def test_order_is_fixed_and_caps_follow_the_price_seed(recorded_folder, people_goals):
    goals = human_goals(load_catalogue(recorded_folder, price_seed=PRICE_SEED + 1), recorded_folder)

    def wishes(goals):
        return [(goal.asin, goal.attributes, goal.goal_options) for goal in goals]

    assert wishes(goals) == wishes(people_goals)
    assert [goal.price_upper for goal in goals] != [goal.price_upper for goal in people_goals]


def instruction(**changes):
    asked = {"instruction": ".get a lamp...", "instruction_attributes": ["oak"], "instruction_options": ["small"]}
    return asked | changes


def goals_of_people(folder, pricing, instructions):
    rows = [make_row("A", pricing=pricing)]
    write_catalogue(folder, rows, instructions={"A": instructions, "unknown": [{}]})
    return human_goals(load_catalogue(folder, price_seed=0), folder)


def test_no_cap_without_two_candidates(tmp_path):
    [goal] = goals_of_people(tmp_path, "$980", [instruction()])
    assert (goal.price_upper, goal.instruction_text) == (1_000_000, "get a lamp")
    assert isinstance(goal.price_upper, int)


@pytest.mark.parametrize(
    "broken",
    [
        5,
        {},
        instruction(instruction=None),
        instruction(instruction_attributes="oak"),
        instruction(instruction_attributes=[5]),
        instruction(instruction_options={"size": "small"}),
    ],
)
def test_an_instruction_of_people_in_another_format_is_named(tmp_path, broken):
    with pytest.raises(DataError, match="instructions of A are not in WebShop's format"):
        goals_of_people(tmp_path, "$25", [broken])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"instruction": 5}, "product 0 is not in WebShop's format"),
        ({"instruction_attributes": []}, "no instruction_attributes"),
    ],
)
def test_an_instruction_of_a_product_is_a_text_and_needs_attributes(tmp_path, changes, message):
    fact = {"instruction": "Find me a lamp", "instruction_attributes": ["oak"]} | changes
    with pytest.raises(DataError, match=message):
        synthetic_goals(load_catalogue(write_catalogue(tmp_path, [make_row("A")], {"A": fact}), price_seed=0))
