"""The passages of a realm, made so that a search finds a fact by its register and in no other way.

All pages of a realm's registers name the same people and the same kinds of facts, so that queries tell them apart by
the name of the register alone. Each register has three: its entries, who keeps it and who has copies. The last two are
a little shorter, so that BM25 puts them first where a query names no register; where it names one, the three are found
together, and nothing of the other seven. A test asks every question in both ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from skill1_envs.kit.draws import shuffled
from skill1_envs.kit.passages import Passage
from skill1_envs.search.generate.realms import KINDS, REGISTERS, SKIES, WEATHER, Realm, generator

ENTRIES = "{realm} {register}"
KEEPERS, COPIES = f"Keepers of the {ENTRIES}", f"Copies of the {ENTRIES}"
KEEPS = "This {register} of {realm} keeps records of {kind}; records of {others} are kept elsewhere."
KEPT_BY = (
    "This {register} of {realm}, which keeps records, is in their hands; records of {others}, if any, are kept "
    "elsewhere."
)
COPIED_BY = (
    "This {register} of {realm}, which keeps records, was copied by them; records of {others}, if any, are kept "
    "elsewhere."
)
WRITTEN_BY = (
    "{work} is a book by {author} of {realm}. It was printed twice, is read in many schools and has been translated, "
    "shortened, praised, forgotten and found again. Nobody knows how long it took to write; its last chapter is often "
    "left out, and its first page hangs in many a hall."
)
LIVES_IN = (
    "{person} is known in all of {realm}. Much has been told about this life, little of it is true, and what can be "
    "proved stands in some register of {realm}. There is no portrait, no letter, no diary and no grave that anybody "
    "has seen, though travellers ask for each of these every summer."
)
LIES_IN = (
    "{town} is a town in {realm}. It has a market, a mill, a bridge, two inns and an old wall with four gates. People "
    "come here for cheese and cloth in autumn, and leave before the snow closes the road over the hills to the sea."
)
IS_A_REALM = (
    "{realm} is a realm with {count} registers: {registers}. Each of them keeps records of its own kind, and no list "
    "says which keeps what. Visitors look into one after another until the right one is found, and tell those who come "
    "later."
)


def passages(realm: Realm) -> list[Passage]:
    """All pages of a realm, in random order: equally good ones are found in the order of the corpus."""
    # Title and text in one string, as in Wikipedia-18.
    contents = [f'"{title}"\n{text}' for title, text in _pages(realm)]
    prefix = realm.name.replace(" ", "-")
    # The people are part of the key, since a demonstration may redraw a realm of the same name.
    drawn = shuffled(generator("order", realm.name, *realm.people), contents)
    return [Passage(f"{prefix}-{number:02d}", content) for number, content in enumerate(drawn)]


def _pages(realm: Realm) -> Iterator[tuple[str, str]]:
    name = realm.name.title()
    # All eight in one order, so that the page of the realm tells nothing of which keeps what.
    listed = ", ".join(REGISTERS[:-1]) + f" and {REGISTERS[-1]}"
    yield name, IS_A_REALM.format(realm=name, count=len(REGISTERS), registers=listed)
    for register in REGISTERS:
        yield from _pages_of_register(realm, register)
    for person in realm.people:
        yield person.title(), LIVES_IN.format(person=person.title(), realm=name)
    for work, author in realm.authors.items():
        title = f"The {work.title()}"
        yield title, WRITTEN_BY.format(work=title, author=author.title(), realm=name)
    for town in realm.towns:
        yield town.title(), LIES_IN.format(town=town.title(), realm=name)


def kept_in(realm: Realm, register: str) -> str:
    """The kind of fact that a register keeps."""
    # Registers that keep no kind of fact are not in ``registers``.
    return next((kind for kind, place in realm.registers.items() if place == register), WEATHER)


def _pages_of_register(realm: Realm, register: str) -> Iterator[tuple[str, str]]:
    kind = kept_in(realm, register)
    others = [other for other in KINDS if other != kind]
    names = {"realm": realm.name.title(), "register": register}
    titled = names | {"register": register.title()}
    # Registers left over keep the weather, so that all eight look alike.
    entries = realm.facts.get(kind) or _skies(realm, register)
    yield ENTRIES.format(**titled), _text(KEEPS, names, kind, others, entries)
    # Named without a value: a search for a person finds keepers and copies as well as entries.
    people = dict.fromkeys(realm.people, "")
    for title, preface in ((KEEPERS, KEPT_BY), (COPIES, COPIED_BY)):
        yield title.format(**titled), _text(preface, names, kind, KINDS, people)


def _text(
    preface: str, names: Mapping[str, str], kind: str, others: Sequence[str], entries: Mapping[str, str]
) -> str:
    """A preface, then a short sentence for each person; one without a value is only named."""
    listed = ", ".join(others[:-1]) + f" or {others[-1]}"
    told = [
        f"{person.title()}: {value.title()}." if value else f"{person.title()}."
        for person, value in entries.items()
    ]
    return " ".join([preface.format(kind=kind, others=listed, **names), *told])


def _skies(realm: Realm, register: str) -> dict[str, str]:
    drawn = shuffled(generator("skies", realm.name, register), SKIES)
    return dict(zip(realm.people, drawn, strict=False))
