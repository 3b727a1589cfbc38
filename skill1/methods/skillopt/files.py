"""What steps leave on disk for people to read: JSON and documents; and files that a later start resumes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from skill1.run.disk import write_atomically, written


def write_json(path: Path, value: Any) -> None:
    """Indented JSON; folders are made. Raises ``StorageError``."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def write_text(path: Path, text: str) -> None:
    """A UTF-8 file; folders are made. Raises ``StorageError``."""
    with written(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.encode("utf-8", "replace").decode(), encoding="utf-8", newline="\n")


def write_json_whole(path: Path, value: Any) -> None:
    """As :func:`write_json`, and a kill leaves the old file or the new one."""
    with written(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")
