"""The products of a WebShop folder: read from the original files, priced from a seed, never changed afterwards.

Rules of reading are those of the original loader (princeton-nlp/WebShop 64fa2a5, ``engine.py``), so that pages,
goals and the index come out the same.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache
from pathlib import Path
from sys import intern
from typing import Any

from skill1.errors import DataError

# How the names of WebShop's files begin; a set may add its size, as in items_shuffle_1000.json.
PRODUCTS = "items_shuffle"
ATTRIBUTES = "items_ins_v2"
INSTRUCTIONS = "items_human_ins"
NO_PRICE = 100.0  # of a product without one
# What the original makes up for a product without an entry.
NO_ATTRIBUTES = ("DUMMY_ATTR",)
LONGEST_ASIN = 10
_CHUNK = 1 << 20
_LONGEST_ROW = 16 << 20  # a damaged file is not gathered whole
_PRICES_KEPT = 1 << 16  # products of one price share it
_SPACE = re.compile(r"[ \t\n\r]*")
_NOT_A_PRICE = re.compile(r"[^\d.]")


@dataclass(frozen=True, slots=True)
class Product:
    """One product as the shop sells it. ``instruction`` and ``instruction_attributes`` are for synthetic goals."""

    asin: str
    title: str
    description: str
    bullets: tuple[str, ...]
    attributes: tuple[str, ...]
    query: str  # lower-case
    category: str
    product_category: str  # parts joined by " › "
    price_tag: str  # as pages show it: "$12.99" or "$12.99 to $20.0"
    prices: tuple[float, ...]  # one, or the ends of a range
    options: Mapping[str, tuple[str, ...]]  # name → values, both in the order of the file
    instruction: str | None = None
    instruction_attributes: tuple[str, ...] = ()


# Without slots, because cached properties are kept in the object's dict.
@dataclass(frozen=True)
class Catalogue:
    """All products with the prices they really cost, which pages of a price range do not tell."""

    products: tuple[Product, ...]
    price_seed: int

    @cached_property
    def by_asin(self) -> dict[str, Product]:
        return {product.asin: product for product in self.products}

    @cached_property
    def hidden_prices(self) -> dict[str, float]:
        """Asin → price in dollars; a range has one drawn from it by ``price_seed``."""
        return _draw_prices(self.products, random.Random(self.price_seed))

    def generator(self) -> random.Random:
        """A new generator in the state after the price draws; the original continues with it to draw price caps."""
        # Not kept: whoever gets it draws on, and goals of either kind must begin in the same state.
        generator = random.Random(self.price_seed)
        _draw_prices(self.products, generator)
        return generator

    def index_texts(self) -> Sequence[str]:
        """What search looks at, one text a product, in order."""
        return _IndexTexts(self.products)


class _IndexTexts(Sequence[str]):
    """Texts made one by one when asked for: a list of those of a big catalogue takes gigabytes."""

    def __init__(self, products: Sequence[Product]) -> None:
        self._products = products

    def __len__(self) -> int:
        return len(self._products)

    def __getitem__(self, position):
        """Title, description, first bullet and options in one lower-case line."""
        product = self._products[position]
        options = ", and ".join(f"{name}: {', '.join(values)}" for name, values in product.options.items())
        bullet = product.bullets[0] if product.bullets else ""
        return f"{product.title} {product.description} {bullet} {options}".lower()


def load_catalogue(folder: str | Path, *, price_seed: int) -> Catalogue:
    """Reads ``items_shuffle*.json`` and ``items_ins_v2*.json`` of a folder.

    Rows whose asin is "nan", longer than 10 signs or seen before are left out. The big file is read in pieces: memory
    is that of the products kept.

    Args:
        price_seed: draws the prices of products with a price range.

    Raises:
        DataError: a file is missing, is there twice, is no JSON, or a row lacks a field.
    """
    # A generator: the big file is opened and read only while products are made of it.
    rows = _rows(find_file(folder, PRODUCTS))
    facts = read_json(find_file(folder, ATTRIBUTES))
    return Catalogue(tuple(_products(rows, facts, folder)), price_seed)


def find_file(folder: str | Path, stem: str) -> Path:
    """The one file of a folder that is named ``stem``, maybe with the size of its set, and ends in ``.json``."""
    found = sorted(Path(folder).glob(f"{stem}*.json"))
    if len(found) == 1:
        return found[0]
    got = ", ".join(path.name for path in found) or "nothing of that name"
    raise DataError(
        f"{folder} must hold one file {stem}*.json of WebShop; got {got}. Keep each set in a folder of its own, and "
        "name that folder with --env.data DIR."
    )


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object. Raises ``DataError``."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path} cannot be read as JSON: {error}") from error
    if not isinstance(content, dict):
        raise DataError(f"{path} must hold a JSON object; got {type(content).__name__}.")
    return content


def _rows(path: Path) -> Iterator[Any]:
    """The elements of a JSON list, one after the other."""
    try:
        with path.open(encoding="utf-8") as file:
            yield from _elements(iter(lambda: file.read(_CHUNK), ""))
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path} must hold a JSON list of products: {error}") from error


def _elements(chunks: Iterator[str]) -> Iterator[Any]:
    """Elements of a JSON list of objects that arrives in pieces. Raises ``ValueError``."""
    decode = json.JSONDecoder().raw_decode
    text, opened = "", False
    for chunk in chunks:
        # What the piece before left unread, perhaps half a row, comes first.
        text, start = text + chunk, 0
        while True:
            at = _skip_space(text, start)
            if at == len(text):
                break
            if not opened or text[at] == ",":
                if not opened and text[at] != "[":
                    raise ValueError(f"it begins with {text[at]!r}")
                opened, start = True, at + 1
                continue
            if text[at] == "]":
                return
            # Only objects are expected: one that is cut off never parses, whereas half a number would.
            try:
                element, start = decode(text, at)
            except json.JSONDecodeError:
                break  # perhaps cut off: the next piece tells
            yield element
        text = text[start:]
        if len(text) > _LONGEST_ROW:
            break
    raise ValueError(f"it ends early or is damaged, at {text[:60]!r}")


def _skip_space(text: str, start: int) -> int:
    found = _SPACE.match(text, start)
    return found.end() if found else start


def _products(rows: Iterable[Any], facts: dict[str, Any], folder: str | Path) -> Iterator[Product]:
    """The products of rows; takes their facts out of ``facts``, whose memory they then use."""
    seen: set[str] = set()
    for number, row in enumerate(rows):
        try:
            asin = row["asin"]
            if asin == "nan" or len(asin) > LONGEST_ASIN or asin in seen:
                continue
            seen.add(asin)
            yield _product(row, facts.pop(asin, {}))
        except (KeyError, TypeError, AttributeError, ValueError, ArithmeticError) as error:
            # ``Decimal`` raises an ``ArithmeticError`` for what is no number.
            what = f"{type(error).__name__} {error}"
            raise DataError(f"{folder}: product {number} is not in WebShop's format: {what}") from error


def _product(row: Mapping[str, Any], facts: Mapping[str, Any]) -> Product:
    bullets = row["small_description"]
    # A row may lack "pricing"; one that lacks any other field cannot be read.
    prices, price_tag = _read_price(row.get("pricing"))
    return Product(
        asin=row["asin"],
        title=_text(row["name"]),
        description=_text(row["full_description"]),
        bullets=tuple(map(_text, bullets if isinstance(bullets, list) else [bullets])),
        # Missing is not empty: a product without an entry has the one attribute that the original makes up.
        attributes=read_texts(facts["attributes"]) if "attributes" in facts else NO_ATTRIBUTES,
        # Many products share these texts, and each is kept once.
        query=intern(row["query"].lower().strip()),
        category=intern(row["category"]),
        product_category=intern(row["product_category"]),
        price_tag=price_tag,
        prices=prices,
        options=_read_options(row["customization_options"]),
        instruction=None if facts.get("instruction") is None else _text(facts["instruction"]),
        instruction_attributes=read_texts(facts.get("instruction_attributes") or []),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a text was expected; got {value!r}")
    return value


def read_texts(values: Any) -> tuple[str, ...]:
    """The texts of a JSON list, those that many products share kept once. Raises ``TypeError`` for anything else."""
    if not isinstance(values, list):
        raise TypeError(f"a list of texts was expected; got {values!r}")
    return tuple(intern(_text(value)) for value in values)


@lru_cache(maxsize=_PRICES_KEPT)
def _read_price(pricing: str | None) -> tuple[tuple[float, ...], str]:
    """Prices and their tag. ``"$1,037.68"`` is one price; of three or more the first two count."""
    if not pricing:
        return (NO_PRICE,), f"${NO_PRICE}"
    # What stands before the first $ is no amount.
    prices = tuple(float(Decimal(_NOT_A_PRICE.sub("", part))) for part in pricing.split("$")[1:])
    # Hundreds of digits are a number to ``Decimal`` and infinity to ``float``.
    if not prices or not all(map(math.isfinite, prices)):
        raise ValueError(f"pricing {pricing[:60]!r} names no amount in $")
    # Floats as Python writes them, as in the original: "$39.70" becomes "$39.7" on pages.
    return prices[:2], " to ".join(f"${price}" for price in prices[:2])


def _read_options(groups: Mapping[str, list[Mapping[str, Any]] | None] | None) -> dict[str, tuple[str, ...]]:
    return {
        # As the original writes them: in lower case, a slash as a bar.
        intern(name.lower()): read_texts([value["value"].strip().replace("/", " | ").lower() for value in values])
        for name, values in (groups or {}).items()
        if values is not None
    }


def _draw_prices(products: Iterable[Product], generator: random.Random) -> dict[str, float]:
    return {
        # A single price takes nothing from the generator, so the caps drawn next depend on the ranges before.
        product.asin: product.prices[0] if len(product.prices) == 1 else generator.uniform(*product.prices)
        for product in products
    }
