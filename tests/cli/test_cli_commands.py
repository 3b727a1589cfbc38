"""Each command hands the right arguments to the Python API. The API itself is replaced: no torch here."""

import json
import shutil
import sys
import types
from pathlib import Path
from unittest.mock import Mock

import pytest

from skill1.cli import main
from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.errors import DataError
from skill1.run.directory import mark_finished, prepare_run_dir, read_manifest, update_manifest
from tests.evaluate.sample_results import sample_result


@pytest.fixture
def calls(monkeypatch):
    """Stand-ins for the modules the commands call; returns what they were called with."""
    seen = {}

    def record(name, result):
        def function(*args, **kwargs):
            kwargs.pop("console", None)
            seen[name] = (args, kwargs)
            return result

        return function

    class Trainer:
        def __init__(self, config, run_dir, *, console=None):
            seen["train"] = (config, run_dir)
            self.config, self.run_dir = config, run_dir

        def train(self):
            update_manifest(self.run_dir, splits=seen.get("splits", ["train", "heldout"]))
            summary = {"outcome/success_rate": 0.5, "bad": float("nan")}
            mark_finished(self.run_dir, summary)
            return summary

    modules = {
        "skill1.train.trainer": {"Skill1Trainer": Trainer},
        "skill1.train.sft": {"run_sft": record("sft", {"loss": 0.1})},
        "skill1.train.demos": {"write_demos": record("demos", {"episodes": 4})},
        "skill1.recipes.quickstart": {"quickstart": record("quickstart", {"runs": []})},
        "skill1.evaluate.show": {"show_rollout": record("rollout", None)},
    }
    for name, attributes in modules.items():
        module = types.ModuleType(name)
        module.__dict__.update(attributes)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr("skill1.evaluate.evaluate", record("evaluate", sample_result()))
    return seen


@pytest.fixture
def run(tmp_path):
    path = tmp_path / "run"
    # No weights lie here for a KL term to compare with.
    prepare_run_dir(path, load_config("household/skill1", ["--seed=4", "--loss.kl_coefficient=0"]))
    for step in (50, 100, 150):
        (path / "checkpoints" / f"step_{step:06d}").mkdir(parents=True)
        if step < 150:  # the last was cut off
            (path / "checkpoints" / f"step_{step:06d}" / "MANIFEST.json").write_text("{}")
            (path / "checkpoints" / f"step_{step:06d}" / "library.sqlite").write_text("")
    return path


def test_train_marks_the_run_and_prints_the_summary_again(calls, tmp_path, capsys):
    words = ["train", "--config", "household/skill1", "--run-dir", str(tmp_path / "r"), "--json"]
    assert main([*words, "--model.path", str(tmp_path / "absent")]) == 1
    assert "skill1 sft --config CONFIG" in capsys.readouterr().err and not (tmp_path / "r").exists()
    (tmp_path / "config.json").touch()  # as a model folder has it
    words[-1:] = ["--model.path", str(tmp_path), "--json"]
    assert main(words) == 0
    first = json.loads(capsys.readouterr().out)
    assert (first["state"], first["outcome/success_rate"], first["bad"]) == ("new", 0.5, None)
    assert calls.pop("train")[1] == tmp_path / "r"
    assert read_manifest(tmp_path / "r")["finished"] is True
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["state"] == "finished"
    assert "train" not in calls, "a finished run is not trained again"
    assert main([*words[:-1], "--train.steps", "7"]) == 1
    assert "--fresh" in capsys.readouterr().err
    assert main([*words[:-1], "--train.steps", "7", "--fresh"]) == 0
    assert "discarded" in capsys.readouterr().out and "train" in calls


@pytest.mark.parametrize(
    ("splits", "option"), [(("train", "test"), " --split test"), (("train", "heldout"), ""), (("train",), "")]
)
def test_what_to_type_next_names_a_split_that_the_users_environment_has(
    calls, tmp_path, monkeypatch, capsys, splits, option
):
    class Shelves:
        def __init__(self, config):
            raise AssertionError("it is opened once, by the trainer")

    monkeypatch.setitem(sys.modules, "my_shelves", types.SimpleNamespace(Shelves=Shelves))
    calls["splits"] = list(splits)
    words = ["train", "--config", "household/skill1", "--env.name", "my_shelves:Shelves"]
    (tmp_path / "config.json").touch()
    assert main([*words, "--model.path", str(tmp_path), "--run-dir", str(tmp_path / "r")]) == 0
    assert f"next: skill1 eval {tmp_path / 'r'}{option}\n" in capsys.readouterr().out.replace("\n  ", " ")


def test_an_interrupted_run_is_named_with_what_to_type_next(calls, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(
        sys.modules["skill1.train.trainer"].Skill1Trainer, "train", Mock(side_effect=KeyboardInterrupt)
    )
    words = ["train", "--config", "household/skill1", "--run-dir", str(tmp_path / "a b")]
    (tmp_path / "config.json").touch()
    assert main([*words, "--model.path", str(tmp_path)]) == 130
    told = capsys.readouterr().err
    assert f"skill1 train --run-dir '{tmp_path / 'a b'}' --resume" in told and "error: interrupted" in told


def test_a_copy_of_a_finished_run_tells_its_own_directory(calls, run, tmp_path, capsys):
    mark_finished(run, {"run_dir": str(run), "steps": 3})
    shutil.copytree(run, tmp_path / "copy")
    assert main(["train", "--run-dir", str(tmp_path / "copy"), "--resume", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["run_dir"] == str(tmp_path / "copy")


def test_sft_demos_and_quickstart(calls, capsys):
    assert main(["sft", "--env", "household", "--data", "d.gz", "--output", "m"]) == 0
    assert calls["sft"][1] == {"data": Path("d.gz"), "output": Path("m")}
    # Or a row such as "query 4.719" would not say that it is a loss.
    assert "model in m; of each stage the mean loss" in capsys.readouterr().out
    assert main("demos --env household --n 4 --output d.gz --expert sloppy --seed 3".split()) == 0
    assert calls["demos"][1] == {"episodes": 4, "kind": "sloppy", "seed": 3, "output": Path("d.gz")}
    assert main(["quickstart", "household", "--seed", "2", "--smoke", "--train.steps", "3", "--json"]) == 0
    assert calls["quickstart"][1] == {
        "seed": 2,
        "smoke": True,
        "fresh": False,
        "runs_dir": Path("runs"),
        "overrides": ["--train.steps", "3"],
    }


def test_eval_of_a_run_takes_its_newest_whole_checkpoint(calls, run, capsys):
    words = "--split seen --library fresh --limit 5 --temperature 0 --repeats 2 --json"
    assert main(["eval", str(run), *words.split()]) == 0
    (config,), keywords = calls["evaluate"]
    checkpoint = run / "checkpoints" / "step_000100"
    library = str(checkpoint / "library.sqlite")
    assert keywords.pop("kept") is not None  # while it is played
    assert keywords == {"model": str(checkpoint), "library_path": library, "repeats": 2, "answers": None}
    assert config.seed == 4
    assert (config.eval.split, config.eval.library) == ("seen", "fresh")
    assert (config.eval.limit, config.eval.temperature) == (5, 0.0)
    assert json.loads(capsys.readouterr().out)["tasks"] == 4
    assert main(["eval", str(run / "checkpoints" / "step_000050")]) == 0
    assert calls["evaluate"][1]["model"].endswith("step_000050")
    printed = capsys.readouterr()
    assert "66.7 % success" in printed.out and "written: " in printed.err and "warning: 1 episodes" in printed.err
    assert main(["eval", str(run), "--iteration", "3"]) == 1
    assert "Name a run of method skillpro" in capsys.readouterr().err


def test_an_environment_without_a_result_does_not_stop_the_others(tmp_path, capsys, monkeypatch):
    (tmp_path / "config.json").write_text("{}")

    def evaluate(config, **_):
        if config.env.name == "household":
            raise DataError("all 4 episodes ended in an error.")
        # Nobody has to wait for this one to learn of the first.
        assert "no result of household: all 4 episodes ended in an error." in capsys.readouterr().err
        return sample_result()

    monkeypatch.setattr("skill1.evaluate.evaluate", evaluate)
    words = ["--config=mixed/tiny", "--env.name=household,alfworld", "--library=none", "--json"]
    assert main(["eval", str(tmp_path), *words, "--output", str(tmp_path / "of.json")]) == 1
    printed = capsys.readouterr()
    assert "1 of 2 environments have no result.\nhousehold: all 4 episodes ended in an error." in printed.err
    assert len(json.loads(printed.out)) == 1 and (tmp_path / "of-alfworld.json").is_file()


def test_each_pool_of_a_log_has_a_result_of_its_own(calls, run, monkeypatch):
    log = types.SimpleNamespace(write_library=lambda path, iteration, config, target: target)
    monkeypatch.setattr("skill1.cli.evaluation.LOGS", types.SimpleNamespace(built_in=["any"], load=lambda _: log))
    for iteration in ([], ["--iteration", "0"], ["--iteration", "1"]):
        assert main(["eval", str(run), "--pool", "log.json", *iteration]) == 0
    assert len(list((run / "eval").glob("*.json"))) == 3, "iteration 0 is not the last one"


def test_eval_of_a_model_needs_a_configuration(calls, tmp_path, capsys):
    (tmp_path / "config.json").write_text("{}")
    assert main(["eval", str(tmp_path)]) == 1
    assert "--env NAME" in capsys.readouterr().err
    assert main(["eval", str(tmp_path), "--env", "household", "--library", "none"]) == 0
    nowhere = {"answers": None, "kept": None}
    assert calls["evaluate"][1] == {"model": str(tmp_path), "library_path": None, "repeats": 1, **nowhere}


def test_a_model_behind_a_server_is_not_asked_for_the_short_answers_of_a_word_level_policy(calls, run, capsys):
    served = ["http://127.0.0.1:9/v1", "--endpoint.model=m", "--env", "household", "--library", "none"]
    short = "--sampling.act_tokens=6"
    of_a_run = [str(run), "--endpoint.url=http://127.0.0.1:9/v1", "--endpoint.model=m"]
    for words, profile, tokens in (
        (served, "skill1", 2048),
        ([*served, "--profile", "generic"], "generic", 2048),
        ([*served, "--profile", "generic", short], "generic", 6),
        (of_a_run, "skill1", 2048),
    ):
        assert main(["eval", *words]) == 0
        (config,), _ = calls["evaluate"]
        assert (config.agent.profile, config.sampling.act_tokens) == (profile, tokens)
    assert "sampling.act_tokens 4 → 2048" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("files", "words", "profile", "tokens"),
    [
        ({"chat_template.jinja": "{{ messages }}"}, [], "skill1", 2048),
        ({"tokenizer_config.json": '{"chat_template": "{{ messages }}"}'}, [], "skill1", 2048),
        ({"chat_template.jinja": "{{ messages }}"}, ["--profile", "compact"], "compact", 4),
        ({"tokenizer_config.json": "{}"}, [], "compact", 4),  # a word-level policy
    ],
)
def test_nor_is_a_chat_model_in_a_folder(calls, tmp_path, capsys, files, words, profile, tokens):
    for name, text in {"config.json": "{}", **files}.items():
        (tmp_path / name).write_text(text)
    assert main(["eval", str(tmp_path), "--env", "household", "--library", "none", *words]) == 0
    (config,), _ = calls["evaluate"]
    assert (config.agent.profile, config.sampling.act_tokens) == (profile, tokens)
    is_changed = profile == "skill1"
    assert ("note:" in capsys.readouterr().err) == is_changed
    assert (config.model.dtype, config.train.threads) == (("auto", None) if is_changed else ("float32", 1))


@pytest.mark.parametrize(
    ("own", "limits"),
    [("act_tokens: 8", (8, 6, 320)), ("query_tokens: 9", (2048, 9, 16384)), ("{}", (2048, 128, 16384))],
)
def test_limits_that_a_file_of_ones_own_sets_for_chat_messages_stay(calls, tmp_path, own, limits):
    for name, text in {"config.json": "{}", "chat_template.jinja": "{{ messages }}"}.items():
        (tmp_path / name).write_text(text)
    mine = tmp_path / "mine.yaml"
    mine.write_text(f"inherits: household/skill1\nagent:\n  profile: dialogue\nsampling:\n  {own}\n")
    assert main(["eval", str(tmp_path), "--config", str(mine), "--library", "none"]) == 0
    (config,), _ = calls["evaluate"]
    sampling = config.sampling
    assert (sampling.act_tokens, sampling.query_tokens, config.model.max_prompt_tokens) == limits
    # A run's file has every key, so it says nothing of what somebody wants.
    prepare_run_dir(tmp_path / "of-a-run", load_config(str(mine)))
    assert (
        main(["eval", str(tmp_path), "--config", str(tmp_path / "of-a-run/config.yaml"), "--library", "none"]) == 0
    )
    assert calls["evaluate"][0][0].sampling.act_tokens == 2048


def test_eval_of_a_run_without_checkpoint_or_of_a_stray_folder(calls, tmp_path, capsys):
    prepare_run_dir(tmp_path / "new", Skill1Config())
    assert main(["eval", str(tmp_path / "new")]) == 1
    assert "no whole checkpoint" in capsys.readouterr().err
    (tmp_path / "result.json").write_text("{}", encoding="utf-8")
    for target in (tmp_path, tmp_path / "result.json"):
        assert main(["eval", str(target)]) == 1
        assert "neither a run directory" in capsys.readouterr().err
    (tmp_path / "adapter_config.json").write_text("{}")
    assert main(["eval", str(tmp_path), "--env", "household"]) == 1
    assert "holds an adapter (adapter_config.json)" in capsys.readouterr().err


def test_rollout_of_a_run_and_of_a_configuration(calls, run):
    assert main(["rollout", str(run), "--task", "t", "--seed", "9"]) == 0
    assert calls["rollout"][1]["seed"] == 9 and calls["rollout"][1]["task_id"] == "t"
    assert main(["rollout", "--config", "household/skill1", "--model.path", "m"]) == 0
    assert calls["rollout"][1]["model"] == "m"


def test_another_model_typed_beside_the_one_that_plays_is_told(calls, run, capsys):
    assert main(["eval", str(run), "--model.path=Qwen/other"]) == 0
    assert f"{run} is what plays" in " ".join(capsys.readouterr().err.split()) and calls


def test_resume_takes_the_runs_own_configuration(calls, run, tmp_path, capsys):
    assert main(["train", "--run-dir", str(run), "--resume"]) == 0
    config, path = calls["train"]
    assert (config.seed, config.env.name, path) == (4, "household", run)
    assert main(["train", "--run-dir", str(tmp_path / "absent"), "--resume"]) == 1
    assert "nothing to resume in" in capsys.readouterr().err
    # A run that is there needs no word that it goes on, and --run_dir is the key that --run-dir sets.
    assert main(["train", "--run_dir", str(run)]) == 0
    assert "already finished" in capsys.readouterr().out
    assert main(["train", "--run-dir", str(tmp_path / "absent")]) == 1
    assert "no configuration was given" in capsys.readouterr().err


def test_resume_without_a_run_names_those_that_are_unfinished(tmp_path, capsys):
    assert main(["train", "--resume"]) == 1
    assert "runs has no unfinished one" in capsys.readouterr().err
    for name in ("begun", "done"):
        run_dir = tmp_path / "runs" / name
        prepare_run_dir(run_dir, load_config("household/grpo", [f"--run_dir={run_dir}"]))
    mark_finished(tmp_path / "runs" / "done")
    assert main(["train", "--resume"]) == 1
    told = capsys.readouterr().err
    assert "  skill1 train --run-dir runs/begun --resume" in told and "done" not in told
