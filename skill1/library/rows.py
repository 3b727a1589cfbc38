"""The rows of a library file, checked where they are read: SQLite lets any value into any column.

A row that no skill1 wrote raises ``sqlite3.DataError``, which ``file_errors`` tells with the file's name.
"""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from skill1.library.tables import CommitRow, RunRow
from skill1.schema import SKILL_STATUSES, Skill

MOST_COUNT = 2**62  # so that it can grow for as long as anybody trains: SQLite's whole numbers end at 2**63 - 1
_TYPES = (str, str, str, float, int, int, int, int, str, str, str, str, str, int, str)  # of SKILL_COLUMNS
_ROW_TYPES = frozenset({_TYPES, (*_TYPES[:11], type(None), *_TYPES[12:])})  # merged_into may be NULL
_RUN_TYPES = (str, str, str, int, str, int)


def to_skill(row: tuple[Any, ...]) -> Skill:
    """A row of ``SKILL_COLUMNS``."""
    *head, parents, status, merged_into, env, pinned, extra = row
    # All types in one look-up: every opening of a library checks every row.
    if tuple(map(type, row)) not in _ROW_TYPES or status not in SKILL_STATUSES:
        raise sqlite3.DataError(f"the skill {row[0]!r} holds a value of a wrong type")
    return Skill(
        *head,
        parents=() if parents == "[]" else _ids_in(parents),  # nearly all are empty: half the reading time
        status=status,
        merged_into=merged_into,
        env=env,
        pinned=bool(pinned),
        extra={} if extra == "{}" else _json(extra, dict),
    )


def _ids_in(text: str) -> tuple[str, ...]:
    names = _json(text, list)
    if not all(isinstance(name, str) for name in names):
        raise sqlite3.DataError(f"{text[:80]!r} is no list of ids")
    return tuple(names)


def _json(text: str, kind: type) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise sqlite3.DataError(f"{text[:80]!r} is no JSON: {error}") from error
    if not isinstance(value, kind):
        raise sqlite3.DataError(f"{text[:80]!r} is no JSON {kind.__name__}")
    return value


def to_row(s: Skill) -> tuple[Any, ...]:
    """A skill in the order of ``SKILL_COLUMNS``."""
    numbers = (s.utility, s.retrieved, s.selected, s.wins, s.created_step)
    origin = (s.source_episode, json.dumps(list(s.parents)), s.status, s.merged_into, s.env)
    return (s.id, s.description, s.strategy, *numbers, *origin, s.pinned, json.dumps(dict(s.extra)))


def to_commit(row: tuple[Any, ...]) -> CommitRow:
    """A row of ``COMMIT_COLUMNS``."""
    if not all(isinstance(value, int) for value in row[:9]) or not all(map(_is_trend, row[9:])):
        raise sqlite3.DataError(f"the commit {row[0]!r:.80} holds a value of a wrong type")
    return CommitRow(*row)


def to_run(row: tuple[Any, ...]) -> RunRow:
    """A row of the table ``runs``."""
    if tuple(map(type, row)) != _RUN_TYPES:
        raise sqlite3.DataError(f"the run {row[0]!r:.80} holds a value of a wrong type")
    return RunRow(*row)


def to_win(row: tuple[Any, ...]) -> tuple[str, str]:
    """Query and skill of the table ``wins``."""
    if tuple(map(type, row)) != (str, str):
        raise sqlite3.DataError(f"the win {row!r:.80} holds a value of a wrong type")
    return row


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and 0 <= value < MOST_COUNT


def _is_trend(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and 0 <= value <= 1)


def _is_text_or_none(value: Any) -> bool:
    return value is None or isinstance(value, str)


_COUNT, _TREND, _TEXT = f"a whole number from 0 to {MOST_COUNT}", "a number in [0, 1]", "a text"
_META = {  # of the table meta: what each entry is. Only the version is always there
    "version": (_is_count, _COUNT),
    "forgotten_until": (_is_count, _COUNT),
    "uses_forgotten_until": (_is_count, _COUNT),
    "success_trend": (_is_trend, _TREND),
    "no_skill_trend": (_is_trend, _TREND),
    "encoder": (_is_text_or_none, _TEXT),
    "encoder_identity": (_is_text_or_none, _TEXT),
    "query_prompt": (_is_text_or_none, _TEXT),
    "document_prompt": (_is_text_or_none, _TEXT),
}


def checked_meta(found: dict[str, Any]) -> dict[str, Any]:
    """The table ``meta``."""
    for key, (is_fine, expected) in _META.items():
        if (key in found or key == "version") and not is_fine(found.get(key)):
            raise sqlite3.DataError(f"its {key} is {found.get(key)!r:.80}, not {expected}")
    return found
