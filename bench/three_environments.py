"""One policy and one library on household, ALFWorld's games and WebShop together: trained, killed, resumed, compared.

A tiny policy over the words of all three is taught by scripted experts. From it one run trains on all three; the same
run is done again, killed with SIGKILL in the middle and resumed, and must end equal bit for bit (metric rows but
``time/*``, weights, optimizer, trainer state, library tables, episode files). Then one run trains on each environment
alone for as many steps and episodes. All of them and the start play new tasks of all three with the library they ended
with, read-only; the start's is empty. Ten steps show that the machinery works. They show nothing about transfer.

    python bench/three_environments.py --output bench/results/three_environments.json
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from made import made_by, write
from resume import different_parts, outcome, steps_done

from skill1.cli import main as skill1_main
from skill1.config import LibraryConfig
from skill1.library import Library
from skill1.run.process import end_with_parent
from skill1.train.checkpoint import latest
from skill1.train.records import read_metrics

ENVS = ("household", "alfworld", "webshop")
SEED = 0
STEPS = 10
KILL_AFTER = 7  # steps written: two of them are after the checkpoint, and are played again
GAMES = ("--seed", "0", "--train", "60", "--seen", "24", "--unseen", "6")
TURNS = ("--env.mixture.alfworld.max_steps=20", "--env.mixture.webshop.max_steps=8")  # an expert's, and some more
DEMOS = (
    *("--n", "3600", "--seed", str(SEED)),
    "--env.mixture.household.weight=6",  # its demonstrations are the shortest
)
LESSON = ("--sft.batch_size=8", "--sft.epochs=2", "--sft.learning_rate=2e-3", "--sft.final_learning_rate=0.1")
TRAINING = (
    f"--seed={SEED}",
    f"--train.steps={STEPS}",
    "--train.tasks_per_step=3",
    "--train.group_size=4",
    "--train.checkpoint_every=5",
    "--train.learning_rate=1e-4",  # a start that can do something is easily undone by more
    "--train.warmup_steps=3",
    "--loss.normalise=token",
    "--loss.kl_coefficient=0.05",
    "--logging.episodes_every=1",
)
EVALUATION = (f"--seed={SEED}", "--library=frozen", "--limit=24")
METRICS = ("success", "outcome")  # outcome counts a purchase that is partly right
OF_EACH = ("outcome/success_rate", "outcome/mean_score", "library/size")


class Work:
    """A folder, and the commands done in it with what each cost."""

    def __init__(self, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.folder = folder
        self.done: list[dict[str, object]] = []

    def __truediv__(self, name: str) -> str:
        return str(self.folder / name)

    def do(self, *words: str) -> str:
        """A command of skill1 in this process, which spares its imports; what it printed."""
        started, printed = time.perf_counter(), io.StringIO()
        before = cpu_seconds()
        with contextlib.redirect_stdout(printed):
            code = skill1_main(list(words))
        if code:
            sys.exit(f"skill1 {shlex.join(words)} ended with {code}.")
        self.note(words, before, started)
        return printed.getvalue()

    def note(self, words: tuple[str, ...], cpu_before: float, started: float) -> None:
        cost = {"cpu_s": round(cpu_seconds() - cpu_before, 1), "wall_s": round(time.perf_counter() - started, 1)}
        self.done.append({"command": shlex.join(["skill1", *words]), **cost})
        print(f"{cost['cpu_s']:6.1f} s of processor time: skill1 {shlex.join(words)[:100]}", file=sys.stderr)


def main() -> int:
    """Do it all, write, print the table; exit code 1 if the resumed run is not equal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path("runs/bench-three-environments"), help="emptied first")
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    work = Work(arguments.work)
    work.do("envs", "make-games", "alfworld", work / "games", *GAMES)
    expert_success = make_start(work)
    work.do("train", *training(work, ENVS, "together"))
    killed = train_killed(work)
    differences = different_parts(outcome(Path(work / "together")), outcome(Path(work / "killed")))
    for env in ENVS:
        work.do("train", *training(work, (env,), f"only-{env}"))
    rows = evaluate_all(work)
    report = described() | {
        "expert_success": expert_success,
        "killed": killed,
        "differences": differences,
        "training": {name: curve(Path(work / name)) for name in run_names()},
        "transfer": {metric: transfer_table(work, rows, metric) for metric in METRICS},
        "commands": work.done,
        "cpu_s": round(cpu_seconds(), 1),
    }
    write(report, arguments.output)
    print(
        f"killed after {killed['steps_done']} steps and resumed; differences: {differences or 'none'}", flush=True
    )
    for metric in METRICS:
        skill1_main(["compare", "--transfer", "--library=frozen", "--metric", metric, *rows])
    return int(bool(differences))


def make_start(work: Work) -> float:
    """The policy that every run begins with, and its empty library; the success of the experts that taught it."""
    demos, start = work / "demos.jsonl.gz", work / "start"
    told = json.loads(work.do("demos", *configured(work), *DEMOS, "--output", demos, "--json"))
    work.do("sft", *configured(work), "--data", demos, "--output", start, f"--seed={SEED}", *LESSON)
    Library.open(Path(work / "empty.sqlite"), LibraryConfig(encoder="hashing"), create=True).close()
    return told["success_rate"]


def configured(work: Work) -> list[str]:
    """The three environments, as every command names them."""
    return ["--config", "mixed/tiny", f"--env.mixture.alfworld.data={work / 'games'}", *TURNS]


def training(work: Work, envs: tuple[str, ...], name: str) -> list[str]:
    return [
        *configured(work),
        *("--env.name", ",".join(envs)),
        *("--model.path", work / "start", "--run-dir", work / name, *TRAINING),
    ]


def train_killed(work: Work) -> dict[str, object]:
    """The joint run in a process of its own, killed when its seventh step is written; then resumed to its end."""
    words, run_dir = ("train", *training(work, ENVS, "killed")), Path(work / "killed")
    started, before = time.perf_counter(), cpu_seconds()
    process = subprocess.Popen(
        [sys.executable, "-m", "skill1", *words],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=end_with_parent,
    )
    while rows_written(run_dir) < KILL_AFTER:
        if process.poll() is not None:
            sys.exit(f"{shlex.join(words)} ended by itself with {process.returncode}, before it could be killed.")
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    code, (checkpoint, _) = process.wait(), latest(run_dir)
    hit = {"returncode": code, "steps_done": steps_done(run_dir), "checkpoint": checkpoint and checkpoint.name}
    work.note(words, before, started)
    work.do(*words)
    return hit


def rows_written(run_dir: Path) -> int:
    file = run_dir / "metrics.jsonl"
    return file.read_bytes().count(b"\n") if file.is_file() else 0


def run_names() -> list[str]:
    return ["together", *(f"only-{env}" for env in ENVS)]


def evaluate_all(work: Work) -> list[str]:
    """All on all, each with the library it ended with; the run folders and result files of the table's rows."""
    for name in run_names():
        work.do("eval", work / name, *configured(work), *EVALUATION)
    start = ("--library-file", work / "empty.sqlite", "--output", work / "start.json")
    work.do("eval", work / "start", *configured(work), *EVALUATION, *start)
    return [*(work / f"start-{env}.json" for env in ENVS), *(work / name for name in run_names())]


def transfer_table(work: Work, rows: list[str], metric: str) -> dict[str, object]:
    return json.loads(work.do("compare", "--transfer", "--library=frozen", "--metric", metric, "--json", *rows))


def curve(run_dir: Path) -> dict[str, list[float]]:
    """Of each step what tells how a run went, of each environment where there are several."""
    rows = read_metrics(run_dir)
    names = [
        *(name for key in OF_EACH for name in (key, *(f"{key}/{env}" for env in ENVS))),
        "select/foreign_share",
    ]
    return {
        name: [row.get(name) for row in rows] for name in names if any(row.get(name) is not None for row in rows)
    }


def described() -> dict[str, object]:
    """What the figures were measured on and with."""
    return {
        **made_by(),
        "seed": SEED,
        "settings": [*GAMES, *TURNS, *DEMOS, *LESSON, *TRAINING, *EVALUATION],
        "says": "Ten steps show that the machinery works; they show nothing about transfer.",
    }


def cpu_seconds() -> float:
    """Of this process and the children it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


if __name__ == "__main__":
    sys.exit(main())
