"""Live progress on a rich console: a bar with the latest figures and the time left. Silent without a console."""

from __future__ import annotations

import logging
import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

SECONDS_BETWEEN_LINES = 30.0  # at most, where nobody sees a bar
SECONDS_OF_A_TENTH = 3.0  # at least: eight evaluations of some seconds each would fill a log

logger = logging.getLogger(__name__)


class Progress:
    """A context manager around one bar. On a terminal it lives; elsewhere a line is printed for each tenth.

    Where tenths take long, a line is printed every half a minute, with the time that is left; where they take no time,
    only the last.
    """

    def __init__(self, title: str, total: int, console: Console | None, *, start: int = 0) -> None:
        self.title, self.total, self.console, self.done = title, total, console, start
        self._bar: RichProgress | None = None
        self._task = None
        self._begun = self._told = time.monotonic()
        self._first = start

    def __enter__(self) -> Progress:
        if self.console is not None and self.console.is_terminal:
            columns = (
                TextColumn("{task.description}", style="bold", markup=False),
                BarColumn(bar_width=24),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TextColumn("eta"),
                TimeRemainingColumn(),
                TextColumn("{task.fields[figures]}", markup=False),
            )
            self._bar = RichProgress(*columns, console=self.console)
            self._bar.start()
            self._task = self._bar.add_task(self.title, total=self.total, completed=self.done, figures="")
        return self

    def advance(self, **figures: float | str) -> None:
        """One unit done; ``figures`` are shown beside the bar."""
        self.done += 1
        text = "  ".join(f"{name} {_shown(value)}" for name, value in figures.items())
        if self._bar is not None:
            self._bar.update(self._task, completed=self.done, figures=text)
        elif self.console is not None:
            self._tell(text)

    def _tell(self, text: str) -> None:
        now = time.monotonic()
        waited = now - self._told
        is_slow = waited >= SECONDS_BETWEEN_LINES
        is_tenth = self.done % max(1, self.total // 10) == 0 and waited >= SECONDS_OF_A_TENTH
        # The last unit is always told, even where tenths do not end there.
        if not (is_slow or is_tenth or self.done == self.total):
            return
        # The pace is that of this process: what was done before a resume took none of its time.
        left = (now - self._begun) / (self.done - self._first) * (self.total - self.done)
        eta = f"  eta {left / 60:.0f} min" if is_slow and left >= 60 else ""
        self.console.print(f"{self.title} {self.done}/{self.total}  {text}{eta}", highlight=False, markup=False)
        self._told = now

    def __exit__(self, *_error) -> None:
        if self._bar is not None:
            self._bar.stop()


def _shown(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:.3g}"


def tell(console: Console | None, note: str) -> None:
    """Show a note in yellow; without a console it goes to the log. An empty one is no note."""
    if not note:
        return
    if console is None:
        logger.warning(note)
    else:
        console.print(note, style="yellow", markup=False)
