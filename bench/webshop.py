"""WebShop's shop in figures: steps, memory, search on 1,000 products, search beside other engines, a million products.

Times are processor time of one process; figures are medians over ``--repeats`` runs. The parts:

* steps: the actions of the 300 recorded ``text`` episodes, each answered with observation and available actions; cold
  with nothing kept of earlier queries, warm as the second pass over the same shop. Resets are in the time, not in the
  count. Every answer is compared with the recording once, outside the time.
* memory: a fresh process that opens the suite on the recorded catalogue and plays 256 episodes at once, half way.
* search: the 1,000 recorded queries on the recorded 1,000 products, whose rankings must come out as recorded.
* peers: the same queries in rank_bm25, bm25s (both are handed ready terms) and Lucene through pyserini, each if it is
  installed.
* large (``--large``): a generated catalogue of a million products, see ``webshop_large.py``.

    python bench/webshop.py --large --output bench/results/webshop.json
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import lzma
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from made import in_own_process, made_by, memory_mb, publish
from webshop_large import Ranker, large_figures, timed

from skill1.config import EnvConfig
from skill1.errors import DataError
from skill1.schema import Task
from skill1_envs.webshop import WebshopEnv, WebshopSuite
from skill1_envs.webshop.env import NUM_HITS, Shop
from skill1_envs.webshop.search import Analyser, SearchIndex, open_lucene
from skill1_envs.webshop.simulator.catalogue import Catalogue, load_catalogue
from skill1_envs.webshop.simulator.goals import Goal, human_goals, synthetic_goals
from skill1_envs.webshop.suite import PRICE_SEED

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "golden" / "webshop"
PARTS = ("steps", "memory", "search", "peers")
# (part, key) → bound; rates must reach it, all others stay below
AT_LEAST = {("steps", "cold_per_s"): 7_000, ("steps", "warm_per_s"): 20_000}
AT_MOST = {
    ("memory", "whole_mb"): 150,
    ("search", "ms_per_query"): 0.5,
    ("large", "build_cpu_s"): 900,
    ("large", "build_peak_mb"): 4096,
    ("large", "realistic_median_ms"): 20,
}
DIFFERENCES = (("steps", "differences"), ("search", "differences"), ("large", "differences_from_exhaustive"))
CONCURRENT = 256
K1, B = 0.9, 0.4
PACKAGES = ("numpy", "regex", "nltk", "textblob", "rank_bm25", "bm25s", "pyserini")


def main() -> int:
    """Measure, write, print; exit code 1 if a figure falls short."""
    arguments = parse()
    result: dict[str, Any] = {
        **made_by(),
        "seed": arguments.seed,
        "repeats": arguments.repeats,
        "packages": {name: version(name) for name in PACKAGES},
    }
    with tempfile.TemporaryDirectory() as scratch:
        folder = unpack(Path(scratch) / "recorded")
        measures: Mapping[str, Callable[[], dict]] = {
            "steps": lambda: step_figures(folder, arguments.repeats),
            "memory": lambda: in_own_process(memory_figures, folder, arguments.seed),
            "search": lambda: search_figures(folder, arguments.repeats),
            "peers": lambda: peer_figures(folder, Path(scratch) / "peers"),
        }
        result |= {part: measures[part]() for part in arguments.parts}
        if arguments.large:
            given = (arguments.data, arguments.products, arguments.seed)
            result["large"] = large_figures(*given, Path(scratch) / "large")
    result["short_of"] = short = shortfalls(result)
    publish(result, arguments.output)
    return bool(short)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=list(PARTS))
    parser.add_argument("--large", action="store_true", help="a million products too; takes a quarter of an hour")
    parser.add_argument("--products", type=int, default=1_000_000, help="of the large catalogue")
    parser.add_argument("--data", type=Path, help="folder of a large catalogue; default: one made for this")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", type=Path)
    return parser.parse_args()


def version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def shortfalls(result: Mapping[str, Any]) -> list[str]:
    """What is less than asked for, among the parts that were measured."""

    def figure(part: str, key: str) -> float | None:
        return result.get(part, {}).get(key)

    short = [
        f"{part} {key}: {got}, expected at least {least}"
        for (part, key), least in AT_LEAST.items()
        if (got := figure(part, key)) is not None and got < least
    ]
    short += [
        f"{part} {key}: {got}, expected less than {most}"
        for (part, key), most in AT_MOST.items()
        if (got := figure(part, key)) is not None and got >= most
    ]
    return short + [f"{part} {key}: {got}" for part, key in DIFFERENCES if (got := figure(part, key))]


def recorded(name: str) -> list[Any]:
    text = lzma.decompress((GOLDEN / f"{name}.jsonl.xz").read_bytes()).decode()
    return list(map(json.loads, text.splitlines()))


def unpack(folder: Path) -> Path:
    """The recorded catalogue as WebShop's files."""
    folder.mkdir()
    for path in GOLDEN.glob("items_*.json.xz"):
        (folder / path.stem).write_bytes(lzma.decompress(path.read_bytes()))
    return folder


def load(folder: Path) -> tuple[Catalogue, list[str]]:
    catalogue = load_catalogue(folder, price_seed=PRICE_SEED)
    return catalogue, [product.asin for product in catalogue.products]


class Replay:
    """The recorded episodes, ready to be played in a new shop."""

    def __init__(self, folder: Path) -> None:
        self.catalogue, ids = load(folder)
        self._arrays = SearchIndex.build(self.catalogue.index_texts(), ids).arrays
        self._nouns = json.loads(lzma.decompress((GOLDEN / "title_nouns.json.xz").read_bytes())).__getitem__
        goals = {"human": human_goals(self.catalogue, folder), "synthetic": synthetic_goals(self.catalogue)}
        self.episodes = recorded("transcripts_text")
        self._goals = [goals[episode["goals"]][episode["goal_index"]] for episode in self.episodes]
        self.actions = [[step["action"] for step in episode["steps"]] for episode in self.episodes]

    def open_envs(self) -> list[WebshopEnv]:
        """One environment an episode, all in a shop in which nobody has searched."""
        shop = Shop(self.catalogue, SearchIndex(self._arrays), self._nouns)
        return [
            make_env(shop, goal, len(actions)) for goal, actions in zip(self._goals, self.actions, strict=True)
        ]

    def play(self, envs: Sequence[WebshopEnv]) -> float:
        """Seconds of processor time for all episodes."""
        before = time.process_time()
        for env, actions in zip(envs, self.actions, strict=True):
            env.reset(task_index=0)
            for action in actions:
                env.step(action)
        return time.process_time() - before

    def differences(self) -> int:
        """Answers that are not as recorded."""
        return sum(map(differing, self.open_envs(), self.episodes))


def make_env(shop: Shop, goal: Goal, max_steps: int) -> WebshopEnv:
    task = Task(f"webshop/test/{goal.index}", "webshop", "test", 0, goal.instruction_text, goal.category)
    return WebshopEnv(shop, [task], [goal], max_steps)


def differing(env: WebshopEnv, episode: Mapping[str, Any]) -> int:
    env.reset(task_index=0)
    wrong = 0
    for step in episode["steps"]:
        observation, reward, terminated, _, _ = env.step(step["action"])
        listed = [action for action in observation.admissible if not action.startswith("search[")]
        clicks = [f"click[{name}]" for name in step["available_actions"]["clickables"]]
        got = (observation.text, reward, terminated, listed)
        wrong += got != (step["observation"], step["reward"], step["done"], clicks)
    return wrong


def step_figures(folder: Path, repeats: int) -> dict:
    replay = Replay(folder)
    num_steps = sum(map(len, replay.actions))
    cold, warm = [], []
    for _ in range(repeats):
        envs = replay.open_envs()
        cold.append(replay.play(envs))
        warm.append(replay.play(envs))
    kinds = Counter(action.partition("[")[0] for actions in replay.actions for action in actions)
    return {
        "episodes": len(replay.episodes),
        "steps": num_steps,
        "searches": kinds["search"],
        "cold_per_s": round(num_steps / statistics.median(cold)),
        "warm_per_s": round(num_steps / statistics.median(warm)),
        "differences": replay.differences(),
    }


def memory_figures(folder: Path, seed: int) -> dict:
    """``whole_mb`` is all of the process, Python and libraries included; the others are what it grew by."""
    before = memory_mb()
    suite = WebshopSuite(EnvConfig(name="webshop", data=str(folder), max_steps=15))
    env = suite.make("train")
    env.reset(task_index=0)
    opened = memory_mb()
    draw = random.Random(seed)
    envs = [suite.make("train") for _ in range(CONCURRENT)]
    for index, env in enumerate(envs):
        play_randomly(env, index, draw)
    whole, peak = memory_mb(), memory_mb("VmHWM")
    return {
        "environments": CONCURRENT,
        "before_mb": round(before, 1),
        "shop_mb": round(opened - before, 1),
        "environments_mb": round(whole - opened, 1),
        "whole_mb": round(whole, 1),
        "peak_mb": round(peak, 1),
        "tagger": suite.split_source("train")[0].partition("nouns by ")[2].partition(";")[0],
    }


def play_randomly(env: WebshopEnv, index: int, draw: random.Random) -> None:
    """Seven actions, the first a search for the goal; whoever has bought starts over."""
    observation = env.reset(task_index=index)
    assert env.task
    observation = env.step(f"search[{env.task.instruction}]")[0]
    for _ in range(6):
        observation, _, is_over, _, _ = env.step(draw.choice(observation.admissible))
        if is_over:
            observation = env.reset(task_index=index)


def search_figures(folder: Path, repeats: int) -> dict:
    catalogue, ids = load(folder)
    arrays = SearchIndex.build(catalogue.index_texts(), ids).arrays
    cases = recorded("search_top50")
    times, wrong = [], 0
    for _ in range(repeats):
        index = SearchIndex(arrays)
        ms, results = timed(index.search, [case["query"] for case in cases])
        times.append(statistics.mean(ms))
        wrong = sum([ids[at] for at in hits] != case["asins"] for hits, case in zip(results, cases, strict=True))
    return {
        "products": len(ids),
        "queries": len(cases),
        "ms_per_query": round(statistics.median(times), 3),
        "differences": wrong,
    }


def peer_figures(folder: Path, cache: Path) -> dict:
    """Mean ms a query of each engine, how many times ours, and the share of queries with the same first 50 in order.

    Our time and Lucene's include the analysis of the query; ``analysis_ms`` is what it takes us.
    """
    catalogue, ids = load(folder)
    texts = catalogue.index_texts()
    queries = [case["query"] for case in recorded("search_top50") if Analyser().terms(case["query"])]
    ours, expected = timed(SearchIndex.build(texts, ids).search, queries)
    figures: dict[str, Any] = {"queries": len(queries), "ours_ms": round(statistics.mean(ours), 3)}
    analysis, terms = timed(Analyser().terms, queries)
    figures["analysis_ms"] = round(statistics.mean(analysis), 3)
    peers: Mapping[str, tuple[Callable[[], Ranker], Sequence]] = {
        "rank_bm25": (lambda: open_rank_bm25(texts), terms),
        "bm25s": (lambda: open_bm25s(texts), terms),
        "lucene": (lambda: open_lucene("recorded", texts, ids, cache).search, queries),
    }
    for name, (open_peer, asked) in peers.items():
        figures[name] = peer_figure(open_peer, asked, statistics.mean(ours), expected)
    return figures


def peer_figure(
    open_peer: Callable[[], Ranker], asked: Sequence, ours_ms: float, expected: list[list[int]]
) -> dict | str:
    try:
        search = open_peer()
    except (ImportError, DataError) as error:
        return f"not measured: {error}"
    timed(search, asked[:100])  # Java compiles what is used often
    times, results = timed(search, asked)
    same = sum(map(list.__eq__, results, expected)) / len(asked)
    return {
        "ms": round(statistics.mean(times), 3),
        "ratio": round(statistics.mean(times) / ours_ms, 1),
        "same_top_50": round(same, 3),
    }


def open_rank_bm25(texts: Sequence[str]) -> Ranker:
    analyser = Analyser()
    engine = import_module("rank_bm25").BM25Okapi([analyser.terms(text) for text in texts], k1=K1, b=B)

    def search(terms: Sequence[str]) -> list[int]:
        found = engine.get_scores(terms)
        order = np.argsort(-found, kind="stable")[:NUM_HITS]
        return order[found[order] > 0].tolist()

    return search


def open_bm25s(texts: Sequence[str]) -> Ranker:
    analyser, package = Analyser(), import_module("bm25s")
    engine = package.BM25(method="lucene", k1=K1, b=B)
    engine.index([analyser.terms(text) for text in texts], show_progress=False)

    def search(terms: Sequence[str]) -> list[int]:
        places, found = engine.retrieve([terms], k=NUM_HITS, show_progress=False)
        return places[0][found[0] > 0].tolist()

    return search


if __name__ == "__main__":
    sys.exit(main())
