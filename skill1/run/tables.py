"""Tables that lose nothing: where a terminal is narrow, rich would cut words, and half a path or figure is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.table import Column, Table
from rich.text import Text


def folded_table(columns: Iterable[str], **settings: Any) -> Table:
    """A table with these heads, taken as text, never as markup; ``settings`` are rich's. Long words are folded."""
    return Table(*(Column(Text(name), overflow="fold") for name in columns), title_justify="left", **settings)
