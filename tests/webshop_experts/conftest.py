"""The recorded catalogue, as the shop's own tests have it, as a suite, and with a planner."""

from __future__ import annotations

import pytest

from skill1.config import EnvConfig
from skill1_envs.webshop.oracle import RoutePlanner
from skill1_envs.webshop.simulator.audit import Audit
from skill1_envs.webshop.suite import WebshopSuite
from tests.webshop.conftest import (
    people_goals,
    recorded_catalogue,
    recorded_folder,
    recorded_index,
    recorded_nouns,
    recorded_shop,
)

__all__ = [
    "people_goals",
    "recorded_catalogue",
    "recorded_folder",
    "recorded_index",
    "recorded_nouns",
    "recorded_shop",
]


@pytest.fixture(scope="session")
def recorded_suite(recorded_folder) -> WebshopSuite:
    return WebshopSuite(EnvConfig(name="webshop", data=str(recorded_folder), max_steps=15))


@pytest.fixture(scope="session")
def recorded_planner(recorded_shop, recorded_catalogue, recorded_nouns) -> RoutePlanner:
    return RoutePlanner(recorded_shop, Audit(recorded_catalogue, recorded_nouns), 15)
