"""Sweeps: configurations times seeds, one after another, each in a process of its own, and resumable.

Takes names of configurations and seeds, leaves run directories and ``sweep.json``. Trains nothing in this process: one
crash costs one run. Knows nothing of statistics.
"""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from skill1.config import EnvConfig, Skill1Config
from skill1.config.keys import config_keys
from skill1.config.load import load_config, load_run_config, parse_overrides, picked_overrides
from skill1.config.mixture import is_mixture
from skill1.config.save import flat_values
from skill1.config.unread import require_reader, unread
from skill1.env.registry import opened_suite
from skill1.env.splits import tasks_of
from skill1.errors import CheckpointError, ConfigError, DataError, LibraryError, Skill1Error
from skill1.evaluate.arms import EvalResult, played_with, results_of
from skill1.evaluate.provenance import checkpoint_library_hash, checkpoint_step
from skill1.run.directory import CONFIG_FILE, is_begun, is_finished, training_differences
from skill1.run.disk import write_json_atomic, written
from skill1.run.locate import is_run, newest_checkpoint
from skill1.run.process import end_with_parent, python_module
from skill1.train.preflight import check_before_a_run

FORMAT = "skill1-sweep-1"
SWEEP_FILE = "sweep.json"
# And as what: a training saves on SIGTERM, and would die of SIGHUP. Not every system has all three.
FORWARDED = {
    getattr(signal, name): getattr(signal, sent)
    for name, sent in {"SIGINT": "SIGINT", "SIGTERM": "SIGTERM", "SIGHUP": "SIGTERM"}.items()
    if hasattr(signal, name)
}
State = Literal["waiting", "running", "finished", "failed", "stopped"]


@dataclass(frozen=True, slots=True)
class Job:
    """One process: the training of a run, or one evaluation of it."""

    kind: Literal["train", "eval"]
    config: str
    seed: int
    run_dir: str
    evaluation: str  # "heldout:frozen"; empty for a training
    command: tuple[str, ...]
    state: State = "waiting"
    exit_code: int | None = None  # negative: the signal that ended it
    changed: tuple[str, ...] = ()  # of an evaluation: what it is told in place of the run's own settings


@dataclass(frozen=True, slots=True)
class Sweep:
    """What is to be done: all trainings, then all evaluations."""

    runs_dir: Path
    overrides: tuple[str, ...]
    jobs: tuple[Job, ...]


@dataclass(frozen=True, slots=True)
class SweepOutcome:
    """The jobs as they ended, and the signal that stopped the sweep, if one did."""

    jobs: tuple[Job, ...]
    stopped_by: int | None

    @property
    def failed(self) -> tuple[Job, ...]:
        return tuple(job for job in self.jobs if job.state == "failed")


def plan_sweep(
    configs: Sequence[str],
    seeds: Sequence[int],
    *,
    runs_dir: Path,
    evaluations: Sequence[str] = (),
    overrides: Sequence[str] = (),
) -> Sweep:
    """Jobs in the order they are done: all configurations with the first seed, then with the next, then evaluations.

    So a sweep that is stopped early has compared all configurations on the first seeds.

    Raises:
        ConfigError: an unknown configuration or key, a seed or configuration twice, an overridden seed, or an
            evaluation that is not ``SPLIT:LIBRARY`` or of a split that an environment lacks.
    """
    if "seed" in (typed := parse_overrides(overrides)):  # it would be that of every run
        raise ConfigError(f"the sweep decides `seed` itself; got --seed {typed['seed']}. --seeds names them.")
    # By slug, since two names of one configuration would share a directory.
    slugs = [config_slug(config) for config in configs]
    for name, values in (("--config", slugs), ("--seeds", list(seeds))):
        if repeated := [value for value in values if values.count(value) > 1]:
            raise ConfigError(f"{name} names {repeated[0]} twice; each run needs its own directory. Give it once.")
    wanted = [_evaluation(text) for text in evaluations]
    pairs = [(config, slug, seed) for seed in seeds for config, slug in zip(configs, slugs, strict=True)]
    trainings, checks = [], []
    own = {config: overrides_of(config, overrides) for config in configs}
    loaded = [load_config(config, overrides) for config in configs]
    if wanted and any(is_mixture(config.env) for config in loaded):
        raise ConfigError(
            "--eval covers one environment, but these runs train on several. Leave it out; then type: skill1 eval RUN, "
            "and skill1 compare --transfer RUN …"
        )
    for command in ("sweep",) if wanted else ("sweep", "train"):  # without evaluations only trainings read a key
        require_reader(command, loaded, typed)
    _require_splits(loaded, list(dict.fromkeys(split for split, _ in wanted)))
    for config, slug, seed in pairs:
        # Only to be refused now: the process would find the mistake hours later.
        load_config(config, [*own[config], f"--seed={seed}"])
        run_dir = str(runs_dir / f"{slug}-s{seed}")
        train = _command("train", "--config", config, "--seed", str(seed), "--run-dir", run_dir, *own[config])
        trainings.append(Job("train", config, seed, run_dir, "", train))
        more, changed = _overrides_of_evaluations(config, overrides), _changed(Path(run_dir), config, own[config])
        for split, library in wanted:
            command = _command("eval", run_dir, "--split", split, "--library", library, *more, *changed)
            checks.append(Job("eval", config, seed, run_dir, f"{split}:{library}", command, changed=changed))
    return Sweep(runs_dir, tuple(overrides), (*trainings, *checks))


def overrides_of(config: str, overrides: Sequence[str]) -> list[str]:
    """The overrides that a run of ``config`` takes: not those of another method or backend, which it would refuse.

    Raises:
        ConfigError: a misspelt key or an impossible value, before hours of work.
    """
    refused = _refused("train", config, overrides)
    return picked_overrides(overrides, lambda key: key not in refused)


def _overrides_of_evaluations(config: str, overrides: Sequence[str]) -> list[str]:
    """Those that a run does not take and its evaluations do: the engine, where verl trains."""
    left = _refused("train", config, overrides) - _refused("eval", config, overrides)
    return picked_overrides(overrides, left.__contains__)


def _changed(run: Path, config: str, overrides: Sequence[str]) -> tuple[str, ...]:
    """Options for settings of evaluations that are others than those a run was begun with, which it keeps."""
    try:
        own = flat_values(load_run_config(run / CONFIG_FILE)) if is_run(run) else {}
    except Skill1Error:  # its training will tell
        return ()
    now = flat_values(load_config(config, overrides))
    keys = (key for key in own if key.startswith("eval.") and key not in ("eval.split", "eval.library"))
    return tuple(f"--{key}={json.dumps(now[key])}" for key in keys if own[key] != now[key])


def _refused(command: str, config: str, overrides: Sequence[str]) -> set[str]:
    loaded, typed = load_config(config, overrides), parse_overrides(overrides)
    return {key for found in unread(command, loaded, typed=typed) if found.is_refused for key in found.keys}


def config_slug(config: str) -> str:
    """``household/skill1`` and ``configs/household/skill1.yaml`` both become ``household-skill1``."""
    name = re.sub(r"\.ya?ml$", "", config).replace("\\", "/").removeprefix("./").removeprefix("configs/")
    # Letters of every script: without them all names in Chinese would be one.
    letters = unicodedata.normalize("NFC", name.lower())
    kept = (c if c in "._-" or unicodedata.category(c)[0] in "LMN" else " " for c in letters)
    return re.sub(" +", "-", "".join(kept)).strip("-.") or "unnamed"


def _require_splits(configs: Sequence[Skill1Config], splits: Sequence[str]) -> None:
    """Raises ``ConfigError`` for a split that an environment lacks, before hours of training."""
    environments: list[EnvConfig] = []  # each once; they have no hash
    for config in configs if splits else ():
        # A server that is not up yet would be waited for, and a dry run should need none.
        if config.env.url is None and config.env not in environments:
            environments.append(config.env)
    for env in environments:
        # A stack, so that only what fails in the opening is passed over; a missing split must be told.
        with ExitStack() as stack:
            try:
                suite = stack.enter_context(opened_suite(env))
                suite.splits()
            except (Skill1Error, OSError):  # data that is missing, say: its training will tell, at once
                continue
            for split in splits:
                try:
                    tasks_of(suite, env.name, split)
                except (Skill1Error, OSError) as error:
                    raise ConfigError(f"--eval {split}: {error}") from error


def _evaluation(text: str) -> tuple[str, str]:
    split, colon, library = text.partition(":")
    modes = config_keys()["eval.library"].kinds
    if not (split and colon) or library not in modes:
        raise ConfigError(
            f"--eval {text} cannot be used; expected SPLIT:LIBRARY, LIBRARY one of {', '.join(modes)}."
        )
    return split, library


def _command(*arguments: str) -> tuple[str, ...]:
    # By this interpreter, whichever `skill1` the path would find.
    return (*python_module("skill1"), *arguments)


def needs_work(job: Job, overrides: Sequence[str]) -> bool:
    """Whether a job is still to be done: an unfinished run, one of another configuration, a missing evaluation."""
    run = Path(job.run_dir)
    if job.kind == "eval":
        return stored_evaluation(run, job.evaluation, job.changed) is None
    try:
        if not (is_begun(run) and is_run(run) and is_finished(run)):
            return True
        # The run's own command then says what differs, and how to resume.
        return bool(
            training_differences(
                load_run_config(run / CONFIG_FILE),
                load_config(job.config, [*overrides_of(job.config, overrides), f"--seed={job.seed}"]),
            )
        )
    except Skill1Error:  # one that cannot be read: its own command says why, and fails alone
        return True


def stored_evaluation(run: Path, evaluation: str, changed: Sequence[str] = ()) -> EvalResult | None:
    """The result of ``SPLIT:LIBRARY`` for the run's newest checkpoint, if there is one.

    It has the run's own settings but for those ``changed``. Other temperatures, limits, repeats or libraries that
    somebody has tried on the side do not count.
    """
    split, _, library = evaluation.partition(":")
    try:
        checkpoint = newest_checkpoint(run)
        step, libraries = checkpoint_step(str(checkpoint)), (None, checkpoint_library_hash(checkpoint))
        own = flat_values(load_run_config(run / CONFIG_FILE))
        results = results_of(run)
    # What cannot be read is as good as missing: the evaluation is done again.
    except (CheckpointError, ConfigError, DataError, LibraryError):
        return None
    wanted = own | parse_overrides(changed) | {"eval.split": split}
    # Where verl trained, the engine does not count either: the run itself reads no such key.
    free = ("eval.library", "policy.engine") if own["backend"] == "verl" else ("eval.library",)
    for result in results:
        # The library's mode is left to `played_with`: without a library one evaluation stands for every mode.
        settings = {key: value for key, value in result.settings.items() if key not in free}
        is_own = played_with(result, library) and all(wanted.get(key) == value for key, value in settings.items())
        # None: played without one, or with one that began empty.
        is_own = (
            is_own and result.facts["library_sha256"] in libraries and _has_limit(result, wanted["eval.limit"])
        )
        if is_own and (result.facts["checkpoint_step"], result.facts["repeats"]) == (step, 1):
            return result
    return None


def _has_limit(result: EvalResult, limit: int | None) -> bool:
    # By its tasks: a limit is no part of a result's settings, for one above the split's size leaves none out.
    if result.facts["is_whole_split"]:
        return limit is None or len(result.types) <= limit
    return len(result.types) == limit


def require_startable(sweep: Sweep) -> None:
    """Ask once for each configuration what its trainings would be refused for, such as a model that is not there.

    Raises:
        ConfigError: with the configuration's name. Otherwise each of its trainings would end with the same error.
    """
    asked: set[str] = set()
    for job in sweep.jobs:
        # What a run that has begun lacks is its own affair, and costs that run alone.
        if job.kind == "train" and job.config not in asked and not is_begun(Path(job.run_dir)):
            asked.add(job.config)
            config = load_config(job.config, [*overrides_of(job.config, sweep.overrides), f"--seed={job.seed}"])
            try:
                check_before_a_run(config, Path(job.run_dir))
            except Skill1Error as error:
                raise ConfigError(f"--config {job.config} cannot be trained: {error}") from error


def run_sweep(sweep: Sweep, *, report: Callable[[Job], None], output=None) -> SweepOutcome:
    """Do what is left to do; a job that fails does not keep others from being done.

    SIGINT, SIGTERM and SIGHUP are passed on to the process at work, which saves what it has; then the sweep stops. What
    is ignored, as SIGHUP is under nohup, stays so.

    Args:
        sweep: from :func:`plan_sweep`.
        report: called with each job when it begins and when it ends.
        output: where the processes' standard output goes (a file with ``fileno``); default: this process's own.

    Raises:
        StorageError: ``sweep.json`` cannot be written.
    """
    jobs = list(sweep.jobs)
    broken: set[str] = set()
    with _relayed_signals() as relay:
        for place, job in enumerate(jobs):
            if relay.received is not None:
                break
            # Looked at when its turn comes: an earlier job may have failed, or an earlier sweep done it.
            jobs[place] = _settled(job, sweep, broken)
            if jobs[place].state == "waiting":
                # Noted before it starts: after a kill the file says what was under way.
                jobs[place] = replace(job, state="running")
                _record(sweep, jobs)
                report(jobs[place])
                jobs[place] = _finished(job, relay.run(job.command, output), relay.received)
            if jobs[place].state == "failed" and job.kind == "train":
                # Without a finished run there is nothing to evaluate.
                broken.add(job.run_dir)
            _record(sweep, jobs)
            report(jobs[place])
    # Once more, for a sweep that a signal stopped before its first job.
    _record(sweep, jobs)
    return SweepOutcome(tuple(jobs), relay.received)


def _settled(job: Job, sweep: Sweep, broken: set[str]) -> Job:
    """A job that needs no process: done already, or an evaluation of a run that failed."""
    if job.kind == "eval" and job.run_dir in broken:
        return replace(job, state="failed")
    return job if needs_work(job, sweep.overrides) else replace(job, state="finished", exit_code=0)


def _finished(job: Job, exit_code: int, received: int | None) -> Job:
    if exit_code == 0:
        return replace(job, state="finished", exit_code=0)
    # What ends after a signal has not failed: the same command resumes it.
    return replace(job, state="failed" if received is None else "stopped", exit_code=exit_code)


class _Relay:
    """Starts one process at a time and passes signals on to it."""

    def __init__(self) -> None:
        self.received: int | None = None
        self._child: subprocess.Popen[bytes] | None = None

    def handle(self, number: int, _frame: object) -> None:
        self.received = number
        # Between two jobs there is nobody to tell, and the loop stops by itself.
        if self._child is not None:
            self._child.send_signal(FORWARDED[number])

    def run(self, command: Sequence[str], output) -> int:
        """Exit code of the process; a negative one is the signal that ended it."""
        # A session of its own: Ctrl-C reaches this process alone, which passes it on once.
        # It ends with this process, however that ends: the same sweep, typed again, must not meet a run in use.
        with subprocess.Popen(
            list(command), stdout=output, start_new_session=True, preexec_fn=end_with_parent
        ) as child:
            self._child = child
            if self.received is not None:  # came while the process was being started
                child.send_signal(FORWARDED[self.received])
            code = child.wait()
            self._child = None
        return code


@contextmanager
def _relayed_signals() -> Iterator[_Relay]:
    relay = _Relay()
    heard = [number for number in FORWARDED if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, relay.handle) for number in heard}
    try:
        yield relay
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _record(sweep: Sweep, jobs: Sequence[Job]) -> None:
    """``RUNS/sweep.json``: arms, seeds, and the state of each job."""
    file = sweep.runs_dir / SWEEP_FILE
    with written(file):
        sweep.runs_dir.mkdir(parents=True, exist_ok=True)
    write_json_atomic(file, sweep_record(sweep, jobs))


def sweep_record(sweep: Sweep, jobs: Sequence[Job]) -> dict[str, Any]:
    """JSON-ready: the arms, the seeds and all jobs with their commands."""
    rows = [asdict(job) | {"command": shlex.join(job.command)} for job in jobs]
    return {
        "format": FORMAT,
        "arms": list(dict.fromkeys(row["config"] for row in rows)),
        "seeds": list(dict.fromkeys(row["seed"] for row in rows)),
        "overrides": list(sweep.overrides),
        "evaluations": list(dict.fromkeys(row["evaluation"] for row in rows if row["evaluation"])),
        "jobs": rows,
    }
