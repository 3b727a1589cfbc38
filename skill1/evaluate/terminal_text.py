"""Texts from a model, an environment or a file of somebody else, on a terminal: as they are, but for what steers it."""

from __future__ import annotations

import re
import unicodedata

STEERING = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")  # control, bidirectional, surrogate, private, line breaks
_SUSPECT = re.compile("[^ -~\n\t]")


def plain(text: str) -> str:
    """The text with each character that could steer a terminal replaced; line ends and tabs stay."""
    return _SUSPECT.sub(_replaced, str(text))


def _replaced(found: re.Match[str]) -> str:
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(found[0]) in STEERING else found[0]
