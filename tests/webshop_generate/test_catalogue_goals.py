"""What the generated goals are: in many words, of every type that skill banks know, and fulfillable."""

from __future__ import annotations

import json
import random

import pytest

from skill1_envs.webshop.generate.words import instructions, read_words, shown_value
from skill1_envs.webshop.simulator.reward import normalise
from tests.webshop.items import unwinnable_goals

# The types of SkillRL's WebShop bank, by words of a wish; what has none of them is "other".
TYPES = {
    "footwear": ("shoes", "sneakers", "sandals", "boots", "loafers", "slippers"),
    "apparel": ("shirt", "dress", "sweater", "jeans", "jacket", "coat", "hoodie", "leggings", "blouse", "shorts"),
    "electronics": (
        "headphones",
        "charger",
        "cable",
        "laptop",
        "tablet",
        "camera",
        "speaker",
        "earbuds",
        "projector",
    ),
    "accessories": ("necklace", "earrings", "watch", "belt", "bag for", "wallet", "sun hat", "crossbody"),
    "home_decor": ("curtain", "pillow", "rug", "lamp", "wall art", "candle", "sofa", "bookcase", "stool"),
    "beauty_health": (
        "shampoo",
        "lotion",
        "lipstick",
        "moisturizer",
        "vitamins",
        "toothbrush",
        "hair ",
        "perfume",
    ),
}


def type_of(text):
    return next((name for name, words in TYPES.items() if any(word in text.lower() for word in words)), "other")


@pytest.mark.parametrize("kind", ["human", "synthetic"])
def test_every_type_of_the_skill_bank_is_reached(ready_goals, kind):
    found = {type_of(goal.instruction_text) for goal in ready_goals[kind]}
    assert found == {*TYPES, "other"}


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
