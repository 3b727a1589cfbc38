"""Output nobody can take: the work is done and saved, the exit code tells, and no traceback is printed."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.cli.streams import SturdyStream, made_sturdy
from skill1.run.directory import read_manifest
from tests.rollout.tiny_world import tiny_policy

FULL = "/dev/full"
needs_full = pytest.mark.skipif(not os.path.exists(FULL), reason="this system has no device that is always full")


def shell(line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess:
    """A line of the shell in which ``skill1`` is this checkout's; ``$?`` is that of the last command."""
    function = f'skill1() {{ "{sys.executable}" -m skill1 "$@"; }}\n'
    command = ["bash", "-c", function + line]
    return subprocess.run(command, capture_output=True, cwd=folder, env={**os.environ, **environment})


@needs_full
@pytest.mark.parametrize("words", ["envs list", "envs list --json", "train --help"])
def test_a_full_device_is_told_in_one_line(tmp_path, words):
    done = shell(f"skill1 {words} > {FULL}", tmp_path)
    assert done.returncode == 74
    assert done.stderr.decode().count("\n") == 1
    assert b"standard output could not be written: No space left on device. The work is done" in done.stderr


@pytest.mark.parametrize(
    ("closed", "code", "told"),
    [
        (">&-", 74, b"error: standard output could not be written: it is closed."),
        ("2>&-", 0, b""),
        ("<&-", 0, b""),
        ("<&- >&- 2>&-", 74, b""),
    ],
)
def test_a_closed_stream_ends_no_command(tmp_path, closed, code, told):
    done = shell(f"skill1 envs list {closed}", tmp_path)
    assert done.returncode == code and done.stderr.startswith(told)
    assert (b"household" in done.stdout) == (code == 0) and b"Traceback" not in done.stderr


def test_a_reader_who_left_is_no_error_in_words(tmp_path):
    done = shell("skill1 train --help | true; echo ${PIPESTATUS[0]}", tmp_path)
    assert done.stdout == b"74\n" and done.stderr == b""


def test_no_file_gets_the_number_of_a_closed_stream(tmp_path):
    """Else what is printed into standard output lands in the library."""
    code = (
        "import os; from skill1.cli import main; main(['--version']); "
        "file = open('mine', 'w'); os.write(2, b'%d' % file.fileno())"
    )
    done = shell(f'"{sys.executable}" -c "{code}" <&- >&-', tmp_path)
    assert int(done.stderr.split()[-1]) > 2


@pytest.mark.parametrize(
    "environment",
    [{"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "TERM": "dumb"}, {"COLUMNS": "1"}, {"COLUMNS": "x"}],
)
def test_a_poor_terminal_shows_what_it_can(tmp_path, environment):
    done = shell("skill1 envs list", tmp_path, **environment)
    assert (done.returncode, done.stderr) == (0, b"") and done.stdout


class Full(io.StringIO):
    def write(self, text):
        raise OSError(28, "No space left on device")


def test_training_goes_on_when_nobody_takes_its_output(tmp_path, monkeypatch):
    """Also not at the very first line, and with progress on the same stream."""
    model = tiny_policy(tmp_path / "tiny")
    monkeypatch.setattr(sys, "stdout", Full())
    words = ["train", "--config", "household/skill1", f"--run-dir={tmp_path / 'run'}", f"--model.path={model}"]
    small = ["--train.steps=1", "--train.tasks_per_step=2", "--train.group_size=2", "--env.max_steps=2"]
    assert main([*words, *small, "--train.threads=1", "--sampling.distill_tokens=4"]) == 74
    assert read_manifest(tmp_path / "run")["finished"]
    assert (tmp_path / "run" / "checkpoints" / "step_000001" / "MANIFEST.json").is_file()


def test_an_error_keeps_its_own_exit_code(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["nonsense"]) == 2


def test_streams_come_back_and_are_wrapped_once(capsys, monkeypatch):
    before = sys.stdout, sys.stderr
    assert main(["--version"]) == 0
    assert (sys.stdout, sys.stderr) == before
    stream = made_sturdy(sys.stdout)
    assert made_sturdy(stream) is stream


def test_a_stream_that_others_close_stays_open():
    inside = io.StringIO()
    stream = SturdyStream(inside)
    stream.close()
    stream.write("still here")
    assert inside.getvalue() == "still here" and stream.failure is None
    inside.close()
    stream.writelines(["lost", "too"])
    stream.flush()
    assert isinstance(stream.failure, ValueError) and not stream.isatty()
