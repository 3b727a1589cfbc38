"""What ``skill1 train --backend verl`` does and refuses before anything starts. Needs no verl."""

import json
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest
import yaml

pytest.importorskip("torch")

from skill1.config import Skill1Config  # noqa: E402
from skill1.config.load import load_config, load_run_config  # noqa: E402
from skill1.errors import DataError, MissingExtraError, StorageError  # noqa: E402
from skill1.models.files import CHECKPOINT_FORMAT  # noqa: E402
from skill1.run.directory import CONFIG_FILE, prepare_run_dir  # noqa: E402
from skill1.train.checkpoint import noted_rate  # noqa: E402
from skill1.train.run import Run  # noqa: E402
from skill1.train.verl.run import (  # noqa: E402
    ClusterLearner,
    ClusterRun,
    fit_positions,
    leave_dropout_out,
    train_on_verl,
    write_for_agents,
)
from skill1.train.verl.sft import _settings  # noqa: E402
from tests.rollout.tiny_world import tiny_policy  # noqa: E402

CONFIG = replace(Skill1Config(), backend="verl")


def test_without_the_extra_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"skill1\[verl\]"):
        train_on_verl(CONFIG, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_agents_are_told_what_the_run_was_resumed_with(tmp_path):
    prepare_run_dir(tmp_path / "run", CONFIG)
    resumed = replace(CONFIG, train=replace(CONFIG.train, validate_split="valid_unseen"))
    assert prepare_run_dir(tmp_path / "run", resumed).kind == "resume"
    (entry,) = yaml.safe_load(write_for_agents(resumed, tmp_path / "run").read_text())
    assert load_run_config(entry["config_file"]) == resumed
    assert load_run_config(tmp_path / "run" / CONFIG_FILE) == CONFIG  # as it began


def test_agents_find_folders_whatever_directory_and_variables_ray_has(tmp_path, monkeypatch):
    monkeypatch.setenv("ALFWORLD_DATA", "games")

    def read(*overrides):
        config = load_config("alfworld/cluster", list(overrides))
        (entry,) = yaml.safe_load(write_for_agents(config, tmp_path / "run").read_text())
        return load_run_config(entry["config_file"])

    found = read("--agent.prompts=prompts")
    assert (found.env.data, found.agent.prompts) == (str(tmp_path / "games"), str(tmp_path / "prompts"))
    assert read("--env.data=mine/games").env.data == str(tmp_path / "mine" / "games")
    elsewhere = read("--env.python=old/bin/python").env
    assert (elsewhere.python, elsewhere.data) == (str(tmp_path / "old/bin/python"), str(tmp_path / "games"))
    assert read("--env.name=theirs", "--env.python=python3.12").env.data is None  # nothing here knows it
    assert read("--env.python=python3.12").env.python == "python3.12"  # found by the path
    assert read("--env.url=http://127.0.0.1:9").env.data is None  # there it has its own
    monkeypatch.delenv("ALFWORLD_DATA")
    assert read().env.data is None


def test_a_disk_that_refuses_what_agents_read_is_told(tmp_path):
    (tmp_path / "verl").write_text("a file where the folder would be")
    with pytest.raises(StorageError, match=r"verl could not be written: .*choose another place"):
        write_for_agents(CONFIG, tmp_path)


def test_dropout_is_left_out_as_by_the_local_backend(tmp_path):
    from transformers import Starcoder2Config

    Starcoder2Config(attention_dropout=0.1, residual_dropout=0.1).save_pretrained(tmp_path)
    model = SimpleNamespace(path=str(tmp_path), override_config={"attn_implementation": "sdpa"})
    leave_dropout_out(model)
    none = {"attention_dropout": 0.0, "residual_dropout": 0.0}
    assert model.override_config == none | {"attn_implementation": "sdpa"}
    asked = SimpleNamespace(path=str(tmp_path), override_config={"attention_dropout": 0.2})
    leave_dropout_out(asked)
    assert asked.override_config == none | {"attention_dropout": 0.2}
    config = replace(CONFIG, model=replace(CONFIG.model, path=str(tmp_path)))
    cold_start = _settings(config, tmp_path, batch=1, longest=8)
    assert none.items() <= {name.rpartition(".")[2]: value for name, value in cold_start.items()}.items()


def test_a_model_of_few_positions_gets_shorter_prompts_instead_of_verls_refusal(tmp_path):
    from transformers import Qwen2Config

    Qwen2Config(max_position_embeddings=8192).save_pretrained(tmp_path)
    for asked, given in ((18432, 8192), (4608, 4608)):
        rollout = SimpleNamespace(max_model_len=asked)
        fit_positions(str(tmp_path), rollout)
        assert rollout.max_model_len == given


def test_pickles_of_the_start_weights_are_refused_also_where_a_run_resumes(tmp_path):
    """verl makes the model from them each time; only the checkpoint was looked at."""
    (tmp_path / "start").mkdir()
    (tmp_path / "start" / "pytorch_model.bin").touch()
    config = replace(CONFIG, model=replace(CONFIG.model, path=str(tmp_path / "start")))
    run = SimpleNamespace(config=config, run_dir=tmp_path, suite=None)
    with pytest.raises(DataError, match=r"start/pytorch_model\.bin is a pickle"):
        ClusterRun._load_policy(run, tiny_policy(tmp_path / "checkpoint"), 0, None)


def test_a_validation_that_cannot_be_caught_up_leaves_no_cluster_open(tmp_path, monkeypatch):
    def begun(self, *_):
        self.cluster, self.policy, self.step, self.validation = None, None, 2, SimpleNamespace(catch_up=lost)

    def lost(*_):
        raise KeyboardInterrupt

    closed = []
    monkeypatch.setattr(Run, "__init__", begun)
    monkeypatch.setattr(ClusterRun, "close", lambda self: closed.append(self))
    with pytest.raises(KeyboardInterrupt):
        ClusterRun(CONFIG, tmp_path, None, None)
    assert len(closed) == 1


def test_the_rate_in_the_metrics_is_that_of_verls_schedule(tmp_path):
    """verl counts updates, of which the steps of an empty library have none, and may have a cosine."""

    class Cluster:
        rate, told = None, []

        def update(self, samples, number, rate, pad_id):
            self.told.append(rate)
            self.rate = 0.75e-3  # what verl says of the next
            return {}

    train = ["--train.library_steps=4", "--train.warmup_steps=10", "--train.learning_rate=1e-3"]
    learner = ClusterLearner(Cluster(), load_config("alfworld/cluster", train), pad_id=0)
    assert learner.state_dict() == {"state": {}, "param_groups": []}
    learner.update([], 4)
    learner.update([], 5)
    assert learner.cluster.told == [pytest.approx(1e-4), 0.75e-3]
    record = {"format": CHECKPOINT_FORMAT, **learner.state_dict()}
    (tmp_path / "trainer_state.json").write_text(json.dumps(record))
    assert noted_rate(tmp_path) == 0.75e-3
    (tmp_path / "trainer_state.json").write_text(json.dumps(record | {"param_groups": []}))
    assert noted_rate(tmp_path) is None  # of a checkpoint from before
