"""One shop of makers for all tests here."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill1.config import EnvConfig
from skill1_envs.webshop.generate.makers_folder import make_shop
from skill1_envs.webshop.suite import WebshopSuite

COUNTS = {"train": 96, "eval": 24, "test": 108}


@pytest.fixture(scope="session")
def shop_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("makers") / "shop"
    make_shop(folder, seed=0, **COUNTS)
    return folder


@pytest.fixture(scope="session")
def suite(shop_folder: Path) -> WebshopSuite:
    return WebshopSuite(EnvConfig(name="webshop", data=str(shop_folder), max_steps=8, reward="success"))
