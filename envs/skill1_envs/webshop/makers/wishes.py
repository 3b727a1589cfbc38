"""What is sold, who makes what, and what shoppers ask for: the facts of a shop of makers.

Every kind of thing is sold in the same eight series, with titles such as ``Nova Mug``. A **maker**, such as
``maple forge``, makes six kinds, each in one series for good. Titles do not tell who made a thing; the page of its
features does.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from skill1_envs.draws import shuffled

WORKS = (
    "barn",
    "cellar",
    "forge",
    "gallery",
    "house",
    "kiln",
    "loom",
    "market",
    "studio",
    "trading",
    "union",
    "yard",
)
SERIES = ("aria", "comet", "delta", "fable", "lotus", "nova", "orbit", "zest")
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
        if found := pattern.match(instruction):
            return Wish(found["maker"], found["kind"], found["colour"], wording)
    return None
