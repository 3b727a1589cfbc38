"""A documented command that needs the cluster's packages, typed as it stands with small sizes behind it."""

import json
import shlex
from pathlib import Path

import pytest

pytest.importorskip("transfer_queue")

from tests.documented.extract import ROOT, commands
from tests.documented.manifest.sizes import CHAT
from tests.documented.models import make_chat_model

pytestmark = [pytest.mark.verl, pytest.mark.documented]
LORA = "skill1 train --config alfworld/gigpo --backend verl --model.lora_rank 64"
BATCH = "--train.steps 1 --train.tasks_per_step 2 --train.group_size 2 --train.mini_batches 1"

ONE_GPU = "--cluster.gpus_per_node 1 --cluster.agent_workers 1 --model.max_prompt_tokens 8192"


def test_gigpo_trains_adapters_on_the_cluster(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    import run_smollm2

    assert LORA in {found.text for found in commands()}
    make_chat_model(tmp_path / "model", hidden_size=64, heads=2)  # vLLM's attention on a CPU has no heads of 16
    room = {"verl.actor_rollout_ref.rollout.max_num_batched_tokens": 16384}  # prompts are not cut up on a CPU
    on_a_cpu = run_smollm2.options(room)
    run, data = tmp_path / "run", ROOT / "data" / "alfworld"
    here = f"--model.path {tmp_path / 'model'} --env.data {data} --run-dir {run}"
    typed = [*shlex.split(f"{LORA} {BATCH} {CHAT} {ONE_GPU} {here}"), *on_a_cpu]
    run_smollm2.finish(run_smollm2.skill1(*typed[1:], log=tmp_path / "log"), tmp_path / "log")
    (row,) = map(json.loads, (run / "metrics.jsonl").read_text().splitlines())
    assert row["step"] == 1 and row["tokens/trained"] > 0
    assert (run / "checkpoints" / "step_000001" / "model.safetensors").is_file()  # adapters are merged into it
