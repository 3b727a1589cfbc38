"""The live bar of a narrow terminal."""

import io
import re

import pytest
from rich.console import Console

from skill1.run.progress import Progress

FIGURES = {"success": 0.8125, "validated": 0.75, "utility": 0.623, "library": "268", "tok/s": 845.0}


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_the_count_and_the_time_left_are_shown_whatever_the_title_and_the_figures(width):
    console = Console(file=io.StringIO(), width=width, force_terminal=True)
    with Progress("household-skill1-household-cold-start-s0-20261128-052802", 110, console) as progress:
        for _ in range(37):
            progress.advance(**FIGURES)
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", console.file.getvalue())
    assert re.search(r"37/110 +0:00:\d\d +eta +[0-9:-]{7} ", shown), shown
    assert ("tok/s 845" in shown) == (width >= 120) and ("success 0.812" in shown) == (width > 60)
