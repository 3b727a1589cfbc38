"""Which run is meant: the name of a new one, and the one that resumes where none is named."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from skill1.config import Skill1Config
from skill1.config.load import load_run_config
from skill1.errors import ConfigError, DataError
from skill1.run.directory import CONFIG_FILE, MANIFEST_FILE, RUNS_FOLDER, read_manifest, run_differences


def default_run_dir(config: Skill1Config) -> Path:
    """``config.run_dir``, or a new ``runs/<env>-<method>-<model>-s<seed>-<time>`` (UTC, to the second).

    Each call without ``config.run_dir`` names another run: call it once, where the run is made.
    """
    if config.run_dir:
        return Path(config.run_dir)
    model = re.split(r"[/\\]", config.model.path.rstrip("/\\"))[-1]
    time = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d-%H%M%S")
    name = f"{_safe(config.env.name)}-{config.method}-{_safe(model)}-s{config.seed}-{time}"
    path, number = Path(RUNS_FOLDER) / name, 1
    while path.exists():  # two runs of one second
        number += 1
        path = path.with_name(f"{name}-{number}")
    return path


def _safe(text: str) -> str:
    """As part of a folder's name: lower case, and ``-`` for what some system or shell would stumble over."""
    return re.sub(r"[^a-z0-9._-]+", "-", text.lower()).strip("-.") or "unnamed"


def newest_unfinished(config: Skill1Config, folder: Path = Path(RUNS_FOLDER)) -> Path:
    """The run under ``folder`` that was begun last, with this configuration, and is not finished.

    Raises:
        ConfigError: there is none; the message lists the runs that are there, and what is different about each.
    """
    unfit, fit = [], []
    for path in sorted(file.parent for file in folder.glob(f"[!.]*/{MANIFEST_FILE}")):
        reason, created = _why_not(path, config)
        if reason:
            unfit.append(f"  {path}: {reason}")
        else:
            fit.append((created, path))
    if fit:
        return max(fit)[1]
    listed = "\n".join(unfit) or f"  (no run in {folder})"
    raise ConfigError(
        f"nothing to resume: no unfinished run in {folder} has this configuration. There are:\n{listed}\n"
        "Type --run-dir RUN --resume to continue one of them, or leave out --resume to start a new run."
    )


def _why_not(path: Path, config: Skill1Config) -> tuple[str, str]:
    """Why a run cannot resume with this configuration (empty: it can), and when it was made."""
    try:
        manifest = read_manifest(path)
        differences = run_differences(load_run_config(path / CONFIG_FILE), config)
    except (ConfigError, DataError) as error:
        return f"cannot be read ({str(error).splitlines()[0]})", ""
    if manifest.get("finished"):
        return "finished", ""
    if manifest.get("smoke"):
        return "a smoke run", ""
    more = f" and {len(differences) - 1} more" if len(differences) > 1 else ""
    return f"{differences[0]}{more}" if differences else "", str(manifest.get("created_at", ""))
