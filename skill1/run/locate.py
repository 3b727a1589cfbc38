"""Finds what a RUN, MODEL or LIBRARY argument means on disk, and which run is meant where none is named.

``RUN@40``, ``RUN@latest`` and ``RUN@best`` name one checkpoint of a run. Reads names, marks and hashes of files; loads
no weights and knows nothing of a command line.
"""

from __future__ import annotations

import datetime
import difflib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from skill1.config import Skill1Config
from skill1.config.load import load_run_config
from skill1.errors import CheckpointError, ConfigError, DataError, content_of, quoted, refuse_closed
from skill1.models.files import WHOLE_MARK, refuse_adapter
from skill1.models.hub import is_hub_name
from skill1.models.packaged import PACKAGED, model_source
from skill1.run.directory import (
    CHECKPOINTS_FOLDER,
    CONFIG_FILE,
    MANIFEST_FILE,
    RUNS_FOLDER,
    is_finished,
    read_manifest,
    training_differences,
)
from skill1.schema import parsed_object

LIBRARY_FILE = "library.sqlite"
BEST_FILE = "best.json"  # in the folder of checkpoints: {"step": …, "metric": …, "value": …}
LATEST, BEST = "latest", "best"
MOST_OF_NAME = 80  # characters of environment and of model in the name of a run


@dataclass(frozen=True, slots=True)
class Located:
    """A policy: model folder or hub name, its library file, and its run's configuration file (None: it has none)."""

    model: str
    library: str | None
    config: str | None


def is_run(path: Path) -> bool:
    """Whether a folder is a run directory."""
    # `os.path`, here and below: unlike a Path's own methods it answers also where a folder may not be entered.
    return os.path.isfile(path / CONFIG_FILE)


def is_checkpoint(folder: Path) -> bool:
    """Whether a folder is a whole checkpoint."""
    # Among the names: on a disk that ignores case, as of a Mac, any manifest.json answers for MANIFEST.json.
    return os.path.isfile(folder / WHOLE_MARK) and WHOLE_MARK in os.listdir(folder)


def newest_checkpoint(run: Path) -> Path:
    """The last whole checkpoint of a run.

    Raises:
        CheckpointError: there is none yet.
    """
    found = _by_step(run)
    # Compared as numbers: names stop sorting by step where one has more than six digits.
    return found[max(found)]


def step_folder(run: Path, step: int) -> Path:
    """``RUN/checkpoints/step_000040``, whether it is there or not."""
    return run / CHECKPOINTS_FOLDER / f"step_{step:06d}"


def split_selector(target: str | os.PathLike[str]) -> tuple[Path, str | None]:
    """``RUN@40`` → (RUN, "40"). A path that exists with its ``@``, and a name that is no run, stay whole.

    Raises:
        CheckpointError: what follows ``@`` of a run is neither a step nor latest nor best.
        DataError: what stands before ``@`` may not be entered.
    """
    path = Path(target)
    base, at, selector = os.fspath(target).rpartition("@")
    if os.path.exists(path) or not at:
        return path, None
    if not is_run(Path(base)):
        # Or the whole name, which nobody has, would be called missing.
        refuse_closed(Path(base) / CONFIG_FILE)
        return path, None
    if selector not in (LATEST, BEST) and not selector.isdecimal():
        raise CheckpointError(f"{target}: @ expects a step, {LATEST} or {BEST}. {_there_are(Path(base))}")
    return Path(base), selector


def checkpoint_at(run: Path, selector: str) -> Path:
    """The whole checkpoint of a run that a step (``"40"``), ``latest`` or ``best`` names.

    Raises:
        CheckpointError: there is none; the message names the steps there are.
    """
    if selector == LATEST:
        return newest_checkpoint(run)
    step = best_step(run) if selector == BEST else int(selector)
    # Looked up for `best` as well: what best.json names may have been deleted.
    folder = _by_step(run).get(step) if step is not None else None
    if folder is None:
        what = "no best checkpoint (train.keep_best)" if selector == BEST else f"no checkpoint of step {selector}"
        raise CheckpointError(f"{run} has {what}. {_there_are(run)}")
    return folder


def best_step(run: Path) -> int | None:
    """The step that ``checkpoints/best.json`` names; None if it names none."""
    try:
        step = (parsed_object(content_of(run / CHECKPOINTS_FOLDER / BEST_FILE)) or {}).get("step")
    except OSError:
        return None
    return step if isinstance(step, int) else None


def whole_checkpoints(run: Path) -> dict[int, Path]:
    """Step → folder of every whole checkpoint of a run, by name alone; folders of other names are passed over."""
    # By the mark, which is written last: a folder without one is being written, or was cut off.
    marks = (run / CHECKPOINTS_FOLDER).glob(f"step_[0-9]*/{WHOLE_MARK}")
    found = {mark.parent.name.removeprefix("step_"): mark.parent for mark in marks}
    return {int(step): folder for step, folder in found.items() if step.isdecimal()}


def _by_step(run: Path) -> dict[int, Path]:
    if whole := whole_checkpoints(run):
        return whole
    if is_finished(run):
        raise CheckpointError(
            f"{run} is finished, but no whole checkpoint is left in {run / CHECKPOINTS_FOLDER}. Put one back, or "
            f"train again: skill1 train --run-dir {quoted(run)} --fresh"
        )
    raise CheckpointError(
        f"{run} has no whole checkpoint yet. Type: skill1 train --run-dir {quoted(run)} --resume to continue, or "
        "wait until train.checkpoint_every steps are done."
    )


def _there_are(run: Path) -> str:
    steps = sorted(_by_step(run))
    best = best_step(run)
    named = f"; best is {best}" if best in steps else ""
    listed = f"Its checkpoints: {', '.join(map(str, steps))}{named}."
    return f"{listed} Type {quoted(f'{run}@{steps[-1]}')} or {quoted(f'{run}@{LATEST}')}."


def _checkpoint_of(path: Path, selector: str | None) -> Path | None:
    """The checkpoint that a run or a checkpoint folder means; None: it is neither."""
    if selector is not None:
        return checkpoint_at(path, selector)
    if is_run(path):
        return newest_checkpoint(path)
    if not is_checkpoint(path):
        return None
    # Typed from within a run it may lack the folders above it, by which the run is found.
    return path if len(path.parts) > 2 and ".." not in path.parts else Path(os.path.abspath(path))


def locate_policy(target: str | os.PathLike[str]) -> Located:
    """RUN, RUN@STEP, RUN@latest, RUN@best, RUN/checkpoints/step_N, a model folder or a hub name.

    Raises:
        DataError, CheckpointError: nothing usable is there.
    """
    checkpoint = _checkpoint_of(*split_selector(target))
    if checkpoint is None:
        return Located(_bare_model(str(target)), None, None)
    # RUN/checkpoints/step_N: the run is two folders above, unless the checkpoint was copied from it.
    files = checkpoint / LIBRARY_FILE, checkpoint.parent.parent / CONFIG_FILE
    library, config = (str(file) if file.is_file() else None for file in files)
    return Located(str(checkpoint), library, config)


def _bare_model(target: str) -> str:
    target = model_source(target)
    path = Path(target)
    # Before its files are looked for: an adapter has no config.json, and would be called no model.
    refuse_adapter(path)
    if os.path.exists(path) and not os.path.isfile(path / "config.json"):
        raise DataError(
            f"{target} is neither a run directory (no {CONFIG_FILE}) nor a model folder (no config.json). Name a "
            "folder that is one of them; `ls runs` lists runs."
        )
    if not os.path.exists(path) and not is_hub_name(target):
        refuse_closed(path)
        near = difflib.get_close_matches(target.lower(), PACKAGED, n=1)
        meant = f"Did you mean {near[0]}? " if near else ""
        raise DataError(
            f"there is no run or model at {target}. {meant}Name a run, such as runs/NAME, or a Hugging Face name; "
            "`ls runs` lists what is there."
        )
    return target


def locate_library(target: str) -> tuple[Path, Skill1Config | None]:
    """A library file, or that of a run, RUN@STEP or checkpoint folder; and the run's configuration if it can be read.

    Raises:
        DataError, CheckpointError: there is no library, or no such checkpoint.
    """
    path, selector = split_selector(target)
    if selector is not None:
        path = checkpoint_at(path, selector)
    file = path / LIBRARY_FILE if os.path.isdir(path) else path
    # A run that was pulled has its library in its checkpoint only.
    if not os.path.isfile(file) and is_run(path):
        file = newest_checkpoint(path) / LIBRARY_FILE
    if not os.path.isfile(file):
        refuse_closed(file)
        raise DataError(
            f"there is no library at {target}; expected a {LIBRARY_FILE} or a run directory that holds one, such "
            "as runs/NAME."
        )
    run = run_of(file)
    return file, _readable_config(run / CONFIG_FILE) if run else None


def run_of(file: Path) -> Path | None:
    """The run directory a library file belongs to: its own, or that of its checkpoint."""
    # RUN/library.sqlite, or RUN/checkpoints/step_N/library.sqlite: the run is one of three folders above.
    return next((folder for folder in file.resolve().parents[:3] if is_run(folder)), None)


def _readable_config(path: Path) -> Skill1Config | None:
    """None for one that cannot be read, say of another skill1: the library itself names its encoder."""
    try:
        return load_run_config(path)
    except ConfigError:
        return None


def default_run_dir(config: Skill1Config) -> Path:
    """``config.run_dir``, or a new ``runs/<env>-<method>-<model>-s<seed>-<time>`` (UTC, to the second).

    Each call without ``config.run_dir`` names another run: call it once, where the run is made.
    """
    if config.run_dir:
        # No shell has read a file's `~`: a folder of that name would be made.
        path = Path(os.path.expanduser(config.run_dir))
        # "." has no name for the run, and what it means changes when --fresh moves that folder.
        return path if path.name not in ("", "..") else path.resolve()
    source = config.model.path if config.endpoint.url is None else str(config.endpoint.model)
    model = re.split(r"[/\\]", source.rstrip("/\\"))[-1]
    time = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d-%H%M%S")
    name = f"{_safe(config.env.name)}-{config.method}-{_safe(model)}-s{config.seed}-{time}"
    path, number = Path(RUNS_FOLDER) / name, 1
    while path.exists():  # two runs of one second
        number += 1
        path = path.with_name(f"{name}-{number}")
    return path


def _safe(text: str) -> str:
    """As part of a folder's name: lower case, and ``-`` for what some system or shell would stumble over."""
    # With a dot in front the run would be hidden, also from `newest_unfinished`. File systems take names of up to 255
    # bytes, which many environments together fill.
    return re.sub(r"[^a-z0-9._-]+", "-", text.lower())[:MOST_OF_NAME].strip("-.") or "unnamed"


def newest_unfinished(config: Skill1Config, folder: Path = Path(RUNS_FOLDER)) -> Path:
    """The run under ``folder`` that was begun last, with this configuration, and is not finished.

    Raises:
        ConfigError: there is none; the message lists the runs that are there, and what is different about each.
    """
    unfit, fit = [], []
    # Without hidden folders, such as that of a fork which is still being copied.
    for path in sorted(file.parent for file in folder.glob(f"[!.]*/{MANIFEST_FILE}")):
        reason, created = _why_not(path, config)
        if reason:
            unfit.append(f"  {path}: {reason}")
        else:
            fit.append((created, path))
    if fit:
        # Times in ISO form sort as texts.
        return max(fit)[1]
    if not unfit:
        raise ConfigError(
            f"nothing to resume: there is no run in {folder}. Leave out --resume to start one, or name a run that "
            "lies elsewhere: --run-dir RUN --resume"
        )
    listed = "\n".join(unfit)
    raise ConfigError(
        f"nothing to resume: no unfinished run in {folder} has this configuration. It holds:\n{listed}\n"
        "Type --run-dir RUN --resume to continue one of them, or leave out --resume to start a new run."
    )


def _why_not(path: Path, config: Skill1Config) -> tuple[str, str]:
    """Why a run cannot resume with this configuration (empty: it can), and when it was made."""
    try:
        # One damaged run must not hide the others.
        manifest = read_manifest(path)
        differences = training_differences(load_run_config(path / CONFIG_FILE), config)
    except (ConfigError, DataError) as error:
        return f"cannot be read ({str(error).splitlines()[0]})", ""
    if manifest.get("finished"):
        return "finished", ""
    # It has learnt nothing: whoever resumes by configuration means a real run.
    if manifest.get("smoke"):
        return "a smoke run", ""
    more = f" and {len(differences) - 1} more" if len(differences) > 1 else ""
    return f"{differences[0]}{more}" if differences else "", str(manifest.get("created_at", ""))
