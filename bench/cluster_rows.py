"""What one episode costs the training process of a cluster run: segments to rows, rows to tensors; CPU time and bytes.

    python bench/cluster_rows.py

An ALFWorld-like episode with the mean lengths of ``skill1 plan``: 30 turns, prompts of 650 tokens, answers of 100.
Prints JSON; figures in docs/how-to/train-on-a-cluster.md.
"""

import json
import random
import time
import tracemalloc

from skill1.credit.credit import Credit
from skill1.credit.rows import to_samples
from skill1.schema import Segment
from skill1.train.verl.rows import training_row

EPISODES, VOCABULARY = 16, 150_000
LENGTHS = [("query", 0, 400, 30), ("rerank", 0, 1150, 20), ("distill", 0, 2900, 250)]
LENGTHS += [("act", turn, 650, 100) for turn in range(30)]


def segment(draws, stage, turn, prompt, answer):
    ids = tuple(draws.randrange(1000, VOCABULARY) for _ in range(prompt + answer))
    logprobs = tuple(-draws.random() for _ in range(answer))
    return Segment(stage, turn, ids[:prompt], ids[prompt:], logprobs, "stop", "", True, 0, 0)


def main():
    draws = random.Random(0)
    episodes = [[segment(draws, *lengths) for lengths in LENGTHS] for _ in range(EPISODES)]
    credits = [[Credit("e", 0, s, 0.5, weight=0.01, kl_weight=0.01) for s in segments] for segments in episodes]
    tracemalloc.start()
    rows = [row for segments, own in zip(episodes, credits, strict=True) for row in to_samples(segments, own)]
    row_bytes, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    start = time.process_time()
    for segments, own in zip(episodes, credits, strict=True):
        to_samples(segments, own)
    to_rows = time.process_time() - start
    start = time.process_time()
    tensors = [training_row(row) for row in rows]
    to_tensors = time.process_time() - start
    tensor_bytes = sum(column.numel() * column.element_size() for row in tensors for column in row.values())
    tokens = sum(len(row.ids) for row in rows)
    report = {
        "tokens_an_episode": tokens / EPISODES,
        "rows_ms": round(1000 * to_rows / EPISODES, 2),
        "tensors_ms": round(1000 * to_tensors / EPISODES, 2),
        "row_bytes_a_token": round(row_bytes / tokens, 1),
        "tensor_bytes_a_token": round(tensor_bytes / tokens, 1),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
