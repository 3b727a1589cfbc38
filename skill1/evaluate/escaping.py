"""Texts of a model, an environment or a foreign file, where they could do harm: in a terminal, Markdown, LaTeX."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

STEERING = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")  # control, bidirectional, surrogate, private, line breaks
_SUSPECT = re.compile("[^ -~\n\t]")
# What could make a link, an image, code or emphasis, or end a cell; an underscore inside a word can do nothing.
MARKDOWN_SPECIAL = re.compile(r"[\\`*\[\]|]|(?<!\w)_|_(?!\w)")
# Tabs and line ends are not among them: `one_line` makes spaces of those.
UNWRITABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
LATEX_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        # In LaTeX's default font encoding these two print as other signs.
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "–": "--",
        "−": "$-$",
        "±": r"$\pm$",
        "τ": r"$\tau$",
    }
)


def plain(text: str) -> str:
    """For a terminal: each character that could steer it is replaced; line ends and tabs stay."""
    return _SUSPECT.sub(_replaced, str(text))


def _replaced(found: re.Match[str]) -> str:
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(found[0]) in STEERING else found[0]


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines of a Markdown table."""
    yield f"| {' | '.join(map(markdown_cell, columns))} |"
    yield f"|{'---|' * len(columns)}"
    yield from (f"| {' | '.join(map(markdown_cell, row))} |" for row in rows)


def markdown_cell(text: str) -> str:
    """Names come from environments and servers: no cell may break the table, open a tag, or hide where a link leads.

    An address that stands in a cell as it is stays one, which some readers make a link of.
    """
    return MARKDOWN_SPECIAL.sub(r"\\\g<0>", one_line(text)).replace("<", "&lt;")


def one_line(text: str) -> str:
    """A text without line ends and control characters, and without half surrogate pairs, which cannot be written."""
    return " ".join(UNWRITABLE.sub(" ", str(text)).split())


def latex(text: str) -> str:
    """The text as LaTeX prints it, on one line."""
    return one_line(text).translate(LATEX_SPECIAL)
