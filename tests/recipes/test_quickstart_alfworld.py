"""The quickstart of ALFWorld's homes: its games, what its table adds, and that a second time only prints."""

import importlib.util
import io
import json
import shutil
from dataclasses import replace
from types import SimpleNamespace

import pytest
from rich.console import Console

from skill1.cli import main
from skill1.config.load import load_config
from skill1.errors import ConfigError
from skill1.recipes.cold_start import STAMP, ColdStart
from skill1.recipes.quickstart import quickstart
from skill1.recipes.table import print_summary
from skill1.recipes.worlds import HOUSEHOLD, Games, GamesPlan, world_of
from skill1.run.directory import read_manifest
from skill1_envs import QUICKSTARTS
from skill1_envs.alfworld.generate import wheel

needs_wheel = pytest.mark.skipif(
    importlib.util.find_spec("alfworld") is None,
    reason="games are made from the data of the wheel: pip install --no-deps alfworld==0.4.2",
)
ALFWORLD = world_of("alfworld")
FEW = GamesPlan(seed=0, train=6, seen=4, unseen=8)
SMALL = replace(
    ALFWORLD,
    lessons=tuple(replace(lesson, smoke_episodes=16) for lesson in ALFWORLD.lessons),
    smoke_games=FEW,
)

SHORT = ["--train.threads=1", "--train.steps=1", "--train.group_size=2", "--eval.limit=4", "--eval.round_tasks=2"]


def order(folder, **changes):
    return quickstart(SMALL, **{"smoke": True, "runs_dir": folder, "overrides": SHORT} | changes)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A quickstart of one step: its folder, what it returned and what it printed."""
    folder = tmp_path_factory.mktemp("alfworld")
    console = Console(file=io.StringIO(), width=160)
    result = order(folder, console=console)
    assert json.loads(json.dumps(result)) == json.loads((folder / "alfworld-summary.json").read_text())
    return SimpleNamespace(folder=folder, result=result, text=console.file.getvalue())


@needs_wheel
def test_everything_is_there_and_plays_the_games_made_here(finished):
    names = ("cold-start", "games", "grpo", "skill1", "summary.json")
    assert {p.name for p in finished.folder.iterdir()} == {f"alfworld-{name}" for name in names}
    for method in ("skill1", "grpo"):
        config = load_config(str(finished.folder / f"alfworld-{method}" / "config.yaml"))
        assert (config.method, config.env.data) == (method, str(finished.folder / "alfworld-games"))
        assert read_manifest(finished.folder / f"alfworld-{method}")["finished"]
    stamp = json.loads((finished.folder / "alfworld-cold-start" / STAMP).read_text())
    assert [lesson["expert"] for lesson in stamp["lessons"]] == ["explorer", "sloppy"]
    assert all(found["errors"] == 0 for found in finished.result["evaluations"].values())


@needs_wheel
def test_the_table_has_task_types_and_paired_differences(finished):
    result = finished.result
    assert set(result["by_type"]) == set(result["evaluations"])
    for name, types in result["by_type"].items():
        assert set(types) <= set(result["type_labels"]) and len(result["type_labels"]) == 6
        solved = sum(figures["success_rate"] * figures["tasks"] for figures in types.values())
        assert solved == pytest.approx(4 * result["evaluations"][name]["success_rate"])
    for (arm, baseline), found in zip(ALFWORLD.differences, result["differences"], strict=True):
        assert (found["arm"], found["baseline"], found["tasks"]) == (arm, baseline, 4)
        rates = [result["evaluations"][name]["success_rate"] for name in (arm, baseline)]
        assert found["difference"] == pytest.approx(rates[0] - rates[1])
    for words in ("Pick2", "Skill1, fresh, above GRPO, none: +0.00", "alfworld, seed 0, smoke"):
        assert words in finished.text


@needs_wheel
def test_a_second_time_only_prints(finished, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("nothing may be done twice")

    monkeypatch.setattr("skill1.train.trainer.Skill1Trainer.train", refuse)
    monkeypatch.setattr("skill1.evaluate.evaluation.evaluate", refuse)
    monkeypatch.setattr(ColdStart, "_make_start", refuse)
    monkeypatch.setattr("skill1.recipes.worlds.make_suite", refuse)
    assert order(finished.folder) == finished.result


@needs_wheel
def test_other_games_are_another_cold_start(finished, tmp_path):
    folder = shutil.copytree(finished.folder, tmp_path / "r")
    manifest = folder / "alfworld-games" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"generator": ', '"generator": 1'))
    with pytest.raises(ConfigError, match=r"(?s)cold start made with other settings.*games: "):
        order(folder)


@needs_wheel
def test_games_of_ones_own_take_the_place_of_those_made_here(finished, tmp_path):
    games = finished.folder / "alfworld-games"
    result = order(tmp_path, overrides=[*SHORT, f"--env.data={games}"])
    assert not (tmp_path / "alfworld-games").exists()
    assert result["fresh_rounds"] == finished.result["fresh_rounds"]


def manifest_for(plan, folder):
    counts = {"train": plan.train, "valid_seen": plan.seen, "valid_unseen": plan.unseen}
    folder.mkdir()
    (folder / "manifest.json").write_text(json.dumps({"seed": plan.seed, "counts": counts, "homes": {"seed": 0}}))
    return folder


@needs_wheel
def test_what_a_killed_process_left_of_its_games_does_not_stand_in_the_way(tmp_path):
    (tmp_path / ".games.partial" / "games.partial").mkdir(parents=True)
    Games(tmp_path / "games", SMALL, smoke=True).make()
    assert [path.name for path in tmp_path.iterdir()] == ["games"]


def test_games_are_found_again_moved_aside_or_refused(tmp_path):
    as_planned = manifest_for(ALFWORLD.games, tmp_path / "as-planned")
    assert Games(as_planned, ALFWORLD, smoke=False).check(fresh=True) == "" and as_planned.is_dir()
    smoke = manifest_for(ALFWORLD.smoke_games, tmp_path / "smoke")
    assert "smoke run's games" in Games(smoke, ALFWORLD, smoke=False).check()
    assert not smoke.exists() and (tmp_path / "discarded" / "smoke-1").is_dir()
    other = manifest_for(replace(ALFWORLD.games, train=7), tmp_path / "other")
    with pytest.raises(ConfigError, match=r"(?s)other is there.*'train': 1536.*got.*'train': 7.*--fresh"):
        Games(other, ALFWORLD, smoke=False).check()
    assert "--fresh" in Games(other, ALFWORLD, smoke=False).check(fresh=True) and not other.exists()


@pytest.mark.parametrize("content", [None, "{", "[]", '{"seed": 0}'])
def test_a_folder_that_is_not_whole_is_refused_and_moves_aside_when_fresh(tmp_path, content):
    folder = tmp_path / "games"
    folder.mkdir()
    if content is not None:
        (folder / "manifest.json").write_text(content)
    with pytest.raises(ConfigError, match="games is there but does not hold"):
        Games(folder, ALFWORLD, smoke=False).check()
    assert "--fresh" in Games(folder, ALFWORLD, smoke=False).check(fresh=True)
    assert not folder.exists() and (tmp_path / "discarded" / "games-1").is_dir()


def test_a_wrong_override_is_refused_before_any_work(tmp_path):
    with pytest.raises(ConfigError, match="--method names one that is trained alone"):
        order(tmp_path, overrides=["--method=grpo"])
    assert not list(tmp_path.iterdir())


def test_without_the_wheel_it_says_what_to_type(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(wheel, "PACKAGE", "alfworld-that-is-not-there")
    wheel.read_wheel.cache_clear()
    try:
        assert main(["quickstart", "alfworld", "--smoke", "--runs-dir", str(tmp_path)]) == 1
    finally:
        wheel.read_wheel.cache_clear()
    assert "pip install --no-deps alfworld==0.4.2" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("world", [world_of(name) for name in QUICKSTARTS], ids=list(QUICKSTARTS))
def test_every_world_is_whole(world):
    """Its configurations exist, and what the table shows is evaluated."""
    for method in ("skill1", "grpo"):
        config = load_config(f"{world.configs}/{method}")
        assert config.env.name == world.name and config.eval.split == world.heldout
        assert config.model.path == f"runs/{world.cold_start_folder}"
    load_config(f"{world.configs}/smoke")
    names = {f"{who}/{split}-{library}" for who, split, library in world.evaluations}
    assert f"skill1/{world.heldout}-fresh" in names
    assert {name for pair in world.differences for name in pair} <= names
    assert all(any(name.endswith(f"/{key}") for name in names) for _, key, _ in world.columns)


def test_rounds_are_whole_and_late_ones_are_shown():
    """Eight equal rounds on the held-out split, as in the household."""
    for world in (HOUSEHOLD, ALFWORLD):
        size = world.games.unseen if world.games else 1152
        assert size / load_config(f"{world.configs}/skill1").eval.round_tasks == 8


def test_differences_are_printed_with_signs():
    base = {"success_rate": 0.5, "interval_95": [0.4, 0.6], "tasks": 4, "is_whole_split": True}
    found = {"arm": "skill1/valid_unseen-fresh", "baseline": "grpo/valid_unseen-none", "difference": 0.314}
    result = {
        "seed": 0,
        "smoke": False,
        "runs": {m: {"figures": {}} for m in ("skill1", "grpo")},
        "evaluations": {"skill1/valid_unseen-fresh": base | {"last_rounds": base}},
        "by_type": {"skill1/valid_unseen-fresh": {"look_at_obj_in_light": base}},
        "type_labels": {"look_at_obj_in_light": "Look"},
        "differences": [found | {"interval_95": [-0.05, 0.27], "tasks": 864}],
        "fresh_rounds": [0.25, 0.5],
        "cpu_minutes": 1.0,
        "wall_minutes": 1.0,
        "next": {},
    }
    console = Console(file=io.StringIO(), width=200)
    print_summary(result, console, ALFWORLD)
    text = console.file.getvalue()
    assert "Skill1, fresh, above GRPO, none: +0.31 (95 % interval -0.05 to +0.27, paired over 864 tasks)" in text
