"""The whole way with tiny numbers: what is made, what is found again, what is refused before any work."""

import io
import json
import runpy
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from skill1.config.load import load_config
from skill1.errors import CheckpointError, ConfigError, DataError, RunInUseError
from skill1.evaluate.storage import Contestant, evaluate_once, fingerprint
from skill1.recipes import cold_start as cold_start_module
from skill1.recipes.cold_start import STAMP, ColdStart, folder_hash, read_stamp
from skill1.recipes.quickstart import quickstart
from skill1.recipes.worlds import HOUSEHOLD, Lesson, world_of
from skill1.run.directory import read_manifest
from skill1.run.disk import sole_writer
from skill1.train.records import read_metrics

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
        ("--model.path=absent", "skill1 train --model.path MODEL"),
    ],
)
def test_a_wrong_override_is_refused_before_any_work(tmp_path, override, message):
    with pytest.raises((ConfigError, DataError), match=message):
        quickstart(HOUSEHOLD, smoke=True, runs_dir=tmp_path, overrides=[override])
    assert not list(tmp_path.iterdir())


def test_a_cold_start_belongs_to_the_games_it_was_taught(tmp_path):
    def settings(*overrides, games=None):
        return ColdStart(tmp_path / "cold", seed=0, smoke=True, overrides=overrides, games=games).settings()

    plain = settings()
    for key, value in (("env.data", "mine"), ("env.train_split", "seen")):
        other = settings(f"--{key}={value}")
        assert {k for k in plain if plain[k] != other[k]} == {f"oracle.{key}", f"sloppy.{key}"}
    shop = [f"--env.data={ROOT / 'data' / 'webshop'}"]  # one that shows other pages
    text, rich = (
        ColdStart(tmp_path / "cold", world_of("webshop"), seed=0, smoke=True, overrides=[*shop, *more]).settings()
        for more in ([], ["--env.observation=text_rich"])
    )
    shown = {"explorer.env.observation", "sloppy.env.observation"}
    assert {key for key in text if text[key] != rich[key]} == shown
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
    with pytest.raises(ConfigError, match="Type another --runs-dir, or --fresh"):
        again(smoke, runs_dir=folder)


def test_what_is_refused_moves_nothing_aside(smoke, tmp_path):
    """The cold start and the finished run were moved from under the other quickstart, before it was refused."""
    runs = tmp_path / "runs"
    shutil.copytree(smoke.folder, runs)
    before = sorted(path.name for path in runs.iterdir())
    with sole_writer(runs / "household-grpo"), pytest.raises(RunInUseError):  # another process trains a part
        again(smoke, fresh=True, runs_dir=runs)
    with pytest.raises(ConfigError, match="cuda"):
        again(smoke, fresh=True, runs_dir=runs, overrides=["--model.device=cuda"])
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


def test_a_cold_start_of_before_a_key_is_taken_where_it_has_its_default(copied):
    stamp = json.loads((copied / STAMP).read_text())
    dropped = ("env.data", "env.train_split")
    stamp["settings"] = {k: v for k, v in stamp["settings"].items() if not k.endswith(dropped)}
    (copied / STAMP).write_text(json.dumps(stamp))
    assert ColdStart(copied, seed=3, smoke=True).check() == ""
    with pytest.raises(ConfigError, match=r"oracle\.env\.train_split: 'train' → 'seen'"):
        ColdStart(copied, seed=3, smoke=True, overrides=["--env.train_split=seen"]).check()


def test_a_cold_start_under_way_of_before_a_key_is_gone_on_with(tmp_path):
    cold = ColdStart(tmp_path / "cold", seed=3, smoke=True)
    begun = {k: v for k, v in cold.settings().items() if not k.endswith(("env.data", "env.train_split"))}
    cold.work.mkdir(parents=True)
    (cold.work / "begun.json").write_text(json.dumps({"settings": begun, "parameters": 7}))
    assert cold._begin() == 7


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


# The same command four times, in processes that share the imports: the first three are asked to end somewhere.
SCRIPT = """
import json, os, signal, sys
from skill1.cli import main
from skill1.evaluate import evaluation
from dataclasses import replace
from skill1.train import sft
from skill1.recipes import quickstart
from skill1.recipes import worlds as quickstart_worlds
from skill1.train import trainer
from skill1.train.learner import LocalLearner
from transformers import PreTrainedTokenizerFast, Qwen2ForCausalLM  # once, not in each process
household = quickstart_worlds.HOUSEHOLD
lessons = tuple(replace(lesson, episodes=40, smoke_episodes=16) for lesson in household.lessons)
quickstart_worlds.world_of = lambda name, model: replace(household, lessons=lessons)
def asked_in(owner, name, at):
    real, calls = getattr(owner, name), []
    def function(*args, **kwargs):
        calls.append(1)
        if len(calls) == at:
            os.kill(os.getpid(), signal.SIGTERM)
        return real(*args, **kwargs)
    setattr(owner, name, function)
codes = []
for place in ((sft, "_update", 2), (LocalLearner, "update", 2), (evaluation, "_play_rounds", 3), None):
    process = os.fork()
    if not process:
        if place:
            asked_in(*place)
        with open(os.path.join(sys.argv[1], f"{len(codes)}.err"), "w") as file:
            os.dup2(file.fileno(), 2)
        os._exit(main(["quickstart", "household", "--smoke", "--json", "--runs-dir", *sys.argv[2:]]))
    codes.append(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
    print(json.dumps({"codes": codes, "there": sorted(os.listdir(sys.argv[2]))}))
"""


def test_sigterm_in_every_part_of_a_quickstart(tmp_path):
    """In training the step is saved, exit code 143. Elsewhere the system ends it, and the part is made anew."""
    runs = tmp_path / "runs"
    overrides = ("--train.threads=1", "--train.tasks_per_step=2", "--train.group_size=2", "--eval.limit=2")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path), str(runs), *overrides, "--eval.round_tasks=1"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    stages = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{"codes"')]
    errors = [(tmp_path / f"{number}.err").read_text() for number in range(4)]
    assert stages[-1]["codes"] == [-15, 143, -15, 0], errors
    assert "household-cold-start" not in stages[0]["there"], "half a cold start has no name"
    assert "household-cold-start" in stages[1]["there"] and "after step 2 of 3; all finished" in errors[1]
    assert "household-summary.json" not in stages[2]["there"]
    assert set(stages[3]["there"]) == {
        "household-cold-start",
        "household-grpo",
        "household-skill1",
        "household-summary.json",
    }
    for method in ("skill1", "grpo"):
        assert [row["step"] for row in read_metrics(runs / f"household-{method}")] == [1, 2, 3]
        assert read_manifest(runs / f"household-{method}")["finished"]
