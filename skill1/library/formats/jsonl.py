"""JSON lines: one skill per line with all its fields. Nothing is lost either way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from skill1.errors import DataError
from skill1.library.commit_plan import clean_draft
from skill1.library.formats.records import IMPORTED, Format, Reading, Terms, Writing, harmless_json, write_text
from skill1.library.life import skill_fields
from skill1.library.tables import MOST_COUNT
from skill1.schema import Skill, SkillDraft, SkillStatus

MAX_LINE_CHARS = 4_000_000


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
    try:
        given = _Record.model_validate(record)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False)[0]
        key = ".".join(map(str, wrong["loc"]))
        told = (
            f"'{key}': {wrong['msg']}, got {wrong['input']!r:.80}"
            if key
            else wrong["msg"].removeprefix("Value error, ")
        )
        raise ValueError(told) from error
    draft = clean_draft(SkillDraft(given.description, given.strategy), max_chars)
    if draft is None:
        raise ValueError("'description' and 'strategy' must hold readable text")
    fields = dict(given) | {"description": draft.description, "strategy": draft.strategy}
    return Skill(**fields | {"parents": tuple(given.parents), "extra": harmless_json(given.extra)})


# JSON can spell lone surrogates, which no file can hold.
_Text = Annotated[
    str, BeforeValidator(lambda t: t.encode("utf-8", "ignore").decode() if isinstance(t, str) else t)
]
_Count = Annotated[int, Field(ge=0, lt=MOST_COUNT)]


class _Record(BaseModel):
    """The fields of a skill as JSON has them; others are passed over."""

    # Strict: JSON's true is 1 to Python, and "1" is no number.
    model_config = ConfigDict(strict=True)

    # Without an id, or with one that is taken, it gets another when it is added (`with_free_ids`).
    id: _Text = ""
    description: _Text
    strategy: _Text
    utility: Annotated[float, Field(ge=0, le=1)]
    retrieved: _Count = 0
    selected: _Count = 0
    wins: _Count = 0
    created_step: _Count = 0
    source_episode: _Text = IMPORTED
    parents: list[_Text] = []
    status: SkillStatus = "active"
    merged_into: _Text | None = None
    env: _Text = ""
    pinned: bool = False
    extra: dict[Any, Any] = {}

    @model_validator(mode="after")
    def _fits(self) -> _Record:
        if self.wins > self.selected:
            raise ValueError(f"'wins' is {self.wins}, more than 'selected', {self.selected}")
        # Merges are followed by this field whatever the status is, so the two must agree.
        if (self.status == "merged") != (self.merged_into is not None):
            raise ValueError("'merged_into' must name a skill where 'status' is merged, and only there")
        return self


FORMAT = Format(read, write, ".jsonl", lambda path: path.suffix == ".jsonl")
