"""``skill1 doctor --gpu``: ten minutes on one GPU that say whether training will work on it, part by part.

Each check is a short training of the household world in processes of its own, judged by its metrics: bfloat16 on the
local backend, vLLM asleep and awake, verl with full weights (killed and resumed), without fused kernels, with LoRA.
Takes a :class:`Bench`, which runs the command line; returns findings, one for each part, with what to do.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from skill1.doctor import gpu
from skill1.doctor.installed import INSTALL_VERL
from skill1.env.service import Finding

Row = Mapping[str, float]
CLUSTER_PACKAGES = ("verl", "vllm", "ray", "transfer_queue")
FIRST_GAP = 0.05  # nats; others saw 0.01 to 0.018 in bfloat16
STALE_GROWTH, STALE_ROOM = 2.0, 0.01  # a server that keeps old weights shows 0.1 and more after an update
FIRST_KL = FIRST_GAP**2  # nats; k3 of a gap is about half its square
LEFT_MIB = 1024  # GPU memory still in use at the end that nobody asks about
STEPS = 3
OLDER_RUNNER = "--verl.ray_kwargs.ray_init.runtime_env.env_vars.VLLM_USE_V2_MODEL_RUNNER 0"
NO_GPU = (
    "take a machine with one NVIDIA GPU; without one, bash launch_scripts/test.sh --verl tests the same on a CPU"
)

SMALL = (
    "--train.tasks_per_step=4",
    "--train.group_size=4",
    "--train.mini_batches=1",
    "--train.checkpoint_every=1",
)
SMALL += ("--train.final_learning_rate=1", "--train.warmup_steps=0", "--train.micro_batch_tokens=4096")
# A policy that knows nothing yet differs in how many of its actions are none; that alone gives a gradient.
SMALL += ("--env.invalid_action_penalty=0.5", "--env.max_steps=6", "--model.dtype=bfloat16")
# What a language model needs beyond the household's own words.
OF_A_MODEL = ("--model.max_prompt_tokens=2048", "--sampling.query_tokens=24", "--sampling.rerank_tokens=8")
OF_A_MODEL += ("--sampling.act_tokens=24", "--sampling.distill_tokens=64", "--train.learning_rate=1e-4")
LOCAL = ("--backend=local", "--model.device=cuda")
# No limit on the gap: it is what is judged here.
VERL = ("--backend=verl", "--model.device=auto", "--cluster.gpus_per_node=1", "--cluster.tensor_parallel=1")
VERL += ("--cluster.agent_workers=2", "--cluster.gpu_memory=0.4", "--cluster.logprob_gap_limit=null")
VERL += ("--cluster.start_timeout_s=300", "--cluster.stall_timeout_s=180")
EAGER = "--verl.actor_rollout_ref.rollout.enforce_eager=true"  # graphs are captured once, in the first check
WHOLE_LOGITS = "--verl.actor_rollout_ref.model.use_fused_kernels=false"


@dataclass(frozen=True)
class Outcome:
    """How a training ended: None where all went well, else what it said; and its rows of metrics so far."""

    failure: str | None
    rows: Sequence[Row]


class Bench(Protocol):
    """What the checks ask of the machine."""

    def train(self, name: str, options: Sequence[str], *, kill_at_step: int | None = None) -> Outcome:
        """A run of that name; with ``kill_at_step`` killed once that step's checkpoint is whole, and resumed."""

    def kernels(self) -> Mapping[str, object]:
        """What ``python -m skill1.doctor.kernels`` found."""

    def memory_used_mib(self) -> float | None:
        """GPU memory in use by anybody; None where nothing tells."""


@dataclass(frozen=True)
class Check:
    """A training and how its rows are judged."""

    name: str
    options: Sequence[str]
    judge: Callable[[str, Sequence[Row]], Finding]
    needs: Sequence[str] = ()
    kill_at_step: int | None = None


def self_check(bench: Bench, model: str, *, is_tiny: bool, device: Sequence[str] = ()) -> Iterator[Finding]:
    """All checks in turn, a finding as soon as each is done.

    Args:
        bench: runs them.
        model: folder or name of a small policy.
        is_tiny: it is the household's own, which needs no longer answers.
        device: options that take the place of a GPU's, where the checks are tried without one.
    """
    before = bench.memory_used_mib()
    yield judge_kernels(bench.kernels())
    base = ("--config", "household/skill1", f"--model.path={model}", f"--train.steps={STEPS}", *SMALL)
    base += () if is_tiny else OF_A_MODEL
    for check in CHECKS:
        lacking = [name for name in check.needs if importlib.util.find_spec(name) is None]
        if lacking:
            yield Finding(check.name, "missing", f"not installed: {', '.join(lacking)}", INSTALL_VERL)
            continue
        outcome = bench.train(slug(check.name), (*base, *check.options, *device), kill_at_step=check.kill_at_step)
        yield verdict(check, outcome)
    yield judge_memory(before, bench.memory_used_mib())


def slug(name: str) -> str:
    """A check's name as that of a folder."""
    return "".join(letter if letter.isalnum() else "_" for letter in name.lower())


def verdict(check: Check, outcome: Outcome) -> Finding:
    """The finding of one check."""
    if outcome.failure is not None:
        return Finding(check.name, "missing", outcome.failure, _remedy(outcome.failure))
    if len(outcome.rows) < STEPS:
        return Finding(check.name, "missing", f"{len(outcome.rows)} steps were recorded; expected {STEPS}", "")
    return check.judge(check.name, outcome.rows)


def _remedy(failure: str) -> str:
    """What to try, from the words of an error."""
    lowered = failure.lower()
    if "out of memory" in lowered:
        return "end what else runs on the GPU (nvidia-smi), or --model with a smaller policy"
    if "model runner" in lowered or "illegal memory" in lowered:
        return f"train with {OLDER_RUNNER}"
    return "its log is named above; skill1 doctor --for CONFIG says what is missing"


def judge_servers(name: str, rows: Sequence[Row]) -> Finding:
    """verl: servers and trainer agree at first (numerics) and after updates (the weights arrived)."""
    gaps = [row.get("policy/logprob_gap", 0.0) for row in rows]
    return _judged(name, rows, gaps, FIRST_GAP, STALE_ROOM, "log-prob gap")


def judge_local(name: str, rows: Sequence[Row]) -> Finding:
    """Local backend: the engine's samples against the weights that are trained."""
    kls = [row.get("policy/mismatch_kl", 0.0) for row in rows]
    return _judged(name, rows, kls, FIRST_KL, FIRST_KL, "mismatch KL")


def _judged(
    name: str, rows: Sequence[Row], values: Sequence[float], first: float, room: float, what: str
) -> Finding:
    shown = f"{what} {', '.join(f'{value:.2g}' for value in values)}"
    detail = f"{shown}; {_speed(rows)}"
    if not values[0] <= first:  # not a number is no agreement
        advice = f"--model.dtype float32, or {OLDER_RUNNER}"
        return Finding(
            name, "missing", f"{detail}: sampler and trainer compute differently from the start", advice
        )
    if not max(values[1:]) < STALE_GROWTH * values[0] + room:
        detail += ": it grows after an update, so the sampler keeps old weights"
        return Finding(name, "missing", detail, OLDER_RUNNER)
    if not any(row.get("policy/gradient_norm", 0.0) for row in rows[:-1]):
        return Finding(
            name, "warn", f"{detail}: no gradient, so old weights would not show", "--model with another policy"
        )
    return Finding(name, "ok", detail)


def _speed(rows: Sequence[Row]) -> str:
    last = rows[-1]
    parts = [f"largest ratio {max(row.get('policy/largest_ratio', 0.0) for row in rows):.2f}"]
    parts += [f"gradient {max(row.get('policy/gradient_norm', 0.0) for row in rows):.2g}"]
    parts += [f"rollout {last.get('time/rollout_s', 0.0):.1f} s", f"update {last.get('time/update_s', 0.0):.1f} s"]
    if last.get("perf/max_memory_reserved_gb"):
        parts += [f"{last['perf/max_memory_reserved_gb']:.1f} GB in the update"]
    return ", ".join(parts)


def judge_kernels(found: Mapping[str, object]) -> Finding:
    """Attention of packed rows in bfloat16: flash-attn against PyTorch's own."""
    name, said = "kernels", str(found.get("device", ""))
    if "error" in found:
        return Finding(name, "missing", f"{said} {found['error']}".strip(), "bash launch_scripts/setup.sh gpu")
    difference = found.get("flash_attn")
    if difference is None:
        detail = f"{said}; flash-attn is missing, updates with long prompts will be much slower"
        return Finding(name, "warn", detail, "skill1 doctor --for CONFIG, with backend verl, says how to get it")
    if not float(difference) < found["limit"]:  # type: ignore[arg-type, operator]
        detail = f"{said}; flash-attn differs from PyTorch's attention by {float(difference):.2g}"  # type: ignore[arg-type]
        return Finding(name, "missing", detail, "pip install --force-reinstall --no-build-isolation flash-attn")
    return Finding(name, "ok", f"{said}; flash-attn agrees within {float(difference):.2g}")  # type: ignore[arg-type]


def judge_memory(before: float | None, after: float | None) -> Finding:
    """What is still in use at the end belongs to a process that did not end."""
    name = "memory given back"
    if before is None or after is None:
        return Finding(name, "warn", "nvidia-smi does not answer", "")
    detail = f"{after:.0f} MiB in use, {before:.0f} before"
    if after - before > LEFT_MIB:
        return Finding(name, "missing", detail, "ray stop --force, then nvidia-smi names what is left")
    return Finding(name, "ok", detail)


CHECKS = (
    Check("local backend, bfloat16", (*LOCAL, "--policy.engine=hf"), judge_local),
    Check(
        "vLLM asleep and awake, local backend",
        (*LOCAL, "--policy.engine=vllm", "--cluster.gpu_memory=0.4"),
        judge_local,
        needs=("vllm",),
    ),
    Check("full weights, killed and resumed", VERL, judge_servers, needs=CLUSTER_PACKAGES, kill_at_step=1),
    Check("without fused kernels", (*VERL, EAGER, WHOLE_LOGITS), judge_servers, needs=CLUSTER_PACKAGES),
    Check("LoRA", (*VERL, EAGER, "--model.lora_rank=16"), judge_servers, needs=CLUSTER_PACKAGES),
)


def no_gpu() -> Finding | None:
    """Why there is none that torch can use; None where there is one. Looks at files and the driver before torch."""
    found = list(gpu.gpu(None))
    if found and found[0].status == "ok":
        return None
    return Finding("gpu", "missing", found[0].detail if found else "none found", NO_GPU)


def read_rows(run: Path) -> list[dict[str, float]]:
    """Rows of a run's metrics that are whole lines."""
    file = run / "metrics.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    rows = []
    for line in lines:
        try:
            rows.append(json.loads(line))
        except ValueError:  # cut off by a kill; a resume writes it again
            continue
    return rows


def run_kernels() -> Mapping[str, object]:
    """In a process of its own: a CUDA context takes memory until its process ends."""
    done = subprocess.run(
        [sys.executable, "-m", "skill1.doctor.kernels"], capture_output=True, text=True, timeout=300, check=False
    )
    try:
        return json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        said = done.stderr.strip().splitlines()
        return {"error": said[-1] if said else f"ended with exit code {done.returncode}"}
