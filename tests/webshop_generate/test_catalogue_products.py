"""What the generated products and goals are: the kinds, the words, the oddities, the lookalikes; fulfillable wishes."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1_envs.webshop.generate.products import draw_products
from skill1_envs.webshop.generate.words import (
    NUM_BRANDS,
    asin,
    draw_model,
    draw_name,
    instructions,
    read_words,
    shown_value,
)
from skill1_envs.webshop.search import SearchIndex
from skill1_envs.webshop.simulator.reward import normalise
from skill1_envs.webshop.suite import CATEGORIES
from skill1_envs.webshop.wording import category_of_goal
from tests.webshop.items import unwinnable_goals

BUTTONS = {"back to search", "< prev", "next >", "description", "features", "reviews", "attributes", "buy now"}


def of(product):
    """(title, first bullet, later bullets, description), lower-case."""
    first, *later = product.bullets
    return tuple(text.lower() for text in (product.title, first, " ".join(later), product.description))


def test_the_loader_keeps_so_many_products_and_leaves_out_the_odd_rows(made, rows):
    assert len(made.products) == 1_000
    # 1,000 products have ten hundredths; "nan", too long, repeated come in turn.
    assert len(rows) == 1_010
    asins = [row["asin"] for row in rows]
    assert asins.count("nan") == 4
    assert sum(len(name) == 11 for name in asins) == 3
    assert sum(times - 1 for name, times in Counter(asins).items() if name != "nan") == 3


def test_all_categories_and_kinds_are_there(made):
    assert {product.category for product in made.products} == set(CATEGORIES)
    assert {product.query for product in made.products} == {kind.query for kind in read_words().kinds}
    assert all(product.product_category.count(" › ") == 3 for product in made.products)


def test_each_attribute_is_in_the_texts_and_some_only_where_search_does_not_look(made):
    places = Counter()
    for product in made.products:
        title, first, later, description = of(product)
        for attribute in product.attributes:
            if attribute == "DUMMY_ATTR":
                continue
            found = [attribute in text for text in (title, first, later, description)]
            assert any(found), (product.asin, attribute)
            places["hidden"] += found == [False, False, True, False]
            places["title"] += found[0]
            places["all"] += 1
    assert places["hidden"] > 0.3 * places["all"]
    assert 0.1 * places["all"] < places["title"] < 0.5 * places["all"]


def test_option_values_of_a_product_differ_and_are_no_buttons(made):
    for product in made.products:
        values = [value for values in product.options.values() for value in values]
        assert len(set(values)) == len(values)
        assert not BUTTONS & set(values)


def test_the_oddities_of_real_rows_are_there_and_rare():
    """3,000 products: 30 are expected of each, with a standard deviation of 5.4."""
    products = list(islice(draw_products(2, 0), 3_000))
    of_rows = [product.row for product in products]
    counts = {
        "no price": sum(not row["pricing"] for row in of_rows),
        "null option": sum(None in (row["customization_options"] or {}).values() for row in of_rows),
        "text bullets": sum(isinstance(row["small_description"], str) for row in of_rows),
        "loud query": sum(row["query"] != row["query"].strip().lower() for row in of_rows),
        "no attributes": sum("attributes" not in product.facts for product in products),
    }
    assert all(8 <= number <= 60 for number in counts.values()), counts
    assert {None, ""} <= {row["pricing"] for row in of_rows}
    assert any(row["customization_options"] is None for row in of_rows)
    assert any(row["full_description"] == "" for row in of_rows)
    assert sum(" - " in (row["pricing"] or "") for row in of_rows) == pytest.approx(450, abs=80)
    assert any("$1," in (row["pricing"] or "") for row in of_rows)


def test_prices_lie_in_the_range_of_their_kind(made):
    ranges = {kind.query: kind.price for kind in read_words().kinds}
    for product in made.products:
        low, high = ranges[product.query]
        if product.price_tag != "$100.0":
            assert low <= product.prices[0] < high + 1
        assert list(product.prices) == sorted(set(product.prices))


def test_families_are_lookalikes(made):
    """Neighbours are of one kind more often than not, and differ."""
    pairs = list(zip(made.products, made.products[1:], strict=False))
    shared = [(one, two) for one, two in pairs if one.query == two.query]
    assert 0.45 < len(shared) / len(pairs) < 0.75  # a mean family of 2.6 has 1.6 of 2.6 such neighbours
    assert sum(one.title != two.title for one, two in shared) > 0.9 * len(shared)
    assert all(set(one.attributes) != set(two.attributes) or one.options != two.options for one, two in shared)


def test_search_finds_titles_but_does_not_give_the_answer_away(ready, ready_goals):
    asins = [product.asin for product in ready.products]
    index = SearchIndex.build(ready.index_texts(), asins)

    def hits(text):
        return [asins[place] for place in index.search(text.lower(), 10)]

    found = [product.asin in hits(product.title) for product in ready.products]
    assert sum(found) >= 0.9 * len(found)
    first = [hits(goal.instruction_text)[0] == goal.asin for goal in ready_goals["human"][:300]]
    assert 0.3 < sum(first) / len(first) < 0.8


@given(st.integers(-(10**6), 10**6), st.sets(st.integers(0, 10**7), min_size=2, max_size=50))
def test_asins_differ(seed, numbers):
    asins = {asin(number, seed) for number in numbers}
    assert len(asins) == len(numbers)
    assert all(len(name) == 10 and name.startswith("B0") and name.isalnum() for name in asins)


def test_few_names_are_common():
    """P(rank < r) = (r / n)^(1/3): a thousandth of all brands have a tenth of the products."""
    draw = random.Random(0).random
    drawn = Counter(draw_name(draw, "brand", NUM_BRANDS) for _ in range(20_000))
    top = sum(times for _, times in drawn.most_common(NUM_BRANDS // 1_000))
    assert top / 20_000 == pytest.approx(0.1, abs=0.02)
    assert len(drawn) > 7_000
    assert all(name.isalpha() and name[0].isupper() for name in drawn)


def test_the_highest_draw_is_in_range():
    assert draw_name(lambda: 1 - 2**-53, "brand", 1).isalpha()
    assert draw_model(lambda: 1 - 2**-53) == "ZZ99999"
    assert draw_model(lambda: 0.0) == "AA100"


@pytest.mark.parametrize("kind", ["human", "synthetic"])
def test_every_type_of_skillrls_bank_is_reached(ready_goals, kind):
    found = {category_of_goal(goal.instruction_text) for goal in ready_goals[kind]}
    accessories = {"footwear", "apparel", "accessories"}
    assert found == accessories | {"electronics", "home_decor", "beauty_health", "other"}


def test_every_human_goal_can_be_won(ready, ready_goals, tagger):
    assert unwinnable_goals(ready, ready_goals["human"], tagger) == []


def test_a_synthetic_goal_cannot_be_won_only_where_a_colour_hides_in_a_value(ready_goals, lost_goals):
    assert 0 < len(lost_goals) < 0.05 * len(ready_goals["synthetic"])
    for goal in lost_goals:
        assert any(normalise(value) not in (value, *value.split()) for value in goal.goal_options.values())


def test_instructions_name_what_they_ask_for_in_different_words(made, made_folder):
    written = json.loads((made_folder / "items_human_ins.json").read_text(encoding="utf-8"))
    assert list(written) == [product.asin for product in made.products]
    for product in made.products:
        first, second = entries = written[product.asin]
        assert first["instruction"] != second["instruction"]
        values = {value for values in product.options.values() for value in values}
        for entry in entries:
            assert 1 <= len(entry["instruction_attributes"]) <= 3
            assert set(entry["instruction_options"]) <= values
            for wanted in entry["instruction_attributes"] + entry["instruction_options"]:
                assert wanted in entry["instruction"]
            assert "{" not in entry["instruction"]


def test_no_two_openings_of_a_product_are_the_same_and_wishes_differ_while_they_can():
    words = read_words()
    kind = next(kind for kind in words.kinds if kind.query == "olive oil")
    entries = instructions(words, kind, kind.attributes[:2], {"Size": ["1 L", "2 L"]}, 16, random.Random(1).random)
    openers = [opener.format(one=kind.one) for opener in words.texts["instructions"]["openers"]]
    used = {max((o for o in openers if entry["instruction"].startswith(o)), key=len) for entry in entries}
    assert len(used) == 16
    # Two attributes give three sets, one option two values or none: nine wishes.
    wishes = {(*sorted(e["instruction_attributes"]), *e["instruction_options"]) for e in entries}
    assert len(wishes) >= 8


def test_a_value_is_asked_for_as_the_shop_shows_it(made, rows):
    options = {row["asin"]: row["customization_options"] for row in rows}
    for product in made.products:
        raw = {name.lower(): values for name, values in (options[product.asin] or {}).items() if values}
        shown = {name: tuple(shown_value(value["value"]) for value in values) for name, values in raw.items()}
        assert shown == dict(product.options)


def test_synthetic_instructions_name_kind_and_attributes(made):
    for product in made.products:
        assert product.instruction.startswith("Find me ")
        assert product.query in product.instruction
        assert product.instruction_attributes
        assert all(attribute in product.instruction for attribute in product.instruction_attributes)
