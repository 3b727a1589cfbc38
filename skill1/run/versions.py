"""What a run's manifest records of the code and the configuration, and what was edited by hand since.

An evaluation's card has the same package versions and commit of the checkout.
"""

from __future__ import annotations

import importlib.metadata
import subprocess
from pathlib import Path

from skill1.config.files import read_flat
from skill1.config.values import LONGEST_SHOWN, shown
from skill1.schema import storable

RECORDED_PACKAGES = (
    "torch",
    "transformers",
    "numpy",
    "faiss-cpu",
    "sentence-transformers",
    "PyYAML",
    "rich",
    "verl",
    "vllm",
    "ray",
    "flash-attn",
)
GIT_TIMEOUT_S = 5.0


def package_versions() -> dict[str, str]:
    """Version of every installed package that can move a result."""
    versions = {}
    for package in RECORDED_PACKAGES:
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return versions


def git_commit(folder: Path | None = None) -> str | None:
    """Commit of the checkout skill1 runs from, ``-dirty`` if tracked files differ; None outside a checkout."""
    root = folder or Path(__file__).resolve().parents[2]
    # git would look further up, and name the commit of whatever checkout skill1 is installed in.
    if not (root / ".git").exists():
        return None
    try:
        commit = _git(root, "rev-parse", "HEAD")
        changed = _git(root, "status", "--porcelain", "--untracked-files=no")
    # A time-out is one of these: it costs the name of the commit, never the run.
    except (OSError, subprocess.SubprocessError):
        return None  # no git on this machine, or no commit yet
    return f"{commit}-dirty" if changed else commit


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=GIT_TIMEOUT_S
    ).stdout.strip()


def stored_values(file: Path) -> dict[str, str]:
    """Dotted key → value as text, so that JSON takes whatever stands in the file, and compares it."""
    # Of the file itself: a default that another version of skill1 changes is no edit.
    values = read_flat(file).items()
    return {
        storable(key): ascii(value) if isinstance(value, str | list) else shown(value) for key, value in values
    }


def edits(recorded: object, file: Path) -> list[str]:
    """One line per key, ``train.steps: 150 → 3``; none where :func:`stored_values` were never recorded."""
    if not isinstance(recorded, dict) or not recorded:
        return []
    now = stored_values(file)
    pairs = {key: (recorded.get(key, "not set"), now.get(key, "not set")) for key in recorded | now}
    return [
        f"{key}: {str(old):.{LONGEST_SHOWN}} → {new:.{LONGEST_SHOWN}}"
        for key, (old, new) in pairs.items()
        if old != new
    ]
