"""Large libraries: searching, adding, opening, and the command line as cold processes.

    python bench/library.py --output bench/results/library.json

Skills are distinct sentences such as a household agent would write, embedded with `hashing`. Each part runs in a
process of its own, so that its peak memory is its own. Milliseconds are medians, of the clock on the wall and of the
processor; on a machine with other work the latter tell more. The peer answers the same queries on the same vectors:
FAISS's exact index, 1,024 numbers a row, in pieces that fit into memory. Recall counts a skill as found if its cosine
is at least that of the peer's k-th.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from made import in_own_process, made_by, peak_mib, write

from skill1 import Library
from skill1.config import LibraryConfig
from skill1.library.encoder import HashingEncoder
from skill1.library.index import VectorIndex
from skill1.schema import Episode, EpisodeKey, Skill, SkillDraft, Task

SKILL_SEED, QUERY_SEED, DRAFT_SEED = 0, 1, 2
QUERIES, PEER_QUERIES, K = 1000, 20, 5
BATCH, PIECE = 4096, 100_000
ADDED, COMMITS = 100, 15
SIZES = (10_000, 100_000)  # an addition should cost the same at both
COLD_STARTS = 5
COLD_COMMANDS = {
    "list": ["list", "{library}"],
    "list_json": ["list", "{library}", "--json"],
    "show": ["show", "{library}", "{skill}"],
    "stats": ["stats", "{library}"],
    "why": ["why", "{library}", "{skill}"],
    "search": ["search", "{library}", "heat an egg and put it on the table"],
}
# A sentence is one choice out of each list: some of its words are in most sentences and most are in few.
OPENINGS = (
    "When the task is to", "When you have to", "If asked to", "To", "In tasks that want you to",
    "Use this when the goal is to", "When the instruction says to", "For tasks where you must",
)  # fmt: skip
TREATMENTS = (
    "find", "heat", "cool", "clean", "rinse", "examine", "slice", "fill", "empty", "carry", "dry", "warm up", "wash",
    "stack", "sort", "look at", "pick up", "replace", "open", "put away",
)  # fmt: skip
MANNERS = ("a", "the", "some", "two of the", "one more", "every", "any", "the last", "a second", "another")
QUALITIES = (
    "clean", "dirty", "hot", "cold", "wet", "small", "large", "red", "blue", "green", "white", "black", "wooden",
    "metal", "glass", "plastic", "broken", "empty", "full", "sliced", "cooked", "raw", "old", "new", "folded", "round",
    "heavy", "light", "sharp", "spare",
)  # fmt: skip
THINGS = (
    "mug", "cup", "plate", "bowl", "egg", "apple", "tomato", "potato", "bread", "lettuce", "knife", "fork", "spoon",
    "spatula", "ladle", "pan", "pot", "kettle", "cloth", "towel", "soap bar", "soap bottle", "sponge", "toilet roll",
    "candle", "vase", "book", "newspaper", "pen", "pencil", "laptop", "remote control", "credit card", "key chain",
    "watch", "cell phone", "alarm clock", "pillow", "box", "statue", "salt shaker", "pepper shaker", "wine bottle",
    "spray bottle", "watering can", "tissue box", "baseball bat", "basketball", "boots", "lamp", "picture", "plunger",
)  # fmt: skip
PLACES = (
    "countertop", "dining table", "coffee table", "side table", "desk", "shelf", "drawer", "cabinet", "cupboard",
    "fridge", "microwave", "oven", "stove", "toaster", "sink", "bathtub", "bathroom counter", "toilet", "towel holder",
    "hand towel holder", "garbage can", "laundry hamper", "safe", "dresser", "bed", "sofa", "armchair", "ottoman",
    "tv stand", "cart", "coffee machine", "window sill", "floor lamp", "wardrobe", "bookcase", "basket",
)  # fmt: skip
WHERE = ("in", "on", "next to", "under", "inside", "behind", "near", "back on", "back in", "from")
REMARKS = (
    "check", "first go to", "open", "look behind", "remember", "do not forget", "search", "close", "stay away from",
    "come back to", "begin with", "leave", "use", "walk past", "count what is on",
)  # fmt: skip
ORDINALS = tuple(f"{number}" for number in range(1, 31))
REASONS = (
    "because it is often there", "before anything else", "since nothing else holds one",
    "as soon as the hands are free", "and only then go on", "unless it was seen before", "even if it looks empty",
    "when it is closed", "while carrying nothing", "after the first search failed", "and keep the order",
    "so that no step is lost",
)  # fmt: skip


def sentence(draw: random.Random) -> str:
    """One description of about 10 to 25 words."""
    pick = draw.choice
    text = f"{pick(OPENINGS)} {pick(TREATMENTS)} {pick(MANNERS)} {pick(QUALITIES)} {pick(THINGS)}"
    text += f" {pick(WHERE)} the {pick(PLACES)}"
    if draw.random() < 0.8:
        text += f", {pick(REMARKS)} {pick(PLACES)} {pick(ORDINALS)}"
    if draw.random() < 0.4:
        text += f" {pick(REASONS)}"
    return text


def distinct_sentences(seed: int, avoid: frozenset[str] | set[str] = frozenset()) -> Iterator[str]:
    """Sentences without end, none twice and none of ``avoid``."""
    draw, seen = random.Random(seed), set(avoid)
    while True:
        text = sentence(draw)
        if text not in seen:
            seen.add(text)
            yield text


class Remembering(HashingEncoder):
    """Gives rows of texts it was asked for before at no cost, so that figures leave encoding out."""

    def __init__(self) -> None:
        self._known: dict[str, np.ndarray] = {}

    def learn(self, texts: Iterable[str]) -> None:
        self._known.update((text, HashingEncoder.encode(self, [text])[0]) for text in texts)

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        if texts and all(text in self._known for text in texts):
            return np.stack([self._known[text] for text in texts])
        return super().encode(texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--sections", nargs="+", choices=SECTIONS, default=list(SECTIONS))
    parser.add_argument("--million", type=int, default=1_000_000, help="rows of the section million")
    given = parser.parse_args()
    stored = json.loads(given.output.read_text()) if given.output and given.output.exists() else {}
    for name in given.sections:
        # Each section says where it was made: others may have been measured elsewhere.
        stored[name] = described() | SECTIONS[name](given.million)
        print(name, json.dumps(stored[name], indent=1), flush=True)
        write(stored, given.output)


def described() -> dict:
    """What the figures were measured on and with."""
    return {
        **made_by(),
        "load_average": [round(load, 1) for load in os.getloadavg()],
        "threads": os.environ.get("OMP_NUM_THREADS"),
        "seeds": {"skills": SKILL_SEED, "queries": QUERY_SEED, "drafts": DRAFT_SEED},
    }


def times(function: Callable, inputs: Iterable) -> tuple[dict, list]:
    """Median and 95th percentile in milliseconds over the inputs, and what the function gave for each."""
    wall, cpu, answers = [], [], []
    for one in inputs:
        start, start_cpu = time.perf_counter(), time.process_time()
        answers.append(function(one))
        cpu.append(1e3 * (time.process_time() - start_cpu))
        wall.append(1e3 * (time.perf_counter() - start))
    names = {"ms": (wall, 0.5), "p95_ms": (wall, 0.95), "cpu_ms": (cpu, 0.5), "p95_cpu_ms": (cpu, 0.95)}
    return {name: round(float(np.quantile(values, q)), 3) for name, (values, q) in names.items()}, answers


def once(function: Callable, *arguments) -> tuple[dict, object]:
    """Seconds of one call, and its result."""
    start, start_cpu = time.perf_counter(), time.process_time()
    result = function(*arguments)
    cpu, wall = time.process_time() - start_cpu, time.perf_counter() - start
    return {"s": round(wall, 2), "cpu_s": round(cpu, 2)}, result


def unseen_queries(known_size: int) -> list[str]:
    """Half whole sentences that no skill has, half ten words out of the middle of one."""
    known = set(islice(distinct_sentences(SKILL_SEED), known_size))
    whole = islice(distinct_sentences(QUERY_SEED, avoid=known), QUERIES)
    return [text if i % 2 else " ".join(text.split()[3:13]) for i, text in enumerate(whole)]


def batches(count: int, size: int = BATCH) -> Iterator[tuple[int, list[str]]]:
    """(first number, texts) of consecutive skills."""
    texts = distinct_sentences(SKILL_SEED)
    for start in range(0, count, size):
        yield start, list(islice(texts, min(size, count - start)))


def hundred_thousand(_: int) -> dict:
    """A library file of 100,000 skills: opened, searched, added to; beside one of 10,000."""
    with tempfile.TemporaryDirectory() as folder:
        files = {size: in_own_process(made_library, Path(folder) / f"{size}.sqlite", size) for size in SIZES}
        figures = {
            f"add_{ADDED}_to_{size}": in_own_process(added_figures, file, size) for size, file in files.items()
        }
        return figures | compared(SIZES[-1], *in_own_process(opened_figures, files[SIZES[-1]], SIZES[-1]))


def made_library(file: Path, size: int) -> Path:
    texts = islice(distinct_sentences(SKILL_SEED), size)
    skills = (
        Skill(f"sk_{i:010x}", text, f"{i}: {text}", utility=0.5, created_step=0, source_episode="bench")
        for i, text in enumerate(texts)
    )
    with Library.open(file, settings(size), create=True) as library:
        library.add_skills(skills, step=0)
    return file


def settings(size: int) -> LibraryConfig:
    return LibraryConfig(encoder="hashing", capacity=2 * size)


def opened_figures(file: Path, size: int) -> tuple[dict, list[list[float]]]:
    """Figures, and the cosines found for each query."""
    opened, library = once(Library.open, file, settings(size))
    with library:
        prepared, _ = once(library.prepare)
        memory = peak_mib()
        queries = unseen_queries(size)
        searched, answers = times(lambda query: library.search(query, K), queries)
        retrieved, _ = times(lambda query: library.retrieve(query, training=True), queries)
        report = library.index_report()
    found = [[candidate.similarity for candidate in answer] for answer in answers]
    return {
        "skills": size,
        "open": opened,
        "encode_and_index": prepared,
        "peak_mib": memory,
        "index": {"kind": report.kind, "exact": report.is_exact, "mib": round(report.bytes / 2**20, 1)},
        "search_top5": searched,
        "retrieve_top5": retrieved,
    }, found


def added_figures(file: Path, size: int) -> dict:
    """Commits of 100 admissions each."""
    encoder, texts = Remembering(), distinct_sentences(DRAFT_SEED)
    with Library.open(file, settings(size), encoder=encoder) as library:
        library.prepare()
        steps = [[(f"{text}, again", f"new: {text}") for text in islice(texts, ADDED)] for _ in range(COMMITS)]
        encoder.learn(description for step in steps for description, _ in step)
        figures, reports = times(
            lambda number: library.commit(admitted(steps[number - 1], number), step=number, policy_version=0),
            range(1, COMMITS + 1),
        )
    assert all(report.added == ADDED for report in reports)
    return figures


def admitted(texts: Sequence[tuple[str, str]], step: int) -> list[Episode]:
    return [
        Episode(
            EpisodeKey(0, step, i, 0),
            Task(f"t{i}", "bench", "train", i, text, "bench"),
            outcome=1.0,
            success=True,
            draft=SkillDraft(text, strategy),
        )
        for i, (text, strategy) in enumerate(texts)
    ]


def million(size: int) -> dict:
    """The index alone, with a million rows."""
    return compared(size, *in_own_process(million_figures, size))


def million_figures(size: int) -> tuple[dict, list[list[float]]]:
    """Figures, and the cosines found for each query."""
    queries = unseen_queries(size)
    before = peak_mib()
    encoder = HashingEncoder()
    index = VectorIndex(encoder.dimensions, is_sparse=True, expected_rows=size)
    seconds = np.zeros(4)
    for start, texts in batches(size):
        encoded, rows = once(encoder.encode, texts)
        added, _ = once(index.add, [f"sk_{start + i:010x}" for i in range(len(texts))], rows)
        seconds += [encoded["s"], encoded["cpu_s"], added["s"], added["cpu_s"]]
    rows = encoder.encode(queries)
    searched, answers = times(lambda row: index.nearest(row, K), rows)
    above, _ = times(lambda row: index.above(row, encoder.threshold, K), rows[: QUERIES // 10])
    report = index.report()
    names = ("encode_s", "encode_cpu_s", "build_s", "build_cpu_s")
    return {
        "rows": size,
        "queries": QUERIES,
        **dict(zip(names, seconds.round(1).tolist(), strict=True)),
        "peak_mib": peak_mib(),
        "peak_before_build_mib": before,
        "index": {"kind": report.kind, "exact": report.is_exact, "mib": round(report.bytes / 2**20, 1)},
        "search_top5": searched,
        "all_above_threshold": above,
    }, [cosines.tolist() for _, cosines in answers]


def compared(size: int, figures: dict, found: list[list[float]]) -> dict:
    """Beside the figures: recall of the cosines found, and how much longer FAISS's exact index takes for one query."""
    best, peer = in_own_process(peer_search, size)
    assert all(len(mine) == K for mine in found)
    recall = np.mean([np.mean(np.array(mine) >= true[-1] - 1e-6) for mine, true in zip(found, best, strict=True)])
    own = figures["search_top5"]
    ratios = {f"peer_over_own_{name}": round(peer[name] / own[name], 1) for name in ("ms", "cpu_ms")}
    return figures | {"recall_at_5": round(float(recall), 4), "peer_faiss_flat": peer, **ratios}


def peer_search(size: int) -> tuple[np.ndarray, dict]:
    """The K best cosines of each query, best first, and the time of one query over all pieces."""
    import faiss

    encoder = HashingEncoder()
    rows = encoder.encode(unseen_queries(size))
    best, total = np.full((QUERIES, K), -2.0, dtype=np.float32), np.zeros((2, PEER_QUERIES))
    for _, texts in batches(size, PIECE):
        index = faiss.IndexFlatIP(encoder.dimensions)
        for start in range(0, len(texts), BATCH):
            index.add(encoder.encode(texts[start : start + BATCH]))
        best = -np.sort(-np.concatenate([best, index.search(rows, K)[0]], axis=1), axis=1)[:, :K]
        for number in range(PEER_QUERIES):
            start, start_cpu = time.perf_counter(), time.process_time()
            index.search(rows[number : number + 1], K)
            total[:, number] += time.perf_counter() - start, time.process_time() - start_cpu
    wall, cpu = np.median(total, axis=1) * 1e3
    return best, {"queries_timed": PEER_QUERIES, "ms": round(wall, 2), "cpu_ms": round(cpu, 2)}


def cold_processes(_: int) -> dict:
    """Wall seconds of `skill1 library ...` as a new process, over 100,000 skills; medians."""
    with tempfile.TemporaryDirectory() as folder:
        library = in_own_process(made_library, Path(folder) / "library.sqlite", SIZES[-1])
        names = {"library": str(library), "skill": f"sk_{77:010x}"}
        figures = {
            "skills": SIZES[-1],
            "starts": COLD_STARTS,
            "python_alone": cold_start([sys.executable, "-c", "0"]),
        }
        for name, words in COLD_COMMANDS.items():
            command = [sys.executable, "-m", "skill1", "library", *(word.format(**names) for word in words)]
            figures[name] = cold_start(command)
        return figures


def cold_start(command: list[str]) -> dict:
    wall, cpu = [], []
    for _ in range(COLD_STARTS):
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        wall.append(time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return {"s": round(float(np.median(wall)), 2), "cpu_s": round(float(np.median(cpu)), 2)}


SECTIONS = {"hundred_thousand": hundred_thousand, "million": million, "cli": cold_processes}

if __name__ == "__main__":
    main()
