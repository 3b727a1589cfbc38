"""``skill1 plan`` as it is typed."""

import json

import pytest

from skill1.cli import main
from skill1.cli.plan import _range
from skill1.plan.tokens import Assumptions


def run(capsys, *words):
    code = main(["plan", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_plan_that_fits(capsys):
    code, out, _ = run(capsys, "--config", "alfworld/paper", "--gpus", "8", "--gpu", "h800", "--price", "2")
    assert code == 0
    for said in (
        "7.616 B parameters, trained: all of them",
        "backend verl on 8 x H800 with 80 GiB",
        "note: backend local takes one GPU",
        "56 KiB per token, 0.98 GiB for an episode at its longest (18432 tokens); 400 such episodes",
        "fits  68.6 of 80 GiB (78.8 usable); largest in the rollout: vLLM, 56.0 GiB",
        "0.845 generated, 6.13 in prompts, 6.98 trained on",
        "256 episodes of 30 turns",
        "time per step: 387 to 494 s (published for this method, model, batch and machine, 50 turns: Skill1 paper",
        "150 steps: 16 to 34 hours, 129 to 268 GPU-hours, 258 to 537 EUR at 2 an hour",
    ):
        assert said in out


def test_frozen_layers_are_not_among_the_trained(capsys):
    seven = ["--config", "alfworld/skill1", "--memory", "80", "--train.frozen_layers"]
    _, out, _ = run(capsys, *seven, "14")
    # Half of 28 layers of 0.233 B, and an embedding of 0.545 B, are frozen.
    assert "7.616 B parameters, trained: 3.808 B, without 14 frozen layers" in out
    assert json.loads(run(capsys, *seven, "14", "--json")[1])["trained_parameters"] == 3_807_810_048
    assert "the model has 28 layers" in run(capsys, *seven, "28")[2]


def test_a_plan_of_conversations_counts_what_each_message_adds(capsys):
    code, out, _ = run(capsys, "--config", "alfworld/skill1", "--gpus", "8", "--gpu", "h800")
    assert code == 0
    for said in (
        "0.845 generated, 0.937 in prompts, 1.78 trained on",
        "on average 1830 tokens read in a conversation and 1650 written",
        "machine, 50 turns, prompts rebuilt each turn, which reads more: Skill1 paper",
    ):
        assert said in out


def test_a_plan_that_does_not_fit_exits_1_and_says_what_to_change(capsys):
    code, out, _ = run(capsys, "--config", "alfworld/skill1", "--memory", "24")
    assert code == 1 and "does not fit  needs" in out and "  → --" in out and "note:" not in out
    share = ["--gpus", "8", "--memory", "80", "--cluster.gpu_memory=0.2", "--cluster.tensor_parallel=1"]
    code, out, _ = run(capsys, "--config", "alfworld/skill1", *share)
    assert code == 1 and "is too small for one full episode" in out


def test_a_card_is_not_filled_to_the_number_in_its_name(capsys):
    """Cards of 80 GiB report 79.1 to 79.4 of them."""
    code, out, _ = run(capsys, "--config", "alfworld/skill1", "--gpus", "4", "--memory", "80")
    assert code == 1 and "does not fit  needs 79.3 of 80 GiB (78.8 usable)" in out


def test_fewer_gpus_than_share_a_model_are_planned_with_fewer_and_told(capsys):
    """`skill1 train` refuses those numbers beside each other."""
    words = ["--config", "alfworld/cluster", "--memory", "140", "--gpus"]
    assert "note: fewer GPUs than cluster.tensor_parallel" in (out := run(capsys, *words, "2")[1])
    assert "planned as with --cluster.tensor_parallel 2" in out
    assert "note:" not in run(capsys, *words, "4")[1]


def test_an_unknown_time_costs_by_the_hour_and_a_measured_one_in_all(capsys):
    words = ["--config", "alfworld/one_gpu", "--gpu", "4090", "--price", "0.5"]
    _, out, _ = run(capsys, *words)
    assert "trained: LoRA rank 32: 36.93 M" in out
    assert "time: unknown (no run with LoRA was published); an hour costs 0.5 EUR" in out
    assert "--assume step_s=SECONDS" in out
    _, out, _ = run(capsys, *words, "--assume", "step_s=240")
    assert "time per step: 240 s (measured by you" in out and "150 steps: 10 hours, 10 GPU-hours, 5 EUR" in out


def test_a_small_plan_does_not_read_as_free(capsys):
    words = ["--config", "alfworld/one_gpu", "--gpu", "4090", "--price", "2", "--assume", "step_s=0.4"]
    _, out, _ = run(capsys, *words)
    assert "time per step: 0.4 s" in out and "150 steps: 0.017 hours, 0.017 GPU-hours, 0.033 EUR" in out


@pytest.mark.parametrize(
    ("ends", "shown"), [((0.0123, 0.0123), "0.012"), ((9.96, 10.04), "10"), ((3.26, 12.6), "3.3 to 13")]
)
def test_a_range_whose_ends_read_alike_is_one_number(ends, shown):
    assert _range(ends) == shown


def test_json_has_every_figure(capsys):
    words = ["--config", "alfworld/grpo", "--gpus", "8", "--nodes", "2", "--gpu", "H100", "--price", "3", "--json"]
    code, out, _ = run(capsys, *words)
    record = json.loads(out)
    assert code == 0 and record["gpus"] == 16 and record["fits"] and record["changes"] == []
    assert record["need_gib"] == max(sum(record["memory_gib"][phase].values()) for phase in ("rollout", "update"))
    assert record["largest"] in record["memory_gib"][record["phase"]]
    assert record["seconds_per_step"] is record["hours"] is record["cost"] is None
    assert "several machines" in record["seconds_source"]
    record = json.loads(run(capsys, *words, "--assume", "step_s=360")[1])
    assert (record["hours"], record["gpu_hours"], record["cost"]) == ([15, 15], [240, 240], [720, 720])
    assert set(record["assumptions"]) == set(Assumptions.__dataclass_fields__)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--gpus", "8", "--memory", "80"], 1, "no configuration was given"),
        (["--config", "alfworld/skill1"], 1, "Type --memory 80, or --gpu H100"),
        (["--config", "alfworld/skill1", "--gpu", "H10"], 1, "Did you mean H100"),
        (["--config", "alfworld/skill1", "--gpu", "a100"], 1, "Did you mean A100-80?"),
        (["--config", "alfworld/skill1", "--memory", "80", "--price", "-1"], 2, "--price"),
        (["--config", "alfworld/skill1", "--memory", "80", "--assume", "turn=2"], 1, "did you mean turns? Known"),
        (["--config", "alfworld/skill1", "--memory", "80", "--model.path", "me/mine"], 1, "not known"),
        (["--config", "alfworld/tiny", "--memory", "80"], 1, "nothing to plan"),
        (["--config", "alfworld/skill1", "--memry", "80"], 2, "did you mean --memory"),
    ],
)
def test_mistakes_are_named(words, code, message, capsys):
    got, _, err = run(capsys, *words)
    assert got == code and message in err and "Traceback" not in err
