"""Files of a run from elsewhere that are none: pipes, for which a reader waits, and files that are one large hole."""

import os
import shutil
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.errors import content_of
from skill1.models.files import WHOLE_MARK
from skill1.train.checkpoint import problems

RUN = Path(__file__).parents[2] / "data" / "household" / "run"
FILES = ("config.yaml", "manifest.json", "metrics.jsonl", ".writer.json", "eval/some.json")


def put_hole(file):
    with file.open("wb") as opened:
        opened.truncate(2**36)


@pytest.fixture
def gift(tmp_path):
    run = shutil.copytree(RUN, tmp_path / "run", ignore=shutil.ignore_patterns("optimizer*", "*.sqlite-*"))
    for path in (run, *run.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    (run / "eval").mkdir(exist_ok=True)
    return run


@pytest.mark.parametrize("put", [os.mkfifo, put_hole])
@pytest.mark.parametrize("name", [*FILES, "episodes/step_000010.jsonl.gz"])
def test_a_report_neither_waits_for_a_file_nor_fills_the_memory(name, put, gift, capsys):
    (gift / name).unlink(missing_ok=True)
    put(gift / name)
    assert main(["report", str(gift), "-o", str(gift.parent / "report.html")]) == 0


@pytest.mark.parametrize("put", [os.mkfifo, put_hole])
def test_nor_do_others_that_read_a_run(put, gift, capsys):
    for name in ("metrics.jsonl", f"checkpoints/step_000110/{WHOLE_MARK}"):
        (gift / name).unlink()
        put(gift / name)
    assert main(["health", str(gift)]) == 1
    assert "metrics.jsonl cannot be read" in capsys.readouterr().err
    assert "is no file of at most" in problems(gift / "checkpoints" / "step_000110")[0]


def test_a_plain_file_is_read(tmp_path):
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "link").symlink_to("file")
    assert content_of(tmp_path / "link", 4) == b"text"
    with pytest.raises(OSError, match="at most 3 bytes"):
        content_of(tmp_path / "file", 3)
