"""Hygiene of skill texts: what a model wrote becomes one plain line that cannot act as markup.

Everything a model writes passes :func:`neutralise` before it is stored, embedded or put in a prompt. This module
knows nothing of skills or prompts.
"""

from __future__ import annotations

import re
import unicodedata

# Chat special tokens start with '<' (<|im_end|>, </s>, <start_of_turn>, <<SYS>>), except the bracketed ones.
# A '<' survives only where it can be read as nothing but a comparison: "<=" and "< 30".
_OPENING = re.compile(r"<(?!=|\s\d)")
_CLOSING = re.compile(r"(?<![\s=-])>")  # "->", "=>", "a > b" stay: no tag ends so
_BRACKETED = re.compile(r"\[(/?[A-Z][A-Z_]+|[A-Z][a-z]+ \d+)\]")  # [INST], [SEP]; [Experience 2] is a prompt label
_DROPPED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co"})  # control, bidi and zero width, surrogate, private use
_PLAIN = re.compile(r"[ -~]*")


def neutralise(text: str, max_chars: int) -> str:
    """One line of at most ``max_chars`` characters without control characters, tags or chat special tokens.

    NFC, control and invisible characters dropped, white space collapsed, then cut; ``<`` and ``>`` of anything
    that could be a tag become ``‹`` and ``›``, ``[INST]``-like tokens get round brackets. Idempotent; may return
    ``""``.
    """
    if not _PLAIN.fullmatch(text):
        text = unicodedata.normalize("NFC", "".join(map(_keep_visible, text)))
    line = " ".join(text.split())[:max_chars].rstrip()
    line = _CLOSING.sub("›", _OPENING.sub("‹", line))
    return _BRACKETED.sub(r"(\1)", line)


def comparison_key(text: str) -> str:
    """The form in which two texts count as the same: white space collapsed, case folded."""
    return " ".join(text.casefold().split())


def _keep_visible(character: str) -> str:
    if character.isspace():
        return " "
    return "" if unicodedata.category(character) in _DROPPED_CATEGORIES else character
