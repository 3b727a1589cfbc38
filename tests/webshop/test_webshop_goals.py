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


def test_an_instruction_of_people(tmp_path):
    [goal] = goals_of_people(tmp_path, "$975", [instruction()])
    # 980 and 990 are the only caps above 975, so the larger is sure.
    assert goal.instruction_text == "get a lamp, and price lower than 990.00 dollars"
    assert (goal.price_upper, goal.attributes, goal.goal_options) == (990.0, ("oak",), ("small",))


def test_no_cap_without_two_candidates(tmp_path):
    [goal] = goals_of_people(tmp_path, "$980", [instruction()])
    assert (goal.price_upper, goal.instruction_text) == (1_000_000, "get a lamp")
    assert isinstance(goal.price_upper, int)


def test_caps_lie_within_the_next_four_tens_but_the_first(tmp_path):
    goals = goals_of_people(tmp_path, "$10", [instruction()] * 50)
    assert {goal.price_upper for goal in goals} == {30.0, 40.0, 50.0}


def test_an_instruction_without_attributes_is_no_goal_and_no_draw(tmp_path):
    asked = [instruction(instruction=text) for text in "abcdef"]
    with_gaps = [part for one in asked for part in (instruction(instruction_attributes=[]), one)]
    assert goals_of_people(tmp_path, "$25", with_gaps) == goals_of_people(tmp_path, "$25", asked)


@pytest.mark.parametrize(
    "broken", [{}, 5, instruction(instruction=None), instruction(instruction_attributes=None)]
)
def test_broken_instructions(tmp_path, broken):
    with pytest.raises(DataError, match="instructions of A"):
        goals_of_people(tmp_path, "$25", [broken])


def goals_of_products(folder, rows, facts):
    return synthetic_goals(load_catalogue(write_catalogue(folder, rows, facts), price_seed=0))


def fact(*attributes):
    return {"attributes": [], "instruction": "Find me a lamp", "instruction_attributes": list(attributes)}


def test_goals_of_products_combine_all_options(tmp_path):
    options = {"Size": [{"value": "S"}, {"value": "L"}], "Color": [{"value": "Red"}, {"value": "Tan"}]}
    rows = [make_row("A", pricing="$975", customization_options=options)]
    goals = goals_of_products(tmp_path, rows, {"A": fact("oak")})
    assert {goal.instruction_text for goal in goals} == {
        f"Find me a lamp with color: {color}, and size: {size}, and price lower than 990.00 dollars"
        for color in ("red", "tan")
        for size in ("s", "l")
    }
    assert {"color": "red", "size": "l"} in [goal.goal_options for goal in goals]


def test_goals_of_a_product_share_one_draw_and_one_without_values_draws_too(tmp_path):
    facts = {asin: fact("oak") for asin in "AB"}
    empty = make_row("A", customization_options={"Size": []})
    plain = make_row("A", customization_options=None)

    def caps(first):
        return {
            goal.price_upper
            for goal in goals_of_products(tmp_path, [first, make_row("B")], facts)
            if goal.asin == "B"
        }

    assert len(caps(plain)) == 1
    assert caps(empty) == caps(plain)


@pytest.mark.parametrize(
    "changes",
    [
        {"instruction": 5},
        {"instruction_attributes": "oak"},
        {"instruction_attributes": [5]},
        {"instruction_options": [None]},
        {"instruction_options": {"size": "small"}},
    ],
)
def test_an_instruction_of_people_in_another_format_is_named(tmp_path, changes):
    with pytest.raises(DataError, match="instructions of A are not in WebShop's format"):
        goals_of_people(tmp_path, "$975", [instruction(**changes)])


def test_an_instruction_of_a_product_is_a_text(tmp_path):
    with pytest.raises(DataError, match="product 0 is not in WebShop's format"):
        goals_of_products(tmp_path, [make_row("A")], {"A": fact("oak") | {"instruction": 5}})


def test_an_instruction_needs_attributes(tmp_path):
    with pytest.raises(DataError, match="instruction_attributes"):
        goals_of_products(tmp_path, [make_row("A")], {"A": fact()})
