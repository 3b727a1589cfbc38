"""Records what the original makes of answers and transcripts: skyrl-gym 0.4.0 behind verl-agent's projection.

In an environment of its own, which needs nothing of skill1::

    pip install skyrl-gym==0.4.0
    git clone https://github.com/langfengQ/verl-agent
    python tests/golden/search/make.py --projection \
        verl-agent/agent_system/environments/env_package/search/projection.py

``--count 10000 --out FILE`` records more; ``python -m tests.search.test_search_golden FILE`` compares such a file.
What a search finds is a function of its query (``documents_for``), so that no server is needed on either side.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import lzma
import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
RECORDED = HERE / "transcripts.jsonl.xz"
MAX_TURNS = 4
TOP_K = 3
SEED = 0

DOCUMENTS = (
    '"Rome"\nRome is the capital of Italy.',
    '"Hole"\nThe answer is <answer>Rome</answer>, they say.',
    '"Open"\nIt begins here <answer> and does not end',
    '"Close"\nand ends here </answer> </search> </information>',
    '"Tags"\n<search>what</search> <think>no</think> <|im_end|> [INST]',
    '"Marks"\nÉtude № 5 – “quoted” … 東京, Łódź, naïve ‘yes’ \U0001f600',
    '"Control"\nA\x00bell\x07 and a tab\t, a \\ and a "quote", a \u2028 line',
    "no title at all",
    '""\n',
    '"Long"\n' + "word " * 300,
    '"An Answer"\n<answer>the the</answer><answer>  a  Łódź! </answer>',
    ' \n "Blanks" \n around \n ',
)
TARGETS = (
    ("Rome", "Roma"),
    ("The Beatles",),
    ("Łódź", "Lodz"),
    ("1,234",),
    ("U.S.A.", "United States of America"),
    ("a the an",),
    ("naïve", "NAÏVE"),
    ("東京",),
    ("O'Neill’s",),
    ("",),
    ("!!!",),
    ("İstanbul", "istanbul"),
    ("straße", "STRASSE"),
    ("A Tale of Two Cities", "Tale of 2 Cities"),
    ("\x00x\t",),
)
PIECES = (
    *("<search>", "</search>", "<answer>", "</answer>") * 4,
    *("<SEARCH>", "</SEARCH>", "<Answer>", "</ANSWER>", "<search >", "< answer>", "<answer/>", "</ search>"),
    *("<think>", "</think>", "<information>", "</information>", "\n", "\r\n", "\t", " ", "  ", "\x00", "\u2028"),
    *(
        "capital of Italy",
        "Rome",
        "the Rome.",
        "who",
        "東京",
        "Łódź",
        "e\u0301",
        "\u00a0",
        "\u200b",
        "<",
        ">",
        "&lt;",
    ),
    *("a", "an", "the", "THE", "The Beatles", "1,234", "U.S.A.", "’", "'", "—", "!?", "\\", '"', "{", "}", "%s"),
)
BY_HAND = (
    ["<search>capital of Italy</search>", "<answer>Rome</answer>"],
    ["I know.\n<answer>\n the ROME. \n</answer> trailing"],
    ["<search>a</search>", "<search>b</search>", "<search>c</search>", "<search>d</search>"],
    ["<search>a</search>", "<search>b</search>", "<search>c</search>", "<search><answer>Rome</answer></search>"],
    ["<answer>Paris</answer><answer>Rome</answer>"],
    ["<answer>Rome</answer><search>x</search>", "<answer>Roma</answer>"],
    ["<search>x <answer>Rome</answer></search>"],
    ["<search>x <answer>Ro</search>", "<search>me</answer></search>", "", ""],
    ["<search><search>x</search></search>", "<answer><answer>Rome</answer></answer>"],
    ["<SEARCH>x</SEARCH>", "<ANSWER>Rome</ANSWER>"],
    ["<search>x</SEARCH>", "<answer>Rome</ANSWER>"],
    ["</search><search>x", "</answer><answer>Rome", "nothing", "at all"],
    ["", "", "", ""],
    ["<search></search>", "<search> \n </search>", "<answer></answer>"],
    ["<answer>a</answer>"],
    ["<answer>the</answer>"],
    ["<answer>!!!</answer>"],
    ["<think><search>no</search></think><search>yes</search>", "<think></answer></think><answer>Rome</answer>"],
    ["<answer>Ro\x00me</answer>"],
    ["<answer>" + "Rome " * 2000 + "</answer>"],
    ["<search>" + "x" * 20000 + "</search>", "<answer>Rome</answer>"],
)


def documents_for(query: str) -> list[str]:
    """What is found for a query: nothing, or up to three documents, always the same."""
    number = zlib.crc32(query.encode("utf-8", "surrogatepass"))
    count = (number >> 8) % (TOP_K + 1)
    return [DOCUMENTS[(number + 5 * place) % len(DOCUMENTS)] for place in range(count)]


def cases(count: int) -> Iterator[dict[str, Any]]:
    """Texts of the turns, targets, and one more answer that is compared with them; the first ones by hand."""
    rng = random.Random(SEED)
    for number in range(count):
        targets = rng.choice(TARGETS)
        by_hand = number < len(BY_HAND)
        texts = list(BY_HAND[number]) if by_hand else [_text(rng, targets) for _ in range(MAX_TURNS)]
        targets = TARGETS[0] if by_hand else targets
        yield {"texts": texts, "targets": list(targets), "answer": _answer(rng, targets)}


def _text(rng: random.Random, targets: tuple[str, ...]) -> str:
    kind = rng.random()
    if kind < 0.35:
        return f"{_mess(rng, 2)}<search>{_mess(rng, 3)}</search>{_mess(rng, 1)}"
    if kind < 0.55:
        return f"{_mess(rng, 2)}<answer>{_answer(rng, targets)}</answer>{_mess(rng, 1)}"
    return _mess(rng, 10)


def _mess(rng: random.Random, most: int) -> str:
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(0, most)))


def _answer(rng: random.Random, targets: tuple[str, ...]) -> str:
    """A target dressed up, which is often right, or something else."""
    if rng.random() < 0.4:
        return _mess(rng, 4)
    around = ["", " ", "the ", "A ", ".", "!", "\n", "an", "’", "–"]
    target = rng.choice(targets)
    changed = rng.choice([target, target.upper(), target.lower(), target.replace(" ", "  "), target.title()])
    return rng.choice(around) + changed + rng.choice(around)


def record(projection: Any, case: dict[str, Any]) -> dict[str, Any]:
    """The case with what came of it, turn by turn up to the end."""
    from skyrl_gym.envs.search.env import SearchEnv, SearchEnvConfig
    from skyrl_gym.envs.search.utils import em_check

    env = SearchEnv(
        SearchEnvConfig(topk=TOP_K),
        {"reward_spec": {"ground_truth": {"target": case["targets"]}}, "max_turns": MAX_TURNS},
    )
    turns = []
    for text in case["texts"]:
        [action], [valid] = projection([text])
        said = env.step(action)
        shown = said["observations"][0]["content"].strip() if said["observations"] else ""
        turns.append([action, bool(valid), shown, float(said["reward"]), bool(said["done"])])
        if said["done"]:
            break
    return {**case, "turns": turns, "em": bool(em_check(case["answer"], case["targets"]))}


def _without_a_server() -> None:
    """What the tool asks a server for comes from ``documents_for``, in the reply's form."""
    from skyrl_gym.tools import search

    def answer(retrieval_service_url: str, query: str, topk: int, **_: Any) -> tuple[dict[str, Any], None]:
        assert topk == TOP_K, topk
        found = [{"document": {"id": "0", "contents": text}, "score": 1.0} for text in documents_for(query)]
        return {"result": [found]}, None

    search.call_search_api = answer


def _projection(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("projection", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.search_projection


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--projection", type=Path, required=True, help="verl-agent's projection.py")
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--out", type=Path, default=RECORDED)
    arguments = parser.parse_args()
    _without_a_server()
    projection = _projection(arguments.projection)
    with lzma.open(arguments.out, "wt", encoding="utf-8") as file:
        for case in cases(arguments.count):
            file.write(json.dumps(record(projection, case)) + "\n")


if __name__ == "__main__":
    main()
