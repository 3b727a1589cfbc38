"""``skill1 doctor --gpu``: what each part is judged by, on a bench that answers from a table; and the real bench."""

import importlib.util
import json
import math
import subprocess
import sys
import time

import pytest

from skill1.cli import main
from skill1.config.load import load_config
from skill1.doctor import gpu, self_check
from skill1.doctor.self_check import (
    CHECKS,
    MARK,
    Outcome,
    ProcessBench,
    judge_kernels,
    judge_local,
    judge_memory,
    judge_servers,
    last_error,
)
from skill1.errors import ConfigError

FINE = [{"policy/logprob_gap": 0.012, "policy/mismatch_kl": 1e-4, "policy/gradient_norm": 0.3}] * 3
KERNELS = {"device": "H200", "limit": 0.05, "flash_attn": 0.01}


class TableBench:
    """Answers by the name of a run; remembers what it was asked."""

    def __init__(self, outcomes=None, memory=(500.0, 510.0), kernels=KERNELS):
        self.outcomes, self.found, self.memory, self.asked = outcomes or {}, kernels, list(memory), {}

    def train(self, name, options, *, kill_at_step=None):
        self.asked[name] = (options, kill_at_step)
        return self.outcomes.get(name, Outcome(None, FINE))

    def kernels(self):
        return self.found

    def memory_used_mib(self):
        return self.memory.pop(0)


@pytest.fixture
def installed(monkeypatch):
    found = importlib.util.find_spec
    there = self_check.CLUSTER_PACKAGES
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name if name in there else found(name))


def findings(bench, **options):
    return {finding.name: finding for finding in self_check.self_check(bench, "models/m", is_tiny=True, **options)}


def test_a_sound_machine_has_a_line_for_each_part(installed):
    bench = TableBench()
    said = findings(bench)
    assert list(said) == ["kernels", *(check.name for check in CHECKS), "memory given back"]
    assert {finding.status for finding in said.values()} == {"ok"}
    assert "log-prob gap 0.012, 0.012, 0.012" in said["LoRA"].detail
    assert [kill for _, kill in bench.asked.values()] == [None, None, 1, None, None]


def test_every_training_that_is_asked_for_is_a_configuration_that_exists(installed):
    for is_tiny in (True, False):
        bench = TableBench()
        list(self_check.self_check(bench, "models/m", is_tiny=is_tiny))
        for options, _ in bench.asked.values():
            assert options[:2] == ("--config", "household/skill1")
            config = load_config(options[1], options[2:])
            assert (config.model.path, config.model.dtype, config.train.steps) == ("models/m", "bfloat16", 3)
    assert config.model.lora_rank == 16 and config.cluster.logprob_gap_limit is None


def test_what_is_not_installed_is_named_and_the_rest_goes_on(monkeypatch):
    found = importlib.util.find_spec
    hidden = self_check.CLUSTER_PACKAGES
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name in hidden else found(name))
    said = findings(TableBench())
    assert said["local backend, bfloat16"].status == "ok"
    assert (
        said["LoRA"].status == "missing"
        and "verl" in said["LoRA"].detail
        and "setup.sh gpu" in said["LoRA"].command
    )


@pytest.mark.parametrize(
    ("gaps", "gradient", "status", "part"),
    [
        ([0.012, 0.013, 0.012], 0.3, "ok", "gradient 0.3"),
        ([0.2, 0.2, 0.2], 0.3, "missing", "disagree from the start"),
        ([0.012, 0.012, 0.15], 0.3, "missing", "keeps old weights"),
        ([0.0, 0.0, 0.02], 0.3, "missing", "keeps old weights"),
        ([math.nan, 0.0, 0.0], 0.3, "missing", "disagree from the start"),
        ([0.01, math.nan, 0.0], 0.3, "missing", "keeps old weights"),
        ([0.01, 0.01, math.nan], 0.3, "missing", "keeps old weights"),
        ([0.012, 0.012, 0.012], 0.0, "warn", "would not show"),
    ],
)
def test_servers_are_judged_by_the_gap_before_and_after_an_update(gaps, gradient, status, part):
    rows = [{"policy/logprob_gap": gap, "policy/gradient_norm": gradient} for gap in gaps]
    said = judge_servers("x", rows)
    assert said.status == status and part in said.detail
    assert bool(said.command) == (status != "ok")


def test_the_local_backend_is_judged_by_its_mismatch():
    assert judge_local("x", FINE).status == "ok"
    idle = {"policy/mismatch_kl": None, "policy/gradient_norm": None}  # a step that trains nothing
    assert judge_local("x", [*FINE, idle]).status == "ok"
    assert (judge_local("x", [idle] * 3).status, judge_servers("x", [idle] * 3).status) == ("warn", "warn")
    unmeasured = judge_servers("x", [{"policy/gradient_norm": 1.0}] * 3)
    assert unmeasured.status == "missing" and "was not measured" in unmeasured.detail
    stale = [*FINE[:2], {"policy/mismatch_kl": 0.02}]  # a gap of 0.2
    assert "old weights" in (said := judge_local("x", stale)).detail
    assert said.command.startswith("VLLM_USE_V2_MODEL_RUNNER=0") and "--verl" not in said.command


@pytest.mark.parametrize(
    ("failure", "part"),
    [
        ("torch.OutOfMemoryError: CUDA out of memory (exit code 1)", "nvidia-smi"),
        ("RuntimeError: V2 model runner", "VLLM_USE_V2_MODEL_RUNNER 0"),
        ("error: something", "read the log named"),
    ],
)
def test_a_training_that_fails_says_why_and_what_to_try(installed, failure, part):
    said = findings(TableBench({"lora": Outcome(failure, [])}))["LoRA"]
    assert (said.status, said.detail) == ("missing", failure) and part in said.command


def test_steps_that_are_missing_are_a_failure(installed):
    said = findings(TableBench({"lora": Outcome(None, FINE[:2])}))["LoRA"]
    assert said.status == "missing" and "2 steps were recorded; expected 3" in said.detail


def test_memory_that_stays_is_named():
    assert judge_memory(500, 1400).status == "ok"
    assert judge_memory(500, 1600).status == "missing" and judge_memory(None, 1.0).status == "warn"


@pytest.mark.parametrize(
    ("found", "status", "part"),
    [
        (KERNELS, "ok", "agrees within 0.01"),
        ({**KERNELS, "flash_attn": None}, "warn", "flash-attn is missing"),
        ({**KERNELS, "flash_attn": 0.5}, "missing", "differs"),
        ({**KERNELS, "flash_attn": math.nan}, "missing", "differs"),
        ({"error": "OSError: libcudart"}, "missing", "libcudart"),
    ],
)
def test_kernels_are_judged(found, status, part):
    said = judge_kernels(found)
    assert said.status == status and part in said.detail


def test_packed_rows_attend_as_rows_alone():
    """The comparison itself, with PyTorch's function on both sides, and with one that sees over the rows' borders."""
    torch = pytest.importorskip("torch")
    from skill1.doctor.kernels import LENGTHS, by_torch, measure

    assert measure("cpu", by_torch)["flash_attn"] == 0
    leaks = measure("cpu", lambda query, key, value, lengths: by_torch(query, key, value, [sum(lengths)]))
    assert leaks["flash_attn"] > leaks["limit"]
    assert "torch" in leaks["device"] and sum(LENGTHS) == 289 and torch is not None


def test_without_a_gpu_it_ends_at_once_with_a_sentence(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(gpu, "torch_build", lambda: {"cuda": "13.0"})
    started = time.perf_counter()
    assert main(["doctor", "--gpu"]) == 1
    assert time.perf_counter() - started < 5
    said = capsys.readouterr().out
    assert "there is no NVIDIA driver" in said and "this needs an NVIDIA GPU" in " ".join(said.split())
    assert list(tmp_path.iterdir()) == []
    assert main(["doctor", "--gpu", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["status"] == "missing"


@pytest.mark.parametrize(
    "words", [["--gpu", "--for", "household/skill1"], ["--gpu", "--seed", "1"], ["--model", "m"]]
)
def test_options_that_do_not_belong_together_are_refused(words, capsys):
    assert main(["doctor", *words]) == 2


TRAIN = """
import json, pathlib, sys, time
words = sys.argv[2:]
run = pathlib.Path(words[words.index("--run-dir") + 1])
run.mkdir(exist_ok=True)
def row(step):
    with open(run / "metrics.jsonl", "a") as file:
        file.write(json.dumps({"step": step}) + "\\n")
if "--fails" in words:
    print("Traceback: ...\\nerror: no such thing"); sys.exit(3)
if "--sleeps" in words:
    time.sleep(60)
if "--resume" in words:
    row(2); row(3)
elif "--long" in words:
    row(1)
    folder = run / "checkpoints" / "step_000001"; folder.mkdir(parents=True)
    (folder / "MANIFEST.json").write_text("{}"); time.sleep(60)
else:
    row(1)
"""


@pytest.fixture
def bench(tmp_path, monkeypatch):
    """The real bench, with a program in the place of ``skill1``."""
    program = tmp_path / "program.py"
    program.write_text(TRAIN)
    monkeypatch.setattr(self_check, "END_S", 0.1)
    return ProcessBench(tmp_path / "work", limit_s=20, program=(sys.executable, str(program)))


def test_a_run_is_finished_or_its_last_error_is_told(bench):
    assert bench.train("a", []) == Outcome(None, [{"step": 1}])
    failed = bench.train("b", ["--fails"])
    assert "error: no such thing (exit code 3; see " in failed.failure and "b.log" in failed.failure


def test_a_run_is_killed_at_its_first_checkpoint_and_resumed(bench):
    assert bench.train("c", ["--long"], kill_at_step=1) == Outcome(None, [{"step": 1}, {"step": 2}, {"step": 3}])


def test_what_never_comes_has_a_limit(bench):
    failed = bench.train("d", ["--fails"], kill_at_step=1)
    assert "exit code 3 before its first checkpoint" in failed.failure
    bench.limit_s = 0.5
    assert "did not end within" in bench.train("e", ["--sleeps"]).failure
    assert "wrote no checkpoint within" in bench.train("f", ["--sleeps"], kill_at_step=1).failure


@pytest.mark.parametrize("kill_at_step", [None, 1])
def test_an_interrupt_leaves_no_training_behind(bench, monkeypatch, kill_at_step):
    started, wait = [], subprocess.Popen.wait

    def interrupted(process, timeout=None):
        if timeout is None:
            return wait(process)
        raise KeyboardInterrupt

    def napping(_seconds):
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "wait", interrupted)
    monkeypatch.setattr(time, "sleep", napping)
    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda *a, **k: started.append(popen(*a, **k)) or started[-1])
    with pytest.raises(KeyboardInterrupt):
        bench.train("g", ["--sleeps"], kill_at_step=kill_at_step)
    assert started[0].poll() == -9


def test_kernels_that_hang_are_a_finding(bench, monkeypatch):
    def hang(command, **options):
        raise subprocess.TimeoutExpired(command, options["timeout"])

    monkeypatch.setattr(subprocess, "run", hang)
    said = judge_kernels(bench.kernels())
    assert said.status == "missing" and "attention did not end within 300 s" in said.detail


def test_memory_is_that_of_the_chosen_gpus(bench, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert bench.memory_used_mib() is None
    (tmp_path / "nvidia-smi").write_text("#!/bin/sh\necho 100\necho 20\n")
    (tmp_path / "nvidia-smi").chmod(0o755)
    assert bench.memory_used_mib() == 120.0


def test_only_a_folder_of_its_own_is_cleared(tmp_path):
    (tmp_path / "thesis.tex").write_text("years")
    with pytest.raises(ConfigError, match="holds files not made by skill1 doctor"):
        ProcessBench(tmp_path)
    assert (tmp_path / "thesis.tex").exists()
    ProcessBench(tmp_path / "work").work.joinpath("old").write_text("")
    again = ProcessBench(tmp_path / "work")
    assert [file.name for file in again.work.iterdir()] == [MARK]


def test_of_a_log_the_last_error_is_told(tmp_path):
    log = tmp_path / "log"
    assert last_error(log) == "it printed nothing"
    log.write_text("begin\nValueError: first\nerror: second\n(raylet) bye\n")
    assert last_error(log) == "error: second"
    log.write_text("begin\nend\n")
    assert last_error(log) == "end"
