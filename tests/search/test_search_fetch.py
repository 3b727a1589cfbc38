"""``skill1 envs fetch search`` against a server on 127.0.0.1."""

import functools
import gzip
import hashlib
import json
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from skill1.cli import main
from skill1.errors import DataError
from skill1_envs.search import service
from skill1_envs.search.fetch import RECORD, SETS, PublishedFile, fetch_set
from tests.search.worlds import PASSAGES, QUESTIONS, make_world, suite_of

ASKED = []


class Quiet(SimpleHTTPRequestHandler):
    def do_GET(self):
        ASKED.append(self.path)
        super().do_GET()

    def log_message(self, *_): ...


@pytest.fixture
def published(tmp_path):
    """Sets of a server that has a small corpus, packed, and questions."""
    ASKED.clear()
    folder = make_world(tmp_path / "served")
    (folder / "wiki.jsonl.gz").write_bytes(gzip.compress((folder / "corpus.jsonl").read_bytes()))
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    at = f"http://127.0.0.1:{server.server_port}"
    questions = tuple(
        PublishedFile(f"questions/{s}.jsonl", f"{at}/questions/{s}.jsonl") for s in ("train", "test")
    )
    yield {
        "wiki18": (*questions, PublishedFile("corpus.jsonl", f"{at}/wiki.jsonl.gz")),
        "questions": questions,
        "broken": (PublishedFile("corpus.jsonl", f"{at}/broken.gz"),),
        "gone": (PublishedFile("corpus.jsonl", f"{at}/gone.gz"),),
    }
    server.shutdown()
    server.server_close()
    thread.join()


def fetch(folder, which, published):
    return fetch_set(folder, lambda *_: None, which, published)


def test_all_is_fetched_unpacked_and_played(tmp_path, published):
    found = fetch(tmp_path / "to", "wiki18", published)
    assert found.is_new and found.facts == ("test: 1 questions", "train: 3 questions")
    content = (tmp_path / "served" / "corpus.jsonl").read_bytes()
    assert (tmp_path / "to" / "corpus.jsonl").read_bytes() == content
    assert found.files["corpus.jsonl"] == hashlib.sha256(content).hexdigest()
    assert not list((tmp_path / "to").glob("*.gz"))
    env = suite_of(tmp_path / "to").make("train")
    assert env.reset(task_index=0).text == QUESTIONS[0][0]
    assert "Rome is the capital" in env.step("<search>Rome</search>")[0].text and len(PASSAGES) == 4


def test_a_second_call_asks_for_nothing(tmp_path, published):
    fetch(tmp_path / "to", "wiki18", published)
    ASKED.clear()
    assert not fetch(tmp_path / "to", "wiki18", published).is_new and ASKED == []


def test_questions_alone_say_what_is_missing(tmp_path, published):
    assert "no corpus" in fetch(tmp_path, "questions", published).facts[-1]


def test_a_file_that_is_there_stays_as_it_is(tmp_path, published):
    make_world(tmp_path / "to", test=[("What?", ["it"], "nq")])
    found = fetch(tmp_path / "to", "questions", published)
    assert "test: 1 questions" in found.facts and ASKED == ["/questions/train.jsonl"]


def test_a_damaged_file_is_removed_and_said(tmp_path, published):
    packed = tmp_path / "served" / "wiki.jsonl.gz"
    for content in (packed.read_bytes()[:-9], b"no gzip at all"):
        (tmp_path / "served" / "broken.gz").write_bytes(content)
        with pytest.raises(DataError, match="is damaged .* and was removed"):
            fetch(tmp_path / "to", "broken", published)
        assert not [path for path in (tmp_path / "to").iterdir() if path.name.startswith("corpus")]


def test_what_cannot_be_had_is_said(tmp_path, published):
    with pytest.raises(DataError, match="cannot be fetched: HTTP 404"):
        fetch(tmp_path, "gone", published)
    (tmp_path / RECORD).write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match="fetched.json"):
        fetch(tmp_path, "questions", published)


def test_the_command(tmp_path, published, monkeypatch, capsys):
    monkeypatch.setattr(
        service, "fetch_set", lambda folder, report, which: fetch_set(folder, report, which, published)
    )
    assert main(["envs", "fetch", "search", str(tmp_path / "to"), "--set", "questions", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["files"]) == {"questions/train.jsonl", "questions/test.jsonl"}
    assert main(["envs", "fetch", "search", str(tmp_path / "to"), "--set", "questions"]) == 0
    assert "all is there already" in capsys.readouterr().out
    assert main(["envs", "fetch", "search", str(tmp_path / "to"), "--set", "all"]) == 2


def test_addresses_are_those_of_the_hub():
    assert [file.url.rpartition("PeterJinGo/")[2] for file in SETS["wiki18"]] == [
        "nq_hotpotqa_train/resolve/main/train.parquet",
        "nq_hotpotqa_train/resolve/main/test.parquet",
        "wiki-18-corpus/resolve/main/wiki-18.jsonl.gz",
    ]
    assert all(file.url.startswith("https://huggingface.co/datasets/") for file in SETS["wiki18"])
