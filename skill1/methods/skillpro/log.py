"""Skill-Pro's training log: one file of all iterations, written each step; and the pool of one of them, read back.

Each iteration has a ``pool_snapshot`` of skills: name, initiation, policy (a list of steps), termination and statistics
(freq, maturity, avg_gain). As a format of exchange the last snapshot is read. A single iteration is a log, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from skill1.config import Skill1Config
from skill1.errors import ConfigError, DataError
from skill1.library import Library
from skill1.library.formats.records import (
    Format,
    Log,
    Reading,
    Terms,
    Writing,
    expected,
    foreign_record,
    foreign_skill,
    lost_fields,
    made_harmless,
    read_json,
    text_of,
    write_json,
)
from skill1.methods.skillpro.skill import NAME, PoolSkill, camel_case, new_skill, texts_of
from skill1.schema import Skill

SNAPSHOT = "pool_snapshot"
_OWN_FILE = 'Skills of your own go into a .jsonl file, one {"description": TEXT, "strategy": TEXT} a line.'


def read(path: Path, terms: Terms) -> Reading:
    """The skills of the last snapshot, with the statistics that a pool goes on from; utility is ``terms.utility``."""
    log = _iterations(read_json(path), path)
    records, skills = [], []
    for position, entry in enumerate(_entries(log[-1], path)):
        place = f"{path}, {SNAPSHOT}[{position}]"
        record = {"entry": expected(entry, dict, place)}
        records.append(record)
        skills.append(foreign_skill(NAME, record, texts_of(_readable(entry, place)), terms, place=place))
    earlier = len(log) - 1
    lost = (f"{earlier} earlier iteration(s) and all that is not the last {SNAPSHOT}",) if earlier else ()
    return Reading(tuple(skills), (*lost, *made_harmless(records, skills, NAME)))


def write(path: Path, skills: Sequence[Skill]) -> Writing:
    """A log of one iteration, as Skill-Pro's loader reads it. Raises ``DataError``."""
    mean = sum(skill.utility for skill in skills) / max(1, len(skills))
    newest = max((skill.created_step for skill in skills), default=0)
    snapshot: list[dict[str, Any]] = []
    # Maintenance takes equal names for duplicates, so no two skills of a snapshot may share one.
    names: set[str] = set()
    for skill in skills:
        record = foreign_record(skill, NAME, {"entry": dict})
        entry = dict(record["entry"]) if record else _new_entry(skill, mean, newest)
        entry["name"] = _free_name(str(entry.get("name", "")) or camel_case(skill.description), names)
        names.add(entry["name"])
        snapshot.append(entry)
    write_json(path, [{"iteration": 1, SNAPSHOT: snapshot}])
    return Writing(len(skills), lost_fields(skills, NAME, held=("selected",)))


def _iterations(log: Any, path: Path) -> list[dict[str, Any]]:
    """The iterations of a log; a single one may stand without a list. Raises ``DataError``."""
    entries = expected([log] if isinstance(log, dict) else log, list, str(path))
    if not entries:
        raise DataError(f"{path} holds no iteration.")
    return [expected(entry, dict, f"entry {i} of {path}") for i, entry in enumerate(entries, start=1)]


def _entries(iteration: Mapping[str, Any], path: Path) -> list[Any]:
    # Every other .json file with a list comes here, too.
    if SNAPSHOT not in iteration:
        raise DataError(f"{path} is no log of Skill-Pro: it has no '{SNAPSHOT}'. {_OWN_FILE}")
    return expected(iteration[SNAPSHOT], list, f"the {SNAPSHOT} of {path}")


def _readable(entry: Mapping[str, Any], place: str) -> dict[str, Any]:
    """The entry with a text for each part and a list of texts for its policy. Raises ``DataError``."""
    policy = entry.get("policy", [])
    steps = [policy] if isinstance(policy, str) else expected(policy, list, f"'policy' of {place}")
    steps = [expected(step, str, f"'policy'[{i}] of {place}") for i, step in enumerate(steps)]
    return {**entry, **{key: text_of(entry, key, place) for key in _TEXT_KEYS}, "policy": steps}


def _new_entry(skill: Skill, mean_utility: float, newest_step: int) -> dict[str, Any]:
    """Gain is utility against the mean of what is written; maturity counts steps since the skill was made."""
    return {
        "name": camel_case(skill.description),
        "freq": skill.selected,
        "maturity": newest_step - skill.created_step,
        "avg_gain": skill.utility - mean_utility,
        "initiation": skill.description,
        "policy": [skill.strategy],
        "termination": "",
    }


def _free_name(name: str, taken: set[str]) -> str:
    free, counter = name, 2
    while free in taken:
        free, counter = f"{name}{counter}", counter + 1
    return free


# Tried after SkillRL's, whose files end alike and say what they are.
FORMAT = Format(read, write, ".json", lambda path: path.suffix == ".json" and path.is_file())


FILE_NAME = "training_logs.json"
SEEDS = Path(__file__).parent / "seeds"  # first skills that come with skill1, one file for each environment
_ITERATION = "iteration"
_TEXT_KEYS = ("name", "initiation", "termination")
_COUNTS = ("retrieved", "selected", "wins")  # of the library, beside Skill-Pro's own keys


def append_iteration(folder: Path, entry: Mapping[str, Any]) -> None:
    """Put an iteration behind those before it; later ones, of a run that was resumed earlier, are dropped.

    Raises:
        DataError: the file there is no log, or cannot be written.
    """
    path = folder / FILE_NAME
    # The form is one list, so all of it is written again. A kill leaves the old file or the new one.
    before = read_log(path) if path.is_file() else []
    kept = [one for one in before if isinstance(one.get(_ITERATION), int) and one[_ITERATION] < entry[_ITERATION]]
    write_json(path, [*kept, entry])


def snapshot(pool: Sequence[PoolSkill]) -> list[dict[str, Any]]:
    """The pool for the log: Skill-Pro's keys, and what the library knows of each skill."""
    return [
        {**one.entry(), "utility": one.skill.utility, **{key: getattr(one.skill, key) for key in _COUNTS}}
        for one in pool
    ]


def read_pool(path: Path, iteration: int | None, *, terms: Terms) -> list[Skill]:
    """The skills of an iteration's snapshot, by its number (None: the last), with their statistics.

    Raises:
        DataError: no log, no such iteration, or a skill that cannot be read.
    """
    log = read_log(path)
    chosen = log[-1] if iteration is None else _numbered(log, iteration, path)
    entries = enumerate(_entries(chosen, path), start=1)
    return [_skill(entry, terms, f"the {SNAPSHOT} of {path}, skill {i}") for i, entry in entries]


def seed_file(seeds: str) -> Path:
    """The file that ``skillpro.seeds`` names: a path, or one of the files that come with skill1 by its name.

    ``data/skills/NAME.json``, where these files once were, still means NAME.

    Raises:
        ConfigError: there is no such file.
    """
    path = Path(seeds)
    # A file of that name goes before what comes with the package.
    if path.is_file():
        return path
    known = sorted(file.stem for file in SEEDS.glob("*.json"))
    if path.stem in known and seeds in (path.stem, f"data/skills/{path.stem}.json"):
        return SEEDS / f"{path.stem}.json"
    raise ConfigError(
        f"skillpro.seeds = {seeds!r} is not a file. Type --skillpro.seeds with one that comes with skill1 "
        f"({', '.join(known)}), with a training log of Skill-Pro, or null to begin with --library.init LIBRARY."
    )


def read_seeds(seeds: str, terms: Terms) -> list[Skill]:
    """The first skills of ``skillpro.seeds``.

    Raises:
        ConfigError: there is no such file, or its skills cannot be read.
    """
    try:
        return read_pool(seed_file(seeds), None, terms=terms)
    except DataError as error:
        raise ConfigError(f"skillpro.seeds = {seeds!r} cannot be used: {error}") from error


def write_pool_library(path: Path, iteration: int | None, config: Skill1Config, target: Path) -> Path:
    """A library file with the pool of an iteration, for an evaluation. Raises ``DataError``, ``LibraryError``."""
    # null means the success trend, which a new library does not have yet.
    utility = config.library.initial_utility
    # 0.5: the default of library.initial_utility, at which Skill1's released code starts a skill.
    terms = Terms(0.5 if utility is None else utility, 0, config.env.name, config.agent.max_skill_chars)
    skills = read_pool(path, iteration, terms=terms)
    with Library.open(target, config.library, create=True, max_skill_chars=terms.max_chars) as library:
        library.add_skills(skills, step=0)
    return target


LOG = Log(FILE_NAME, write_pool_library)


def read_log(path: Path) -> list[dict[str, Any]]:
    """The iterations of a log, however long a run has made it. Raises ``DataError``."""
    try:
        # Not `read_json`, whose limit would end a long run. ``int`` refuses NaN and Infinity, as that does.
        log = json.loads(path.read_text(encoding="utf-8-sig"), parse_constant=int)
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path} holds no JSON that can be read: {error}.") from error
    return _iterations(log, path)


def _numbered(log: list[dict[str, Any]], iteration: int, path: Path) -> dict[str, Any]:
    # An iteration without a number has that of its place.
    numbers = [entry.get(_ITERATION, place) for place, entry in enumerate(log, start=1)]
    if iteration not in numbers:
        raise DataError(f"{path} has no iteration {iteration}; it has {numbers[0]} to {numbers[-1]}.")
    return log[numbers.index(iteration)]


def _skill(entry: Any, terms: Terms, place: str) -> Skill:
    entry = _readable(expected(entry, dict, place), place)
    made = new_skill(entry, terms, place=place)
    # Not isinstance: true would pass as a count.
    counts = {key: entry[key] for key in _COUNTS if type(entry.get(key)) is int and entry[key] >= 0}
    utility = entry.get("utility")
    is_share = type(utility) is float and 0 <= utility <= 1
    return replace(made, utility=utility if is_share else made.utility, **counts)
