"""Small catalogues: rows as WebShop's files have them, and products ready made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from skill1_envs.webshop.simulator.audit import Audit
from skill1_envs.webshop.simulator.catalogue import Catalogue, Product
from skill1_envs.webshop.simulator.goals import Goal
from skill1_envs.webshop.simulator.reward import Nouns


def make_row(asin: str = "B000000001", **changes: Any) -> dict[str, Any]:
    """A row of ``items_shuffle.json``."""
    row = {
        "asin": asin,
        "name": "Oak Desk Lamp",
        "full_description": "Warm light",
        "small_description": ["Solid oak", "Dimmable"],
        "pricing": "$25.00",
        "category": "garden",
        "query": "desk lamps",
        "product_category": "Home › Lighting › Lamps",
        "customization_options": {"Size": [{"value": "Small"}, {"value": "Large"}]},
        "images": ["none"],
    }
    return row | changes


def write_catalogue(
    folder: Path,
    rows: Sequence[Any],
    facts: Mapping[str, Any] | None = None,
    instructions: Mapping[str, Any] | None = None,
) -> Path:
    for name, content in (("items_shuffle", rows), ("items_ins_v2", facts), ("items_human_ins", instructions)):
        (folder / f"{name}.json").write_text(json.dumps(content if content is not None else {}), encoding="utf-8")
    return folder


def write_few(folder: Path, instruction: str = "find an oak lamp", **changes: Any) -> Path:
    """Eight products, each with one goal by a person: too few for the official split."""
    rows = [make_row(f"B00000000{i}", **changes) for i in range(8)]
    wish = {"instruction": instruction, "instruction_attributes": ["oak"], "instruction_options": []}
    return write_catalogue(folder, rows, instructions={row["asin"]: [wish] for row in rows})


def make_product(asin: str = "B000000001", **changes: Any) -> Product:
    fields = {
        "title": "oak lamp",
        "description": "warm light",
        "bullets": ("solid", "Dimmable"),
        "attributes": ("solid wood", "easy clean"),
        "query": "lamps",
        "category": "garden",
        "product_category": "Home › Lighting › Lamps",
        "price_tag": "$25.0",
        "prices": (25.0,),
        "options": {"color": ("oak", "standard"), "size": ("small", "x-large")},
    }
    return Product(asin=asin, **(fields | changes))


def make_goal(product: Product, **changes: Any) -> Goal:
    """A goal for this product with nothing asked for but one attribute."""
    fields = {
        "index": 0,
        "asin": product.asin,
        "category": product.category,
        "query": product.query,
        "name": product.title,
        "product_category": product.product_category,
        "instruction_text": "find it",
        "attributes": product.attributes[:1],
        "price_upper": 30.0,
        "goal_options": (),
    }
    return Goal(**(fields | changes))


def split_words(title: str) -> tuple[str, ...]:
    """A tagger for which every word is a noun."""
    return tuple(title.lower().split())


def unwinnable_goals(catalogue: Catalogue, goals: Iterable[Goal], nouns: Nouns) -> list[Goal]:
    """The goals that no product of the catalogue satisfies, in their order."""
    audit = Audit(catalogue, nouns)
    return [goal for goal in goals if next(audit.purchases(goal), None) is None]
