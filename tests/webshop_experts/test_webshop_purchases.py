"""Which purchases satisfy a goal, and which come near."""

from __future__ import annotations

from itertools import product as combinations

import pytest

from skill1_envs.webshop.simulator.audit import Audit, Purchase, Unwinnable
from skill1_envs.webshop.simulator.catalogue import Catalogue
from skill1_envs.webshop.simulator.reward import score
from tests.webshop.items import make_goal, make_product, split_words


def audit_of(*products, **options) -> Audit:
    return Audit(Catalogue(tuple(products), 0), split_words, **options)


def test_its_own_product_with_no_more_values_than_asked_for():
    lamp = make_product()
    assert audit_of(lamp).satisfy(make_goal(lamp)) == Purchase(lamp, {})
    goal = make_goal(lamp, goal_options=("x-large",))
    assert audit_of(lamp).satisfy(goal) == Purchase(lamp, {"size": "x-large"})


def test_one_value_may_serve_for_two_wishes():
    lamp = make_product(options={"size": ("small", "small round"), "form": ("round", "square")})
    goal = make_goal(lamp, goal_options=("small", "round"))
    assert audit_of(lamp).satisfy(goal) == Purchase(lamp, {"size": "small round"})


def test_of_values_that_count_alike_the_one_asked_for_is_chosen():
    lamp = make_product(options={"color": ("navy blue", "light blue", "blue sky")})
    goal = make_goal(lamp, goal_options=("light blue",))
    assert audit_of(lamp).satisfy(goal) == Purchase(lamp, {"color": "light blue"})


def test_another_product_where_its_own_fails():
    lamp, other = make_product(options={}), make_product("B000000002", options={"size": ("medium",)})
    goal = make_goal(lamp, goal_options=("medium",))
    assert audit_of(lamp, other).satisfy(goal) == Purchase(other, {"size": "medium"})
    # Its own first, wherever it stands.
    assert [found.product for found in audit_of(lamp, other).purchases(make_goal(other))] == [other, lamp]


def test_none_says_why_and_what_comes_nearest():
    lamp = make_product(attributes=("solid wood",))
    half = make_product("B000000002", attributes=("easy clean",), options={})
    none = make_product("B000000003", attributes=("loud",), options={}, title="x", bullets=(), description="")
    most = make_product("B000000004", attributes=("easy clean",), options={"size": ("medium", "tall")})
    goal = make_goal(lamp, attributes=("easy clean", "cordless"), goal_options=("medium",))
    audit = audit_of(none, half, most, lamp)
    found = audit.satisfy(goal)
    assert isinstance(found, Unwinnable) and "no attribute like 'cordless'" in found.reason
    assert list(audit.nearest(goal)) == [(lamp, 0), (most, 2), (half, 1)]
    assert audit.closest(most, goal) == Purchase(most, {"size": "medium"})
    assert audit.closest(most, goal, {"size": ("tall",)}) == Purchase(most, {})


def test_repaired_options_are_chosen_by_their_values():
    lamp = make_product()
    goal = make_goal(lamp, goal_options={"color": "standard"})
    assert isinstance(audit_of(lamp).satisfy(goal), Unwinnable)
    assert audit_of(lamp, repair_options=True).satisfy(goal) == Purchase(lamp, {"color": "standard"})


@pytest.mark.parametrize("kind", ["people_goals", "product_goals"])
def test_every_purchase_on_the_recordings_earns_all(request, recorded_catalogue, recorded_nouns, kind):
    goals = request.getfixturevalue(kind)[:400]
    audit = Audit(recorded_catalogue, recorded_nouns)
    found = [audit.satisfy(goal) for goal in goals]
    for goal, answer in zip(goals, found, strict=True):
        if isinstance(answer, Purchase):
            price = recorded_catalogue.hidden_prices[answer.product.asin]
            assert score(answer.product, price, answer.options, goal, recorded_nouns).value == 1.0


def test_the_closest_purchase_is_the_best_of_all_choices(recorded_catalogue, recorded_nouns, product_goals):
    audit = Audit(recorded_catalogue, recorded_nouns)
    for goal in product_goals[:60]:
        item = recorded_catalogue.by_asin[goal.asin]
        price = recorded_catalogue.hidden_prices[item.asin]
        best = max(
            score(item, price, dict(zip(item.options, choice, strict=True)), goal, recorded_nouns).value
            for choice in combinations(*((*values, "") for values in item.options.values()))
        )
        mine = score(item, price, audit.closest(item, goal).options, goal, recorded_nouns).value
        assert mine == best
