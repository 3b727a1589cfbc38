"""The whole way with tiny numbers: what is made, what is found again, what is refused before any work."""

import io
import json
import runpy
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from skill1.config.load import load_config
from skill1.errors import CheckpointError, ConfigError, DataError, RunInUseError
from skill1.evaluate.storage import Contestant, evaluate_once, fingerprint
from skill1.recipes import cold_start as cold_start_module
from skill1.recipes import quickstart as quickstart_module
from skill1.recipes.cold_start import STAMP, ColdStart, folder_hash, read_stamp
from skill1.recipes.quickstart import quickstart
from skill1.recipes.worlds import HOUSEHOLD, Lesson, world_of
from skill1.run.directory import read_manifest
from skill1.run.disk import sole_writer

ROOT = Path(__file__).resolve().parents[2]


def again(smoke, **changes):
    settings = {"seed": 3, "smoke": True, "runs_dir": smoke.folder, "overrides": smoke.overrides} | changes
    return quickstart(HOUSEHOLD, **settings)


def with_lessons(episodes, smoke_episodes):
    """The household with so many demonstrations in each lesson."""
    lessons = tuple(Lesson(x.expert, episodes, smoke_episodes, x.config) for x in HOUSEHOLD.lessons)
    return replace(HOUSEHOLD, lessons=lessons)


def test_everything_is_there(smoke):
    assert {p.name for p in smoke.folder.iterdir()} == {
        "household-cold-start",
        "household-skill1",
        "household-grpo",
        "household-summary.json",
    }
    result = smoke.result
    assert set(result["evaluations"]) == {
        f"{who}/{split}-{library}" for who, split, library in HOUSEHOLD.evaluations
    }
    assert len(result["fresh_rounds"]) == 8 and 0 < result["cpu_minutes"] < 1
    for who in ("skill1", "grpo"):
        manifest = read_manifest(smoke.folder / f"household-{who}")
        assert manifest["finished"] and manifest["smoke"] and manifest["seconds"]["cpu_s"] > 0
        assert result["runs"][who]["steps"] == 3
        assert (smoke.folder / f"household-{who}" / "checkpoints" / "step_000003").is_dir()


def test_seed_and_overrides_reach_both_runs_and_the_cold_start(smoke):
    for who in ("skill1", "grpo"):
        config = load_config(str(smoke.folder / f"household-{who}" / "config.yaml"))
        assert (config.method, config.seed, config.train.weight_decay, config.train.steps) == (who, 3, 0.001, 3)
        assert config.model.path == str(smoke.folder / "household-cold-start")
    stamp = json.loads((smoke.folder / "household-cold-start" / STAMP).read_text())
    assert stamp["settings"]["seed"] == 3 and [lesson["episodes"] for lesson in stamp["lessons"]] == [256, 64]


def test_the_table_says_what_is_compared(smoke):
    for words in (
        "GRPO is trained without",
        "Skill1",
        "cold start",
        "only the first 8 tasks",
        "oracle/query_recall",
    ):
        assert words in " ".join(smoke.text.split())
    assert f"skill1 rollout {smoke.folder}/household-skill1" in smoke.text.replace("\n", "")
    assert "these numbers mean nothing" in smoke.text


def test_a_second_time_only_prints(smoke, monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("nothing may be done twice")

    monkeypatch.setattr("skill1.train.trainer.Skill1Trainer.train", refuse)
    monkeypatch.setattr("skill1.evaluate.evaluation.evaluate", refuse)
    monkeypatch.setattr(ColdStart, "_make_start", refuse)
    console = Console(file=io.StringIO(), width=160)
    assert again(smoke, console=console) == smoke.result
    table = console.file.getvalue()
    assert table[table.index("household, seed 3") :] == smoke.text[smoke.text.index("household, seed 3") :]


def test_other_settings_are_refused_with_what_differs(smoke):
    with pytest.raises(ConfigError, match=r"(?s)cold start made with other settings.*seed: 3 → 4.*--fresh"):
        again(smoke, seed=4)
    with pytest.raises(ConfigError, match=r"(?s)oracle.sft.batch_size: 4 → 8"):
        again(smoke, overrides=[*smoke.overrides, "--sft.batch_size=8"])
    with pytest.raises(ConfigError, match=r"(?s)household-skill1.*train.learning_rate"):
        again(smoke, overrides=[*smoke.overrides, "--train.learning_rate=0.1"])


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("--train.step=3", "train.steps"),
        ("--method=grpo", "--method M trains one method alone"),
        ("--backend=verl", "skill1 train --config CONFIG --backend verl"),
        ("--run_dir=x", "--runs-dir"),
        ("--eval.library=none", "skill1 eval"),
        ("--train.tasks_per_step=1", "mini_batches"),
        ("--train.best_metric=outcome/succes_rate", "outcome/success_rate"),
        ("--model.device=cuda", "cuda"),
        ("--model.path=absent", "no model folder"),
    ],
)
def test_a_wrong_override_is_refused_before_any_work(tmp_path, override, message):
    with pytest.raises((ConfigError, DataError), match=message):
        quickstart(HOUSEHOLD, smoke=True, runs_dir=tmp_path, overrides=[override])
    assert not list(tmp_path.iterdir())


def test_a_mistake_moves_nothing_aside(smoke, tmp_path):
    shutil.copytree(smoke.folder, tmp_path / "runs")
    before = sorted(path.name for path in (tmp_path / "runs").iterdir())
    with pytest.raises(ConfigError, match="cuda"):
        quickstart(
            HOUSEHOLD, smoke=True, fresh=True, runs_dir=tmp_path / "runs", overrides=["--model.device=cuda"]
        )
    assert sorted(path.name for path in (tmp_path / "runs").iterdir()) == before


def test_a_cold_start_belongs_to_what_was_shown(tmp_path):
    """Its demonstrations are of one environment's pages and goals."""
    shop, data = world_of("webshop"), f"--env.data={Path(__file__).parents[2] / 'data' / 'webshop'}"
    plain, rich = (
        ColdStart(tmp_path / "cold", shop, seed=0, smoke=True, overrides=[data, *more]).settings()
        for more in ([], ["--env.observation=text_rich"])
    )
    assert {key for key in plain if plain[key] != rich[key]} == {
        "explorer.env.observation",
        "sloppy.env.observation",
    }


def test_a_cold_start_belongs_to_the_games_it_was_taught(tmp_path):
    def settings(*overrides, games=None):
        return ColdStart(tmp_path / "cold", seed=0, smoke=True, overrides=overrides, games=games).settings()

    plain = settings()
    for key, value in (("env.data", "mine"), ("env.train_split", "seen")):
        other = settings(f"--{key}={value}")
        assert {k for k in plain if plain[k] != other[k]} == {f"oracle.{key}", f"sloppy.{key}"}
    # Of generated ones the folder moves with the runs; their hash tells them.
    assert settings("--env.data=here", games="ab") == settings("--env.data=there", games="ab") != plain


@pytest.fixture
def copied(smoke, tmp_path):
    """A cold start of its own, as the smoke run left it."""
    return Path(shutil.copytree(smoke.folder / "household-cold-start", tmp_path / "runs" / "cold"))


def test_a_smoke_cold_start_gives_way_to_a_real_one(copied):
    assert ColdStart(copied, seed=3, smoke=True).check() == ""
    notice = ColdStart(copied, seed=3, smoke=False).check()
    assert "smoke" in notice and not copied.exists() and (copied.parent / "discarded" / "cold-1" / STAMP).is_file()


def test_a_real_run_moves_the_smoke_runs_aside(smoke, tmp_path):
    folder = Path(shutil.copytree(smoke.folder, tmp_path / "r"))
    world = with_lessons(16, 8)
    short = ["--train.steps=1", "--train.tasks_per_step=2", "--train.group_size=2"]
    overrides = [*smoke.overrides, *short, "--eval.limit=2", "--eval.round_tasks=1"]
    console = Console(file=io.StringIO(), width=400)
    result = quickstart(world, seed=3, runs_dir=folder, overrides=overrides, console=console)
    assert result["smoke"] is False and console.file.getvalue().count("was moved to") == 3
    assert {p.name for p in (folder / "discarded").iterdir()} == {
        "household-cold-start-1",
        "household-skill1-1",
        "household-grpo-1",
    }
    # First what leaves the real run alone.
    with pytest.raises(ConfigError, match=f"Type --runs-dir {folder}/smoke .*, or --fresh"):
        again(smoke, runs_dir=folder)
    own = [*overrides, f"--model.path={folder / 'household-cold-start'}"]
    trained = quickstart(HOUSEHOLD, seed=3, runs_dir=tmp_path / "own", overrides=own)
    assert trained["cold_start"] == {} and not (tmp_path / "own" / "household-cold-start").exists()
    assert trained["fresh_rounds"] == result["fresh_rounds"], "the same start weights, whoever made them"


def test_fresh_moves_nothing_while_another_process_trains_a_part(smoke, tmp_path):
    """The cold start and the finished run were moved from under the other quickstart, before it was refused."""
    runs = tmp_path / "runs"
    shutil.copytree(smoke.folder, runs)
    before = sorted(path.name for path in runs.iterdir())
    with sole_writer(runs / "household-grpo"), pytest.raises(RunInUseError):
        quickstart(HOUSEHOLD, seed=3, smoke=True, fresh=True, runs_dir=runs, overrides=smoke.overrides)
    assert sorted(path.name for path in runs.iterdir()) == before


def test_fresh_moves_a_cold_start_aside_but_never_a_strangers_folder(copied, tmp_path):
    assert "discarded" in ColdStart(copied, seed=9, smoke=True).check(fresh=True)
    (tmp_path / "thesis").mkdir()
    with pytest.raises(ConfigError, match="it was not made by quickstart"):
        ColdStart(tmp_path / "thesis", seed=9, smoke=True).check(fresh=True)


def test_changed_weights_are_noticed(copied):
    (copied / ".DS_Store").write_bytes(b"")  # no change: macOS has shown the folder
    before = folder_hash(copied)
    assert ColdStart(copied, seed=3, smoke=True).make() and folder_hash(copied) == before
    with open(copied / "model.safetensors", "ab") as file:
        file.write(b"!")
    with pytest.raises(ConfigError, match="files have changed"):
        ColdStart(copied, seed=3, smoke=True).make()
    (copied / STAMP).write_text("{")
    with pytest.raises(DataError, match=STAMP):
        ColdStart(copied, seed=3, smoke=True).make()


def test_a_cold_start_is_whole_or_absent_and_begins_again(tmp_path, monkeypatch):
    world = with_lessons(9, 8)
    start = ColdStart(tmp_path / "cold", world, seed=0, smoke=True, overrides=["--train.threads=1"])
    with monkeypatch.context() as broken:
        broken.setattr(cold_start_module, "write_json_atomic", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            start.make()
    assert not start.folder.exists()
    files = start.make()["files"]
    assert [p.name for p in tmp_path.iterdir()] == ["cold"]
    again = ColdStart(tmp_path / "again", world, seed=0, smoke=True, overrides=["--train.threads=1"]).make()
    assert again["files"] == files, "the same settings give the same weights"


def test_a_cold_start_that_was_killed_once_it_had_its_name_can_be_made_again(tmp_path, monkeypatch):
    start = ColdStart(tmp_path / "cold", with_lessons(9, 8), seed=0, smoke=True, overrides=["--train.threads=1"])
    whole = ColdStart._make_whole

    def killed(self, console):
        whole(self, console)
        raise KeyboardInterrupt

    with monkeypatch.context() as broken, pytest.raises(KeyboardInterrupt):
        broken.setattr(ColdStart, "_make_whole", killed)
        start.make()
    files = read_stamp(start.folder)["files"]
    start.check(fresh=True)
    assert start.make()["files"] == files


def test_evaluations_are_made_anew_only_for_other_weights_or_settings(smoke, tmp_path, monkeypatch):
    calls = []

    def record(config, **_):
        calls.append((config.eval.split, config.eval.library, config.eval.limit))
        return {"success_rate": 0.5}

    monkeypatch.setattr("skill1.evaluate.evaluation.evaluate", record)
    config = load_config("household/smoke")
    first = evaluate_once(Contestant(config, "m", tmp_path, "a"), "seen", "none")
    assert evaluate_once(Contestant(config, "m", tmp_path, "a"), "seen", "none") == first and len(calls) == 1
    evaluate_once(Contestant(config, "m", tmp_path, "b"), "seen", "none")
    evaluate_once(
        Contestant(load_config("household/smoke", ["--eval.limit=5"]), "m", tmp_path, "b"), "seen", "none"
    )
    (tmp_path / "eval" / "seen-none.json").write_text('{"finger')
    evaluate_once(Contestant(config, "m", tmp_path, "b"), "seen", "none")
    assert calls == [("seen", "none", 24), ("seen", "none", 24), ("seen", "none", 5), ("seen", "none", 24)]
    operational = load_config("household/smoke", ["--train.threads=1", "--model.rows=8", "--run_dir=x"])
    assert fingerprint(operational, "a") == fingerprint(config, "a")


def test_another_model_in_the_same_folder_is_another_start(copied, tmp_path):
    few = ["--train.steps=1", "--train.group_size=2", "--eval.limit=2", "--eval.round_tasks=1"]
    chosen = {"smoke": True, "runs_dir": tmp_path / "own"}
    chosen["overrides"] = ["--train.threads=1", *few, f"--model.path={copied}"]
    quickstart(HOUSEHOLD, **chosen)
    before = policies(tmp_path / "own" / "household-start")
    settings = json.loads((copied / "config.json").read_text())
    (copied / "config.json").write_text(json.dumps(settings | {"note": "another model"}))
    with pytest.raises(ConfigError, match="holds a different model .*own began with. Type --fresh"):
        quickstart(HOUSEHOLD, **chosen)
    quickstart(HOUSEHOLD, fresh=True, **chosen)
    assert policies(tmp_path / "own" / "discarded" / "household-start-1") == before
    assert len(before | policies(tmp_path / "own" / "household-start")) == 2


def policies(start):
    found = [json.loads(file.read_text()) for file in (start / "eval").glob("*.json")]
    return {result["card"]["policy_sha256"] for result in found}


def test_a_lost_checkpoint_is_named(smoke, tmp_path):
    folder = Path(shutil.copytree(smoke.folder, tmp_path / "r"))
    for name in ("household-skill1", "household-grpo"):
        config = (folder / name / "config.yaml").read_text().replace(str(smoke.folder), str(folder))
        (folder / name / "config.yaml").write_text(config)
    shutil.rmtree(folder / "household-grpo" / "checkpoints")
    with pytest.raises(CheckpointError, match="household-grpo is finished, but"):
        again(smoke, runs_dir=folder)


def test_a_kill_before_the_summary_loses_nothing(smoke, tmp_path, monkeypatch):
    from skill1.train import trainer

    config = load_config(
        "household/smoke", [f"--model.path={smoke.folder / 'household-cold-start'}", "--train.threads=1"]
    )
    with monkeypatch.context() as broken:
        broken.setattr(trainer, "mark_finished", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            trainer.Skill1Trainer(config, tmp_path / "run").train()
    monkeypatch.setattr(trainer.Run, "advance", lambda _: pytest.fail("no step is missing"))
    assert trainer.Skill1Trainer(config, tmp_path / "run").train()["steps"] == 3
    assert read_manifest(tmp_path / "run")["summary"]["steps"] == 3


def test_the_example_runs(tmp_path, monkeypatch, capfd):
    """In this process, with a cold start of a few demonstrations: how well it starts is not the point."""
    example = ROOT / "examples" / "train_household.py"
    monkeypatch.setattr(ColdStart.__init__, "__defaults__", (with_lessons(40, 16),))
    monkeypatch.setattr(sys, "argv", [str(example), str(tmp_path / "out"), "--smoke"])
    runpy.run_path(str(example), run_name="__main__")
    printed = capfd.readouterr()
    assert "held-out homes, round by round: [" in printed.out
    assert "Loading weights" not in printed.err and "Writing model" not in printed.err
    assert len(example.read_text().splitlines()) <= 25


def test_evaluations_tell_how_far_they_are(monkeypatch):
    console, told = Console(file=io.StringIO()), []
    monkeypatch.setattr(quickstart_module, "evaluate_once", lambda *given: told.append(given[-1]) or {})
    quickstart_module._evaluate(HOUSEHOLD, dict.fromkeys(who for who, *_ in HOUSEHOLD.evaluations), console)
    assert told == [console] * len(HOUSEHOLD.evaluations)
