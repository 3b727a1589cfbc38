"""The lines of an episode file, within bounds: one from elsewhere may be small and unpack to more than can be read."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

# Of one file, a training step: a thousand episodes of fifty turns with prompts of ten thousand tokens fit.
LONGEST_FILE = 2**33  # characters
MOST_LINES = 100_000  # empty ones cost time, too
LONGEST_LINE = 64 * 2**20  # characters


def episode_lines(file: Path, *, errors: str = "strict") -> Iterator[str]:
    """Each line; ``errors``: what is done about bytes that are no UTF-8.

    Raises:
        ValueError: a bound is reached. OSError, EOFError, zlib.error: as gzip does.
    """
    room, number = LONGEST_FILE, 0
    with gzip.open(file, "rt", encoding="utf-8", errors=errors) as lines:
        # One more than allowed: else a line that is too long would come in pieces, each within the bound.
        while line := lines.readline(LONGEST_LINE + 1):
            room, number = room - len(line), number + 1
            if room < 0 or number > MOST_LINES or len(line) > LONGEST_LINE:
                raise ValueError(
                    f"it unpacks to more than {LONGEST_FILE:,} characters, {MOST_LINES:,} lines, or "
                    f"{LONGEST_LINE:,} characters in a line; expected the episodes of one step"
                )
            yield line
