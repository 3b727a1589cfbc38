"""Session traces: a header and messages as the Hub's format has them, of the shipped run and of odd records."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.errors import DataError
from skill1.evaluate.traces import trace, write_traces

SHIPPED = Path(__file__).parents[2] / "data" / "household" / "run"


@pytest.fixture(scope="module")
def record():
    """An episode of the shipped run that used a skill and wrote one."""
    with gzip.open(SHIPPED / "episodes" / "step_000110.jsonl.gz", "rt") as lines:
        found = (json.loads(line) for line in lines)
        return next(each for each in found if each["used"] and each["draft"] and each["success"])


def texts(lines, role):
    return [line["message"]["content"] for line in lines[1:] if line["message"]["role"] == role]


def test_an_episode_reads_as_a_conversation(record):
    lines = trace(record, "my-run")
    header = lines[0]
    assert (header["type"], header["harness"], header["id"]) == ("session", "skill1", f"my-run/{record['id']}")
    assert header["name"] == record["task"]["instruction"] and header["skill"] == record["used"]["id"]
    assert {line["type"] for line in lines[1:]} == {"message"}
    said, told = texts(lines, "assistant"), texts(lines, "user")
    by_stage = {
        stage: [s["text"] for s in record["segments"] if s["stage"] == stage] for stage in ("query", "distill")
    }
    assert said[0] == by_stage["query"][0] and said[-1] == by_stage["distill"][0]
    actions = [turn["action"] for turn in record["turns"]]
    assert [text for text in said if text in actions][: len(actions)] == actions
    assert record["used"]["strategy"] in "".join(told) and "The task is solved (outcome 1)" in told[-1]


def test_thoughts_are_apart_and_unreadable_answers_are_whole(record):
    def act(turn, text):
        return {"stage": "act", "turn": turn, "text": text}

    turns = [
        {"observation": "a", "action": "look", "valid": True},
        {"observation": "b", "action": "", "valid": False},
    ]
    changed = record | {
        "turns": turns,
        "segments": [act(0, "<think>First I look.</think>\n<action>look</action>"), act(1, "what?")],
    }
    first, second = [line["message"] for line in trace(changed, "r")[1:] if line["message"]["role"] == "assistant"]
    assert first == {"role": "assistant", "content": "look", "reasoningContent": "First I look."}
    assert second == {"role": "assistant", "content": "what?"}


def test_an_episode_in_error_ends_with_its_fault(record):
    broken = record | {"status": "error", "error": "reset failed", "turns": [], "segments": [], "used": None}
    lines = trace(broken, "r")
    assert lines[0]["skill"] is None and texts(lines, "user")[-1] == "The environment failed: reset failed"
    with pytest.raises(DataError, match="has a missing or garbled field"):
        trace({"id": "x"}, "r")


def test_a_folder_has_one_file_for_each_episode(tmp_path, capsys):
    assert main(["traces", str(SHIPPED), str(tmp_path / "out"), "--limit", "3"]) == 0
    assert "3 episodes written" in capsys.readouterr().out
    files = sorted((tmp_path / "out").iterdir())
    assert len(files) == 3 and all(file.name.startswith("s0-000110-") for file in files)
    for file in files:
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        assert lines[0]["type"] == "session" and len(lines) > 3
    assert len(write_traces(SHIPPED, tmp_path / "first", step=10)) == 16
    with pytest.raises(DataError, match="keeps no episodes of step 11"):
        write_traces(SHIPPED, tmp_path / "second", step=11)
    with pytest.raises(DataError, match="is not a run directory"):
        write_traces(tmp_path, tmp_path / "third")
    with pytest.raises(DataError, match=r"run@110 is a checkpoint.*traces \S+run \S+third --step N"):
        write_traces(f"{SHIPPED}@110", tmp_path / "third")


def test_traces_of_another_run_with_this_seed_are_not_overwritten(tmp_path):
    other = shutil.copytree(SHIPPED, tmp_path / "other")
    files = write_traces(SHIPPED, tmp_path / "out", limit=2)
    assert write_traces(SHIPPED, tmp_path / "out", limit=2) == files
    before = [file.read_bytes() for file in files]
    with pytest.raises(DataError, match=r"s0-000110-t00-r0\.jsonl is not of other/.*, but of another run"):
        write_traces(other, tmp_path / "out", limit=3)
    assert (
        [file.read_bytes() for file in files]
        == before
        == [f.read_bytes() for f in sorted(files[0].parent.iterdir())]
    )


def recorded(folder, *records):
    """A run that keeps these records."""
    (folder / "episodes").mkdir(parents=True)
    (folder / "config.yaml").touch()
    with gzip.open(folder / "episodes" / "step_000001.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(each) + "\n" for each in records)
    return folder


def test_half_a_surrogate_pair_of_a_server_ends_nothing(record, tmp_path):
    run = recorded(tmp_path / "run", record | {"last_observation": "half \ud83d"})
    (written,) = write_traces(run, tmp_path / "out")
    assert "half " in written.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["a\0b", "../b", "half \ud83d"])
def test_an_id_that_is_no_name_of_a_file_is_left_out(record, tmp_path, name):
    run = recorded(tmp_path / "run", record, record | {"id": name})
    assert [file.stem for file in write_traces(run, tmp_path / "out")] == [record["id"]]
