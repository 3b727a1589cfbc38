"""What a result file says of how it was made, and how it is written: the same for every benchmark."""

from __future__ import annotations

import json
import os
import platform
import shlex
import sys
from pathlib import Path

from skill1.run.directory import git_commit, package_versions


def made_by(**machine: object) -> dict[str, object]:
    """The command as it was typed, the machine, the commit and the packages. ``machine``: more about it, as threads."""
    cores, python = os.cpu_count(), platform.python_version()
    return {
        "command": shlex.join(["python", *sys.argv]),
        "machine": {"cores": cores, "processor": platform.machine(), "python": python, **machine},
        "git_commit": git_commit(),
        "packages": package_versions(),
    }


def publish(report: dict[str, object], output: Path | None) -> None:
    """Print a result as JSON, and write it if a file is named."""
    text = json.dumps(report, indent=1)
    if output:
        output.write_text(text + "\n", encoding="utf-8")
    print(text)
