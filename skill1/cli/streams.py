"""Standard streams that cannot end a command: a full disk, a closed pipe or no stream at all costs only the text.

What could not be written is remembered, for the exit code. Where a program reads it, it holds the result alone.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TextIO

CLOSED = OSError("it is closed")


class SturdyStream:
    """A text stream whose ``write`` and ``flush`` never raise; ``failure`` is the first error, or None."""

    def __init__(self, stream: TextIO, *, is_missing: bool = False) -> None:
        self._stream, self._is_missing = stream, is_missing
        self.failure: Exception | None = None

    def write(self, text: str) -> int:
        """Write as far as it goes."""
        # Only text that would have been seen counts as lost.
        if self._is_missing and text:
            self.failure = self.failure or CLOSED
        self._tried(self._stream.write, text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Each in turn."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Hand on what is buffered, if anybody takes it."""
        self._tried(self._stream.flush)

    def close(self) -> None:
        """Stays open: code that closes it is not the last to print."""

    def isatty(self) -> bool:
        """Whether people look at it."""
        return not self._is_missing and not self._stream.closed and self._stream.isatty()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _tried(self, deed: Callable[..., object], *given: str) -> None:
        # After a first error nothing more is tried. Where there was no stream, the null device takes all of it.
        if self.failure is not None and not self._is_missing:
            return
        try:
            deed(*given)
        except (OSError, ValueError) as error:  # ValueError: closed by other code of this process
            self.failure = error
            _drop(self._stream)


class Aside:
    """What is printed beside a result that is read by a program: all of it goes to ``rest``, only ``results`` not."""

    def __init__(self, results: Any, rest: Any) -> None:
        self.results, self._rest = results, rest

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rest, name)


@contextlib.contextmanager
def results_alone() -> Iterator[None]:
    """Standard output is for what :func:`result_stream` is given; environments and packages may print, too."""
    output = sys.stdout
    sys.stdout = Aside(output, sys.stderr)
    try:
        yield
    finally:
        sys.stdout = output


def result_stream() -> Any:
    """Standard output, also under :func:`results_alone`."""
    return getattr(sys.stdout, "results", sys.stdout)


def _drop(stream: TextIO) -> None:
    """What is still buffered goes nowhere: Python writes it when the process ends, and would complain again."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
    except (OSError, ValueError):  # no file at all: a test's, or closed
        return


def open_missing() -> None:
    """Give standard streams that are closed a place: else the next file opened gets the number that all print to."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            # Inheritable as standard streams are: a child process would meet the same hole.
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # it gets the lowest free number: this one
        if getattr(sys, name) is None:
            stream = open(os.devnull, "r" if number == 0 else "w", encoding="utf-8")
            setattr(sys, name, stream if number == 0 else SturdyStream(stream, is_missing=True))


def made_sturdy(stream: TextIO | SturdyStream) -> SturdyStream:
    """The stream as one that never raises, and that puts '?' for a letter its encoding lacks."""
    if isinstance(stream, SturdyStream):
        return stream
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return SturdyStream(stream)
