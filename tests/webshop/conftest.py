"""The recorded catalogue and what was recorded on it."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from skill1_envs.webshop.env import Shop
from skill1_envs.webshop.search import SearchIndex
from skill1_envs.webshop.simulator.catalogue import Catalogue, load_catalogue
from skill1_envs.webshop.simulator.goals import Goal, human_goals, synthetic_goals
from skill1_envs.webshop.simulator.reward import Nouns
from skill1_envs.webshop.suite import PRICE_SEED

GOLDEN = Path(__file__).parents[1] / "golden" / "webshop"


def recorded(name: str) -> Any:
    """A golden file: the content of JSON, the list of lines of JSONL."""
    text = lzma.decompress((GOLDEN / f"{name}.xz").read_bytes()).decode()
    return list(map(json.loads, text.splitlines())) if name.endswith("jsonl") else json.loads(text)


@pytest.fixture(scope="session")
def recorded_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recorded catalogue as WebShop's files."""
    folder = tmp_path_factory.mktemp("webshop")
    for path in GOLDEN.glob("items_*.json.xz"):
        (folder / path.stem).write_bytes(lzma.decompress(path.read_bytes()))
    return folder


@pytest.fixture(scope="session")
def recorded_catalogue(recorded_folder: Path) -> Catalogue:
    return load_catalogue(recorded_folder, price_seed=PRICE_SEED)


@pytest.fixture(scope="session")
def people_goals(recorded_catalogue: Catalogue, recorded_folder: Path) -> tuple[Goal, ...]:
    return human_goals(recorded_catalogue, recorded_folder)


@pytest.fixture(scope="session")
def product_goals(recorded_catalogue: Catalogue) -> tuple[Goal, ...]:
    return synthetic_goals(recorded_catalogue)


@pytest.fixture(scope="session")
def recorded_nouns() -> Nouns:
    return recorded("title_nouns.json").__getitem__


@pytest.fixture(scope="session")
def recorded_index(recorded_catalogue: Catalogue) -> SearchIndex:
    return SearchIndex.build(recorded_catalogue.index_texts(), list(recorded_catalogue.by_asin))


@pytest.fixture(scope="session")
def recorded_shop(recorded_catalogue: Catalogue, recorded_index: SearchIndex, recorded_nouns: Nouns) -> Shop:
    return Shop(recorded_catalogue, recorded_index, recorded_nouns)
