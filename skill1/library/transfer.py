"""Skills as JSON lines: one object per skill, for exchange between libraries and for reading by people.

What other formats hold besides a skill's two texts is kept as harmless JSON, to be written out again: the layout of a
well-meant text stays, what could act as markup does not.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from skill1.errors import DataError
from skill1.library.plan import clean_draft
from skill1.schema import SKILL_STATUSES, Skill, SkillDraft, neutralise

IMPORTED = "import"  # stands for the source episode of a skill that names none
MAX_LINE_CHARS = 4_000_000
_COUNTS = ("retrieved", "selected", "wins", "created_step")


def write_skills(path: str | os.PathLike[str], skills: Iterable[Skill]) -> int:
    """Write one line per skill, all fields; returns the number of lines. Raises ``DataError``."""
    lines = [json.dumps(asdict(skill), ensure_ascii=False) + "\n" for skill in skills]
    try:
        Path(path).write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error}.") from error
    return len(lines)


def read_skills(path: str | os.PathLike[str], max_chars: int, *, initial_utility: float, step: int) -> list[Skill]:
    """Skills of every status from a file of JSON lines; blank lines are passed over.

    ``description`` and ``strategy`` are required; ``utility`` is ``initial_utility`` and ``created_step`` is
    ``step`` where they are missing; an ``id`` may be missing (then ""). Raises ``DataError`` naming file and line.
    """
    defaults = {"utility": initial_utility, "created_step": step}
    skills = []
    for number, line in enumerate(_lines(path), start=1):
        if line.strip():
            try:
                skills.append(skill_from(defaults | _parsed(line), max_chars))
            except ValueError as error:
                raise DataError(f"{path}, line {number}: {error}.") from error
    return skills


def _lines(path: str | os.PathLike[str]) -> Iterator[str]:
    try:
        with Path(path).open(encoding="utf-8", newline="\n") as file:
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
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1 or math.isnan(value):
        raise ValueError(f"'utility' must be a number in [0, 1], got {value!r}")
    return float(value)


def _count(record: Mapping[str, Any], key: str) -> int:
    value = record.get(key, 0)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 62:
        raise ValueError(f"'{key}' must be a whole number, 0 or more, got {value!r}")
    return value


def _parents(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(parent, str) for parent in value):
        raise ValueError(f"'parents' must be a list of ids, got {value!r}")
    return tuple(_text({"parents": parent}, "parents") for parent in value)


def _status(value: Any) -> Any:
    if value not in SKILL_STATUSES:
        raise ValueError(f"'status' must be one of {', '.join(SKILL_STATUSES)}, got {value!r}")
    return value


def _merged_into(value: Any, status: str) -> str | None:
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


MAX_DEPTH = 32
MAX_BITS = 1024  # of a whole number; far larger ones are valid JSON that Python refuses to write


def harmless(text: str) -> str:
    """The text with its lines and their indentation, each line neutralised where that changes more than blanks."""
    return "\n".join(map(_harmless_line, text.replace("\r\n", "\n").split("\n")))


def harmless_json(value: Any, *, depth: int = MAX_DEPTH) -> Any:
    """A JSON value with every text in it, keys included, made harmless.

    Raises ``ValueError`` for what is nested more than ``depth`` deep, no JSON, or a number that is not finite or huge.
    """
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise ValueError(f"expected numbers of at most {MAX_BITS} bits, got one of {value.bit_length()}")
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"expected finite numbers, got {value}")
        return value
    if depth == 0:
        raise ValueError(f"nested more than {MAX_DEPTH} deep")
    if isinstance(value, list | tuple):
        return [harmless_json(item, depth=depth - 1) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {harmless(key): harmless_json(item, depth=depth - 1) for key, item in value.items()}
    raise ValueError(f"expected JSON, got {type(value).__name__}")


def harmless_extra(extra: Mapping[str, Any]) -> dict[str, Any]:
    """``Skill.extra`` made harmless, without the entries that are no JSON or nested too deep."""
    kept = {}
    for key, value in extra.items():
        with suppress(ValueError):
            kept[harmless(key)] = harmless_json(value)
    return kept


def _harmless_line(line: str) -> str:
    visible = line.replace("\t", " ")
    words = " ".join(visible.split())
    if visible.isprintable() and neutralise(visible, len(visible)) == words:
        return line
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    return indent + neutralise(line, len(line))
