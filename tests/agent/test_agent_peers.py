"""Prompts of peers' profiles: golden texts, when skills and history are shown, and verl-agent's action projection."""

import importlib.util
import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.agent.parse import MAX_ACTION_CHARS, parse_action_chat, parse_action_projected
from skill1.agent.profile import load_profile
from skill1.config.registry import PROFILES
from skill1.schema import Observation, Turn

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "prompts"
ENVIRONMENTS = ("alfworld", "webshop", "lab")
PEERS = ("verl-agent", "skillrl", "retroagent")
OTHER_STAGES = ("query", "rerank", "distill")


def load_maker():
    spec = importlib.util.spec_from_file_location("golden_prompts_make", GOLDEN / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = load_maker()


def act(name, env, *, is_first=False, has_skill=True, **changes):
    view = replace(MAKER.view(env, is_first=is_first, has_skill=has_skill), **changes)
    return load_profile(name, env=env).render("act_first" if is_first else "act", view, history=2).text


def test_golden_prompts():
    kept = {path.name: path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.txt")}
    assert MAKER.prompts() == kept


def test_every_profile_of_the_configuration_loads_and_reaches_worker_processes():
    for name in PROFILES:
        profile = load_profile(name, env="alfworld")
        assert pickle.loads(pickle.dumps(profile)) == profile


@pytest.mark.parametrize(
    ("env", "own"), [("alfworld", "alfworld"), ("webshop", "webshop"), ("household", "generic"), ("", "generic")]
)
def test_skill1_means_the_prompts_of_the_environment(env, own):
    assert load_profile("skill1", env=env).prompt_hashes() == load_profile(own).prompt_hashes()
    assert load_profile("generic", env=env).prompt_hashes() == load_profile("generic").prompt_hashes()


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize(("env", "own"), [("alfworld", "alfworld"), ("webshop", "webshop"), ("lab", "generic")])
def test_peers_are_asked_for_queries_rankings_and_lessons_as_we_ask(name, env, own):
    profile, ours = load_profile(name, env=env), load_profile(own)
    for stage in OTHER_STAGES:
        assert profile.prompt_hashes()[f"{stage}.txt"] == ours.prompt_hashes()[f"{stage}.txt"]
        assert profile.stops[stage] == ours.stops[stage]
    assert profile.prompt_hashes()["act.txt"] != ours.prompt_hashes()["act.txt"]
    assert profile.parse_query("heat food</query>") == "heat food"
    assert profile.parse_rank("<rank>2</rank>", 2, False).order == (1, 0)


@pytest.mark.parametrize("name", PEERS)
def test_an_odd_shop_page_is_shown_as_it_is(name):
    text = act(name, "webshop", observation=Observation("An odd page [SEP] here"))
    assert text.count("An odd page [SEP] here") == 1


@pytest.mark.parametrize(("name", "falls_back"), [("verl-agent", True), ("skillrl", True), ("retroagent", False)])
def test_a_very_long_shop_prompt_loses_history_and_skills(name, falls_back):
    turns = (Turn("x" * 13_000, "click[a]", True), Turn("a page", "click[b]", True))
    text = act(name, "webshop", turns=turns)
    assert ("click[b]" not in text) is falls_back
    assert ("use the microwave" not in text) is falls_back
    assert MAKER.SHOP_TASK in text and "'Buy Now'" in text
    assert "click[b]" in act(name, "lab", turns=turns)


THOUGHT = "<think>a</think>"


@pytest.mark.parametrize(
    ("text", "action", "valid"),
    [
        (THOUGHT + "<action>Go to Desk 1</action>", "go to desk 1", True),
        ("<action>look</action> <think>why</think>", "look", True),  # anywhere
        (THOUGHT + "<action>one</action><action>two</action>", "one", True),
        ("<action>look</action>", "look", False),  # no thought
        ("<THINK>a</THINK><action>look</action>", "look", False),  # tags of thought as spelt
        ("<think>a<action>look</action>", "look", False),
        (THOUGHT + "<ACTION>look</ACTION>", "look", True),  # lower-cased first
        (THOUGHT + "<action>search[红 shoes]</action>", "search[红 shoes]", False),
        ("<think>想</think><action>look</action>", "look", False),
        (THOUGHT + "<action>look", "<think>a</think><action>look", False),
        (THOUGHT + "</action><action>look</action>", "", False),  # the first closing tag counts
        (THOUGHT + "<action></action>", "", False),
        ("I would rather go to desk number one now", "d rather go to desk number one now"[-30:], False),
        ("", "", False),
        (THOUGHT + "<action>" + "x" * 600 + "</action>", "x" * MAX_ACTION_CHARS, False),
    ],
)
def test_projection(text, action, valid):
    parsed = parse_action_projected(text, 30)
    assert (parsed.action, parsed.valid) == (action, valid)


@pytest.mark.parametrize(("env", "length"), [("alfworld", 30), ("webshop", 20), ("lab", 30)])
@pytest.mark.parametrize("name", PEERS)
def test_peers_send_the_end_of_an_answer_without_tags(name, env, length):
    answer = "".join(chr(ord("a") + i % 26) for i in range(100))
    parsed = load_profile(name, env=env).parse_action(answer, MAKER.view(env, is_first=True, has_skill=False))
    assert (parsed.action, parsed.valid) == (answer[-length:], False)
    assert load_profile(name, env=env).stops["act"] == ()  # the whole answer is read


@settings(max_examples=200)
@given(st.text(max_size=80), st.text(st.sampled_from("abc XY1[]"), min_size=1, max_size=40))
def test_projection_takes_any_text_and_a_kept_format_means_the_same_to_both_parsers(junk, action):
    parsed = parse_action_projected(junk, 20)
    assert len(parsed.action) <= MAX_ACTION_CHARS and "\n" not in parsed.action
    written = f"<think>t</think><action>{action}</action>"
    if action.strip():
        assert parse_action_projected(written, 20) == parse_action_chat(written)
