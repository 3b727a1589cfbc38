"""The questions of a split: read from ``questions/<split>.jsonl``, rows as the family's ``env_kwargs``, or parquet.

A row has ``question``, ``ground_truth`` (``{"target": [answer, …]}``: any of them is right) or FlashRAG's
``golden_answers``, and ``data_source``; an ``id`` and whatever else it has are optional.

The family's parquet files are read as they are, Search-R1's own and what verl, verl-agent and SkillRL make of it.
Search-R1's has ``question``, ``golden_answers``, ``data_source`` and ``reward_model``; verl's has the question in
``extra_info``, the others' all that an episode needs in ``env_kwargs``. Ids repeat between data sets, so the data set
is put before them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from skill1.errors import DataError, require_packages
from skill1.schema import neutralise

QUESTIONS, SUFFIX = "questions", ".jsonl"
SOURCE_PREFIX = "searchR1_"  # of older processed files, as verl's script tags its sources
UNKNOWN_SOURCE = "unknown"
MAX_SOURCE_CHARS = 80  # it names a row of tables
MAX_ID_CHARS = 200  # it is part of a task's name
EXPECTED = 'expected {"question": "…", "ground_truth": {"target": ["…"]}, "data_source": "…"}'
PARQUET = ".parquet"
PARQUET_COLUMNS = ("id", "question", "golden_answers", "data_source", "reward_model", "env_kwargs", "extra_info")
_ROWS_AT_ONCE = 2_000  # of parquet: of a large file, only so much is in memory


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
    # macOS leaves a hidden file beside each one that it copies to a foreign disk.
    listed = [path for suffix in (SUFFIX, PARQUET) for path in (folder / QUESTIONS).glob(f"[!.]*{suffix}")]
    found: dict[str, Path] = {}
    # In one order on every disk, for splits are listed in it.
    for path in sorted([*listed, *folder.glob(f"[!.]*{PARQUET}")]):
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
    return questions_from(parquet_rows(path) if path.suffix == PARQUET else _rows(path))


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
        with path.open(encoding="utf-8-sig") as lines:  # some editors begin a file with a mark
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield f"{path}, line {number}", _row(line, f"{path}, line {number}")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read as UTF-8 text: {error}.") from error


def _row(line: str, place: str) -> Mapping[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        # ``RecursionError``: a line of thousands of brackets.
        raise DataError(f"{place} is not JSON ({error}); {EXPECTED}.") from error
    if not isinstance(row, dict):
        raise DataError(f"{place} is {type(row).__name__}; {EXPECTED}.")
    return row


def _question(row: Mapping[str, Any], number: int, place: str) -> Question:
    text = row.get("question")
    # Of control characters alone nothing is left to ask.
    if not isinstance(text, str) or not neutralise(text, 1):
        raise DataError(f"{place} has question {text!r:.80}; {EXPECTED}.")
    source = neutralise(str(row.get("data_source") or ""), MAX_SOURCE_CHARS).removeprefix(SOURCE_PREFIX)
    given = row.get("id")
    # 0 is an id, and so is "": only a missing one is replaced by the number.
    name = neutralise(str(number if given is None else given), MAX_ID_CHARS)
    return Question(name, text.strip(), _targets(row, place), source or UNKNOWN_SOURCE)


def _targets(row: Mapping[str, Any], place: str) -> tuple[str, ...]:
    truth = row.get("ground_truth")
    if truth is None and "golden_answers" in row:
        truth = {"target": row["golden_answers"]}
    targets = truth.get("target") if isinstance(truth, Mapping) else None
    # A single answer may stand there without a list.
    targets = [targets] if isinstance(targets, str) else targets
    if not isinstance(targets, list) or not targets or not all(isinstance(each, str) for each in targets):
        raise DataError(f"{place} has ground_truth {truth!r:.80}; {EXPECTED}.")
    return tuple(targets)


def parquet_rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(place, row as in ``questions``) of a file, in its order.

    Raises:
        MissingExtraError: pyarrow is not installed.
        DataError: the file cannot be read, or has neither questions nor ``env_kwargs``.
    """
    require_packages("search", f"reading {path.name}", "pyarrow")
    parquet = import_module("pyarrow.parquet")
    try:
        with parquet.ParquetFile(path) as file:
            # Nothing else is decoded: files of the family carry whole prompts beside the questions.
            columns = [name for name in PARQUET_COLUMNS if name in file.schema_arrow.names]
            if not {"question", "env_kwargs", "extra_info"} & set(columns):
                raise DataError(
                    f"{path} has no question, env_kwargs or extra_info; it has {file.schema_arrow.names}."
                )
            number = 0
            for batch in file.iter_batches(batch_size=_ROWS_AT_ONCE, columns=columns):
                for row in batch.to_pylist():
                    yield f"{path}, row {number}", plain_row(row, number)
                    number += 1
    except (OSError, ValueError) as error:  # what pyarrow raises at a damaged file is of these two kinds
        raise DataError(f"{path} cannot be read as parquet: {error}.") from error


def plain_row(row: Mapping[str, Any], number: int) -> dict[str, Any]:
    """A row of any kind as one of ``questions``; what is missing there is for its reader to refuse.

    Search-R1 asks each question with a question mark at its end; processed files were made without.
    """
    # verl-agent and its kin put all of it there; Search-R1 and verl have columns of their own.
    kwargs = row.get("env_kwargs")
    if isinstance(kwargs, Mapping):
        plain = {key: kwargs.get(key) for key in ("question", "ground_truth", "data_source")}
    else:
        question, extra = row.get("question"), row.get("extra_info")
        processed = extra.get("question") if isinstance(extra, Mapping) else None
        plain = {
            "question": asked(question) if isinstance(question, str) else processed,
            "ground_truth": _truth(row),
            "data_source": row.get("data_source"),
        }
    given, source = row.get("id"), plain["data_source"]
    name = str(number if given is None else given)
    return {**plain, "id": name if source is None else f"{source}-{name}"}


def asked(question: str) -> str:
    """The question as Search-R1 asks it.

    >>> asked(" who wrote it ")
    'who wrote it?'
    """
    question = question.strip()
    return question if not question or question.endswith("?") else f"{question}?"


def _truth(row: Mapping[str, Any]) -> Any:
    model = row.get("reward_model")
    truth = model.get("ground_truth") if isinstance(model, Mapping) else None
    # Search-R1's own rows hold the answers twice; the ones its reward reads come first.
    return truth if isinstance(truth, Mapping) else {"target": row.get("golden_answers")}
