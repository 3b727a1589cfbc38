"""Launch scripts as a user starts them, and a stand-in for the program that they call."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run_script(script, *arguments, **environment):
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    own = {"VIRTUAL_ENV": sys.prefix, "PATH": path, "COLUMNS": "300"}
    return subprocess.run(
        ["bash", str(ROOT / "launch_scripts" / script), *arguments],
        env={**os.environ, **own, **environment},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def calls_of(tmp_path):
    """What a script calls python3 with after it was found to have skill1, where nothing is missing."""
    fake = tmp_path / "python3"
    fake.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n')
    fake.chmod(0o755)

    def call(script, *arguments):
        (tmp_path / "calls").unlink(missing_ok=True)
        done = run_script(script, *arguments, PATH=f"{tmp_path}:/usr/bin:/bin")
        assert done.returncode == 0, done.stderr
        return (tmp_path / "calls").read_text().splitlines()[1:]

    return call
