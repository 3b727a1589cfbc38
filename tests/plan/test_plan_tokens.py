"""Tokens of a step by hand, and the assumptions behind them."""

import dataclasses
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config.load import load_config
from skill1.errors import ConfigError
from skill1.plan.tokens import (
    Assumptions,
    Calls,
    episode_calls,
    mean_turns,
    parse_assumptions,
    skill_tokens,
    step_tokens,
)
from tests.plan.toy import UNHURRIED

GOLDEN = Path(__file__).parents[1] / "golden" / "skillrl"

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


@pytest.mark.parametrize(
    ("options", "more"),
    [
        (["--method=grpo"], 0),
        (["--method=grpo_bank"], 150),
        (["--method=grpo_random"], 150),
        (["--method=skillrl"], 40 * (6 + 6 + 5)),  # a category, general skills, mistakes
        (["--method=skillrl", "--skillrl.retrieval=paper", "--skillrl.top_k=4"], 40 * (4 + 12 + 5)),
        (["--method=skillrl", "--skillrl.task_specific_top_k=2", "--skillrl.general_top_k=1"], 40 * (2 + 1 + 5)),
        (["--method=skillpro", "--skillpro.mode=MDP"], 0),
        (["--method=skillpro"], 150),
        (["--method=skillopt", "--library.similarity_threshold=-1", "--agent.max_skill_chars=8000"], 1000),
        (["--method=skillopt", "--library.similarity_threshold=-1", "--agent.max_skill_chars=2000"], 500),
    ],
)
def test_act_prompts_hold_what_the_method_shows(options, more):
    assert episode_calls(config(*options), ROUND)["act"] == Calls(10, 100 + more, 20)


def test_skillrls_prompt_is_that_of_a_published_bank():
    """Four characters a token; lines of a task of each category under the defaults."""
    bank = json.loads((GOLDEN / "alfworld_skills.json").read_text(encoding="utf-8"))
    lines = [e["title"] + e["principle"] for e in bank["general_skills"][:6]]
    lines += [e["how_to_avoid"] for e in bank["common_mistakes"][:5]]
    sizes = [
        len("".join([*lines, *(e["title"] + e["principle"] for e in own)])) / 4
        for own in bank["task_specific_skills"].values()
    ]
    assert skill_tokens(load_config("alfworld/skillrl")) == pytest.approx(sum(sizes) / len(sizes), rel=0.15)


def test_the_selecting_policy_of_skillpro_is_asked_every_turn():
    asked = config("--method=skillpro", "--teacher.kind=policy", "--skillpro.max_skill_age=5")
    assert episode_calls(asked, ROUND)["rerank"] == Calls(10 * 1.2, 60 + 10 * 30, 4)
    for key in ("--skillpro.mode=MDP", "--skillpro.selection=similarity", "--teacher.kind=analyst"):
        assert set(episode_calls(config("--method=skillpro", "--teacher.kind=policy", key), ROUND)) == {"act"}


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
