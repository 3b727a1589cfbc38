"""``skill1 doctor --gpu``: ten minutes on one GPU that say whether training will work on it, part by part.

Each check is a short training of the household world in processes of its own, judged by its metrics: bfloat16 on the
local backend, vLLM asleep and awake, verl with full weights (killed and resumed), without fused kernels, with LoRA.
Takes a :class:`ProcessBench`, which runs the command line; returns findings, one for each part, with what to do.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from skill1.doctor import gpu
from skill1.doctor.installed import INSTALL_VERL
from skill1.env.service import Finding
from skill1.errors import ConfigError, is_empty
from skill1.run.process import kill_session, python_module

Row = Mapping[str, float]
CLUSTER_PACKAGES = ("verl", "vllm", "ray", "transfer_queue")
FIRST_GAP = 0.05  # nats; others saw 0.01 to 0.018 in bfloat16
STALE_GROWTH, STALE_ROOM = 2.0, 0.01  # a server that keeps old weights shows 0.1 and more after an update
FIRST_KL = FIRST_GAP**2  # nats; k3 of a gap is about half its square
LEFT_MIB = 1024  # GPU memory still in use at the end that nobody asks about
STEPS = 3
OLDER_RUNNER = "--verl.ray_kwargs.ray_init.runtime_env.env_vars.VLLM_USE_V2_MODEL_RUNNER 0"
# Backend local reads the variable of its own shell, and only its vLLM does.
OLDER_RUNNER_LOCAL = "VLLM_USE_V2_MODEL_RUNNER=0 before `skill1 train`, or --policy.engine hf"
NO_GPU = "this needs an NVIDIA GPU; without one, bash launch_scripts/test.sh --verl tests the same on a CPU"

SMALL = (
    "--train.tasks_per_step=4",
    "--train.group_size=4",
    "--train.mini_batches=1",
    "--train.checkpoint_every=1",
)
# The household's rate warms up over five steps; these few need all of it, or too little would change to be judged.
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

PROGRAM = python_module("skill1")
LIMIT_S = 400.0  # of one training
KERNELS_S = 300.0
END_S = 20.0  # for Ray's processes, which follow the one that was killed
POLL_S = 0.1
TAIL = 4000  # characters of a log in which its error is looked for
MARK = "gpu-check.txt"  # says that a folder is ours to clear
QUIET = {"VLLM_NO_USAGE_STATS": "1", "RAY_USAGE_STATS_ENABLED": "0", "TOKENIZERS_PARALLELISM": "false"}


@dataclass(frozen=True)
class Outcome:
    """How a training ended: None where all went well, else what it said; and its rows of metrics so far."""

    failure: str | None
    rows: Sequence[Row]


@dataclass(frozen=True)
class Check:
    """A training and how its rows are judged."""

    name: str
    options: Sequence[str]
    judge: Callable[[str, Sequence[Row]], Finding]
    needs: Sequence[str] = ()
    kill_at_step: int | None = None


def self_check(bench: ProcessBench, model: str, *, is_tiny: bool, device: Sequence[str] = ()) -> Iterator[Finding]:
    """All checks in turn, a finding as soon as each is done.

    Args:
        bench: runs them.
        model: folder or name of a small policy.
        is_tiny: it is the household's own, which needs no longer answers.
        device: options that take the place of a GPU's, where the checks are tried without one.
    """
    # First of all: what others use on the card is not held against the checks.
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
        older = OLDER_RUNNER if check.judge is judge_servers else OLDER_RUNNER_LOCAL
        return Finding(check.name, "missing", outcome.failure, _remedy(outcome.failure, older))
    # Exit code 0 is not enough: a resume may have lost a row.
    if len(outcome.rows) < STEPS:
        return Finding(check.name, "missing", f"{len(outcome.rows)} steps were recorded; expected {STEPS}", "")
    return check.judge(check.name, outcome.rows)


def _remedy(failure: str, older: str) -> str:
    """What to try, from the words of an error."""
    lowered = failure.lower()
    if "out of memory" in lowered:
        return "stop other programs on the GPU (nvidia-smi), or use a smaller policy: --model MODEL"
    if "model runner" in lowered or "illegal memory" in lowered:
        return f"train with {older}"
    return "read the log named above; skill1 doctor --for CONFIG says what is missing"


def judge_servers(name: str, rows: Sequence[Row]) -> Finding:
    """verl: servers and trainer agree at first (numerics) and after updates (the weights arrived)."""
    return _judged(name, rows, "policy/logprob_gap", FIRST_GAP, STALE_ROOM, "log-prob gap", OLDER_RUNNER)


def judge_local(name: str, rows: Sequence[Row]) -> Finding:
    """Local backend: the engine's samples against the weights that are trained."""
    return _judged(name, rows, "policy/mismatch_kl", FIRST_KL, FIRST_KL, "mismatch KL", OLDER_RUNNER_LOCAL)


def _judged(
    name: str, rows: Sequence[Row], metric: str, first: float, room: float, what: str, older: str
) -> Finding:
    # A step that trains nothing has none.
    values = [value for row in rows if (value := row.get(metric)) is not None]
    if not values and any(row.get("policy/gradient_norm") for row in rows):
        return Finding(name, "missing", f"the {what} was not measured", "read the log of that training")
    shown = f"{what} {', '.join(f'{value:.2g}' for value in values)}"
    detail = f"{shown}; {_speed(rows)}"
    if values and not values[0] <= first:  # not a number is no agreement
        advice = f"--model.dtype float32, or {older}"
        return Finding(name, "missing", f"{detail}: sampler and trainer disagree from the start", advice)
    # Each by itself: `max` passes over what is not a number.
    if not all(value < STALE_GROWTH * values[0] + room for value in values[1:]):
        detail += ": it grows after an update, so the sampler keeps old weights"
        return Finding(name, "missing", detail, older)
    # The last row's update comes after the last generation, so it cannot show whether weights arrived.
    if not any(row.get("policy/gradient_norm") for row in rows[:-1]):
        return Finding(
            name, "warn", f"{detail}: no gradient, so old weights would not show", "--model with another policy"
        )
    return Finding(name, "ok", detail)


def _speed(rows: Sequence[Row]) -> str:
    last = rows[-1]
    parts = [f"largest ratio {max(row.get('policy/largest_ratio') or 0.0 for row in rows):.2f}"]
    parts += [f"gradient {max(row.get('policy/gradient_norm') or 0.0 for row in rows):.2g}"]
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
    gap = float(difference)  # type: ignore[arg-type]
    if not gap < found["limit"]:  # type: ignore[operator]
        detail = f"{said}; flash-attn differs from PyTorch's attention by {gap:.2g}"
        return Finding(name, "missing", detail, "pip install --force-reinstall --no-build-isolation flash-attn")
    return Finding(name, "ok", f"{said}; flash-attn agrees within {gap:.2g}")


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


class ProcessBench:
    """Runs ``skill1 train`` under a folder: one run directory and one log for each name.

    Args:
        work: the folder; made, and cleared if an earlier check made it.
        limit_s: longest time of one training, start and resume counted apart.
        program: the command line of skill1.
    """

    def __init__(self, work: Path, *, limit_s: float = LIMIT_S, program: Sequence[str] = PROGRAM) -> None:
        self.work, self.limit_s, self.program = work, limit_s, program
        if work.exists() and not is_empty(work) and not (work / MARK).is_file():
            raise ConfigError(f"{work} holds files not made by skill1 doctor. Name an empty folder: --run-dir DIR")
        # Runs of an earlier check would be resumed, or refused as another configuration.
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        (work / MARK).write_text(
            "Made by skill1 doctor --gpu, which clears it when it is called again.\n", "utf-8"
        )

    def train(self, name: str, options: Sequence[str], *, kill_at_step: int | None = None) -> Outcome:
        """A run of that name; with ``kill_at_step`` killed once that step's checkpoint is whole, and resumed."""
        run = self.work / name
        begin = ["--run-dir", str(run), *options]
        if kill_at_step is None:
            return Outcome(self._finish(name, begin), read_rows(run))
        # The list is written last, so the checkpoint is whole once it is there.
        sealed = run / "checkpoints" / f"step_{kill_at_step:06d}" / "MANIFEST.json"
        failure = self._kill_when(name, begin, sealed.exists)
        if failure is None:
            # Without the options: a run resumes with the configuration that it has saved.
            failure = self._finish(name, ["--run-dir", str(run), "--resume"])
        return Outcome(failure, read_rows(run))

    def kernels(self) -> Mapping[str, object]:
        """In a process of its own: a CUDA context takes memory until its process ends."""
        command = python_module("skill1.doctor.kernels")
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=KERNELS_S, check=False)
        except subprocess.TimeoutExpired:
            return {"error": f"attention did not end within {KERNELS_S:.0f} s"}
        try:
            # Libraries may print before it.
            return json.loads(done.stdout.splitlines()[-1])
        except (IndexError, ValueError):
            said = done.stderr.strip().splitlines()
            return {"error": said[-1] if said else f"ended with exit code {done.returncode}"}

    def memory_used_mib(self) -> float | None:
        """Of all GPUs that this process may see, by ``nvidia-smi``."""
        program = shutil.which("nvidia-smi")
        if program is None:
            return None
        command = [program, "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
        # nvidia-smi does not obey the variable by itself.
        chosen = os.environ.get("CUDA_VISIBLE_DEVICES")
        command += [f"--id={chosen}"] if chosen else []
        try:
            said = subprocess.run(command, capture_output=True, text=True, timeout=END_S, check=True).stdout
            return sum(float(line) for line in said.split())
        except (OSError, ValueError, subprocess.SubprocessError):
            return None

    def _finish(self, name: str, arguments: Sequence[str]) -> str | None:
        """Run to the end; returns why it failed, or None."""
        with self._started(name, arguments) as (process, log):
            try:
                status = process.wait(self.limit_s)
            except subprocess.TimeoutExpired:
                kill_session(process)
                return f"did not end within {self.limit_s:.0f} s; see {log}"
        return None if status == 0 else f"{last_error(log)} (exit code {status}; see {log})"

    def _kill_when(self, name: str, arguments: Sequence[str], is_there: Callable[[], bool]) -> str | None:
        """Kill it with signal 9 once something is there; returns why that never came, or None."""
        with self._started(name, arguments) as (process, log):
            deadline = time.monotonic() + self.limit_s
            while not is_there() and process.poll() is None and time.monotonic() < deadline:
                time.sleep(POLL_S)
            # Looked at once more before the end: a process that finished by itself may have written the checkpoint.
            was_there, status = is_there(), process.poll()
            kill_session(process)
        if was_there:
            self._wait_for_memory()
            return None
        if status is None:
            return f"wrote no checkpoint within {self.limit_s:.0f} s; see {log}"
        return f"{last_error(log)} (exit code {status} before its first checkpoint; see {log})"

    def _wait_for_memory(self) -> None:
        """Ray's processes end after the one that started them; the next run needs their memory."""
        deadline, before = time.monotonic() + END_S, None
        # Until two looks agree: how much the GPU's other programs take is not known here.
        while (used := self.memory_used_mib()) is not None and used != before and time.monotonic() < deadline:
            before = used
            time.sleep(END_S / 5)

    @contextmanager
    def _started(self, name: str, arguments: Sequence[str]) -> Iterator[tuple[subprocess.Popen, Path]]:
        log = self.work / f"{name}.log"
        # Appended to: a check that is killed and resumed has one log.
        with open(log, "ab") as file:
            process = subprocess.Popen(
                [*self.program, "train", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                env=os.environ | QUIET,
                # A session of its own, so that all of its processes can be killed together.
                start_new_session=True,
            )
        try:
            yield process, log
        # Where a Ctrl-C does not reach, either: the training would go on and hold the GPU.
        except BaseException:
            kill_session(process)
            raise


def last_error(log: Path) -> str:
    """The line of a log that says most of why a program ended: the last error, else the last line."""
    # The cut may fall within a letter, which is then replaced.
    text = log.read_bytes()[-TAIL:].decode("utf-8", "replace") if log.is_file() else ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("error:") or "Error:" in line]
    return (errors or lines or ["it printed nothing"])[-1]


def read_rows(run: Path) -> list[dict[str, float]]:
    """Rows of a run's metrics that are whole lines."""
    file = run / "metrics.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    rows = []
    for line in lines:
        with suppress(ValueError):  # cut off by a kill; the resume writes it again
            rows.append(json.loads(line))
    return rows
