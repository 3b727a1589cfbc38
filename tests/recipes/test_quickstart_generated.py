"""Quickstarts of WebShop and Search-QA: their worlds are made, played by both methods, and found again."""

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from skill1.config.load import load_config
from skill1.errors import ConfigError
from skill1.recipes.cold_start import STAMP
from skill1.recipes.quickstart import quickstart
from skill1.recipes.worlds import Games, GamesPlan, world_of
from skill1.run.directory import read_manifest

# World → what its manifest tells of, and a key that its configurations must have kept.
WORLDS = {
    "webshop": ("makers", lambda env: env.reward == "success"),
    "search": ("realms", lambda env: env.max_steps == 4),
}
FEW = GamesPlan(seed=0, train=6, seen=4, unseen=8)
SHORT = ["--train.threads=1", "--train.steps=1", "--train.group_size=2", "--eval.limit=4", "--eval.round_tasks=2"]


def small(name):
    world = world_of(name)
    lessons = tuple(replace(lesson, smoke_episodes=16) for lesson in world.lessons)
    return replace(world, lessons=lessons, smoke_games=FEW)


@pytest.fixture(scope="module", params=WORLDS)
def finished(request, tmp_path_factory):
    name = request.param
    folder, world = tmp_path_factory.mktemp(name), small(name)
    result = quickstart(world, smoke=True, runs_dir=folder, overrides=SHORT)
    return SimpleNamespace(name=name, world=world, folder=folder, result=result)


def test_everything_is_there_and_plays_the_world_made_here(finished):
    name, (_, is_kept) = finished.name, WORLDS[finished.name]
    names = ("cold-start", "games", "grpo", "skill1", "summary.json")
    assert {path.name for path in finished.folder.iterdir()} == {f"{name}-{part}" for part in names}
    for method in ("skill1", "grpo"):
        config = load_config(str(finished.folder / f"{name}-{method}" / "config.yaml"))
        assert config.method == method and is_kept(config.env)
        assert config.env.data == str(finished.folder / f"{name}-games")
        assert read_manifest(finished.folder / f"{name}-{method}")["finished"]
    stamp = json.loads((finished.folder / f"{name}-cold-start" / STAMP).read_text())
    assert [lesson["expert"] for lesson in stamp["lessons"]] == ["explorer", "sloppy"]
    assert set(finished.result["by_type"]) == set(finished.result["evaluations"])
    assert [pair["baseline"] for pair in finished.result["differences"]] == [
        "cold_start/test-fresh",
        "grpo/test-none",
    ]


def test_a_second_time_nothing_is_made_again(finished):
    before = {path: path.stat().st_mtime_ns for path in finished.folder.rglob("*") if path.is_file()}
    again = quickstart(finished.world, smoke=True, runs_dir=finished.folder, overrides=SHORT)
    changed = [path.name for path, time in before.items() if path.stat().st_mtime_ns != time]
    assert changed in ([], [f"{finished.name}-summary.json"])
    assert again["evaluations"] == finished.result["evaluations"]


def test_another_world_in_its_place_is_refused(finished):
    games = finished.folder / f"{finished.name}-games"
    bigger = replace(finished.world, smoke_games=replace(FEW, unseen=12))
    with pytest.raises(ConfigError, match=WORLDS[finished.name][0]):
        Games(games, bigger, smoke=True).check()
    assert Games(games, finished.world, smoke=True).check() == ""


@pytest.mark.parametrize("name", WORLDS)
def test_it_is_a_world_of_the_command_line(name):
    world = world_of(name)
    for lesson in world.lessons:
        assert load_config(lesson.config).env.max_steps == load_config(f"{world.configs}/grpo").env.max_steps
