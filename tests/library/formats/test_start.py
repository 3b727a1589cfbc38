"""A run's library starts from a library, or from skills in any format."""

from pathlib import Path

import pytest

from skill1.errors import DataError, LibraryError
from skill1.library import Library
from skill1.library.formats import export_library, import_into
from skill1.library.formats.exchange import copy_start, format_of_start, require_start, start_in_memory

from .samples import HASHING

BANK = Path(__file__).parents[2] / "golden" / "skillrl" / "alfworld_skills.json"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """One library and what it becomes in every format."""
    folder = tmp_path_factory.mktemp("start")
    with Library.open(folder / "library.sqlite", HASHING, create=True) as library:
        import_into(library, BANK, "skillrl", env="alfworld")
        skills = library.skills()
        export_library(skills, folder / "bank.json", "skillrl")
        export_library(skills, folder / "skills.jsonl", "jsonl")
        export_library(skills, folder / "folder", "skill-md")
        export_library(skills, folder / "pool.json", "skillpro")
    return folder


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("library.sqlite", None),
        (".", None),
        ("bank.json", "skillrl"),
        ("skills.jsonl", "jsonl"),
        ("folder", "skill-md"),
        ("pool.json", "skillpro"),
    ],
)
def test_each_becomes_a_library(made, tmp_path, name, named):
    source = made / name
    assert format_of_start(source) == named
    require_start(source)
    copy_start(source, tmp_path / "new.sqlite", HASHING, env="alfworld")
    with Library.open(tmp_path / "new.sqlite", HASHING, read_only=True) as library:
        copied = {skill.strategy for skill in library.skills()}
    with start_in_memory(source, HASHING, env="alfworld") as library:
        assert {skill.strategy for skill in library.skills()} == copied
        assert library.path is None
    assert len(copied) > 40
    assert (made / "library.sqlite").is_file()


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("x.json", '{"task": 1}', DataError),
        ("x.json", "not json", DataError),
        ("x.sqlite", "no library", LibraryError),
        ("x.jsonl", "{}", DataError),
    ],
)
def test_what_is_neither_is_refused_before_a_run(tmp_path, name, content, error):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(error):
        require_start(tmp_path / name)


@pytest.mark.parametrize("name", ["none.sqlite", "none.jsonl", "none.json", "none"])
def test_what_is_missing_is_refused(tmp_path, name):
    with pytest.raises((DataError, LibraryError)):
        require_start(tmp_path / name)


def test_a_start_that_is_cut_says_so(tmp_path, caplog):
    (tmp_path / "best_skill.md").write_text(
        "# Chores\n\n" + "Look in every cupboard first. " * 200, encoding="utf-8"
    )
    copy_start(tmp_path / "best_skill.md", tmp_path / "new.sqlite", HASHING, env="household", max_skill_chars=2000)
    assert "beyond 2,000 characters (agent.max_skill_chars)" in caplog.text
    assert "best_skill.md" in caplog.text


def test_what_a_kill_left_of_an_earlier_copy_goes(made, tmp_path):
    left, other = tmp_path / ".library.sqlite.123.new", tmp_path / ".mine.sqlite.123.new"
    left.touch(), other.touch()
    copy_start(made / "library.sqlite", tmp_path / "library.sqlite", HASHING, env="alfworld")
    assert not left.exists() and other.exists()
