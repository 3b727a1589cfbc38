"""The rows of a growing ``metrics.jsonl``: each line is read once, also while a run appends to the file."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

Row = dict[str, float | None]


class MetricsTail:
    """Whole rows of a metrics file so far; a file that was rewritten (a resume takes rows back) is read again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[Row] = []
        self.keys: dict[str, None] = {}  # of all figures there were, in order of appearance
        self.broken = 0  # lines that are no rows
        self._inode, self._offset = 0, 0

    def read(self) -> None:
        """Take in what was written since the last call. A half-written last line waits for the next one."""
        try:
            with open(self.path, "rb") as file:
                self._begin_again_if_replaced(file)
                file.seek(self._offset)
                text = file.read()
        except OSError:  # not there yet, or moved away at this moment
            self._begin_again(inode=0)
            return
        whole = text[: text.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.splitlines():
            self._take(line)

    def _begin_again_if_replaced(self, file) -> None:
        inode, size = _inode_and_size(file)
        if inode != self._inode or size < self._offset:
            self._begin_again(inode)

    def _begin_again(self, inode: int) -> None:
        self.rows, self.keys, self.broken, self._inode, self._offset = [], {}, 0, inode, 0

    def _take(self, line: bytes) -> None:
        row = _row(line)
        if row is None:
            self.broken += 1
        else:
            self.rows.append(row)
            self.keys.update(dict.fromkeys(key for key, value in row.items() if value is not None))


def _inode_and_size(file) -> tuple[int, int]:
    found = os.fstat(file.fileno())
    return found.st_ino, found.st_size


def _row(line: bytes) -> Row | None:
    """The numbers of one line; None if it is no row."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(row, dict) or not isinstance(row.get("step"), int) or number(row["step"]) is None:
        return None
    return {key: number(value) for key, value in row.items()}


def number(value: object) -> float | None:
    """A finite number as it is; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return value if math.isfinite(value) else None
    except OverflowError:  # a whole number past the largest float
        return None
