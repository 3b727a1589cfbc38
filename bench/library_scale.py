"""How retrieval, commits and backups of a library grow with its size; figures in docs/how-to/train-on-a-cluster.md.

    python bench/library_scale.py 1000 5000

Vectors are made from the text's hash (384 numbers, like all-MiniLM-L6-v2, in 100 clusters, so that a query finds 1% of
the skills above the threshold): the encoder's own time is not in them. Times are CPU seconds, so that other work on the
machine does not count; waiting for the disk is not in them either. Prints JSON.
"""

import json
import os
import sys
import tempfile
import time
import zlib
from pathlib import Path

import numpy as np
from made import peak_mib

from skill1 import Library
from skill1.config import LibraryConfig
from skill1.library.formats import import_into
from skill1.schema import Episode, EpisodeKey, SkillDraft, Task

DIMENSIONS, CLUSTERS, QUERIES, EPISODES = 384, 100, 64, 256
NOISE = 0.03  # cosines within a cluster are near 0.75, between clusters near 0
CENTRES = np.random.default_rng(0).standard_normal((CLUSTERS, DIMENSIONS)).astype(np.float32)
CENTRES /= np.linalg.norm(CENTRES, axis=1, keepdims=True)


class HashedClusters:
    """An encoder without meaning: a text's hash picks its cluster and its place there."""

    name, threshold, cheap, dimensions, identity = "clusters", 0.4, False, DIMENSIONS, "clusters:384:v1"

    def encode(self, texts):
        rows = np.zeros((len(texts), DIMENSIONS), np.float32)
        for row, text in zip(rows, texts, strict=True):
            number = zlib.crc32(text.encode())
            noise = np.random.default_rng(number).standard_normal(DIMENSIONS, dtype=np.float32)
            row[:] = CENTRES[number % CLUSTERS] + NOISE * noise
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)

    encode_queries = encode


def seconds(function, *arguments, **settings):
    start = time.process_time()
    result = function(*arguments, **settings)
    return time.process_time() - start, result


def episode(number, candidates):
    task = Task(f"t{number}", "bench", "train", number, f"task {number}", "bench")
    key = EpisodeKey(0, 1, number // 16, number % 16)
    draft = SkillDraft(f"new situation {number}", f"new strategy {number}")
    return Episode(
        key, task, candidates=candidates, used=candidates[0].skill, outcome=1.0, success=True, draft=draft
    )


def measure(size, folder):
    skills = folder / "skills.jsonl"
    with skills.open("w", encoding="utf-8") as stream:
        for i in range(size):
            row = {"description": f"situation {i}", "strategy": f"strategy {i} " * 20, "utility": 0.5}
            stream.write(json.dumps(row) + "\n")
    config = LibraryConfig(capacity=10 * size)
    with Library.open(folder / "library.sqlite", config, create=True, encoder=HashedClusters()) as library:
        imported, _ = seconds(import_into, library, skills, "jsonl")
    opened, library = seconds(Library.open, folder / "library.sqlite", config, encoder=HashedClusters())
    with library:
        prepared, _ = seconds(lambda: (library.prepare(), library.retrieve("first", training=True)))
        queries = [f"query {i}" for i in range(QUERIES)]
        library.encoder.encode(queries)
        times = [seconds(library.retrieve, query, training=True)[0] for query in queries]
        asked = [library.retrieve(query, training=True) for query in queries]
        episodes = [episode(i, asked[i % QUERIES]) for i in range(EPISODES)]
        committed, _ = seconds(library.commit, episodes, step=1, policy_version=1)
        backed_up, _ = seconds(library.backup, folder / "copy.sqlite")
    return {
        "skills": size,
        "import_s": round(imported, 2),
        "open_s": round(opened + prepared, 2),
        "retrieve_ms": round(1000 * float(np.median(times)), 3),
        f"commit_{EPISODES}_s": round(committed, 3),
        "backup_s": round(backed_up, 2),
        "file_mib": round((folder / "copy.sqlite").stat().st_size / 2**20, 1),
        "peak_mib": round(peak_mib(), 0),
    }


def main():
    for size in [int(word) for word in sys.argv[1:]] or [1_000, 5_000, 20_000, 100_000]:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(measure(size, Path(folder)) | {"cores": os.cpu_count()}), flush=True)


if __name__ == "__main__":
    main()
