"""One tiny policy folder and its engine for the tests that generate."""

from __future__ import annotations

import pytest

from skill1.config import ModelConfig
from skill1.policy.hf import HFPolicy
from skill1.policy.load import load_model
from skill1.policy.tokens import Tokens
from tests.rollout.tiny_world import tiny_policy


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tiny_policy(tmp_path_factory.mktemp("rollout") / "tiny")


@pytest.fixture(scope="session")
def make_engine(folder):
    def make(rows: int = 128) -> HFPolicy:
        return HFPolicy(load_model(ModelConfig(path=str(folder), device="cpu")), Tokens.load(folder), rows=rows)

    return make
