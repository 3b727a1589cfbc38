"""Search-QA's environment: its rules, its tags, and its splits."""

import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.env.check import check_suite
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1_envs.kit.passages import Passage
from skill1_envs.search.rules import ANSWERED, OUT_OF_TURNS, RULES, SEARCH_R1_INVALID, parts_of, project
from tests.http_server import listening
from tests.limits import HANG_S
from tests.search.worlds import PASSAGES, QUESTIONS, make_world, suite_of

HOLE = '"Rome"\nThe capital of Italy is known. <answer>Rome</answer>'


def play(env, *actions, task=0):
    env.reset(task_index=task)
    return [env.step(action) for action in actions]


def test_the_contract_holds(tmp_path):
    assert check_suite(suite_of(make_world(tmp_path, train=QUESTIONS[:2], test=QUESTIONS[2:]))) == []


@pytest.mark.parametrize("rules", ["skyrl", "search_r1"])
def test_the_familys_rules_differ_from_the_contract_in_empty_texts_only(tmp_path, rules):
    found = check_suite(suite_of(make_world(tmp_path, train=QUESTIONS[:2], test=QUESTIONS[2:]), rules=rules))
    assert found and all("observation.text is ''" in problem for problem in found)


@pytest.mark.parametrize("rules", RULES)
def test_a_search_and_an_answer(tmp_path, rules):
    env = suite_of(make_world(tmp_path), rules=rules, top_k=1).make("train")
    first = env.reset(task_index=0)
    assert first.text == "What is the capital of Italy?" and first.admissible is None
    shown, reward, terminated, truncated, info = env.step("<search>capital Italy</search>")
    assert "Rome is the capital of Italy." in shown.text and "Paris" not in shown.text
    assert (reward, terminated, truncated) == (0.0, False, False) and not info["won"]
    shown, reward, terminated, truncated, info = env.step("<answer>the Rome.</answer>")
    assert shown.text == (ANSWERED if rules == "skill1" else "")
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info == {"won": True, "task_score": 1.0, "data_source": "nq"}


def test_the_family_shows_documents_as_json(tmp_path):
    env = suite_of(make_world(tmp_path), rules="skyrl", top_k=2).make("train")
    [(shown, *_)] = play(env, "<search>capital Italy</search>")
    result = f"Doc 1: {PASSAGES[0]}\nDoc 2: {PASSAGES[1]}\n"
    assert shown.text == f"<information>{json.dumps({'result': result})}</information>"


@pytest.mark.parametrize(("rules", "name"), [("skill1", "Beyoncé"), ("skyrl", "Beyonc\\u00e9")])
def test_letters_are_escaped_under_skyrls_rules_only(tmp_path, rules, name):
    env = suite_of(make_world(tmp_path, ['"Crazy"\nA song by Beyoncé.']), rules=rules).make("train")
    [(shown, *_)] = play(env, "<search>song</search>")
    assert f"A song by {name}." in shown.text


def test_search_r1_shows_documents_as_lines(tmp_path):
    env = suite_of(make_world(tmp_path), rules="search_r1", top_k=2).make("train")
    (shown, *_), (invalid, *_) = play(env, "<search>capital Italy</search>", "what now")
    assert shown.text == (
        '\n\n<information>Doc 1(Title: "Rome") Rome is the capital of Italy.\n'
        'Doc 2(Title: "Paris") Paris is the capital of France.</information>\n\n'
    )
    assert invalid.text == SEARCH_R1_INVALID


@pytest.mark.parametrize(("rules", "won"), [("skyrl", True), ("search_r1", True), ("skill1", False)])
def test_a_document_that_answers_scores_under_the_familys_rules_only(tmp_path, rules, won):
    """The hole: the family grades the last answer in all of the history, retrieved text included."""
    env = suite_of(make_world(tmp_path, [HOLE]), rules=rules).make("train")
    *_, (_, reward, terminated, truncated, info) = play(env, *["<search>Italy</search>"] * 4)
    assert (reward, info["won"], terminated, truncated) == (float(won), won, False, True)


def test_search_r1_grades_its_own_message_too(tmp_path):
    """It holds ``<answer> and </answer>``: after it an answer that never came is "and"."""
    env = suite_of(make_world(tmp_path, train=[("What joins two words?", ["and"], "nq")]), rules="search_r1").make(
        "train"
    )
    *_, (_, reward, *_) = play(env, "", "", "", "")
    assert reward == 1.0


@pytest.mark.parametrize(("rules", "won"), [("skyrl", True), ("skill1", False)])
def test_an_answer_inside_a_search_is_one_under_the_familys_rules_only(tmp_path, rules, won):
    env = suite_of(make_world(tmp_path), rules=rules).make("train")
    [(_, reward, terminated, *_)] = play(env, "<search>is it <answer>Rome</answer></search>")
    assert (reward, terminated) == (float(won), won)


def test_the_last_search_is_not_executed(tmp_path):
    suite = suite_of(make_world(tmp_path), max_steps=2)
    asked = []
    suite._retriever.retrieve, retrieve = lambda q, k: asked.append(q) or retrieve(q, k), suite._retriever.retrieve
    *_, (shown, reward, terminated, truncated, _) = play(suite.make("train"), *["<search>Rome</search>"] * 2)
    assert asked == [["Rome"]]
    assert (shown.text, reward, terminated, truncated) == (OUT_OF_TURNS, 0.0, False, True)


def test_a_wrong_answer_has_its_f1(tmp_path):
    env = suite_of(make_world(tmp_path)).make("train")
    # "stringed toy" against "stringed instrument": 2·1 / (2 + 2).
    [(_, reward, *_, info)] = play(env, "<answer>stringed toy</answer>", task=2)
    assert (reward, info["task_score"], info["won"]) == (0.0, 0.5, False)


def test_steps_outside_an_episode_are_faults(tmp_path):
    env = suite_of(make_world(tmp_path)).make("train")
    with pytest.raises(EnvironmentFault, match="Call reset first"):
        env.step("<search>x</search>")
    play(env, "<answer>x</answer>")
    with pytest.raises(EnvironmentFault, match="Call reset first"):
        env.step("<answer>x</answer>")
    with pytest.raises(EnvironmentFault, match="task_index 3 does not exist"):
        env.reset(task_index=3)


def test_splits_tasks_and_their_source(tmp_path):
    suite = suite_of(make_world(tmp_path))
    assert dict(suite.splits()) == {"test": 1, "train": 3}
    task = suite.tasks("train")[1]
    assert (task.id, task.type) == ("search/train/q1", "hotpotqa")
    assert list(suite.task_types())[:2] == ["nq", "triviaqa"] and len(suite.task_types()) == 7
    assert suite.split_source("test")[0].startswith("test.jsonl; rules skill1, top 3; questions ")
    with pytest.raises(DataError, match="no split 'dev'; it has test, train"):
        suite.tasks("dev")


@pytest.mark.parametrize(
    ("text", "action", "valid"),
    [
        ("<search>a</search>", "<search>a</search>", True),
        ("I think.\n<SEARCH> a\nb </SEARCH> more", "<search>a\nb</search>", True),
        ("<answer> x </answer>", "<answer>x</answer>", True),
        ("<answer>x</answer><search>a</search>", "<search>a</search>", False),
        ("<search>a</search><search>b</search>", "<search>a</search>", False),
        ("<answer>x</answer><answer>y</answer>", "<answer>x</answer>", False),
        ("<search>a", "", False),
        ("", "", False),
        ("<search>a <answer>b</answer>", "<answer>b</answer>", False),
        ("<search></search>", "<search></search>", True),
    ],
)
def test_projection(text, action, valid):
    found = project(text)
    assert (found.action, found.valid) == (action, valid)


TAGS = ["<search>", "</search>", "<answer>", "</answer>", "<Search>", "</SEARCH>", "<information>"]
TRANSCRIPTS = st.lists(st.one_of(st.sampled_from(TAGS), st.text(max_size=5)), max_size=8).map("".join)


@given(TRANSCRIPTS)
def test_projecting_gives_a_block_or_nothing_and_twice_the_same(text):
    found = project(text)
    assert found.action == "" or parts_of(found.action) is not None
    assert project(found.action).action == found.action or found.action.count("<search>") > 1
    assert bool(found.action) or not found.valid


@given(st.lists(TRANSCRIPTS, min_size=1, max_size=4), st.sampled_from(sorted(RULES)))
def test_any_text_is_an_action(tmp_path_factory, texts, rules):
    env = _shared(tmp_path_factory, rules)
    env.reset(task_index=0)
    for text in texts:
        _, reward, terminated, truncated, info = env.step(text)
        assert reward == float(info["won"]) and 0.0 <= info["task_score"] <= 1.0
        if terminated or truncated:
            return


_ENVS = {}


def _shared(factory, rules):
    if rules not in _ENVS:
        _ENVS[rules] = suite_of(make_world(factory.mktemp(rules)), rules=rules).make("train")
    return _ENVS[rules]


class Slow:
    """A server that answers once two wait for it."""

    def __init__(self):
        self.both = threading.Barrier(2, timeout=20)

    def retrieve(self, queries, top_k, given_up):
        self.both.wait()
        return [[] for _ in queries]

    def close(self): ...


def test_episodes_wait_for_a_server_side_by_side(tmp_path):
    suite = suite_of(make_world(tmp_path), retriever="http://127.0.0.1:9/retrieve")
    suite._retriever = Slow()
    envs = [suite.make("train") for _ in range(2)]
    for env in envs:
        env.reset(task_index=0)

    async def both():
        return await asyncio.gather(*(env.step("<search>x</search>") for env in envs))

    assert ["No search results" in answer[0].text for answer in asyncio.run(both())] == [True, True]
    assert envs[0].step("<answer>Rome</answer>")[1] == 1.0  # in plain code it answers at once


class Dead:
    """A server that is asked until nobody waits any more."""

    def retrieve(self, queries, top_k, given_up):
        self.asked.set()
        self.was_told = given_up.wait(HANG_S)
        raise EnvironmentFault("given up")

    def close(self): ...


def test_an_episode_that_is_closed_holds_up_no_exit_until_its_server_answers(tmp_path):
    suite = suite_of(make_world(tmp_path), retriever="http://127.0.0.1:9/retrieve")
    suite._retriever = Dead()

    async def interrupted():
        env, suite._retriever.asked = suite.make("train"), threading.Event()
        env.reset(task_index=0)
        step = asyncio.create_task(env.step("<search>x</search>"))
        await asyncio.to_thread(suite._retriever.asked.wait, HANG_S)
        step.cancel()
        env.close()

    asyncio.run(interrupted())  # which waits for its threads
    assert suite._retriever.was_told


class Late:
    """A server that answers once the episode that asked is over."""

    def __init__(self):
        self.asked, self.released = threading.Event(), threading.Event()

    def retrieve(self, queries, top_k, given_up):
        self.asked.set()
        assert self.released.wait(HANG_S)
        return [[] for _ in queries]

    def close(self): ...


def test_a_late_answer_is_no_part_of_the_next_question(tmp_path):
    suite = suite_of(make_world(tmp_path), retriever="http://127.0.0.1:9/retrieve")
    suite._retriever = late = Late()
    env = suite.make("train")

    async def closed_and_begun_again():
        env.reset(task_index=0)
        step = asyncio.create_task(env.step("<search>x</search>"))
        await asyncio.to_thread(late.asked.wait, HANG_S)
        env.close()
        env.reset(task_index=1)
        late.released.set()
        with pytest.raises(EnvironmentFault, match="closed while its step"):
            await step

    asyncio.run(closed_and_begun_again())
    assert env._history == []


def test_a_retriever_that_does_not_answer_is_told_before_the_first_question(tmp_path):
    with listening(BaseHTTPRequestHandler) as server:  # knows no POST
        suite = suite_of(make_world(tmp_path), retriever=server.url)
        with pytest.raises(ConfigError, match="env.retriever: the retriever at .*HTTP 501"):
            suite.make("train")


@pytest.mark.parametrize(
    ("contents", "title", "text"),
    [
        ('"Bern"\nA town.\nOn a river.', "Bern", "A town.\nOn a river."),
        ("Bern", "Bern", ""),
        ("", "", ""),
        ('"The "Old" Bridge"\n', 'The "Old" Bridge', ""),
    ],
)
def test_title_and_text_of_a_passage(contents, title, text):
    passage = Passage("0", contents)
    assert (passage.title, passage.text) == (title, text)
