"""The progress line shows names and figures as they are."""

import io

import pytest
from rich.console import Console

from skill1.run.progress import Progress


@pytest.mark.parametrize("is_terminal", [False, True])
def test_titles_and_figures_are_not_markup(is_terminal):
    stream = io.StringIO()
    console = Console(file=stream, width=160, force_terminal=is_terminal, color_system=None)
    with Progress("run[red]x[/nonsense]", 1, console) as progress:
        progress.advance(note="[/b]y")
    assert "run[red]x[/nonsense]" in stream.getvalue() and "[/b]y" in stream.getvalue()
