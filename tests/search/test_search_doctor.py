"""What doctor says of Search-QA before anything is played."""

from http.server import BaseHTTPRequestHandler

import pytest

from skill1.config import EnvConfig
from skill1_envs.search import SearchSuite
from tests.http_server import listening
from tests.search.worlds import make_world


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


def found(**keys):
    return [(one.name, one.status, one.command) for one in SearchSuite.doctor(EnvConfig(name="search", **keys))]


def test_questions_without_a_corpus_are_told(tmp_path):
    folder = make_world(tmp_path)
    assert found(data=str(folder)) == [("corpus", "ok", "")]
    (folder / "corpus.jsonl").unlink()
    [(name, status, command)] = found(data=str(folder))
    assert (name, status) == ("corpus", "missing") and command.startswith("skill1 envs fetch search ")


@pytest.mark.parametrize(("handler", "status"), [(Nothing, "ok"), (BaseHTTPRequestHandler, "missing")])
def test_a_retriever_is_asked(handler, status):
    with listening(handler) as server:
        [(name, told, command)] = found(retriever=server.url)
    assert (name, told) == ("env.retriever", status) and bool(command) == (status == "missing")


def test_each_of_several_retrievers_is_asked():
    with listening(Nothing) as alive, listening(BaseHTTPRequestHandler) as dead:
        told = found(retriever=f"{dead.url}, {alive.url}")
    assert [status for _, status, _ in told] == ["missing", "ok"]
    assert found(retriever="no address")[0][:2] == ("env.retriever", "missing")


def test_a_home_of_nobody_is_a_folder_that_is_not_there():
    assert found(data="~nobody-of-that-name/x") == []


def test_a_folder_that_is_not_there_is_told_by_the_check_of_its_splits(tmp_path, monkeypatch):
    monkeypatch.delenv("SEARCH_DATA", raising=False)
    assert found() == found(data=str(tmp_path / "none")) == []
