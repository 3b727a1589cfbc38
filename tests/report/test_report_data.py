"""What the pages show of a run, against what is known of it; hostile texts, damaged files, growth between two reads."""

import gzip
import json
import os
import shutil
import socket
import sqlite3
import time
from contextlib import closing

import numpy as np
import pytest

from skill1.errors import DataError, LibraryError
from skill1.library import Library
from skill1.library.curation_plan import Curation
from skill1.report import library_data, open_view
from skill1.report.episode_view import advantages_of, by_segment
from skill1.report.source import has_writer
from skill1.report.summary import has_controls
from skill1.report.view import RunView, metric_series
from skill1.run import episode_lines
from skill1.run.disk import sole_writer
from tests.report.builders import HOSTILE, LAST, STEPS, add_step

WON, LOST, CONTROL, BROKEN = (f"s0-{LAST:06d}-t00-r{rollout}" for rollout in range(4))


def files_of(folder):
    """Name → (size, time of change) of every file below."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): (path.stat().st_size, path.stat().st_mtime_ns) for path in found}


def everything(view):
    """All a page can ask of a view, as JSON without NaN."""
    parts = [view.version(), view.summary(), view.metrics(), view.skills(), view.episodes()]
    parts += [view.library_history(), view.uplift(), view.dynamics()]
    parts += [view.skill(row["id"]) for row in view.skills()]
    parts += [view.episode(row["id"]) for row in view.episodes()]
    return json.dumps(parts, allow_nan=False)


def test_summary(view):
    summary = view.summary()
    facts = {"name": "run", "method": "skill1", "env": "household", "seed": 0, "withholds": True}
    facts |= {"state": "finished", "steps_done": LAST, "steps_total": STEPS}
    assert summary.items() >= facts.items()
    assert summary["version"] == LAST + 1  # six skills were put in by one commit
    assert summary["library"] == {"size": 7, "statuses": {"active": 7}, "encoder": "hashing:1024:v1"}
    assert summary["recent"] == {"success_rate": pytest.approx(0.25 / 4), "steps": 4}  # three steps won nothing
    assert summary["config"]["train.group_size"] == 4 and summary["notice"] == ""


@pytest.mark.parametrize(
    ("method", "can"), [("skillopt", False), ("skillrl", True), ("theirs", True), (None, True)]
)
def test_which_runs_can_have_control_episodes(method, can):
    assert has_controls(method) is can


def test_metrics_are_columns_of_equal_length(view):
    metrics = view.metrics()
    assert metrics["steps"] == [1, 2, 3, 4]
    assert metrics["series"]["outcome/success_rate"][-1] == 0.25
    assert metrics["series"]["policy/entropy"][-1] is None  # the step by hand has none
    assert {len(column) for column in metrics["series"].values()} == {4}
    titles = [group["title"] for group in metrics["groups"]]
    assert titles == ["Outcome", "Selection", "Acting", "Distillation", "Library", "Policy", "Time"]
    entries = [entry for group in metrics["groups"] for entry in group["keys"]]
    assert [entry["key"] for entry in entries if not entry["explain"]] == []  # this run writes no unknown metric
    assert sorted(entry["key"] for entry in entries) == sorted(metrics["series"])


def test_metrics_since_a_step_keep_their_columns(view):
    later = view.metrics(since=3)
    assert later["steps"] == [4] and later["series"].keys() == view.metrics()["series"].keys()
    assert view.metrics(since=99)["steps"] == []


def test_recent_success_is_of_the_last_ten_steps_however_many_are_drawn(run):
    with open(run / "metrics.jsonl", "a") as file:
        rows = ({"step": step, "outcome/success_rate": step / 9000} for step in range(LAST + 1, 9001))
        file.writelines(json.dumps(row) + "\n" for row in rows)
    # Steps 8991 to 9000; the steps drawn are five apart.
    view = open_view(run)
    assert view.summary()["recent"] == {"success_rate": pytest.approx(8995.5 / 9000), "steps": 10}
    assert "Curves show one step in 5," in view.summary()["notice"]


def test_many_steps_are_thinned_but_the_last_and_those_with_a_validation():
    """Of 5,000 every seventh has one; the last is none of them, so that taking every fifth row would meet few."""
    rows = [{"step": step, "library/size": step / 3} for step in range(1, 5001)]
    steps = metric_series(rows, ["library/size"], points=1000)["steps"]
    assert len(steps) == 1000 and steps[-1] == 5000 and set(map(int.__sub__, steps[1:], steps)) == {5}
    for row in rows[6::7]:
        row["validate/success_rate"] = 0.5
    shown = metric_series(rows, ["library/size", "validate/success_rate"], points=1000)
    assert sum(value is not None for value in shown["series"]["validate/success_rate"]) == 714
    assert shown["steps"] == sorted(set(shown["steps"])) and shown["steps"][-1] == 5000
    assert [group["title"] for group in shown["groups"]] == ["Outcome", "Library"]


def test_skills_of_the_list(view):
    skills = view.skills()
    written = skills[-1]
    assert len(skills) == 7 and written["source_episode"] == WON and written["strategy"] == "look first"
    assert "<script>" not in written["description"] and "script" in written["description"]
    assert written["parents"] == [skills[0]["id"]]
    assert (skills[0]["retrieved"], skills[0]["selected"], skills[0]["wins"]) == (2, 2, 1)
    assert all(0 <= skill["x"] <= 1 and 0 <= skill["y"] <= 1 for skill in skills)
    assert len({(skill["x"], skill["y"]) for skill in skills}) == 7


def test_uplift_is_success_with_the_skill_minus_without(view):
    """Used: won once, lost once. Withheld: won once. .5 − 1 = −.5."""
    assert view.uplift()["estimate"] == -0.5
    assert view.skills()[0]["uplift"] == view.uplift() | {"used": 2, "withheld": 1}
    assert view.skills()[1]["uplift"] is None


def test_the_life_of_a_skill(view):
    first, written = view.skills()[0]["id"], view.skills()[-1]["id"]
    life = view.skill(first)
    kinds = [event["kind"] for event in life["history"] if event["step"] == LAST]
    assert kinds == ["retrieved", "selected", "used", "credited"] * 2 + ["withheld"]
    assert life["curve"][0] == [0, 1.0] and life["curve"][-1][0] == LAST
    assert life["curve"][-1][1] == life["skill"]["utility"]
    assert life["children"] == [written] and life["episodes"] == [CONTROL, LOST, WON]
    assert life["skill"] == view.skills()[0] and life["events"] == len(life["history"])
    assert view.skill("nobody") is None
    short = RunView(view.source, lengths={"history": 3}).skill(first)
    assert short["history"] == life["history"][-3:] and short["events"] == life["events"]


def test_merged_skills_are_found_from_the_older_one(run):
    with sqlite3.connect(run / "library.sqlite") as connection:
        old, new = (name for (name,) in connection.execute("SELECT id FROM skills ORDER BY seq LIMIT 2"))
        connection.execute("UPDATE skills SET status = 'merged', merged_into = ? WHERE id = ?", (old, new))
    connection.close()
    view = open_view(run, share=1)
    assert view.skill(old)["merged_from"] == [new] and view.skill(new)["skill"]["merged_into"] == old
    assert view.summary()["library"]["statuses"] == {"active": 6, "merged": 1}


def test_a_run_that_was_pulled_shows_the_library_of_its_checkpoint(run):
    (run / "library.sqlite").unlink()
    view = open_view(run, share=1)
    assert len(view.skills()) == view.summary()["library"]["size"] > 0


def test_the_map_takes_the_vectors_in_the_file(run):
    """Of an encoder that is not there: four skills on a cross, one with a row cut off, one with half a number."""
    rows = [(1, 0, 0), (-1, 0, 0), (0, 0.5, 0), (0, -0.5, 0), (1, 1)]
    with sqlite3.connect(run / "library.sqlite") as connection:
        ids = [name for (name,) in connection.execute("SELECT id FROM skills ORDER BY seq")]
        connection.execute("UPDATE meta SET value = 'far:3:abc' WHERE key = 'encoder_identity'")
        blobs = [np.array(row, dtype="<f4").tobytes() for row in rows] + [b"123"]
        vectors = [(name, "far:3:abc", blob) for name, blob in zip(ids, blobs, strict=False)]
        connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", vectors)
    connection.close()
    places = [(skill["x"], skill["y"]) for skill in open_view(run).skills()]
    assert places == [(1.0, 0.5), (0.0, 0.5), (0.5, 1.0), (0.5, 0.0), *[(None, None)] * 3]


def test_episodes_of_the_list(view):
    rows = view.episodes()
    assert len(rows) == STEPS * 8 + 4 and [row["step"] for row in rows] == sorted(
        (r["step"] for r in rows), reverse=True
    )
    known = {row["id"]: row for row in rows[:4]}
    skills = view.skills()
    assert (
        known[WON]["wrote"] == skills[-1]["id"] and known[WON]["used"] == skills[0]["id"] and known[WON]["success"]
    )
    assert known[CONTROL]["withheld"] == skills[0]["id"] and known[CONTROL]["used"] is None
    assert known[BROKEN]["status"] == "error" and known[LOST]["outcome"] == 0.0


def test_an_episode(view):
    episode = view.episode(WON)
    assert episode["query"] == "two hammer" and episode["ranking"] == [0]
    assert episode["candidates"][0] | {"description": "", "strategy": ""} == {
        "id": view.skills()[0]["id"],
        "description": "",
        "strategy": "",
        "utility": 1.0,  # as it was before the step
        "similarity": 0.5,
        "score": 0.75,
    }
    assert [turn["observation"] for turn in episode["turns"]] == ["start", HOSTILE]
    assert episode["draft"]["strategy"] == "look first"
    assert episode["became"] == {"kind": "added", "skill": view.skills()[-1]["id"]}
    assert view.episode(BROKEN)["error"] == "the door is gone"
    assert view.episode("s0-999999-t00-r0") is None and view.episode("../manifest.json") is None


def test_the_tokens_of_a_stage_are_its_text(view):
    sampled = [view.episode(row["id"]) for row in view.episodes() if row["step"] <= STEPS]
    stages = [stage for episode in sampled for stage in episode["stages"]]
    assert all("".join(token["text"] for token in stage["tokens"]) == stage["text"] for stage in stages)
    assert all(token["logprob"] < 0 for stage in stages for token in stage["tokens"])
    assert max(len(stage["tokens"]) for stage in stages) > 3
    assert {stage["stage"] for stage in stages} >= {"query", "act", "distill"}
    assert all(stage["prompt"].startswith("<bos> house") for stage in stages)


def test_advantages_are_those_that_the_file_tells(view):
    """Of each turn where they differ, as under `discounted`; what a damaged list lacks is missing."""
    assert view.episode(WON)["advantages"] == {"act": 0.5, "query": -0.25}
    assert view.episode(WON)["stages"][0]["advantage"] == 0.5
    assert view.episode(CONTROL)["advantages"] == {} and view.episode(CONTROL)["stages"][0]["advantage"] is None
    told = advantages_of({"advantages": {"query": 0.5, "act": [-1.0, 3.0, None]}})
    stages = ["query", "act", "act", "act", "act", "distill"]
    assert by_segment(stages, told) == [0.5, -1.0, 3.0, None, None, None]
    assert by_segment(["act", "act"], {"act": 0.25}) == [0.25, 0.25]


def test_a_step_of_the_history_holds_what_people_asked_besides_what_was_learnt(run, view):
    before = view.library_history()
    assert [row["version"] for row in before] == list(range(1, LAST + 2))
    assert (before[0]["added"], before[-1]["added"], before[-1]["size"]) == (6, 1, 7)
    with Library.open(run) as library:
        library.curate([Curation("pin", library.skills()[0].id)], step=LAST)
        library.curate([Curation("retire", library.skills()[1].id)], step=LAST)
    expected = before[-1] | {"retired": 1, "size": 6, "version": LAST + 3}
    assert view.library_history() == [*before[:-1], expected]


def test_a_run_that_was_renamed_keeps_what_its_episodes_wrote(run, view):
    with Library.open(run) as library:
        library.record_run("another name", method="skill1", env="household", seed=0)
        library.commit([], step=LAST + 1, policy_version=LAST + 1)
    assert view.episode(WON)["became"] and len(view.library_history()) == LAST + 2


def test_another_run_with_this_seed_is_not_taken_for_this_one(run, view):
    """Both have the same steps and episodes: the library of the first is what the second began with."""
    assert view.episode(WON)["became"] and view.episodes()[-1]["wrote"] is None
    with Library.open(run) as library:
        library.record_run("second", method="skill1", env="household", seed=0)
        library.commit([], step=1, policy_version=1)
    assert [(row["step"], row["added"], row["size"]) for row in view.library_history()] == [(1, 0, 7)]
    assert not view.episode(WON)["became"]
    assert all(event["earlier"] for event in view.skill(view.skills()[0]["id"])["history"])


def test_evaluations(run):
    (run / "eval").mkdir()
    result = {"split": "heldout", "library": "frozen", "success_rate": 0.5, "interval_95": [0.3, 0.7], "tasks": 20}
    result |= {"errors": 2}
    (run / "eval" / "heldout-frozen-step2.json").write_text(json.dumps(result))
    (run / "eval" / "half.json").write_text('{"split": "held')
    (evaluation,) = open_view(run).summary()["evals"]
    assert (evaluation["n"], evaluation["success_rate"], evaluation["interval_95"]) == (20, 0.5, [0.3, 0.7])
    assert evaluation["errors"] == 2
    for step in (100, 20):
        (run / "eval" / f"heldout-frozen-step{step}.json").write_text(
            json.dumps(result | {"checkpoint_step": step})
        )
    assert [found["checkpoint_step"] for found in open_view(run).summary()["evals"]] == [None, 20, 100]
    odd = {"success_rate": 0.5, "interval_95": 3, "split": ["heldout"], "tasks": "many"}
    (run / "eval" / "heldout-frozen-step2.json").write_text(json.dumps(odd))
    told = {"interval_95": [None, None], "split": "['heldout']", "n": None}
    assert any(found.items() >= told.items() for found in open_view(run).summary()["evals"])


def test_growth_between_two_reads(view, run):
    before, skills = view.version(), view.skills()
    assert view.version() == before
    add_step(run, LAST + 1)
    after = view.version()
    assert {name for name in after if after[name] != before[name]} == {"metrics", "library", "episodes"}
    assert view.summary()["steps_done"] == LAST + 1 and view.metrics(since=LAST)["steps"] == [LAST + 1]
    assert view.episodes()[0]["step"] == LAST + 1 and len(view.skills()) == len(skills) + 1
    assert view.episode(f"s0-{LAST + 1:06d}-t00-r0")["became"]["skill"] == view.skills()[-1]["id"]


def test_steps_taken_back_by_a_resume(view, run):
    file, _ = view.metrics()["file"], view.episodes()
    assert view.metrics(since=LAST)["file"] == file
    rows = (run / "metrics.jsonl").read_text().splitlines()
    (run / "new.jsonl").write_text("\n".join(rows[:2]) + "\n")
    os.replace(run / "new.jsonl", run / "metrics.jsonl")
    shutil.copy(run / "checkpoints" / "step_000002" / "library.sqlite", run / "library.sqlite")
    (run / "episodes" / f"step_{LAST:06d}.jsonl.gz").unlink()
    assert view.metrics()["steps"] == [1, 2] and len(view.skills()) == 6
    assert view.metrics(since=1)["file"] == view.metrics()["file"] != file
    assert view.episodes()[0]["step"] == STEPS and view.uplift() is None


def test_half_a_row_waits_and_a_broken_one_is_told(view, run):
    with open(run / "metrics.jsonl", "a") as file:
        file.write("no row\n" + '{"step": 9, "library/si')
    assert view.metrics()["steps"] == [1, 2, 3, 4]
    assert "1 lines of metrics.jsonl" in view.summary()["notice"]
    with open(run / "metrics.jsonl", "a") as file:
        file.write('ze": NaN, "outcome/success_rate": 1e999}\n')
        file.write('{"step": %s}\n' % ("9" * 400))
    metrics = view.metrics()
    assert metrics["steps"][-1] == 9 and metrics["series"]["library/size"][-1] is None
    assert metrics["series"]["outcome/success_rate"][-1] is None
    assert "2 lines of metrics.jsonl" in view.summary()["notice"]


def test_damaged_files_are_told_and_the_rest_is_shown(view, run):
    whole = run / "episodes" / f"step_{STEPS:06d}.jsonl.gz"
    whole.write_bytes(whole.read_bytes()[:-400])
    (run / "episodes" / "step_000001.jsonl.gz").write_bytes(b"no gzip")
    with gzip.open(run / "episodes" / "step_000009.jsonl.gz", "wt") as file:
        file.write('[1]\n{"id": "x"}\n' + "[" * 100_000 + "\n")
    (run / "library.sqlite").write_bytes(b"SQLite format 3\x00" + b"\x01" * 5000)
    (run / "manifest.json").write_text("{")
    (run / "config.yaml").write_text("a: [")
    assert WON in {row["id"] for row in view.episodes()} and view.skills() == []
    summary = view.summary()
    assert "cannot be read as a skill library" in summary["notice"]
    assert "5 lines of the episode files" in summary["notice"]  # a cut-off end, a file, three lines
    assert view.skill("sk_1") is None and view.library_history() == [] and view.uplift() is None
    assert summary["config"] == {} and everything(view)


def test_files_that_are_not_there(run):
    for name in ("metrics.jsonl", "library.sqlite", "manifest.json"):
        (run / name).unlink()
    shutil.rmtree(run / "episodes")
    shutil.rmtree(run / "checkpoints")
    view = open_view(run)
    assert view.summary()["steps_done"] == 0 and view.summary()["state"] == "stopped"
    assert view.metrics().items() >= {"steps": [], "series": {}, "groups": []}.items()
    assert view.skills() == view.episodes() == [] and view.summary()["notice"] == ""


def test_without_a_tokenizer_texts_stay_whole(run):
    shutil.rmtree(run / "checkpoints")
    view = open_view(run)
    stage = view.episode(view.episodes()[-1]["id"])["stages"][0]
    assert stage["prompt"] is None and [token["text"] for token in stage["tokens"]] == [stage["text"]]


def test_a_checkpoint_and_a_library_file(run):
    checkpoint, file = open_view(f"{run}@2"), open_view(run / "library.sqlite")
    assert len(checkpoint.skills()) == 6 and len(file.skills()) == 7
    assert checkpoint.summary()["name"] == "step_000002" and checkpoint.episodes() == []
    assert file.summary()["state"] == "finished" and file.summary()["steps_total"] is None
    with pytest.raises(DataError, match="neither a run nor a library"):
        open_view(run / "episodes")


def test_looking_writes_nothing(run):
    before = files_of(run)
    assert json.dumps(HOSTILE) in everything(open_view(run, share=1))
    assert files_of(run) == before


def test_looking_beside_a_writer_does_not_stop_it(run):
    writer = sqlite3.connect(run / "library.sqlite", isolation_level=None, timeout=0)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("UPDATE skills SET wins = 1 WHERE seq = 1")
    view = open_view(run, share=1)
    names = set(files_of(run))
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE skills SET wins = 2 WHERE seq = 1")
    assert view.skills()[0]["wins"] == 1 and everything(view)  # the last commit, while a transaction is open
    writer.execute("COMMIT")
    assert view.skills()[0]["wins"] == 2 and set(files_of(run)) == names
    assert writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0  # no reader holds the log
    writer.close()


def test_who_may_not_write_beside_a_run_sees_its_newest_commit_too(run, monkeypatch):
    with Library.open(run) as library:
        library.curate([Curation("retire", library.skills()[0].id)], step=LAST)
        assert (run / "library.sqlite-wal").stat().st_size, "the commit is not in the library file yet"
        monkeypatch.setattr(library_data.os, "access", lambda _, mode: mode == os.R_OK)
        assert open_view(run).summary()["library"]["size"] == 6


def test_a_file_that_is_written_with_a_journal_is_not_read_half(run, monkeypatch):
    monkeypatch.setattr(library_data, "_WAIT_S", 0)
    writer = sqlite3.connect(run / "library.sqlite", isolation_level=None)
    writer.execute("PRAGMA journal_mode = DELETE")  # as an older skill1 left a copy
    writer.execute("BEGIN EXCLUSIVE")
    writer.execute("UPDATE skills SET wins = 2 WHERE seq = 1")
    with pytest.raises(LibraryError, match="locked"), library_data.reading(run / "library.sqlite"):
        pass
    writer.execute("ROLLBACK")
    writer.close()


def test_state_follows_the_writing_process(run):
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps(manifest | {"finished": False}))
    view = open_view(run, share=1)
    assert view.summary()["state"] == "stopped"
    note = {"pid": os.getpid(), "host": socket.gethostname(), "since": "now"}
    (run / ".writer.json").write_text(json.dumps(note))
    before = view.version()
    assert view.summary()["state"] == "live"
    (run / ".writer.json").write_text(json.dumps(note | {"pid": 2**22 + 1}))  # past the largest id of a process
    assert view.version()["state"] != before["state"] and view.summary()["state"] == "stopped"


def test_neither_a_copy_nor_a_later_process_of_that_number_writes_to_a_run(run, tmp_path):
    with sole_writer(run):
        assert has_writer(run)
        shutil.copytree(run, tmp_path / "copy")
        assert not has_writer(tmp_path / "copy")
        note = json.loads((run / ".writer.json").read_text())
        for odd in (json.dumps(note | {"started": "1"}), '{"pid": Infinity, "host": "x"}', "[" * 100_000):
            (run / ".writer.json").write_text(odd)
            assert not has_writer(run)


def test_a_run_of_another_machine_is_live_while_its_files_change(run):
    """A container that was killed leaves its note, and nobody can ask for its process."""
    note = {"pid": os.getpid(), "host": f"not-{socket.gethostname()}", "since": "then"}
    (run / ".writer.json").write_text(json.dumps(note))
    assert has_writer(run)
    for name in (".writer.json", "metrics.jsonl"):
        os.utime(run / name, times=(0, 0))
    assert not has_writer(run)


def test_reading_takes_its_share_and_no_more(run, monkeypatch):
    """Work of 30 ms at a share of 3 % is followed by .03 · (1/.03 − 1) = .97 s in which files are not looked at."""
    now, spent = [100.0], [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "thread_time", lambda: spent[0])
    view = RunView(open_view(run).source, share=0.03)
    view.version()
    monkeypatch.setattr(view, "_skills", lambda: spent.__setitem__(0, spent[0] + 0.03) or [])
    view.skills()
    first = view.version()
    add_step(run, LAST + 1)
    now[0] += 1.0
    assert view.version() == first  # .1 s of rest after the look, and .97 s after the work
    now[0] += 0.1
    assert view.version() != first


def test_episodes_with_odd_keys_and_lines_without_end_are_left_out(view, run, monkeypatch):
    newest, before = view.source.episode_files()[-1], len(view.episodes())
    with gzip.open(newest, "rt", encoding="utf-8") as file:
        lines = file.readlines()
    odd = json.loads(lines[0])
    odd["key"]["rollout"] = {"id": 1}
    monkeypatch.setattr(episode_lines, "LONGEST_LINE", 500_000)
    with gzip.open(newest, "wt", encoding="utf-8") as file:
        file.writelines([json.dumps(odd) + "\n", *lines[1:], "x" * 1_000_000])
    view = open_view(run)
    assert view.summary()["notice"] == "", "a page asks for this first"
    assert len(view.episodes()) == before - 1
    assert "2 lines of the episode files" in view.summary()["notice"] and everything(view)


@pytest.mark.parametrize(("bound", "most"), [("MOST_LINES", 20), ("LONGEST_FILE", 20)])
def test_a_small_file_that_unpacks_to_more_than_a_step_is_read_no_further(run, monkeypatch, bound, most):
    shutil.rmtree(run / "episodes")
    (run / "episodes").mkdir()
    with gzip.open(run / "episodes" / "step_000009.jsonl.gz", "wt") as file:
        file.write("\n" * 1000)
    monkeypatch.setattr(episode_lines, bound, most)
    view = open_view(run)
    assert view.episodes() == [] and f"{most + 1} lines of the episode files" in view.summary()["notice"]


def test_numbers_that_no_sum_can_hold_are_left_out(run):
    (newest, *older) = sorted((run / "episodes").iterdir(), reverse=True)
    for file in older:
        file.unlink()
    with gzip.open(newest, "rt", encoding="utf-8") as file:
        episodes = [json.loads(line) for line in file]
    for episode, outcome in zip(episodes, (1e200, -1e200, 1e308, 1e308), strict=True):
        episode |= {"outcome": outcome, "advantages": None}
        for candidate in episode["candidates"]:
            candidate["skill"]["utility"] = 1e308
    with gzip.open(newest, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(episode) + "\n" for episode in episodes)
    manifest = (run / "manifest.json").read_text().replace('"seed": 0', '"seed": 1e99999')
    (run / "manifest.json").write_text(manifest)
    rows = [{"step": step, "outcome/success_rate": 1e308} for step in (1, 2)]
    (run / "metrics.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    with closing(sqlite3.connect(run / "library.sqlite")) as connection, connection:
        connection.execute("UPDATE skills SET selected = 1e308")
    view = open_view(run)
    assert everything(view) and view.summary()["recent"]["success_rate"] is view.summary()["seed"] is None
    assert view.dynamics()["use"]["uses"] == 0 and {row["outcome"] for row in view.episodes()} == {None}


def test_a_small_configuration_that_stands_for_a_huge_one_is_not_read(view, run):
    levels = [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 12)]
    (run / "config.yaml").write_text("\n".join(["l0: &l0 [x]", *levels]))
    assert view.summary()["config"] == {}
