"""What was edited by hand in a file of keys and values since its values were recorded. Knows no run and no manifest."""

from __future__ import annotations

from pathlib import Path

from skill1.config.files import read_flat
from skill1.config.values import LONGEST_SHOWN, shown
from skill1.schema import storable


def stored_values(file: Path) -> dict[str, str]:
    """Dotted key → value as text, so that JSON takes whatever stands in the file, and compares it."""
    # Of the file itself: a default that another version of skill1 changes is no edit.
    values = read_flat(file).items()
    return {
        storable(key): ascii(value) if isinstance(value, str | list) else shown(value) for key, value in values
    }


def edits(recorded: object, file: Path) -> list[str]:
    """One line per key, ``train.steps: 150 → 3``; none where :func:`stored_values` were never recorded."""
    if not isinstance(recorded, dict) or not recorded:
        return []
    now = stored_values(file)
    pairs = {key: (recorded.get(key, "not set"), now.get(key, "not set")) for key in recorded | now}
    return [
        f"{key}: {str(old):.{LONGEST_SHOWN}} → {new:.{LONGEST_SHOWN}}"
        for key, (old, new) in pairs.items()
        if old != new
    ]
