"""The quickstart of Search-QA: its encyclopedia is made, played by both methods, and found again."""

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

SEARCH = world_of("search")
FEW = GamesPlan(seed=0, train=6, seen=4, unseen=8)
SMALL = replace(
    SEARCH, lessons=tuple(replace(lesson, smoke_episodes=16) for lesson in SEARCH.lessons), smoke_games=FEW
)

SHORT = ["--train.threads=1", "--train.steps=1", "--train.group_size=2", "--eval.limit=4", "--eval.round_tasks=2"]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("search")
    return SimpleNamespace(folder=folder, result=quickstart(SMALL, smoke=True, runs_dir=folder, overrides=SHORT))


def test_everything_is_there_and_plays_the_questions_made_here(finished):
    names = ("cold-start", "games", "grpo", "skill1", "summary.json")
    assert {path.name for path in finished.folder.iterdir()} == {f"search-{name}" for name in names}
    for method in ("skill1", "grpo"):
        config = load_config(str(finished.folder / f"search-{method}" / "config.yaml"))
        assert (config.method, config.env.max_steps) == (method, 4)
        assert config.env.data == str(finished.folder / "search-games")
        assert read_manifest(finished.folder / f"search-{method}")["finished"]
    stamp = json.loads((finished.folder / "search-cold-start" / STAMP).read_text())
    assert [lesson["expert"] for lesson in stamp["lessons"]] == ["explorer", "sloppy"]
    assert set(finished.result["by_type"]) == set(finished.result["evaluations"])
    assert [pair["baseline"] for pair in finished.result["differences"]] == [
        "cold_start/test-fresh",
        "grpo/test-none",
    ]


def test_a_second_time_nothing_is_made_again(finished):
    before = {path: path.stat().st_mtime_ns for path in finished.folder.rglob("*") if path.is_file()}
    again = quickstart(SMALL, smoke=True, runs_dir=finished.folder, overrides=SHORT)
    changed = [path.name for path, time in before.items() if path.stat().st_mtime_ns != time]
    assert changed in ([], ["search-summary.json"])
    assert again["evaluations"] == finished.result["evaluations"]


def test_another_encyclopedia_in_its_place_is_refused(finished):
    games = finished.folder / "search-games"
    bigger = replace(SMALL, smoke_games=replace(FEW, unseen=12))
    with pytest.raises(ConfigError, match="realms"):
        Games(games, bigger, smoke=True).check()
    assert Games(games, SMALL, smoke=True).check() == ""


def test_it_is_a_world_of_the_command_line():
    for lesson in SEARCH.lessons:
        assert load_config(lesson.config).env.max_steps == load_config(f"{SEARCH.configs}/grpo").env.max_steps
