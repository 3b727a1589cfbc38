"""One tiny policy folder for all tests of the engine."""

from __future__ import annotations

import shutil

import pytest
import torch

from skill1.config import ModelConfig
from skill1.policy.hf import HFPolicy
from skill1.policy.load import load_model
from skill1.policy.tokens import Tokens
from tests.rollout.tiny_world import tiny_policy


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tiny_policy(tmp_path_factory.mktemp("policy") / "tiny")


SHARED_HEADS = {"num_attention_heads": 6, "num_key_value_heads": 2}  # three query heads share the keys of one
SMALL_MODEL = {"hidden_size": 48, "intermediate_size": 64, "num_hidden_layers": 2, "initializer_range": 0.1}


@pytest.fixture(scope="session")
def grouped_folder(folder, tmp_path_factory):
    """The tiny policy's tokenizer with query heads that share keys."""
    from transformers import Qwen2Config, Qwen2ForCausalLM

    grouped = shutil.copytree(folder, tmp_path_factory.mktemp("policy") / "grouped")
    save_random(Qwen2Config, Qwen2ForCausalLM, grouped, len(Tokens.load(folder)))
    return grouped


@pytest.fixture(scope="session")
def llama_folder(tmp_path_factory):
    """The architecture of SmolLM2; weights only."""
    from transformers import LlamaConfig, LlamaForCausalLM

    llama = tmp_path_factory.mktemp("policy") / "llama"
    save_random(LlamaConfig, LlamaForCausalLM, llama, 64)
    return llama


def save_random(config_class, model_class, path, words):
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model_class(config_class(vocab_size=words, **SHARED_HEADS, **SMALL_MODEL)).save_pretrained(path)


@pytest.fixture(scope="session")
def make_engine():
    def make(path, *, rows: int = 128, dtype: str = "float32") -> HFPolicy:
        config = ModelConfig(path=str(path), device="cpu", dtype=dtype)
        return HFPolicy(load_model(config), Tokens.load(path), rows=rows)

    return make


@pytest.fixture(scope="session")
def engine(folder, make_engine):
    return make_engine(folder)
