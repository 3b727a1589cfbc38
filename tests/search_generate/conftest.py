"""A small encyclopedia with questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from skill1_envs.search.generate import make_corpus

COUNTS = {"train": 96, "eval": 24, "test": 108}


@pytest.fixture(scope="session")
def corpus_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("realms") / "corpus"
    make_corpus(folder, seed=0, **COUNTS)
    return folder


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
