"""``skill1 library`` for those who change a library: curation, pruning, another encoder, formats, merging."""

import getpass
import gzip
import json
import os
import resource
import shutil
from dataclasses import asdict
from types import SimpleNamespace

import pytest

from skill1.cli import main
from skill1.cli.library_exchange import format_of
from skill1.cli.library_read import with_encoder
from skill1.config import LibraryConfig
from skill1.config.load import load_config
from skill1.errors import DataError
from skill1.library.file_errors import is_database
from skill1.library.formats import FORMATS
from skill1.library.store import Store
from skill1.run.directory import mark_finished, prepare_run_dir
from skill1.schema import EpisodeKey, Skill, Task
from tests.cli.test_cli_library_life import run_json, run_text
from tests.library.embedding_stub import embeddings
from tests.library.test_catalogue import commit_row, write_library

SKILLS = [
    Skill("sk_aa1", "when a hot egg is wanted", "use the microwave", 0.9, 9, 4, 3),
    Skill("sk_ab2", "when a cold mug is wanted", "use the fridge", 0.2, 9, 4, 1),
    Skill("sk_ac3", "when a clean pan is wanted", "use the sink", 0.5, status="proposed"),
]
EVENTS = [("added" if s.status == "active" else "proposed", 1, "e", s.id, 0, s.utility) for s in SKILLS]


def write(path):
    return write_library(path, SKILLS, events=EVENTS, commits=[commit_row(1, step=1, added=3, size=2)])


@pytest.fixture
def library(tmp_path):
    return write(tmp_path / "library.sqlite")


@pytest.fixture
def run(tmp_path):
    """An unfinished run with one checkpoint."""
    path = tmp_path / "run"
    prepare_run_dir(path, load_config("household/skill1", ["--library.encoder=hashing"]))
    checkpoint = path / "checkpoints" / "step_000001"
    checkpoint.mkdir(parents=True)
    write(checkpoint / "library.sqlite")
    (checkpoint / "MANIFEST.json").write_text("{}")
    write(path / "library.sqlite")
    return path


def stored(path):
    store = Store.open(path, create=False, read_only=True)
    try:
        return {skill.id: skill for skill in store.skills()}
    finally:
        store.close()


def refused(capsys, *tokens):
    assert main([*map(str, tokens)]) == 1
    return capsys.readouterr().err


def test_pin_ban_and_approve_by_the_beginning_of_an_id(library, capsys):
    assert run_json(capsys, "library", "pin", library, "sk_aa", "sk_ab")["applied"] is True
    assert [stored(library)[name].pinned for name in ("sk_aa1", "sk_ab2", "sk_ac3")] == [True, True, False]
    assert "sk_ab2" in run_text(capsys, "library", "pin", library, "sk_ab", "--off")
    run_text(capsys, "library", "ban", library, "sk_ab", "--reason", "no fridge here")
    run_text(capsys, "library", "approve", library, "sk_ac")
    skills = stored(library)
    assert not skills["sk_ab2"].pinned
    assert (skills["sk_ab2"].status, skills["sk_ac3"].status) == ("banned", "active")
    store = Store.open(library, create=False, read_only=True)
    asked = store.rows("SELECT kind, skill, asked_by, reason FROM curations ORDER BY seq")
    store.close()
    assert asked[-2] == ("ban", "sk_ab2", getpass.getuser(), "no fridge here")


def test_several_are_changed_together_or_not_at_all(library, capsys):
    assert "sk_zz" in refused(capsys, "library", "ban", library, "sk_aa", "sk_zz")
    assert stored(library)["sk_aa1"].status == "active"


def test_edit_gives_new_words_and_keeps_the_figures(library, capsys):
    run_text(capsys, "library", "edit", library, "sk_ab", "--strategy", "open the fridge first")
    skills = stored(library)
    new = skills[skills["sk_ab2"].merged_into]
    assert (new.description, new.strategy) == ("when a cold mug is wanted", "open the fridge first")
    assert (new.utility, new.selected, new.parents) == (0.2, 4, ("sk_ab2",))


def test_rollback_to_a_step_and_to_another_file(library, tmp_path, capsys):
    earlier = tmp_path / "earlier.sqlite"
    earlier.write_bytes(library.read_bytes())
    run_text(capsys, "library", "ban", library, "sk_aa1")
    run_text(capsys, "library", "rollback", library, "--to", earlier)
    assert stored(library)["sk_aa1"].status == "active"
    assert "step 5" in refused(capsys, "library", "rollback", library, "--to-step", "5")


def test_an_unfinished_run_is_asked_and_a_checkpoint_refuses(run, capsys):
    result = run_json(capsys, "library", "pin", run, "sk_aa")
    assert result["applied"] is False and not stored(run)["sk_aa1"].pinned
    (waiting,) = run_json(capsys, "library", "queue", run)
    assert (waiting["request"]["kind"], waiting["request"]["skill"], waiting["applied_step"]) == (
        "pin",
        "sk_aa1",
        None,
    )
    told = run_text(capsys, "library", "queue", run)
    assert "sk_aa1" in told and "1 requests" not in told
    assert "checkpoint" in refused(capsys, "library", "pin", f"{run}@1", "sk_aa")


def test_prune_tells_first_and_acts_when_told(library, capsys):
    facts = run_json(capsys, "library", "prune", library, "--below", "0.5")
    assert [row["id"] for row in facts["leaving"]] == ["sk_ab2"] and facts["applied"] is False
    assert "--apply" in run_text(capsys, "library", "prune", library, "--below", "0.5")
    assert stored(library)["sk_ab2"].status == "active"
    assert "1 skills were retired" in run_text(capsys, "library", "prune", library, "--below", "0.5", "--apply")
    assert stored(library)["sk_ab2"].status == "retired"
    assert run_json(capsys, "library", "check", library)["problems"] == []
    assert "0 skills leave" in run_text(capsys, "library", "prune", library, "--below", "0.5", "--apply")


def test_prune_of_an_unfinished_run_waits(run, capsys):
    facts = run_json(capsys, "library", "prune", run, "--below", "0.5", "--apply")
    assert facts["outcome"] and stored(run)["sk_ab2"].status == "active"
    assert run_json(capsys, "library", "queue", run)[0]["request"]["kind"] == "retire"


def test_prune_of_an_unfinished_run_counts_what_waits(run, capsys):
    prune = ["library", "prune", run, "--below", "1", "--apply"]
    run_text(capsys, "library", "ban", run, "sk_ab2")
    assert [each["id"] for each in run_json(capsys, *prune)["leaving"]] == ["sk_aa1"]
    assert run_json(capsys, *prune)["leaving"] == []  # a second time, as one does before the next step
    assert [entry["request"]["kind"] for entry in run_json(capsys, "library", "queue", run)] == ["ban", "retire"]


def test_prune_of_an_unfinished_run_counts_what_an_edit_brings(run, capsys):
    run_text(capsys, "library", "edit", run, "sk_ab2", "--strategy", "other words")
    assert [each["id"] for each in run_json(capsys, "library", "prune", run, "--keep", "1")["leaving"]] == [
        "sk_aa1"
    ]
    assert run_json(capsys, "library", "prune", run, "--keep", "2")["leaving"] == []


def test_reindex_stores_the_vectors_of_another_encoder(library, monkeypatch, capsys):
    from skill1.library import encoder as encoders

    class Counting(encoders.HashingEncoder):
        name, identity, cheap = "counting", "counting:1024", False

    monkeypatch.setattr("skill1.library.make_encoder", lambda name, **prompts: Counting())
    facts = run_json(capsys, "library", "reindex", library, "--encoder", "counting")
    assert (facts["before"], facts["after"], facts["skills"]) == ("hashing:1024:v1", "counting:1024", 2)
    store = Store.open(library, create=False, read_only=True)
    assert set(store.vectors("counting:1024", 1024)) == {"sk_aa1", "sk_ab2"}
    store.close()
    assert "its encoder already" in run_text(capsys, "library", "reindex", library, "--encoder", "counting")
    assert run_json(capsys, "library", "stats", library)["encoder"] == "counting:1024"


def test_a_run_whose_library_was_reindexed_is_read_with_that_encoder(run, tmp_path, capsys):
    mark_finished(run)
    (tmp_path / "one.jsonl").write_text(json.dumps({"description": "x", "strategy": "y"}) + "\n")
    with embeddings() as stub:
        run_json(capsys, "library", "reindex", run, "--encoder", f"{stub.url}#small")
        after = run_json(capsys, "library", "stats", run)["encoder"]
        run_json(capsys, "library", "search", run, "heat an egg")
        run_json(capsys, "library", "import", run, tmp_path / "one.jsonl")
    assert run_json(capsys, "library", "stats", run)["encoder"] == after != "hashing:1024:v1"


def test_prompts_go_with_the_encoder_they_were_chosen_for():
    config = LibraryConfig(encoder="a", query_prompt="find: ", document_prompt="")
    assert with_encoder(config, "a") is config
    other = with_encoder(config, "b")
    assert (other.encoder, other.query_prompt, other.document_prompt) == ("b", None, None)


@pytest.mark.parametrize("command", [["reindex", "--encoder", "hashing"], ["import", "FILE"], ["merge", "OTHER"]])
def test_what_a_trainer_or_a_checkpoint_needs_as_it_is_stays(run, library, tmp_path, capsys, command):
    (tmp_path / "one.jsonl").write_text(json.dumps({"description": "x", "strategy": "y"}) + "\n")
    files = {"FILE": str(tmp_path / "one.jsonl"), "OTHER": str(library)}
    name, *rest = [files.get(word, word) for word in command]
    before = stored(run)
    assert "not finished" in refused(capsys, "library", name, run, *rest)
    assert "checkpoint" in refused(capsys, "library", name, f"{run}@1", *rest)
    copy = write(run / "before.sqlite")
    run_text(capsys, "library", name, copy, *rest)  # a copy is nobody's, also in the run's folder
    assert (len(stored(copy)) > len(before)) == (name == "import")
    assert stored(run) == before == stored(run / "checkpoints" / "step_000001")
    mark_finished(run)
    told = run_text(capsys, "library", name, run, *rest)
    assert ("to evaluate with this one: --library-file" in told) == (name != "reindex")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("a.jsonl", "jsonl"), ("a.json", "skillrl"), ("a.md", "skillopt"), ("folder", "skill-md")],
)
def test_the_format_is_that_of_the_name(tmp_path, name, expected):
    assert format_of(tmp_path / name, None) == expected
    assert format_of(tmp_path / name, "skillpro") == "skillpro"


def test_a_folder_with_a_dot_is_a_folder_and_a_strange_suffix_is_no_format(tmp_path):
    (tmp_path / "skills.d").mkdir()
    assert format_of(tmp_path / "skills.d", None) == "skill-md"
    with pytest.raises(DataError, match="--format"):
        format_of(tmp_path / "skills.xml", None)


@pytest.mark.parametrize("format", list(FORMATS))
def test_every_format_goes_out_and_comes_in(library, tmp_path, capsys, format):
    out = tmp_path / "out"
    facts = run_json(capsys, "library", "export", library, out, "--format", format)
    assert (facts["skills"], facts["format"]) == (2, format)
    assert run_json(capsys, "library", "import", tmp_path / "new.sqlite", out, "--format", format)["skills"] >= 1
    assert "use the microwave" in run_text(capsys, "library", "list", tmp_path / "new.sqlite")


def test_an_export_overwrites_no_library_and_makes_its_folder(library, tmp_path, capsys):
    before = library.read_bytes()
    assert main(["library", "export", str(library), str(library), "--format", "jsonl"]) == 1
    assert "is a skill library, which an export would overwrite" in capsys.readouterr().err
    assert library.read_bytes() == before
    os.mkfifo(
        tmp_path / "pipe"
    )  # which nobody reads yet: it must not be waited for to look whether it is a library
    assert not is_database(tmp_path / "pipe")
    assert main(["library", "export", str(library), str(tmp_path / "a" / "b" / "skills.jsonl")]) == 0


def test_an_export_says_what_the_format_cannot_hold(library, tmp_path, capsys):
    assert "not kept: utility" in run_text(capsys, "library", "export", library, tmp_path / "bank.json")


def test_an_export_that_cannot_read_its_episodes_writes_nothing(run, tmp_path, capsys):
    (run / "episodes").mkdir(exist_ok=True)
    (run / "episodes" / "step_000001.jsonl.gz").write_bytes(b"cut off")
    assert main(["library", "export", str(run), str(tmp_path / "out")]) == 1
    assert "To export without cases, name its library.sqlite" in capsys.readouterr().err
    assert main(["library", "export", str(run / "library.sqlite"), str(tmp_path / "out")]) == 0


def test_an_export_that_has_no_room_for_its_cases_writes_nothing(run, tmp_path, capsys):
    task = Task("household/train/1", "household", "train", 1, "cool a mug", "cool")
    turns = [{"observation": "x" * 200_000, "action": "look"}]
    record = {"key": asdict(EpisodeKey(0, 1, 0, 0)), "task": asdict(task), "status": "ok", "turns": turns}
    (run / "episodes").mkdir(exist_ok=True)
    with gzip.open(run / "episodes" / "step_000001.jsonl.gz", "wt") as file:
        file.write(json.dumps(record | {"used": {"id": "sk_ab2"}}) + "\n")
    export = ["library", "export", str(run), str(tmp_path / "out")]
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 17, limits[1]))  # room for what SQLite writes to read
    try:
        assert main(export) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "cannot be written" in capsys.readouterr().err and list((tmp_path / "out").iterdir()) == []
    assert main(export) == 0, "the same command, once there is room"
    assert len(list((tmp_path / "out").glob("*/evals/evals.json"))) == 1


def test_merge_takes_in_what_is_new(library, tmp_path, capsys):
    other = write_library(tmp_path / "other.sqlite", [Skill("sk_x", "when lost", "ask somebody", 0.5), SKILLS[0]])
    facts = run_json(capsys, "library", "merge", library, other)
    assert (facts["added"], facts["size"]) == (1, 3)
    assert "0 added" in run_text(capsys, "library", "merge", library, other)
    assert run_json(capsys, "library", "merge", tmp_path / "new.sqlite", library, other)["size"] == 3


def test_bench_encoders_needs_a_history(library, capsys):
    assert "no history" in refused(capsys, "library", "bench-encoders", library, "hashing")
    store = Store.open(library, create=False, read_only=False)
    with store.transaction(store.version()):
        store.add_wins({("hot egg", "sk_aa1"): 3, ("cold mug", "sk_ab2"): 1})
    store.close()
    facts = run_json(capsys, "library", "bench-encoders", library, "hashing")
    assert facts["encoders"][0]["recall_at_1"] == 1.0 and "favours" in facts["notice"]
    assert "favours" in run_text(capsys, "library", "bench-encoders", library, "hashing")


@pytest.fixture
def served(monkeypatch):
    """What was handed to the protocol: of which run's settings, and whether it takes feedback."""
    served = []

    def make_server(library, *, allow_feedback):
        served.append((library.path, library.config, allow_feedback))
        return SimpleNamespace(run=served.append)

    monkeypatch.setattr("skill1.library.formats.mcp_server.make_server", make_server)
    return served


@pytest.mark.parametrize("feedback", [False, True])
def test_serve_hands_the_library_to_the_protocol_and_prints_nothing(run, served, capsys, feedback):
    mark_finished(run)
    assert main(["library", "serve", "--mcp", str(run), *(["--feedback"] if feedback else [])]) == 0
    (path, config, is_allowed), transport = served
    assert (path, is_allowed, transport) == (run / "library.sqlite", feedback, "stdio")
    if feedback:  # outcomes move utilities by the run's own rule
        assert config == load_config("household/skill1", ["--library.encoder=hashing"]).library
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("is_linked", [False, True])
def test_feedback_is_refused_where_a_run_counts_on_the_library(run, served, tmp_path, capsys, is_linked):
    checkpoint = run / "checkpoints" / "step_000001"
    shutil.copytree(checkpoint, tmp_path / "copied")  # its list of files tells what the library was
    for folder, said in ((run, "not finished"), (checkpoint, "checkpoint"), (tmp_path / "copied", "checkpoint")):
        for target in (folder, folder / "library.sqlite"):
            if is_linked:
                link = tmp_path / "link"
                link.unlink(missing_ok=True)
                link.symlink_to(target)
            error = refused(capsys, "library", "serve", "--mcp", link if is_linked else target, "--feedback")
            assert said in error and "library export" in error and "without --feedback" in error
    assert served == []


def test_a_library_that_a_run_keeps_on_another_disk_is_the_runs(run, served, tmp_path, capsys):
    for folder, said in ((run, "not finished"), (run / "checkpoints" / "step_000001", "checkpoint")):
        kept = shutil.move(folder / "library.sqlite", tmp_path / f"{folder.name}.sqlite")
        (folder / "library.sqlite").symlink_to(kept)
        assert said in refused(capsys, "library", "serve", "--mcp", folder, "--feedback")
    assert served == []
