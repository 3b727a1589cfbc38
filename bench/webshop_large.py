"""The large part of ``webshop.py``: a generated catalogue of a million products, indexed once and searched.

Fresh processes read the catalogue and build the index, and then read it again and open the index from the cache. Each
reports its processor time and its peak memory, the catalogue and the mapped files of the index included. The second one
searches for the first words of people's instructions, for words of titles, and for the words that are in most products.
Results are compared with those of a scorer that skips nothing, and with Lucene's if pyserini is installed.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from made import in_own_process, memory_mb

from skill1.errors import DataError
from skill1_envs.kit.bm25 import file_hash
from skill1_envs.kit.ranking import scores, weight
from skill1_envs.webshop.env import NUM_HITS
from skill1_envs.webshop.generate import make_catalogue
from skill1_envs.webshop.search import Analyser, SearchIndex, open_index, open_lucene
from skill1_envs.webshop.simulator.catalogue import (
    INSTRUCTIONS,
    PRODUCTS,
    Catalogue,
    find_file,
    load_catalogue,
    read_json,
)
from skill1_envs.webshop.suite import PRICE_SEED

REALISTIC_QUERIES = 600
COMMON_QUERIES = 200
COMMON_TERMS = 40  # the most frequent ones
CHECKED = 100  # queries that are answered exhaustively too
LUCENE_QUERIES = 300
WORDS = (3, 12)  # of a realistic query, least and most
COMMON_WORDS = (1, 6)

Ranker = Callable[[Any], Sequence[int]]  # of a query, or of its terms


def timed(search: Ranker, queries: Iterable) -> tuple[list[float], list[list[int]]]:
    """Milliseconds of processor time and result of each query."""
    times, results = [], []
    for query in queries:
        before = time.process_time()
        found = search(query)
        times.append(1e3 * (time.process_time() - before))
        results.append(list(found))
    return times, results


def large_figures(data: Path | None, products: int, seed: int, scratch: Path) -> dict:
    """All figures; the catalogue is made if ``data`` is None."""
    if data is None:
        data = scratch / "catalogue"
        in_own_process(make, data, products, seed)
    cache = scratch / "cache"
    figures = {"catalogue": "given" if data.parent != scratch else f"make-catalogue --products {products}"}
    figures |= {f"build_{key}": value for key, value in in_own_process(opening_figures, data, cache).items()}
    figures["disk_mb"] = round(sum(path.stat().st_size for path in cache.rglob("*.npy")) / 1e6, 1)
    figures |= {f"open_{key}": value for key, value in in_own_process(opening_figures, data, cache).items()}
    queries = in_own_process(draw_queries, data, seed)
    figures |= in_own_process(query_figures, data, cache, queries, seed)
    return figures | {"lucene": in_own_process(lucene_figures, data, cache, queries[:LUCENE_QUERIES])}


def make(data: Path, products: int, seed: int) -> None:
    make_catalogue(data, products=products, seed=seed, instructions=1)


def opened(data: Path, cache: Path) -> tuple[Catalogue, SearchIndex]:
    catalogue = load_catalogue(data, price_seed=PRICE_SEED)
    return catalogue, open_ours(data, cache, catalogue)


def open_ours(data: Path, cache: Path, catalogue: Catalogue) -> SearchIndex:
    """As the suite opens it."""
    ids = [product.asin for product in catalogue.products]
    return open_index(file_hash(find_file(data, PRODUCTS)), catalogue.index_texts(), ids, cache)


def opening_figures(data: Path, cache: Path) -> dict:
    """Of the catalogue and of its index, which is built if the cache has none."""
    start = time.process_time()
    catalogue = load_catalogue(data, price_seed=PRICE_SEED)
    loaded, loaded_mb = time.process_time(), round(memory_mb(), 1)
    index = open_ours(data, cache, catalogue)
    return {
        "products": index.num_documents,
        "load_cpu_s": round(loaded - start, 1),
        "catalogue_mb": loaded_mb,
        "cpu_s": round(time.process_time() - loaded, 1),
        "peak_mb": round(memory_mb("VmHWM"), 1),
    }


def draw_queries(data: Path, seed: int) -> list[str]:
    """Stretches of instructions and of titles, by turns."""
    draw = random.Random(seed)
    texts = [text for listed in read_json(find_file(data, INSTRUCTIONS)).values() for text in listed]
    titles = [product.title for product in load_catalogue(data, price_seed=PRICE_SEED).products]
    queries = []
    for _ in range(REALISTIC_QUERIES // 2):
        queries += [stretch(draw.choice(texts)["instruction"], draw), stretch(draw.choice(titles).lower(), draw)]
    return queries


def stretch(text: str, draw: random.Random) -> str:
    words = text.split()
    length = draw.randint(*WORDS)
    start = draw.randrange(max(1, len(words) - length + 1))
    return " ".join(words[start : start + length])


def query_figures(data: Path, cache: Path, queries: Sequence[str], seed: int) -> dict:
    """Median, 95th percentile and maximum in ms, of queries that are asked for the first time."""
    _, index = opened(data, cache)
    terms = term_numbers(index)
    common = draw_common(index, terms, seed)
    figures: dict[str, Any] = {"postings": int(index.arrays.starts[-1]), "terms": len(terms)}
    found = {}
    for name, asked in (("realistic", queries), ("common", common)):
        times, results = timed(index.search, asked)
        found |= dict(zip(asked, results, strict=True))
        figures |= {
            f"{name}_queries": len(asked),
            f"{name}_median_ms": round(float(np.median(times)), 2),
            f"{name}_p95_ms": round(float(np.percentile(times, 95)), 2),
            f"{name}_max_ms": round(max(times), 2),
        }
    checked = [*queries[: CHECKED // 2], *common[: CHECKED // 2]]
    wrong = sum(found[query] != exhaustive(index, terms, query) for query in checked)
    return figures | {"checked_queries": len(checked), "differences_from_exhaustive": wrong}


def term_numbers(index: SearchIndex) -> dict[str, int]:
    """Every term with its number."""
    text, ends = index.arrays.terms.tobytes(), index.arrays.term_ends.tolist()
    return {text[start:end].decode("utf-8", "surrogatepass"): i for i, (start, end) in enumerate(pairwise(ends))}


def draw_common(index: SearchIndex, terms: Mapping[str, int], seed: int) -> list[str]:
    """Queries of words that are in most products; only those words that are terms as they stand."""
    draw = random.Random(seed)
    frequencies = np.diff(index.arrays.starts.astype(np.int64))
    analyser = Analyser()
    by_frequency = sorted(terms, key=lambda term: -frequencies[terms[term]])
    frequent = list(islice((term for term in by_frequency if analyser.terms(term) == [term]), COMMON_TERMS))
    return [" ".join(draw.sample(frequent, draw.randint(*COMMON_WORDS))) for _ in range(COMMON_QUERIES)]


def exhaustive(index: SearchIndex, terms: Mapping[str, int], query: str) -> list[int]:
    """The ranking by the sums over all postings, sorted as a whole."""
    arrays = index.arrays
    sums = np.zeros(index.num_documents)
    for term, times in Counter(Analyser().terms(query)).items():
        if term in terms:
            start, end = map(int, arrays.starts[terms[term] : terms[term] + 2])
            term_weight = weight(times, end - start, int(arrays.num_indexed[0]))
            sums[arrays.documents[start:end]] += scores(term_weight, arrays.saturations[start:end])
    order = np.argsort(-sums.astype(np.float32), kind="stable")[:NUM_HITS]
    return arrays.positions[order[sums[order] > 0]].tolist()


def lucene_figures(data: Path, cache: Path, queries: Sequence[str]) -> dict | str:
    """Lucene's time for the same queries, and how many results are not ours."""
    catalogue, ours = opened(data, cache)
    ids = [product.asin for product in catalogue.products]
    try:
        lucene = open_lucene(file_hash(find_file(data, PRODUCTS)), catalogue.index_texts(), ids, cache)
    except DataError as error:
        return f"not measured: {error}"
    timed(lucene.search, queries[:100])  # Java compiles what is used often
    times, results = timed(lucene.search, queries)
    _, expected = timed(ours.search, queries)
    return {
        "queries": len(queries),
        "median_ms": round(float(np.median(times)), 2),
        "differences_from_ours": sum(map(list.__ne__, results, expected)),
    }
