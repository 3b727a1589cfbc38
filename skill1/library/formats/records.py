"""What every format shares: what a reader gives, the seal of foreign content, and how a hostile file is read.

A skill made from a foreign record keeps that record in ``Skill.extra`` under the format's name, with a seal over the
two texts that were derived from it. As long as the seal fits, the record is written out again as it came in.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skill1.errors import DataError
from skill1.library.intake import clean_texts
from skill1.library.transfer import harmless_json
from skill1.schema import Skill

if TYPE_CHECKING:
    from skill1.config import Skill1Config

MAX_FILE_BYTES = 32_000_000
MAX_SKILLS = 200_000
IMPORTED = "import"  # stands for the source episode of a skill that came from outside
_SEAL = "seal"
_TEXTS = {"id", "description", "strategy"}
_SINGLE_NOTES = 3  # of a kind are told one by one, more are counted


@dataclass(frozen=True, slots=True)
class Terms:
    """What a reader gives skills that a file says nothing about."""

    utility: float
    step: int
    env: str
    max_chars: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file held: skills, and in words what of it does not come along."""

    skills: tuple[Skill, ...]
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Writing:
    """What was written: how many skills, and in words what the format could not hold."""

    written: int
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """How a format is read and written, and how its files are told from others."""

    read: Callable[[Path, Terms], Reading]
    write: Callable[[Path, Sequence[Skill]], Writing]
    suffix: str  # of a file's name; empty: a folder
    recognises: Callable[[Path], bool]  # whether a file or folder looks like it


@dataclass(frozen=True, slots=True)
class Log:
    """A log of all libraries a run had: its name in the method's folder of the run, and how one becomes a library."""

    file: str
    write_library: Callable[
        [Path, int | None, Skill1Config, Path], Path
    ]  # log, iteration (None: the last), target


def foreign_skill(
    format_name: str,
    record: Mapping[str, Any],
    texts: tuple[str, str],
    terms: Terms,
    *,
    name: str = "",
    place: str,
) -> Skill:
    """A skill from a foreign record: (description, strategy) made clean, the record kept under the format's name.

    Raises ``DataError`` naming ``place`` when a text is empty or the record is no JSON.
    """
    draft = clean_texts(*texts, terms.max_chars)
    if draft is None:
        raise DataError(f"{place} gives no readable text for a skill; expected a description and a strategy.")
    try:
        kept = harmless_json(dict(record))
    except ValueError as error:
        raise DataError(f"{place}: {error}.") from error
    return Skill(
        id=name,
        description=draft.description,
        strategy=draft.strategy,
        utility=terms.utility,
        created_step=terms.step,
        source_episode=IMPORTED,
        env=terms.env,
        extra={format_name: {**kept, _SEAL: seal(draft.description, draft.strategy)}},
    )


def foreign_record(skill: Skill, format_name: str, shape: Mapping[str, type]) -> dict[str, Any] | None:
    """The record a skill was made from, without its seal; None if there is none or its texts are others now.

    ``shape`` says what its values must be: a library file may have come from anywhere.
    """
    record = skill.extra.get(format_name)
    if not isinstance(record, dict) or record.get(_SEAL) != seal(skill.description, skill.strategy):
        return None
    if not all(isinstance(record.get(key), kind) for key, kind in shape.items()):
        return None
    return {key: value for key, value in record.items() if key != _SEAL}


def seal(description: str, strategy: str) -> str:
    """Twelve hex digits over the two texts of a skill."""
    return hashlib.sha256(f"{description}\0{strategy}".encode()).hexdigest()[:12]


def lost_fields(skills: Iterable[Skill], format_name: str, held: Iterable[str] = ()) -> tuple[str, ...]:
    """One line per field of :class:`Skill` that says something in some skill and is not among ``held``.

    What a skill keeps of ``format_name`` itself is not lost; of other formats it is.
    """
    chosen, kept = [_without_own(skill, format_name) for skill in skills], _TEXTS | set(held)
    lines = []
    for item in fields(Skill):
        silent = ({}, None, "", IMPORTED, item.default)
        count = sum(getattr(skill, item.name) not in silent for skill in chosen)
        if item.name not in kept and count:
            lines.append(f"{item.name} of {count} skill(s)")
    return tuple(lines)


def _without_own(skill: Skill, format_name: str) -> Skill:
    return replace(skill, extra={key: value for key, value in skill.extra.items() if key != format_name})


def made_harmless(raw: Sequence[Mapping[str, Any]], skills: Sequence[Skill], format_name: str) -> tuple[str, ...]:
    """A line on the records in which tags or special tokens had to be made harmless; () if there were none."""
    count = sum(
        {**record, _SEAL: ""} != {**skill.extra[format_name], _SEAL: ""}
        for record, skill in zip(raw, skills, strict=True)
    )
    return (f"tags, special tokens or invisible characters of {count} record(s), made harmless",) if count else ()


def told(notes: Sequence[str], what: str) -> tuple[str, ...]:
    """Up to three notes one by one; more as a count with the first as an example."""
    if len(notes) <= _SINGLE_NOTES:
        return tuple(notes)
    return (f"{len(notes)} {what}, the first: {notes[0]}",)


def read_text(path: Path, max_bytes: int = MAX_FILE_BYTES) -> str:
    """A UTF-8 file of at most ``max_bytes``. Raises ``DataError``."""
    try:
        with path.open("rb") as file:
            content = file.read(max_bytes + 1)
        if len(content) > max_bytes:
            raise DataError(f"{path} is larger than {max_bytes} bytes, too large for what it should hold.")
        return content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read as UTF-8 text: {error}.") from error


def read_json(path: Path) -> Any:
    """The JSON value of a file. Raises ``DataError`` naming the file and, for bad JSON, line and column."""
    try:
        return json.loads(read_text(path), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path} holds no JSON that can be read: {error}.") from error


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 file. Raises ``DataError``."""
    try:
        path.write_text(text.encode("utf-8", "ignore").decode(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error}.") from error


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file for people to read, in the order of the keys. Raises ``DataError``."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def expected(value: Any, kind: type, place: str) -> Any:
    """``value`` if it is of ``kind``. Raises ``DataError`` naming the place."""
    if not isinstance(value, kind):
        raise DataError(f"{place} must be a {_JSON_NAMES[kind]}, got {_JSON_NAMES.get(type(value), 'null')}.")
    return value


def text_of(record: Mapping[str, Any], key: str, place: str) -> str:
    """A text of a record; "" where the key is missing. Raises ``DataError`` for anything else."""
    return expected(record.get(key, ""), str, f"'{key}' of {place}")


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


_JSON_NAMES = {
    dict: "JSON object",
    list: "list",
    str: "text",
    int: "number",
    float: "number",
    bool: "true or false",
    type(None): "null",
}
