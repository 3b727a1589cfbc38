"""``skill1 library`` on a real library file with the hashing encoder."""

import importlib.util
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.config.load import load_config
from skill1.run.directory import mark_finished, prepare_run_dir
from tests.cli.test_cli_library_life import run_json

needs_faiss = pytest.mark.skipif(importlib.util.find_spec("faiss") is None, reason="the index needs faiss")
SKILLS = [
    {
        "id": "k1",
        "description": "when [bold]hot[/bold] things are wanted",
        "strategy": "use the microwave",
        "utility": 0.75,
    },
    {"id": "k2", "description": "when cold drinks are wanted", "strategy": "use the fridge", "utility": 0.25},
]


@pytest.fixture
def run(tmp_path, capsys):
    """A run directory whose newest whole checkpoint holds a library of two skills."""
    path = tmp_path / "run"
    prepare_run_dir(path, load_config("household/skill1", ["--library.encoder=hashing"]))
    checkpoint = path / "checkpoints" / "step_000050"
    checkpoint.mkdir(parents=True)
    (checkpoint / "MANIFEST.json").write_text("{}")
    (path / "checkpoints" / "step_000100").mkdir()  # cut off while it was written
    (tmp_path / "skills.jsonl").write_text("".join(json.dumps(skill) + "\n" for skill in SKILLS))
    assert main(["library", "import", str(checkpoint / "library.sqlite"), str(tmp_path / "skills.jsonl")]) == 0
    assert "2 skills added" in capsys.readouterr().out
    return path


pytestmark = needs_faiss


def test_list_finds_the_runs_library_and_sorts_by_utility(run, capsys):
    skills = run_json(capsys, "library", "list", run)
    assert [skill["utility"] for skill in skills] == [0.75, 0.25]
    assert len(run_json(capsys, "library", "list", run, "--status", "all", "--limit", "1")) == 1
    assert run_json(capsys, "library", "list", run, "--status", "retired") == []
    assert main(["library", "list", str(run)]) == 0
    out = capsys.readouterr().out
    assert "microwave" in out and "[bold]hot[/bold]" in out, "skill text is not markup"


def test_search_is_read_only_and_ranks_by_likeness(run, capsys):
    file = run / "checkpoints" / "step_000050" / "library.sqlite"
    before = file.read_bytes()
    found = run_json(capsys, "library", "search", run, "cold drinks", "-k", "1", "--encoder", "hashing")
    assert [candidate["skill"]["strategy"] for candidate in found] == ["use the fridge"]
    assert main(["library", "search", str(run), "cold drinks"]) == 0
    assert "use the fridge" in capsys.readouterr().out
    assert file.read_bytes() == before


def test_a_library_beside_the_run_wins_over_checkpoints(run, tmp_path, capsys):
    assert main(["library", "import", str(run / "library.sqlite"), str(tmp_path / "skills.jsonl")]) == 0
    (tmp_path / "one.jsonl").write_text(json.dumps({"description": "x y", "strategy": "z"}) + "\n")
    mark_finished(run)
    assert main(["library", "import", str(run), str(tmp_path / "one.jsonl")]) == 0
    capsys.readouterr()
    assert len(run_json(capsys, "library", "list", run)) == 3


def test_an_import_tells_formats_of_one_suffix_apart(run, tmp_path, capsys):
    for chosen in ("skillrl", "skillpro"):
        file, library = str(tmp_path / f"{chosen}.json"), tmp_path / f"{chosen}.sqlite"
        assert main(["library", "export", str(run), file, "--format", chosen]) == 0
        capsys.readouterr()
        assert run_json(capsys, "library", "import", library, file)["format"] == chosen


def test_a_library_is_not_imported_but_merged(run, tmp_path, capsys):
    checkpoint = run / "checkpoints" / "step_000050"
    for source in (run, checkpoint, checkpoint / "library.sqlite"):
        assert main(["library", "import", str(tmp_path / "new.sqlite"), str(source)]) == 1
        assert f"skill1 library merge {tmp_path / 'new.sqlite'} {source}" in capsys.readouterr().err
    assert not (tmp_path / "new.sqlite").exists()


@pytest.mark.parametrize("command", ["import", "merge"])
def test_a_slip_in_a_runs_name_makes_no_library(run, tmp_path, capsys, command):
    slip, source = f"{run}x", {"import": tmp_path / "skills.jsonl", "merge": run}[command]
    assert main(["library", command, slip, str(source)]) == 1
    told = capsys.readouterr().err
    assert f"no run or library at {slip}" in told and f"{slip}.sqlite" in told and not Path(slip).exists()


def test_an_import_that_fails_leaves_no_library_with_its_encoder(run, tmp_path, capsys):
    new, skills = str(tmp_path / "new.sqlite"), str(tmp_path / "skills.jsonl")
    assert main(["library", "import", new, skills, "--encoder", str(tmp_path / "no-model")]) == 1
    (tmp_path / "bad.jsonl").write_text("{")
    assert main(["library", "import", new, str(tmp_path / "bad.jsonl")]) == 1
    assert "line 1" in capsys.readouterr().err and list(tmp_path.glob("new.sqlite*")) == []
    assert main(["library", "import", new, skills]) == 0


@pytest.mark.parametrize("begun", ["", "PRAGMA journal_mode = WAL"])
def test_an_import_finishes_a_library_that_a_full_disk_left_without_a_table(run, tmp_path, capsys, begun):
    new = tmp_path / "new.sqlite"
    new.touch()
    with closing(sqlite3.connect(new)) as connection:
        connection.execute(begun)
    assert main(["library", "list", str(new)]) == 1
    assert main(["library", "import", str(new), str(tmp_path / "skills.jsonl")]) == 0
    assert "2 skills added" in capsys.readouterr().out
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as connection:
        connection.execute("CREATE TABLE mine (x)")
    assert main(["library", "import", str(tmp_path / "other.sqlite"), str(tmp_path / "skills.jsonl")]) == 1
    assert "is a SQLite file" in capsys.readouterr().err


def test_a_finished_run_takes_texts_as_long_as_its_own(run, tmp_path, capsys):
    config = run / "config.yaml"
    config.write_text(config.read_text().replace("max_skill_chars: 160", "max_skill_chars: 3000"))
    long = {"description": "x y", "strategy": "z" * 2500}
    (tmp_path / "long.jsonl").write_text(json.dumps(long) + "\n")
    mark_finished(run)
    assert main(["library", "import", str(run / "library.sqlite"), str(tmp_path / "skills.jsonl")]) == 0
    assert main(["library", "import", str(run), str(tmp_path / "long.jsonl")]) == 0
    capsys.readouterr()
    assert long["strategy"] in [skill["strategy"] for skill in run_json(capsys, "library", "list", run)]


def test_a_run_of_another_skill1_with_unknown_keys_can_still_be_read(run, capsys):
    config = run / "config.yaml"
    config.write_text(config.read_text() + "bygone: {key: 3}\n")
    assert len(run_json(capsys, "library", "list", run)) == 2
    assert run_json(capsys, "library", "search", run, "cold drinks", "-k", "1")
    assert run_json(capsys, "library", "stats", run)["encoder"].startswith("hashing")
