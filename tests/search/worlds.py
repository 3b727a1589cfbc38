"""A small corpus and questions about it."""

import json
from pathlib import Path

from skill1.config import EnvConfig
from skill1_envs.search import SearchSuite

PASSAGES = [
    '"Rome"\nRome is the capital of Italy.',
    '"Paris"\nParis is the capital of France.',
    '"Ottawa"\nOttawa is the capital of Canada.',
    '"Lyre"\nA lyre is a stringed instrument.',
]
QUESTIONS = [
    ("What is the capital of Italy?", ["Rome", "Roma"], "nq"),
    ("What is the capital of France?", ["Paris"], "hotpotqa"),
    ("Which instrument is a lyre?", ["a stringed instrument", "strings"], "nq"),
]


def rows(questions=QUESTIONS):
    return [
        {"id": f"q{number}", "question": text, "ground_truth": {"target": targets}, "data_source": source}
        for number, (text, targets, source) in enumerate(questions)
    ]


def write_lines(path: Path, lines) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def make_world(folder: Path, passages=PASSAGES, **splits) -> Path:
    documents = [{"id": str(number), "contents": contents} for number, contents in enumerate(passages)]
    write_lines(folder / "corpus.jsonl", documents)
    for split, questions in (splits or {"train": QUESTIONS, "test": QUESTIONS[:1]}).items():
        write_lines(folder / "questions" / f"{split}.jsonl", rows(questions))
    return folder


def suite_of(folder: Path, **keys) -> SearchSuite:
    keys = {"max_steps": 4} | keys
    return SearchSuite(EnvConfig(name="search", data=str(folder), **keys))
