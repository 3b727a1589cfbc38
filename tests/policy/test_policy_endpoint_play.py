"""Whole episodes of a policy behind an endpoint, against a real server in a thread."""

import json
from contextlib import closing
from dataclasses import replace

import pytest

from skill1.config import EndpointConfig
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.errors import PolicyError
from skill1.library import Library
from skill1.policy.endpoint import open_endpoint
from skill1.rollout.settings import play_settings
from tests.limits import HANG_S
from tests.policy.chat_server import Raw, chat, serving
from tests.rollout.rollers import roller

pytestmark = pytest.mark.usefixtures("retry_waits")


def endpoint(url):
    config = EndpointConfig(url=url, model="small", retries=2, timeout_s=HANG_S, concurrency=4)
    return closing(open_endpoint(config))


def as_a_player(request):
    """Writes what each stage asks for; a skill about the first thing it saw."""
    content = request["messages"][0]["content"]
    if "Begin your answer with <query>" in content:
        return chat("bringing things")
    if "</rank>" in request.get("stop", ()):
        return chat("<rank>2, 1")
    if "JSON object" in content:
        what = ("look first", "open every drawer")[request["seed"] % 2]
        lesson = {"description_head": "bringing things", "action_lesson": what, "navigation_lesson": None}
        return chat(f"<think>so</think>{json.dumps(lesson)}")
    return chat("<think>hm</think><action>look")


def test_household_episodes_through_an_endpoint():
    config = load_config(
        "household/skill1",
        ["--agent.profile=skill1", "--model.path=none", "--env.max_steps=3", "--library.encoder=hashing"],
    )
    suite = make_suite(config.env)
    with serving(as_a_player) as stub, endpoint(stub.url) as policy:
        settings = play_settings(config, is_training=False)
        player = roller(config, policy, suite=suite, how=settings, rows=policy.max_rows)
        library = Library.in_memory(config.library)
        first = player.play_groups(suite.tasks("train")[:2], library, seed=0, step=0, group_size=2)
        won = [replace(episode, success=True) for group in first for episode in group.episodes]
        library.commit(won, step=0, policy_version=0)
        assert len(library) == 2
        second = player.play_groups(suite.tasks("train")[:2], library, seed=0, step=1, group_size=1)
    episodes = [episode for group in (*first, *second) for episode in group.episodes]
    assert all(episode.ok for episode in episodes) and len(episodes) == 6
    for episode in episodes:
        assert [turn.action for turn in episode.turns] == ["look"] * 3 and all(t.valid for t in episode.turns)
        assert episode.draft.description == "bringing things"
        assert all(segment.valid and segment.logprobs == () for segment in episode.segments)
        assert episode.segments[0].text == "bringing things</query>"
    acts = [r["messages"][0]["content"] for r in stub.requests if "</action>" in r.get("stop", ())]
    for (episode,) in (group.episodes for group in second):
        assert episode.ranking == (1, 0) and episode.used == episode.candidates[1].skill
        assert episode.skill_tokens > 0 and sum(episode.used.strategy in one for one in acts) >= 3
    assert len(stub.requests) == sum(len(episode.segments) for episode in episodes)


def acting(policy, is_training=False):
    """Episodes of actions alone."""
    config = load_config("household/grpo", ["--agent.profile", "skill1", "--model.path", "none"])
    suite = make_suite(config.env)
    settings = play_settings(config, is_training=is_training)
    groups = roller(config, policy, suite=suite, how=settings, rows=2).play_groups(
        suite.tasks("train")[:3], None, seed=0, step=0, group_size=1
    )
    return [episode for group in groups for episode in group.episodes]


def test_a_dead_endpoint_ends_the_evaluation_instead_of_failing_episodes():
    with (
        serving(Raw(503, "loading")) as stub,
        endpoint(stub.url) as policy,
        pytest.raises(PolicyError, match="loading"),
    ):
        acting(policy)


def test_one_question_without_an_answer_costs_one_episode_of_an_evaluation():
    unanswerable = []

    def but_one(request):
        # The second question of all, which comes again when its episode is played once more.
        if len(stub.requests) == 2:
            unanswerable.append(request["messages"])
        return Raw(503, "overloaded") if request["messages"] in unanswerable else as_a_player(request)

    with serving(but_one) as stub, endpoint(stub.url) as policy:
        first, *others = sorted(acting(policy), key=lambda episode: episode.ok)
        assert not first.ok and "overloaded" in first.error and all(episode.ok for episode in others)
    unanswerable.clear()
    # What is missing must not decide what is learnt: training stops, and resumes.
    with serving(but_one) as stub, endpoint(stub.url) as policy, pytest.raises(PolicyError, match="overloaded"):
        acting(policy, is_training=True)
