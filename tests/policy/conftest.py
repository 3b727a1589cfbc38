"""One tiny policy folder for all tests of the engine."""

from __future__ import annotations

import pytest
import torch

from skill1.config import ModelConfig
from skill1.policy.hf import HFPolicy
from skill1.policy.load import load_model
from skill1.policy.tokens import Tokens
from tests.rollout.tiny_world import tiny_policy


@pytest.fixture(scope="session", autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tiny_policy(tmp_path_factory.mktemp("policy") / "tiny")


@pytest.fixture(scope="session")
def make_engine():
    def make(path, *, rows: int = 128, dtype: str = "float32") -> HFPolicy:
        config = ModelConfig(path=str(path), device="cpu", dtype=dtype)
        return HFPolicy(load_model(config), Tokens.load(path), rows=rows)

    return make


@pytest.fixture(scope="session")
def engine(folder, make_engine):
    return make_engine(folder)
