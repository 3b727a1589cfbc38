"""The products of a shop of makers, and the goals that wishes become: rows of WebShop's files, or objects in memory."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Any

from skill1.errors import DataError
from skill1_envs.kit.draws import shuffled
from skill1_envs.webshop.makers.wishes import COLOURS, KINDS, SERIES, Maker, Wish
from skill1_envs.webshop.simulator.catalogue import Catalogue, Product
from skill1_envs.webshop.simulator.goals import Goal

OPTION = "color"
MADE_BY = "The {series} is made by {maker}"
COMMON = "Comes in six colors"  # the first feature, the only one that search sees; no kind and no maker in it
_ASIN_SIGNS = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def rows(seed: int, makers: Iterable[Maker]) -> list[dict[str, Any]]:
    """``items_shuffle.json``: every kind in every series.

    Features after the first, which search does not see, name those who make it.
    """
    made_by = _makers_of(makers)
    return [_row(asin, kind, series, price, made_by) for asin, kind, series, price in _listings(seed)]


def facts(products: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """``items_ins_v2.json``: no synthetic goals, so only attributes: colours, and what the features say."""
    return {
        row["asin"]: {
            "attributes": [
                "six colors",
                *(feature.rpartition(" by ")[2] for feature in row["small_description"][1:]),
            ],
            "instruction": None,
            "instruction_attributes": [],
        }
        for row in products
    }


def instruction(wish: Wish) -> dict[str, Any]:
    """An entry of ``items_human_ins.json``."""
    return {
        "instruction": wish.sentence,
        "instruction_attributes": [wish.maker],
        "instruction_options": [wish.colour],
    }


def asin_of(seed: int, makers: Mapping[str, Maker], wish: Wish) -> str:
    """The product that a wish is for."""
    return _asins(seed)[wish.kind, makers[wish.maker].series[wish.kind]]


def require_products(catalogue: Catalogue, seed: int) -> None:
    """Raises ``DataError`` unless the catalogue holds just the products that ``seed`` decides."""
    expected = {asin: _title(kind, series) for asin, kind, series, _ in _listings(seed)}
    if expected != {item.asin: item.title for item in catalogue.products if item.attributes}:
        raise DataError(
            f"the products are not those of a shop of makers with seed {seed}, which manifest.json names: the files do "
            "not belong together. Make the shop again: skill1 envs make-catalogue webshop OUT --makers"
        )


def remade(catalogue: Catalogue, makers: Iterable[Maker]) -> Catalogue:
    """The same products at the same prices, but made by others. Search sees no difference."""
    made_by = _makers_of(makers)
    products = (_remade(item, made_by) for item in catalogue.products)
    return Catalogue(tuple(products), catalogue.price_seed)


def goal_of(index: int, wish: Wish, makers: Mapping[str, Maker], catalogue: Catalogue, seed: int) -> Goal:
    """A goal as the loader would make it, with the budget that the price alone decides."""
    item = catalogue.by_asin[asin_of(seed, makers, wish)]
    cap = float(KINDS[wish.kind].price + 20)
    return Goal(
        index=index,
        asin=item.asin,
        category=item.category,
        query=item.query,
        name=item.title,
        product_category=item.product_category,
        instruction_text=f"{wish.sentence}, and price lower than {cap:.2f} dollars",
        attributes=(wish.maker,),
        price_upper=cap,
        goal_options=(wish.colour,),
    )


@cache
def _listings(seed: int) -> tuple[tuple[str, str, str, int], ...]:
    """Asin, kind, series and price in cents of every product, in the order of the file."""
    rng = random.Random(f"webshop makers {seed} products")
    found: dict[str, tuple[str, str, str, int]] = {}
    for kind, series in shuffled(rng, tuple(product(KINDS, SERIES))):
        asin = ""
        while not asin or asin in found:
            asin = "B0" + "".join(_ASIN_SIGNS[int(rng.random() * len(_ASIN_SIGNS))] for _ in range(8))
        found[asin] = asin, kind, series, 100 * KINDS[kind].price + int(rng.random() * 1000)
    return tuple(found.values())


@cache
def _asins(seed: int) -> Mapping[tuple[str, str], str]:
    return MappingProxyType({(kind, series): asin for asin, kind, series, _ in _listings(seed)})


def _makers_of(makers: Iterable[Maker]) -> dict[tuple[str, str], list[str]]:
    """(Kind, series) → who makes it."""
    found: dict[tuple[str, str], list[str]] = {}
    for maker in makers:
        for kind, series in maker.series.items():
            found.setdefault((kind, series), []).append(maker.name)
    return found


def _row(
    asin: str, kind: str, series: str, cents: int, made_by: Mapping[tuple[str, str], Sequence[str]]
) -> dict[str, Any]:
    return {
        "asin": asin,
        "name": _title(kind, series),
        "full_description": "",
        "small_description": _features(kind, series, made_by),
        "pricing": f"${cents / 100:.2f}",
        "images": [""],
        "category": KINDS[kind].category,
        "query": kind,
        "product_category": KINDS[kind].path,
        "customization_options": {OPTION: [{"value": colour} for colour in COLOURS]},
    }


def _title(kind: str, series: str) -> str:
    return f"{series} {kind}".title()


def _features(kind: str, series: str, made_by: Mapping[tuple[str, str], Sequence[str]]) -> list[str]:
    """Short sentences; the kind stands in none, so only the maker's name is common to a task and one of them."""
    return [
        COMMON,
        *(MADE_BY.format(series=series, maker=maker) for maker in made_by.get((kind, series), ())),
    ]


def _remade(item: Product, made_by: Mapping[tuple[str, str], Sequence[str]]) -> Product:
    series, kind = item.title.lower().split()
    features = _features(kind, series, made_by)
    attributes = (item.attributes[0], *made_by.get((kind, series), ()))
    return replace(item, bullets=tuple(features), attributes=attributes)
