"""What every format shares: what a reader gives, the seal of foreign content, and how a hostile file is read.

A skill made from a foreign record keeps that record in ``Skill.extra`` under the format's name, with a seal over the
two texts that were derived from it. As long as the seal fits, the record is written out again as it came in.
"""

from __future__ import annotations

import errno
import hashlib
import json
import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skill1.errors import DataError
from skill1.library.commit_plan import clean_draft
from skill1.run.disk import is_device, write_atomically
from skill1.schema import Skill, SkillDraft, neutralise

if TYPE_CHECKING:
    from skill1.config import Skill1Config

MAX_FILE_BYTES = 32_000_000
MAX_SKILLS = 200_000
IMPORTED = "import"  # stands for the source episode of a skill that came from outside
_SEAL = "seal"
_TEXTS = {"id", "description", "strategy"}
MAX_DEPTH = 32
MAX_BITS = 1024  # of a whole number; far larger ones are valid JSON that Python refuses to write
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
    # Log, iteration (None: the last), configuration, target; gives the library's path.
    write_library: Callable[[Path, int | None, Skill1Config, Path], Path]


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
    draft = clean_draft(SkillDraft(*texts), terms.max_chars)
    if draft is None:
        raise DataError(f"{place} has no readable text for a skill; expected a description and a strategy.")
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
        # Over the cleaned texts: it is by them that an export tells whether the record still fits.
        extra={format_name: {**kept, _SEAL: seal(draft.description, draft.strategy)}},
    )


def foreign_record(skill: Skill, format_name: str, shape: Mapping[str, type]) -> dict[str, Any] | None:
    """The record a skill was made from, without its seal; None if there is none or its texts are others now.

    ``shape`` says what its values must be: a library file may have come from anywhere.
    """
    record = skill.extra.get(format_name)
    if not isinstance(record, dict) or record.get(_SEAL) != seal(skill.description, skill.strategy):
        return None
    # A seal proves no shape: whoever writes a library file can compute one.
    if not all(isinstance(record.get(key), kind) for key, kind in shape.items()):
        return None
    return {key: value for key, value in record.items() if key != _SEAL}


def seal(description: str, strategy: str) -> str:
    """Twelve hex digits over the two texts of a skill."""
    return hashlib.sha256(f"{description}\0{strategy}".encode()).hexdigest()[:12]


def resealed(clean: Skill, stored: Skill) -> Skill:
    """The skill with the records that fitted its stored texts, which were cleaned by older rules."""
    if not clean.extra:
        return clean
    was, now = (seal(skill.description, skill.strategy) for skill in (stored, clean))
    extra = {
        name: {**record, _SEAL: now} if isinstance(record, dict) and record.get(_SEAL) == was else record
        for name, record in clean.extra.items()
    }
    return replace(clean, extra=extra)


def lost_fields(skills: Iterable[Skill], format_name: str, held: Iterable[str] = ()) -> tuple[str, ...]:
    """One line per field of :class:`Skill` that says something in some skill and is not among ``held``.

    What a skill keeps of ``format_name`` itself is not lost; of other formats it is.
    """
    chosen, kept = [_without_own(skill, format_name) for skill in skills], _TEXTS | set(held)
    lines = []
    for item in fields(Skill):
        # Values that say nothing: nobody misses them.
        silent = ({}, None, "", IMPORTED, item.default)
        count = sum(getattr(skill, item.name) not in silent for skill in chosen)
        if item.name not in kept and count:
            lines.append(f"{item.name} of {count} skill(s)")
    return tuple(lines)


def _without_own(skill: Skill, format_name: str) -> Skill:
    return replace(skill, extra={key: value for key, value in skill.extra.items() if key != format_name})


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
    # JSON has neither NaN nor infinity, though Python would write them.
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"expected finite numbers, got {value}")
        return value
    # After the plain values, which nest no deeper: only lists and mappings beyond the limit are refused.
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
    # Only blanks would change: the line keeps them, for they may be layout.
    if visible.isprintable() and neutralise(visible, len(visible)) == words:
        return line
    # Put back, for neutralising drops it and it may be layout, as of a list.
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    return indent + neutralise(line, len(line))


def made_harmless(raw: Sequence[Mapping[str, Any]], skills: Sequence[Skill], format_name: str) -> tuple[str, ...]:
    """A line on the records in which tags or special tokens had to be made harmless; () if there were none."""
    # The seal is left out: only the kept record has one.
    count = sum(
        {**record, _SEAL: ""} != {**skill.extra[format_name], _SEAL: ""}
        for record, skill in zip(raw, skills, strict=True)
    )
    return (
        (f"tags, special tokens, shell commands or invisible characters of {count} record(s), made harmless",)
        if count
        else ()
    )


def told(notes: Sequence[str], what: str) -> tuple[str, ...]:
    """Up to three notes one by one; more as a count with the first as an example."""
    if len(notes) <= _SINGLE_NOTES:
        return tuple(notes)
    return (f"{len(notes)} {what}, the first: {notes[0]}",)


def read_text(path: Path, max_bytes: int = MAX_FILE_BYTES) -> str:
    """A UTF-8 file of at most ``max_bytes``. Raises ``DataError``."""
    try:
        with path.open("rb") as file:
            # One byte more tells that the file is too large without reading all of it, also where it is a pipe
            # without a size.
            content = file.read(max_bytes + 1)
        if len(content) > max_bytes:
            raise DataError(f"{path} is larger than {max_bytes} bytes, which is too large for its kind of file.")
        # Editors of Windows put a mark of UTF-8 in front, which neither JSON nor front matter begins with.
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
    """Write a UTF-8 file, whole or not at all: until then an old one stays. Raises ``DataError``."""
    try:
        # Where a link leads: the link itself stays. That of /dev/stdout may lead to a pipe, which has no path.
        target = path if is_device(path) else Path(os.path.realpath(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, _encodable(text))
    except OSError as error:
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        advice = "Make room (df -h), or name another file." if is_full else "Name another file."
        raise DataError(f"{path} cannot be written: {error}. {advice}") from error


def write_plainly(path: Path, text: str) -> None:
    """Write a UTF-8 file of a folder that is removed as a whole where this fails; much faster for many files.

    Raises ``OSError``.
    """
    path.write_text(_encodable(text), encoding="utf-8", newline="\n")


def _encodable(text: str) -> str:
    # Lone surrogates are dropped: no file in UTF-8 can hold them.
    return text.encode("utf-8", "ignore").decode()


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file for people to read, in the order of the keys. Raises ``DataError``."""
    write_text(path, json_text(value))


def json_text(value: Any) -> str:
    """JSON for people to read, in the order of the keys."""
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def expected(value: Any, kind: type, place: str) -> Any:
    """``value`` if it is of ``kind``. Raises ``DataError`` naming the place."""
    if not isinstance(value, kind):
        raise DataError(f"{place} must be a {_JSON_NAMES[kind]}, got {_JSON_NAMES.get(type(value), 'null')}.")
    return value


def text_of(record: Mapping[str, Any], key: str, place: str) -> str:
    """A text of a record; "" where the key is missing. Raises ``DataError`` for anything else."""
    return expected(record.get(key, ""), str, f"'{key}' of {place}")


def _refuse(constant: str) -> None:
    # NaN and Infinity, which Python's parser would let through.
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
