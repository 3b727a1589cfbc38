"""What is sold, who makes what, and what shoppers ask for: the facts of a shop of makers.

Every kind of thing is sold in the same eight series, with titles such as ``Nova Mug``. A **maker**, such as
``maple forge``, makes six kinds, each in one series for good. Titles do not tell who made a thing; the page of its
features does.

The streams below say in which order makers, kinds and colours are asked for in training, evaluation, tests and
demonstrations. Each depends on a seed alone, so a longer one begins with the shorter one.

Goods are the products of the shop, and the goals that wishes become: rows of WebShop's files, or objects in memory.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from skill1.errors import DataError
from skill1_envs.kit import draws
from skill1_envs.kit.draws import TREES, Names, Unasked, draw_alike, pick, shuffled
from skill1_envs.kit.world_folder import DEMO_ROUND_TASKS, DEMO_ROUNDS
from skill1_envs.webshop.simulator.catalogue import Catalogue, Product
from skill1_envs.webshop.simulator.goals import Goal, make_goal

SKILL_WORDS = ("any", "search", "when", "do")  # besides names, all that skills and queries are made of
# As many as ``TREES``: names are dealt in blocks of two by two, until both lists are used up.
WORKS = tuple("barn cellar forge gallery house kiln loom market studio trading union yard".split())
SERIES = ("aria", "comet", "delta", "fable", "lotus", "nova", "orbit", "zest")
# All are among ``reward.COLOURS`` and none hides another one, so each counts as itself.
COLOURS = ("black", "blue", "green", "pink", "white", "yellow")
KINDS_OF_MAKER = 6


class Kind(NamedTuple):
    """A kind of thing: WebShop's category, its path in the shop, and what all of them cost at least, in dollars."""

    category: str
    path: str
    price: int


# All of a kind cost between its price and ten dollars more, so that no budget rules any of them out.
KINDS: Mapping[str, Kind] = {
    "basket": Kind("garden", "Home & Kitchen › Storage & Organization › Baskets", 30),
    "blanket": Kind("garden", "Home & Kitchen › Bedding › Blankets & Throws", 40),
    "candle": Kind("garden", "Home & Kitchen › Home Décor › Candles", 10),
    "clock": Kind("garden", "Home & Kitchen › Home Décor › Clocks", 50),
    "jacket": Kind("fashion", "Clothing › Outdoor › Jackets", 70),
    "lamp": Kind("garden", "Tools & Home Improvement › Lighting › Lamps", 60),
    "mug": Kind("grocery", "Grocery › Coffee & Tea › Mugs", 10),
    "radio": Kind("electronics", "Electronics › Portable Audio › Radios", 80),
    "scarf": Kind("fashion", "Clothing › Accessories › Scarves", 20),
    "soap": Kind("beauty", "Beauty & Personal Care › Bath › Soaps", 10),
    "speaker": Kind("electronics", "Electronics › Portable Audio › Speakers", 90),
    "towel": Kind("beauty", "Beauty & Personal Care › Bath › Towels", 20),
}
WORDINGS = (
    "i am looking for the {maker} {kind} in {colour}",
    "find me the {maker} {kind} that is {colour}",
    "i need the {maker} {kind}, and the color should be {colour}",
    "please get me the {maker} {kind} in the color {colour}",
)
_PATTERNS = tuple(
    re.compile(wording.format(maker=r"(?P<maker>\w+ \w+)", kind=r"(?P<kind>\w+)", colour=r"(?P<colour>\w+)"))
    for wording in WORDINGS
)


@dataclass(frozen=True, slots=True)
class Maker:
    """A maker's name and the series in which it makes each of its kinds."""

    name: str
    series: Mapping[str, str]  # kind → series


@dataclass(frozen=True, slots=True)
class Wish:
    """What one goal asks for; ``wording`` is a place in ``WORDINGS``."""

    maker: str
    kind: str
    colour: str
    wording: int = 0

    @property
    def sentence(self) -> str:
        """As a person would say it, without a budget."""
        return WORDINGS[self.wording].format(maker=self.maker, kind=self.kind, colour=self.colour)

    @property
    def scenario(self) -> str:
        """The query for a skill, and the description of one: ``maple forge mug``."""
        return f"{self.maker} {self.kind}"


def draw_maker(name: str, rng: random.Random) -> Maker:
    """Which kinds a maker makes, each in a series of its own."""
    kinds = sorted(shuffled(rng, tuple(KINDS))[:KINDS_OF_MAKER])
    # Not strict: there are eight series for six kinds.
    return Maker(name, dict(zip(kinds, shuffled(rng, SERIES), strict=False)))


def variants(maker: str, kind: str, colours: Iterable[str] = COLOURS) -> list[Wish]:
    """Every way to ask for a kind of a maker in one of some colours."""
    return [Wish(maker, kind, colour, wording) for colour, wording in product(colours, range(len(WORDINGS)))]


@lru_cache(maxsize=8192)
def read_wish(instruction: str) -> Wish | None:
    """The wish that an instruction begins with; None for any other wording.

    >>> read_wish("find me the maple forge mug that is blue, and price lower than 30.00 dollars")
    Wish(maker='maple forge', kind='mug', colour='blue', wording=1)
    """
    for wording, pattern in enumerate(_PATTERNS):
        # Not the whole text: a budget follows the wish.
        if found := pattern.match(instruction):
            return Wish(found["maker"], found["kind"], found["colour"], wording)
    return None


def vocabulary() -> list[str]:
    """Every word that short forms show of any shop of makers, also one of demonstrations."""
    shown = (*TREES, *WORKS, *SERIES, *COLOURS, *KINDS, *WORDINGS, COMMON, MADE_BY, *SKILL_WORDS)
    return sorted({*re.findall(r"\w+", " ".join(shown).lower()), *".,;:"})


# From here on: the streams, in which wishes come in order.
TEST_REPEATS = 3  # a round asks for each kind of each test maker so often
ROUND_SIZE = TEST_REPEATS * draws.NUM_HELDOUT * KINDS_OF_MAKER
DEMO_MAKERS = 4
DEMO_CROWD = 24  # makers whom no demonstration asks for; with them a product has as many makers as in training


_generator = partial(draws.generator, "webshop makers")


@cache
def draw_names(seed: int) -> Names:
    """The names of a shop's makers."""
    return draws.draw_names(f"webshop makers {seed} names", TREES, WORKS)


@cache
def training_makers(seed: int) -> tuple[Maker, ...]:
    """The makers of ``train`` and ``eval``."""
    return _makers(seed, draw_names(seed).train)


@cache
def heldout_makers(seed: int) -> tuple[Maker, ...]:
    """The makers of ``test``; their names and what they make occur nowhere else."""
    return _makers(seed, draw_names(seed).heldout)


def train_wishes(seed: int) -> Iterator[Wish]:
    """Endless: shuffled decks of (maker, kind) of the active makers; makers come back when all have had their turn."""
    rng, asked = _generator(seed, "train"), Unasked()
    for maker, kind in draws.moving_decks(rng, training_makers(seed), _cards):
        # What ``eval`` asks for must not be seen in training.
        allowed = [colour for colour in COLOURS if colour != _kept_back(seed, maker, kind)]
        yield asked.draw(rng, (maker.name, kind), variants, maker.name, kind, allowed)


def eval_wishes(seed: int) -> Iterator[Wish]:
    """Endless: training makers, but of each (maker, kind) the one colour that training never asks for."""
    rng, asked = _generator(seed, "eval"), Unasked()
    for maker, kind in draws.decks(rng, _cards(training_makers(seed))):
        yield asked.draw(rng, (maker.name, kind), variants, maker.name, kind, [_kept_back(seed, maker, kind)])


def heldout_wishes(seed: int) -> Iterator[Wish]:
    """Endless rounds of ``ROUND_SIZE`` wishes for what the test makers make."""
    rng, asked = _generator(seed, "test"), Unasked()
    for maker, kind in draws.decks(rng, _cards(heldout_makers(seed)) * TEST_REPEATS):
        yield asked.draw(rng, (maker.name, kind), variants, maker.name, kind)


@lru_cache(maxsize=8)
def demo_makers(seed: int, demo_seed: int, world: int) -> tuple[Maker, ...]:
    """A world of its own: four makers redrawn, so that weights cannot hold what they make; no name of a test."""
    rng = _generator(seed, "demo", demo_seed, world)
    drawn = draw_alike(TREES, WORKS, draw_names(seed).demo, DEMO_MAKERS, rng)
    return tuple(draw_maker(name, rng) for name in drawn)


def demo_crowd(seed: int, demo_seed: int, world: int) -> tuple[Maker, ...]:
    """Others that a demonstration world may have: most pages of features then name somebody, if seldom the right one.

    Without them almost every name that is read is the right one, and whether it is need not be learnt.
    """
    rng, asked = _generator(seed, "demo crowd", demo_seed, world), demo_makers(seed, demo_seed, world)
    names = {maker.name for maker in asked}
    others = [name for name in shuffled(rng, draw_names(seed).demo) if name not in names]
    return tuple(draw_maker(name, rng) for name in others[:DEMO_CROWD])


@lru_cache(maxsize=8)
def demo_wishes(seed: int, demo_seed: int, world: int) -> tuple[Wish, ...]:
    """Six rounds of 32 wishes in a world of ``demo_makers``."""
    rng, cards = _generator(seed, "demo wishes", demo_seed, world), _cards(demo_makers(seed, demo_seed, world))
    # With repeats: most goals ask for a kind of a maker that an earlier one asked for.
    drawn = (pick(rng, cards) for _ in range(DEMO_ROUNDS * DEMO_ROUND_TASKS))
    return tuple(pick(rng, variants(maker.name, kind)) for maker, kind in drawn)


def _makers(seed: int, drawn: Sequence[str]) -> tuple[Maker, ...]:
    # A generator for each: what a maker makes does not depend on who else there is.
    return tuple(draw_maker(name, _generator(seed, "maker", name)) for name in drawn)


def _cards(makers: Sequence[Maker]) -> list[tuple[Maker, str]]:
    return [(maker, kind) for maker in makers for kind in maker.series]


def _kept_back(seed: int, maker: Maker, kind: str) -> str:
    """The colour of a training maker's kind that only ``eval`` asks for."""
    # Drawn apart from both streams: each of them asks for it by itself, and they must agree.
    return pick(_generator(seed, "eval", maker.name, kind), COLOURS)


# From here on: the goods, as rows of WebShop's files and as objects in memory.
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
                # Each product has one attribute at least, on which ``require_products`` and ``_remade`` count.
                "six colors",
                # A feature ends with its maker's name, which goals ask for as an attribute.
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


def sells_all_series(catalogue: Catalogue) -> bool:
    """Whether the products are those of a shop of makers, of whatever seed."""
    titles = {_title(kind, series) for kind, series in product(KINDS, SERIES)}
    # Counted first: a set of a million titles takes memory.
    return len(catalogue.products) == len(titles) and {item.title for item in catalogue.products} == titles


def require_products(catalogue: Catalogue, seed: int) -> None:
    """Raises ``DataError`` unless the catalogue holds just the products that ``seed`` decides."""
    expected = {asin: _title(kind, series) for asin, kind, series, _ in _listings(seed)}
    # ``_remade`` takes over a product's first attribute, so one without any is not of this shop.
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
    # The least cap that the loader draws for such a price: the larger of two of the next four multiples of ten.
    cap = float(KINDS[wish.kind].price + 20)
    text = f"{wish.sentence}, and price lower than {cap:.2f} dollars"
    return make_goal(item, text, (wish.maker,), cap, (wish.colour,), index)


@cache
def _listings(seed: int) -> tuple[tuple[str, str, str, int], ...]:
    """Asin, kind, series and price in cents of every product, in the order of the file."""
    rng = random.Random(f"webshop makers {seed} products")
    found: dict[str, tuple[str, str, str, int]] = {}
    for kind, series in shuffled(rng, tuple(product(KINDS, SERIES))):
        # Two of 34^8 asins hardly ever meet, but no two products may share one.
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
        # The original takes the first image of each product, so there has to be one.
        "images": [""],
        "category": KINDS[kind].category,
        # Equal for all of a kind, so that another series is of the right type, too.
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
    # ``require_products`` has compared the titles, so they have these two words.
    series, kind = item.title.lower().split()
    features = _features(kind, series, made_by)
    attributes = (item.attributes[0], *made_by.get((kind, series), ()))
    return replace(item, bullets=tuple(features), attributes=attributes)
