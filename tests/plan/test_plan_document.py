"""docs/how-to/train-on-a-cluster.md prints what the formulas give, and names every assumption that its text states."""

import re
from pathlib import Path

import pytest

from skill1.config_files import load_config
from skill1.plan.estimate import Plan, make_plan, on_machines
from skill1.plan.gpus import GPUS
from skill1.plan.memory import GIB, activation_bytes, layer_activations
from skill1.plan.shape import KNOWN
from skill1.plan.tokens import Assumptions

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "cluster.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (.+?) \|$", re.MULTILINE)
ROWS = [[cell.strip() for cell in row.split("|")] for row in ROW.findall(TEXT)]


def plan(gpus, nodes=1, *options, gpu="H800", model="qwen2.5-7b", name="alfworld/cluster", **assumed) -> Plan:
    config = on_machines(load_config(name, list(options)), gpus, nodes)
    return make_plan(config, KNOWN[model], GPUS[gpu], assumed=Assumptions(**assumed))


def row(first):
    (found,) = [cells for cells in ROWS if cells[0].startswith(first)]
    return found


def number(text):
    return float(re.search(r"[\d.,]+", text)[0].replace(",", ""))


def test_memory_of_7b():
    made = plan(8)
    parts = made.memory
    for name in dict.fromkeys([*parts.rollout, *parts.update]):
        (cells,) = [cells for cells in ROWS if cells[0] == name and len(cells) == 4]
        assert cells[1:3] == [f"{p[name] / GIB:.2f}" if name in p else "" for p in (parts.rollout, parts.update)]
    assert row("sum")[1:3] == [f"{sum(p.values()) / GIB:.2f}" for p in (parts.rollout, parts.update)]
    assert f"{made.cache_gib:.1f} of cache: {made.fits_longest * made.copies} episodes at full length" in TEXT
    shape = KNOWN["qwen2.5-7b"]
    assert f"{layer_activations(shape):,} bytes × 28 layers" in TEXT
    assert f"{activation_bytes(shape, 18432, is_checkpointed=False) / GIB:.0f} GiB for 18,432 tokens" in TEXT


@pytest.mark.parametrize(
    ("gpu_gib", "nodes", "options"),
    [
        (48, 1, []),
        (40, 1, ["--model.lora_rank=32"]),
        (40, 4, []),
        (24, 1, ["--model.lora_rank=32", "--model.max_prompt_tokens=2048", "--train.micro_batch_tokens=4096"]),
    ],
)
def test_smaller_cards(gpu_gib, nodes, options):
    config = on_machines(load_config("alfworld/cluster", options), 8, nodes)
    made = make_plan(config, KNOWN["qwen2.5-7b"], GPUS["H800"], gpu_gib=gpu_gib, assumed=Assumptions())
    (line,) = re.findall(r"\* \*\*Smaller cards.*?\)\.$", TEXT, re.DOTALL | re.MULTILINE)
    assert made.fits and f"{made.need_gib:.1f} GiB" in line


@pytest.mark.parametrize(("gpus", "nodes"), [(8, 1), (16, 2), (64, 8), (256, 32), (800, 100)])
def test_seconds_by_number_of_gpus(gpus, nodes):
    made = plan(8, nodes)
    (found,) = [cells for cells in ROWS if cells[0] == str(gpus)]
    assert found[1:] == [f"{made.step_s:.0f}", f"{made.gpu_hours:,.0f}"]


def test_a_larger_batch():
    made = plan(8, 100, "--train.tasks_per_step=1600")
    assert row("800, `train.tasks_per_step` 1600")[1:] == [f"{made.step_s:.0f}", f"{made.gpu_hours:,.0f}"]


def test_known_points():
    skill1, grpo = plan(8), plan(8, 1, "--method=grpo")
    shown = {
        "paper, GRPO step": grpo.step_s,
        "paper, Skill1 step": skill1.step_s,
        "paper, Skill1 / GRPO": skill1.step_s / grpo.step_s,
        "paper, whole Skill1 run": skill1.hours,
    }
    small = ["--method=grpo", "--train.group_size=8", "--cluster.tensor_parallel=1"]
    log = plan(4, 1, *small, gpu="A100-80", model="qwen2.5-3b", turns=50).seconds
    shown |= {"public log": log["reference"], "… update": log["update"]}
    shown["… generation"] = log["decode"] + log["prefill"] + log["environment"]
    for first, value in shown.items():
        _, known, formula, ratio = row(first)
        assert number(formula) == pytest.approx(value, rel=0.01), first
        if "run" not in first:
            assert number(ratio) == pytest.approx(value / number(known), abs=0.02), first


def test_assumptions_in_words():
    assumed = Assumptions()
    for said in (
        f"act prompts of {assumed.act_prompt:.0f} tokens",
        f"answers of {assumed.act_answer:.0f}",
        f"{assumed.cached:.0%} of prompt tokens",
        f"({assumed.pass_ms:g} ms +",
        f"({assumed.bandwidth:.0%} of bandwidth)",
        f"{assumed.utilisation:.0%} of peak operations",
        f"turn limit × {assumed.environment_s:g} s",
        f"{assumed.fixed_s:g} s for waking",
    ):
        assert said in TEXT
