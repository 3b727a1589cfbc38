"""``skill1 plan`` as it is typed."""

import json

import pytest

from skill1.cli import main
from skill1.plan.tokens import Assumptions


@pytest.fixture(autouse=True)
def no_models(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))  # a downloaded model would go before the table


def run(capsys, *words):
    code = main(["plan", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_plan_that_fits(capsys):
    words = ["--config", "alfworld/skill1", "--gpus", "8", "--memory", "80", "--price", "2"]
    code, out, _ = run(capsys, *words)
    assert code == 0
    for said in (
        "7.616 B parameters, trained: all of them",
        "backend verl on 8 x A100-80 with 80 GiB, assumed from its memory",
        "note: backend local takes one GPU",
        "56 KiB a token, 0.98 GiB for an episode at its longest (18432 tokens)",
        "fits",
        "largest in the rollout: vLLM, 56.0 GiB",
        "256 episodes of 30 turns",
        "20% of 312 TFLOPS",
        "150 steps",
        "EUR at 2 an hour",
    ):
        assert said in out


def test_a_plan_that_does_not_fit_exits_1_and_says_what_to_change(capsys):
    code, out, _ = run(capsys, "--config", "alfworld/skill1", "--memory", "24")
    assert code == 1 and "does not fit" in out and "  → --" in out and "note:" not in out
    code, out, _ = run(
        capsys,
        "--config",
        "alfworld/skill1",
        "--gpus",
        "8",
        "--memory",
        "80",
        "--cluster.gpu_memory=0.2",
        "--cluster.tensor_parallel=1",
    )
    assert code == 1 and "holds no episode at full length" in out


def test_json_has_every_figure(capsys):
    words = ["--config", "alfworld/grpo", "--gpus", "8", "--nodes", "2", "--gpu", "H100", "--price", "3"]
    code, out, _ = run(capsys, *words, "--assume", "turns=20", "--json")
    record = json.loads(out)
    assert code == 0 and record["gpus"] == 16 and record["fits"] and record["changes"] == []
    for phase in ("rollout", "update"):
        assert sum(record["memory_gib"][phase].values()) <= record["need_gib"] + 1e-9
    assert record["need_gib"] == max(sum(record["memory_gib"][p].values()) for p in ("rollout", "update"))
    seconds = record["seconds_per_step"]
    assert seconds["sum"] == pytest.approx(sum(v for name, v in seconds.items() if name != "sum"))
    assert record["hours"] == pytest.approx(seconds["sum"] * record["steps"] / 3600)
    assert record["cost"] == pytest.approx(record["hours"] * 16 * 3)
    assert record["assumptions"]["turns"] == 20 and set(record["assumptions"]) == set(
        Assumptions.__dataclass_fields__
    )
    assert record["largest"] in record["memory_gib"][record["phase"]]


def test_lora_and_backends(capsys):
    words = ["--config", "alfworld/skill1", "--backend", "verl", "--gpus", "1", "--gpu", "4090"]
    words += ["--model.path", "Qwen/Qwen2.5-1.5B-Instruct", "--model.lora_rank", "32"]
    code, out, _ = run(capsys, *words)
    assert "trained: LoRA rank 32: 36.93 M" in out and "backend verl on 1 x 4090" in out
    code, out, _ = run(capsys, "--config", "alfworld/skill1", "--gpu", "H200")
    assert "backend local on 1 x H200 with 139 GiB\n" in out and "KV cache" in out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--gpus", "8", "--memory", "80"], 1, "no configuration is named"),
        (["--config", "alfworld/skill1"], 1, "Type --memory 80, or --gpu H100"),
        (["--config", "alfworld/skill1", "--gpu", "H10"], 1, "Did you mean H100"),
        (["--config", "alfworld/skill1", "--memory", "80", "--price", "-1"], 1, "--price -1"),
        (["--config", "alfworld/skill1", "--memory", "80", "--assume", "turn=2"], 1, "did you mean turns"),
        (["--config", "alfworld/skill1", "--memory", "80", "--model.path", "me/mine"], 1, "not known"),
        (["--config", "alfworld/tiny", "--memory", "80"], 1, "nothing to plan"),
        (["--config", "alfworld/skill1", "--memory", "much"], 2, "invalid float value"),
        (["--config", "alfworld/skill1", "--memry", "80"], 2, "did you mean --memory"),
    ],
)
def test_mistakes_are_named(words, code, message, capsys):
    got, _, err = run(capsys, *words)
    assert got == code and message in err and "Traceback" not in err


def test_help(capsys):
    code, out, _ = run(capsys, "--help")
    assert code == 0
    for option in ("--gpus", "--memory", "--nodes", "--gpu ", "--price", "--assume", "--json"):
        assert option in out
    assert "docs/how-to/train-on-a-cluster.md" in out and "layer_ms" in out and "A100-80" in out
