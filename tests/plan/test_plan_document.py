"""docs/how-to/train-on-a-cluster.md prints what the formulas give."""

import re
from pathlib import Path

import pytest

from skill1.config.load import load_config
from skill1.plan.estimate import Plan, make_plan, on_machines
from skill1.plan.gpus import GPUS
from skill1.plan.memory import GIB
from skill1.plan.shape import KNOWN
from skill1.plan.tokens import Assumptions

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "how-to" / "train-on-a-cluster.md").read_text(
    encoding="utf-8"
)
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
    parts = plan(8).memory
    rollout, update = (sum(phase.values()) / GIB for phase in (parts.rollout, parts.update))
    assert f"it is {rollout:.1f} GiB while generating and {update:.1f} GiB in the update" in TEXT
    assert max(parts.update, key=parts.update.get) == "logits"


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


def test_known_points():
    skill1, grpo = plan(8), plan(8, 1, "--method=grpo")
    shown = {
        "paper, GRPO step": grpo.step_s,
        "paper, Skill1 step": skill1.step_s,
        "paper, whole Skill1 run": skill1.hours,
    }
    for first, value in shown.items():
        _, known, formula, ratio = row(first)
        assert number(formula) == pytest.approx(value, rel=0.01), first
        if "run" not in first:
            assert number(ratio) == pytest.approx(value / number(known), abs=0.02), first


def test_a_public_log():
    small = ["--method=grpo", "--train.group_size=8", "--cluster.tensor_parallel=1"]
    log = plan(4, 1, *small, gpu="A100-80", model="qwen2.5-3b", turns=50).seconds
    assert "the update took twice as\nlong as by formula" in TEXT
    assert 774 / log["update"] == pytest.approx(2, abs=0.05)  # seconds that the log shows
