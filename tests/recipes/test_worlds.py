"""Generated games and cold starts: whole or not there, made by one process at a time; what is told where one lacks."""

import errno
from dataclasses import replace
from pathlib import Path

import pytest

import skill1_envs
from skill1.config import ModelConfig
from skill1.config.load import load_config
from skill1.errors import DataError, RunInUseError, StorageError
from skill1.models.hub import require_start_model
from skill1.policy.load import load_model
from skill1.policy.tokens import Tokens
from skill1.recipes.cold_start import ColdStart
from skill1.recipes.worlds import Games, GamesPlan, workplace, workshop, world_of
from skill1.train.trainer import Skill1Trainer
from skill1_envs import QUICKSTARTS, SUITES

WORLDS = ("webshop", "search")
FEW = GamesPlan(seed=0, train=6, seen=4, unseen=8)


def test_quickstarts_are_those_that_are_there():
    """Named one by one: an environment may come without a quickstart."""
    root = Path(skill1_envs.__file__).parent
    assert list(QUICKSTARTS) == [name for name in SUITES if (root / name / "quickstart.py").is_file()]


def few_games(folder, name):
    return Games(folder / "games", replace(world_of(name), smoke_games=FEW), smoke=True)


@pytest.mark.parametrize("name", WORLDS)
def test_a_full_disk_leaves_no_half_of_the_games(tmp_path, monkeypatch, name):
    write_text = Path.write_text

    def full(path, *args, **options):
        if path.name == "manifest.json":
            raise OSError(errno.ENOSPC, "No space left on device")
        return write_text(path, *args, **options)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(StorageError, match="No space left"):
        few_games(tmp_path, name).make()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["alfworld", *WORLDS])
def test_what_a_killed_process_left_is_made_again(tmp_path, name):
    if name == "alfworld":
        pytest.importorskip("alfworld")  # whose data its games are made from
    games = few_games(tmp_path, name)
    for stale in ("games/half", "games.partial"):
        (workplace(games.folder) / stale).mkdir(parents=True)
    games.make()
    assert [path.name for path in tmp_path.iterdir()] == ["games"] and games.check() == ""
    assert not (games.folder / "half").exists()


def test_what_another_process_makes_is_left_to_it(tmp_path):
    games = few_games(tmp_path, "webshop")
    cold_start = ColdStart(tmp_path / "cold", seed=0, smoke=True)
    for made in (games, cold_start):
        with workshop(made.folder) as work, pytest.raises(RunInUseError):
            made.make()
        assert work.is_dir()


@pytest.fixture
def no_hub(monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("the hub was asked")

    monkeypatch.setattr("transformers.AutoTokenizer.from_pretrained", refuse)
    monkeypatch.setattr("transformers.AutoModelForCausalLM.from_pretrained", refuse)


@pytest.mark.parametrize("source", ["runs/absent", "./absent", "/no/such/place", "absent"])
def test_a_model_folder_that_is_not_there_is_named_and_no_hub_is_asked(no_hub, source):
    for load in (Tokens.load, lambda path: load_model(ModelConfig(path=path))):
        with pytest.raises(DataError, match=f"no model folder '{source}'.*--model.path"):
            load(source)


def test_training_says_how_to_make_the_cold_start_and_leaves_no_directory(no_hub, tmp_path):
    with pytest.raises(
        DataError, match="skill1 quickstart household, or skill1 demos .*household-cold-start"
    ) as caught:
        Skill1Trainer(load_config("household/skill1"), tmp_path / "run").train()
    assert "\n" not in str(caught.value) and not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("config", "command"),
    [
        ("alfworld/homes/skill1", "skill1 quickstart alfworld, or"),
        ("webshop/smollm2/grpo", "skill1 quickstart webshop --model smollm2-135m$"),
    ],
)
def test_the_quickstart_is_that_of_the_environment(config, command):
    with pytest.raises(DataError, match=f"Make it: type {command}"):
        require_start_model(load_config(config))
