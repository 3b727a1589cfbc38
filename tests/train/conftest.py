"""Tiny policies for the trainer: a random one, and one warmed up enough to succeed now and then and to write skills."""

from __future__ import annotations

import pytest

from skill1.train.demos import write_demos
from skill1.train.sft import run_sft
from tests.made_once import made_once
from tests.rollout.tiny_world import household, stocked_library, tiny_policy


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tiny_policy(tmp_path_factory.mktemp("train") / "tiny")


@pytest.fixture(scope="session")
def demos(tmp_path_factory, folder):
    def make(made):
        write_demos(household(folder), episodes=1200, kind="oracle", seed=0, output=made / "demos.jsonl.gz")

    return made_once(tmp_path_factory, "train-demos", make) / "demos.jsonl.gz"


@pytest.fixture(scope="session")
def warm(tmp_path_factory, folder, demos):
    settings = ("--sft.epochs=3", "--sft.learning_rate=1e-2", "--sft.batch_size=12")
    made = made_once(
        tmp_path_factory, "train-warm", lambda made: run_sft(household(folder, *settings), demos, made / "model")
    )
    return made / "model"


@pytest.fixture(scope="session")
def library_file(warm, tmp_path_factory):
    """A library with a true skill for each of sixty tasks; only read."""
    with stocked_library(household(warm), 60) as library:
        return library.backup(tmp_path_factory.mktemp("library") / "library.sqlite")
