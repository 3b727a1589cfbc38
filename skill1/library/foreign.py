"""Hygiene of what other formats hold besides a skill's two texts: JSON that is kept to be written out again.

Layout stays, so that a well-meant text comes out as it came in; what could act as markup does not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from skill1.schema import neutralise

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
