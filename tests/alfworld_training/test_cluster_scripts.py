"""The launch scripts of the cluster backend: what they pass on, and what they say where they cannot work."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from skill1.config.load import load_config
from skill1.config.save import diff_configs
from skill1.plan.memory import GIB, GPUS, verl_memory
from skill1.plan.shape import shape_of

ROOT = Path(__file__).parents[2]
CONFIG_OF = {
    "alfworld/train_alfworld_8gpu.sh": "alfworld/cluster",
    "alfworld/train_alfworld_nodes.sh": "alfworld/nodes",
    "alfworld/train_alfworld_1gpu.sh": "alfworld/one_gpu",
    "webshop/train_webshop_8gpu.sh": "webshop/cluster",
}
# Where and how it is carried out; everything else of a paper's run stays.
OF_THE_MACHINES = ("backend:", "cluster.", "train.micro_batch_tokens:")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs bash")


def run_script(script, *arguments, **environment):
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    sources = os.pathsep.join([str(ROOT), str(ROOT / "envs")])
    own = {"VIRTUAL_ENV": sys.prefix, "PATH": path, "PYTHONPATH": sources, "HF_HUB_OFFLINE": "1", "COLUMNS": "300"}
    return subprocess.run(
        ["bash", str(ROOT / "launch_scripts" / script), *arguments],
        env={**os.environ, **own, **environment},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("script", CONFIG_OF)
def test_the_script_stops_and_names_what_is_missing_and_what_works(script):
    """On a machine without verl and eight GPUs; where both are, the data is missing."""
    done = run_script(script, "--model.device", "cpu", ALFWORLD_DATA="", WEBSHOP_DATA="")
    assert done.returncode == 1 and done.stdout == ""
    *missing, last = done.stderr.splitlines()
    env = script.partition("/")[0]
    assert last.endswith(f"bash launch_scripts/{env}/train_{env}_tiny.sh")
    assert all(line.startswith("missing  ") and " → " in line for line in missing)
    assert any(f"environment {env}" in line for line in missing)
    assert not any("local backend" in line for line in missing)  # the memory of one GPU for everything


@pytest.mark.parametrize(("script", "config"), CONFIG_OF.items())
def test_the_script_trains_with_its_configuration(tmp_path, script, config):
    """A stand-in for python3 finds nothing missing and writes down what it was called with."""
    fake = tmp_path / "python3"
    fake.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n')
    fake.chmod(0o755)
    words = ["--method", "grpo", "--cluster.nodes", "4", "--seed", "3", "--run-dir=/big.disk/run"]
    done = run_script(script, *words, PATH=f"{tmp_path}:/usr/bin:/bin")
    assert done.returncode == 0, done.stderr
    asked, trained = (tmp_path / "calls").read_text().splitlines()[1:]
    passed = "--cluster.nodes 4 --method=grpo --run-dir /big.disk/.checked"
    assert asked == f"-m skill1 doctor --missing --for {config} {passed}"
    assert trained == (
        f"-m skill1 train --config {config} --cluster.nodes 4 --seed 3 --run-dir=/big.disk/run --method=grpo"
    )


def test_the_backend_named_on_the_command_line_reaches_the_check(tmp_path):
    fake = tmp_path / "python3"
    fake.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n')
    fake.chmod(0o755)
    for words in (["--backend", "verl"], ["--backend=verl"]):
        done = run_script("alfworld/train_alfworld.sh", *words, PATH=f"{tmp_path}:/usr/bin:/bin")
        assert done.returncode == 0, done.stderr
        assert f"--for alfworld/skill1 {' '.join(words)}" in (tmp_path / "calls").read_text()
        (tmp_path / "calls").unlink()


def test_a_method_that_does_not_exist_is_refused():
    done = run_script("alfworld/train_alfworld_8gpu.sh", "--method", "gpro")
    assert done.returncode == 1 and "grpo" in done.stderr and "This machine can run" not in done.stderr
    done = run_script("alfworld/train_alfworld_8gpu.sh", "--method")
    assert done.returncode == 1 and "one of skill1, grpo" in done.stderr


@pytest.mark.parametrize("name", ["alfworld/cluster", "alfworld/nodes", "webshop/cluster"])
def test_more_gpus_change_nothing_of_the_papers_run(name):
    config = load_config(name)
    changed = diff_configs(load_config(f"{config.env.name}/skill1"), config)
    assert changed and [line for line in changed if not line.startswith(OF_THE_MACHINES)] == []
    assert config.backend == "verl" and config.cluster.gpus_per_node == 8
    assert config.cluster.tensor_parallel == 4 and config.cluster.gpu_memory == 0.7  # Table 4
    assert config.train.micro_batch_tokens == 16384 + 2048  # the longest prompt and answer


def test_one_small_gpu_has_room_for_its_configuration():
    """Worked out by the plan for the smallest card the configuration names."""
    config = load_config("alfworld/one_gpu")
    shape, _ = shape_of(config.model.path)
    memory = verl_memory(config, shape, GPUS["3090"] * GIB)
    assert memory.need / GIB == pytest.approx(17.8, abs=0.1)  # what the comment in the file says
    assert config.model.lora_rank and config.train.micro_batch_tokens == 4096 + 512
