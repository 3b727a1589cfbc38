"""The quickstart with a language model in place of a tiny policy: a toy one stands in for SmolLM2."""

import importlib.util
import json
import re
from dataclasses import replace

import pytest

from skill1.cli import main
from skill1.config.load import load_config
from skill1.errors import ConfigError, DataError
from skill1.models.packaged import PACKAGED, model_source
from skill1.recipes import cold_start as module
from skill1.recipes import quickstart as quickstart_module
from skill1.recipes.cold_start import STAMP, ColdStart
from skill1.recipes.quickstart import quickstart, train_method
from skill1.recipes.worlds import Games, GamesPlan, world_of
from tests.models.toy_model import NAME, fetch_toy

pytest.importorskip("gguf")
pytest.importorskip("accelerate")
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("alfworld") is None,
    reason="games are made from the data of the wheel: pip install --no-deps alfworld==0.4.2",
)
ALFWORLD_SMOLLM2, WEBSHOP_SMOLLM2, SEARCH_SMOLLM2 = (
    world_of(name, "smollm2-135m") for name in ("alfworld", "webshop", "search")
)


def with_a_toy(world):
    return replace(
        world,
        model=NAME,
        lessons=tuple(replace(lesson, smoke_episodes=4) for lesson in world.lessons),
        smoke_games=GamesPlan(seed=0, train=6, seen=4, unseen=8),
    )


WORLD = with_a_toy(ALFWORLD_SMOLLM2)
BYTES = [
    "--model.max_prompt_tokens=7000",
    "--train.micro_batch_tokens=16384",
    "--env.max_steps=3",
    "--sft.successes_only=false",  # in three steps there is none
]  # a token a letter
SHORT = [
    *BYTES,
    "--train.threads=1",
    "--train.steps=1",
    "--train.library_steps=0",
    "--train.mini_batches=1",
    "--train.frozen_layers=0",  # the toy has two
    "--eval.limit=2",
    "--eval.round_tasks=1",
]


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    folder = tmp_path_factory.mktemp("language") / "games"
    Games(folder, WORLD, smoke=True).make()
    return f"--env.data={folder}"


@pytest.fixture
def toy(tmp_path, monkeypatch):
    fetch_toy(tmp_path, monkeypatch)
    return tmp_path / "runs"


@pytest.mark.parametrize(
    "world", [WORLD, with_a_toy(WEBSHOP_SMOLLM2), with_a_toy(SEARCH_SMOLLM2)], ids=lambda world: world.name
)
def test_from_a_packaged_model_to_the_table(toy, world):
    result = quickstart(world, smoke=True, runs_dir=toy, overrides=SHORT)
    stamp = json.loads((toy / f"{world.name}-toy-cold-start" / STAMP).read_text())
    assert stamp["parameters"] == PACKAGED[NAME].parameters and stamp["settings"]["model"] == NAME
    assert {path.name for path in toy.iterdir()} == {
        f"{world.name}-toy-{name}" for name in ("cold-start", "games", "grpo", "skill1", "summary.json")
    }
    assert set(result["evaluations"]) == {f"{who}/{split}-{library}" for who, split, library in world.evaluations}
    config = load_config(str(toy / f"{world.name}-toy-skill1" / "config.yaml"))
    assert config.agent.profile == "dialogue" and config.model.path == str(toy / f"{world.name}-toy-cold-start")
    assert result["evaluations"][f"skill1/{world.heldout}-fresh"]["errors"] == 0
    assert train_method(world, "skill1", smoke=True, runs_dir=toy, overrides=SHORT)["state"] == "finished"


def test_it_says_how_long_all_of_it_takes(toy):
    config = load_config("alfworld/smollm2/skill1", ["--model.device=cpu", "--train.threads=1"])
    told = quickstart_module._duration(replace(WORLD, passes=10**7), config)
    hours = re.fullmatch(r"the whole quickstart takes about (\d+\.\d) hours here if nothing .*", told)[1]
    assert float(hours) > 0
    assert quickstart_module._duration(replace(WORLD, passes=None), config) == ""


def test_a_cold_start_that_was_cut_off_resumes(toy, games, monkeypatch):
    cold_start = ColdStart(toy / "start", WORLD, seed=0, smoke=True, overrides=[*BYTES, games])
    written = []
    from skill1.train import demos, sft

    write, teach = demos.write_demos, sft.run_sft
    monkeypatch.setattr(demos, "write_demos", lambda *a, **k: written.append(k["kind"]) or write(*a, **k))
    taught = []

    def killed(config, data, output, console=None):
        if len(taught) == 1:
            raise KeyboardInterrupt
        taught.append(config.model.path)
        return teach(config, data, output, console=console)

    monkeypatch.setattr(sft, "run_sft", killed)
    with pytest.raises(KeyboardInterrupt):
        cold_start.make()
    spent = json.loads((toy / ".start.partial" / "made" / module.SPENT).read_text())
    monkeypatch.setattr(sft, "run_sft", lambda *a, **k: taught.append(a[0].model.path) or teach(*a, **k))
    stamp = cold_start.make()
    assert written == ["explorer", "wary"]  # none a second time
    assert taught[0] == NAME and taught[1].endswith("model-1") and len(taught) == 2
    assert [lesson["expert"] for lesson in stamp["lessons"]] == ["explorer", "wary"]
    assert all(stamp[name] > spent[name] > 0 for name in ("wall_s", "cpu_s"))  # of both processes
    again = ColdStart(toy / "other", WORLD, seed=0, smoke=True, overrides=[*BYTES, games]).make()
    assert again["files"] == stamp["files"]  # as one that was never cut off
    assert not list(toy.glob(".*"))


def test_what_was_begun_with_other_settings_goes(toy, games, monkeypatch):
    from skill1.train import sft

    def killed(*_given, **_named):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(sft, "run_sft", killed)
        with pytest.raises(KeyboardInterrupt):
            ColdStart(toy / "start", WORLD, seed=0, smoke=True, overrides=[*BYTES, games]).make()
    begun = json.loads((toy / ".start.partial" / "made" / "begun.json").read_text())
    assert begun["settings"]["seed"] == 0
    other = ColdStart(toy / "start", WORLD, seed=1, smoke=True, overrides=[*BYTES, games])
    assert other.make()["settings"]["seed"] == 1 and module.read_stamp(toy / "start")


def test_a_model_that_is_not_fetched_says_so(tmp_path):
    assert model_source("smollm2-135m") == "smollm2-135m"
    with pytest.raises(DataError, match="Type: skill1 models fetch smollm2-135m"):
        ColdStart(tmp_path / "start", ALFWORLD_SMOLLM2, seed=0, smoke=True).make()


def test_a_world_without_that_model_names_those_there_are(capsys):
    with pytest.raises(ConfigError, match="expected alfworld --model smollm2-135m"):
        world_of("household", "smollm2-135m")
    assert main(["quickstart", "household", "--model", "gpt"]) == 1
    assert "alfworld --model smollm2-135m" in capsys.readouterr().err
    assert ALFWORLD_SMOLLM2.label == "alfworld-smollm2" and ALFWORLD_SMOLLM2.name == "alfworld"
    for world in (ALFWORLD_SMOLLM2, WEBSHOP_SMOLLM2, SEARCH_SMOLLM2):
        assert {load_config(lesson.config).env.name for lesson in world.lessons} == {world.name}
