"""Small household runs, what of them must be equal between two of them, and a plain training row."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from skill1.config import Skill1Config
from skill1.library import Library
from skill1.run.directory import update_manifest
from skill1.schema import TokenSample
from skill1.train.records import read_metrics
from skill1.train.trainer import Skill1Trainer
from tests.rollout.tiny_world import household

ROOT = Path(__file__).resolve().parents[2]
STEPS = 8
SMALL_RUN = (
    f"--train.steps={STEPS}",
    "--train.tasks_per_step=4",
    "--train.group_size=4",
    "--train.checkpoint_every=2",
    "--train.learning_rate=2e-3",
    "--credit.realised_delay=2",
    "--logging.episodes_every=2",
)


def small_run(model: Path, *overrides: str, method: str = "skill1") -> Skill1Config:
    return household(model, *SMALL_RUN, *overrides, method=method)


def rows_of(run_dir: Path, *left_out: str) -> list[dict[str, float]]:
    """A run's rows without the clock's figures, and without those whose names begin so."""
    return [
        {k: v for k, v in row.items() if not k.startswith(("time/", *left_out))} for row in read_metrics(run_dir)
    ]


def outcome_of(run_dir: Path) -> dict[str, object]:
    """Everything DESIGN calls equal: metrics without time/*, weights, buffer, library, episode files."""
    last = sorted((run_dir / "checkpoints").glob("step_*"))[-1]
    with Library.open(run_dir, read_only=True) as library:
        stored, version, events = library.skills(None), library.version, library.stats()
    return {
        "metrics": rows_of(run_dir),
        "weights": (last / "model.safetensors").read_bytes(),
        "optimizer": (last / "optimizer.safetensors").read_bytes(),
        "state": json.loads((last / "trainer_state.json").read_text()),
        "skills": stored,
        "library": (version, events["success_trend"], events["no_skill_trend"]),
        "episodes": {
            path.name: gzip.decompress(path.read_bytes()) for path in sorted((run_dir / "episodes").iterdir())
        },
    }


def assert_equal_runs(one: Path, other: Path) -> None:
    first, second = outcome_of(one), outcome_of(other)
    for part, value in first.items():
        assert value == second[part], f"{part} differ between {one.name} and {other.name}"


def train_until(trainer: Skill1Trainer, last: int) -> None:
    """Train, interrupted once the row of step ``last`` is written."""

    def stop(row):
        if row["step"] == last:
            raise KeyboardInterrupt

    trainer.observers.append(stop)
    with pytest.raises(KeyboardInterrupt):
        trainer.train()


class Killed(BaseException):
    """Nothing catches it, as nothing catches a kill."""


def die_in(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, at: int) -> None:
    """The ``at``-th call does its work half or not at all, and the process is gone."""
    real, calls = getattr(owner, name), []

    def dying(*args, **kwargs):
        calls.append(1)
        if len(calls) == at:
            raise Killed
        return real(*args, **kwargs)

    monkeypatch.setattr(owner, name, dying)


def killed(monkeypatch: pytest.MonkeyPatch, trainer: Skill1Trainer, owner: object, name: str, at: int) -> None:
    """Train until the ``at``-th call of ``owner.name``."""
    with monkeypatch.context() as patch, pytest.raises(Killed):
        die_in(patch, owner, name, at)
        trainer.train()


def python(program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a program in a process of its own, on one thread, with the packages of this checkout."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def cut_back(run_dir: Path, copy: Path, step: int) -> Path:
    """A copy of a finished run as a kill in the steps after ``step`` leaves it."""
    shutil.copytree(run_dir, copy)
    for folder in (copy / "checkpoints").glob("step_*"):
        if int(folder.name.removeprefix("step_")) > step:
            shutil.rmtree(folder)
    update_manifest(copy, finished=False)
    return copy


def row(length: int, group: int = 0) -> TokenSample:
    """A training row whose every token but the first is trained, with advantage 1."""
    weights = (0.0,) + (1.0,) * (length - 1)
    return TokenSample(
        tuple(range(4, 4 + length)), (2,) * length, weights, weights, weights, weights, (1,) * length, group
    )
