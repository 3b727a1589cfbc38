"""A generated catalogue, and the one that ships."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from skill1_envs.webshop.generate import make_catalogue
from skill1_envs.webshop.simulator.catalogue import Catalogue, load_catalogue
from skill1_envs.webshop.simulator.goals import Goal, human_goals, synthetic_goals
from skill1_envs.webshop.simulator.reward import Tagger, open_tagger

READY = Path(__file__).parents[2] / "data" / "webshop"
NUMBERS = {"products": 1_000, "seed": 5}


@pytest.fixture(scope="session")
def made_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "catalogue"
    make_catalogue(out, **NUMBERS)
    return out


@pytest.fixture(scope="session")
def rows(made_folder: Path) -> list[dict[str, Any]]:
    """Everything in ``items_shuffle.json``."""
    return json.loads((made_folder / "items_shuffle.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def made(made_folder: Path) -> Catalogue:
    return load_catalogue(made_folder, price_seed=1337)


@pytest.fixture(scope="session")
def ready() -> Catalogue:
    return load_catalogue(READY, price_seed=1337)


@pytest.fixture(scope="session")
def ready_goals(ready: Catalogue) -> dict[str, tuple[Goal, ...]]:
    return {"human": human_goals(ready, READY), "synthetic": synthetic_goals(ready)}


@pytest.fixture(scope="session")
def tagger() -> Tagger:
    return open_tagger()
