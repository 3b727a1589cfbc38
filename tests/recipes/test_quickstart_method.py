"""`skill1 quickstart WORLD --method M`: one method on the cold start that the quickstart makes."""

import contextlib
import io
import json

import pytest

from skill1.cli import main
from skill1.config.load import load_config
from skill1.errors import ConfigError
from skill1.recipes.cold_start import STAMP, ColdStart
from skill1.recipes.quickstart import train_method
from skill1.recipes.worlds import HOUSEHOLD, world_of
from skill1.run.directory import read_manifest


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder in which a method was trained on the command line, with a bank to start from; and what it printed."""
    folder = tmp_path_factory.mktemp("one-method")
    bank = folder / "skills.jsonl"
    bank.write_text(json.dumps({"description": "maple hill food", "strategy": "look in box"}), encoding="utf-8")
    words = ["quickstart", "household", "--smoke", "--seed", "3", "--runs-dir", str(folder / "runs"), "--json"]
    words += ["--method", "grpo_bank", "--library.init", str(bank), "--train.steps", "1"]
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        assert main(words) == 0
    return folder / "runs", json.loads(printed.getvalue())


def test_a_missing_cold_start_is_made_and_the_bank_is_none_of_its_business(made):
    folder, result = made
    assert result["run_dir"] == str(folder / "household-grpo_bank")
    assert (result["state"], result["steps"]) == ("new", 1)
    stamp = json.loads((folder / "household-cold-start" / STAMP).read_text())
    assert stamp["smoke"] and stamp["settings"]["seed"] == 3 and stamp["settings"]["oracle.library.init"] is None
    assert {path.name for path in folder.iterdir()} == {"household-cold-start", "household-grpo_bank"}


def test_a_method_trains_on_the_cold_start_that_is_there(made, monkeypatch):
    folder, _ = made
    monkeypatch.setattr(ColdStart, "_make_start", lambda self: pytest.fail("the cold start is there"))
    chosen = {"seed": 3, "smoke": True, "runs_dir": folder, "overrides": ["--train.weight_decay=0.001"]}
    result = train_method(HOUSEHOLD, "gigpo", **chosen)
    run = folder / "household-gigpo"
    assert result["run_dir"] == str(run) and result["state"] == "new" and result["steps"] == 3
    config = load_config(str(run / "config.yaml"))
    assert (config.method, config.credit.utilisation, config.seed) == ("grpo", "gigpo", 3)
    assert (config.train.steps, config.train.weight_decay) == (3, 0.001)  # the smoke's, and the override
    assert config.model.path == str(folder / "household-cold-start") and read_manifest(run)["smoke"]
    assert train_method(HOUSEHOLD, "gigpo", **chosen)["state"] == "finished"


def test_a_smoke_run_of_the_comparison_is_found_again(smoke):
    again = train_method(HOUSEHOLD, "grpo", seed=3, smoke=True, runs_dir=smoke.folder, overrides=smoke.overrides)
    assert again["state"] == "finished"


def test_what_methods_share_is_refused_with_a_remedy_that_makes_it_again(made, tmp_path):
    folder, _ = made
    with pytest.raises(ConfigError, match="or --fresh without --method to make it again"):
        train_method(HOUSEHOLD, "grpo", seed=4, smoke=True, fresh=True, runs_dir=folder)
    (tmp_path / "webshop-games").mkdir()
    with pytest.raises(ConfigError, match="or --fresh without --method to make them again"):
        train_method(world_of("webshop"), "grpo", smoke=True, fresh=True, runs_dir=tmp_path)


def test_a_preset_trains_like_a_method(made):
    folder, _ = made
    train_method(HOUSEHOLD, "skill1plus", seed=3, smoke=True, runs_dir=folder)
    config = load_config(str(folder / "household-skill1plus" / "config.yaml"))
    assert (config.method, config.credit.selection, config.library.utility) == ("skill1", "matched", "posterior")
    assert config.credit.distillation == "realised" and config.train.steps == 3


@pytest.mark.parametrize(
    ("method", "overrides", "message"),
    [
        (
            "cold_start_oracle",
            [],
            "expected one of: gigpo, grpo, grpo_bank, grpo_random, retroagent, skill1, skill1plus, skillopt",
        ),
        ("react", [], "expected one of: gigpo"),  # nothing to train
        ("grpo_bank", [], "--library.init FILE"),
        ("skillrl", ["--skillrl.top_n=4"], "skillrl.top_k"),
    ],
)
def test_what_cannot_train_is_refused_before_the_cold_start(tmp_path, method, overrides, message):
    with pytest.raises(ConfigError, match=message):
        train_method(HOUSEHOLD, method, smoke=True, runs_dir=tmp_path, overrides=overrides)
    assert not list(tmp_path.iterdir())


def test_worlds_of_generated_games_have_the_two_methods_of_their_table_and_the_preset():
    with pytest.raises(ConfigError, match="expected one of: grpo, skill1, skill1plus[.]"):
        train_method(world_of("alfworld"), "skillopt")
