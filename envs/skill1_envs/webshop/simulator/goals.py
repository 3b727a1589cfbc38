"""What shoppers are asked to buy: goals in people's words, or made from products, in the original's order.

The original (princeton-nlp/WebShop 64fa2a5, ``goal.py``) draws price caps from the global generator right after the
prices, then seeds it with 233 and shuffles. The order never changes; caps follow the catalogue's ``price_seed``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product as combinations
from pathlib import Path
from typing import Any

from skill1.errors import DataError
from skill1_envs.webshop.simulator.catalogue import (
    INSTRUCTIONS,
    Catalogue,
    Product,
    find_file,
    read_json,
    read_texts,
)

SHUFFLE_SEED = 233
# 10, 20, … 990 dollars, as in the original.
CAPS = tuple(10.0 * i for i in range(1, 100))
NUM_CAPS = 4  # of CAPS above the price, from which two are drawn
NO_CAP = 1_000_000  # an integer, because pages show it


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal; ``index`` is its place in the shuffled list, by which splits and recordings name it."""

    index: int
    asin: str
    category: str
    query: str
    name: str  # title of the product
    product_category: str
    instruction_text: str
    attributes: tuple[str, ...]
    price_upper: float  # dollars; NO_CAP: no limit
    goal_options: tuple[str, ...] | Mapping[str, str]  # people's: values; synthetic: name → value

    @property
    def wanted_values(self) -> tuple[str, ...]:
        """The values of ``goal_options``."""
        options = self.goal_options
        return tuple(options.values()) if isinstance(options, Mapping) else options


def human_goals(catalogue: Catalogue, folder: str | Path) -> tuple[Goal, ...]:
    """One goal for each instruction in ``items_human_ins*.json`` that names attributes.

    Raises:
        DataError: the file is missing, or an instruction lacks a field or has another kind of value in it.
    """
    path = find_file(folder, INSTRUCTIONS)
    instructions = read_json(path)
    generator = catalogue.generator()
    goals: list[Goal] = []
    # In the order of the catalogue: all caps are drawn from one generator, so each depends on those before.
    for item in catalogue.products:
        try:
            goals.extend(_of_people(item, instructions.get(item.asin, ()), catalogue, generator))
        except (KeyError, TypeError, AttributeError) as error:
            what = f"{type(error).__name__} {error}"
            raise DataError(f"{path}: instructions of {item.asin} are not in WebShop's format: {what}") from error
    return shuffled(goals)


def synthetic_goals(catalogue: Catalogue) -> tuple[Goal, ...]:
    """One goal for each combination of option values of each product that has an instruction.

    Raises:
        DataError: a product has an instruction but no instruction attributes.
    """
    generator = catalogue.generator()
    return shuffled([goal for item in catalogue.products for goal in _of_product(item, catalogue, generator)])


def shuffled(goals: list[Goal]) -> tuple[Goal, ...]:
    """The goals in the original's order, numbered."""
    order = list(goals)
    # Python's own shuffle, since the original's order is made by it; splits and recordings count by that order.
    random.Random(SHUFFLE_SEED).shuffle(order)
    return tuple(replace(goal, index=index) for index, goal in enumerate(order))


def _of_people(item: Product, instructions: Any, catalogue: Catalogue, generator: random.Random) -> Iterator[Goal]:
    for instruction in instructions:
        attributes = read_texts(instruction["instruction_attributes"])
        # Left out before the draw: one draw more would change every cap that follows.
        if not attributes:
            continue
        cap, cap_text = _draw_cap(catalogue.hidden_prices[item.asin], generator)
        # The words of the cap begin with a comma, and no full stop may stand before it.
        text = instruction["instruction"].strip(".") + cap_text
        yield make_goal(item, text, attributes, cap, read_texts(instruction["instruction_options"]))


def _of_product(item: Product, catalogue: Catalogue, generator: random.Random) -> Iterator[Goal]:
    # The original raises for a product that items_ins_v2 lacks; here it only has no goal.
    if item.instruction is None:
        return
    if not item.instruction_attributes:
        raise DataError(f"product {item.asin} has an instruction but no instruction_attributes.")
    # One draw for a product: all its goals share the cap, as in the original.
    cap, cap_text = _draw_cap(catalogue.hidden_prices[item.asin], generator)
    # The original sorts the names, so a goal's text does not follow the order of the file.
    names = sorted(item.options)
    for values in combinations(*(item.options[name] for name in names)):
        options = dict(zip(names, values, strict=True))
        listed = ", and ".join(f"{name}: {value}" for name, value in options.items())
        text = item.instruction + (f" with {listed}" if listed else "") + cap_text
        yield make_goal(item, text, item.instruction_attributes, cap, options)


def make_goal(
    item: Product,
    text: str,
    attributes: tuple[str, ...],
    cap: float,
    options: tuple[str, ...] | Mapping[str, str],
    index: int = -1,  # until shuffled
) -> Goal:
    """A goal whose own product is ``item``."""
    return Goal(
        index=index,
        asin=item.asin,
        category=item.category,
        query=item.query,
        name=item.title,
        product_category=item.product_category,
        instruction_text=text,
        attributes=attributes,
        price_upper=cap,
        goal_options=options,
    )


def _draw_cap(price: float, generator: random.Random) -> tuple[float, str]:
    """The larger of two of the next four multiples of ten, with the words that say so."""
    # From 980 dollars on there are not two caps above the price.
    candidates = [cap for cap in CAPS if cap > price][:NUM_CAPS]
    if len(candidates) < 2:
        return NO_CAP, ""
    cap = max(generator.sample(candidates, 2))
    return cap, f", and price lower than {cap:.2f} dollars"
