"""Folders as an attacker would hand them out. Each holds code that leaves a mark when anything runs it."""

from __future__ import annotations

import json
import pickle
import sqlite3
from contextlib import closing
from pathlib import Path

from skill1.config import LibraryConfig
from skill1.library import Library

MARK = "HARMED"  # the file that hostile code writes, beside itself


def hostile_code(folder: Path) -> str:
    """Source of a module that marks ``folder`` as soon as it is imported."""
    return f"open({str(folder / MARK)!r}, 'a').write('x')\n"


def write_json(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")


class Bomb:
    """Unpickled, it marks a folder."""

    def __init__(self, folder: Path) -> None:
        self._mark = str(folder / MARK)

    def __reduce__(self):
        return open, (self._mark, "w")


def write_pickle(path: Path, folder: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(Bomb(folder)))


def evil_encoder(folder: Path, module_type: str = "evilmod.Evil") -> Path:
    """A folder that looks like a sentence-transformers model, whose one module is code of its own."""
    write_json(folder / "modules.json", [{"idx": 0, "name": "0", "path": "", "type": module_type}])
    methods = "    @staticmethod\n    def load(*args, **kwargs):\n        return Evil()\n"
    (folder / "evilmod.py").write_text(
        f"{hostile_code(folder)}import torch\nclass Evil(torch.nn.Module):\n{methods}", encoding="utf-8"
    )
    return folder


def library_of(file: Path, encoder: str, skills: int = 2) -> Path:
    """A library made with `hashing` whose meta was then changed to name another encoder."""
    records = [{"description": f"when {i} is wanted", "strategy": f"take {i}"} for i in range(skills)]
    from skill1.library.formats import import_into

    file.parent.mkdir(parents=True, exist_ok=True)
    source = file.with_suffix(".jsonl")
    source.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    with Library.open(file, config=LibraryConfig(encoder="hashing"), create=True) as library:
        import_into(library, source, "jsonl")
    source.unlink()
    with closing(sqlite3.connect(file)) as connection, connection:
        for key, value in (("encoder", encoder), ("encoder_identity", "another")):
            connection.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))
    return file
