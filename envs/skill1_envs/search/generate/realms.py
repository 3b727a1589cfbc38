"""Who lives in a realm, what is true of them, and where the realm keeps it: the hidden facts of the encyclopedia.

Every realm, such as ``upper orvane``, has the same eight registers, and keeps each of six kinds of facts in one of them
for good: births in its ledger, crests in its almanac. No page tells which but the registers themselves, so who has
found out can hand it on.

All names are two words of short lists, in lower case: no word of a test is new to a policy, but every name is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from skill1_envs.kit import draws
from skill1_envs.kit.draws import Names, all_names, draw_alike, shuffled

# As many as ``LANDS``, and an even number: names are dealt in blocks of two by two.
HEADS = ("east", "far", "great", "high", "inner", "little", "lower", "new", "north", "old", "upper", "west")
LANDS = (
    "arvale", "brimmar", "corvel", "dunmere", "elvany", "fenmoor", "galdor", "hestry", "morwen", "orvane", "tessaly",
    "ysmere",
)  # fmt: skip
# No two with the same first letter, because an answer may abbreviate them to it.
FIRST_NAMES = (
    "adra", "belo", "cori", "dara", "emba", "fenno", "goro", "hesta", "ilo", "jarn", "kesh", "lior", "mira", "nolo",
    "orsa", "pell",
)  # fmt: skip
SURNAMES = (
    "abbern", "borrel", "carsk", "dovane", "embry", "fosk", "garrin", "hulme", "iverk", "jessel", "korrin", "lunt",
    "mabry", "nesk", "ostrel", "quill",
)  # fmt: skip
TOWN_HEADS = (
    "barrow", "clay", "elder", "fern", "flint", "gull", "heath", "larch", "marsh", "otter", "raven", "reed", "stone",
    "thorn",
)  # fmt: skip
TOWN_TAILS = (
    "bourne", "brook", "cross", "dale", "ferry", "field", "ford", "gate", "haven", "mead", "mouth", "stead", "well",
    "wick",
)  # fmt: skip
WORK_HEADS = (
    "amber", "broken", "crimson", "distant", "empty", "frozen", "golden", "hidden", "iron", "lonely", "silent",
    "winter",
)  # fmt: skip
WORK_TAILS = (
    "bell", "bridge", "candle", "door", "garden", "harbour", "ladder", "mirror", "orchard", "road", "tower", "window",
)  # fmt: skip
ANIMALS = (
    "badger", "bear", "crane", "fox", "hare", "heron", "lynx", "owl", "stag", "swan", "trout", "wolf",
)  # fmt: skip
FLOWERS = (
    "aster", "crocus", "daisy", "iris", "lily", "lupin", "orchid", "peony", "poppy", "rose", "tulip", "violet",
)  # fmt: skip
INSTRUMENTS = (
    "bagpipe", "cello", "cornet", "drum", "fiddle", "flute", "harp", "lute", "oboe", "organ", "viol", "zither",
)  # fmt: skip
TRADES = (
    "baker", "brewer", "cooper", "dyer", "glazier", "joiner", "mason", "miller", "potter", "saddler", "tanner",
    "weaver",
)  # fmt: skip
YEARS = ("402", "409", "417", "424", "431", "438", "446", "453", "460", "467", "475", "482")
REGISTERS = ("almanac", "annals", "calendar", "chronicle", "gazette", "journal", "ledger", "roll")
KINDS = ("birth", "crest", "death", "flower", "music", "trade")
WEATHER = "weather"  # what the registers keep that are left over
SKIES = ("cloudy", "dry", "foggy", "frosty", "mild", "rainy", "snowy", "stormy", "sunny", "warm", "wet", "windy")
PEOPLE, WORKS, TOWNS = 6, 4, 6  # of a realm

DEMO_REALMS = 4


@dataclass(frozen=True, slots=True)
class Realm:
    """A realm and all that is true of it.

    ``authors``: book → who wrote it. ``registers``: kind of fact → register that keeps it; those that are left over
    keep the weather. ``facts``: kind of fact → person → what the register says.
    """

    name: str
    people: tuple[str, ...]
    towns: tuple[str, ...]
    authors: Mapping[str, str]
    registers: Mapping[str, str]
    facts: Mapping[str, Mapping[str, str]]


def draw_realm(
    name: str, people: Sequence[str], works: Sequence[str], towns: Sequence[str], rng: random.Random
) -> Realm:
    """Who wrote what, what is true of whom, and where that is kept. No two people share a fact."""
    facts = {
        "birth": _one_each(people, towns, rng),
        "crest": _one_each(people, ANIMALS, rng),
        "death": _one_each(people, YEARS, rng),
        "flower": _one_each(people, FLOWERS, rng),
        "music": _one_each(people, INSTRUMENTS, rng),
        "trade": _one_each(people, TRADES, rng),
    }
    authors = _one_each(works, people, rng)
    # Eight registers for six kinds: two are left over.
    registers = dict(zip(KINDS, shuffled(rng, REGISTERS), strict=False))
    return Realm(name, tuple(people), tuple(towns), authors, registers, facts)


def _one_each(keys: Sequence[str], values: Sequence[str], rng: random.Random) -> dict[str, str]:
    # Not strict: there may be more values than keys.
    return dict(zip(keys, shuffled(rng, values), strict=False))


generator = partial(draws.generator, "search realms")


@cache
def draw_names(seed: int) -> Names:
    """The names of realms."""
    return draws.draw_names(f"search realms {seed} names", HEADS, LANDS)


@cache
def training_realms(seed: int) -> tuple[Realm, ...]:
    """The 24 realms of ``train`` and ``eval``."""
    return _realms(seed, draw_names(seed).train, past_heldout=True)


@cache
def heldout_realms(seed: int) -> tuple[Realm, ...]:
    """The six realms of ``test``; their people, works and towns occur nowhere else."""
    return _realms(seed, draw_names(seed).heldout, past_heldout=False)


@lru_cache(maxsize=8)
def demo_realms(seed: int, demo_seed: int, world: int) -> tuple[Realm, ...]:
    """A world of its own: four realms redrawn, so that weights cannot hold their facts; no name of a test."""
    rng = generator(seed, "demo", demo_seed, world)
    names = draw_alike(HEADS, LANDS, draw_names(seed).demo, DEMO_REALMS, rng)
    heldout = draws.NUM_HELDOUT
    stocks = [
        # Behind the names of the test, which stand first in each stock.
        iter(shuffled(rng, stock[number * heldout :]))
        for stock, number in zip(_stocks(seed), (PEOPLE, WORKS, TOWNS), strict=True)
    ]
    return tuple(draw_realm(name, *_taken(stocks), rng) for name in names)


def _realms(seed: int, names: Sequence[str], *, past_heldout: bool) -> tuple[Realm, ...]:
    stocks = [iter(stock) for stock in _stocks(seed)]
    # The test's names stand first in each stock, and training passes them over.
    for _ in range(draws.NUM_HELDOUT if past_heldout else 0):
        _taken(stocks)
    # The stocks are used up from realm to realm, but what is true of a realm is drawn by its own generator.
    return tuple(draw_realm(name, *_taken(stocks), generator(seed, "realm", name)) for name in names)


def _taken(stocks: Sequence[Iterator[str]]) -> list[list[str]]:
    """The next realm's people, works and towns."""
    return [
        [next(stock) for _ in range(number)] for stock, number in zip(stocks, (PEOPLE, WORKS, TOWNS), strict=True)
    ]


@cache
def _stocks(seed: int) -> tuple[tuple[str, ...], ...]:
    """Names of people, works and towns in random order; the first ones are for the held-out realms."""
    lists = ((FIRST_NAMES, SURNAMES), (WORK_HEADS, WORK_TAILS), (TOWN_HEADS, TOWN_TAILS))
    return tuple(
        tuple(shuffled(generator(seed, "stock", number), all_names(*words))) for number, words in enumerate(lists)
    )
