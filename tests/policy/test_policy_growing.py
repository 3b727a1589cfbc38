"""The profile ``search-r1``: one growing answer, in which what the environment shows stands behind each action."""

from __future__ import annotations

import pytest
from qwen_tokenizers import QWEN3, QWEN25, qwen_tokens
from test_policy_templates import Answering

from skill1.config import AgentConfig
from skill1.credit.rows import merge
from skill1.policy.endpoint_tokens import TextTokens
from skill1.schema import Observation
from tests.rollout.fakes import ToyEnv, ends, goes_on, play
from tests.rollout.fakes import settings as play_settings

ANSWERS = {"query": "egg</query>", "rerank": "", "act": "<action>open fridge</action>", "distill": "none"}
SHOWN = "\n\n<information>open <|im_end|></information>\n\n"
TOKENS = {"qwen2.5": qwen_tokens(QWEN25), "qwen3": qwen_tokens(QWEN3)}


def played(name, *, is_closed):
    """Not closed: an answer ends behind the action, as a stop string makes it, not with the end token."""
    env = ToyEnv([goes_on(SHOWN), ends()], start=Observation("you see a desk", None, {}))
    how = play_settings(AgentConfig(profile="search-r1"), budget=20_000)
    return play(env, Answering(TOKENS[name], ANSWERS, is_closed=is_closed), None, how)


@pytest.mark.parametrize("name", TOKENS)
@pytest.mark.parametrize("is_closed", [False, True])
def test_the_policy_goes_on_in_its_own_message(name, is_closed):
    first, second = played(name, is_closed=is_closed).stage_segments("act")
    spelt = TOKENS[name].tokenizer.decode(list(second.prompt_ids), skip_special_tokens=False)
    assert spelt.count("<|im_start|>assistant") == 1
    assert spelt.endswith("<action>open fridge</action>\n\n<information>open < |im_end|></information>\n\n")
    assert second.prompt_ids[: len(first.prompt_ids)] == first.prompt_ids


def test_what_was_shown_is_in_the_same_row_and_not_trained():
    [row] = merge(played("qwen2.5", is_closed=False).stage_segments("act"))
    assert len(row) == 2
    shown = TOKENS["qwen2.5"].continuation(SHOWN)
    assert row[1].prompt_ids == row[0].prompt_ids + row[0].response_ids + shown
    # An answer with the end token goes on without it, so its row is one of its own: as sampled, or not at all.
    assert len(merge(played("qwen2.5", is_closed=True).stage_segments("act"))) == 2


def test_a_server_gets_whole_messages():
    tokens = TextTokens()
    ids = tokens.reopened(tokens.chat("a task") + tokens.encode("look")) + tokens.continuation("a desk")
    assert tokens.messages(ids) == (["a task", "look", "a desk"], "")
