"""Quickstarts of generated games: they are made, played by both methods, shown, and found again."""

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
# World → what its manifest tells of, and a key that its configurations must have kept.
WORLDS = {
    "alfworld": ("homes", lambda env: env.max_steps == 10),
    "webshop": ("makers", lambda env: env.reward == "success"),
    "search": ("realms", lambda env: env.max_steps == 4),
}
FEW = GamesPlan(seed=0, train=6, seen=4, unseen=8)
SHORT = ["--train.threads=1", "--train.steps=1", "--train.group_size=2", "--eval.limit=4", "--eval.round_tasks=2"]


def order(name, folder, **changes):
    """A quickstart of one step."""
    world = world_of(name)
    lessons = tuple(replace(lesson, smoke_episodes=16) for lesson in world.lessons)
    small = replace(world, lessons=lessons, smoke_games=FEW)
    return small, quickstart(small, **{"smoke": True, "runs_dir": folder, "overrides": SHORT} | changes)


@pytest.fixture(scope="module", params=[pytest.param("alfworld", marks=needs_wheel), "webshop", "search"])
def finished(request, tmp_path_factory):
    """One of each world: its folder, what it returned and what it printed."""
    folder, console = tmp_path_factory.mktemp(request.param), Console(file=io.StringIO(), width=160)
    world, result = order(request.param, folder, console=console)
    assert json.loads(json.dumps(result)) == json.loads((folder / world.summary_file).read_text())
    return SimpleNamespace(
        name=request.param, world=world, folder=folder, result=result, text=console.file.getvalue()
    )


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
    assert all(found["errors"] == 0 for found in finished.result["evaluations"].values())


def test_the_table_has_task_types_and_paired_differences(finished):
    result = finished.result
    assert set(result["by_type"]) == set(result["evaluations"])
    for name, types in result["by_type"].items():
        assert set(types) <= set(result["type_labels"])
        solved = sum(figures["success_rate"] * figures["tasks"] for figures in types.values())
        assert solved == pytest.approx(4 * result["evaluations"][name]["success_rate"])
    for (arm, baseline), found in zip(finished.world.differences, result["differences"], strict=True):
        assert (found["arm"], found["baseline"], found["tasks"]) == (arm, baseline, 4)
        rates = [result["evaluations"][name]["success_rate"] for name in (arm, baseline)]
        assert found["difference"] == pytest.approx(rates[0] - rates[1])
    assert "Skill1, fresh, above GRPO, none: +0.00" in finished.text
    assert f"{finished.name}, seed 0, smoke" in finished.text


def test_a_second_time_only_prints(finished, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("nothing may be done twice")

    monkeypatch.setattr("skill1.train.trainer.Skill1Trainer.train", refuse)
    monkeypatch.setattr("skill1.evaluate.evaluation.evaluate", refuse)
    monkeypatch.setattr(ColdStart, "_make_start", refuse)
    monkeypatch.setattr("skill1.recipes.worlds.make_suite", refuse)
    assert order(finished.name, finished.folder)[1] == finished.result


def test_other_games_are_refused_or_another_cold_start(finished, tmp_path):
    bigger = replace(finished.world, smoke_games=replace(FEW, unseen=12))
    with pytest.raises(ConfigError, match=WORLDS[finished.name][0]):
        Games(finished.folder / f"{finished.name}-games", bigger, smoke=True).check()
    folder = shutil.copytree(finished.folder, tmp_path / "r")
    manifest = folder / f"{finished.name}-games" / "manifest.json"
    manifest.write_text(manifest.read_text() + "\n")
    with pytest.raises(ConfigError, match=r"(?s)cold start made with other settings.*games: "):
        order(finished.name, folder)


@needs_wheel
@pytest.mark.parametrize("finished", ["alfworld"], indirect=True)
def test_games_of_ones_own_take_the_place_of_those_made_here(finished, tmp_path):
    games = finished.folder / "alfworld-games"
    _, result = order("alfworld", tmp_path, overrides=[*SHORT, f"--env.data={games}"])
    assert not (tmp_path / "alfworld-games").exists()
    assert result["fresh_rounds"] == finished.result["fresh_rounds"]


def manifest_for(plan, folder):
    counts = {"train": plan.train, "valid_seen": plan.seen, "valid_unseen": plan.unseen}
    folder.mkdir()
    (folder / "manifest.json").write_text(json.dumps({"seed": plan.seed, "counts": counts, "homes": {"seed": 0}}))
    return folder


def test_games_are_found_again_moved_aside_or_refused(tmp_path):
    as_planned = manifest_for(ALFWORLD.games, tmp_path / "as-planned")
    assert Games(as_planned, ALFWORLD, smoke=False).check(fresh=True) == "" and as_planned.is_dir()
    smoke = manifest_for(ALFWORLD.smoke_games, tmp_path / "smoke")
    assert "smoke run's games" in Games(smoke, ALFWORLD, smoke=False).check()
    assert not smoke.exists() and (tmp_path / "discarded" / "smoke-1").is_dir()
    # First what leaves the games of a real run alone.
    with pytest.raises(ConfigError, match="Type another --runs-dir, or --fresh"):
        Games(as_planned, ALFWORLD, smoke=True).check()
    other = manifest_for(replace(ALFWORLD.games, train=7), tmp_path / "other")
    with pytest.raises(
        ConfigError, match=r"(?s)other exists but does not.*'train': 1536.*got.*'train': 7.*--fresh"
    ):
        Games(other, ALFWORLD, smoke=False).check()
    assert "--fresh" in Games(other, ALFWORLD, smoke=False).check(fresh=True) and not other.exists()


@pytest.mark.parametrize("content", [None, "{", "[]", '{"seed": 0}'])
def test_a_folder_that_is_not_whole_is_refused_and_moves_aside_when_fresh(tmp_path, content):
    folder = tmp_path / "games"
    folder.mkdir()
    if content is not None:
        (folder / "manifest.json").write_text(content)
    with pytest.raises(ConfigError, match="games exists but does not hold"):
        Games(folder, ALFWORLD, smoke=False).check()
    assert "--fresh" in Games(folder, ALFWORLD, smoke=False).check(fresh=True)
    assert not folder.exists() and (tmp_path / "discarded" / "games-1").is_dir()


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
    for lesson in world.lessons:
        assert load_config(lesson.config).env.max_steps == config.env.max_steps
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
        # Its last rounds ended in errors, all of them: a dash, no crash.
        "evaluations": {
            "skill1/valid_unseen-fresh": base | {"last_rounds": {"success_rate": None, "interval_95": None}}
        },
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
