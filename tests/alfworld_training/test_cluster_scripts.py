"""The launch scripts of the cluster backend: what they pass on, and what they say where they cannot work."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.cli.arguments import CommandParser, split_overrides
from skill1.cli.evaluation import configure_eval
from skill1.config.load import load_config, parse_overrides
from skill1.config.save import diff_configs
from skill1.config.unread import unread
from skill1.plan.memory import GIB, GPUS, verl_memory
from skill1.plan.shape import shape_of

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("paper_tables", ROOT / "bench" / "paper_tables.py")
paper_tables = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(paper_tables)
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


@pytest.fixture(scope="module")
def reproduction():
    """The commands of both tables, as words."""
    done = run_script("alfworld/reproduce_paper.sh", "--dry-run")
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()]


def options_of(words):
    return dict(zip(words, words[1:], strict=False))


def test_the_reproduction_trains_every_row_of_both_tables_with_three_seeds(reproduction, capsys):
    trained = [words for words in reproduction if words[1] == "train"]
    seeds = {seed: [] for seed in ("0", "1", "2")}
    for words in trained:
        row, seed = options_of(words)["--config"], options_of(words)["--seed"]
        assert options_of(words)["--run-dir"] == f"runs/paper/{row.rpartition('/')[2]}-s{seed}"
        seeds[seed].append(row)
    assert seeds["0"] == seeds["1"] == seeds["2"] and len(set(seeds["0"])) == len(seeds["0"]) == 11
    ablations = {f"alfworld/ablations/{row.files}" for row in paper_tables.TABLES["Table 2"][1:]}
    assert ablations <= set(seeds["0"])
    for words in trained[:11]:
        assert main([*words[1:], "--dry-run"]) == 0, capsys.readouterr().err
        assert capsys.readouterr().out.startswith("method: ")


def test_the_reproduction_evaluates_what_it_has_trained_on_both_splits(reproduction):
    trained = {options_of(words)["--run-dir"]: options_of(words)["--config"] for words in reproduction[2:]
               if words[1] == "train"}  # fmt: skip
    parser = CommandParser(prog="skill1 eval")
    configure_eval(parser)
    results = set()
    for words in (words for words in reproduction if words[1] == "eval"):
        own, overrides = split_overrides(words[2:], parser.plain_option_names())
        asked = parser.parse_strictly(own)
        config = load_config(asked.config or trained[asked.target], overrides)
        assert not [
            found for found in unread("eval", config, typed=parse_overrides(overrides)) if found.is_refused
        ]
        assert asked.split in paper_tables.SPLITS and config.policy.engine == "vllm"
        results.add(asked.output.name)
    expected = {
        f"{name}.{split}.json"
        for name in (*("zero_shot", "react", "reflexion"), *(Path(run).name for run in trained))
        for split in paper_tables.SPLITS
    }
    assert results == expected
    rows = {row.files for table in paper_tables.TABLES.values() for row in table}
    assert rows == {name.partition(".")[0].partition("-s")[0] for name in expected}, (
        "a row that nothing is measured for"
    )


def test_everything_else_that_the_reproduction_types_is_there(reproduction):
    others = [" ".join(words) for words in reproduction if words[1] not in ("train", "eval")]
    assert others[1:] == ["skill1 doctor --for alfworld/cluster", "python bench/paper_tables.py runs/paper"]
    assert others[0].startswith("skill1 envs fetch alfworld ")
    assert run_script("alfworld/reproduce_paper.sh", "--dryrun").returncode == 2


def test_the_papers_numbers_stand_above_what_was_measured(tmp_path):
    labels = {"pick": "Pick", "look": "Look"}
    for seed, rate in ((0, 0.9), (1, 0.8)):
        by_type = {"pick": {"success_rate": rate}, "look": {"success_rate": None}}
        result = {"type_labels": labels, "by_type": by_type, "success_rate": rate}
        (tmp_path / f"grpo-s{seed}.valid_seen.json").write_text(json.dumps(result))
    text = paper_tables.table(tmp_path, "Table 1", paper_tables.TABLES["Table 1"])
    dashes = " | –" * 5
    # Mean of 90 and 80, and their deviation: 10 / √2 = 7.07.
    assert "| GRPO | paper | | 90.8 | 66.1 | 89.3 | 74.7 | 72.5 | 64.7 | 77.6 |\n" in text
    assert f"| | valid_seen | 2 | 85.0 ± 7.1{dashes} | 85.0 ± 7.1 |\n" in text
    assert f"| | valid_unseen | 0{' | –' * 7} |\n" in text
