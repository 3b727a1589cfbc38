"""Retrievers over generated passages: time and memory to build, time to answer, many clients at once.

    python bench/retriever.py --passages 1000000 --parts bm25,flat --output bench/results/retriever.json

Passages are about 60 words drawn from 50,000 by Zipf's law; vectors are sums of random ones (384 numbers) of their
words, so the time of a real encoder is not in them. Each part runs in a process of its own. ``--skyrl-gym PYTHON``: an
interpreter with skyrl-gym 0.4.0, whose client asks the server, too. Results are added to the output, by part and size.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path

import numpy as np
from made import made_by, peak_mib, write
from peer import LIMIT_S

from skill1.run.process import end_with_parent
from skill1_envs.search.retriever.client import RetrieverClient
from skill1_envs.search.retriever.faiss_index import build_bytes, memory_bytes
from skill1_envs.search.retriever.meaning import MeaningRetriever, build_meaning
from skill1_envs.search.retriever.words import WordRetriever, build_words

SEED, WORDS, LENGTH, DIMENSIONS = 0, 50_000, 60, 384
QUERIES, QUERY_WORDS, TOP_K, CLIENTS, OF_EACH_CLIENT = 200, 5, 3, 64, 20
SHARES = 1 / np.arange(1, WORDS + 1)
SHARES /= SHARES.sum()
SYLLABLES = [
    first + second for first in "bdfgklmnprstvz" for second in ("a", "e", "i", "o", "u", "an", "or", "il")
]
PACKAGES = ("numpy", "faiss-cpu", "regex", "nltk", "uvicorn", "fastapi")
FAMILY = """
import json, sys
from skyrl_gym.tools.search import SearchToolGroup
asked = json.load(sys.stdin)
group = SearchToolGroup(asked["address"], topk=asked["top_k"], log_requests=False)
json.dump([group.search(query) for query in asked["queries"]], sys.stdout)
"""


@cache
def vocabulary() -> list[str]:
    """Distinct words, the commonest first."""
    generator, words = np.random.default_rng(SEED), {}
    while len(words) < WORDS:
        count = int(generator.integers(2, 5))
        words["".join(SYLLABLES[i] for i in generator.integers(0, len(SYLLABLES), count))] = None
    return list(words)


def write_passages(path: Path, count: int) -> None:
    words, generator, block = np.array(vocabulary()), np.random.default_rng(SEED + 1), 10_000
    with path.open("w", encoding="utf-8") as file:
        for first in range(0, count, block):
            lengths = generator.integers(LENGTH - 20, LENGTH + 21, min(block, count - first))
            drawn = words[generator.choice(WORDS, int(lengths.sum()), p=SHARES)]
            for number, part in enumerate(np.split(drawn, np.cumsum(lengths)[:-1]), first):
                contents = f'"{part[0]} {part[1]}"\n{" ".join(part)}.'
                file.write(json.dumps({"id": str(number), "contents": contents}) + "\n")


@cache
def queries() -> list[str]:
    words, generator = np.array(vocabulary()), np.random.default_rng(SEED + 2)
    return [" ".join(words[generator.choice(WORDS, QUERY_WORDS, p=SHARES)]) for _ in range(QUERIES)]


class Projected:
    """An encoder without meaning: a text is the sum of its words' random vectors, rare words weighing more."""

    name, identity, dimensions = "projected", f"projected:{DIMENSIONS}:{SEED}", DIMENSIONS

    def __init__(self) -> None:
        self._numbers = {word: number for number, word in enumerate(vocabulary())}
        drawn = np.random.default_rng(SEED + 3).standard_normal((WORDS, DIMENSIONS), dtype=np.float32)
        self._vectors = drawn * np.log(1 / SHARES).astype(np.float32)[:, None]

    def encode(self, texts) -> np.ndarray:
        found = [
            [self._numbers[w] for w in text.replace('"', " ").strip(".").split() if w in self._numbers]
            for text in texts
        ]
        rows = np.stack([self._vectors[numbers].sum(axis=0) for numbers in found])
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    encode_queries = encode


class Watch:
    """The most memory that was a process's own, as far as files that are mapped do not count (Linux)."""

    def __init__(self) -> None:
        self.own_mb, self._done = 0.0, threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._done.wait(0.1):
            lines = Path("/proc/self/status").read_text().splitlines()
            (own,) = [int(line.split()[1]) for line in lines if line.startswith("RssAnon")]
            self.own_mb = max(self.own_mb, own / 1024)


def build(part: str, corpus: Path, folder: Path) -> dict:
    """Builds an index; seconds and memory."""
    start, busy = time.perf_counter(), time.process_time()
    with Watch() as watch:
        if part == "bm25":
            build_words(corpus, folder, lambda *_: None)
        else:
            build_meaning(corpus, folder, part, Projected(), lambda *_: None)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return {
        "build_s": round(time.perf_counter() - start, 1),
        "build_cpu_s": round(time.process_time() - busy, 1),
        "peak_own_mb": round(watch.own_mb),
        "peak_with_mapped_files_mb": round(peak_mib()),
        "index_mb": round(size / 2**20),
    }


def ask(part: str, folder: Path) -> dict:
    """Answers the queries one by one; milliseconds."""
    start = time.perf_counter()
    retriever = WordRetriever(folder) if part == "bm25" else MeaningRetriever(folder, Projected())
    opened, times, busy = time.perf_counter() - start, [], []
    with Watch() as watch:
        for query in [*queries()[:5], *queries()]:
            start, spent = time.perf_counter(), time.process_time()
            retriever.retrieve([query], TOP_K)
            times.append(1000 * (time.perf_counter() - start))
            busy.append(1000 * (time.process_time() - spent))
    p50, p95 = np.percentile(times[5:], [50, 95])  # the first five warm up
    told = {"open_s": round(opened, 1), "p50_ms": round(p50, 1), "p95_ms": round(p95, 1)}
    told |= {"cpu_p50_ms": round(float(np.median(busy[5:])), 1), "answer_peak_own_mb": round(watch.own_mb)}
    if part != "bm25":
        rows = retriever.about["passages"]
        told["said_to_build_mb"] = round(build_bytes(part, rows, DIMENSIONS) / 2**20)
        told["said_to_answer_mb"] = round(memory_bytes(part, rows, DIMENSIONS) / 2**20)
    return told


def serve(folder: Path, family: str) -> dict:
    """Many clients at once against ``skill1 retriever serve``: how many answers were lost or differ."""
    command = [sys.executable, "-m", "skill1", "retriever", "serve", str(folder), "--port", "0"]
    expected = [[hit.passage.id for hit in hits] for hits in WordRetriever(folder).retrieve(queries(), TOP_K)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=end_with_parent) as server:
        try:
            address = server.stdout.readline().split()[-1]
            start = time.perf_counter()
            with ThreadPoolExecutor(CLIENTS) as pool:
                answers = list(pool.map(lambda _: asked(address), range(CLIENTS)))
            seconds = time.perf_counter() - start
            told = {
                "clients": CLIENTS,
                "requests": CLIENTS * OF_EACH_CLIENT,
                "lost_or_different": sum(
                    a != b for answer in answers for a, b in zip(answer, expected, strict=False)
                ),
                "requests_per_s": round(CLIENTS * OF_EACH_CLIENT / seconds),
            }
            return told | (of_the_family(family, address, folder) if family else {})
        finally:
            server.terminate()


def asked(address: str) -> list[list[str]]:
    client = RetrieverClient(address)
    return [[hit.passage.id for hit in client.retrieve([query], TOP_K)[0]] for query in queries()[:OF_EACH_CLIENT]]


def of_the_family(python: str, address: str, folder: Path) -> dict:
    """What the client of skyrl-gym makes of the replies, beside what it would of the same passages."""
    sent = json.dumps({"address": address, "top_k": TOP_K, "queries": queries()})
    done = subprocess.run(
        [python, "-c", FAMILY], input=sent, capture_output=True, text=True, check=True, timeout=LIMIT_S
    )
    found = WordRetriever(folder).retrieve(queries(), TOP_K)
    expected = [
        json.dumps(
            {"result": "".join(f"Doc {n}: {hit.passage.contents.strip()}\n" for n, hit in enumerate(hits, 1))}
        )
        for hits in found
    ]
    different = sum(a != b for a, b in zip(json.loads(done.stdout), expected, strict=True))
    return {"skyrl_gym_requests": QUERIES, "skyrl_gym_different": different}


def measure(part: str, corpus: Path, folder: Path, family: str) -> dict:
    """Builds, asks and, for BM25, serves, each in a process of its own."""
    told: dict = {}
    for step in ("build", "ask", *(["serve"] if part == "bm25" else [])):
        command = [
            sys.executable,
            __file__,
            "--step",
            step,
            "--parts",
            part,
            "--corpus",
            corpus,
            "--index",
            folder,
        ]
        command += ["--skyrl-gym", family] if family else []
        words = list(map(str, command))
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True, preexec_fn=end_with_parent)
        told |= json.loads(done.stdout)
    return told


def step(arguments: argparse.Namespace) -> dict:
    """What a process of its own does."""
    if arguments.step == "build":
        return build(arguments.parts, arguments.corpus, arguments.index)
    if arguments.step == "ask":
        return ask(arguments.parts, arguments.index)
    return serve(arguments.index, arguments.skyrl_gym)


def add(output: Path, part: str, passages: int, told: dict) -> None:
    """Writes the result beside those of other parts and sizes."""
    known = json.loads(output.read_text()) if output.exists() else {"results": []}
    rows = [row for row in known["results"] if (row["part"], row["passages"]) != (part, passages)]
    # Each row says where it was made: other parts may have been measured elsewhere.
    packages = {name: version(name) for name in PACKAGES}
    place = {**made_by(), "packages": packages, "load_average": os.getloadavg()[0]}
    write(
        {**known, "seed": SEED, "results": [*rows, {"part": part, "passages": passages, **place, **told}]}, output
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--passages", type=int, default=1_000_000)
    parser.add_argument("--parts", default="bm25,flat,hnsw,ivfpq")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--skyrl-gym", metavar="PYTHON", default="")
    for name in ("--step", "--corpus", "--index"):
        parser.add_argument(name, type=str if name == "--step" else Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.step:
        print(json.dumps(step(arguments)))
        return
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.jsonl"
        write_passages(corpus, arguments.passages)
        for part in arguments.parts.split(","):
            told = measure(part, corpus, Path(folder) / part, arguments.skyrl_gym)
            print(json.dumps({"part": part, "passages": arguments.passages, **told}), flush=True)
            if arguments.output:
                add(arguments.output, part, arguments.passages, told)


if __name__ == "__main__":
    main()
