"""Act segments under another skill: prompts as in play, the same answers, log-probs that match what was sampled."""

import asyncio
from dataclasses import replace

import pytest
import torch

from skill1.agent.profile import configured_profile
from skill1.env.registry import make_suite
from skill1.policy.logprobs import Row, score, token_logprobs
from skill1.rollout.settings import play_settings
from skill1.schema import Skill
from skill1.train.rerender import acts_with
from tests.rollout.rollers import roller
from tests.rollout.tiny_world import household

SKILL = Skill("sk_1", "maple hill heat food", "heat using stove", 0.5)


@pytest.fixture(scope="module")
def played(folder, make_engine):
    config = household(folder, "--method=grpo")
    suite, engine = make_suite(config.env), make_engine()
    groups = roller(config, engine, suite=suite, rows=8).play_groups(
        suite.tasks("train")[:3], None, seed=0, step=1, group_size=2
    )
    settings = play_settings(config, is_training=True)
    rebuilt = {"tokens": engine.tokens, "profile": configured_profile(config), "settings": settings}
    return [episode for group in groups for episode in group.episodes], engine, rebuilt


def test_with_its_own_skill_an_episode_comes_out_as_it_was_played(played):
    episodes, _, rebuilt = played
    for episode in episodes:
        again = asyncio.run(acts_with(episode, episode.used, **rebuilt))
        assert again == episode.stage_segments("act")


def test_another_skill_changes_prompts_and_nothing_else(played):
    episodes, engine, rebuilt = played
    again = asyncio.run(acts_with(episodes[0], SKILL, **rebuilt))
    acts = episodes[0].stage_segments("act")
    assert [s.response_ids for s in again] == [s.response_ids for s in acts]
    assert all(new.prompt_ids != old.prompt_ids for new, old in zip(again, acts, strict=True))
    assert "heat using stove" in engine.tokens.decode(again[0].prompt_ids)


def test_scores_of_what_was_sampled_are_the_sampled_logprobs(played):
    episodes, engine, _ = played
    segments = [segment for episode in episodes for segment in episode.stage_segments("act")]
    rows = [Row(s.prompt_ids, s.response_ids) for s in segments]
    found = score(engine.model, rows, pad_id=engine.tokens.pad_id, temperature=1.0, budget_tokens=600)
    for segment, values in zip(segments, found, strict=True):
        assert values == pytest.approx(segment.logprobs, abs=2e-5)


def test_scores_do_not_depend_on_batches_and_a_long_row_stands_alone(played):
    episodes, engine, _ = played
    rows = [Row(s.prompt_ids, s.response_ids) for s in episodes[0].segments]
    settings = {"pad_id": engine.tokens.pad_id, "temperature": 0.7}
    together = score(engine.model, rows, budget_tokens=10**6, **settings)
    alone = score(engine.model, rows, budget_tokens=1, **settings)
    for one, other in zip(together, alone, strict=True):
        assert one == pytest.approx(other, abs=2e-5)


def test_a_score_is_the_log_softmax_of_the_model(played):
    episodes, engine, _ = played
    segment = episodes[0].segments[0]
    ids = torch.tensor([segment.prompt_ids + segment.response_ids[:1]])
    where = torch.zeros(ids.shape, dtype=torch.bool)
    where[0, -1] = True
    with torch.no_grad():
        logits = engine.model(input_ids=ids[:, :-1]).logits[0, -1] / 0.5
        expected = float(torch.log_softmax(logits, -1)[ids[0, -1]])
        direct = float(token_logprobs(engine.model, ids, where, 0.5, with_entropy=False)[0])
    row = Row(segment.prompt_ids, segment.response_ids[:1])
    (found,) = score(engine.model, [row], pad_id=engine.tokens.pad_id, temperature=0.5, budget_tokens=100)
    assert found == pytest.approx((expected,), abs=2e-5) and direct == pytest.approx(expected, abs=2e-5)


def test_the_same_words_in_another_record_are_the_same_skill(played):
    episodes, _, rebuilt = played
    once = asyncio.run(acts_with(episodes[0], SKILL, **rebuilt))
    twice = asyncio.run(acts_with(episodes[0], replace(SKILL, id="sk_2"), **rebuilt))
    assert once == twice
