"""A training run: its parts, opened from the start or from a checkpoint, saved and closed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from skill1.config import Skill1Config
from skill1.config.method import make_recipe, uses_library
from skill1.config.mixture import is_mixture, member_names
from skill1.credit.credit import Credit
from skill1.env.protocol import close_suite
from skill1.env.registry import make_suite
from skill1.env.splits import tell_source
from skill1.errors import CheckpointError, EnvironmentFault
from skill1.library import Library
from skill1.library.formats.exchange import copy_start
from skill1.library.library import options_of
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller, Streak
from skill1.rollout.metrics import VALIDATED_STEP
from skill1.rollout.settings import training_settings
from skill1.run.directory import update_manifest
from skill1.run.disk import written
from skill1.run.locate import LIBRARY_FILE, step_folder
from skill1.run.progress import tell
from skill1.schema import Episode, Group
from skill1.train import checkpoint
from skill1.train.frozen import FrozenLearner, is_served, open_served, require_logprobs
from skill1.train.records import ALWAYS_PRESENT, Records, check_known, read_metrics, update_best
from skill1.train.start import begin_anew, require_same_tokens, start_weights, tell_tasks
from skill1.train.step import train_step
from skill1.train.task_order import task_sources
from skill1.train.validation import Validation
from skill1.train.writing import Writing

if TYPE_CHECKING:
    from skill1.policy.endpoint import EndpointPolicy
    from skill1.policy.hf import HFPolicy
    from skill1.policy.vllm import VLLMPolicy
    from skill1.train.learner import LocalLearner

Observer = Callable[[dict[str, float]], None]


class Run:
    """The living parts of a training run; ``step`` counts completed steps, ``saved`` those of the last checkpoint."""

    def __init__(self, config: Skill1Config, run_dir: Path, profile, console) -> None:
        # Without a library there is none to fill first: an arm of a comparison must not lose updates to it.
        if not uses_library(config):
            config = replace(config, train=replace(config.train, library_steps=0))
        self.config, self.run_dir, self.console = config, run_dir, console
        self.has_told_error = False
        self.observers: Sequence[Observer] = ()
        self.records = Records(
            run_dir, episodes_every=config.logging.episodes_every, episodes_mib=config.logging.episodes_mib
        )
        # One checkpoint for all parts: weights, optimizer, buffer, writer and library must be of the same step.
        folder, notes = _start_point(run_dir, config)
        state = checkpoint.load_state(folder) if folder else checkpoint.TrainerState(0, 0, ())
        self.step, self.saved, self.buffer = state.step, state.step, state.buffer
        self.first = state.step + 1  # of this process
        recipe = make_recipe(config)
        # Whatever the method would credit, weights behind a server cannot be updated.
        self.recipe = replace(recipe, credit=None) if is_served(config) else recipe
        self.suite = make_suite(config.env)
        # Of one environment no names: its figures would repeat those of the run.
        self.envs = member_names(config.env.name) if is_mixture(config.env) else ()
        self.library: Library | None = None
        self.policy: HFPolicy | VLLMPolicy | EndpointPolicy | None = None
        try:
            # Weights first: what cannot be loaded must fail before any file of the run is touched.
            if is_served(config):
                self._ask_server()
            else:
                self._load_policy(folder, state.policy_version, profile)
            self._rewind(notes, console)
            self.sources = task_sources(self.suite, config.env)
            with suppress(EnvironmentFault):  # only for what is proposed after the run
                update_manifest(run_dir, splits=list(map(str, self.suite.splits())))
            tell(console, tell_tasks(run_dir, config.env.name, self.suite, config.env.train_split, console))
            self.library = self._open_library(folder) if uses_library(config) else None
            self.writing = self._open_writing(profile, state.writer) if self.recipe.writer else None
            self.validation = self._open_validation(profile, console) if config.train.validate_every else None
        # Also Ctrl-C: by now engines and environments may have processes of their own.
        except BaseException:
            self.close()
            raise
        # As many at once as the engine has cache rows: an episode keeps its row from its first prompt to its last.
        self.roller = Roller(
            self.suite.make,
            self.policy,
            self.recipe,
            profile,
            training_settings(config),
            concurrency=self.policy.max_rows,
            streak=Streak(config.train.errors_in_a_row, config.env.name),
        )

    def _load_policy(self, folder: Path | None, version: int, profile) -> None:
        """Weights, engine and optimizer: the checkpoint's, or the start weights."""
        from skill1.policy.load import load_model, open_policy

        config = self.config
        start = start_weights(config, self.run_dir, self.suite, profile)
        self.tokens = Tokens.load(folder or start)
        self.model = load_model(config.model, folder or start)
        # With the trained model: the engine generates from these very weights, or copies them after each update.
        self.policy = open_policy(
            config, folder or start, self.tokens, rows=config.model.rows, version=version, model=self.model
        )
        self.learner = self._make_learner(start)
        # After the learner: the moments belong to its optimizer. A frozen policy has none.
        if folder and self.recipe.credit is not None:
            checkpoint.load_optimizer(folder, self.learner.optimizer, self.learner.masters)

    def _ask_server(self) -> None:
        """The policy behind a server: no weights, so no optimizer either."""
        self.policy = open_served(self.config, self.run_dir, self.step)
        self.tokens, self.model, self.learner = self.policy.tokens, None, FrozenLearner()
        require_logprobs(self.policy, self.config)

    def _make_learner(self, start: str | Path) -> LocalLearner | FrozenLearner:
        config = self.config
        if self.recipe.credit is None:
            return FrozenLearner()
        from skill1.policy.load import load_model
        from skill1.train.learner import LocalLearner

        reference = None
        # Only where the loss compares with it: it takes the memory of a second model.
        if config.loss.kl_coefficient:
            if config.model.reference is not None:
                require_same_tokens(config.model.reference, self.tokens)
            # The start weights also after a resume: the KL term holds the policy to where the run began.
            reference = load_model(config.model, config.model.reference or start)
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
            tell(console, note)

    def _open_library(self, folder: Path | None) -> Library:
        """The run's library, put back to the checkpoint's (or to the initial one)."""
        # After a kill the file is ahead of the checkpoint: it is replaced, never rolled back.
        path = self.run_dir / LIBRARY_FILE
        with written(path):
            # The file and its logs belong together. No glob: a copy that somebody made beside it is theirs.
            for suffix in ("", "-wal", "-shm", "-journal"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
        source = folder / LIBRARY_FILE if folder else None
        if source is None or not source.is_file():  # a fork of a run without a library begins as a new run does
            source = self.config.library.init
            self.buffer = ()  # texts still to be credited became skills of a library that is not here
        config = self.config
        options = options_of(config)
        if source:
            copy_start(source, path, config.library, env=config.env.name, **options)
        library = Library.open(path, config.library, create=not source, **options)
        library.record_run(self.run_dir.name, method=config.method, env=config.env.name, seed=config.seed)
        return library

    def _open_writing(self, profile, state: Mapping[str, object]) -> Writing:
        """The method's writer, as it was at the checkpoint."""
        parts = {"suite": self.suite, "profile": profile, "policy": self.policy, "model": self.model}
        return Writing(self.config, self.run_dir, self.recipe, state, **parts)

    def _open_validation(self, profile, console) -> Validation:
        """The run's validations; tells the user once what they will play."""
        validation = self._make_validation(profile)
        for sample in validation.samples:
            tell_source(console, f"validation on {sample.env}", sample.split, sample.source)
            tell(console, sample.caution)
        return validation

    def _make_validation(self, profile) -> Validation:
        return Validation(self.config, self.suite, profile, self.policy)

    def tell_first_error(self, episodes: Sequence[Episode], step: int) -> None:
        """Says what ended the first episode in error of this process; the progress line counts on.

        Few steps have an episode file, so most errors would be a number without a cause.
        """
        failed = [episode for episode in episodes if not episode.ok]
        if failed and not self.has_told_error:
            self.has_told_error = True
            tell(
                self.console,
                f"step {step}: {len(failed)} of {len(episodes)} episodes ended in an error, each tried twice; they are "
                f"left out. The first, of {failed[0].task.id}: {failed[0].error}",
            )

    def advance(self) -> dict[str, float]:
        """The next training step; returns its row of metrics."""
        # Answers are kept by the step that paid for them; a resumed run asks again only what is not there.
        if is_served(self.config):
            self.policy.ledger.step = self.step + 1
        return train_step(self)

    def record(self, row: dict[str, float], groups: Sequence[Group], credits: Sequence[Credit]) -> None:
        """Episode file and metrics, then the checkpoint: a kill in between leaves rows too many, never too few."""
        config = self.config.train
        self.records.write_episodes(self.step, groups, credits)
        self.records.write_metrics(row)
        # The figures of this method and environment are known only once there is a row.
        if config.keep_best and self.step == self.first:
            check_known(config.best_metric, self._known_figures())
        for observer in self.observers:
            observer(row)
        if self.step % config.checkpoint_every == 0 or self.step == config.steps:
            self.save()
        elif VALIDATED_STEP in row:  # of a checkpoint that is there already
            self._name_best()

    def _known_figures(self) -> set[str]:
        """All that rows have had so far, or will have once there is a validation."""
        # Of all rows, not just this step's: a figure that it lacks may have occurred before a resume.
        known = set(ALWAYS_PRESENT).union(*read_metrics(self.run_dir))
        return known | (self.validation.names(known) if self.validation else set())

    def save(self) -> None:
        """Write the checkpoint of the present step unless it is there, name the best, remove the old ones."""
        # SIGTERM and a spent budget save whatever the last step was, which may have been saved by itself.
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
        # The best one is named first, so that it is not removed.
        checkpoint.prune(self.run_dir, self.config.train.keep_checkpoints, self._name_best())

    def _name_best(self) -> int | None:
        """The step of the best checkpoint, now also in ``best.json``; None without ``train.keep_best``."""
        train = self.config.train
        metric = train.best_metric if train.keep_best else None
        best = update_best(self.run_dir, read_metrics(self.run_dir), train.checkpoint_every, train.steps, metric)
        return best.step if best else None

    def close(self) -> None:
        """Close the policy's engine, the library file and the suite's processes."""
        # Some may be missing: this also ends a start that failed half-way.
        if self.policy is not None:
            self.policy.close()
        if self.library is not None:
            self.library.close()
        close_suite(self.suite)


def _start_point(run_dir: Path, config: Skill1Config) -> tuple[Path | None, list[str]]:
    """The checkpoint to resume from (None: the beginning) and notes on broken ones.

    Raises:
        CheckpointError: steps were done and saved, but no checkpoint is whole. Starting over must be asked for. Or
            the newest came without what a run resumes from.
    """
    folder, notes = checkpoint.latest(run_dir)
    if folder is not None:
        if not (folder / checkpoint.STATE_FILE).is_file():
            raise CheckpointError(
                f"{run_dir} cannot resume: {folder} has no {checkpoint.STATE_FILE}; it was shared, or cut. "
                + begin_anew(config, folder, with_weights=not is_served(config))
            )
        return folder, notes
    done = max((row["step"] for row in read_metrics(run_dir)), default=0)
    # Up to that many steps the kill may have come before the first checkpoint: nothing that was saved is lost.
    if notes or done > config.train.checkpoint_every:  # after so many steps a checkpoint was there
        listed = "\n".join(f"  {note}" for note in notes) or "  there is none"
        raise CheckpointError(
            f"{run_dir} has done {done:.0f} steps but holds no whole checkpoint:\n{listed}\n"
            "Put one back from a copy, or type --fresh to start over (the old directory is kept under discarded/)."
        )
    return None, []
