"""Live progress on a rich console: a bar with the latest figures and the time left. Silent without a console.

A unit of work, such as a training step, may take minutes. What is done inside it says where it is with :func:`still`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from contextvars import ContextVar, Token
from datetime import timedelta
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as RichProgress
from rich.table import Column, Table
from rich.text import Text

SECONDS_BETWEEN_LINES = 30.0  # at most, where nobody sees a bar
SECONDS_OF_A_TENTH = 3.0  # at least: eight evaluations of some seconds each would fill a log
WIDE = 150  # columns of a terminal that has room for all of a line
LOOK_S = 1.0  # how often waiting work looks whether a line is due

logger = logging.getLogger(__name__)


class Progress:
    """A context manager around one bar. On a terminal it lives; elsewhere a line is printed for each tenth.

    Where tenths take long, a line is printed every half a minute, with the time that is left; where they take no time,
    only the last. Inside a unit that takes long, a line every half a minute says what :func:`still` was told.
    """

    def __init__(self, title: str, total: int, console: Console | None, *, start: int = 0) -> None:
        self.title, self.total, self.console, self.done = title, total, console, start
        self._bar: RichProgress | None = None
        self._task = None
        self._begun = self._ended = self._told = self._printed = time.monotonic()  # ended, told: of units
        self._first = start
        self._within: Token[Progress | None] | None = None

    def __enter__(self) -> Progress:
        if self.console is not None and self.console.is_terminal:
            self._bar = RichProgress(*_columns(self.console.width), console=self.console, expand=True)
            self._bar.start()
            self._task = self._bar.add_task(self.title, total=self.total, completed=self.done, figures="")
        elif self.console is not None:
            self._within = _innermost.set(self)
        return self

    def advance(self, **figures: float | str) -> None:
        """One unit done; ``figures`` are shown beside the bar."""
        text = "  ".join(f"{name} {_shown(value)}" for name, value in figures.items())
        self.count(text)
        if self._within is not None:
            self._tell(text)

    def count(self, figures: str = "") -> None:
        """One unit done, of many that take no time: it has no line of its own."""
        self.done += 1
        if self._bar is not None:
            self._bar.update(self._task, completed=self.done, figures=figures)

    def _tell(self, text: str) -> None:
        now = self._ended = time.monotonic()
        waited = now - self._told
        is_slow = waited >= SECONDS_BETWEEN_LINES
        is_tenth = self.done % max(1, self.total // 10) == 0 and waited >= SECONDS_OF_A_TENTH
        # The last unit is always told, even where tenths do not end there.
        if not (is_slow or is_tenth or self.done == self.total):
            return
        # The pace is that of this process: what was done before a resume took none of its time.
        left = (now - self._begun) / (self.done - self._first) * (self.total - self.done)
        eta = f"  eta {left / 60:.0f} min" if is_slow and left >= 60 else ""
        self._print(f"{text}{eta}", now)
        self._told = now

    def _say(self, doing: str) -> None:
        now = time.monotonic()
        # Where one unit after the other ends, the next will have its line.
        if now - self._printed >= SECONDS_BETWEEN_LINES and now - self._ended >= SECONDS_OF_A_TENTH:
            self._print(f"{doing}  elapsed {timedelta(seconds=int(now - self._begun))}", now)

    def _print(self, text: str, now: float) -> None:
        self.console.print(f"{self.title} {self.done}/{self.total}  {text}", highlight=False, markup=False)
        self._printed = now

    def __exit__(self, *_error) -> None:
        if self._bar is not None:
            self._bar.stop()
        if self._within is not None:
            _innermost.reset(self._within)


_innermost: ContextVar[Progress | None] = ContextVar("_innermost", default=None)  # of those that print lines


def still(doing: str) -> None:
    """Said often by work inside a unit: what it is at. A line shows it where nothing was printed for half a minute."""
    if (progress := _innermost.get()) is not None:
        progress._say(doing)


@asynccontextmanager
async def telling(doing: Callable[[], str]) -> AsyncIterator[None]:
    """Says :func:`still` again and again while the block waits for others."""
    if _innermost.get() is None:
        yield
        return

    async def look() -> None:
        while True:
            still(doing())
            await asyncio.sleep(LOOK_S)

    looking = asyncio.ensure_future(look())
    try:
        yield
    finally:
        looking.cancel()


def _columns(width: int) -> tuple[ProgressColumn, ...]:
    """Where a terminal is narrow, a long title and the figures give way, never the count and the time left."""

    def cut(**at: int) -> Column:
        return Column(no_wrap=True, overflow="ellipsis", **at)

    title = 40 if width >= WIDE else 16
    return (
        TextColumn("{task.description}", style="bold", markup=False, table_column=cut(max_width=title)),
        BarColumn(bar_width=24 if width >= WIDE else 6),
        MofNCompleteColumn(table_column=Column(no_wrap=True, min_width=7)),
        TimeElapsedColumn(table_column=Column(no_wrap=True, min_width=7)),
        TextColumn("eta", table_column=Column(no_wrap=True, min_width=3)),
        TimeRemainingColumn(table_column=Column(no_wrap=True, min_width=7)),
        TextColumn("{task.fields[figures]}", markup=False, table_column=cut(ratio=1)),
    )


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


def folded_table(columns: Iterable[str], **settings: Any) -> Table:
    """A table with these heads, taken as text, never as markup; ``settings`` are rich's.

    Long words are folded, not cut: half a path or figure is none.
    """
    return Table(*(Column(Text(name), overflow="fold") for name in columns), title_justify="left", **settings)
