"""The sections and categories of a bank: where a skill belongs, and which skills are for a task.

SkillRL guesses a task's category from words of the goal. Here the environment's own task type decides where it can, so
that "find two books" is no examining; goals without a type (memory files of others) go by their words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from skill1.env.loading import wording_of
from skill1.env.wording import Categories
from skill1.library import Library
from skill1.library.formats.records import Terms, write_json
from skill1.methods.skillrl import format as bank_format
from skill1.methods.skillrl.format import GENERAL, MISTAKES, SPECIFIC
from skill1.schema import Skill, Task, comparison_key, neutralise

__all__ = ["GENERAL", "MISTAKES", "SPECIFIC", "category_in_bank", "clean_entries", "section_of", "title_of"]
EVOLVED = "dyn_"  # begins the id of a skill that evolution wrote, in the original too
ENTRY_KEYS: Mapping[str, tuple[str, str, str]] = {
    GENERAL: ("title", "principle", "when_to_apply"),
    SPECIFIC: ("title", "principle", "when_to_apply"),
    MISTAKES: ("description", "how_to_avoid", "why_it_happens"),
}
MAX_TEXT_CHARS = 2000
_NUMBER = re.compile(rf"{EVOLVED}(\d{{1,9}})")


def section_of(skill: Skill) -> str | None:
    """The section a skill belongs to; None for one that came from no bank."""
    section = _record(skill).get("section")
    return section if section in ENTRY_KEYS else None


def category_in_bank(skill: Skill) -> str | None:
    """The category of a task-specific skill."""
    category = _record(skill).get("category")
    return category if section_of(skill) == SPECIFIC and isinstance(category, str) else None


def title_of(skill: Skill) -> str:
    """A skill's title; of one without, its description."""
    entry = _record(skill).get("entry")
    title = entry.get("title") if isinstance(entry, Mapping) else None
    return title if isinstance(title, str) and title.strip() else skill.description


def is_evolved(skill: Skill) -> bool:
    """Whether evolution wrote it."""
    return skill.id.startswith(EVOLVED)


def clean_entries(section: str, entries: Iterable[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Those entries that have a title and a principle (mistakes: a description and a remedy), as plain lines."""
    found = []
    for entry in entries:
        texts = {key: neutralise(str(entry.get(key) or ""), MAX_TEXT_CHARS) for key in ENTRY_KEYS[section]}
        first, second, _ = ENTRY_KEYS[section]
        if texts[first] and texts[second]:
            found.append(texts)
    return found


def without_repeated(section: str, entries: Iterable[Mapping[str, str]], known: Iterable[str] = ()) -> list[dict]:
    """Entries whose title (of a mistake its description) is neither known nor that of an earlier one."""
    first = ENTRY_KEYS[section][0]
    seen, kept = {comparison_key(title) for title in known}, []
    for entry in entries:
        key = comparison_key(entry[first])
        if key not in seen:
            seen.add(key)
            kept.append(dict(entry))
    return kept


def next_number(library: Library) -> int:
    """The number of the next evolved skill: above that of any the library ever had (SkillRL's pull request 28)."""
    found = (_NUMBER.fullmatch(skill.id) for skill in library.skills(None))
    return 1 + max((int(match[1]) for match in found if match), default=0)


def skills_from(entries: Sequence[tuple[str, Mapping[str, str]]], path: Path, terms: Terms) -> tuple[Skill, ...]:
    """Skills of (category, entry with its skill_id) pairs; ``path`` keeps them as a bank of their own.

    The category "" stands for the general section.
    """
    bank: dict[str, Any] = {GENERAL: [], SPECIFIC: {}, MISTAKES: []}
    for category, entry in entries:
        section = bank[SPECIFIC].setdefault(category, []) if category else bank[GENERAL]
        section.append(dict(entry))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json(path, bank)
    return bank_format.read(path, terms).skills


def _record(skill: Skill) -> Mapping[str, Any]:
    record = skill.extra.get(bank_format.NAME)
    return record if isinstance(record, Mapping) else {}


_HOUSE = re.compile(r"house (\w+ \w+) \. ")


def category_of(task: Task) -> str:
    """The bank's category of a task of ours.

    An environment may have categories of its own (``skill1.env.wording.Categories``), as those that SkillRL played have
    SkillRL's. In the household the facts that skills can hold are those of one home, so a category is a task type in
    one home ("heat, maple hill"); elsewhere it is the task type.
    """
    if sorting := _categories(task.env):
        return sorting.of_task(task.type, task.instruction)
    house = _HOUSE.match(task.instruction) if task.env == "household" else None
    return f"{task.type}, {house[1]}" if house else task.type


def category_of_goal(env: str, goal: str) -> str:
    """The category of a goal that comes without a task type; "other" where its environment has no categories."""
    sorting = _categories(env)
    return sorting.of_goal(goal) if sorting else "other"


def _categories(env: str) -> Categories | None:
    wording = wording_of(env)
    return wording.categories if wording else None
