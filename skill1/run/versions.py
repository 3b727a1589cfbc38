"""What a run's manifest and an evaluation's card say of the code: package versions and the checkout's commit."""

from __future__ import annotations

import importlib.metadata
import subprocess
from pathlib import Path

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
