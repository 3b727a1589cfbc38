"""The words that catalogues are made of: kinds of products, option values and sentences, from JSON files beside this.

Numbers live there too: a kind has its range of prices. Names of brands are made, not listed (``names``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
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
        options={name: values[pool] for name, pool in entry.get("options", group["options"]).items()},
    )


def _attribute(phrase: str, group: str) -> Attribute:
    text = phrase.removeprefix("a ").removeprefix("an ")
    headline = f"for {capwords(text)}" if group == "for" else capwords(text)
    return Attribute(text, phrase, group, text[0].upper() + text[1:], headline)
