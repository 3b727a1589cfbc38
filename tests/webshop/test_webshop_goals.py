"""Goals in the original's order, with its price caps, and which of them are for testing and for training."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.errors import DataError
from skill1_envs.webshop.simulator import splits
from skill1_envs.webshop.simulator.catalogue import load_catalogue
from skill1_envs.webshop.simulator.goals import human_goals, shuffled, synthetic_goals
from skill1_envs.webshop.suite import PRICE_SEED
from tests.webshop.conftest import recorded
from tests.webshop.items import make_goal, make_product, make_row, write_catalogue


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


def goals_of(asins):
    """One goal for each asin, told apart by their instructions."""
    return [make_goal(make_product(asin), index=i, instruction_text=f"goal {i}") for i, asin in enumerate(asins)]


def test_splits_that_need_more_goals_say_so():
    assert splits.official(goals_of(map(str, range(1501)))).positions["train"] == (1500,)
    with pytest.raises(DataError, match="got 1500 goals.*product_disjoint"):
        splits.official(goals_of(map(str, range(1500))))
    with pytest.raises(DataError, match="more than 500 goals; got 500"):
        splits.verl_agent(goals_of(map(str, range(500))))


def test_twins_disregard_order_words_and_cap():
    lamp = make_product("A")
    first = make_goal(lamp, attributes=("a", "b"), goal_options=("s", "red"))
    same = make_goal(
        lamp, attributes=("b", "a"), goal_options=("red", "s"), price_upper=99.0, instruction_text="other"
    )
    others = [
        make_goal(make_product("B"), attributes=("a", "b"), goal_options=("s", "red")),
        make_goal(lamp, attributes=("a",), goal_options=("s", "red")),
        make_goal(lamp, attributes=("a", "b"), goal_options=("s",)),
    ]
    goals = [first, *others, same]
    assert splits.twins(goals, [0, 1], [2, 3, 4]) == (0,)
    assert splits.twins(goals, [0], [1, 2, 3]) == ()
    # Synthetic ones compare names and values.
    wishes = ({"x": "1", "y": "2"}, {"y": "2", "x": "1"}, {"x": "2", "y": "1"})
    goals = [make_goal(lamp, goal_options=wish) for wish in wishes]
    assert splits.twins(goals, [0], [1]) == (0,) and splits.twins(goals, [0], [2]) == ()


@given(st.lists(st.integers(0, 30).map(str), max_size=200))
def test_product_disjoint_shares_no_product_and_loses_no_goal(asins):
    goals = goals_of(asins)
    positions = splits.product_disjoint(goals).positions
    assert sorted(place for places in positions.values() for place in places) == list(range(len(goals)))
    products = [{goals[place].asin for place in places} for places in positions.values()]
    assert sum(map(len, products)) == len(set(asins))


def test_product_disjoint_fills_test_then_eval_then_train():
    # A quarter of 8 is 2: test takes A (3 goals, one over), eval B and C, train the rest.
    positions = splits.product_disjoint(goals_of("ABACADDD")).positions
    assert positions == {"test": (0, 2, 4), "eval": (1, 3), "train": (5, 6, 7)}


def test_verl_agent_leaks_and_says_so():
    unshuffled = goals_of(map(str, range(700)))
    ours = shuffled(unshuffled)
    made = splits.verl_agent(ours)
    # The original's way, worker by worker: shuffle by the worker's seed, then split by position.
    trained = Counter()
    for worker in range(16):
        theirs = list(unshuffled)
        random.Random(worker).shuffle(theirs)
        trained.update(goal.asin for goal in theirs[500:])
    assert {ours[place].asin for place in made.positions["train"]} == set(trained)
    for worker, place in enumerate(made.positions["test"]):
        theirs = list(unshuffled)
        random.Random(1000 + worker).shuffle(theirs)
        assert ours[place].asin in {goal.asin for goal in theirs[:500]}
    leaked = sum(ours[place].asin in trained for place in made.positions["test"])
    assert leaked > 100
    assert f"{leaked} of 128 test goals are training goals too" in made.warning


def test_a_manifest_tells_goals_apart():
    goals = goals_of("AABCDEFG")
    made = splits.product_disjoint(goals)
    listed = splits.manifest(made, goals)
    assert {name: (part["goals"], part["products"]) for name, part in listed["splits"].items()} == {
        "test": (2, 1),
        "eval": (2, 2),
        "train": (4, 4),
    }
    other = splits.manifest(made, goals_of("AABCDEFH"))
    changed = {name for name in made.positions if listed["splits"][name] != other["splits"][name]}
    assert changed == {"train"}
