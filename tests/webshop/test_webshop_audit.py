"""Which purchases satisfy a goal, which come near, and why its own product fails."""

from __future__ import annotations

from itertools import product as combinations

import pytest

from skill1_envs.webshop.simulator.audit import Audit, Purchase
from skill1_envs.webshop.simulator.catalogue import Catalogue
from skill1_envs.webshop.simulator.reward import score
from tests.webshop.items import make_goal, make_product, split_words


def audit_of(*products):
    return Audit(Catalogue(products, 0), split_words)


def best_reward(catalogue, products, goal, nouns):
    """Of every purchase of the products, with every choice of options."""
    return max(
        score(
            item, catalogue.hidden_prices[item.asin], dict(zip(item.options, choice, strict=True)), goal, nouns
        ).value
        for item in products
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
    audit, lost = Audit(shelf, recorded_nouns), 0
    for goal in asked:
        found = next(audit.purchases(goal), None)
        if found is None:
            lost += 1
            assert best_reward(shelf, shelf.products, goal, recorded_nouns) < 1.0 and audit.failure(goal)
        else:
            price = shelf.hidden_prices[found.product.asin]
            assert score(found.product, price, found.options, goal, recorded_nouns).value == 1.0
    assert 0 < lost < len(asked)


def test_the_closest_purchase_is_the_best_of_all_choices(recorded_catalogue, recorded_nouns, product_goals):
    audit = Audit(recorded_catalogue, recorded_nouns)
    for goal in product_goals[:60]:
        item = recorded_catalogue.by_asin[goal.asin]
        price = recorded_catalogue.hidden_prices[item.asin]
        mine = score(item, price, audit.closest(item, goal).options, goal, recorded_nouns).value
        assert mine == best_reward(recorded_catalogue, [item], goal, recorded_nouns)


def test_a_colour_inside_a_word_loses_a_synthetic_goal_but_not_one_of_people():
    lamp = make_product()
    lost, kept = (make_goal(lamp, goal_options=wish) for wish in ({"color": "standard"}, ("standard",)))
    assert list(audit_of(lamp).purchases(lost)) == []
    assert audit_of(lamp).failure(lost) == (
        "no option value of B000000001 counts as 'standard': when bought, that is read as 'tan'"
    )
    assert list(audit_of(lamp).purchases(kept)) == [Purchase(lamp, {"color": "standard"})]


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
        (
            {"name": "lamp " * 11, "attributes": ("cordless",), "goal_options": ("medium",)},
            "the title of B000000001 repeats too few nouns too often to match itself; "
            "B000000001 has no attribute like 'cordless'; no option value of B000000001 counts as 'medium'",
        ),
    ],
)
def test_reasons(changes, reason):
    lamp = make_product()
    goal = make_goal(lamp, **changes)
    assert audit_of(lamp).failure(goal) == reason and list(audit_of(lamp).purchases(goal)) == []


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
    assert [found.product for found in audit_of(lamp, other).purchases(goal)] == [other] * fits


def test_its_own_product_comes_first_wherever_it_stands():
    lamp, other = make_product(options={}), make_product("B000000002")
    assert [found.product for found in audit_of(lamp, other).purchases(make_goal(other))] == [other, lamp]


@pytest.mark.parametrize(
    ("options", "asked", "chosen"),
    [
        ({"size": ("small", "x-large")}, (), {}),
        ({"size": ("small", "x-large")}, ("x-large",), {"size": "x-large"}),
        # One value may serve for two wishes.
        (
            {"size": ("small", "small round"), "form": ("round", "square")},
            ("small", "round"),
            {"size": "small round"},
        ),
        # Of values that count alike, the one asked for.
        ({"color": ("navy blue", "light blue", "blue sky")}, ("light blue",), {"color": "light blue"}),
    ],
)
def test_no_more_values_than_needed(options, asked, chosen):
    lamp = make_product(options=options)
    assert list(audit_of(lamp).purchases(make_goal(lamp, goal_options=asked))) == [Purchase(lamp, chosen)]


def test_of_given_values_the_closest():
    lamp = make_product(options={"size": ("medium", "tall")})
    goal = make_goal(lamp, goal_options=("medium",))
    assert audit_of(lamp).closest(lamp, goal) == Purchase(lamp, {"size": "medium"})
    assert audit_of(lamp).closest(lamp, goal, {"size": ("tall",)}) == Purchase(lamp, {})
