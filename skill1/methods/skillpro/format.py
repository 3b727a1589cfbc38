"""Skill-Pro's training log: a list of iterations, each with a ``pool_snapshot`` of skills.

An entry holds name, initiation, policy (a list of steps), termination and statistics (freq, maturity, avg_gain). The
last snapshot is read; a bare snapshot or a single iteration is read too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from skill1.errors import DataError
from skill1.library.formats.records import (
    Format,
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
from skill1.schema import Skill

NAME = "skillpro"
SNAPSHOT = "pool_snapshot"
_NAME_WORDS = 6


def read(path: Path, terms: Terms) -> Reading:
    """The skills of the last snapshot; their statistics are kept, not believed: utility is ``terms.utility``."""
    log = read_json(path)
    records, skills = [], []
    for position, entry in enumerate(_last_snapshot(log, str(path))):
        place = f"{path}, {SNAPSHOT}[{position}]"
        record = {"entry": expected(entry, dict, place)}
        records.append(record)
        skills.append(foreign_skill(NAME, record, _texts(entry, place), terms, place=place))
    earlier = len(log) - 1 if isinstance(log, list) and log and SNAPSHOT in log[-1] else 0
    lost = (f"{earlier} earlier iteration(s) and all that is not the last {SNAPSHOT}",) if earlier else ()
    return Reading(tuple(skills), (*lost, *made_harmless(records, skills, NAME)))


def write(path: Path, skills: Sequence[Skill]) -> Writing:
    """A log of one iteration, as Skill-Pro's loader reads it. Raises ``DataError``."""
    mean = sum(skill.utility for skill in skills) / max(1, len(skills))
    newest = max((skill.created_step for skill in skills), default=0)
    snapshot: list[dict[str, Any]] = []
    names: set[str] = set()
    for skill in skills:
        record = foreign_record(skill, NAME, {"entry": dict})
        entry = dict(record["entry"]) if record else _new_entry(skill, mean, newest)
        entry["name"] = _free_name(str(entry.get("name", "")) or camel_case(skill.description), names)
        names.add(entry["name"])
        snapshot.append(entry)
    write_json(path, [{"iteration": 1, SNAPSHOT: snapshot}])
    return Writing(len(skills), lost_fields(skills, NAME, held=("selected",)))


def _last_snapshot(log: Any, path: str) -> list[Any]:
    found = log
    if isinstance(found, list) and found and isinstance(found[-1], dict) and SNAPSHOT in found[-1]:
        found = found[-1]
    if isinstance(found, dict):
        if SNAPSHOT not in found:
            raise DataError(f"{path} is no log of Skill-Pro: it has no '{SNAPSHOT}'.")
        found = found[SNAPSHOT]
    return expected(found, list, f"the {SNAPSHOT} of {path}")


def _texts(entry: Mapping[str, Any], place: str) -> tuple[str, str]:
    """Description and strategy: what starts the skill (else its name), and its numbered steps with their end."""
    steps = _steps(entry.get("policy", []), place)
    ending = text_of(entry, "termination", place)
    strategy = steps[0] if len(steps) == 1 else " ".join(f"{i}. {step}" for i, step in enumerate(steps, start=1))
    described = text_of(entry, "initiation", place) or text_of(entry, "name", place)
    return described, f"{strategy} Done when: {ending}" if ending and strategy else strategy


def _steps(policy: Any, place: str) -> list[str]:
    if isinstance(policy, str):
        return [policy]
    steps = expected(policy, list, f"'policy' of {place}")
    return [expected(step, str, f"'policy'[{i}] of {place}") for i, step in enumerate(steps)]


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


def camel_case(text: str) -> str:
    """A name made of a text's first six words; ``Skill`` where it has none."""
    words = re.findall(r"[^\W_]+", text)[:_NAME_WORDS]
    return "".join(word[:1].upper() + word[1:] for word in words) or "Skill"


def _free_name(name: str, taken: set[str]) -> str:
    free, counter = name, 2
    while free in taken:
        free, counter = f"{name}{counter}", counter + 1
    return free


# Tried after SkillRL's, whose files end alike and say what they are.
FORMAT = Format(read, write, ".json", lambda path: path.suffix == ".json" and path.is_file())
