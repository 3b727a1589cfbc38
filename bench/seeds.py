"""Seeds that no setting was tuned on: drawn from the settings themselves, so nobody chooses them.

A table of learning results is of the seeds in ``bench/seeds/TABLE.json``. They are a hash of the settings as they were
when the seeds were drawn, which stand in the same file. Once a setting has changed, the seeds are no longer fresh
(someone may have looked at their results): a bench then refuses to run them until new ones are drawn.

    python bench/seeds.py draw household        # after a change of settings; the old seeds become "looked at"
    python bench/seeds.py show
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from skill1.config.load import load_config
from skill1.config.save import flat_values
from skill1.recipes.worlds import METHODS, world_of
from skill1.run.disk import write_json_atomic

FOLDER = Path(__file__).with_name("seeds")
TABLES = {  # table → its world
    "household": "household",
    "alfworld_tiny": "alfworld",
    "webshop_tiny": "webshop",
    "search_tiny": "search",
    "skill1plus": "household",
}
PRESETS = {"skill1plus": ("skill1plus",)}  # what a table trains besides the methods of a quickstart
STUDY = ("household", "alfworld", "webshop")  # the worlds of bench/study.py, which has their tables' seeds
NUMBER = 5
NUMBERS = {"household": 8, "skill1plus": 8}  # of the tables that have another
LEAST, RANGE = 1_000, 1_000_000  # small seeds are those that people type while they tune
OPERATIONAL = (
    "logging.",
    "run_dir",
    "seed",
    "model.path",
    "env.data",
)  # what a bench sets itself, or nobody learns from
Settings = dict[str, dict[str, object]]


class NotFreshError(SystemExit):
    """Seeds that may not stand in a table; the message says why and what to type."""


@dataclass(frozen=True)
class Seeds:
    """The seeds of a table and what they were drawn from."""

    table: str
    seeds: tuple[int, ...]
    looked_at: tuple[int, ...]  # tuned on, or measured before the last change of settings
    settings: Settings


def settings_of(table: str) -> Settings:
    """Everything that decides a table's figures, but the seed."""
    return settings_of_world(TABLES[table], PRESETS.get(table, ()))


def settings_of_world(name: str, presets: Sequence[str] = ()) -> Settings:
    """The world's plan and its resolved configurations."""
    world = world_of(name)
    methods = (*METHODS, *presets)
    names = [lesson.config for lesson in world.lessons] + [f"{world.configs}/{method}" for method in methods]
    found: Settings = {name: _learning_values(name) for name in names}
    plan = {
        key: value for key, value in asdict(world).items() if key != "model" or value
    }  # none before there were any
    return json.loads(json.dumps({"world": plan, **found}))  # as it is read back: lists, no tuples


def _learning_values(name: str) -> dict[str, object]:
    values = flat_values(load_config(name))
    return {key: value for key, value in values.items() if not key.startswith(OPERATIONAL)}


def drawn(settings: Mapping, number: int = NUMBER) -> tuple[int, ...]:
    """``number`` seeds that follow from the settings: SHA-256 of their JSON and the seed's place."""
    text = json.dumps(settings, sort_keys=True, separators=(",", ":"))
    digests = (hashlib.sha256(f"{text}:{place}".encode()).hexdigest() for place in range(number))
    return tuple(LEAST + int(digest[:12], 16) % RANGE for digest in digests)


def read(table: str) -> Seeds:
    """The seeds of a table, as last drawn."""
    found = json.loads((FOLDER / f"{table}.json").read_text(encoding="utf-8"))
    return Seeds(table, tuple(found["seeds"]), tuple(found["looked_at"]), found["settings"])


def draw(table: str) -> Seeds:
    """Draw new seeds from today's settings; those before count as looked at from now on."""
    file = FOLDER / f"{table}.json"
    before = read(table) if file.is_file() else Seeds(table, (), _known(table), {})
    settings = settings_of(table)
    seeds = drawn(settings, NUMBERS.get(table, NUMBER))
    if seeds == before.seeds:
        return before
    found = Seeds(table, seeds, (*before.looked_at, *before.seeds), settings)
    write_json_atomic(file, {name: value for name, value in asdict(found).items() if name != "table"})
    return found


def _known(table: str) -> tuple[int, ...]:
    """What people type while they tune, and the seeds of older tables of the same world."""
    older = [
        read(other)
        for other, world in TABLES.items()
        if other != table and world == TABLES[table] and (FOLDER / f"{other}.json").is_file()
    ]
    return tuple(dict.fromkeys((0, 1, 2, *(seed for found in older for seed in (*found.looked_at, *found.seeds)))))


def changed(found: Seeds) -> list[str]:
    """Settings that differ from those the seeds were drawn from. A key that is new since then has changed nothing."""
    now, notes = settings_of(found.table), []
    for name, values in found.settings.items():
        for key, value in values.items():
            if key not in now.get(name, {}) or now[name][key] != value:
                notes.append(f"{name}: {key} was {value!r}, is {now.get(name, {}).get(key)!r}")
    return notes


def fresh(table: str, given: Sequence[int] | None = None) -> tuple[list[int], str]:
    """The seeds to run and their kind, ``fresh`` or ``looked_at``.

    Raises:
        NotFreshError: fresh and other seeds are mixed, or settings changed after the draw.
    """
    found = read(table)
    seeds = list(given) if given else list(found.seeds)
    ours = [seed for seed in seeds if seed in found.seeds]
    if not ours:
        return seeds, "looked_at"
    if others := [seed for seed in seeds if seed not in found.seeds]:
        raise NotFreshError(
            f"seeds {others} were not drawn for {table}, seeds {ours} were: no table mixes them. Leave --seeds away "
            f"for the drawn ones ({', '.join(map(str, found.seeds))})."
        )
    if notes := changed(found):
        listed = "\n  ".join(notes[:10])
        raise NotFreshError(
            f"the seeds of {table} were drawn for other settings:\n  {listed}\n"
            f"Draw new ones: python bench/seeds.py draw {table}"
        )
    return seeds, "fresh"


def main() -> None:
    """Draw or show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["draw", "show"])
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], help="default: all")
    given = parser.parse_args()
    for table in given.tables or TABLES:
        found = draw(table) if given.action == "draw" else read(table)
        print(f"{table}: {' '.join(map(str, found.seeds))} (looked at: {' '.join(map(str, found.looked_at))})")


if __name__ == "__main__":
    main()
