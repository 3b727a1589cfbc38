"""The live bar and the tables of a narrow terminal: whatever matters can be read there."""

import io
import re

import pytest
from rich.console import Console

from skill1.run.progress import Progress, folded_table

FIGURES = {"success": 0.8125, "validated": 0.75, "utility": 0.623, "library": "268", "tok/s": 845.0}


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_the_count_and_the_time_left_are_shown_whatever_the_title_and_the_figures(width):
    console = Console(file=io.StringIO(), width=width, force_terminal=True)
    with Progress("household-skill1-household-cold-start-s0-20261128-052802", 110, console) as progress:
        for _ in range(37):
            progress.advance(**FIGURES)
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", console.file.getvalue())
    assert re.search(r"37/110 +0:00:\d\d +eta +[0-9:-]{7} ", shown), shown
    assert ("tok/s 8" in shown) == (width >= 120) and ("success 0.812" in shown) == (width > 60)


def test_a_narrow_terminal_folds_long_words_and_cuts_none():
    table = folded_table(("identifier", "interval", "[bold]"))
    table.add_row("sk_4a1ab09f22", ".00–.30", "short")
    console = Console(file=io.StringIO(), width=24)
    console.print(table)
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= 24
    assert columns(lines, "│") == ["sk_4a1ab09f22", ".00–.30", "short"]
    assert columns(lines, "┃") == ["identifier", "interval", "[bold]"]


def columns(lines, border):
    """What stands in each column of the lines with such a border, put together."""
    rows = [line.split(border)[1:-1] for line in lines if border in line]
    return ["".join(part.strip() for part in column) for column in zip(*rows, strict=True)]
