"""The family's question files as they are: Search-R1's own parquet, and what verl-agent and SkillRL make of it.

Search-R1's has ``question``, ``golden_answers``, ``data_source`` and ``reward_model``; a processed file has all that an
episode needs in ``env_kwargs``. Ids repeat between data sets, so the data set is put before them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from skill1.errors import DataError, MissingExtraError

SUFFIX = ".parquet"
COLUMNS = ("id", "question", "golden_answers", "data_source", "reward_model", "env_kwargs")
_ROWS = 2_000  # read at once


def parquet_rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(place, row as in ``questions``) of a file, in its order.

    Raises:
        MissingExtraError: pyarrow is not installed.
        DataError: the file cannot be read, or has neither questions nor ``env_kwargs``.
    """
    try:
        parquet = import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("pyarrow", "search", f"reading {path.name}") from error
    try:
        with parquet.ParquetFile(path) as file:
            columns = [name for name in COLUMNS if name in file.schema_arrow.names]
            if not {"question", "env_kwargs"} & set(columns):
                raise DataError(f"{path} has neither question nor env_kwargs; it has {file.schema_arrow.names}.")
            number = 0
            for batch in file.iter_batches(batch_size=_ROWS, columns=columns):
                for row in batch.to_pylist():
                    yield f"{path}, row {number}", plain_row(row, number)
                    number += 1
    except (OSError, ValueError) as error:  # pyarrow's own errors are of these two kinds
        raise DataError(f"{path} cannot be read as parquet: {error}.") from error


def plain_row(row: Mapping[str, Any], number: int) -> dict[str, Any]:
    """A row of either kind as one of ``questions``; what is missing there is for its reader to refuse.

    Search-R1 asks each question with a question mark at its end; processed files were made without.
    """
    kwargs = row.get("env_kwargs")
    if isinstance(kwargs, Mapping):
        plain = {key: kwargs.get(key) for key in ("question", "ground_truth", "data_source")}
    else:
        question = row.get("question")
        plain = {
            "question": asked(question) if isinstance(question, str) else question,
            "ground_truth": _truth(row),
            "data_source": row.get("data_source"),
        }
    given = row.get("id")
    return {**plain, "id": f"{plain['data_source']}-{number if given is None else given}"}


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
    return truth if isinstance(truth, Mapping) else {"target": row.get("golden_answers")}
