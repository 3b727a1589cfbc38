"""A markdown file with YAML front matter between two lines of dashes, as a mapping and a text."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

import yaml

from skill1.config.yaml_text import load_yaml
from skill1.errors import DataError

MAX_FRONT_CHARS = 200_000
MARK = "---"


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
    front = _loaded(head, place)
    body = lines[end + 1 :]
    return front, "\n".join(body[1:] if body and not body[0].strip() else body)


def as_text(front: Mapping[str, Any], body: str) -> str:
    """The file that :func:`parse` reads as ``front`` and ``body``."""
    head = yaml.safe_dump(dict(front), sort_keys=False, allow_unicode=True, width=1 << 20)
    return f"{MARK}\n{head}{MARK}\n\n{body}"


def _loaded(source: str, place: str) -> dict[str, Any]:
    try:
        front = load_yaml(source)
    except yaml.YAMLError as error:
        raise DataError(f"{place}: the front matter cannot be read as YAML: {error}.") from error
    if not isinstance(front, dict):
        raise DataError(f"{place}: the front matter must be a mapping with 'name' and 'description'.")
    return {str(key): _as_json(value) for key, value in front.items()}


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
