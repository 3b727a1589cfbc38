"""The cold start on verl, as far as it goes without verl: rows, batches, settings, refusals, the command it types."""

import errno
import importlib.metadata
import subprocess
from types import SimpleNamespace

import pytest

from skill1.config.load import load_config
from skill1.errors import ConfigError, DataError, MissingExtraError, StorageError, TrainingError
from skill1.train.demos import DemoRow, write_demos
from skill1.train.verl import sft
from tests.rollout.tiny_world import household


def clustered(folder, *overrides):
    return household(
        folder, "--backend=verl", "--train.final_learning_rate=1", "--cluster.gpus_per_node=2", *overrides
    )


@pytest.fixture
def with_verl(monkeypatch):
    """As if verl were installed."""
    monkeypatch.setattr(sft.importlib.metadata, "version", lambda name: "0.9.1")


@pytest.fixture
def few(folder, tmp_path):
    path = tmp_path / "demos.gz"
    write_demos(household(folder), episodes=8, kind="oracle", seed=0, output=path)
    return path


def test_stages_weigh_alike_and_all_answers_their_number():
    """Six answer tokens in two stages: 3 for each; stage 0 has two tokens, 1.5 each; stage 2 has four, 0.75 each."""
    rows = [DemoRow((1, 2, 3, 4, 5, 6), ((0, 1, 3), (2, 4, 6))), DemoRow((1, 2, 3), ((2, 1, 3),))]
    columns = sft.columns_of(rows)
    assert columns["weights"] == [[0, 1.5, 1.5, 0, 0.75, 0.75], [0, 0.75, 0.75]]
    assert columns["ids"] == [[1, 2, 3, 4, 5, 6], [1, 2, 3]]
    assert sum(map(sum, columns["weights"])) == 6


@pytest.mark.parametrize(
    ("gpus", "batch_size", "episodes", "rows", "expected"),
    [
        (1, 16, 64, 128, 32),  # two rows an episode
        (8, 16, 64, 100, 24),  # 25 rows, of which each GPU takes 3
        (8, 1, 64, 64, 8),  # at least one on each
        (2, 100, 8, 9, 8),  # no more than there are
    ],
)
def test_a_batch_has_the_rows_of_its_episodes(gpus, batch_size, episodes, rows, expected):
    words = ["--backend=verl", f"--cluster.gpus_per_node={gpus}", f"--sft.batch_size={batch_size}"]
    assert sft.batch_rows(load_config("alfworld/grpo", words), episodes, rows) == expected


def test_without_verl_the_extra_is_named(folder, few, tmp_path, monkeypatch):
    def version(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(sft.importlib.metadata, "version", version)
    with pytest.raises(MissingExtraError, match=r"skill1\[verl\]"):
        sft.run_sft(clustered(folder), few, tmp_path / "out")


@pytest.mark.parametrize("setting", ["--model.lora_rank=8", "--cluster.nodes=2"])
def test_adapters_and_several_machines_are_refused(folder, few, tmp_path, with_verl, setting):
    with pytest.raises(ConfigError, match="every weight, on one machine"):
        sft.run_sft(clustered(folder, setting), few, tmp_path / "out")


def test_fewer_rows_than_gpus_are_refused(folder, few, tmp_path, with_verl):
    with pytest.raises(DataError, match="for 500 GPUs"):
        sft.run_sft(clustered(folder, "--cluster.gpus_per_node=500"), few, tmp_path / "out")


def run(folder, few, output, monkeypatch, *, leaves_model, code=0):
    """``run_sft`` with a stand-in for verl's trainer, which leaves its folder, or none, and ends with ``code``."""
    pytest.importorskip("pyarrow")
    commands = []

    def trainer(command, **options):
        commands.append(command)
        (scratch,) = output.parent.glob(f".{output.name}-*")
        if leaves_model:
            made = scratch / "global_step_2" / "huggingface"
            made.mkdir(parents=True)
            (made / "model.safetensors").write_text("weights")
        assert options["stdout"] == 2
        return SimpleNamespace(returncode=code)

    monkeypatch.setattr(subprocess, "run", trainer)
    result = sft.run_sft(clustered(folder, "--sft.epochs=2", "--sft.batch_size=8"), few, output)
    return result, commands


def test_a_trainer_that_fails_leaves_no_model(folder, few, tmp_path, with_verl, monkeypatch):
    for leaves_model, code in ((False, 0), (True, 1)):
        with pytest.raises(TrainingError, match=f"exit code {code}"):
            run(folder, few, tmp_path / "out", monkeypatch, leaves_model=leaves_model, code=code)
    assert not (tmp_path / "out").exists() and list(tmp_path.glob(".out-*")) == []


def test_a_disk_that_refuses_is_told(folder, few, tmp_path, with_verl, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "file").write_text("where the folder would be")
    with pytest.raises(StorageError, match="file is not a folder"):
        sft.run_sft(clustered(folder), few, tmp_path / "file" / "out")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(parquet, "write_table", full)
    with pytest.raises(StorageError, match=r"rows\.parquet could not be written: .*No space"):
        sft.run_sft(clustered(folder), few, tmp_path / "out")
    assert list(tmp_path.glob(".out-*")) == []


def test_the_folder_verl_leaves_becomes_the_model(folder, few, tmp_path, with_verl, monkeypatch):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "model-00002-of-00002.safetensors").write_text("of another model")
    result, (command,) = run(folder, few, tmp_path / "out", monkeypatch, leaves_model=True)
    assert result["updates"] == 2 and len(list((tmp_path / "out").glob("*.safetensors"))) == 1
    assert (tmp_path / "out" / "model.safetensors").read_text() == "weights"
    assert (tmp_path / "out" / "tokenizer.json").is_file() and list(tmp_path.glob(".out-*")) == []
    assert command[1:6] == ["-m", "torch.distributed.run", "--standalone", "--nproc-per-node=2", "-m"]


def test_the_settings_are_those_of_the_configuration(tmp_path, monkeypatch):
    monkeypatch.setattr(sft, "no_dropout", lambda model: {"attention_dropout": 0.0})  # this one is not on the disk
    words = ["--backend=verl", "--sft.learning_rate=3e-5", "--sft.warmup_updates=7", "--cluster.offload=true"]
    settings = sft._settings(load_config("alfworld/skill1", words), tmp_path / "it's", 24, 99_999)
    expected = {
        "optim.lr": 3e-5,
        "optim.lr_warmup_steps": 7,
        "optim.min_lr_ratio": 0.3,
        "data.train_batch_size": 24,
        "data.max_token_len_per_gpu": 99_999,  # a row longer than the budget has to fit as well
        "engine.offload_policy": True,
        "engine.dtype": "bfloat16",
        "+engine.mixed_precision.param_dtype": "bfloat16",
        "model.enable_gradient_checkpointing": True,
        "model.path": "'Qwen/Qwen2.5-7B-Instruct'",
        "+model.override_config.attention_dropout": 0.0,
        "trainer.n_gpus_per_node": 8,
    }
    assert {path: settings[path] for path in expected} == expected
    assert settings["trainer.default_local_dir"] == f"'{tmp_path}/it\\'s'"
