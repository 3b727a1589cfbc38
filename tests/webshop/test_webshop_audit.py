"""Goals that no purchase can satisfy."""

from __future__ import annotations

from itertools import product as combinations

import pytest

from skill1_envs.webshop.simulator.catalogue import Catalogue
from skill1_envs.webshop.simulator.reward import score
from tests.webshop.conftest import recorded
from tests.webshop.items import make_goal, make_product, split_words, unwinnable_goals


def audit(products, *goals, **options):
    return unwinnable_goals(Catalogue(tuple(products), 0), goals, split_words, **options)


def best_reward(catalogue, goal, nouns):
    """Every purchase of every product, with every choice of options."""
    return max(
        score(
            item, catalogue.hidden_prices[item.asin], dict(zip(item.options, choice, strict=True)), goal, nouns
        ).value
        for item in catalogue.products
        for choice in combinations(*((*values, "") for values in item.options.values()))
    )


@pytest.mark.parametrize("kind", ["people_goals", "product_goals"])
def test_against_every_purchase(request, recorded_catalogue, recorded_nouns, kind):
    goals = request.getfixturevalue(kind)
    shelf = Catalogue(recorded_catalogue.products[:12], recorded_catalogue.price_seed)
    asked = [goal for goal in goals if goal.asin in shelf.by_asin][:60]
    # Goals of other products of the same kinds too: they are winnable by a product that is not their own.
    kinds = {item.query for item in shelf.products}
    asked += [goal for goal in goals if goal.asin not in shelf.by_asin and goal.query in kinds][:20]
    lost = {found.goal.index for found in unwinnable_goals(shelf, asked, recorded_nouns)}
    assert lost == {goal.index for goal in asked if best_reward(shelf, goal, recorded_nouns) < 1.0}
    assert 0 < len(lost) < len(asked)


def test_no_recorded_purchase_satisfies_an_unwinnable_goal(
    recorded_catalogue, recorded_nouns, people_goals, product_goals
):
    lost = {
        (kind, found.goal.index)
        for kind, goals in (("human", people_goals), ("synthetic", product_goals))
        for found in unwinnable_goals(recorded_catalogue, goals, recorded_nouns)
    }
    rewards = [case["reward"] for case in recorded("rewards.jsonl") if (case["goals"], case["goal_index"]) in lost]
    assert len(rewards) > 100
    assert max(rewards) < 1.0


def test_an_ordinary_goal_is_winnable():
    lamp = make_product()
    assert audit([lamp], make_goal(lamp, goal_options={"color": "oak", "size": "small"})) == ()


def test_a_colour_inside_a_word_loses_a_synthetic_goal():
    lamp = make_product()
    goal = make_goal(lamp, goal_options={"color": "standard"})
    [found] = audit([lamp], goal)
    assert found.goal is goal
    assert found.reason == "no option value of B000000001 counts as 'standard': when bought, that is read as 'tan'"
    assert audit([lamp], goal, repair_options=True) == ()
    assert audit([lamp], make_goal(lamp, goal_options=("standard",))) == ()


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"attributes": ("cordless",)}, "B000000001 has no attribute like 'cordless'"),
        ({"goal_options": ("medium",)}, "no option value of B000000001 counts as 'medium'"),
        (
            {"goal_options": ("small", "x-large")},
            "B000000001 has what is asked for only as different values of one option",
        ),
        ({"price_upper": 20.0}, "B000000001 costs more than 20.0"),
        ({"asin": "gone", "attributes": ("cordless",)}, "its product gone is not in the catalogue"),
    ],
)
def test_reasons(changes, reason):
    lamp = make_product()
    [found] = audit([lamp], make_goal(lamp, **changes))
    assert found.reason == reason


def test_all_reasons_are_given():
    lamp = make_product(title="lamp " * 11)
    [found] = audit([lamp], make_goal(lamp, attributes=("cordless",), goal_options=("medium",)))
    assert found.reason.split("; ") == [
        "the title of B000000001 repeats too few nouns too often to match itself",
        "B000000001 has no attribute like 'cordless'",
        "no option value of B000000001 counts as 'medium'",
    ]


@pytest.mark.parametrize(
    ("changes", "fits"),
    [
        ({}, True),
        ({"prices": (31.0,)}, False),
        ({"title": "mat"}, False),
        ({"attributes": ("cordless",)}, False),
        ({"options": {"size": ("medium", "xs")}}, False),
        ({"options": {"size": ("medium",), "length": ("xs",)}}, True),
    ],
)
def test_another_product_may_satisfy_a_goal(changes, fits):
    lamp = make_product(options={})
    sizes = {"size": ("medium",), "second size": ("xs", "xl")}
    other = make_product("B000000002", **({"options": sizes} | changes))
    goal = make_goal(lamp, goal_options=("medium", "xs"))
    assert (audit([lamp, other], goal) == ()) is fits
