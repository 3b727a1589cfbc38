"""The live bar of a narrow terminal."""

import io

import pytest
from rich.console import Console

from skill1.run.progress import Progress


@pytest.mark.parametrize(("width", "figures"), [(80, "success 0.8"), (200, "success 0.812  library 268")])
def test_the_count_and_the_time_left_are_shown_whatever_the_title(width, figures):
    console = Console(file=io.StringIO(), width=width, force_terminal=True)
    with Progress("household-skill1-household-cold-start-s0-20261128-052802", 110, console) as progress:
        for _ in range(37):
            progress.advance(success=0.8125, library="268")
    shown = console.file.getvalue()
    assert "37/110" in shown and "eta" in shown and figures in shown
