"""``Skill1Trainer``: prepares a run directory, carries out the missing steps, sums them up."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from skill1.config import Skill1Config
from skill1.config.method import declared
from skill1.errors import ConfigError, LibraryError, Terminated, TrainingError, quoted
from skill1.library.curation import drain_queue
from skill1.policy.ledger import cost_metrics
from skill1.rollout.metrics import mean
from skill1.run.directory import mark_finished, prepare_run_dir, read_manifest
from skill1.run.disk import sole_writer
from skill1.run.health import Watch
from skill1.run.locate import default_run_dir
from skill1.run.loggers import open_loggers
from skill1.run.progress import Progress, tell
from skill1.train.frozen import is_served
from skill1.train.preflight import check_before_a_run
from skill1.train.records import read_metrics
from skill1.train.run import Observer, Run

VALIDATED = "validate/success_rate"
ERRORS = "errors/episodes"
SUMMARY_STEPS = 10  # the summary averages the first and the last so many steps


class Skill1Trainer:
    """Trains one policy by the configured method in one process. ``train`` resumes from the last whole checkpoint.

    Args:
        run_dir: default: ``config.run_dir``, else a new folder under ``runs/``.
        console: rich console for progress and notes, or None.
        observers: each is called with every metrics row, once it is written.

    Raises:
        ConfigError: the configuration is none, or has another backend.
    """

    backend = "local"

    def __init__(
        self,
        config: Skill1Config,
        run_dir: str | os.PathLike[str] | None = None,
        *,
        console=None,
        observers: Sequence[Observer] = (),
    ) -> None:
        if not isinstance(config, Skill1Config):
            told = f"{type(self).__name__}: the configuration is {config!r:.80}"
            raise ConfigError(f"{told}; expected what load_config gives, such as load_config('household/skill1').")
        if config.backend != self.backend:
            raise ConfigError(
                f"{type(self).__name__} trains with backend {self.backend}; got backend {config.backend}. Type: skill1 "
                f"train --config CONFIG, which starts either, or set backend: {self.backend}."
            )
        self.config, self.console, self.observers = config, console, list(observers)
        self._prepared = config  # what RL begins with, once the method has prepared it
        self.run_dir = Path(run_dir) if run_dir is not None else default_run_dir(config)

    def train(self) -> dict[str, object]:
        """Run the steps that are missing and return the summary (also in the manifest).

        Raises:
            Terminated: SIGTERM came; the step under way is finished and saved.
            RunInUseError: another process trains in this directory.
            ConfigError, PromptError, DataError, MissingExtraError: refused before there is a run directory.
            StorageError, CheckpointError, LibraryError: the disk does not take or give what it should.
            TrainingError: training cannot continue.
        """
        config = self.config
        # First, so that a mistake leaves no run directory behind.
        profile = check_before_a_run(config, self.run_dir)
        state = prepare_run_dir(self.run_dir, config, prompt_hashes=profile.prompt_hashes())
        # Asked again, a finished run answers with its summary and changes nothing.
        if state.kind == "finished":
            # The manifest of a run that was copied or renamed names the old directory.
            return {**(read_manifest(self.run_dir).get("summary") or {}), "run_dir": str(self.run_dir)}
        tell(self.console, state.notice)
        # Two processes would mix their rows and commits in one directory. The system frees the lock after any death.
        with sole_writer(self.run_dir), Termination() as termination:
            # Not before: torch loads slowly, and until the lock is held another start with --fresh may move the run.
            if config.train.threads and not is_served(config):
                import torch

                # Sums depend on it: results are equal only on as many threads.
                torch.set_num_threads(config.train.threads)
            # A method with earlier stages trains on from the library and the weights that they made.
            # Not in the place of `config`: the directory belongs to that, and `train` may be called again.
            self._prepared = declared(config.method).prepare(config, self.run_dir, self.console)
            self._run_steps(profile, termination)
            summary = summarise(self.run_dir)  # also after no step: a kill may have come just before this line
            mark_finished(self.run_dir, summary)
            # Only now: as long as the run was unfinished, requests to its library went into the queue.
            self._curate_late()
        if termination.is_requested:  # the caller must not start something else
            raise Terminated(f"ended by SIGTERM; {self.run_dir} is finished.")
        return summary

    def _curate_late(self) -> None:
        """What people asked of the library during the last update; the run is done whatever comes of it."""
        try:
            drain_queue(self.run_dir, max_skill_chars=self.config.agent.max_skill_chars)
        except LibraryError as error:
            tell(self.console, f"requests to the library after the last step could not be carried out: {error}")

    def _run_steps(self, profile, termination: Termination) -> None:
        steps = self.config.train.steps
        with (
            # In this order: loggers are told where the run resumes, and a run whose loggers do not open is closed.
            closing(self._make_run(profile)) as run,
            closing(open_loggers(self._prepared, self.run_dir, resumed_step=run.step)) as loggers,
            Progress(self.run_dir.name, steps, self.console, start=run.step) as progress,
        ):
            # Rewound by now: opening the run has cut off what is newer than its checkpoint.
            before = read_metrics(self.run_dir)
            alarms = partial(_tell_alarms, Watch(self._prepared, before), self.console)
            run.observers = [loggers.log, alarms, *self.observers]
            # Few rows have one: the progress line shows the newest, also after a resume.
            validated, errors = _newest_validation(before), sum(row.get(ERRORS, 0.0) for row in before)
            while run.step < steps:
                # SIGTERM waits for the step to end: there is no state inside one that could be saved.
                termination.hold()
                if termination.is_requested:
                    run.save()
                    raise Terminated(
                        f"ended by SIGTERM after step {run.step} of {steps}; all finished steps are saved. Type: "
                        f"{self._resuming}"
                    )
                # Also between steps: one may overspend, but nothing that was paid for is lost.
                self._require_budget(run)
                row = run.advance()
                validated |= _newest_validation([row])
                # Of all steps so far, for not every step has a line; without any there is nothing to show.
                errors += row.get(ERRORS, 0.0)
                progress.advance(**_shown(validated | row), **({"errors": errors} if errors else {}))

    def _require_budget(self, run: Run) -> None:
        """Ends a run that has spent what it may on the model behind its server; no step is lost."""
        # Without a server nothing is counted, and nothing is spent.
        limit, spent = self.config.endpoint.budget, cost_metrics(run.policy, self.config).get("endpoint/cost", 0.0)
        if not limit or spent < limit:
            return
        run.save()
        raise TrainingError(
            f"Step {run.step} of {self.config.train.steps} is done and saved, and endpoint.budget = {limit:g} is spent "
            f"({spent:.4g}). Type: {self._resuming} --endpoint.budget MORE (0: no limit)"
        )

    @property
    def _resuming(self) -> str:
        return f"skill1 train --run-dir {quoted(self.run_dir)} --resume"

    def _make_run(self, profile) -> Run:
        return Run(self._prepared, self.run_dir, profile, self.console)


class Termination:
    """For the length of a ``with`` block a first SIGTERM only sets ``is_requested``; a second one ends the process.

    The handler before comes back after. Outside the main thread, where Python allows no handlers, nothing
    is installed.
    """

    def __init__(self) -> None:
        self.is_requested = False
        self._before: signal.Handlers | object = None

    def __enter__(self) -> Termination:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGTERM, self._note)
        return self

    def hold(self) -> None:
        """Install the handler again, unless SIGTERM came: an environment in this process may have set its own."""
        if self._before is not None and not self.is_requested:
            signal.signal(signal.SIGTERM, self._note)

    def _note(self, _number, _frame) -> None:
        self.is_requested = True
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # whoever asks twice does not want to wait

    def __exit__(self, *_error) -> None:
        # A trainer inside another program must leave its handler as it was.
        if self._before is not None:  # None also for a handler that C code installed: it cannot be put back
            signal.signal(signal.SIGTERM, self._before)


def _tell_alarms(watch: Watch, console, row: dict[str, float]) -> None:
    """Shows what the watch finds, once each, while the run trains."""
    for alarm in watch.see(row):
        tell(
            console,
            f"health, step {alarm.since}: {alarm.name}: {alarm.metric} is {alarm.value:.3g}, expected "
            f"{alarm.expected}. Look at {alarm.knob} (docs/reference/alarms.md).",
        )


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
    # What a run never had (no library, no judge) is left out. In short runs both means share rows.
    figures = {
        key: {"first": mean([r[key] for r in first if key in r]), "last": mean([r[key] for r in last if key in r])}
        for key in keys
        if any(key in row for row in rows)
    }
    return {"run_dir": str(run_dir), "steps": len(rows), "averaged_steps": len(last), "figures": figures}


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
