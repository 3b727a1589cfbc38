"""``skill1 retriever``: what it prints, what it refuses, and what it would serve."""

import json
import sys

import pytest

from skill1.cli import main
from tests.search_retriever.corpora import write_corpus


@pytest.fixture
def corpus(tmp_path):
    return str(write_corpus(tmp_path / "corpus.jsonl"))


def test_an_index_is_built_and_then_served(corpus, tmp_path, capsys, monkeypatch):
    pytest.importorskip("fastapi")
    index, ports = str(tmp_path / "index"), []

    def note(app, port, announce, purpose):
        ports.append(port)
        announce(f"http://127.0.0.1:{port}")
        raise KeyboardInterrupt

    monkeypatch.setattr("skill1.cli.retriever.serve_app", note)
    assert main(["retriever", "build", corpus, index]) == 0
    told = capsys.readouterr()
    assert told.out == f"{index}: index bm25, passages 4\nto serve: skill1 retriever serve {index} --port 8000\n"
    assert "passages 100 %" in told.err
    assert main(["retriever", "serve", index, "--port", "8000"]) == 0
    assert capsys.readouterr().out == "bm25 of 4 passages on http://127.0.0.1:8000/retrieve\n" and ports == [8000]
    assert main(["retriever", "build", corpus, index, "--json"]) == 0  # there already
    assert json.loads(capsys.readouterr().out) == {"folder": index, "index": "bm25", "passages": 4}


def test_an_index_is_built_where_there_are_no_file_locks(corpus, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)  # as on Windows
    assert main(["retriever", "build", corpus, str(tmp_path / "index")]) == 0
    assert "index bm25, passages 4" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["build", "absent.jsonl", "index"], 1, "absent.jsonl cannot be read"),
        (["build", "c.jsonl", "index", "--encoder", "hashing"], 2, "--encoder is for an index by meaning"),
        (["serve", ".", "--port", "0"], 1, "neither an index nor corpus.jsonl"),
        (["serve", "index"], 2, "--port"),
        (["build", "corpus.jsonl", "index", "--seed", "1"], 2, "--seed cannot be used here"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(arguments, code, says, capsys):
    assert main(["retriever", *arguments]) == code
    assert says in capsys.readouterr().err
