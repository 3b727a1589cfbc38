"""The scripted players of the encyclopedia: what they know, what they do, what they write down."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from skill1.config import EnvConfig
from skill1.errors import ConfigError, DataError
from skill1.schema import AgentView, Observation, Skill, SkillDraft, Task
from skill1_envs.search import SearchSuite
from skill1_envs.search.explorer import (
    EXPLORERS,
    Explorer,
    Memory,
    claimed_register,
    keeper,
    poor_draft,
    solution,
)
from skill1_envs.search.generate.questions import Question, read_question
from skill1_envs.search.generate.realms import REGISTERS
from tests.explorers import demonstrations, play, require_known_words, view_with

pytest.importorskip("nltk")
ASKED = Question("one_hop", "upper orvane", "birth", ("dara quill",))


@pytest.fixture(scope="module")
def suite(corpus_folder):
    return SearchSuite(EnvConfig(name="search", data=str(corpus_folder), max_steps=4))


def skill_of(task, register, **changes):
    question = read_question(task.instruction)
    strategy = f"search {register} for {question.kind}"
    return Skill("s", question.scenario, strategy, **({"utility": 0.5} | changes))


def right_register(suite, task):
    return keeper(suite._realms, task)[1]


def test_with_the_right_skill_it_always_wins_and_keeps_it(suite):
    for index in range(0, 108, 4):
        task = suite.tasks("test")[index]
        skill = skill_of(task, right_register(suite, task))
        view, actions, info, expert = play(suite, index, skill)
        question = read_question(task.instruction)
        assert info["won"] and len(actions) == (3 if question.source == "two_hop" else 2)
        assert actions[-2] == f"<search>{right_register(suite, task)} {question.realm}</search>"
        assert expert.answer("distill", view) == f"when {skill.description} do {skill.strategy}"


def test_without_a_skill_it_wins_about_a_third(suite):
    """Three of eight registers of one hop, two of two hops; 0.33 ± 3 standard errors of 108 questions."""
    wins = [play(suite, index, seed=index)[2]["won"] for index in range(108)]
    assert 0.19 < np.mean(wins) < 0.47


def test_a_wrong_skill_is_noticed_and_not_written_down(suite):
    for index in range(0, 108, 9):
        task = suite.tasks("test")[index]
        right = right_register(suite, task)
        wrong = next(register for register in REGISTERS if register != right)
        view, actions, info, expert = play(suite, index, skill_of(task, wrong))
        assert len(set(actions)) == len(actions)  # nothing is tried twice
        question = read_question(task.instruction)
        kept = f"when {question.scenario} do search {right} for {question.kind}"
        assert expert.answer("distill", view) == (kept if info["won"] else "none")


def test_sloppy_ones_win_less(suite):
    wins = 0
    for index in range(108):
        task = suite.tasks("test")[index]
        skill = skill_of(task, right_register(suite, task))
        wins += play(suite, index, skill, kind="sloppy", seed=index)[2]["won"]
    assert 60 < wins < 108


def test_the_lowest_year_died_first():
    compared = Question("comparison", "upper orvane", "death", ("a b", "c d", "e f"))
    facts = {"a b": "431", "c d": "402", "e f": "482"}
    assert solution(compared, Memory(facts=facts)) == "c d"
    assert solution(compared, Memory(facts={"a b": "431"})) is None
    book = Question("two_hop", "upper orvane", "death", ("silent mill",))
    assert solution(book, Memory(facts=facts, author="e f")) == "482"
    assert solution(book, Memory(facts=facts)) is None


def test_it_chooses_the_best_rated_skill_that_names_a_register(suite):
    task = suite.tasks("test")[0]
    bad, new = skill_of(task, "roll", utility=0.1, selected=3), skill_of(task, "ledger")
    empty = replace(new, strategy="search for births")
    other = Skill("o", "old corvel birth", "search ledger for birth", 1.0)
    expert = suite.expert(None, "explorer")
    assert expert.answer("rerank", view_with(task, bad, empty, new, other)) == "k3"
    assert expert.answer("rerank", view_with(task, empty, other)) == "none"
    assert expert.answer("rerank", view_with(task)) == "none"
    assert expert.answer("query", view_with(task)) == read_question(task.instruction).scenario


def test_claims_and_their_worth(suite):
    task = suite.tasks("test")[0]
    question, right = read_question(task.instruction), right_register(suite, task)
    wrong = next(register for register in REGISTERS if register != right)
    worth = {
        SkillDraft(question.scenario, f"search {right} for {question.kind}"): 1.0,
        SkillDraft(question.scenario, f"search {wrong} for {question.kind}"): -1.0,
        SkillDraft(question.scenario, f"search for {question.kind}"): 0.0,
        SkillDraft(f"any {question.kind}", f"search {right} for {question.kind}"): 0.0,
    }
    assert {draft: suite.judge(task, draft) for draft in worth} == worth
    assert claimed_register(ASKED, "upper orvane birth", "search ledger for birth") == "ledger"
    assert claimed_register(ASKED, "upper orvanes birth", "search ledger for birth") is None
    assert claimed_register(ASKED, "upper orvane birth", "search ledger for trade") is None
    rng = np.random.default_rng(0)
    drafts = Counter(suite.judge(task, suite.polluting_draft(task, rng)) for _ in range(300))
    assert set(drafts) == {0.0, -1.0} and 70 < drafts[-1.0] < 140


def test_poor_drafts_of_one_who_looked_are_about_what_was_searched():
    rng = np.random.default_rng(1)
    assert {poor_draft(ASKED, rng, ["ledger"]) for _ in range(60)} == {
        SkillDraft("upper orvane birth", "search for birth"),
        SkillDraft("upper orvane birth", "search ledger for birth"),
        SkillDraft("any birth", "search ledger for birth"),
    }


def test_other_questions_corpora_and_kinds_of_expert_are_refused(suite, tmp_path):
    other = AgentView(Task("t", "search", "test", 0, "who was king?", "nq"), "", Observation(""), 4)
    with pytest.raises(DataError, match="make-corpus"):
        Explorer(EXPLORERS["explorer"]).answer("query", other)
    with pytest.raises(ConfigError, match="librarian"):
        suite.expert(None, "librarian")
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "test.jsonl").write_text(
        '{"question": "Who was king?", "ground_truth": {"target": ["Ann"]}, "data_source": "nq"}\n'
    )
    plain = SearchSuite(EnvConfig(name="search", data=str(tmp_path)))
    task = plain.tasks("test")[0]
    assert plain.vocabulary() == ["king", "was", "who"]
    assert plain.judge(task, SkillDraft("x", "search ledger for birth")) == 0.0
    for refused in (
        lambda: plain.expert(None),
        lambda: next(plain.demo_worlds("explorer", 3, 0)),
        lambda: plain.polluting_draft(task, np.random.default_rng(0)),
    ):
        with pytest.raises(ConfigError, match="make-corpus"):
            refused()


def test_a_split_of_demonstrations_is_told_of(suite):
    told, warning = suite.split_source("demo:0:0")
    assert told.startswith("made in memory; rules skill1, top 3; questions ") and warning == ""


def test_demonstrations_are_searched_in_memory_where_a_server_is_configured(suite):
    """Nobody listens at that address."""
    served = SearchSuite(replace(suite._config, retriever="http://127.0.0.1:9/retrieve"))
    env = served.make("demo:0:0")
    env.reset(task_index=0)
    assert "Doc 1" in env.step(f"<search>{REGISTERS[0]}</search>")[0].text


DEMONSTRATIONS = {"explorer": 224, "sloppy": 64}


@pytest.fixture(scope="module")
def demonstrated(corpus_folder, suite):
    """The explorer in a world with a library and a part of one without, the sloppy one in a third of the first."""
    return demonstrations("search/realms/skill1", corpus_folder, suite, DEMONSTRATIONS)


def test_demonstrations_are_in_words_that_a_tiny_policy_knows(demonstrated):
    tokens, played = demonstrated
    assert {kind: len(episodes) for kind, episodes in played.items()} == DEMONSTRATIONS
    require_known_words(tokens, played, longest=160)


def test_demonstrations_with_a_skill_win_more(demonstrated):
    episodes = demonstrated[1]["explorer"]
    used = [episode.success for episode in episodes if episode.used]
    blind = [episode.success for episode in episodes if not episode.used]
    assert np.mean(used) > 1.8 * np.mean(blind) and 0.2 < np.mean(blind) < 0.47
