"""Tiny policies for the trainer: a random one, and one warmed up enough to succeed now and then and to write skills."""

from __future__ import annotations

import pytest
import torch

from skill1.train.demos import write_demos
from skill1.train.sft import run_sft
from tests.rollout.tiny_world import household, tiny_policy


@pytest.fixture(scope="session", autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tiny_policy(tmp_path_factory.mktemp("train") / "tiny")


@pytest.fixture(scope="session")
def demos(tmp_path_factory, folder):
    path = tmp_path_factory.mktemp("demos") / "demos.jsonl.gz"
    write_demos(household(folder), episodes=1200, kind="oracle", seed=0, output=path)
    return path


@pytest.fixture(scope="session")
def warm(tmp_path_factory, folder, demos):
    path = tmp_path_factory.mktemp("warm") / "model"
    run_sft(household(folder, "--sft.epochs=6", "--sft.learning_rate=1e-2", "--sft.batch_size=12"), demos, path)
    return path
