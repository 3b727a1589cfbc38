"""Skill1 on a real cluster stack, on a CPU: train, kill, resume, load, evaluate. Run by hand or ``test.sh --verl``.

    python tests/train_verl/run_household.py [--work DIR] [--ranks 2]

Needs verl, vLLM and Ray, and tests/verl_support installed. Prints a line a stage; exit status 1 at the first failure.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

CONFIG = Path(__file__).resolve().parent.parent / "verl_support" / "household.yaml"
DEMONSTRATIONS = 3000  # half a minute: enough to write skills that can be stored
LARGEST_GAP, MEAN_GAP = 5e-5, 1e-6  # |log π_trainer − log π_rollout| in fp32
LIMIT_S = 900  # of one part
QUIET = {"VLLM_NO_USAGE_STATS": "1", "RAY_USAGE_STATS_ENABLED": "0", "VLLM_CPU_KVCACHE_SPACE": "1"}
ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OMP_WAIT_POLICY": "PASSIVE"}  # cores are shared


class Peak:
    """Largest memory (proportional set size, bytes) of a process and all that came of it."""

    def __init__(self, process: psutil.Process) -> None:
        self.process, self.bytes, self.family = process, 0, {process.pid: process}
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        # Each look reads the page tables of some twenty processes: more often, and watching slows what is watched.
        while not self._done.wait(5.0):
            self.look()

    def look(self) -> None:
        """Count now."""
        total = 0
        # By number: a parent is known before its children.
        for process in psutil.process_iter(["ppid"]):
            if process.info["ppid"] in self.family:
                self.family.setdefault(process.pid, process)
        for process in list(self.family.values()):
            try:
                total += process.memory_full_info().pss
            except psutil.Error:
                continue
        self.bytes = max(self.bytes, total)

    def end(self) -> None:
        """Stop counting, and end what is left of the family."""
        self._done.set()
        self._thread.join()
        for process in self.family.values():
            if process.is_running():  # also: its number was not given to another process since
                with suppress(psutil.Error):
                    process.kill()
        deadline = time.monotonic() + 30
        while any(map(is_living, self.family.values())) and time.monotonic() < deadline:
            time.sleep(0.1)


def is_living(process: psutil.Process) -> bool:
    """Whether it still does something: an orphan that nobody reaps stays as a zombie, for which nobody need wait."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


@contextmanager
def stage(name: str) -> Iterator[dict[str, object]]:
    """Print one line when the block is done: seconds, and what the block found."""
    started, found = time.perf_counter(), {}
    yield found
    said = "  ".join(f"{key} {value}" for key, value in found.items())
    sys.stdout.write(f"{name:<10} {time.perf_counter() - started:6.0f} s  {said}\n")
    sys.stdout.flush()


def make_policy(folder: Path) -> None:
    """A tiny policy taught by demonstrations, unless it is there."""
    from skill1.recipes.cold_start import make_check_policy

    make_check_policy(folder, DEMONSTRATIONS)


def skill1(*arguments: str, log: Path) -> subprocess.Popen:
    """The command line in a process of its own."""
    environment = os.environ | QUIET | ONE_THREAD
    with open(log, "ab") as file:
        return subprocess.Popen(
            [sys.executable, "-m", "skill1", *arguments], stdout=file, stderr=subprocess.STDOUT, env=environment
        )


def finish(process: subprocess.Popen, log: Path, limit_s: float = LIMIT_S) -> float:
    """Wait for a process; returns its peak memory in GB. Ends the test when it failed."""
    peak = Peak(psutil.Process(process.pid))
    try:
        status = process.wait(limit_s)
    finally:
        peak.end()
    require(status == 0, f"exit status {status}; the end of {log}:\n{tail(log)}")
    return peak.bytes / 1e9


def kill_after(process: subprocess.Popen, mark: Path, log: Path) -> float:
    """Kill a process with signal 9 once a file is there, and what it leaves; returns peak memory in GB."""
    peak = Peak(psutil.Process(process.pid))
    deadline = time.monotonic() + LIMIT_S
    while not mark.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    peak.look()
    was_running = process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    peak.end()
    require(was_running and mark.exists(), f"it ended before {mark}; the end of {log}:\n{tail(log)}")
    return peak.bytes / 1e9


def require(is_so: bool, otherwise: str) -> None:
    if not is_so:
        sys.exit(otherwise)


def tail(log: Path, lines: int = 30) -> str:
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])


def metrics_of(run: Path) -> list[dict[str, float]]:
    return [json.loads(line) for line in (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]


def check_run(run: Path) -> dict[str, object]:
    """Steps whole and in order, a skill admitted, trainer and rollout agreed."""
    rows = metrics_of(run)
    require([row["step"] for row in rows] == [1, 2, 3], f"steps {[row['step'] for row in rows]}; expected 1, 2, 3")
    validated = [row.get("validate/step") for row in rows]
    require(validated == [None, 1, 3], f"validated after steps {validated}; expected none, 1 (killed) and 3")
    admitted = sum(row["distill/admitted"] for row in rows)
    largest = max(row["policy/largest_logprob_gap"] for row in rows)
    mean = max(row["policy/logprob_gap"] for row in rows)
    require(admitted >= 1, "no skill was admitted")
    require(largest <= LARGEST_GAP and mean <= MEAN_GAP, f"log-prob gap {largest:.2g}, mean {mean:.2g}")
    return {"admitted": int(admitted), "largest_gap": f"{largest:.2g}", "mean_gap": f"{mean:.2g}"}


def check_versions(run: Path) -> dict[str, object]:
    """The last checkpoint's model and library belong to the same step."""
    from skill1.library import Library
    from skill1.train import checkpoint

    folder, notes = checkpoint.latest(run)
    require(folder is not None and not notes, f"no whole checkpoint: {notes}")
    state = checkpoint.load_state(folder)
    with Library.open(folder / "library.sqlite", read_only=True) as library:
        require(state.step == library.version == 3, f"model of step {state.step}, library {library.version}")
    return {"checkpoint": folder.name, "files": sum(file.is_file() for file in folder.rglob("*"))}


def check_loads(run: Path) -> dict[str, object]:
    """The checkpoint is a Hugging Face folder, and its weights are not the start weights."""
    from safetensors.torch import load_file
    from transformers import AutoModelForCausalLM

    folders = sorted((run / "checkpoints").glob("step_*"))
    model = AutoModelForCausalLM.from_pretrained(folders[-1])
    first, last = (load_file(folder / "model.safetensors") for folder in (folders[0], folders[-1]))
    moved = max(float((first[name].float() - last[name].float()).abs().max()) for name in first)
    require(moved > 0, "the weights did not move between the first and the last checkpoint")
    return {"parameters": sum(p.numel() for p in model.parameters()), "moved": f"{moved:.2g}"}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--work", type=Path, help="folder for the policy (kept) and the run (made anew); default: a temporary one"
    )
    parser.add_argument("--ranks", type=int, default=2, help="FSDP ranks and vLLM servers (default: 2)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="skill1-verl-") as folder:
        run_stages((options.work or Path(folder)).resolve(), options.ranks)


def run_stages(work: Path, num_ranks: int) -> None:
    """Policy, killed, resumed, loaded, evaluated."""
    run, log, policy = work / "run", work / "run.log", work / "policy"
    shutil.rmtree(run, ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    # Validation beside the next step's episodes; after the kill, once more.
    ranks = [
        "--train.validate_every=1",
        "--train.validate_tasks=4",
        f"--cluster.gpus_per_node={num_ranks}",
        f"--verl.ray_kwargs.ray_init.num_gpus={num_ranks}",
    ]
    with stage("policy"):
        make_policy(policy)
    with stage("killed") as found:
        begun = skill1(
            "train", "--config", str(CONFIG), "--run-dir", str(run), f"--model.path={policy}", *ranks, log=log
        )
        found["peak_gb"] = f"{kill_after(begun, run / 'checkpoints' / 'step_000001' / 'MANIFEST.json', log):.1f}"
        found["steps"] = [row["step"] for row in metrics_of(run)]
    with stage("resumed") as found:
        found["peak_gb"] = f"{finish(skill1('train', '--run-dir', str(run), '--resume', log=log), log):.1f}"
        found |= check_run(run) | check_versions(run)
        found["step_s"] = [round(row["time/step_s"], 1) for row in metrics_of(run)]
    with stage("loaded") as found:
        found |= check_loads(run)
    with stage("evaluated") as found:
        finish(skill1("eval", str(run), "--split", "heldout", "--eval.limit", "24", log=log), log)
        found["file"] = next((run / "eval").glob("heldout*step3*.json")).name


if __name__ == "__main__":
    main()
