"""A tiny random policy of the household, and a run of it."""

from __future__ import annotations

import shutil

import pytest

from skill1.run.directory import prepare_run_dir
from tests.rollout.tiny_world import household, stocked_library, tiny_policy


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tiny_policy(tmp_path_factory.mktemp("evaluate") / "tiny")


@pytest.fixture
def run(tmp_path, folder):
    """A run of the household with one whole checkpoint and a library."""
    path = tmp_path / "my-run"
    short = ("--eval.split=seen", "--eval.limit=3", "--env.max_steps=3")
    prepare_run_dir(path, household(folder, *short))
    checkpoint = path / "checkpoints" / "step_000040"
    shutil.copytree(folder, checkpoint)
    with stocked_library(household(folder), 20) as library:
        library.backup(checkpoint / "library.sqlite")
    (checkpoint / "MANIFEST.json").write_text("{}")
    return path
