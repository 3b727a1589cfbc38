"""``skill1 library`` for readers: listing, one skill's life, differences, figures; in a cold process without torch."""

import gzip
import json
import subprocess
import sys

import pytest

from skill1.cli import main
from skill1.cli.library import SIMILARITY, SORTS
from skill1.cli.library_text import sparkline
from skill1.config.load import load_config
from skill1.library import Library
from skill1.library.catalogue import SORT_COLUMNS
from skill1.library.formats.merge import DEFAULT_SIMILARITY
from skill1.run.directory import prepare_run_dir
from skill1.schema import Group, Skill
from skill1.train.records import Records
from tests.library.builders import HASHING, episode
from tests.library.test_catalogue import commit_row, write_library

EPISODE = "s0-000001-t00-r0"
SKILLS = [
    Skill("sk_aa1", "when an egg is wanted", "look in the fridge", 0.9, 3, 2, 1, 1, EPISODE, env="household"),
    Skill("sk_ab2", "when a mug is wanted", "look on the shelf", 0.2, created_step=2, parents=("sk_aa1",)),
    Skill("sk_ac3", "when a lamp is wanted", "look on the desk", 0.4, 9, 5, 5, 3, status="proposed", pinned=True),
]
EVENTS = [
    ("added", 1, EPISODE, "sk_aa1", 1, 0.5),
    ("retrieved", 2, "s0-000002-t00-r0", "sk_aa1", 2, 0.8),
    ("used", 2, "s0-000002-t00-r0", "sk_aa1", 2, 1.0),
    ("credited", 2, "s0-000002-t00-r0", "sk_aa1", 2, 0.9),
    ("withheld", 2, "s0-000002-t00-r1", "sk_aa1", 2, 0.0),
    ("withheld", 2, "s0-000002-t01-r1", "sk_aa1", 2, 0.0),
]


def run_json(capsys, *tokens):
    assert main([*map(str, tokens), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def run_text(capsys, *tokens):
    assert main([*map(str, tokens)]) == 0
    return capsys.readouterr().out


@pytest.fixture
def library(tmp_path):
    commits = [commit_row(version, step=version, added=1, size=version) for version in (1, 2, 3)]
    return write_library(tmp_path / "library.sqlite", SKILLS, events=EVENTS, commits=commits)


@pytest.fixture
def run(tmp_path):
    path = tmp_path / "run"
    prepare_run_dir(path, load_config("household/skill1", ["--library.encoder=hashing"]))
    write_library(path / "library.sqlite", SKILLS, events=EVENTS)
    record = {
        "id": EPISODE,
        "task": {"id": "household/train/1", "instruction": "put the egg on the desk"},
        "draft": {"description": SKILLS[0].description, "strategy": SKILLS[0].strategy},
        "outcome": 1.0,
        "success": True,
        "used": None,
    }
    (path / "episodes").mkdir()
    with gzip.open(path / "episodes" / "step_000001.jsonl.gz", "wt") as file:
        file.write(json.dumps(record) + "\n")
    return path


def test_choices_of_the_parser_are_those_of_the_modules_behind_it():
    assert set(SORTS) == set(SORT_COLUMNS)
    assert SIMILARITY == DEFAULT_SIMILARITY


def test_list_filters_sorts_and_says_how_many_there_are(library, capsys):
    def listed(*options):
        return [skill["id"] for skill in run_json(capsys, "library", "list", library, *options)]

    assert listed() == ["sk_aa1", "sk_ab2"]
    assert listed("--status", "proposed") == ["sk_ac3"]
    assert listed("--status", "all", "--sort", "step") == ["sk_ac3", "sk_ab2", "sk_aa1"]
    assert listed("--status", "all", "--limit", "0") == ["sk_aa1", "sk_ac3", "sk_ab2"]
    assert listed("--env", "household") == ["sk_aa1"]
    assert listed("--match", "SHELF") == ["sk_ab2"]
    assert "1 of 3 skills" in run_text(capsys, "library", "list", library, "--status", "all", "--limit", "1")
    assert "2 active skills" in run_text(capsys, "library", "list", library)


def test_a_program_is_told_that_a_list_was_cut(library, capsys):
    assert main(["library", "list", str(library), "--limit", "1", "--json"]) == 0
    printed = capsys.readouterr()
    assert len(json.loads(printed.out)) == 1
    assert "1 of 2 active skills; --limit 0 gives all" in printed.err


def test_the_beginning_of_an_id_is_enough(library, capsys):
    assert run_json(capsys, "library", "show", library, "sk_ab")["id"] == "sk_ab2"
    assert main(["library", "show", str(library), "sk_a"]) == 1
    assert "sk_aa1, sk_ab2, sk_ac3" in capsys.readouterr().err


def test_what_is_typed_and_is_no_text_is_named(library, capsys):
    for command in (["show", str(library), "\udcff"], ["list", str(library), "--match", "\udcff"]):
        assert main(["library", *command]) == 1
        told = capsys.readouterr().err
        assert "\\udcff" in told and "expected UTF-8 text" in told and "Traceback" not in told


def test_why_tells_who_wrote_it_and_what_it_brought(run, capsys):
    told = run_text(capsys, "library", "why", run, "sk_aa")
    parts = (EPISODE, "without a skill", "put the egg on the desk", "sk_ab2", "0.500", "0.900", "used 1 times")
    assert [part for part in parts if part not in told] == []
    facts = run_json(capsys, "library", "why", run, "sk_aa1")
    assert facts["writer"]["task"] == "household/train/1" and facts["children"] == ["sk_ab2"]
    assert facts["curve"] == [[1, 0.5], [2, 0.9]]
    assert facts["use"] == [{"step": 2, "retrieved": 1, "selected": 0, "won": 1, "lost": 0, "withheld": 2}]
    assert facts["uplift"]["estimate"] == 1.0 and facts["uplift"]["withheld"] == 2


def test_why_of_a_lone_file_and_of_a_skill_from_elsewhere(library, capsys):
    assert run_json(capsys, "library", "why", library, "sk_aa1")["writer"] is None
    told = run_text(capsys, "library", "why", library, "sk_ac3")
    assert "proposed, pinned" in told and "elsewhere" in told and "not measured" in told


def test_many_steps_of_use_are_summed_up(tmp_path, capsys):
    events = [("retrieved", step, "e", "sk_aa1", 0, 0.5) for step in range(50)]
    path = write_library(tmp_path / "busy.sqlite", SKILLS, events=events)
    told = run_text(capsys, "library", "why", path, "sk_aa1")
    assert "0–29" in told and " 30 " in told and " 49 " in told
    assert len(run_json(capsys, "library", "why", path, "sk_aa1")["use"]) == 50


@pytest.mark.parametrize(
    ("values", "width", "bars"),
    [
        ([], 5, ""),
        ([0.0, 0.5, 1.0], 5, "▁▅█"),
        ([0.0, 0.1, 0.9, 1.0], 2, "▁█"),
        ([-3.0, 7.0], 5, "▁█"),
        ([0.0] * 99 + [1.0], 60, "▁" * 59 + "█"),
    ],
)
def test_sparkline(values, width, bars):
    assert sparkline(values, width) == bars


def test_diff_of_two_libraries(library, tmp_path, capsys):
    rerated = Skill("sk_aa1", SKILLS[0].description, SKILLS[0].strategy, 0.5)
    later = [rerated, SKILLS[1], Skill("sk_n", "x", "y", 0.5)]
    other = write_library(tmp_path / "later.sqlite", later)
    facts = run_json(capsys, "library", "diff", library, other)
    some = {"rerated": 1, "added": 1, "missing": 1, "same": 2}
    assert facts["counts"] == dict.fromkeys(facts["counts"], 0) | some
    assert [change["id"] for change in facts["rerated"]] == ["sk_aa1"]
    told = run_text(capsys, "library", "diff", library, other)
    assert "1 rerated" in told and "0.900" in told and "0.500" in told


def test_diff_tables_are_cut_and_json_is_not(library, tmp_path, capsys):
    many = write_library(tmp_path / "many.sqlite", [Skill(f"sk_{n}", f"a{n}", "b", 0.5) for n in range(120)])
    assert "100 of 120 added" in run_text(capsys, "library", "diff", library, many)
    assert "120 added" in run_text(capsys, "library", "diff", library, many, "--limit", "0")
    assert len(run_json(capsys, "library", "diff", library, many)["added"]) == 120


def test_a_checkpoint_is_compared_with_its_run(run, capsys):
    folder = run / "checkpoints" / "step_000002"
    folder.mkdir(parents=True)
    (folder / "MANIFEST.json").write_text("{}")
    write_library(folder / "library.sqlite", SKILLS[:1], events=EVENTS)
    assert run_json(capsys, "library", "diff", f"{run}@2", run)["counts"]["added"] == 2


def test_stats_tell_statuses_index_and_turnover(library, capsys):
    figures = run_json(capsys, "library", "stats", library)
    assert figures["statuses"] == {"active": 2, "retired": 0, "merged": 0, "proposed": 1, "banned": 0}
    assert figures["index"] == {"kind": "flat", "is_exact": True} and figures["pinned"] == 1
    assert [row["added"] for row in figures["turnover"]] == [1, 1, 1]
    assert figures["uplift"]["estimate"] == 1.0
    assert "proposed 1" in run_text(capsys, "library", "stats", library)


def test_check_finds_what_is_wrong(tmp_path, capsys):
    path = write_library(tmp_path / "bad.sqlite", [Skill("sk_a", "a", "b", 0.5, selected=1, wins=2)])
    assert main(["library", "check", str(path)]) == 1
    assert "sk_a" in capsys.readouterr().out


def test_the_queue_belongs_to_a_run(run, library, capsys):
    assert run_json(capsys, "library", "queue", run) == []
    assert main(["library", "queue", str(library)]) == 1
    assert "skill1 library queue RUN" in capsys.readouterr().err


def test_a_cold_process_loads_neither_torch_nor_faiss(library):
    code = (
        "import sys; from skill1.cli import main; "
        f"assert not any(main(['library', command, {str(library)!r}]) for command in ('list', 'stats', 'check')); "
        "print([m for m in ('torch', 'faiss', 'transformers', 'sentence_transformers') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("[]\n")


@pytest.mark.parametrize(
    "options",
    [
        ["list", "X", "--limit", "-1"],
        ["list", "X", "--status", "lost"],
        ["search", "X", "egg", "-k", "0"],
        ["edit", "X", "sk_a"],
        ["prune", "X"],
        ["rollback", "X"],
        ["rollback", "X", "--to-step", "1", "--to", "Y"],
        ["serve", "X"],
        ["reindex", "X"],
    ],
)
def test_what_cannot_be_meant_is_a_usage_error(options, capsys):
    assert main(["library", *options]) == 2
    assert "help: skill1 library" in capsys.readouterr().err


def test_why_reads_what_training_writes(tmp_path, capsys):
    """A real commit and a real episode file, at both ends as the trainer makes them."""
    run = tmp_path / "run"
    prepare_run_dir(run, load_config("household/skill1", ["--library.encoder=hashing"]))
    played = episode(1, 2, step=7, draft=("when an egg is wanted", "look in the fridge"))
    with Library.open(run / "library.sqlite", HASHING, create=True) as library:
        (skill,) = (edit.skill for edit in library.commit([played], step=7, policy_version=7).edits)
    records = Records(run, episodes_every=1, episodes_mib=1)
    other = episode(1, 1, step=7, draft=("when an egg is wanted", "give up"))
    records.write_episodes(7, [Group(played.task, (other, played))], {})
    facts = run_json(capsys, "library", "why", run, skill)
    assert facts["writer"]["id"] == played.id == "s0-000007-t01-r2"
    assert (facts["writer"]["instruction"], facts["writer"]["outcome"]) == (played.task.instruction, 1.0)
    assert [turning["kind"] for turning in facts["turnings"]] == ["added"]
