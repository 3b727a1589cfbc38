"""What is said before a 7B policy is trained where it cannot be."""

import sys
from types import SimpleNamespace

import pytest

from skill1.config.load import load_config
from skill1.doctor import gpu
from tests.alfworld_training.conftest import run_script

SCRIPT = "alfworld/train_alfworld.sh"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs bash")


def memory(monkeypatch, gib, *overrides):
    """The findings about memory on a machine whose GPU has so many GiB (0: no GPU)."""
    cuda = SimpleNamespace(
        is_available=lambda: gib > 0,
        device_count=lambda: 1,
        get_device_properties=lambda index: SimpleNamespace(total_memory=gib << 30),
    )
    monkeypatch.setattr(gpu, "torch_build", lambda: {"cuda": "12.8"})
    monkeypatch.setattr(gpu, "driver_cuda", lambda: (12, 8))
    monkeypatch.setattr(gpu, "_load_torch", lambda: SimpleNamespace(cuda=cuda))
    return list(gpu.memory(load_config("alfworld/skill1", overrides)))


@pytest.mark.parametrize(
    ("gib", "status", "ending", "command"),
    [
        (0, "missing", "there is no GPU", "use a GPU with that much memory"),
        (80, "missing", "the GPU has 80 GiB", "`skill1 train --config alfworld/tiny`"),
        (180, "warn", "the GPU has 180 GiB", "skill1 plan says what to change: --memory 180"),
        (288, "ok", "the GPU has 288 GiB", ""),
    ],
)
def test_a_7b_policy_needs_156_gib_and_more_for_long_episodes(monkeypatch, gib, status, ending, command):
    """7.616e9 parameters x (2 + 2 + 4 + 4 + 8 + 2 for the reference) bytes / 2^30 = 156.0 GiB."""
    (found,) = memory(monkeypatch, gib)
    assert found.status == status and "need 156 GiB" in found.detail and found.detail.endswith(ending)
    assert "273 with all episodes at full length" in found.detail  # as `skill1 plan` says
    assert bool(found.command) == bool(command) and command in found.command


def test_precision_reference_and_device_count(monkeypatch):
    (found,) = memory(monkeypatch, 80, "--loss.kl_coefficient=0", "--model.path=Qwen/Qwen2.5-3B-Instruct")
    assert "need 57 GiB" in found.detail and found.status == "warn"  # 3.086e9 x 20 / 2^30 = 57.5
    (found,) = memory(monkeypatch, 80, "--model.dtype=float32", "--model.path=Qwen/Qwen2.5-1.5B")
    assert "need 29 GiB" in found.detail  # 1.544e9 x (4 + 4 + 8 + 4) / 2^30 = 28.8
    (found,) = memory(monkeypatch, 180, "--model.device=cpu")
    assert found.status == "missing"
    (found,) = memory(monkeypatch, 180, "--model.path=Org/Model-9B")
    assert found.status == "warn" and found.detail.startswith("unknown: ")
    for path in ("Qwen/Qwen2.5-0.5B-Instruct", "tiny", "models/a7bc"):  # small and unnamed sizes are no worry
        assert memory(monkeypatch, 0, f"--model.path={path}", "--agent.profile=compact") == []


def test_a_frozen_policy_needs_its_weights_only(monkeypatch):
    """7.616e9 parameters x 2 bytes / 2^30 = 14.2 GiB; in float32 twice that."""
    (found,) = memory(monkeypatch, 24, "--method=skillpro")
    assert found.status == "warn" and "need 14 GiB of GPU memory (weights)" in found.detail
    (found,) = memory(monkeypatch, 24, "--method=skillpro", "--model.dtype=float32")
    assert found.status == "missing" and "need 28 GiB" in found.detail


def test_the_script_stops_and_names_what_works(tmp_path):
    arguments = (
        "--model.device",
        "cpu",
        "--env.data=data/alfworld",
        "--run-dir",
        str(tmp_path / "run"),
        "--fresh",
    )
    done = run_script(SCRIPT, *arguments)
    assert done.returncode == 1
    *missing, last = done.stderr.splitlines()
    assert last.endswith("bash launch_scripts/alfworld/train_alfworld_tiny.sh")
    assert all(line.startswith("missing  ") and " → " in line for line in missing)
    assert any("need 156 GiB" in line for line in missing)
    assert not any("environment alfworld" in line for line in missing)  # the setting reached the doctor
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("arguments", "config"),
    [
        ((), "alfworld/skill1"),
        (("--method", "grpo", "--seed", "3"), "alfworld/grpo"),
        (("--method=skillrl",), "alfworld/skillrl"),
        (("--seed=3", "--method=grpo", "--env.data", "D"), "alfworld/grpo"),
        (("--fresh", "--run-dir=/big.disk/run"), "alfworld/skill1"),
    ],
)
def test_the_method_chooses_the_configuration(calls_of, arguments, config):
    asked, trained = calls_of(SCRIPT, *arguments)
    assert f"--for {config}" in asked and ("--env.data D" in asked) == ("D" in arguments)
    assert ("--run-dir /big.disk/" in asked) == ("/big.disk" in " ".join(arguments))  # the disk that is looked at
    passed = [w for w in arguments if w not in ("--method", "grpo") and not w.startswith("--method=")]
    assert trained.split() == ["-m", "skill1", "train", "--config", config, *passed]


@pytest.mark.parametrize("arguments", [("--method=../base",), ("--method",)])
def test_an_unknown_method_is_answered_with_those_there_are(arguments):
    done = run_script(SCRIPT, *arguments)
    known = "gigpo, grpo, grpo_bank, grpo_random, retroagent, skill1, skill1plus, skillopt, skillpro, skillrl"
    assert done.returncode == 2 and f"expected one of: {known}\n" in done.stderr


def test_a_method_that_trains_nothing_is_answered_with_what_asks_it():
    done = run_script(SCRIPT, "--method", "react")
    assert done.returncode == 2 and done.stderr.endswith("skill1 eval MODEL --env alfworld --method react\n")


def test_the_script_answers_without_skill1(tmp_path):
    fake = tmp_path / "python3"
    fake.write_text("#!/bin/sh\nexit 1\n")
    fake.chmod(0o755)
    done = run_script(SCRIPT, PATH=f"{tmp_path}:/usr/bin:/bin", ALFWORLD_DATA="")
    assert done.returncode == 1
    assert [line.split(":")[0] for line in done.stderr.splitlines() if "games" in line] == ["missing  games"]
    assert "setup.sh gpu" in done.stderr and "train_alfworld_tiny.sh" in done.stderr
