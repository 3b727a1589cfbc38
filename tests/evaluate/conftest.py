"""Tiny random policies: of the household, and of ALFWorld-format games with a library they did not write."""

from __future__ import annotations

import json
import lzma
import shutil
from pathlib import Path

import pytest
import torch

from skill1.agent.profile import load_profile
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.library import Library
from skill1.library.formats import import_into
from skill1.run.directory import prepare_run_dir
from skill1.train.start import start_weights
from tests.rollout.tiny_world import household, stocked_library, tiny_policy

RECORDED = Path(__file__).parents[1] / "golden" / "alfworld" / "games.json.xz"


@pytest.fixture(scope="session", autouse=True)
def one_thread():
    torch.set_num_threads(1)


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


@pytest.fixture(scope="session")
def games(tmp_path_factory):
    """`alfworld/tiny`, four turns an episode, on five recorded games."""
    packed = json.loads(lzma.decompress(RECORDED.read_bytes()))
    data = tmp_path_factory.mktemp("games")
    for path, game in list(packed["games"].items())[::8]:
        grammar = packed["grammar"].replace("%s", game["task"])
        texts = {
            "pddl_domain": packed["domain"],
            "grammar": grammar,
            "pddl_problem": game["problem"],
            "solvable": True,
        }
        folder = data / "json_2.1.1" / "train" / "/".join(path.split("/")[-2:])
        folder.mkdir(parents=True)
        (folder / "game.tw-pddl").write_text(json.dumps(texts), encoding="utf-8")
        (folder / "traj_data.json").write_text(json.dumps({"task_type": game["task_type"]}), encoding="utf-8")

    def configured(*overrides):
        short = (f"--env.data={data}", "--eval.split=train", "--env.max_steps=4", "--train.threads=1")
        return load_config("alfworld/tiny", [*short, *overrides])

    return configured


@pytest.fixture(scope="session")
def player(games, tmp_path_factory):
    """A random policy that knows the words of the games."""
    suite, profile = make_suite(games().env), load_profile("compact")
    return start_weights(games(), tmp_path_factory.mktemp("player"), suite, profile)


@pytest.fixture(scope="session")
def skills_file(games, tmp_path_factory):
    """A library with one skill for each of a few words of the games."""
    path = tmp_path_factory.mktemp("skills")
    words = ("put", "clean", "heat", "cool", "look", "some", "with", "egg", "mug", "desk", "in", "the")
    lines = [json.dumps({"description": f"{w} it", "strategy": f"go to {w} then {w} it"}) for w in words]
    (path / "skills.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with Library.open(path / "library.sqlite", games().library, create=True) as library:
        import_into(library, path / "skills.jsonl", "jsonl")
    return path / "library.sqlite"
