"""The words that catalogues are made of: kinds of products, option values and sentences, from JSON files beside this.

Numbers live there too: a kind has its range of prices. Names of brands, makers and models and asins are
made up, not listed; none is meant to be anybody's. A name is made from its rank, so that a million of them need no
memory. Ranks are drawn so that few names are common and many rare, as in a real index.

``instructions`` are what people would write who want a product: wishes that it fulfils, in many wordings.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from string import capwords
from typing import Any

FOLDER = Path(__file__).parent
GROUPS = ("is", "with", "for")  # how an attribute joins a sentence: "that is …", "with …", "for …"


@dataclass(frozen=True, slots=True, eq=False)  # read once, so each is equal to itself alone
class Attribute:
    """``text`` is what goals name, such as "crew neck"; ``phrase`` follows "with" or "for", such as "a crew neck"."""

    text: str
    phrase: str
    group: str
    capital: str  # first letter large
    headline: str  # as titles have it


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of product; its ``options`` are name → all values a product may have of it."""

    category: str
    query: str
    title: str
    one: str  # as a wish begins: "a pair of men's loafers"
    product_category: str
    attributes: tuple[Attribute, ...]
    price: tuple[int, int]  # lowest and highest, dollars
    options: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Words:
    """Everything read; ``said`` is option name → ways to ask for a value, ``texts`` the sentences by use."""

    kinds: tuple[Kind, ...]
    said: Mapping[str, Sequence[str]]
    texts: Mapping[str, Any]


@cache
def read_words() -> Words:
    """Kinds come in the order of their categories' names, then of the files."""
    options = _read("options.json")
    kinds = [
        _kind(path.stem, group, entry, options["values"])
        # Disks list files in any order, and every draw depends on this one.
        for path in sorted((FOLDER / "kinds").glob("*.json"))
        for group in _read(f"kinds/{path.name}")
        for entry in group["kinds"]
    ]
    return Words(tuple(kinds), options["said"], _read("texts.json"))


def _read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def _kind(category: str, group: Mapping[str, Any], entry: Mapping[str, Any], values: Mapping[str, Any]) -> Kind:
    low, high = entry["price"]
    return Kind(
        category=category,
        query=entry["query"],
        title=entry["title"],
        one=entry["one"],
        product_category=" › ".join((*group["path"], *entry["path"])),
        attributes=tuple(_attribute(phrase, name) for name in GROUPS for phrase in group[name]),
        price=(low, high),
        # A kind's own options, else those of its group; each names a pool of values.
        options={name: values[pool] for name, pool in entry.get("options", group["options"]).items()},
    )


def _attribute(phrase: str, group: str) -> Attribute:
    text = phrase.removeprefix("a ").removeprefix("an ")
    headline = f"for {capwords(text)}" if group == "for" else capwords(text)
    return Attribute(text, phrase, group, text[0].upper() + text[1:], headline)


# From here on: names, made up from their ranks.
NUM_BRANDS = 40_000
NUM_SERIES = 80_000
NUM_MAKERS = 160_000
# So that a brand, a series and a maker of one rank have different names.
_SALTS = {"brand": 11, "series": 5_000_011, "maker": 20_000_003}
_SPREAD = 7_368_787  # has no factor in common with the number of names, so that ranks give different names
_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUM_ASINS = 36**8
_ASIN_SPREAD = 1_185_864_722_831  # likewise

Draw = Callable[[], float]  # uniform in [0, 1)


def draw_name(draw: Draw, use: str, number: int) -> str:
    """One of ``number`` names for a use (brand, series or maker); the share of rank r falls as r^(-2/3)."""
    share = draw()
    return _name(use, int(number * share * share * share))


def draw_model(draw: Draw) -> str:
    """Such as ``KX4821``: two letters and up to five figures."""
    first, second = _LETTERS[int(draw() * 23)], _LETTERS[int(draw() * 23)]
    return f"{first}{second}{int(draw() * 99_900) + 100}"


def asin(number: int, seed: int) -> str:
    """The identifier of product ``number``: B0 and eight signs, different for every number below 36^8."""
    # Another seed begins elsewhere in the same ring of asins.
    value = (number * _ASIN_SPREAD + _first_asin(seed)) % _NUM_ASINS
    signs = ""
    for _ in range(8):
        value, digit = divmod(value, 36)
        signs = _DIGITS[digit] + signs
    return f"B0{signs}"


@cache
def _first_asin(seed: int) -> int:
    return int.from_bytes(hashlib.sha256(f"asin/{seed}".encode()).digest()[:8], "big") % _NUM_ASINS


@cache
def _syllables() -> tuple[str, ...]:
    parts = _read("names.json")
    return tuple(a + b + c for a in parts["onsets"] for b in parts["vowels"] for c in parts["codas"])


# Common names come again and again; rare ones are worked out when they are drawn.
@lru_cache(maxsize=20_000)
def _name(use: str, rank: int) -> str:
    """Two syllables."""
    syllables = _syllables()
    first, second = divmod((rank * _SPREAD + _SALTS[use]) % len(syllables) ** 2, len(syllables))
    return (syllables[first] + syllables[second]).capitalize()


# From here on: wishes, and how people word them.
TRIES = 6  # to find a wish that nobody had of this product
OPTION_NAMED = 0.8  # chance that a wish names a value of an option


@dataclass(frozen=True, slots=True)
class Wish:
    """Some attributes of a product, and option name → value as the shop shows it."""

    attributes: tuple[Attribute, ...]
    options: Mapping[str, str]


def shown_value(value: str) -> str:
    """An option value as the shop shows it after reading it from a file."""
    return value.strip().replace("/", " | ").lower()


def instructions(
    words: Words,
    kind: Kind,
    attributes: Sequence[Attribute],
    options: Mapping[str, Sequence[str]],
    number: int,
    draw: Draw,
) -> list[dict[str, Any]]:
    """Entries of ``items_human_ins.json`` for one product, few with the same wish.

    An opening comes again only after all others.

    Args:
        attributes, options: the product's.
        number: of entries.
    """
    openers = words.texts["instructions"]["openers"]
    first, entries, known = int(draw() * len(openers)), [], set()
    # In turn from a random one, so that no opening comes twice while there are others.
    for i in range(number):
        wish = _new_wish(attributes, options, known, draw)
        opener = openers[(first + i) % len(openers)].format(one=kind.one)
        entries.append(
            {
                "instruction": _worded(words, opener, wish, draw),
                "instruction_attributes": [attribute.text for attribute in wish.attributes],
                "instruction_options": list(wish.options.values()),
            }
        )
    return entries


def _new_wish(
    attributes: Sequence[Attribute], options: Mapping[str, Sequence[str]], known: set[Any], draw: Draw
) -> Wish:
    """A wish that is not in ``known``, if one is found soon; it is added there."""
    for _ in range(TRIES):
        wish = _draw_wish(attributes, options, draw)
        # Another order of the same attributes is no other wish.
        mark = (frozenset(wish.attributes), *wish.options.values())
        if mark not in known:
            break
    known.add(mark)
    return wish


def _draw_wish(attributes: Sequence[Attribute], options: Mapping[str, Sequence[str]], draw: Draw) -> Wish:
    most = min(3, len(attributes))
    start, number = int(draw() * len(attributes)), 1 + int(draw() * most)
    # Neighbours in the shuffled attributes, counted in a ring.
    wanted = tuple((attributes[start:] + attributes[:start])[:number])
    named = {
        name: shown_value(values[int(draw() * len(values))])
        for name, values in options.items()
        if draw() < OPTION_NAMED
    }
    return Wish(wanted, named)


def _worded(words: Words, opener: str, wish: Wish, draw: Draw) -> str:
    texts = words.texts["instructions"]
    # By the option's name: a size is asked for in other words than a colour.
    asked = [pick(words.said[name.lower()], draw).format(value) for name, value in wish.options.items()]
    # Half of the wishes are one sentence, half are several.
    if draw() < 0.5:
        joined = "".join(_attributes_said(texts, "", wish.attributes, draw))
        return f"{opener}{joined}{_joined(asked, draw)}{'.' if draw() < 0.5 else ''}"
    sentences = [f"{opener}.", *_attributes_said(texts, "sentence_", wish.attributes, draw)]
    if asked:
        sentences.append(pick(texts["sentence_options"], draw).format(" and ".join(asked)))
    return " ".join(sentences)


def _attributes_said(
    texts: Mapping[str, Sequence[str]], prefix: str, attributes: Sequence[Attribute], draw: Draw
) -> list[str]:
    said = []
    for group in GROUPS:
        phrases = [attribute.phrase for attribute in attributes if attribute.group == group]
        if phrases:
            said.append(pick(texts[prefix + group], draw).format(" and ".join(phrases)))
    return said


def _joined(asked: Sequence[str], draw: Draw) -> str:
    if not asked:
        return ""
    return (" " if draw() < 0.4 else ", ") + ", ".join(asked)


def pick(options: Sequence[Any], draw: Draw) -> Any:
    """One of them at random."""
    return options[int(draw() * len(options))]
