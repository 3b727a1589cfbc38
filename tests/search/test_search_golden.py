"""Our rules ``skyrl`` beside recordings of the original (``tests/golden/search``).

``python -m tests.search.test_search_golden FILE`` compares a longer recording.
"""

import json
import lzma
import sys

from skill1.schema import Task
from skill1_envs.kit.passages import Hit, Passage
from skill1_envs.search.env import SearchEnv
from skill1_envs.search.questions import Question
from skill1_envs.search.rules import RULES, exact_match, project
from tests.golden.search.make import MAX_TURNS, RECORDED, TOP_K, documents_for

# skyrl-gym's text after a turn without a search; verl-agent's copy shows nothing, and so do we.
EMPTY = "<information></information>"


class Recorded:
    """Finds what the recorded server found."""

    def retrieve(self, queries, top_k):
        assert top_k == TOP_K
        return [[Hit(Passage("0", text), 1.0) for text in documents_for(query)] for query in queries]

    def close(self): ...


def replayed(case):
    """Of each turn: action, validity, observation, reward, end; as recorded."""
    question = Question("0", "?", tuple(case["targets"]), "nq")
    task = Task("search/test/0", "search", "test", 0, "?", "nq")
    env = SearchEnv([task], [question], Recorded(), RULES["skyrl"], top_k=TOP_K, max_steps=MAX_TURNS)
    env.reset(task_index=0)
    turns = []
    for text in case["texts"]:
        found = project(text)
        shown, reward, terminated, truncated, info = env.step(found.action)
        turns.append([found.action, found.valid, shown.text, reward, terminated or truncated])
        assert info["won"] == (reward >= 1.0)
        if terminated or truncated:
            break
    return turns


def expected(case):
    return [
        [action, valid, "" if shown == EMPTY and "<search>" not in action else shown, reward, done]
        for action, valid, shown, reward, done in case["turns"]
    ]


def differences(path):
    """How many cases there are, and those in which something differs."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    differing = [
        case
        for case in cases
        if replayed(case) != expected(case) or exact_match(case["answer"], case["targets"]) != case["em"]
    ]
    return cases, differing


def test_projection_observation_end_and_score_are_the_originals():
    cases, differing = differences(RECORDED)
    assert len(cases) == 600 and differing == []
    # The sample says something of each part.
    turns = [turn for case in cases for turn in case["turns"]]
    assert 50 < sum(case["em"] for case in cases) < 550
    assert sum(reward for *_, reward, _ in turns) > 50
    assert sum(not valid for _, valid, *_ in turns) > 100 and sum(valid for _, valid, *_ in turns) > 100
    assert sum("Doc 1" in shown for _, _, shown, *_ in turns) > 100


if __name__ == "__main__":
    compared, different = differences(sys.argv[1])
    sys.stdout.write(f"{len(compared)} cases, {len(different)} differences\n")
    for each in different[:3]:
        sys.stdout.write(json.dumps(each)[:2000] + "\n" + json.dumps(replayed(each))[:2000] + "\n")
