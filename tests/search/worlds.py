"""Small corpora, and questions about one of them."""

import json
from pathlib import Path

from hypothesis import strategies as st

from skill1.config import EnvConfig
from skill1_envs.search import SearchSuite

PASSAGES = [
    '"Rome"\nRome is the capital of Italy.',
    '"Paris"\nParis is the capital of France.',
    '"Ottawa"\nOttawa is the capital of Canada.',
    '"Lyre"\nA lyre is a stringed instrument.',
]
# For tests of retrievers alone.
TEXTS = (
    '"Orla Venn"\nOrla Venn was born in Tarn and wrote The Glass Tide.',
    '"The Glass Tide"\nThe Glass Tide is a novel by Orla Venn, printed in Tarn.',
    '"Tarn"\nTarn is a harbour town. Its ledger names every birth.',
    '"Brask"\nBrask is a hill town without a harbour.',
)
QUESTIONS = [
    ("What is the capital of Italy?", ["Rome", "Roma"], "nq"),
    ("What is the capital of France?", ["Paris"], "hotpotqa"),
    ("Which instrument is a lyre?", ["a stringed instrument", "strings"], "nq"),
]

TAGS = ["<search>", "</search>", "<answer>", "</answer>", "<Search>", "</SEARCH>", "<information>"]
TRANSCRIPTS = st.lists(st.one_of(st.sampled_from(TAGS), st.text(max_size=5)), max_size=8).map("".join)


def rows(questions=QUESTIONS):
    return [
        {"id": f"q{number}", "question": text, "ground_truth": {"target": targets}, "data_source": source}
        for number, (text, targets, source) in enumerate(questions)
    ]


def write_lines(path: Path, lines) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def write_corpus(path: Path, texts=TEXTS) -> Path:
    """Passages 0, 1, 2 … with these contents; the path."""
    return write_lines(path, [{"id": str(number), "contents": text} for number, text in enumerate(texts)])


def quiet(*_) -> None:
    """A report that nobody reads."""


def make_world(folder: Path, passages=PASSAGES, **splits) -> Path:
    write_corpus(folder / "corpus.jsonl", passages)
    for split, questions in (splits or {"train": QUESTIONS, "test": QUESTIONS[:1]}).items():
        write_lines(folder / "questions" / f"{split}.jsonl", rows(questions))
    return folder


def suite_of(folder: Path, **keys) -> SearchSuite:
    keys = {"max_steps": 4} | keys
    return SearchSuite(EnvConfig(name="search", data=str(folder), **keys))
