"""A real process that builds is killed; the same command then makes the index that an undisturbed build makes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from skill1_envs.search.retriever.service import open_local
from tests.limits import HANG_S, wait_until
from tests.search_retriever.corpora import write_corpus

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]


def started(corpus, folder, *more):
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'envs'}"}
    command = [sys.executable, "-m", "skill1", "retriever", "build", str(corpus), str(folder), *more]
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


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
