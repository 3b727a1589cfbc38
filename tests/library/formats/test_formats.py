"""What holds for every format."""

import json
import os

import pytest

from skill1.errors import DataError
from skill1.library import Library
from skill1.library.formats import FORMATS, export_library, import_into
from skill1.library.formats.records import MAX_FILE_BYTES

from .samples import HASHING, HOSTILE, library_of, skill

pytest.importorskip("faiss")


def written(path):
    files = [path] if path.is_file() else sorted(path.rglob("*.md"))
    return "".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("name", list(FORMATS))
def test_a_hostile_skill_is_harmless_in_every_export(tmp_path, name):
    raw = skill(
        "sk_1", HOSTILE, HOSTILE, env=HOSTILE, extra={"x": [HOSTILE]}
    )  # as a foreign library file may hold it
    export_library([raw], tmp_path / "out", name)
    text = written(tmp_path / "out")
    assert "script" in text and "<" not in text


@pytest.mark.parametrize("name", list(FORMATS))
def test_texts_and_order_come_back_from_every_format(tmp_path, name):
    own = library_of(*(skill(f"sk_{i}", f"case {i} of the egg", f"do {i}, then stop") for i in range(5)))
    assert export_library(own.skills(), tmp_path / "out", name).written == 5
    other = Library.in_memory(HASHING)
    report = import_into(other, tmp_path / "out", name)
    assert (report.added, report.skipped) == (5, 0)
    assert [(s.description, s.strategy, s.utility) for s in other.skills()] == [
        (s.description, s.strategy, s.utility) for s in own.skills()
    ]
    assert import_into(other, tmp_path / "out", name).added == 0
    assert {event.kind for s in other.skills() for event in other.history(s.id)} == {"imported"}


@pytest.mark.parametrize("name", list(FORMATS))
def test_a_text_that_is_cut_is_told(tmp_path, name):
    export_library([skill("sk_1", "when", "go " * 20), skill("sk_2", "now", "do it")], tmp_path / "out", name)
    report = import_into(Library.in_memory(HASHING, max_skill_chars=40), tmp_path / "out", name)
    assert report.lost[-1].startswith("what a text of 1 skill(s) may hold beyond 40 characters")


@pytest.mark.parametrize("name", list(FORMATS))
def test_what_is_lost_is_said(tmp_path, name):
    rich = skill(
        "sk_1", utility=0.9, retrieved=3, selected=2, wins=1, env="alfworld", pinned=True, parents=("sk_0",)
    )
    lost = export_library([rich], tmp_path / "out", name).lost
    assert bool(lost) == (name not in ("jsonl", "skill-md"))
    if lost:
        assert {line.split()[0] for line in lost} >= {"utility", "retrieved", "wins", "env", "pinned", "parents"}


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "skill-md"])
def test_files_that_are_no_text_or_too_large_are_refused(tmp_path, name):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with (tmp_path / "large").open("wb") as file:
        os.truncate(file.fileno(), MAX_FILE_BYTES + 1)
    for path in ("bytes", "large", "missing"):
        with pytest.raises(DataError, match=path):
            import_into(Library.in_memory(HASHING), tmp_path / path, name)


def test_exports_of_nothing(tmp_path):
    for name in FORMATS:
        assert export_library([], tmp_path / name, name).written == 0
    assert json.loads((tmp_path / "skillrl").read_text()) == {
        "general_skills": [],
        "task_specific_skills": {},
        "common_mistakes": [],
    }


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    for name in FORMATS:
        with pytest.raises(DataError, match="cannot be written"):
            export_library([skill()], tmp_path / "file" / "below", name)
