"""The training loop: play, commit, credit, update; state changes only at the step boundary."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from skill1.agent.profile import load_profile
from skill1.config import Skill1Config
from skill1.credit.weights import assign_weights
from skill1.env.registry import make_suite
from skill1.errors import TrainingError
from skill1.hub import require_start_model
from skill1.library import Library
from skill1.methods import make_method
from skill1.methods.method import StepCredit, StepFacts
from skill1.policy.hf import HFPolicy
from skill1.policy.load import load_model
from skill1.policy.random import generator
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller
from skill1.rollout.to_tokens import to_samples
from skill1.run_dir import default_run_dir, is_begun, mark_finished, prepare_run_dir, read_manifest
from skill1.schema import Group, Task, TokenSample
from skill1.train import checkpoint
from skill1.train.demos import play_settings
from skill1.train.local import LocalLearner
from skill1.train.metrics import credit_metrics, episode_metrics, mean, oracle_metrics
from skill1.train.progress import Progress
from skill1.train.records import Records, read_metrics
from skill1.train.start import start_weights

LIBRARY_FILE = "library.sqlite"
logger = logging.getLogger(__name__)
SUMMARY_STEPS = 10  # the summary averages the first and the last so many steps


class Skill1Trainer:
    """Trains one policy by the configured method in one process. ``train`` goes on from the last whole checkpoint."""

    def __init__(self, config: Skill1Config, run_dir: Path | None = None, *, console=None) -> None:
        self.config, self.console = config, console
        self.run_dir = Path(run_dir) if run_dir is not None else default_run_dir(config)

    def train(self) -> dict[str, object]:
        """Run the steps that are missing and return the summary (also in the manifest)."""
        config = self.config
        profile = load_profile(config.agent.profile, config.agent.prompts)
        if not is_begun(self.run_dir):
            require_start_model(config)
        state = prepare_run_dir(self.run_dir, config, prompt_hashes=profile.prompt_hashes())
        if state.kind == "finished":
            return dict(read_manifest(self.run_dir).get("summary") or {})
        if config.train.threads:
            torch.set_num_threads(config.train.threads)
        run = _Run(config, self.run_dir, profile, self.console)
        try:
            with Progress(self.run_dir.name, config.train.steps, self.console, start=run.step) as progress:
                while run.step < config.train.steps:
                    progress.advance(**_shown(run.advance()))
        finally:
            run.close()
        summary = summarise(self.run_dir)  # also after no step at all: a kill may have come just before this line
        mark_finished(self.run_dir, summary)
        return summary


class _Run:
    """The living parts of a training run; ``step`` counts completed steps."""

    def __init__(self, config: Skill1Config, run_dir: Path, profile, console) -> None:
        self.config, self.run_dir = config, run_dir
        self.suite = make_suite(config.env)
        self.tasks = self.suite.tasks(config.env.train_split)
        self.method = make_method(config)
        self.records = Records(
            run_dir, episodes_every=config.logging.episodes_every, episodes_mib=config.logging.episodes_mib
        )
        folder, notes = checkpoint.latest(run_dir)
        for note in notes:
            logger.warning(note)
            if console is not None:
                console.print(note, style="yellow", markup=False)
        state = checkpoint.load_state(folder) if folder else checkpoint.TrainerState(0, 0, ())
        self.step, self.buffer = state.step, state.buffer
        start = start_weights(config, run_dir, self.suite, profile)
        self.tokens = Tokens.load(folder or start)
        self.model = load_model(config.model, folder or start)
        reference = (
            load_model(config.model, config.model.reference or start) if config.loss.kl_coefficient else None
        )
        self.policy = HFPolicy(self.model, self.tokens, rows=config.model.rows, version=state.policy_version)
        self.learner = LocalLearner(
            self.model,
            reference,
            config.loss,
            config.train,
            pad_id=self.tokens.pad_id,
            temperature=config.sampling.temperature,
        )
        if folder:
            checkpoint.load_optimizer(folder, self.learner.optimizer, self.learner.masters)
        self.records.rewind(self.step)
        self.library = self._open_library(folder) if self.method.uses_library else None
        self.roller = Roller(
            self.suite.make,
            self.policy,
            self.method.recipe,
            profile,
            play_settings(config, is_training=True),
            concurrency=self.policy.max_rows,
        )

    def _open_library(self, folder: Path | None) -> Library:
        """The run's library, put back to the checkpoint's (or to the initial one)."""
        path = self.run_dir / LIBRARY_FILE
        for stale in self.run_dir.glob(LIBRARY_FILE + "*"):  # the file and its write-ahead log belong together
            stale.unlink()
        source = folder / LIBRARY_FILE if folder else self.config.library.init
        if source:
            with Library.open(source, read_only=True) as start:
                start.backup(path)
        config = self.config
        library = Library.open(
            path,
            config.library,
            create=not source,
            success_ema=config.credit.success_ema,
            max_skill_chars=config.agent.max_skill_chars,
        )
        library.record_run(self.run_dir.name, method=config.method, env=config.env.name, seed=config.seed)
        return library

    def advance(self) -> dict[str, float]:
        """One training step, from the tasks to the metrics row."""
        started = time.perf_counter()
        step = self.step + 1
        generated = self.policy.tokens_generated
        groups = self.roller.play_groups(
            self._step_tasks(step),
            self.library,
            seed=self.config.seed,
            step=step,
            group_size=self.config.train.group_size,
        )
        self._require_survivors(groups, step)
        rollout_s = time.perf_counter() - started
        metrics = episode_metrics(groups) | oracle_metrics(self.suite, groups, self.library)
        became, commit_metrics = self._commit(groups, step)
        credit = self.method.credit(StepFacts(groups, step, self.library, became, self.buffer))
        samples = self._samples(credit, groups)
        before_update = time.perf_counter()
        self.policy.rest()  # the cache and the activations of training need not fit together
        metrics |= self.learner.update(samples, self.step)
        self.policy.weights_changed()
        self.step, self.buffer = step, credit.buffer
        update_s = time.perf_counter() - before_update
        rate = (self.policy.tokens_generated - generated) / rollout_s
        row = {"step": step, **metrics, **commit_metrics, **credit_metrics(credit.credited)}
        row |= {"time/rollout_s": rollout_s, "time/update_s": update_s, "time/tokens_per_s": rate}
        self._write(row, groups, started)
        return row

    def _step_tasks(self, step: int) -> list[Task]:
        config = self.config
        indices = task_indices(
            len(self.tasks), config.env.task_order, config.seed, step, config.train.tasks_per_step
        )
        return [self.tasks[i] for i in indices]

    def _require_survivors(self, groups: Sequence[Group], step: int) -> None:
        episodes = [episode for group in groups for episode in group.episodes]
        if not any(episode.ok for episode in episodes):
            raise TrainingError(
                f"All {len(episodes)} episodes of step {step} ended in an error, each tried twice. The first: "
                f"{episodes[0].error}\nCheck the environment: skill1 envs check {self.config.env.name}"
            )

    def _commit(self, groups: Sequence[Group], step: int) -> tuple[dict[str, str | None], dict[str, float]]:
        """The library's step boundary; returns what each draft became, and figures."""
        if self.library is None:
            return {}, {}
        episodes = [episode for group in groups for episode in group.episodes]
        report = self.library.commit(episodes, step=step, policy_version=self.policy.version)
        utilities = [skill.utility for skill in self.library.skills()]
        return {edit.episode: edit.skill for edit in report.edits}, {
            "library/size": float(len(self.library)),
            "library/retired": float(len(report.retired)),
            "library/mean_utility": mean(utilities) or 0.0,
            "library/success_trend": self.library.success_trend,
            "distill/admitted": float(report.added),
            "distill/merged": float(report.merged),
        }

    def _samples(self, credit: StepCredit, groups: Sequence[Group]) -> list[TokenSample]:
        """Token rows with their loss weights. Stages without advantage are trained only where a KL term needs them."""
        loss = self.config.loss
        num_episodes = sum(len(group.survivors) for group in groups)
        weights = assign_weights(credit.credited, num_episodes, self.config.credit, loss)
        samples: list[TokenSample] = []
        for entry, stages in zip(credit.credited, weights, strict=True):
            active = {
                s: part for s, part in stages.items() if part.weight and (part.advantage or loss.kl_coefficient)
            }
            samples += to_samples(entry.segments, active, entry.group)
        return samples

    def _write(self, row: dict[str, float], groups: Sequence[Group], started: float) -> None:
        """Episode file and metrics, then the checkpoint: a kill in between leaves rows too many, never too few."""
        config = self.config.train
        self.records.write_episodes(self.step, groups)
        row["time/step_s"] = time.perf_counter() - started
        self.records.write_metrics(row)
        if self.step % config.checkpoint_every == 0 or self.step == config.steps:
            folder = self.run_dir / "checkpoints" / f"step_{self.step:06d}"
            checkpoint.save(
                folder,
                model=self.model,
                tokens=self.tokens,
                optimizer=self.learner.optimizer,
                masters=self.learner.masters,
                library=self.library,
                state=checkpoint.TrainerState(self.step, self.policy.version, self.buffer),
            )
            checkpoint.prune(self.run_dir, config.keep_checkpoints)

    def close(self) -> None:
        """Close the library file."""
        if self.library is not None:
            self.library.close()


def task_indices(num_tasks: int, order: str, seed: int, step: int, count: int) -> list[int]:
    """Positions of a step's tasks (steps from 1): the split in order, or in a new seeded order each pass."""
    indices = []
    for position in range((step - 1) * count, step * count):
        epoch, place = divmod(position, num_tasks)
        indices.append(place if order == "stream" else int(_order(num_tasks, seed, epoch)[place]))
    return indices


def _order(num_tasks: int, seed: int, epoch: int) -> np.ndarray:
    return generator(seed, epoch).permutation(num_tasks)


def summarise(run_dir: Path) -> dict[str, object]:
    """Means over the first and the last ten steps of what matters most."""
    rows = read_metrics(run_dir)
    first, last = rows[:SUMMARY_STEPS], rows[-SUMMARY_STEPS:]
    keys = (
        "outcome/success_rate",
        "oracle/query_recall",
        "oracle/selection_precision",
        "oracle/right_skills",
        "library/size",
        "time/step_s",
        "time/tokens_per_s",
    )
    figures = {
        key: {"first": mean([r[key] for r in first if key in r]), "last": mean([r[key] for r in last if key in r])}
        for key in keys
        if any(key in row for row in rows)
    }
    return {"run_dir": str(run_dir), "steps": len(rows), "averaged_steps": SUMMARY_STEPS, "figures": figures}


def _shown(row: dict[str, float]) -> dict[str, float]:
    """What the progress line shows."""
    names = {
        "success": "outcome/success_rate",
        "utility": "select/utility_of_used",
        "library": "library/size",
        "tok/s": "time/tokens_per_s",
    }
    return {name: row[key] for name, key in names.items() if key in row}
