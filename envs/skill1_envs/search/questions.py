"""The questions of a split: read from ``questions/<split>.jsonl``, rows as the family's ``env_kwargs``, or parquet.

A row has ``question``, ``ground_truth`` (``{"target": [answer, …]}``: any of them is right) and ``data_source``; an
``id`` and whatever else it has are optional.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from skill1.errors import DataError
from skill1.schema import neutralise
from skill1_envs.search import parquet

QUESTIONS, SUFFIX = "questions", ".jsonl"
SOURCE_PREFIX = "searchR1_"  # of older processed files, as verl's script tags its sources
UNKNOWN_SOURCE = "unknown"
MAX_SOURCE_CHARS = 80  # it names a row of tables
EXPECTED = 'expected {"question": "…", "ground_truth": {"target": ["…"]}, "data_source": "…"}'


@dataclass(frozen=True, slots=True)
class Question:
    """One question: ``targets`` are the answers that count as right, ``source`` the data set it is from."""

    id: str
    question: str
    targets: tuple[str, ...]
    source: str


def question_files(folder: Path) -> Mapping[str, Path]:
    """Split → its file: all of ``questions/``, and parquet files beside it, as the family's scripts put them.

    Raises:
        DataError: two files are of one split.
    """
    listed = [path for suffix in (SUFFIX, parquet.SUFFIX) for path in (folder / QUESTIONS).glob(f"*{suffix}")]
    found: dict[str, Path] = {}
    for path in sorted([*listed, *folder.glob(f"*{parquet.SUFFIX}")]):
        if path.stem in found:
            raise DataError(f"{path} and {found[path.stem]} are both the split {path.stem}; remove one of them.")
        found[path.stem] = path
    return MappingProxyType(found)


def read_questions(path: Path) -> tuple[Question, ...]:
    """The questions of a file in its order.

    Raises:
        DataError: it cannot be read, a line is no question, or an id is there twice; names the line.
        MissingExtraError: it is parquet, and pyarrow is not installed.
    """
    return questions_from(parquet.parquet_rows(path) if path.suffix == parquet.SUFFIX else _rows(path))


def questions_from(rows: Iterable[tuple[str, Mapping[str, Any]]]) -> tuple[Question, ...]:
    """Questions of (place, row) pairs; a row without an id has its number, from 0."""
    found: dict[str, Question] = {}
    for number, (place, row) in enumerate(rows):
        question = _question(row, number, place)
        if question.id in found:
            raise DataError(f"{place}: the id {question.id!r:.80} is there already; every question needs its own.")
        found[question.id] = question
    return tuple(found.values())


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield f"{path}, line {number}", _row(line, f"{path}, line {number}")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read as UTF-8 text: {error}.") from error


def _row(line: str, place: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{place} is no JSON ({error}); {EXPECTED}.") from error
    if not isinstance(row, dict):
        raise DataError(f"{place} is {type(row).__name__}; {EXPECTED}.")
    return row


def _question(row: Mapping[str, Any], number: int, place: str) -> Question:
    text = row.get("question")
    if not isinstance(text, str) or not text.strip():
        raise DataError(f"{place} has question {text!r:.80}; {EXPECTED}.")
    source = neutralise(str(row.get("data_source") or ""), MAX_SOURCE_CHARS).removeprefix(SOURCE_PREFIX)
    given = row.get("id")
    return Question(
        str(number if given is None else given), text.strip(), _targets(row, place), source or UNKNOWN_SOURCE
    )


def _targets(row: Mapping[str, Any], place: str) -> tuple[str, ...]:
    truth = row.get("ground_truth")
    targets = truth.get("target") if isinstance(truth, Mapping) else None
    targets = [targets] if isinstance(targets, str) else targets
    if not isinstance(targets, list) or not targets or not all(isinstance(each, str) for each in targets):
        raise DataError(f"{place} has ground_truth {truth!r:.80}; {EXPECTED}.")
    return tuple(targets)
