"""Runs and refusals, each with an engine of its own: training, evaluation, packed weights, no memory."""

import pytest


@pytest.fixture
def model(config_for):
    from skill1.policy.load import load_model

    return load_model(config_for().model)


def open_anew(config, folder, model):
    from skill1.policy.load import open_policy
    from skill1.policy.tokens import Tokens

    return open_policy(config, folder, Tokens.load(folder), rows=16, model=model)


def test_two_household_steps_and_an_evaluation(config_for, tmp_path):
    from skill1.evaluate import evaluate
    from skill1.train.trainer import Skill1Trainer

    small = ["--train.steps=2", "--train.tasks_per_step=2", "--train.group_size=2", "--env.max_steps=4"]
    whole = ["--train.mini_batches=1", "--loss.kl_coefficient=0.01", "--loss.normalise=equation"]
    moved = [
        "--train.learning_rate=1e-3",
        "--train.weight_decay=50",
    ]  # all weights shrink by 5 %, whatever is learnt
    rows = []
    summary = Skill1Trainer(config_for(*small, *whole, *moved), tmp_path / "run", observers=[rows.append]).train()
    assert summary["steps"] == 2
    for row in rows:
        assert abs(row["policy/largest_ratio"] - 1.0) < 5e-5 and row["tokens/trained"] > 0
    checkpoint = tmp_path / "run" / "checkpoints" / "step_000002"
    assert (checkpoint / "optimizer.safetensors").is_file()  # which vLLM must not take for weights
    result = evaluate(tmp_path / "run", overrides=["--eval.limit=2", "--env.max_steps=3"])
    assert len(result["results"]) == 2 and result["checkpoint_step"] == 2


def test_packed_weights_are_refused_for_training_only(config_for, folder, model, played, packing, monkeypatch):
    from vllm.model_executor.layers import utils

    from skill1.errors import PolicyError

    monkeypatch.setattr(utils, "dispatch_cpu_unquantized_gemm", packing)
    with pytest.raises(PolicyError, match=r"packed copies.*--policy\.engine hf"):
        open_anew(config_for(), folder, model)
    frozen = open_anew(config_for(), folder, None)
    assert played(frozen, model)[1] < 1e-5
    frozen.close()


def test_no_memory_is_one_clear_error(config_for, folder, model, played, monkeypatch):
    from skill1.errors import PolicyError
    from skill1.policy import vllm_engine

    with (
        monkeypatch.context() as patch,
        pytest.raises(PolicyError, match=r"did not start.*(?s:.*)--cluster\.gpu_memory"),
    ):
        patch.setattr(vllm_engine, "CPU_CACHE_BYTES", 1024)
        open_anew(config_for(), folder, model)
    policy = open_anew(config_for(), folder, model)  # nothing of the failed start is in the way
    assert played(policy, model)[1] < 1e-5
    policy.close()


def test_another_device_is_refused(config_for, folder, monkeypatch):
    import torch

    from skill1.errors import ConfigError

    monkeypatch.setattr("skill1.policy.load.pick_device", torch.device)  # as if this machine had one
    with pytest.raises(ConfigError, match=r"model\.device.*CUDA_VISIBLE_DEVICES"):
        open_anew(config_for("--model.device=meta"), folder, None)
