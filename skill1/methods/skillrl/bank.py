"""SkillRL's skill bank: its file, its sections and categories, and which of its skills are for a task.

A file has ``general_skills``, ``task_specific_skills`` by category, ``common_mistakes``, and the rest; the bank for
Search-QA calls the second ``query_type_skills``, which are task-specific skills by another name. A skill's description
is "title (category): when_to_apply" and its strategy "title: principle"; a mistake's are its ``description`` and its
``how_to_avoid``. The record itself is kept, so a bank comes out as it came in, in its order.

SkillRL guesses a task's category from words of the goal. Here the environment's own task type decides where it can, so
that "find two books" is no examining; goals without a type (memory files of others) go by their words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from skill1.env.loading import wording_of
from skill1.env.wording import Categories
from skill1.errors import DataError
from skill1.library import Library
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
from skill1.schema import Skill, Task, comparison_key, neutralise

NAME = "skillrl"
GENERAL, SPECIFIC, MISTAKES = "general_skills", "task_specific_skills", "common_mistakes"
SECTIONS = (GENERAL, SPECIFIC, MISTAKES)
QUERY_TYPES = "query_type_skills"
BY_CATEGORY = (SPECIFIC, QUERY_TYPES)
KEYS = (*SECTIONS, QUERY_TYPES)
# At most what the teacher's prompts allow a title.
_TITLE_WORDS = 6
_NO_FRAME: dict[str, Any] = {"order": list(SECTIONS), "categories": [], "rest": {}}


def read(path: Path, terms: Terms) -> Reading:
    """The skills of a bank in its order. Raises ``DataError`` naming file and place."""
    bank = expected(read_json(path), dict, f"{path}")
    if not any(key in bank for key in KEYS):
        raise DataError(f"{path} is no SkillRL bank: it has none of {', '.join(KEYS)}.")
    records, skills = [], []
    for place, record in _records(bank, str(path)):
        texts = _texts(record, place)
        name = text_of(record["entry"], _id_key(record["section"]), place)
        # The first skill carries what belongs to the bank as a whole, or an export could not put it back.
        if not records:
            record = {**record, "bank": _frame(bank)}
        records.append(record)
        skills.append(foreign_skill(NAME, record, texts, terms, name=name, place=place))
    return Reading(tuple(skills), made_harmless(records, skills, NAME))


def write(path: Path, skills: Sequence[Skill]) -> Writing:
    """A bank; skills that came from elsewhere stand among the general ones. Raises ``DataError``."""
    records = [_own_record(skill) or _new_record(skill) for skill in skills]
    frames = [record["bank"] for record in records if "bank" in record]
    bank = _empty_bank(frames[0] if frames else _NO_FRAME)
    taken: set[str] = set()
    for skill, record in zip(skills, records, strict=True):
        entry, key = dict(record["entry"]), _id_key(record["section"])
        # Banks that came together in one library may use the same ids. The library's own are unique.
        if str(entry.get(key)) in taken:
            entry[key] = skill.id
        taken.add(str(entry.get(key, skill.id)))
        _list_of(bank, record).append(entry)
    write_json(path, bank)
    # Each evolution writes a bank of its own, with nothing in it but skills.
    further = sum(bool(frame["rest"]) for frame in frames[1:])
    lost = (f"metadata of {further} further bank(s)",) if further else ()
    return Writing(len(skills), (*lost, *lost_fields(skills, NAME)))


def _own_record(skill: Skill) -> dict[str, Any] | None:
    # The record is checked part by part: a library file may come from anywhere, and what does not fit is dropped.
    record = foreign_record(skill, NAME, {"section": str, "entry": dict})
    if record is None or record["section"] not in SECTIONS:
        return None
    # A category belongs to the task-specific section, and to no other.
    if (record["section"] == SPECIFIC) != isinstance(record.get("category"), str):
        return None
    if not _is_frame(record.get("bank", _NO_FRAME)):
        del record["bank"]
    if record.get("key", SPECIFIC) not in BY_CATEGORY:
        del record["key"]
    return record


def _is_frame(frame: Any) -> bool:
    if not isinstance(frame, dict) or set(frame) != set(_NO_FRAME):
        return False
    if any(not isinstance(frame[key], type(value)) for key, value in _NO_FRAME.items()):
        return False
    # `_empty_bank` has a value for these keys only.
    names = {*KEYS, *frame["rest"]}
    lists = (*frame["order"], *frame["categories"])
    return all(isinstance(name, str) for name in lists) and names.issuperset(frame["order"])


def _records(bank: Mapping[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """(place, record) of every entry, in the order of the file."""
    for section in bank:
        if section in (GENERAL, MISTAKES):
            yield from _entries(bank[section], section, None, f"{path}, {section}")
        elif section in BY_CATEGORY:
            # Kept only where it is not the usual key, which `_list_of` takes otherwise.
            own = {} if section == SPECIFIC else {"key": section}
            for category, entries in expected(bank[section], dict, f"{path}, {section}").items():
                for place, record in _entries(entries, SPECIFIC, category, f"{path}, {section}, {category!r}"):
                    yield place, record | own


def _entries(entries: Any, section: str, category: str | None, place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for position, entry in enumerate(expected(entries, list, place)):
        where = f"{place}[{position}]"
        yield where, {"section": section, "category": category, "entry": expected(entry, dict, where)}


def _texts(record: Mapping[str, Any], place: str) -> tuple[str, str]:
    entry = record["entry"]
    if record["section"] == MISTAKES:
        return text_of(entry, "description", place), text_of(entry, "how_to_avoid", place)
    title, when = text_of(entry, "title", place), text_of(entry, "when_to_apply", place)
    principle = text_of(entry, "principle", place)
    # So `_new_record` writes skills of other origin, which come back with their own texts.
    if when.startswith(title):
        return when, principle
    head = f"{title} ({record['category']})" if record["category"] else title
    return (f"{head}: {when}" if when else head), f"{title}: {principle}"


def _frame(bank: Mapping[str, Any]) -> dict[str, Any]:
    """What a bank holds besides entries: the order of its keys, its categories, its other keys."""
    specific = bank.get(SPECIFIC)
    # Of another kind it is refused by its reader.
    categories = list(specific) if isinstance(specific, dict) else []
    rest = {key: value for key, value in bank.items() if key not in KEYS}
    return {"order": list(bank), "categories": categories, "rest": rest}


def _empty_bank(frame: Mapping[str, Any]) -> dict[str, Any]:
    fresh = {GENERAL: [], SPECIFIC: {name: [] for name in frame["categories"]}, QUERY_TYPES: {}, MISTAKES: []}
    return {key: fresh[key] if key in fresh else frame["rest"][key] for key in frame["order"]}


def _list_of(bank: dict[str, Any], record: Mapping[str, Any]) -> list[Any]:
    if record["section"] != SPECIFIC:
        return bank.setdefault(record["section"], [])
    return bank.setdefault(record.get("key", SPECIFIC), {}).setdefault(record["category"], [])


def _new_record(skill: Skill) -> dict[str, Any]:
    """The title is the beginning of ``when_to_apply``: so :func:`read` knows that it adds nothing to it."""
    entry = {
        "skill_id": skill.id,
        "title": " ".join(skill.description.split()[:_TITLE_WORDS]),
        "principle": skill.strategy,
        "when_to_apply": skill.description,
    }
    return {"section": GENERAL, "category": None, "entry": entry}


def _id_key(section: str) -> str:
    return "mistake_id" if section == MISTAKES else "skill_id"


def is_bank(path: Path) -> bool:
    """Whether a JSON file has the sections of a bank. Raises ``DataError`` for one that cannot be read."""
    if path.suffix != ".json" or not path.is_file():
        return False
    content = read_json(path)
    return isinstance(content, dict) and any(key in content for key in KEYS)


FORMAT = Format(read, write, ".json", is_bank)


EVOLVED = "dyn_"  # begins the id of a skill that evolution wrote, in the original too
ENTRY_KEYS: Mapping[str, tuple[str, str, str]] = {
    GENERAL: ("title", "principle", "when_to_apply"),
    SPECIFIC: ("title", "principle", "when_to_apply"),
    MISTAKES: ("description", "how_to_avoid", "why_it_happens"),
}
# As long as a library keeps a text by default (agent.max_skill_chars).
MAX_TEXT_CHARS = 2000
# Nine digits at most: an id of a bank from elsewhere may be anything.
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
    # It comes from a file, whose title may end a tag or a line of the prompt.
    return neutralise(title, len(title)) if isinstance(title, str) and title.strip() else skill.description


def is_evolved(skill: Skill) -> bool:
    """Whether evolution wrote it."""
    return skill.id.startswith(EVOLVED)


def clean_entries(section: str, entries: Iterable[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Those entries that have a title and a principle (mistakes: a description and a remedy), as plain lines."""
    found = []
    for entry in entries:
        # Before the test below: a text may have nothing that can be read.
        texts = {key: neutralise(str(entry.get(key) or ""), MAX_TEXT_CHARS) for key in ENTRY_KEYS[section]}
        first, second, _ = ENTRY_KEYS[section]
        if texts[first] and texts[second]:
            found.append(texts)
    return found


def without_repeated(section: str, entries: Iterable[Mapping[str, str]]) -> list[dict]:
    """Entries whose title (of a mistake its description) is not that of an earlier one."""
    first = ENTRY_KEYS[section][0]
    kept: dict[str, dict] = {}
    for entry in entries:
        kept.setdefault(comparison_key(entry[first]), dict(entry))
    return list(kept.values())


def next_number(library: Library) -> int:
    """The number of the next evolved skill: above that of any the library ever had (SkillRL's pull request 28)."""
    found = (_NUMBER.fullmatch(skill.id) for skill in library.skills(None))
    return 1 + max((int(match[1]) for match in found if match), default=0)


def skills_from(entries: Sequence[tuple[str, Mapping[str, str]]], path: Path, terms: Terms) -> tuple[Skill, ...]:
    """Skills of (category, entry with its skill_id) pairs; ``path`` keeps them as a bank of their own.

    The category "" stands for the general section.
    """
    # The list of mistakes stays empty: evolution writes none, but SkillRL's own files have the section.
    bank: dict[str, Any] = {GENERAL: [], SPECIFIC: {}, MISTAKES: []}
    for category, entry in entries:
        section = bank[SPECIFIC].setdefault(category, []) if category else bank[GENERAL]
        section.append(dict(entry))
    # Written and read back, so that an evolved skill is what an import of that file would give.
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json(path, bank)
    return read(path, terms).skills


def _record(skill: Skill) -> Mapping[str, Any]:
    record = skill.extra.get(NAME)
    return record if isinstance(record, Mapping) else {}


# How the sentence of a household task begins: ``house maple hill . task : …``.
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
