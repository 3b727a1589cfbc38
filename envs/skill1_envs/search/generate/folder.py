"""A folder of the encyclopedia: writes it in the forms of Search-QA, and reads its manifest.

Demonstration worlds are other realms with pages of their own, in memory and without end: lessons for a tiny policy.

Pages are made so that a search finds a fact by its register and in no other way. All pages of a realm's registers name
the same people and the same kinds of facts, so that queries tell them apart by the name of the register alone. Each
register has three: its entries, who keeps it and who has copies. The last two are a little shorter, so that BM25 puts
them first where a query names no register; where it names one, the three are found together, and nothing of the other
seven. A test asks every question in both ways.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

from skill1.errors import DataError
from skill1_envs.kit.draws import shuffled
from skill1_envs.kit.passages import Passage
from skill1_envs.kit.world_folder import (
    DEMO_ROUND_TASKS,
    MANIFEST,
    demo_numbers,
    read_manifest,
    require_room,
    write_files,
)
from skill1_envs.search.generate import realms as world
from skill1_envs.search.generate.questions import (
    ROUND_SIZE,
    Asked,
    demo_questions,
    eval_questions,
    heldout_questions,
    row,
    train_questions,
)
from skill1_envs.search.generate.realms import KINDS, REGISTERS, SKIES, WEATHER, Realm, generator

FORMAT = "skill1-search-realms-1"
VERSION = 1  # counts up when the same seed gives another encyclopedia
CORPUS, QUESTIONS = "corpus.jsonl", "questions"
REMEDY = "Make it again with this version: skill1 envs make-corpus search OUT"
_STREAMS: Mapping[str, Callable[[int], Iterator[Asked]]] = {
    "test": heldout_questions,
    "eval": eval_questions,
    "train": train_questions,
}


@dataclass(frozen=True, slots=True)
class Realms:
    """What a folder's manifest says; everything else follows from the seed."""

    seed: int


def make_corpus(
    out: Path, *, seed: int, train: int, eval: int, test: int, on_question: Callable[[], None] | None = None
) -> dict[str, int]:
    """Writes an encyclopedia with questions to a new folder; returns the number of questions by split.

    Args:
        out: a folder that does not exist or is empty.
        seed: of all draws.
        train: questions about 24 realms, of which eight are active at a time; they are meant to be played in order.
        eval: questions about people of the same realms for whom training never asks.
        test: questions about six realms whose names, people, books and towns occur nowhere else, in rounds of
            ``ROUND_SIZE``.
        on_question: called after each question.

    Raises:
        ConfigError: the folder is not empty, or a number is negative.
        StorageError: it cannot be written.
    """
    # The corpus follows this order, too: its pages come realm by realm, as realms are first asked about.
    counts = {"test": test, "eval": eval, "train": train}
    require_room(out, counts, "questions")
    asked_about: dict[str, world.Realm] = {}  # pages are made for these only
    contents: dict[str, str] = {}
    for split, number in counts.items():
        rows = []
        for place, (question, realm) in enumerate(islice(_STREAMS[split](seed), number)):
            asked_about[realm.name] = realm
            rows.append(row(question, realm, f"{split}_{place:05d}"))
            if on_question is not None:
                on_question()
        contents[f"{QUESTIONS}/{split}.jsonl"] = _lines(rows)
    # After the last question, for only then is it known which realms were asked about.
    found = (passage for realm in asked_about.values() for passage in passages(realm))
    contents[CORPUS] = _lines({"id": passage.id, "contents": passage.contents} for passage in found)
    # The last one written: a folder without a manifest is not finished.
    contents[MANIFEST] = json.dumps(_about(seed, counts, sorted(asked_about)), indent=1) + "\n"
    write_files(out, contents, "the encyclopedia")
    return counts


def read_realms(folder: Path) -> Realms | None:
    """Reads a folder's manifest; None if there is none or it tells of no realms.

    Raises:
        DataError: the encyclopedia is that of another version of this module.
    """
    manifest = read_manifest(folder, FORMAT)
    if manifest is None:
        return None
    version, seed = manifest.get("version"), manifest.get("seed")
    if version != VERSION or not isinstance(seed, int):
        raise DataError(
            f"{folder / MANIFEST}: expected an encyclopedia of version {VERSION} with a whole number as seed; got "
            f"version {version!r} and seed {seed!r:.40}. {REMEDY}"
        )
    return Realms(seed)


def vocabulary() -> list[str]:
    """Every word that short forms show of any encyclopedia, also one of demonstrations."""
    names = (world.HEADS, world.LANDS, world.FIRST_NAMES, world.SURNAMES, world.TOWN_HEADS, world.TOWN_TAILS)
    facts = (world.WORK_HEADS, world.WORK_TAILS, world.ANIMALS, world.FLOWERS, world.INSTRUMENTS, world.TRADES)
    kept = (world.YEARS, world.REGISTERS, world.KINDS, (world.WEATHER,))
    # What queries and skills are made of besides: ``any birth``, ``when … do search ledger for birth``.
    others = ("any", "when", "do", "for", ";", ".")
    return sorted({*chain(*names, *facts, *kept, others)})


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in rows)


def _about(seed: int, counts: Mapping[str, int], realms: list[str]) -> dict[str, Any]:
    heldout = {realm.name for realm in world.heldout_realms(seed)}
    # Those of ``eval`` too, which asks about the same realms.
    trained = [name for name in realms if name not in heldout]
    return {
        "format": FORMAT,
        "version": VERSION,
        "seed": seed,
        "counts": dict(counts),
        "command": f"skill1 envs make-corpus search OUT --seed {seed} --train {counts['train']} "
        f"--eval {counts['eval']} --test {counts['test']}",
        "round_size": ROUND_SIZE,
        "realms": {"train": trained, "test": [name for name in realms if name in heldout]},
    }


@dataclass(frozen=True, slots=True)
class DemoWorld:
    """What a split ``demo:<seed>:<world>`` consists of: the form of files, in memory."""

    corpus: tuple[Passage, ...]
    rows: tuple[Mapping[str, Any], ...]


# Asked for twice: for the questions of a world and for the pages to search.
@lru_cache(maxsize=4)
def demo_world(settings: Realms, split: str) -> DemoWorld:
    """The pages and questions of a demonstration split.

    Raises:
        DataError: any other name.
    """
    seed, number = demo_numbers(split, "the encyclopedia")
    corpus = [page for realm in world.demo_realms(settings.seed, seed, number) for page in passages(realm)]
    asked = demo_questions(settings.seed, seed, number)
    rows = [
        row(question, realm, f"r{place // DEMO_ROUND_TASKS}_{place:04d}")
        for place, (question, realm) in enumerate(asked)
    ]
    return DemoWorld(tuple(corpus), tuple(rows))


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
