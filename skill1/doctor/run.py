"""The run directory a configuration names: new, finished, resumable, locked, or of another configuration."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from skill1.config import Skill1Config
from skill1.config.load import load_run_config
from skill1.env.service import Finding
from skill1.errors import RunInUseError, Skill1Error
from skill1.run.directory import CONFIG_FILE, LOCK_FILE, is_begun, is_finished, refuse_if_written, run_differences
from skill1.run.locate import newest_checkpoint

SHOWN_DIFFERENCES = 5


def run_directory(config: Skill1Config) -> Iterator[Finding]:
    """What ``skill1 train`` would find in ``run_dir``; nothing when the run gets a name of its own."""
    if config.run_dir is None:
        return
    path = Path(config.run_dir).expanduser()
    try:
        yield _state(path, config)
    except RunInUseError as error:
        yield _refused(str(error), "wait for that process, or use another --run-dir")
    except Skill1Error as error:
        yield _refused(str(error), f"skill1 train … --run-dir {path} --fresh")


def _state(path: Path, config: Skill1Config) -> Finding:
    if path.exists() and not path.is_dir():
        return _refused(f"{path} is a file", "use another --run-dir")
    if not path.exists() or not any(path.iterdir()):
        return _new(path)
    if not (path / CONFIG_FILE).is_file():
        return _refused(f"{path} is no run directory: it has no {CONFIG_FILE}", "use another --run-dir")
    if not is_begun(path):
        return Finding("run directory", "ok", f"{path}: begun, but cut off before its manifest; it starts over")
    differences = run_differences(load_run_config(path / CONFIG_FILE), config)
    if differences:
        listed = "; ".join(differences[:SHOWN_DIFFERENCES])
        more = len(differences) - SHOWN_DIFFERENCES
        detail = f"{path} has another configuration (there → now): {listed}"
        command = f"skill1 train … --run-dir {path} --fresh, or another --run-dir"
        return _refused(detail + (f"; and {more} more" if more > 0 else ""), command)
    if (path / LOCK_FILE).is_file():  # else no process of today's skill1 ever wrote here
        refuse_if_written(path)
    if is_finished(path):
        return Finding("run directory", "ok", f"{path}: finished; train only prints its summary")
    return _unfinished(path)


def _new(path: Path) -> Finding:
    existing = next(folder for folder in [path.resolve(), *path.resolve().parents] if folder.exists())
    if not os.access(existing, os.W_OK):
        return _refused(f"{existing} cannot be written", "use --run-dir in a folder of your own")
    return Finding("run directory", "ok", f"{path}: new")


def _unfinished(path: Path) -> Finding:
    try:
        step = newest_checkpoint(path).name
    except Skill1Error:
        return Finding("run directory", "ok", f"{path}: begun, no checkpoint yet; --resume starts at step 0")
    return Finding("run directory", "ok", f"{path}: resumable from {step}")


def _refused(detail: str, command: str) -> Finding:
    return Finding("run directory", "missing", detail, command)
