"""A generated catalogue, the one that ships, and a shop of makers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from skill1.config import EnvConfig
from skill1_envs.webshop.generate import make_catalogue
from skill1_envs.webshop.generate.makers_folder import make_shop
from skill1_envs.webshop.simulator.catalogue import Catalogue, load_catalogue
from skill1_envs.webshop.simulator.goals import Goal, human_goals, synthetic_goals
from skill1_envs.webshop.simulator.reward import Tagger, open_tagger
from skill1_envs.webshop.suite import WebshopSuite
from tests.webshop.items import unwinnable_goals

READY = Path(__file__).parents[2] / "data" / "webshop"
NUMBERS = {"products": 1_000, "seed": 5}
MAKERS_TASKS = {"train": 96, "eval": 24, "test": 108}


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


@pytest.fixture(scope="session")
def lost_goals(ready: Catalogue, ready_goals: dict[str, tuple[Goal, ...]], tagger: Tagger) -> list[Goal]:
    """Synthetic goals of the catalogue that ships which no purchase satisfies."""
    return unwinnable_goals(ready, ready_goals["synthetic"], tagger)


@pytest.fixture(scope="session")
def shop_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shop of makers."""
    folder = tmp_path_factory.mktemp("makers") / "shop"
    make_shop(folder, seed=0, **MAKERS_TASKS)
    return folder


@pytest.fixture(scope="session")
def suite(shop_folder: Path) -> WebshopSuite:
    return WebshopSuite(EnvConfig(name="webshop", data=str(shop_folder), max_steps=8, reward="success"))
