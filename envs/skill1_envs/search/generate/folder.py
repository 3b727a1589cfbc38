"""A folder of the encyclopedia: writes it in the forms of Search-QA, and reads its manifest.

Demonstration worlds are other realms with pages of their own, in memory and without end: lessons for a tiny policy.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from skill1.errors import DataError
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
from skill1_envs.search.generate.pages import passages
from skill1_envs.search.generate.questions import (
    ROUND_SIZE,
    Asked,
    demo_questions,
    eval_questions,
    heldout_questions,
    row,
    train_questions,
)

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
    return sorted(
        {
            *(
                *world.HEADS,
                *world.LANDS,
                *world.FIRST_NAMES,
                *world.SURNAMES,
                *world.TOWN_HEADS,
                *world.TOWN_TAILS,
            ),
            *(*world.WORK_HEADS, *world.WORK_TAILS, *world.ANIMALS, *world.FLOWERS, *world.INSTRUMENTS),
            *(*world.TRADES, *world.YEARS, *world.REGISTERS, *world.KINDS, world.WEATHER),
            # Besides names, all that queries and skills are made of: ``any birth``, ``when … do search ledger for
            # birth``.
            *("any", "when", "do", "for", ";", "."),
        }
    )


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
