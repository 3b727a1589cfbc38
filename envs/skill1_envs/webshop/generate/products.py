"""Families of products: one brand's products of one kind, alike but for some attributes, options and the price.

A family depends on the seed and its number only. Draws use ``random.Random.random`` alone, which answers the same on
every version of Python.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from skill1_envs.webshop.generate.words import (
    NUM_BRANDS,
    NUM_MAKERS,
    NUM_SERIES,
    Attribute,
    Draw,
    Kind,
    Words,
    draw_model,
    draw_name,
    instructions,
    pick,
    read_words,
)

LARGEST_FAMILY = 6
SHARED_ATTRIBUTES = 2  # of a family; each product has 1 to 3 of its own
FEWEST_VALUES, MOST_VALUES = 2, 6  # of an option
MOST_SENTENCES = 18  # that name no attribute; few are the rule
# 99 twice: of endings the most common.
CENTS = (99, 95, 99, 49, 0, 97, 50, 88)
NO_OPTION = 0.08  # chance that a product lacks an option of its kind
PRICE_RANGE = 0.15
# How often a product is written as some real ones are: each of these is one thing gone missing or odd.
NO_PRICE = NULL_OPTION = BULLET_AS_TEXT = NO_DESCRIPTION = NO_ATTRIBUTES = LOUD_QUERY = 0.01
STARS = 0.03


@dataclass(frozen=True, slots=True)
class MadeProduct:
    """One product without its asin: what each of the three files says about it."""

    row: Mapping[str, Any]
    facts: Mapping[str, Any]
    instructions: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class _Family:
    kind: Kind
    brand: str
    series: str
    adjective: str
    pattern: int
    shared: tuple[Attribute, ...]


def draw_products(seed: int, num_instructions: int) -> Iterator[MadeProduct]:
    """Products without end, family by family. Kinds come in rounds, each round in an order of its own."""
    words, families = read_words(), count()
    for order in count():
        for kind in _shuffled(words.kinds, random.Random(f"{seed}/order/{order}").random):
            number = next(families)
            # Both depend on the number of the family alone, so a larger catalogue begins with the smaller one.
            draw, say = (random.Random(f"{seed}/{use}/{number}").random for use in ("family", "people"))
            yield from _members(words, kind, num_instructions, draw, say)


def _members(words: Words, kind: Kind, num_instructions: int, draw: Draw, say: Draw) -> Iterator[MadeProduct]:
    """``say`` draws what people write, so that the products are the same however much that is."""
    family = _Family(
        kind=kind,
        brand=draw_name(draw, "brand", NUM_BRANDS),
        series=draw_name(draw, "series", NUM_SERIES),
        adjective=pick(words.texts["adjectives"], draw),
        pattern=int(draw() * len(words.texts["titles"])),
        shared=tuple(_sample(kind.attributes, SHARED_ATTRIBUTES, draw)),
    )
    share = draw()
    # Squared: small families are the more likely.
    for _ in range(1 + int(LARGEST_FAMILY * share * share)):
        yield _member(words, family, num_instructions, draw, say)


def _member(words: Words, family: _Family, num_instructions: int, draw: Draw, say: Draw) -> MadeProduct:
    kind = family.kind
    # Draws follow one another, here and in all that is called: another order makes other products of a seed.
    own = [attribute for attribute in _sample(kind.attributes, 3, draw) if attribute not in family.shared]
    attributes = _shuffled([*family.shared, *own[: 1 + int(draw() * 3)]], draw)
    options = {
        name: _sample(values, FEWEST_VALUES + int(draw() * (MOST_VALUES - FEWEST_VALUES + 1)), draw)
        for name, values in kind.options.items()
        if draw() >= NO_OPTION
    }
    row = {
        **_texts(words, family, attributes, draw),
        "pricing": _pricing(kind.price, draw),
        "category": kind.category,
        # The loader strips and lowers it, as the original does.
        "query": f" {kind.query.upper()} " if draw() < LOUD_QUERY else kind.query,
        "product_category": kind.product_category,
        "customization_options": _written_options(options, draw),
    }
    facts = _facts(kind, attributes, draw)
    return MadeProduct(row, facts, instructions(words, kind, attributes, options, num_instructions, say))


def _texts(words: Words, family: _Family, attributes: Sequence[Attribute], draw: Draw) -> dict[str, Any]:
    """Name, description and bullets, which together name every attribute."""
    texts = words.texts
    names = _names(family, draw)
    # First where each attribute is named; what fills up the texts around them names none.
    in_title, in_bullets, in_description = _places(attributes, draw)
    bullets = [_attribute_line(texts, attribute, names, draw) for attribute in in_bullets]
    bullets += [line.format_map(names) for line in _sample(texts["bullets"], 1 + int(draw() * 3), draw)]
    if draw() < STARS:
        # A sign that search reads as a word.
        bullets.append(f"★ Loved by all friends of {names['maker']} ★")
    bullets = _shuffled(bullets, draw)
    length = draw()
    sentences = [
        pick(texts["attribute_sentences"][attribute.group], draw).format_map({**names, **_forms(attribute)})
        for attribute in in_description
    ]
    sentences += [
        line.format_map(names)
        for line in _sample(texts["sentences"], int(MOST_SENTENCES * length * length * length), draw)
    ]
    # An attribute that stands in the description only must not get lost with it.
    if not in_description and draw() < NO_DESCRIPTION:
        sentences = []
    return {
        "name": _title(texts, family, in_title, names),
        "full_description": " ".join(_shuffled(sentences, draw)),
        "small_description": ". ".join(bullets) if draw() < BULLET_AS_TEXT else bullets,
    }


def _names(family: _Family, draw: Draw) -> dict[str, Any]:
    """What the sentences may name, by the word that stands for it there."""
    return {
        "brand": family.brand,
        "series": family.series,
        "adjective": family.adjective,
        "title": family.kind.title,
        "model": draw_model(draw),
        "model2": draw_model(draw),
        "maker": draw_name(draw, "maker", NUM_MAKERS),
        "year": 1950 + int(draw() * 70),
    }


def _places(attributes: Sequence[Attribute], draw: Draw) -> tuple[list[Attribute], ...]:
    """Which attributes the title, the bullets and the description name; each at least one of the three."""
    places: tuple[list[Attribute], ...] = ([], [], [])
    for attribute in attributes:
        mark = draw()
        # A quarter in the title, over half in bullets. Search sees the first bullet only, so many cannot be
        # searched for.
        places[0 if mark < 0.25 else 1 if mark < 0.8 else 2].append(attribute)
        if mark < 0.1:
            places[1].append(attribute)
    return places


def _title(texts: Mapping[str, Any], family: _Family, shown: Sequence[Attribute], names: Mapping[str, Any]) -> str:
    patterns = texts["titles"] if shown else texts["bare_titles"]
    listed = ", ".join(attribute.headline for attribute in shown)
    return patterns[family.pattern % len(patterns)].format_map({**names, "shown": listed})


def _attribute_line(texts: Mapping[str, Any], attribute: Attribute, names: Mapping[str, Any], draw: Draw) -> str:
    line = pick(texts[f"{attribute.group}_lines"], draw)
    return line.format_map({**names, **_forms(attribute)})


def _forms(attribute: Attribute) -> dict[str, str]:
    return {"attribute": attribute.text, "Attribute": attribute.capital, "phrase": attribute.phrase}


def _pricing(price: tuple[int, int], draw: Draw) -> str | None:
    """Such as ``$12.99``, ``$1,037.49`` or ``$12.99 - $20.00``; low prices are the more likely."""
    low, high = price
    share, mark = draw(), draw()
    if mark < NO_PRICE:
        return None if mark < NO_PRICE / 2 else ""
    dollars, cents = low + int((high - low) * share * share), pick(CENTS, draw)
    # With a comma from a thousand on, which readers must take for one price.
    first = f"${dollars:,}.{cents:02}"
    if mark >= NO_PRICE + PRICE_RANGE:
        return first
    return f"{first} - ${dollars + 1 + int(dollars * draw()):,}.{cents:02}"


def _written_options(options: Mapping[str, Sequence[str]], draw: Draw) -> dict[str, Any] | None:
    written: dict[str, Any] = {name: [{"value": value} for value in values] for name, values in options.items()}
    if draw() < NULL_OPTION:
        written["Item Package Quantity"] = None
    if not written and draw() < 0.5:
        return None
    return written


def _facts(kind: Kind, attributes: Sequence[Attribute], draw: Draw) -> dict[str, Any]:
    """The entry of ``items_ins_v2.json``, with an instruction for synthetic goals."""
    # The first of a shuffled list, so any of them.
    wanted = attributes[: 1 + int(draw() * min(3, len(attributes)))]
    first, having, use = (
        ", ".join(attribute.text for attribute in wanted if attribute.group == group)
        for group in ("is", "with", "for")
    )
    said = (f"Find me {first}".strip(), kind.query, having and f"with {having}", use and f"for {use}")
    facts = {
        "attributes": [attribute.text for attribute in attributes],
        "instruction": " ".join(part for part in said if part),
        "instruction_attributes": [attribute.text for attribute in wanted],
    }
    if draw() < NO_ATTRIBUTES:
        del facts["attributes"]
    return facts


def _sample(options: Sequence[Any], number: int, draw: Draw) -> list[Any]:
    """So many different options, or all, in their order."""
    size = len(options)
    if number >= size:
        return list(options)
    # Not ``random.sample``, whose answers have changed between versions.
    places: set[int] = set()
    while len(places) < number:
        places.add(int(draw() * size))
    return [options[place] for place in sorted(places)]


def _shuffled(options: Sequence[Any], draw: Draw) -> list[Any]:
    # The place decides between equal draws.
    keys = sorted((draw(), place) for place in range(len(options)))
    return [options[place] for _, place in keys]
