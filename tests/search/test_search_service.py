"""What ``skill1 envs fetch`` and ``skill1 doctor`` do for Search-QA, against servers on 127.0.0.1."""

import functools
import gzip
import hashlib
import json
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.errors import DataError
from skill1_envs.kit.download import RECORD
from skill1_envs.search import SearchSuite, service
from skill1_envs.search.fetch import PublishedFile, fetch_set
from tests.http_server import listening
from tests.search.worlds import QUESTIONS, make_world, suite_of

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
    with listening(functools.partial(Quiet, directory=str(folder))) as server:
        at = server.url
        questions = tuple(
            PublishedFile(f"questions/{s}.jsonl", f"{at}/questions/{s}.jsonl") for s in ("train", "test")
        )
        yield {
            "wiki18": (*questions, PublishedFile("corpus.jsonl", f"{at}/wiki.jsonl.gz")),
            "questions": questions,
            "broken": (PublishedFile("corpus.jsonl", f"{at}/broken.gz"),),
            "gone": (PublishedFile("corpus.jsonl", f"{at}/gone.gz"),),
        }


def fetch(folder, which, published):
    return fetch_set(folder, lambda *_: None, which, published)


def test_all_is_fetched_unpacked_and_played_and_a_second_call_asks_for_nothing(tmp_path, published):
    found = fetch(tmp_path / "to", "wiki18", published)
    assert found.is_new and found.facts == ("test: 1 questions", "train: 3 questions")
    content = (tmp_path / "served" / "corpus.jsonl").read_bytes()
    assert (tmp_path / "to" / "corpus.jsonl").read_bytes() == content
    assert found.files["corpus.jsonl"] == hashlib.sha256(content).hexdigest()
    assert not list((tmp_path / "to").glob("*.gz"))
    env = suite_of(tmp_path / "to").make("train")
    assert env.reset(task_index=0).text == QUESTIONS[0][0]
    assert "Rome is the capital" in env.step("<search>Rome</search>")[0].text
    ASKED.clear()
    again = fetch(tmp_path / "to", "wiki18", published)
    assert not again.is_new and again.files == found.files and ASKED == []


def test_questions_alone_say_what_is_missing(tmp_path, published):
    assert "no corpus" in fetch(tmp_path, "questions", published).facts[-1]


def test_a_file_that_is_there_stays_as_it_is(tmp_path, published):
    make_world(tmp_path / "to", test=[("What?", ["it"], "nq")])
    found = fetch(tmp_path / "to", "questions", published)
    assert "test: 1 questions" in found.facts and ASKED == ["/questions/train.jsonl"]
    told = json.loads((tmp_path / "to" / RECORD).read_text())["files"]
    assert told["questions/test.jsonl"]["url"] == "put there by hand"
    assert told["questions/train.jsonl"]["url"].startswith("http://")
    make_world(tmp_path / "to", train=[("What?", ["it"], "nq")])  # changed since
    [warning] = fetch(tmp_path / "to", "questions", published).warnings
    assert "train.jsonl is not what was fetched" in warning
    now = json.loads((tmp_path / "to" / RECORD).read_text())["files"]
    assert now["questions/test.jsonl"] == told["questions/test.jsonl"]
    assert now["questions/train.jsonl"]["url"] == "put there by hand"


def test_a_packed_file_put_there_by_hand_is_used_and_stays(tmp_path, published):
    packed = (tmp_path / "served" / "wiki.jsonl.gz").read_bytes()
    (tmp_path / "to").mkdir()
    (tmp_path / "to" / "corpus.jsonl.gz").write_bytes(packed[:-9])
    with pytest.raises(DataError, match="Put a whole copy there"):
        fetch(tmp_path / "to", "wiki18", published)
    (tmp_path / "to" / "corpus.jsonl.gz").write_bytes(packed)
    fetch(tmp_path / "to", "wiki18", published)
    assert "/wiki.jsonl.gz" not in ASKED and (tmp_path / "to" / "corpus.jsonl.gz").read_bytes() == packed


@pytest.mark.parametrize("killed_at", ["write_text", "replace", "unlink"])
def test_after_a_kill_the_next_call_completes_it_and_leaves_nothing(tmp_path, published, monkeypatch, killed_at):
    """While the record is written, before a file has its name, and before what was packed is removed."""
    fetch(tmp_path / "to", "questions", published)

    def kill(path, *_, **__):
        if killed_at == "write_text":
            path.write_bytes(b"{")
        raise KeyboardInterrupt

    with monkeypatch.context() as killed, pytest.raises(KeyboardInterrupt):
        killed.setattr(Path, killed_at, kill)
        fetch(tmp_path / "to", "wiki18", published)
    fetch(tmp_path / "to", "wiki18", published)
    assert {path.name for path in (tmp_path / "to").iterdir()} == {"corpus.jsonl", "questions", RECORD}
    assert "by hand" not in (tmp_path / "to" / RECORD).read_text()


def test_a_damaged_file_is_removed_and_said(tmp_path, published):
    packed = tmp_path / "served" / "wiki.jsonl.gz"
    for content in (packed.read_bytes()[:-9], b"no gzip at all"):
        (tmp_path / "served" / "broken.gz").write_bytes(content)
        with pytest.raises(DataError, match="is damaged .* and was removed"):
            fetch(tmp_path / "to", "broken", published)
        assert not [path for path in (tmp_path / "to").iterdir() if path.name.startswith("corpus")]


def test_what_cannot_be_had_is_said(tmp_path, published):
    with pytest.raises(
        DataError, match=r"cannot be fetched: HTTP 404(?s:.*)gone.gz as corpus.jsonl.gz\n.* --set gone"
    ):
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


def test_two_calls_do_not_fetch_into_one_folder_at_once(tmp_path, published, monkeypatch, capsys):
    def again(folder, report, which):
        assert main(["envs", "fetch", "search", str(folder)]) == 1
        return fetch_set(folder, report, "questions", published)

    monkeypatch.setattr(service, "fetch_set", again)
    assert main(["envs", "fetch", "search", str(tmp_path / "to")]) == 0
    assert f"another process is fetching into {tmp_path / 'to'}." in capsys.readouterr().err
    assert {path.name for path in (tmp_path / "to").iterdir()} == {"questions", RECORD}


class Nothing(BaseHTTPRequestHandler):
    """A retriever that finds nothing."""

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        body = b'{"result": [[]]}'
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def diagnosed(**keys):
    return [(one.name, one.status, one.command) for one in SearchSuite.doctor(EnvConfig(name="search", **keys))]


def test_questions_without_a_corpus_are_told(tmp_path):
    folder = make_world(tmp_path)
    assert diagnosed(data=str(folder)) == [("corpus", "ok", "")]
    (folder / "corpus.jsonl").unlink()
    [(name, status, command)] = diagnosed(data=str(folder))
    assert (name, status) == ("corpus", "missing") and command.startswith("skill1 envs fetch search ")


@pytest.mark.parametrize("spelt", ["{dead}, {alive}", "{dead},{alive},"])
def test_each_of_several_retrievers_is_asked(spelt):
    with listening(Nothing) as alive, listening(BaseHTTPRequestHandler) as dead:
        told = diagnosed(retriever=spelt.format(dead=dead.url, alive=alive.url))
    assert [(name, status, bool(command)) for name, status, command in told] == [
        ("env.retriever", "missing", True),
        ("env.retriever", "ok", False),
    ]
    for none in ("no address", " , "):
        assert diagnosed(retriever=none)[0][:2] == ("env.retriever", "missing")


def test_a_folder_that_is_not_there_is_told_by_the_check_of_its_splits(tmp_path):
    for keys in ({}, {"data": str(tmp_path / "none")}, {"data": "~nobody-of-that-name/x"}):
        assert diagnosed(**keys) == []
