"""JSON lines: one skill per line with all its fields. Nothing is lost either way."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from skill1.errors import DataError
from skill1.library.commit_plan import clean_draft
from skill1.library.formats.records import IMPORTED, Format, Reading, Terms, Writing, harmless_json, write_text
from skill1.library.life import skill_fields
from skill1.library.tables import MOST_COUNT
from skill1.schema import SKILL_STATUSES, Skill, SkillDraft

MAX_LINE_CHARS = 4_000_000
_COUNTS = ("retrieved", "selected", "wins", "created_step")


def read(path: Path, terms: Terms) -> Reading:
    """Skills of every status; blank lines are passed over. ``description`` and ``strategy`` are required.

    Raises ``DataError`` naming file and line.
    """
    # A line's own values win: only missing fields are filled.
    defaults = {"utility": terms.utility, "created_step": terms.step}
    skills = []
    for number, line in enumerate(_lines(path), start=1):
        if line.strip():
            try:
                skill = skill_from(defaults | _parsed(line), terms.max_chars)
            except ValueError as error:
                raise DataError(f"{path}, line {number}: {error}.") from error
            skills.append(skill if skill.env else replace(skill, env=terms.env))
    return Reading(tuple(skills))


def write(path: Path, skills: Sequence[Skill]) -> Writing:
    """One line per skill, in their order. Raises ``DataError``."""
    lines = [json.dumps(skill_fields(skill), ensure_ascii=False) + "\n" for skill in skills]
    write_text(path, "".join(lines))
    return Writing(len(lines))


def _lines(path: Path) -> Iterator[str]:
    try:
        # Editors of Windows put a mark of UTF-8 in front, which is no JSON.
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            # A longer line comes in pieces of this length, and `_parsed` refuses the first.
            while line := file.readline(MAX_LINE_CHARS):
                yield line
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read as UTF-8 text: {error}.") from error


def _parsed(line: str) -> Mapping[str, Any]:
    if len(line) >= MAX_LINE_CHARS:
        raise ValueError(f"longer than {MAX_LINE_CHARS} characters, too long for a skill")
    try:
        record = json.loads(line)
    except RecursionError as error:
        raise ValueError("nested too deeply for a skill") from error
    if not isinstance(record, dict):
        raise ValueError(f"expected a JSON object, got {type(record).__name__}")
    return record


def skill_from(record: Mapping[str, Any], max_chars: int) -> Skill:
    """A skill from the names and JSON values of its fields; ``utility`` is required. Raises ``ValueError``."""
    draft = clean_draft(SkillDraft(_text(record, "description"), _text(record, "strategy")), max_chars)
    if draft is None:
        raise ValueError("'description' and 'strategy' must hold readable text")
    counts = {name: _count(record, name) for name in _COUNTS}
    if counts["wins"] > counts["selected"]:
        raise ValueError(f"'wins' is {counts['wins']}, more than 'selected', {counts['selected']}")
    status = _status(record.get("status", "active"))
    return Skill(
        # Without one, or with one that is taken, it gets another when it is added (`with_free_ids`).
        id=_text(record, "id", ""),
        description=draft.description,
        strategy=draft.strategy,
        utility=_utility(record["utility"]),
        source_episode=_text(record, "source_episode", IMPORTED),
        parents=_parents(record.get("parents", ())),
        status=status,
        merged_into=_merged_into(record.get("merged_into"), status),
        env=_text(record, "env", ""),
        pinned=_flag(record, "pinned"),
        extra=_extra(record.get("extra", {})),
        **counts,
    )


def _text(record: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = record.get(key, default)
    if not isinstance(value, str):
        raise ValueError(f"'{key}' must be a text, got {value!r}")
    return value.encode("utf-8", "ignore").decode()  # JSON can spell lone surrogates, which no file can hold


def _utility(value: Any) -> float:
    # JSON's true is 1 to Python.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1 or math.isnan(value):
        raise ValueError(f"'utility' must be a number in [0, 1], got {value!r}")
    return float(value)


def _count(record: Mapping[str, Any], key: str) -> int:
    value = record.get(key, 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < MOST_COUNT:
        raise ValueError(f"'{key}' must be a whole number, 0 or more, got {value!r}")
    return value


def _parents(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(parent, str) for parent in value):
        raise ValueError(f"'parents' must be a list of ids, got {value!r}")
    # Through `_text`, which drops lone surrogates.
    return tuple(_text({"parents": parent}, "parents") for parent in value)


def _status(value: Any) -> Any:
    if value not in SKILL_STATUSES:
        raise ValueError(f"'status' must be one of {', '.join(SKILL_STATUSES)}, got {value!r}")
    return value


def _merged_into(value: Any, status: str) -> str | None:
    # Merges are followed by this field whatever the status is, so the two must agree.
    if (status == "merged") != isinstance(value, str) or not isinstance(value, str | None):
        raise ValueError(
            f"'merged_into' must name a skill where 'status' is merged, and only there, got {value!r}"
        )
    return value


def _flag(record: Mapping[str, Any], key: str) -> bool:
    value = record.get(key, False)
    if not isinstance(value, bool):
        raise ValueError(f"'{key}' must be true or false, got {value!r}")
    return value


def _extra(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"'extra' must be a JSON object, got {value!r}")
    return harmless_json(value)


FORMAT = Format(read, write, ".jsonl", lambda path: path.suffix == ".jsonl")
