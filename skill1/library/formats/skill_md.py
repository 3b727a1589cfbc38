"""The open agent-skills format: a folder per skill with a SKILL.md, YAML front matter and a markdown text.

Our own fields travel in ``metadata``, whose values the format wants as texts: reading the folder back gives the same
library. What others put into the front matter is kept and written out again; other files of a skill are not.
"""

from __future__ import annotations

import datetime
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from skill1.config.yaml_text import load_yaml
from skill1.errors import DataError, is_empty, is_left_by_system
from skill1.library.formats.jsonl import skill_from
from skill1.library.formats.records import (
    IMPORTED,
    MAX_SKILLS,
    Format,
    Reading,
    Terms,
    Writing,
    foreign_record,
    foreign_skill,
    made_harmless,
    read_text,
    told,
    write_plainly,
)
from skill1.schema import Skill, neutralise

NAME = "skill-md"
FILE = "SKILL.md"
HOOKS = "hooks"
MAX_BYTES = 1_000_000
MAX_FRONT_CHARS = 200_000
MARK = "---"
MAX_NAME, MAX_DESCRIPTION = 64, 1024
OURS = "skill1-"  # of our keys in ``metadata``
# The format allows neither these words in a name nor tags in a description.
RESERVED = ("anthropic", "claude")
_VALID_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_TAG = re.compile(r"<[^>]*>")
_KEY_AND_TEXT = re.compile(r"^([\w-]+):[ \t]+(\S.*)$", re.MULTILINE)
_FIELDS = (
    ("id", "utility", "retrieved", "selected", "wins", "created_step", "source_episode", "parents", "status")
    + ("merged_into", "env", "pinned", "extra", "description")
)  # fmt: skip
_NATIVE, _ORDER = f"{OURS}native", f"{OURS}order"


def read(path: Path, terms: Terms) -> Reading:
    """The skills of a folder: its own SKILL.md, which may be named, or those of its folders. Raises ``DataError``.

    Links in it are not followed.
    """
    if is_skill_file(path):
        path = path.parent
    if not path.is_dir():
        raise DataError(f"{path} is not a folder; expected one with a folder per skill, each with a {FILE}.")
    found, notes = [], []
    for folder in _folders(path, notes):
        text = read_text(folder / FILE, MAX_BYTES).replace("\r\n", "\n")
        found.append(_skill_of(folder, text, terms))
        notes += _other_files(folder)
    if not found:
        raise DataError(f"{path} holds no {FILE}, nor does a folder in it.")
    # In the order in which they were exported; what names no place comes after, by folder.
    found.sort(key=lambda item: item[0])
    foreign = [(raw, skill) for _, raw, skill in found if NAME in skill.extra]
    harmless = made_harmless([raw for raw, _ in foreign], [skill for _, skill in foreign], NAME)
    return Reading(tuple(skill for _, _, skill in found), (*told(notes, "things"), *harmless))


def write(path: Path, skills: Sequence[Skill]) -> Writing:
    """A new folder with a folder per skill, all of them or none. Raises ``DataError`` if it is there and not empty."""
    with whole_folder(path) as made:
        _write_folders(made, skills)
    hooked = sum(HOOKS in record["front"] for record in map(_own_record, skills) if record)
    return Writing(len(skills), (f"{HOOKS} of {hooked} skill(s), which start programs",) if hooked else ())


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A folder to fill, whose content is in ``path`` when the block ends, and gone if it fails; a kill may leave some.

    Raises:
        DataError: ``path`` is there and not empty, or something cannot be written.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not is_empty(path):
            raise DataError(f"{path} is not empty; name a new folder, so that nothing is mixed up or overwritten.")
        # A folder with some of the skills would be read like one with all of them. Made inside, because the folder may
        # be a disk of its own, and what lies above it read-only.
        with tempfile.TemporaryDirectory(prefix=".unfinished-", dir=path) as made:
            yield Path(made)
            for folder in sorted(Path(made).iterdir()):
                folder.rename(path / folder.name)
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error}.") from error


def _write_folders(path: Path, skills: Sequence[Skill]) -> None:
    names: set[str] = set()
    for position, skill in enumerate(skills):
        front, body = _document(skill, position, names)
        names.add(front["name"])
        folder = path / front["name"]
        folder.mkdir()
        write_plainly(folder / FILE, as_text(front, body))


def skill_name(skill: Skill, taken: set[str]) -> str:
    """The format's name for a skill: words of its description, then of its id; free, valid, nothing reserved."""
    words = [word for word in _words(skill.description) if not any(name in word for name in RESERVED)]
    # At most 38 + 1 + 20 characters, which leaves five of the 64 for a number.
    tail = "-".join(word for word in _words(skill.id.removeprefix("sk_")) if word not in RESERVED)[-20:].strip("-")
    # Texts in Chinese leave no word; an id alone may read as a number, as 5e01001234 does in YAML 1.2.
    head = "-".join(words)[: MAX_NAME - 26].strip("-") or "skill"
    name = "-".join(part for part in (head, tail) if part)
    # A word of an id may hold a reserved one inside.
    if any(word in name for word in RESERVED):
        name = "skill"
    free, counter = name, 2
    while free in taken:
        free, counter = f"{name}-{counter}", counter + 1
    return free


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def _document(skill: Skill, position: int, taken: set[str]) -> tuple[dict[str, Any], str]:
    """Front matter and text of a skill: what it came with, completed by our fields, or made afresh."""
    record = _own_record(skill)
    # Programs that some agents start with the skill: a library shows only texts, so nobody has read these.
    front = {key: value for key, value in record["front"].items() if key != HOOKS} if record else {}
    name = front.get("name")
    # Foreign names and descriptions are kept as long as the format allows them.
    if not is_valid_name(name) or name in taken:
        name = skill_name(skill, taken)
    description = _described(skill.description)
    if record and is_valid_description(front.get("description")):
        description = front["description"]
    metadata = front.get("metadata")
    ours = _our_metadata(skill, position, is_native=record is None)
    theirs = metadata if isinstance(metadata, dict) else {}
    front |= {"name": name, "description": description, "metadata": {**theirs, **ours}}
    return front, record["body"] if record else f"{skill.strategy}\n"


def _own_record(skill: Skill) -> dict[str, Any] | None:
    """The file that a skill came from, if what the library shows of the skill is its beginning."""
    record = foreign_record(skill, NAME, {"front": dict, "body": str})
    if record is None:
        return None
    # Whoever writes a library can seal a file with other instructions than those that people read before they export.
    pairs = zip(_texts(record["front"], record["body"]), (skill.description, skill.strategy), strict=True)
    return record if all(_letters(kept).startswith(_letters(shown)) for kept, shown in pairs) else None


def _letters(text: str) -> str:
    # Not the signs: made harmless line by line, as in the file, some come out otherwise than in one line.
    return "".join(filter(str.isalnum, neutralise(text, len(text))))


def is_valid_name(name: Any) -> bool:
    """Whether the format allows a skill of this name."""
    return (
        isinstance(name, str)
        and len(name) <= MAX_NAME
        and _VALID_NAME.fullmatch(name) is not None
        and not any(word in name for word in RESERVED)
    )


def is_valid_description(text: Any) -> bool:
    """Whether the format allows this description: 1 to 1,024 characters without tags."""
    return (
        isinstance(text, str) and 0 < len(text.strip()) <= len(text) <= MAX_DESCRIPTION and not _TAG.search(text)
    )


def _described(description: str) -> str:
    text = description[:MAX_DESCRIPTION].rstrip()
    return text if is_valid_description(text) else text.replace("<", "‹").replace(">", "›")


def _our_metadata(skill: Skill, position: int, *, is_native: bool) -> dict[str, str]:
    # A foreign record is the file itself, so it is not told in its metadata once more.
    extra = {key: value for key, value in skill.extra.items() if is_native or key != NAME}
    values: dict[str, Any] = {name: getattr(skill, name) for name in _FIELDS} | {"extra": extra}
    if is_native and _described(skill.description) == skill.description:
        del values["description"]  # said in the front matter already
    # No skill's utility is -1, so that this number is always written.
    default = Skill("", "", "", -1.0, source_episode=IMPORTED)  # what the reader takes for unsaid
    said = {
        f"{OURS}{name.replace('_', '-')}": value if isinstance(value, str) else json.dumps(value)
        for name, value in values.items()
        if value != getattr(default, name)
    }
    return said | {_ORDER: str(position)} | ({_NATIVE: "true"} if is_native else {})


def _folders(path: Path, notes: list[str]) -> Iterator[Path]:
    # The folder is a skill itself, and what lies below it are its own files.
    if (path / FILE).is_file() and not (path / FILE).is_symlink():
        yield path
        return
    with os.scandir(path) as entries:
        for number, entry in enumerate(sorted(entries, key=lambda e: e.name)):
            if number >= MAX_SKILLS:
                raise DataError(f"{path} holds more than {MAX_SKILLS} entries; expected a folder of skills.")
            file = path / entry.name / FILE
            is_real = entry.is_dir(follow_symlinks=False) and not file.is_symlink()
            if is_real and file.is_file():
                yield path / entry.name
            elif not is_left_by_system(entry.name):
                notes.append(f"{entry.name!r}, which is not a folder with its own {FILE}")


def _other_files(folder: Path) -> list[str]:
    others = sorted(name for name in os.listdir(folder) if name != FILE and not is_left_by_system(name))
    return [f"of {folder.name!r} the files {', '.join(map(repr, others[:5]))}"] if others else []


def _skill_of(folder: Path, text: str, terms: Terms) -> tuple[tuple[int, str], dict[str, Any], Skill]:
    """(place in the order, record as read, skill) of one SKILL.md."""
    place = str(folder / FILE)
    front, body = parse(text, place)
    metadata = front.get("metadata") if isinstance(front.get("metadata"), dict) else {}
    ours = {key: value for key, value in metadata.items() if key.startswith(OURS)}
    # As text: whoever edits the file by hand may have dropped the quotes.
    order = str(ours.get(_ORDER, ""))
    # Anyone can write any text there: only a short whole number is a place.
    rank = (int(order) if order.isascii() and order.isdigit() and len(order) < 9 else MAX_SKILLS, folder.name)
    # Of our own making: the file is the skill, and there is no other record to keep.
    if ours.get(_NATIVE) in ("true", True):
        texts = {"description": front.get("description"), "strategy": body}
        return rank, {}, _ours_from(ours, texts, terms, place)
    record = {"front": _without_ours(front, metadata), "body": body}
    skill = foreign_skill(NAME, record, _texts(front, body), terms, place=place)
    # Foreign, and never in a library of ours.
    if not ours:
        return rank, record, skill
    # Foreign, but it has been in a library: its record, with the numbers that it earned there.
    texts = {"description": skill.description, "strategy": skill.strategy}
    kept = _ours_from(ours, texts, terms, place)
    return rank, record, replace(kept, extra={**kept.extra, **skill.extra})


def _texts(front: Mapping[str, Any], body: str) -> tuple[str, str]:
    """A skill without a text is its description; one without a description has the first line of its text."""
    described = front.get("description")
    described = described if isinstance(described, str) and described.strip() else str(front.get("name") or "")
    return described, body if body.strip() else described


def _without_ours(front: Mapping[str, Any], metadata: Mapping[str, Any]) -> dict[str, Any]:
    theirs = {key: value for key, value in metadata.items() if not key.startswith(OURS)}
    # A `metadata` that is no mapping holds nothing of ours: it stays as it is.
    kept = {key: value for key, value in front.items() if key != "metadata" or not metadata}
    return kept | ({"metadata": theirs} if theirs else {})


def _ours_from(ours: Mapping[str, Any], texts: Mapping[str, Any], terms: Terms, place: str) -> Skill:
    """The skill that :func:`_our_metadata` told of. Raises ``DataError`` naming file and key."""
    record: dict[str, Any] = {"utility": terms.utility, "env": terms.env, **texts}
    plain = {"id", "source_episode", "status", "merged_into", "env", "description"}
    for name in _FIELDS:
        value = ours.get(f"{OURS}{name.replace('_', '-')}")
        if value is not None:
            # Who edits the file by hand writes 0.9, not "0.9".
            is_json = isinstance(value, str) and name not in plain
            record[name] = _parsed(value, f"{OURS}{name} of {place}") if is_json else value
    try:
        return skill_from(record, terms.max_chars)
    except ValueError as error:
        raise DataError(f"{place}: {error}.") from error


def _parsed(value: str, place: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{place} must hold JSON: {error}.") from error


def parse(text: str, place: str) -> tuple[dict[str, Any], str]:
    """Front matter with JSON values only, and the text below it without the blank line between them.

    Raises:
        DataError: no front matter, no mapping, bad YAML, or an alias, with which a small file can stand for a huge one.
    """
    lines = text.split("\n")
    if lines[0].rstrip() != MARK:
        raise DataError(f"{place} does not begin with front matter; expected a line '{MARK}'.")
    end = next((i for i, line in enumerate(lines[1:], start=1) if line.rstrip() == MARK), None)
    if end is None:
        raise DataError(f"{place}: the front matter does not end; expected a second line '{MARK}'.")
    head = "\n".join(lines[1:end])
    if len(head) > MAX_FRONT_CHARS:
        raise DataError(f"{place}: the front matter is longer than {MAX_FRONT_CHARS} characters.")
    front = _front(head, place)
    body = lines[end + 1 :]
    # `as_text` writes a blank line below the mark, which is no part of the text.
    return front, "\n".join(body[1:] if body and not body[0].strip() else body)


def as_text(front: Mapping[str, Any], body: str) -> str:
    """The file that :func:`parse` reads as ``front`` and ``body``."""
    # PyYAML folds texts at 80 columns unless it is given a larger width.
    head = yaml.safe_dump(dict(front), sort_keys=False, allow_unicode=True, width=1 << 20)
    return f"{MARK}\n{head}{MARK}\n\n{body}"


def _front(source: str, place: str) -> dict[str, Any]:
    try:
        front = load_yaml(source)
    except yaml.YAMLError as error:
        try:
            # Only where it is no YAML as it stands: what can be read is not touched.
            front = load_yaml(_KEY_AND_TEXT.sub(_quoted, source))
        except yaml.YAMLError:
            # The first error, which speaks of the text as it was written.
            raise DataError(f"{place}: the front matter cannot be read as YAML: {error}.") from error
    if not isinstance(front, dict):
        raise DataError(f"{place}: the front matter must be a mapping with 'name' and 'description'.")
    return {str(key): _as_json(value) for key, value in front.items()}


def _quoted(line: re.Match[str]) -> str:
    """A plain text with a colon in quotes: other readers take ``description: Use when: …``, which is no YAML."""
    key, text = line[1], line[2].rstrip()
    # What begins so is YAML of its own: quoted, a block, a list, a mapping, an anchor, an alias, a tag, a comment.
    if text[0] in "'\"|>[{&*!#" or not (": " in text or text.endswith(":")):
        return line[0]
    doubled = text.replace("'", "''")
    return f"{key}: '{doubled}'"


def _as_json(value: Any) -> Any:
    """YAML knows dates, sets and keys that are no texts; JSON does not."""
    if isinstance(value, dict):
        return {str(key): _as_json(item) for key, item in value.items()}
    if isinstance(value, set):
        return sorted(map(str, value))
    if isinstance(value, list | tuple):
        return [_as_json(item) for item in value]
    if isinstance(value, datetime.date | bytes):
        return str(value)
    return value


def is_skill_file(path: Path) -> bool:
    """Whether it is a skill's SKILL.md itself."""
    return path.name == FILE and path.is_file()


def holds_skills(path: Path) -> bool:
    """Whether it is a SKILL.md, a skill's folder, or holds one."""
    return is_skill_file(path) or is_skill_file(path / FILE) or any(path.glob(f"*/{FILE}"))


FORMAT = Format(read, write, "", holds_skills)
