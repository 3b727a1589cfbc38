"""The training loop: play, commit, credit, update; state changes only at the step boundary."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from skill1.config import Skill1Config
from skill1.config_mixture import is_mixture, member_names
from skill1.credit.weights import EpisodeAdvantages, advantages_of, assign_weights
from skill1.disk import written
from skill1.env.registry import make_suite
from skill1.env.source import tell_source
from skill1.errors import CheckpointError, LibraryError, Terminated, TrainingError
from skill1.exchange.start import copy_start
from skill1.library import Library
from skill1.library.curation import Curation, Outcome, apply_queue, drain_queue
from skill1.locate import step_folder
from skill1.methods import make_method
from skill1.methods.method import StepCredit, StepFacts
from skill1.policy.load import load_model, open_policy
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller
from skill1.rollout.to_tokens import to_samples
from skill1.run_dir import mark_finished, prepare_run_dir, read_manifest
from skill1.run_lock import sole_writer
from skill1.run_name import default_run_dir
from skill1.schema import Group, Task, TokenSample
from skill1.train import checkpoint
from skill1.train.best import check_known, update_best
from skill1.train.demos import training_settings
from skill1.train.frozen import FrozenLearner
from skill1.train.health import Watch
from skill1.train.local import LocalLearner
from skill1.train.loggers import open_loggers
from skill1.train.metrics import credit_metrics, episode_metrics, mean, oracle_metrics, similarity_metrics
from skill1.train.preflight import check_before_a_run
from skill1.train.progress import Progress
from skill1.train.records import ALWAYS_PRESENT, Records, read_metrics
from skill1.train.stages import staged
from skill1.train.start import start_weights
from skill1.train.task_order import step_tasks, task_sources
from skill1.train.tasks_told import tell_tasks
from skill1.train.termination import Termination
from skill1.train.validation import SECONDS, Validation
from skill1.train.writing import Writing

if TYPE_CHECKING:
    from skill1.policy.hf import HFPolicy
    from skill1.policy.vllm import VLLMPolicy

LIBRARY_FILE = "library.sqlite"
logger = logging.getLogger(__name__)
VALIDATED = "validate/success_rate"
SUMMARY_STEPS = 10  # the summary averages the first and the last so many steps
Observer = Callable[[dict[str, float]], None]


class Skill1Trainer:
    """Trains one policy by the configured method in one process. ``train`` goes on from the last whole checkpoint.

    Args:
        run_dir: default: ``config.run_dir``, else a new folder under ``runs/``.
        console: rich console for progress and notes, or None.
        observers: each is called with every metrics row, once it is written.
    """

    def __init__(
        self,
        config: Skill1Config,
        run_dir: Path | None = None,
        *,
        console=None,
        observers: Sequence[Observer] = (),
    ) -> None:
        self.config, self.console, self.observers = config, console, list(observers)
        self.run_dir = Path(run_dir) if run_dir is not None else default_run_dir(config)

    def train(self) -> dict[str, object]:
        """Run the steps that are missing and return the summary (also in the manifest).

        Raises:
            Terminated: SIGTERM came; the step under way is finished and saved.
            RunInUseError: another process trains in this directory.
            ConfigError, PromptError, DataError, MissingExtraError: refused before there is a run directory.
            StorageError, CheckpointError, LibraryError: the disk does not take or give what it should.
            TrainingError: training cannot go on.
        """
        config = self.config
        profile = check_before_a_run(config, self.run_dir)
        state = prepare_run_dir(self.run_dir, config, prompt_hashes=profile.prompt_hashes())
        if state.kind == "finished":
            return dict(read_manifest(self.run_dir).get("summary") or {})
        _tell(self.console, state.notice)
        if config.train.threads:
            torch.set_num_threads(config.train.threads)
        with sole_writer(self.run_dir), Termination() as termination:
            self.config = staged(config, self.run_dir, self.console)
            self._run_steps(profile, termination)
            summary = summarise(self.run_dir)  # also after no step: a kill may have come just before this line
            mark_finished(self.run_dir, summary)
            self._curate_late()
        if termination.is_requested:  # the caller must not go on to something else
            raise Terminated(f"ended by SIGTERM; {self.run_dir} is finished.")
        return summary

    def _curate_late(self) -> None:
        """What people asked of the library during the last update; the run is done whatever comes of it."""
        try:
            drain_queue(self.run_dir, max_skill_chars=self.config.agent.max_skill_chars)
        except LibraryError as error:
            _tell(self.console, f"what was asked of the library after the last step could not be done: {error}")

    def _run_steps(self, profile, termination: Termination) -> None:
        steps = self.config.train.steps
        run = self._make_run(profile)
        loggers = open_loggers(self.config, self.run_dir, resumed_step=run.step)
        alarms = _Alarms(Watch(self.config, read_metrics(self.run_dir)), self.console)
        run.observers = [loggers.log, alarms.see, *self.observers]
        validated = _newest_validation(read_metrics(self.run_dir))
        try:
            with Progress(self.run_dir.name, steps, self.console, start=run.step) as progress:
                while run.step < steps:
                    termination.hold()
                    if termination.is_requested:
                        run.save()
                        raise Terminated(
                            f"ended by SIGTERM after step {run.step} of {steps}, which is saved. Type: skill1 train "
                            f"--run-dir {self.run_dir} --resume"
                        )
                    row = run.advance()
                    validated |= _newest_validation([row])
                    progress.advance(**_shown(validated | row))
        finally:
            loggers.close()
            run.close()

    def _make_run(self, profile) -> Run:
        return Run(self.config, self.run_dir, profile, self.console)


class _Alarms:
    """Shows what the watch finds, once each, while the run goes on."""

    def __init__(self, watch: Watch, console) -> None:
        self.watch, self.console = watch, console

    def see(self, row: dict[str, float]) -> None:
        for alarm in self.watch.see(row):
            _tell(
                self.console,
                f"health, step {alarm.since}: {alarm.name}: {alarm.metric} is {alarm.value:.3g}, expected "
                f"{alarm.expected}. Look at {alarm.knob} (docs/reference/alarms.md).",
            )


class Run:
    """The living parts of a training run; ``step`` counts completed steps, ``saved`` those of the last checkpoint."""

    def __init__(self, config: Skill1Config, run_dir: Path, profile, console) -> None:
        self.config, self.run_dir = config, run_dir
        self.observers: Sequence[Observer] = ()
        self.records = Records(
            run_dir, episodes_every=config.logging.episodes_every, episodes_mib=config.logging.episodes_mib
        )
        folder, notes = _start_point(run_dir, config.train.checkpoint_every)
        state = checkpoint.load_state(folder) if folder else checkpoint.TrainerState(0, 0, ())
        self.step, self.saved, self.buffer = state.step, state.step, state.buffer
        self.first = state.step + 1  # of this process
        self.suite, self.method = make_suite(config.env), make_method(config)
        self.envs = member_names(config.env.name) if is_mixture(config.env) else ()
        self.library: Library | None = None
        self.policy: HFPolicy | VLLMPolicy | None = None
        try:
            self._load_policy(folder, state.policy_version, profile)
            self._rewind(notes, console)
            self.sources = task_sources(self.suite, config.env)
            _tell(console, tell_tasks(run_dir, config.env.name, self.suite, config.env.train_split, console))
            self.library = self._open_library(folder) if self.method.uses_library else None
            self.writing = self._open_writing(profile, state.writer) if self.method.writer else None
            self.validation = self._open_validation(profile, console) if config.train.validate_every else None
        except BaseException:
            self.close()
            raise
        self.roller = Roller(
            self.suite.make,
            self.policy,
            self.method.recipe,
            profile,
            training_settings(config),
            concurrency=self.policy.max_rows,
        )

    def _load_policy(self, folder: Path | None, version: int, profile) -> None:
        """Weights, engine and optimizer: the checkpoint's, or the start weights."""
        config = self.config
        start = start_weights(config, self.run_dir, self.suite, profile)
        self.tokens = Tokens.load(folder or start)
        self.model = load_model(config.model, folder or start)
        self.policy = open_policy(
            config, folder or start, self.tokens, rows=config.model.rows, version=version, model=self.model
        )
        self.learner = self._make_learner(start)
        if folder and self.method.credit is not None:
            checkpoint.load_optimizer(folder, self.learner.optimizer, self.learner.masters)

    def _make_learner(self, start: str | Path) -> LocalLearner | FrozenLearner:
        config = self.config
        if self.method.credit is None:
            return FrozenLearner()
        reference = (
            load_model(config.model, config.model.reference or start) if config.loss.kl_coefficient else None
        )
        return LocalLearner(
            self.model,
            reference,
            config.loss,
            config.train,
            pad_id=self.tokens.pad_id,
            temperature=config.sampling.temperature,
        )

    def _rewind(self, notes: Sequence[str], console) -> None:
        """Take files back to the checkpoint, as weights and optimizer are."""
        notes = [*notes, *self.records.rewind(self.step)]
        checkpoint.discard_newer(self.run_dir, self.step)
        self._name_best()  # a kill may have come between a checkpoint and its naming
        for note in notes:
            _tell(console, note)

    def _open_library(self, folder: Path | None) -> Library:
        """The run's library, put back to the checkpoint's (or to the initial one)."""
        path = self.run_dir / LIBRARY_FILE
        with written(path):
            for stale in self.run_dir.glob(LIBRARY_FILE + "*"):  # the file and its write-ahead log belong together
                stale.unlink()
        source = folder / LIBRARY_FILE if folder else None
        if source is None or not source.is_file():  # a fork of a run without a library begins as a new run does
            source = self.config.library.init
        config = self.config
        options = {"success_ema": config.credit.success_ema, "max_skill_chars": config.agent.max_skill_chars}
        if source:
            copy_start(source, path, config.library, env=config.env.name, **options)
        library = Library.open(path, config.library, create=not source, **options)
        library.record_run(self.run_dir.name, method=config.method, env=config.env.name, seed=config.seed)
        return library

    def _open_writing(self, profile, state: Mapping[str, object]) -> Writing:
        """The method's writer, as it was at the checkpoint."""
        parts = {"suite": self.suite, "profile": profile, "policy": self.policy, "model": self.model}
        writing = Writing(self.config, self.run_dir, self.method, **parts)
        writing.restore(state)
        return writing

    def _open_validation(self, profile, console) -> Validation:
        """What is played every ``train.validate_every`` steps, said once."""
        validation = Validation(self.config, self.suite, profile, self.policy)
        for sample in validation.samples:
            tell_source(console, f"validation on {sample.env}", sample.split, sample.source)
            _tell(console, sample.caution)
        return validation

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
        metrics = episode_metrics(groups, self.envs) | oracle_metrics(self.suite, groups, self.library)
        metrics |= similarity_metrics(groups, self.library)
        became, commit_metrics = self._commit(groups, step)
        if self.writing is not None:
            metrics |= self.writing.write(groups, step, self.library)
        credit = self._credit(StepFacts(groups, step, self.library, became, self.buffer))
        samples = self._samples(credit, groups)
        before_update = time.perf_counter()
        self.policy.rest()  # the cache and the activations of training need not fit together
        advantages = advantages_of(groups, credit.credited)
        metrics |= self._update(samples, groups, advantages)
        if self.method.credit is not None:
            self.policy.weights_changed()
        self.step, self.buffer = step, credit.buffer
        update_s = time.perf_counter() - before_update
        rate = (self.policy.tokens_generated - generated) / rollout_s
        row = {"step": step, **metrics, **commit_metrics, **credit_metrics(credit.credited)}
        row |= {"time/rollout_s": rollout_s, "time/update_s": update_s, "time/tokens_per_s": rate}
        row |= self._validate()
        self._write(row, groups, advantages, started)
        return row

    def _validate(self) -> dict[str, float]:
        """Figures of the weights and the library as they are now, if a validation is due."""
        if self.validation is None or not self.validation.is_due(self.step):
            return {}
        return self.validation.play(self.library)

    def _credit(self, facts: StepFacts) -> StepCredit:
        """Who is trained on what; nobody with a frozen policy."""
        return self.method.credit(facts) if self.method.credit is not None else StepCredit((), ())

    def _update(
        self, samples: Sequence[TokenSample], groups: Sequence[Group], advantages: EpisodeAdvantages
    ) -> dict[str, float]:
        try:
            return self.learner.update(samples, self.step)
        except TrainingError as error:
            file = self.records.write_episodes(self.step + 1, groups, advantages, always=True)
            where = f"They are in {file}." if file else "They could not be written."
            raise TrainingError(f"{error} {where}") from error

    def _step_tasks(self, step: int) -> list[Task]:
        return step_tasks(self.sources, self.config.seed, step, self.config.train.tasks_per_step)

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
        if self.config.library.frozen:
            return {}, self._library_figures()
        episodes = [episode for group in groups for episode in group.episodes]
        try:
            report = self.library.commit(episodes, step=step, policy_version=self.policy.version)
        except LibraryError as error:
            raise LibraryError(
                f"{error} Nothing of step {step} was committed. If the disk is full (df -h), free some space; then "
                f"type: skill1 train --run-dir {self.run_dir} --resume (from the last whole checkpoint)."
            ) from error
        self._curate(step)
        return {edit.episode: edit.skill for edit in report.edits}, {
            **self._library_figures(),
            "library/retired": float(len(report.retired)),
            "distill/admitted": float(report.added),
            "distill/merged": float(report.merged),
        }

    def _library_figures(self) -> dict[str, float]:
        skills = self.library.skills()
        utilities = [skill.utility for skill in skills]
        return {
            "library/size": float(len(self.library)),
            "library/mean_utility": mean(utilities) or 0.0,
            "library/success_trend": self.library.success_trend,
            **{f"library/size/{env}": float(sum(s.env == env for s in skills)) for env in self.envs},
        }

    def _curate(self, step: int) -> None:
        """What people asked of the library; a run that goes on from a checkpoint does the same at the same step."""

        def in_library(requests: Sequence[Curation]) -> Sequence[Outcome]:
            return self.library.curate(requests, step=step, policy_version=self.policy.version, strict=False)

        for done in apply_queue(self.run_dir, step, in_library):
            logger.info("library, step %d: %s %s: %s", step, done.request.kind, done.request.skill, done.outcome)

    def _samples(self, credit: StepCredit, groups: Sequence[Group]) -> list[TokenSample]:
        """Token rows with their loss weights. Stages without advantage are trained only where a KL term needs them."""
        loss, updates = self.config.loss, self.config.train.mini_batches
        num_episodes = sum(len(group.survivors) for group in groups)
        weights = assign_weights(credit.credited, num_episodes, self.config.credit, loss, updates)
        samples: list[TokenSample] = []
        for entry, stages in zip(credit.credited, weights, strict=True):
            active = {
                s: part
                for s, part in stages.items()
                if part.weight and (part.has_advantage or loss.kl_coefficient)
            }
            samples += to_samples(entry.segments, active, entry.group)
        return samples

    def _write(
        self, row: dict[str, float], groups: Sequence[Group], advantages: EpisodeAdvantages, started: float
    ) -> None:
        """Episode file and metrics, then the checkpoint: a kill in between leaves rows too many, never too few."""
        config = self.config.train
        self.records.write_episodes(self.step, groups, advantages)
        row["time/step_s"] = time.perf_counter() - started - row.get(SECONDS, 0.0)
        self.records.write_metrics(row)
        if config.keep_best and self.step == self.first:
            check_known(config.best_metric, self._known_figures())
        for observer in self.observers:
            observer(row)
        if self.step % config.checkpoint_every == 0 or self.step == config.steps:
            self.save()

    def _known_figures(self) -> set[str]:
        """All that rows have had so far, or will have once there is a validation."""
        known = set(ALWAYS_PRESENT).union(*read_metrics(self.run_dir))
        return known | (self.validation.names(known) if self.validation else set())

    def save(self) -> None:
        """Write the checkpoint of the present step unless it is there, name the best, remove the old ones."""
        if self.saved == self.step:
            return
        checkpoint.save(
            step_folder(self.run_dir, self.step),
            model=self.model,
            tokens=self.tokens,
            optimizer=self.learner.optimizer,
            masters=self.learner.masters,
            library=self.library,
            state=checkpoint.TrainerState(
                self.step, self.policy.version, self.buffer, self.writing.state() if self.writing else {}
            ),
        )
        self.saved = self.step
        checkpoint.prune(self.run_dir, self.config.train.keep_checkpoints, self._name_best())

    def _name_best(self) -> int | None:
        """The step of the best checkpoint, now also in ``best.json``; None without ``train.keep_best``."""
        train = self.config.train
        metric = train.best_metric if train.keep_best else None
        best = update_best(self.run_dir, read_metrics(self.run_dir), train.checkpoint_every, train.steps, metric)
        return best.step if best else None

    def close(self) -> None:
        """Close the policy's engine, the library file and the suite's processes."""
        if self.policy is not None:
            self.policy.close()
        if self.library is not None:
            self.library.close()
        if callable(close := getattr(self.suite, "close", None)):
            close()


def _start_point(run_dir: Path, checkpoint_every: int) -> tuple[Path | None, list[str]]:
    """The checkpoint to go on from (None: the beginning) and notes on broken ones.

    Raises:
        CheckpointError: steps were done and saved, but no checkpoint is whole. Beginning anew must be asked for.
    """
    folder, notes = checkpoint.latest(run_dir)
    if folder is not None:
        return folder, notes
    done = max((row["step"] for row in read_metrics(run_dir)), default=0)
    if notes or done > checkpoint_every:  # after so many steps a checkpoint was there
        listed = "\n".join(f"  {note}" for note in notes) or "  there is none"
        raise CheckpointError(
            f"{run_dir} has done {done:.0f} steps but holds no whole checkpoint:\n{listed}\n"
            "Put one back from a copy, or type --fresh to begin anew (the old directory is kept under discarded/)."
        )
    return None, []


def _tell(console, note: str) -> None:
    """To whoever looks: the console, or the log where there is none."""
    if not note:
        return
    if console is None:
        logger.warning(note)
    else:
        console.print(note, style="yellow", markup=False)


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


def _newest_validation(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The success rate of the last row that has one; nothing if none has."""
    return next(({VALIDATED: row[VALIDATED]} for row in reversed(rows) if VALIDATED in row), {})


def _shown(row: dict[str, float]) -> dict[str, float]:
    """What the progress line shows."""
    names = {
        "success": "outcome/success_rate",
        "validated": VALIDATED,
        "utility": "select/utility_of_used",
        "library": "library/size",
        "tok/s": "time/tokens_per_s",
    }
    return {name: row[key] for name, key in names.items() if key in row}
