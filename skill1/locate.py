"""Finds what a RUN, MODEL or LIBRARY argument means on disk: weights, library file and configuration file.

Reads names and marks of files only; loads no weights and knows nothing of a command line.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from skill1.config import Skill1Config
from skill1.config_files import load_config
from skill1.errors import CheckpointError, ConfigError, DataError
from skill1.hub import is_hub_name
from skill1.run_dir import CONFIG_FILE

CHECKPOINTS_FOLDER = "checkpoints"
LIBRARY_FILE = "library.sqlite"
WHOLE_MARK = "MANIFEST.json"  # written last: a checkpoint folder without it is half a checkpoint


@dataclass(frozen=True, slots=True)
class Located:
    """A policy: model folder or hub name, its library file, and its run's configuration file (None: it has none)."""

    model: str
    library: str | None
    config: str | None


def is_run(path: Path) -> bool:
    """Whether a folder is a run directory."""
    return (path / CONFIG_FILE).is_file()


def newest_checkpoint(run: Path) -> Path:
    """The last whole checkpoint of a run.

    Raises:
        CheckpointError: there is none yet.
    """
    whole = sorted(mark.parent for mark in (run / CHECKPOINTS_FOLDER).glob(f"step_*/{WHOLE_MARK}"))
    if not whole:
        raise CheckpointError(
            f"{run} has no whole checkpoint yet. Type: skill1 train --run-dir {run} --resume to go on, or wait for "
            "train.checkpoint_every steps."
        )
    return whole[-1]


def locate_policy(target: str | os.PathLike[str]) -> Located:
    """RUN, RUN/checkpoints/step_N, a model folder or a hub name.

    Raises:
        DataError, CheckpointError: nothing usable is there.
    """
    path = Path(target)
    checkpoint = newest_checkpoint(path) if is_run(path) else path if (path / WHOLE_MARK).is_file() else None
    if checkpoint is None:
        return Located(_bare_model(str(target)), None, None)
    library, config = checkpoint / LIBRARY_FILE, checkpoint.parent.parent / CONFIG_FILE
    return Located(str(checkpoint), str(library) if library.is_file() else None, str(config))


def _bare_model(target: str) -> str:
    path = Path(target)
    if path.is_dir() and not (path / "config.json").is_file():
        raise DataError(
            f"{target} is neither a run directory (no {CONFIG_FILE}) nor a model folder (no config.json)."
        )
    if not path.exists() and not is_hub_name(target):
        raise DataError(f"there is no run or model at {target}.")
    return target


def locate_library(target: str) -> tuple[Path, Skill1Config | None]:
    """A library file, or that of a run or checkpoint folder, with the run's configuration where one can be read.

    Raises:
        DataError: there is no library.
    """
    path = Path(target)
    file = path / LIBRARY_FILE if path.is_dir() else path
    if not file.is_file() and is_run(path):
        file = newest_checkpoint(path) / LIBRARY_FILE
    if not file.is_file():
        raise DataError(
            f"there is no library at {target}; expected a {LIBRARY_FILE} or a run directory that holds one."
        )
    run = next((folder for folder in file.resolve().parents[:3] if is_run(folder)), None)
    return file, _readable_config(run / CONFIG_FILE) if run else None


def _readable_config(path: Path) -> Skill1Config | None:
    """None for one of another skill1, with keys this one lacks: the library itself names its encoder."""
    try:
        return load_config(str(path))
    except ConfigError:
        return None
