"""``skill1 retriever``: what it prints, what it refuses, what it would serve, and what is left when it is killed."""

import json
import signal
import subprocess
import sys

import pytest

from skill1.cli import main
from skill1_envs.search.retriever.service import open_local
from tests.limits import HANG_S, wait_until
from tests.search.worlds import write_corpus


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


def started(corpus, folder, *more):
    command = [sys.executable, "-m", "skill1", "retriever", "build", str(corpus), str(folder), *more]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


@pytest.mark.slow
@pytest.mark.parametrize(("index", "sign"), [("bm25", "words/run-00000.npy"), ("flat", "progress.json")])
def test_after_kill_9_the_same_command_makes_the_same_index(tmp_path, index, sign):
    if index == "flat":
        pytest.importorskip("faiss")
    words = [f"w{number * number % 7919}" for number in range(60_000)]
    texts = [" ".join(words[place : place + 90]) for place in range(0, 60_000, 2)]
    corpus = write_corpus(tmp_path / "corpus.jsonl", texts)
    chosen = ("--index", index, *(() if index == "bm25" else ("--encoder", "hashing")))
    process = started(corpus, tmp_path / "index", *chosen)
    wait_until(lambda: (tmp_path / ".index.partial" / sign).exists() or process.poll() is not None)
    process.send_signal(signal.SIGKILL)
    assert process.wait(HANG_S) == -signal.SIGKILL, "it was done before it could be killed"
    assert not (tmp_path / "index").exists()
    for folder in ("index", "whole"):
        assert started(corpus, tmp_path / folder, *chosen).wait(HANG_S) == 0
    names = [path.relative_to(tmp_path / "whole") for path in (tmp_path / "whole").rglob("*") if path.is_file()]
    assert all((tmp_path / "index" / n).read_bytes() == (tmp_path / "whole" / n).read_bytes() for n in names)
    assert open_local(tmp_path / "index").about["passages"] == len(texts)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus.jsonl", "index", "whole"]
