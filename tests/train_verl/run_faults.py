"""What a cluster run does when one of its processes is killed. Run by hand.

    python tests/train_verl/run_faults.py [--work DIR]

One run, begun once and resumed after each deadly fault, at one rank. Parts are found by the titles of their processes
and killed with signal 9 once a new step is sealed, and a server while it takes new weights. Needs what
run_household.py needs. Prints a line a stage; exit status 1 at the first failure.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil
from run_household import (
    CONFIG,
    LIMIT_S,
    ONE_THREAD,
    QUIET,
    Peak,
    is_living,
    make_policy,
    metrics_of,
    require,
    stage,
    tail,
)

STEPS = 6
DEADLY = {  # stage: the title that its process begins with
    "agent": "ray::AgentLoopWorker",
    "rank": "ray::WorkerDict",
    "engine": "VLLM::EngineCore",
}
LIBRARY = "ray::LibraryServer"
# The command line, whose first sync finds a server that does not answer and is dead some seconds later.
LOSE_A_SERVER = """
import sys, threading, time, pathlib, psutil
from skill1.cli import main
from skill1.train.verl.trainer import ClusterTrainer
real, mark = ClusterTrainer.publish, pathlib.Path(sys.argv.pop(1))
def publish(self):
    family = psutil.Process().children(recursive=True)
    engine = next(child for child in family if " ".join(child.cmdline()).startswith("VLLM::EngineCore"))
    engine.suspend()
    threading.Timer(5.0, lambda: (mark.touch(), engine.kill())).start()
    real(self)
ClusterTrainer.publish = publish
sys.exit(main(sys.argv[1:]))
"""
ERROR_WITHIN_S = 120  # of the kill
GONE_WITHIN_S = 30  # what is left of the cluster, once the command has ended


class Training(NamedTuple):
    """``skill1 train`` in a process of its own."""

    process: subprocess.Popen
    peak: Peak
    log: Path  # standard output
    errors: Path  # standard error

    def ended(self, within_s: float) -> int:
        """Its exit status. Ends the test when it does not come in time."""
        try:
            return self.process.wait(within_s)
        except subprocess.TimeoutExpired:
            sys.exit(f"still running after {within_s:.0f} s; the end of {self.errors}:\n{tail(self.errors)}")


@contextmanager
def training(
    name: str, work: Path, *arguments: str, program: Sequence[str] = ("-m", "skill1")
) -> Iterator[Training]:
    """Begin, and end what is left of it after the block."""
    log, errors = work / f"{name}.log", work / f"{name}.err"
    with open(log, "wb") as out, open(errors, "wb") as err:
        command = [sys.executable, *program, "train", *arguments]
        process = subprocess.Popen(command, stdout=out, stderr=err, env=os.environ | QUIET | ONE_THREAD)
    peak = Peak(psutil.Process(process.pid))
    try:
        yield Training(process, peak, log, errors)
    finally:
        peak.end()


def manifests(run: Path) -> dict[str, int]:
    """Whole checkpoints by name, and when each was sealed (nanoseconds)."""
    return {file.parent.name: file.stat().st_mtime_ns for file in run.glob("checkpoints/step_*/MANIFEST.json")}


def kill_after_a_step(train: Training, run: Path, title: str) -> float:
    """Kill the part with this title once one more step is sealed; returns the moment (monotonic seconds)."""
    sealed, deadline = set(manifests(run)), time.monotonic() + LIMIT_S
    while not set(manifests(run)) - sealed and train.process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    require(
        train.process.poll() is None, f"it ended before the kill; the end of {train.errors}:\n{tail(train.errors)}"
    )
    titles = {child: _title(child) for child in psutil.Process(train.process.pid).children(recursive=True)}
    victims = [child for child, its in titles.items() if its.startswith(title)]
    require(len(victims) > 0, f"no process is called {title}; there are {sorted(set(titles.values()))}")
    train.peak.family |= {child.pid: child for child in titles}
    victims[0].kill()
    return time.monotonic()


def lost_in_a_sync(train: Training, mark: Path) -> float:
    """Wait until a server was killed while it took weights; returns the moment (monotonic seconds)."""
    deadline = time.monotonic() + LIMIT_S
    while not mark.exists() and train.process.poll() is None and time.monotonic() < deadline:
        train.peak.look()
        time.sleep(0.5)
    require(mark.exists(), f"no sync before the end; the end of {train.errors}:\n{tail(train.errors)}")
    return time.monotonic()


def _title(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())[:60]
    except psutil.Error:
        return ""


def check_one_error(train: Training, killed: float) -> dict[str, object]:
    """The command ended by itself, with one message that says how to go on, and left no process behind."""
    status = train.ended(ERROR_WITHIN_S)
    seconds = time.monotonic() - killed
    said = train.errors.read_text(encoding="utf-8", errors="replace").splitlines()
    places = [number for number, line in enumerate(said) if line.startswith("error:")]
    require(
        status == 1 and len(places) == 1,
        f"exit status {status}, {len(places)} lines begin with error:; expected 1 and 1; the end of {train.errors}:\n"
        f"{tail(train.errors)}",
    )
    message = "\n".join(said[places[0] :])
    is_clear = "--resume" in message and 'File "' not in message
    require(is_clear, f"expected a message that names --resume, without a traceback:\n{message}")
    left = still_there(train.peak)
    require(not left, f"{GONE_WITHIN_S} s after the command these were still there: {left}")
    return {"error_s": f"{seconds:.1f}", "said": said[places[0]][:100]}


def still_there(peak: Peak) -> list[str]:
    """Titles of the processes that do not end, zombies aside."""
    deadline = time.monotonic() + GONE_WITHIN_S
    while left := [_title(process) for process in list(peak.family.values()) if is_living(process)]:
        if time.monotonic() > deadline:
            break
        time.sleep(0.2)
    return left


def check_whole(run: Path, sealed: dict[str, int]) -> dict[str, object]:
    """Every step once; every checkpoint's model and library of its step; none was made again after a fault."""
    from skill1.library import Library
    from skill1.train import checkpoint

    steps = [row["step"] for row in metrics_of(run)]
    require(steps == list(range(1, STEPS + 1)), f"steps {steps}; expected 1 to {STEPS}")
    again = [name for name, moment in sealed.items() if manifests(run).get(name) != moment]
    require(not again, f"checkpoints that were whole before a fault were made again: {again}")
    for folder in checkpoint.all_checkpoints(run):
        broken, state = checkpoint.problems(folder), checkpoint.load_state(folder)
        require(not broken, f"{folder}: {broken}")
        with Library.open(folder / "library.sqlite", read_only=True) as library:
            found = state.step, state.policy_version, library.version
        require(set(found) == {checkpoint.step_of(folder)}, f"{folder}: model, policy, library of steps {found}")
    return {"checkpoints": len(manifests(run)), "unchanged": len(sealed)}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--work", type=Path, help="folder for the policy (kept) and the run (made anew); default: a temporary one"
    )
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="skill1-faults-") as folder:
        run_stages((options.work or Path(folder)).resolve())


def run_stages(work: Path) -> None:
    """Each deadly fault, a resume after it, and the one fault that a run outlives."""
    run, policy = work / "faults", work / "policy"
    shutil.rmtree(run, ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
    with stage("policy"):
        make_policy(policy)
    begin = ["--config", str(CONFIG), "--run-dir", str(run), f"--model.path={policy}", f"--train.steps={STEPS}"]
    begin += [f"--train.keep_checkpoints={STEPS}", "--cluster.gpus_per_node=1"]
    resume = ["--run-dir", str(run), "--resume"]
    sealed: dict[str, int] = {}
    for part, title in DEADLY.items():
        arguments = resume if sealed else [*begin, "--verl.ray_kwargs.ray_init.num_gpus=1"]
        with stage(part) as found, training(part, work, *arguments) as train:
            found |= check_one_error(train, kill_after_a_step(train, run, title))
            sealed |= manifests(run)
            found["sealed"] = len(sealed)
    mark = work / "lost"
    mark.unlink(missing_ok=True)
    program = ("-c", LOSE_A_SERVER, str(mark))
    with stage("sync") as found, training("sync", work, *resume, program=program) as train:
        found |= check_one_error(train, lost_in_a_sync(train, mark))
    with stage("library") as found, training("library", work, *resume) as train:
        kill_after_a_step(train, run, LIBRARY)
        status = train.ended(LIMIT_S)
        require(status == 0, f"exit status {status}; the end of {train.errors}:\n{tail(train.errors)}")
        found |= check_whole(run, sealed)


if __name__ == "__main__":
    main()
