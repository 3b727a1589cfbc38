"""Tokens of a step by hand, for each method what its prompts hold, and the assumptions behind them."""

import dataclasses
import gzip
import json
from pathlib import Path

import pytest

from skill1.config.load import load_config
from skill1.config.method import declared
from skill1.errors import ConfigError
from skill1.plan.tokens import Assumptions, Calls, episode_calls, parse_assumptions, step_tokens, usual

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
)


def config(*more):
    return load_config(None, [*SIZES, *more])


def test_grpo_by_hand():
    tokens = step_tokens(config("--method=grpo"), ROUND)
    assert (tokens.episodes, tokens.rows) == (6, 60)
    assert (tokens.generated, tokens.prompted) == (6 * 10 * 20, 6 * 10 * 100)
    assert tokens.trained == 6000 + 1200 and tokens.answer_share == 1200 / 7200
    assert step_tokens(config("--method=grpo"), Assumptions(act_prompt=0, act_answer=0)).answer_share == 0


def test_skill1_by_hand():
    assert episode_calls(config(), ROUND) == {
        "act": Calls(10, 100 + 150, 20),
        "query": Calls(1, 50, 5),
        "rerank": Calls(1, 60 + 4 * 150, 4),
        "distill": Calls(1, 70 + 10 * 8, 30),
    }
    tokens = step_tokens(config(), ROUND)
    assert tokens.generated == 6 * (200 + 5 + 4 + 30)
    assert tokens.prompted == 6 * (2500 + 50 + 660 + 150)


@pytest.mark.parametrize(
    ("option", "stages"),
    [
        ("--library.enabled=false", {"act"}),
        ("--agent.selection=similarity", {"act", "distill"}),
        ("--agent.distillation=off", {"act", "query", "rerank"}),
    ],
)
def test_only_the_stages_that_are_played_count(option, stages):
    assert set(episode_calls(config(option), ROUND)) == stages


@pytest.mark.parametrize(
    ("options", "more"),
    [
        (["--method=grpo"], 0),
        (["--method=grpo_bank"], 150),
        (["--method=grpo_random"], 150),
        (["--agent.distillation=raw"], 10 * 8),  # a trajectory of ten turns
        (["--agent.distillation=raw", "--agent.max_skill_chars=200"], 50),
        (["--method=skillrl"], 40 * (6 + 6 + 5)),  # a category, general skills, mistakes
        (["--method=skillrl", "--skillrl.retrieval=paper", "--skillrl.top_k=4"], 40 * (4 + 12 + 5)),
        (["--method=skillrl", "--skillrl.task_specific_top_k=2", "--skillrl.general_top_k=1"], 40 * (2 + 1 + 5)),
        (["--method=skillpro", "--skillpro.mode=MDP"], 0),
        (["--method=skillpro"], 150),
        (["--method=skillopt", "--library.similarity_threshold=-1", "--agent.max_skill_chars=8000"], 1000),
        (["--method=skillopt", "--library.similarity_threshold=-1", "--agent.max_skill_chars=2000"], 500),
        (["--method=zero_shot"], 0),
        (["--method=react", "--agent.profile=react"], 20 * 10 / 2),  # half of the thoughts
        (["--method=reflexion", "--agent.profile=reflexion", "--eval.trials=3"], 100 + 30 * (0 + 1 + 2) / 3),
    ],
)
def test_act_prompts_hold_what_the_method_shows(options, more):
    assert episode_calls(config(*options), ROUND)["act"].prompt == 100 + more


def test_only_weights_that_change_are_trained():
    assert step_tokens(config("--method=skillpro"), ROUND).trained == 0


def test_skillrls_prompt_is_that_of_a_published_bank():
    """Four characters a token; lines of a task of each category under the defaults."""
    bank = json.loads((GOLDEN / "alfworld_skills.json").read_text(encoding="utf-8"))
    lines = [e["title"] + e["principle"] for e in bank["general_skills"][:6]]
    lines += [e["how_to_avoid"] for e in bank["common_mistakes"][:5]]
    sizes = [
        len("".join([*lines, *(e["title"] + e["principle"] for e in own)])) / 4
        for own in bank["task_specific_skills"].values()
    ]
    shown = declared("skillrl").prompt_tokens(load_config("alfworld/skillrl"), Assumptions())
    assert shown == pytest.approx(sum(sizes) / len(sizes), rel=0.15)


def test_tokens_of_a_public_log_are_met():
    """SDAR issue 51: 16 x 8 episodes of 50 turns had 3,830,959 tokens; the default lengths are from it."""
    rebuilt = ["--train.group_size=8", "--agent.profile=alfworld"]
    tokens = step_tokens(load_config("alfworld/grpo", rebuilt), Assumptions(turns=50))
    assert tokens.trained == pytest.approx(3_830_959, rel=0.01)


def test_a_conversation_by_hand():
    """Skill1: query and ranking are one row, playing and distilling another; task and skill are read once in each."""
    assumed = dataclasses.replace(ROUND, message=9, skill=11)
    tokens = step_tokens(config("--method=skill1", "--agent.profile=dialogue"), assumed)
    selecting = 50 + 5 + (9 + 4 * 11) + 4
    playing = (100 + 11) + 9 * 9 + 10 * 20 + 9 + 30
    assert tokens.rows == 6 * 2
    assert tokens.generated == pytest.approx(6 * (5 + 4 + 10 * 20 + 30))
    assert tokens.trained == pytest.approx(6 * (selecting + playing))
    plain = step_tokens(config("--method=grpo", "--agent.profile=dialogue"), assumed)
    assert (plain.rows, plain.prompted) == (6, 6 * (100 + 9 * 9))
    # Search-R1's form: acting is one growing row, the other stages have prompts of their own.
    assert step_tokens(config("--method=grpo", "--agent.profile=search-r1"), assumed) == plain
    assert step_tokens(config("--method=skill1", "--agent.profile=search-r1"), assumed).rows == 6 * 4


def test_the_selecting_policy_of_skillpro_is_asked_every_turn():
    asked = config("--method=skillpro", "--teacher.kind=policy", "--skillpro.max_skill_age=5")
    assert episode_calls(asked, ROUND)["rerank"] == Calls(10 * 1.2, 60 + 10 * 30, 4)


def test_lengths_and_turns_stay_within_the_configured_limits():
    limited = config("--model.max_prompt_tokens=90", "--sampling.act_tokens=7")
    assert episode_calls(limited, dataclasses.replace(ROUND, turns=99))["act"] == Calls(20, 90, 7)
    assert episode_calls(limited, dataclasses.replace(ROUND, turns=0))["act"].number == 12  # 0.6 of 20


def test_short_forms_are_those_of_a_recorded_run():
    run = Path(__file__).parents[2] / "data" / "household" / "run" / "episodes" / "step_000110.jsonl.gz"
    with gzip.open(run, "rt", encoding="utf-8") as lines:
        episodes = [json.loads(line) for line in lines]
    read = generated = turns = 0
    for segments in (episode["segments"] for episode in episodes):
        known: list[int] = []  # of the conversation, with the answers
        for segment in segments:
            prompt, answer = segment["prompt_ids"], segment["response_ids"]
            read += len(prompt) - (len(known) if prompt[: len(known)] == known else 0)
            known, generated = prompt + answer, generated + len(answer)
            turns += segment["stage"] == "act"
    household = load_config("household/skill1")
    assumed = dataclasses.replace(usual(household), turns=turns / len(episodes))
    tokens = step_tokens(household, assumed)
    assert tokens.prompted / tokens.episodes == pytest.approx(read / len(episodes), rel=0.25)
    assert tokens.generated / tokens.episodes == pytest.approx(generated / len(episodes), rel=0.25)
    assert usual(load_config("alfworld/skill1")) == Assumptions()


def test_assumptions_are_read():
    read = parse_assumptions(["turns=20", "skill=0"], ROUND)
    assert read == dataclasses.replace(ROUND, turns=20, skill=0)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("turn=20", "did you mean turns"),
        ("turns", "expected NAME=NUMBER"),
        ("turns=many", "expected NAME=NUMBER"),
        ("turns=-1", "at least 0"),
        ("turns=nan", "at least 0"),
        ("turns=inf", "at least 0"),
    ],
)
def test_wrong_assumptions_are_refused(setting, message):
    with pytest.raises(ConfigError, match=message):
        parse_assumptions([setting], Assumptions())
