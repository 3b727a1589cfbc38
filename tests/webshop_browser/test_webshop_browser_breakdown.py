"""The breakdown of a purchase, by hand, and against the reward on the recorded catalogue."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from skill1_envs.webshop.browser_sessions import Line, Purchase, met, take_apart
from skill1_envs.webshop.simulator.goals import NO_CAP
from skill1_envs.webshop.simulator.reward import score
from tests.webshop.shops import GOAL, LAMP, make_product, nouns


def test_a_purchase_by_hand():
    """Type 1; of brass and steel one; of large and tall one; $40 over a cap of $30: 1 × (1 + 1 + 0) ÷ (2 + 2 + 1)."""
    goal = replace(GOAL, attributes=("brass", "steel"), goal_options=("large", "tall"))
    parts = take_apart(goal, Purchase(LAMP, 40.0, {"size": "large"}), nouns)
    assert parts.attributes == (Line("brass", True), Line("steel", False))
    assert parts.options == (Line("large", True, "by “large”"), Line("tall", False))
    assert parts.price == Line("at most $30.00", False, "costs $40.00")
    assert parts.formula == "1 × (1 + 1 + 0) ÷ (2 + 2 + 1) = 0.400"
    assert parts.reward.value == pytest.approx(0.4) and parts.factor == 1.0
    assert [line.is_met for line in parts.kind] == [True, True, True]


@pytest.mark.parametrize(
    ("title", "query", "category", "factor", "lines"),
    [  # the goal's title has two nouns, desk and lamp
        ("Brass lamp", "x", "y", 1.0, [False, False, True]),
        ("Brass chair", "lamps", "y", 0.0, [True, False, False]),
    ],
)
def test_the_type_line_by_line(title, query, category, factor, lines):
    product = make_product("B000000001", title, query=query, product_category=category)
    parts = take_apart(GOAL, Purchase(product, 20.0, {}), nouns)
    assert parts.factor == factor and [line.is_met for line in parts.kind] == lines
    assert parts.why_factor.startswith("At least one" if factor else "The title shares no noun")


def test_half_and_a_tenth():
    many = replace(GOAL, name=" ".join([*["lamp"] * 14, "desk"]))  # one noun of 15 shared: 0.07; 3 of 15: 0.2
    product = make_product("B000000001", "A desk", query="x", product_category="y")
    assert take_apart(many, Purchase(product, 20.0, {}), nouns).factor == 0.1
    same = replace(GOAL, name="lamp lamp lamp lamp desk")  # 1 of 5 = 0.2, which is not more than 0.2
    parts = take_apart(same, Purchase(product, 20.0, {}), nouns)
    assert parts.factor == 0.5 and parts.why_factor == "None of the three holds."


def test_without_a_purchase_nothing_is_met_or_unmet():
    parts = take_apart(replace(GOAL, price_upper=NO_CAP), None, nouns)
    lines = (*parts.kind, *parts.attributes, *parts.options, parts.price)
    assert {line.is_met for line in lines} == {None}
    assert parts.reward is None and parts.formula == "" and parts.price.text == "any price"


def test_notes_tell_what_is_hidden_or_read_otherwise():
    goal = replace(GOAL, goal_options=("standard",))  # read as its "tan"
    ranged = replace(LAMP, price_tag="$5.0 to $9.0", prices=(5.0, 9.0))
    parts = take_apart(goal, Purchase(ranged, 6.5, {}), nouns)
    assert parts.price.note == "costs $6.50, drawn from $5.0 to $9.0"
    assert parts.options == (Line("standard", False, "read as “tan”"),)
    pairs = replace(GOAL, goal_options={"size": "large"})
    assert take_apart(pairs, Purchase(LAMP, 6.5, {}), nouns).options == (Line("size: large", False),)


def test_lines_add_up_to_the_reward_on_the_recorded_catalogue(recorded_catalogue, people_goals, product_goals):
    """Random purchases: the numbers in the lines make the reward, exactly."""
    rng = random.Random(5)

    def words(title: str) -> list[str]:
        return title.lower().split()

    goals = rng.sample(people_goals, 150) + rng.sample(product_goals, 150)
    rewards = set()
    for goal in goals:
        other = rng.choice(recorded_catalogue.products)
        product = recorded_catalogue.by_asin[goal.asin] if rng.random() < 0.7 else other
        options = {name: rng.choice(values) for name, values in product.options.items() if values}
        price = recorded_catalogue.hidden_prices[product.asin]
        parts = take_apart(goal, Purchase(product, price, options), words)
        hits = met(parts.attributes) + met(parts.options) + met([parts.price])
        asked = len(parts.attributes) + len(parts.options) + 1
        expected = score(product, price, options, goal, words)
        assert parts.reward == expected and hits / asked * parts.factor == expected.value
        rewards.add(expected.value)
    assert len(rewards) > 10
