"""Methods put the credit together: who is trained on what after a step."""

import pytest
from credit_records import EXACT, Trends, advantages_of, episode, group

from skill1.config import AgentConfig, CreditConfig, LibraryConfig, Skill1Config
from skill1.config.method import uses_library
from skill1.credit.credit import PendingGroup, StepFacts, Written
from skill1.methods import METHODS, make_recipe

TOKENS = {"query": [3], "rerank": [1], "act": [2, 2], "distill": [6]}


def config(**credit) -> Skill1Config:
    return Skill1Config(credit=CreditConfig(**credit), library=LibraryConfig(encoder="hashing"))


def plain(method: str) -> Skill1Config:
    """The defaults with a method, and the prompts or thresholds that some methods insist on."""
    profile = method if method in ("react", "reflexion") else "generic"
    library = LibraryConfig(encoder="hashing", similarity_threshold=-1.0 if method == "skillopt" else None)
    return Skill1Config(method=method, agent=AgentConfig(profile=profile), library=library)


def step(*groups, library=None, became=None, buffer=(), number=5) -> StepFacts:
    return StepFacts(groups, number, library, became or {}, buffer)


def pair(**fields):
    return group(
        episode(0, outcome=1.0, tokens=TOKENS, **fields), episode(1, outcome=0.0, tokens=TOKENS, **fields)
    )


def test_grpo_credits_actions_only():
    grpo = Skill1Config(method="grpo")
    credits, _ = make_recipe(grpo).credit(step(pair(), buffer=()))
    assert not uses_library(grpo)
    first, second = advantages_of(credits)
    assert set(first) == set(second) == {"act"}
    assert first["act"] == pytest.approx(0.5 / (0.5**0.5 + 1e-6), abs=EXACT)


def test_every_segment_has_one_record_that_names_its_episode():
    played = pair(utilities=(0.5, 0.9), ranking=(1, 0))
    credits, _ = make_recipe(config()).credit(step(played, library=Trends()))
    expected = [(e.id, s) for e in played.episodes for s in e.segments]
    assert sorted(((c.episode, c.segment) for c in credits), key=str) == sorted(expected, key=str)


def test_the_paper_preset_credits_all_four_stages_at_once():
    played = pair(utilities=(0.5, 0.9), ranking=(1, 0))
    credits, buffer = make_recipe(config()).credit(step(played, library=Trends()))
    assert [set(of) for of in advantages_of(credits)] == [{"query", "rerank", "act", "distill"}] * 2
    assert buffer == ()


def test_each_lambda_weighs_its_own_stage():
    played = pair(utilities=(0.5, 0.9), ranking=(1, 0))
    recipe = make_recipe(config(lambda_rerank=0.4, lambda_distill=0.2))
    credits, _ = recipe.credit(step(played, library=Trends()))
    assert {c.segment.stage: c.scale for c in credits} == {"query": 1.0, "rerank": 0.4, "act": 1.0, "distill": 0.2}


def test_groups_with_fewer_than_two_survivors_train_nothing():
    lonely = group(episode(0, outcome=1.0, tokens=TOKENS), episode(1, status="error"))
    for of in map(plain, METHODS):
        if (credit := make_recipe(of).credit) is not None:
            credits, _ = credit(step(lonely, pair(), library=Trends() if uses_library(of) else None))
            assert {credit.group for credit in credits} == {1}


def test_realised_credit_waits_and_then_trains_the_stored_segments_in_a_group_of_its_own():
    recipe = make_recipe(config(distillation="realised", realised_delay=2, selection="none", lambda_distill=0.2))
    library = Trends(a=0.8, b=0.2)
    played = pair()
    became = {played.episodes[0].id: "a", played.episodes[1].id: "b"}
    credits, waiting = recipe.credit(step(played, library=library, became=became, number=5))
    assert all(credit.segment.stage != "distill" for credit in credits)
    assert [p.step for p in waiting] == [5]
    credits, buffer = recipe.credit(step(pair(), library=library, buffer=waiting, number=7))
    settled = [credit for credit in credits if credit.segment.stage == "distill"]
    assert [credit.group for credit in settled] == [1, 1]  # after the step's own groups
    assert [credit.scale for credit in settled] == [0.2, 0.2]
    assert [credit.advantage for credit in settled] == pytest.approx([1, -1], abs=EXACT)
    assert [(c.episode, c.segment) for c in settled] == [(w.episode, w.segment) for w in waiting[0].written]
    assert [p.step for p in buffer] == [7]


def test_without_a_library_skill1_acts_and_leaves_a_buffer_alone():
    plain = Skill1Config(library=LibraryConfig(enabled=False))
    waiting = (PendingGroup(1, (Written("e", episode(tokens=TOKENS).segments[0], None, True),) * 2),)
    recipe = make_recipe(plain)
    credits, buffer = recipe.credit(step(pair(), buffer=waiting, number=9))
    assert not uses_library(plain) and buffer == waiting
    assert [set(of) for of in advantages_of(credits)] == [{"act"}, {"act"}]


@pytest.mark.parametrize(
    ("agent", "before", "after"),
    [
        (AgentConfig(), "select", "distill"),
        (AgentConfig(selection="similarity"), "select_by_similarity", "distill"),
        (AgentConfig(distillation="raw"), "select", "keep_trajectory"),
        (AgentConfig(distillation="off"), "select", "nothing"),
    ],
)
def test_the_rows_of_table_2_are_one_switch_each(agent, before, after):
    recipe = make_recipe(Skill1Config(agent=agent))
    assert (recipe.before.__name__, recipe.after.__name__) == (before, after)
