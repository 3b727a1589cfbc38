"""Finds what a command's RUN, MODEL or LIBRARY argument means on disk."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from skill1.cli.arguments import chosen_config
from skill1.config import Skill1Config
from skill1.config_files import load_config
from skill1.errors import CheckpointError, ConfigError, DataError
from skill1.hub import is_hub_name
from skill1.run_dir import CONFIG_FILE

CHECKPOINTS_FOLDER = "checkpoints"
LIBRARY_FILE = "library.sqlite"
WHOLE_MARK = "MANIFEST.json"  # written last: a checkpoint folder without it is half a checkpoint


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy to evaluate: its configuration, model folder or name, and library file (None: it has none)."""

    config: Skill1Config
    model: str
    library: str | None


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
            f"{run} has no whole checkpoint yet. Type: skill1 train --config {run / CONFIG_FILE} "
            f"--run-dir {run} to go on, or wait for train.checkpoint_every steps."
        )
    return whole[-1]


def locate_policy(target: str | None, arguments: argparse.Namespace, overrides: Sequence[str]) -> Policy:
    """RUN, RUN/checkpoints/step_N or MODEL with --config or --env; without a target the configuration's own model.

    A run brings its own configuration unless --config or --env names another.

    Raises:
        ConfigError, DataError, CheckpointError: nothing usable is there; the message says what to type.
    """
    library = getattr(arguments, "library_file", None)
    if target is None:
        config = chosen_config(arguments, overrides)
        return Policy(config, config.model.path, library or config.library.init)
    path = Path(target)
    checkpoint = newest_checkpoint(path) if is_run(path) else path if (path / WHOLE_MARK).is_file() else None
    if checkpoint is None:
        return _bare_model(target, library, arguments, overrides)
    run = checkpoint.parent.parent
    config = chosen_config(arguments, overrides, default=str(run / CONFIG_FILE))
    own_library = checkpoint / LIBRARY_FILE
    return Policy(config, str(checkpoint), library or (str(own_library) if own_library.is_file() else None))


def _bare_model(
    target: str, library: str | None, arguments: argparse.Namespace, overrides: Sequence[str]
) -> Policy:
    path = Path(target)
    if path.is_dir() and not (path / "config.json").is_file():
        raise DataError(
            f"{target} is neither a run directory (no {CONFIG_FILE}) nor a model folder (no config.json)."
        )
    if not path.exists() and not is_hub_name(target):
        raise DataError(f"there is no run or model at {target}.")
    if not arguments.config and not arguments.env:
        raise ConfigError(
            f"{target} is a model, not a run, so it brings no configuration. Add --env NAME or --config C."
        )
    return Policy(chosen_config(arguments, overrides), target, library)


def locate_library(target: str) -> tuple[Path, Skill1Config | None]:
    """A library file, or that of a run or checkpoint folder, with the run's configuration where there is one.

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
    return file, load_config(str(run / CONFIG_FILE)) if run else None
