"""The progress line shows names and figures as they are."""

import io

import pytest
from rich.console import Console

from skill1.run import progress as module
from skill1.run.progress import Progress


@pytest.mark.parametrize("is_terminal", [False, True])
def test_titles_and_figures_are_not_markup(is_terminal):
    stream = io.StringIO()
    console = Console(file=stream, width=160, force_terminal=is_terminal, color_system=None)
    with Progress("run[red]x[/nonsense]", 1, console) as progress:
        progress.advance(note="[/b]y")
    assert "run[red]x[/nonsense]" in stream.getvalue() and "[/b]y" in stream.getvalue()


def test_slow_work_tells_every_half_a_minute_how_long_it_takes(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: clock[0])
    stream = io.StringIO()
    with Progress("cold start", 200, Console(file=stream, width=160)) as progress:
        for _ in range(8):
            clock[0] += 12.0
            progress.advance(loss=1.0)
    assert stream.getvalue().splitlines() == [
        "cold start 3/200  loss 1  eta 39 min",
        "cold start 6/200  loss 1  eta 39 min",
    ]


def test_quick_work_tells_of_its_end_alone(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: clock[0])
    stream = io.StringIO()
    with Progress("eval", 20, Console(file=stream, width=160)) as progress:
        for _ in range(20):
            clock[0] += 0.2
            progress.advance(success=0.5)
    # The tenth after three seconds, and the last.
    assert stream.getvalue().splitlines() == ["eval 16/20  success 0.5", "eval 20/20  success 0.5"]
