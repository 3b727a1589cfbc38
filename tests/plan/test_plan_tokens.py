"""Tokens of a step by hand, and the assumptions behind them."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config_files import load_config
from skill1.errors import ConfigError
from skill1.plan.tokens import Assumptions, Calls, episode_calls, mean_turns, parse_assumptions, step_tokens
from tests.plan.toy import UNHURRIED

SIZES = ["--train.tasks_per_step=2", "--train.group_size=3", "--env.max_steps=20", "--library.top_k=4"]
ROUND = Assumptions(
    turns=10,
    act_prompt=100,
    act_answer=20,
    query_prompt=50,
    query_answer=5,
    rerank_prompt=60,
    rerank_answer=4,
    distill_prompt=70,
    distill_turn=8,
    distill_answer=30,
    cached=0.25,
)


def config(*more):
    return load_config(None, [*SIZES, *more])


def test_grpo_by_hand():
    tokens = step_tokens(config("--method=grpo"), ROUND)
    assert tokens.episodes == 6 and tokens.rows == 60
    assert tokens.generated == 6 * 10 * 20
    assert tokens.prompted == 6 * 10 * 100
    assert tokens.prefilled == 0.75 * 6000
    assert tokens.trained == 6000 + 1200
    assert tokens.answers_in_a_row == 20 * 20  # the longest episode has 20 turns
    assert (tokens.prompt, tokens.answer) == (100, 20)
    assert tokens.answer_share == 1200 / 7200


def test_skill1_by_hand():
    calls = episode_calls(config(), ROUND)
    assert calls == {
        "act": Calls(10, 100 + 150, 20),
        "query": Calls(1, 50, 5),
        "rerank": Calls(1, 60 + 4 * 150, 4),
        "distill": Calls(1, 70 + 10 * 8, 30),
    }
    tokens = step_tokens(config(), ROUND)
    assert tokens.generated == 6 * (200 + 5 + 4 + 30)
    assert tokens.prompted == 6 * (2500 + 50 + 660 + 150)
    assert tokens.answers_in_a_row == 400 + 5 + 4 + 30


@pytest.mark.parametrize(
    ("options", "stages"),
    [
        (["--library.enabled=false"], {"act"}),
        (["--agent.selection=similarity"], {"act", "distill"}),
        (["--agent.distillation=raw"], {"act", "query", "rerank"}),
        (["--agent.distillation=off"], {"act", "query", "rerank"}),
    ],
)
def test_only_the_stages_that_are_played_count(options, stages):
    assert set(episode_calls(config(*options), ROUND)) == stages


def test_lengths_stay_within_the_configured_limits():
    calls = episode_calls(config("--model.max_prompt_tokens=90", "--sampling.act_tokens=7"), ROUND)
    assert (calls["act"].prompt, calls["act"].answer) == (90, 7)
    assert calls["query"].prompt == 50


def test_mean_turns():
    assert mean_turns(config(), Assumptions()) == 12  # 0.6 of 20
    assert mean_turns(config(), Assumptions(turns=7)) == 7
    assert mean_turns(config(), Assumptions(turns=99)) == 20


def test_assumptions_are_read():
    made = parse_assumptions(["turns=20", "cached=0", "node_link_gbs=25"])
    assert made == dataclasses.replace(Assumptions(), turns=20, cached=0, node_link_gbs=25)
    assert parse_assumptions([]) == Assumptions()


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("turn=20", "did you mean turns"),
        ("turns", "expected NAME=NUMBER"),
        ("turns=many", "expected NAME=NUMBER"),
        ("turns=-1", "at least 0"),
        ("turns=nan", "at least 0"),
        ("turns=inf", "at least 0"),
        ("utilisation=1.5", "at most 1"),
        ("bandwidth=0", "above 0"),
        ("node_link_gbs=0", "above 0"),
    ],
)
def test_wrong_assumptions_are_refused(setting, message):
    with pytest.raises(ConfigError, match=message):
        parse_assumptions([setting])


NAMES = ("act_prompt", "act_answer", "distill_turn", "query_answer")
BASE = config()


@UNHURRIED
@given(st.sampled_from(NAMES), st.floats(0, 3000), st.floats(0, 50))
def test_longer_texts_never_make_fewer_tokens(name, length, turns):
    few = dataclasses.replace(ROUND, **{name: length}, turns=turns)
    more = dataclasses.replace(few, **{name: length + 10})
    assert step_tokens(BASE, more).trained >= step_tokens(BASE, few).trained
