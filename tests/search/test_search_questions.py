"""The questions of a split: lines of JSON and Search-R1's files as they are, also those made to break things."""

import importlib
import json

import pytest

from skill1.errors import DataError, MissingExtraError
from skill1_envs.search.questions import Question, asked, parquet_rows, plain_row, read_questions
from tests.search.worlds import PASSAGES, QUESTIONS, make_world, rows, suite_of, write_lines

GOOD = rows(QUESTIONS[:1])[0]
RAW = {
    "id": "test_0",
    "question": " who got the first nobel prize in physics",
    "golden_answers": ["Wilhelm Conrad Röntgen", "Röntgen"],
    "data_source": "nq",
    "prompt": [{"role": "user", "content": "Answer the given question. …"}],
    "ability": "fact-reasoning",
    "reward_model": {"style": "rule", "ground_truth": {"target": ["Wilhelm Conrad Röntgen", "Röntgen"]}},
    "extra_info": {"split": "test", "index": 0},
    "metadata": None,
}
KWARGS = {
    "question": RAW["question"].strip(),
    "ground_truth": {"target": ["Röntgen"]},
    "data_source": "searchR1_nq",
}
PROCESSED = {
    "data_source": "searchR1_nq",
    "prompt": [{"role": "system", "content": "…"}, {"role": "user", "content": KWARGS["question"]}],
    "ability": "fact-reasoning",
    "reward_model": RAW["reward_model"],
    "extra_info": {"index": 0, "need_tools_kwargs": True, "question": KWARGS["question"], "split": "test"},
    "metadata": None,
    "env_kwargs": KWARGS,
}
VERLS = {name: value for name, value in PROCESSED.items() if name != "env_kwargs"}


def lines_of(folder, *lines, encoding="utf-8"):
    """A world whose split ``train`` has these lines."""
    make_world(folder, test=QUESTIONS)
    (folder / "questions" / "train.jsonl").write_text("\n".join(lines), encoding=encoding)
    return suite_of(folder)


def write_parquet(path, rows):
    pyarrow = pytest.importorskip("pyarrow", reason="reads parquet: pip install 'skill1[search]'")
    path.parent.mkdir(parents=True, exist_ok=True)
    importlib.import_module("pyarrow.parquet").write_table(pyarrow.Table.from_pylist(rows), path)
    return path


def test_splits_tasks_and_their_source(tmp_path):
    suite = suite_of(make_world(tmp_path))
    assert dict(suite.splits()) == {"test": 1, "train": 3}
    task = suite.tasks("train")[1]
    assert (task.id, task.type) == ("search/train/q1", "hotpotqa")
    assert list(suite.task_types())[:2] == ["nq", "triviaqa"] and len(suite.task_types()) == 7
    assert suite.split_source("test")[0].startswith("test.jsonl; rules skill1, top 3; questions ")
    with pytest.raises(DataError, match="no split 'dev'; it has test, train"):
        suite.tasks("dev")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "line 1 is not JSON"),
        (["[" * 100_000], "line 1 is not JSON"),
        (["[1]"], "line 1 is list"),
        (['{"question": "who?"}'], "ground_truth None"),
        ([json.dumps({**GOOD, "question": 3})], "question 3"),
        ([json.dumps({**GOOD, "question": "\u200b \x07"})], "train.jsonl, line 1 has question"),
        ([json.dumps({**GOOD, "ground_truth": {"target": []}})], "'target': []"),
        ([json.dumps({**GOOD, "ground_truth": {"target": [1]}})], "'target': [1]"),
        ([json.dumps({**GOOD, "ground_truth": "x"})], "ground_truth 'x'"),
        ([json.dumps(GOOD), json.dumps({**GOOD, "id": "q\x070"})], "line 2: the id 'q0' is there already"),
    ],
)
def test_questions_that_are_none_are_named_by_their_line(tmp_path, lines, message):
    with pytest.raises(DataError) as caught:
        lines_of(tmp_path, *lines).tasks("train")
    assert message in str(caught.value) and "train.jsonl" in str(caught.value) and len(str(caught.value)) < 600


def test_flashrags_lines_are_questions_too(tmp_path):
    row = {"id": "dev_0", "question": "who?", "golden_answers": ["she", "her"], "metadata": {}}
    env = lines_of(tmp_path, json.dumps(row)).make("train")
    env.reset(task_index=0)
    assert env.task.id == "search/train/dev_0" and env.step("<answer>Her</answer>")[4]["won"]


def test_ids_and_sources_are_harmless_in_names_and_tables(tmp_path):
    make_world(tmp_path, PASSAGES, test=QUESTIONS)
    ids = ["a\nb\x1b[31m", "\ud800c", "d" * 9_999, 0, None]
    sources = ["nq", "a\nb", "", "<answer>", "searchR1_musique"]
    strange = [{**GOOD, "id": id_, "data_source": source} for id_, source in zip(ids, sources, strict=True)]
    write_lines(tmp_path / "questions" / "train.jsonl", strange)
    suite = suite_of(tmp_path)
    tasks = suite.tasks("train")
    names = [task.id.removeprefix("search/train/") for task in tasks]
    assert names == ["a b[31m", "c", "d" * 200, "0", "4"]
    types = [task.type for task in tasks]
    assert types == ["nq", "a b", "unknown", "‹answer›", "musique"] and set(types) <= set(suite.task_types())


def test_a_file_that_is_no_text_is_refused(tmp_path):
    suite = lines_of(tmp_path)
    (tmp_path / "questions" / "train.jsonl").write_bytes(b'{"question": "\xff"}\n')
    with pytest.raises(DataError, match="cannot be read as UTF-8"):
        suite.tasks("train")


def test_a_file_may_begin_with_the_mark_of_an_editor_or_be_empty(tmp_path):
    assert len(lines_of(tmp_path, json.dumps(GOOD), encoding="utf-8-sig").tasks("train")) == 1
    assert len(lines_of(tmp_path, "", "").tasks("train")) == 0


def test_folders_without_data_say_how_to_get_some(tmp_path):
    for data in (tmp_path, tmp_path / "nowhere", ""):
        with pytest.raises(DataError, match="skill1 envs fetch search DIR"):
            suite_of(data).splits()


def test_all_kinds_of_rows_become_questions():
    plain = plain_row(RAW, 7)
    assert plain["question"] == "who got the first nobel prize in physics?" and plain["id"] == "nq-test_0"
    assert plain["ground_truth"] == RAW["reward_model"]["ground_truth"]
    assert plain_row({**RAW, "reward_model": None}, 7)["ground_truth"] == {"target": RAW["golden_answers"]}
    assert plain_row(PROCESSED, 7) == {**KWARGS, "id": "searchR1_nq-7"}
    verls = plain_row(VERLS, 7)
    assert verls == {**KWARGS, "ground_truth": RAW["reward_model"]["ground_truth"], "id": "searchR1_nq-7"}
    assert plain_row({**RAW, "data_source": None}, 7)["id"] == "test_0"
    assert asked("is it? ") == "is it?" and asked(" ") == ""


def test_without_pyarrow_the_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"test.parquet needs the package 'pyarrow'.*skill1\[search\]"):
        list(parquet_rows(tmp_path / "test.parquet"))


def test_raw_and_processed_files_are_read(tmp_path):
    both = [RAW, {**RAW, "data_source": "hotpotqa"}]
    write_parquet(tmp_path / "test.parquet", both)
    targets = ("Wilhelm Conrad Röntgen", "Röntgen")
    question = "who got the first nobel prize in physics?"
    assert read_questions(tmp_path / "test.parquet") == (
        Question("nq-test_0", question, targets, "nq"),
        Question("hotpotqa-test_0", question, targets, "hotpotqa"),
    )
    write_parquet(tmp_path / "train.parquet", [PROCESSED, PROCESSED])
    assert read_questions(tmp_path / "train.parquet") == (
        Question("searchR1_nq-0", question[:-1], ("Röntgen",), "nq"),
        Question("searchR1_nq-1", question[:-1], ("Röntgen",), "nq"),
    )
    write_parquet(tmp_path / "verl.parquet", [VERLS])
    assert read_questions(tmp_path / "verl.parquet") == (Question("searchR1_nq-0", question[:-1], targets, "nq"),)


def test_a_suite_plays_them(tmp_path):
    make_world(tmp_path, dev=[("What is it?", ["it"], "nq")])
    write_parquet(tmp_path / "test.parquet", [PROCESSED])
    write_parquet(tmp_path / "questions" / "train.parquet", [RAW])
    for name in ("questions/._dev.jsonl", "questions/._train.parquet", "._test.parquet"):
        (tmp_path / name).write_bytes(b"\x00\x05\x16\x07\xff")  # macOS's, beside each file
    suite = suite_of(tmp_path)
    assert dict(suite.splits()) == {"dev": 1, "test": 1, "train": 1}
    env = suite.make("test")
    env.reset(task_index=0)
    assert env.step("<answer>Röntgen.</answer>")[1] == 1.0
    write_parquet(tmp_path / "dev.parquet", [RAW])
    with pytest.raises(DataError, match="are both the split dev"):
        suite_of(tmp_path).splits()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"text": "no question"}], "has no question, env_kwargs or extra_info"),
        ([{"question": "who?", "data_source": "nq"}], "row 0 has ground_truth {'target': None}"),
        ([{**RAW, "question": ""}], "row 0 has question ''"),
        ([RAW, RAW], "row 1: the id 'nq-test_0' is there already"),
    ],
)
def test_other_files_are_refused(tmp_path, rows, message):
    path = write_parquet(tmp_path / "test.parquet", rows)
    with pytest.raises(DataError) as caught:
        read_questions(path)
    assert message in str(caught.value) and "test.parquet" in str(caught.value)


def test_what_is_no_parquet_is_refused(tmp_path):
    pytest.importorskip("pyarrow", reason="reads parquet: pip install 'skill1[search]'")
    for content in (b"", b"PAR1 nothing PAR1"):
        (tmp_path / "test.parquet").write_bytes(content)
        with pytest.raises(DataError, match="cannot be read as parquet"):
            read_questions(tmp_path / "test.parquet")
