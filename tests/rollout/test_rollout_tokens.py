"""Tokens in, tokens out: rows hold exactly what was fed and sampled, merged only where that is one sequence."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.credit.credit import Credit
from skill1.credit.rows import merge, to_samples
from skill1.schema import STAGES, Segment
from tests.rollout.rollers import roller
from tests.rollout.tiny_world import all_episodes, household, stocked_library, tasks

ADVANTAGE = {stage: 1.0 + i for i, stage in enumerate(STAGES)}


def credit(of: Segment, group: int = 0, **more) -> Credit:
    fields = {"is_clipped": of.stage != "rerank", "weight": 0.1, "kl_weight": 0.05} | more
    return Credit("e", group, of, ADVANTAGE[of.stage], **fields)


def rows_of(segments, *, group: int = 0):
    """With every segment credited."""
    return to_samples(segments, [credit(s, group) for s in segments])


def separate_rows_of(segments):
    """One row a segment."""
    return [row for s in segments for row in rows_of([s])]


def segment(stage, prompt, response, turn=0) -> Segment:
    logprobs = tuple(-0.1 * token for token in response)
    return Segment(stage, turn, tuple(prompt), tuple(response), logprobs, "stop", "", True, 0, 0)


def test_one_row_by_hand():
    first = segment("query", [1, 9], [4, 2])
    second = segment("rerank", [1, 9, 4, 2, 7], [3], turn=0)
    [row] = rows_of([first, second], group=6)
    assert row.ids == (1, 9, 4, 2, 7, 3)
    assert row.stages == (-1, -1, 0, 0, -1, 1)
    assert row.logprobs == pytest.approx((0, 0, -0.4, -0.2, 0, -0.3))
    assert row.advantages == (0, 0, 1.0, 1.0, 0, 2.0)
    assert row.weights == (0, 0, 0.1, 0.1, 0, 0.1) and row.kl_weights == (0, 0, 0.05, 0.05, 0, 0.05)
    assert row.clipped == (0, 0, 1, 1, 0, 0) and row.group == 6


def test_each_turn_has_its_own_advantage_by_hand():
    segments = [
        segment("query", [1], [2]),
        segment("act", [1, 2, 3], [4], turn=0),
        segment("act", [1, 2, 3, 4, 5], [6, 7], turn=1),
    ]
    credits = [
        replace(credit(s), advantage=0.5, turn_advantage=added)
        for s, added in zip(segments, (None, 0.25, -1.0), strict=True)
    ]
    [row] = to_samples(segments, credits)
    assert row.advantages == (0, 0.5, 0, 0.75, 0, -0.5, -0.5)
    assert row.weights == (0, 0.1, 0, 0.1, 0, 0.1, 0.1)
    apart = [row for s, one in zip(segments, credits, strict=True) for row in to_samples([s], [one])]
    assert [a.advantages[-1] for a in apart] == [0.5, 0.75, -0.5]


def test_a_prompt_that_differs_anywhere_starts_a_row():
    first = segment("query", [1, 9], [4, 2])
    for prompt in ([1, 9, 4, 3, 7], [1, 9, 4], [1, 8, 4, 2, 7], [9, 4, 2]):
        assert len(merge([first, segment("act", prompt, [3])])) == 2
    assert len(merge([first, segment("act", [1, 9, 4, 2], [3])])) == 1
    assert merge([]) == []


def test_stages_without_credit_are_context_and_rows_without_credit_are_left_out():
    segments = [segment("query", [1], [4]), segment("act", [1, 4, 5], [6]), segment("distill", [8], [9])]
    [row] = to_samples(segments, [credit(segments[1])])
    assert row.ids == (1, 4, 5, 6) and row.weights == (0, 0, 0, 0.1)
    [row] = to_samples(segments, [credit(segments[0])])
    assert row.ids == (1, 4)  # what follows the last trained token is not needed
    assert to_samples(segments, []) == []


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 3), st.integers(1, 3)), min_size=1, max_size=6))
def test_merging_loses_and_repeats_nothing(plan):
    segments, fed, fresh = [], (), 0
    for goes_on, new, sampled in plan:
        fresh += 10
        prompt = (fed if goes_on else ()) + tuple(range(fresh, fresh + new))
        response = tuple(range(fresh + 5, fresh + 5 + sampled))
        segments.append(segment("act", prompt, response, turn=len(segments)))
        fed = prompt + response
    rows = merge(segments)
    assert [s for row in rows for s in row] == segments
    samples = rows_of(segments)
    trained = [t for s in samples for t, w in zip(s.ids, s.weights, strict=True) if w]
    assert trained == [t for s in segments for t in s.response_ids]
    assert len(samples) == len(rows) <= len(separate_rows_of(segments)) == len(segments)


def test_household_episodes_train_exactly_what_was_fed_and_sampled(folder, make_engine):
    config = household(folder)
    with stocked_library(config, 24) as library:
        groups = roller(config, make_engine()).play_groups(tasks(4), library, seed=0, step=1, group_size=4)
    merged_tokens = separate_tokens = 0
    for episode in all_episodes(groups):
        merged = rows_of(episode.segments)
        separate = separate_rows_of(episode.segments)
        assert len(merged) == 2 and len(separate) == len(episode.segments)  # selecting; acting and distilling
        sampled = [(t, p) for s in episode.segments for t, p in zip(s.response_ids, s.logprobs, strict=True)]
        for rows in (merged, separate):
            trained = [
                (token, logprob)
                for row in rows
                for token, logprob, weight in zip(row.ids, row.logprobs, row.weights, strict=True)
                if weight
            ]
            assert trained == sampled
        for row, one in zip(separate, episode.segments, strict=True):
            assert row.ids == one.prompt_ids + one.response_ids
        merged_tokens += sum(len(row.ids) for row in merged)
        separate_tokens += sum(len(row.ids) for row in separate)
    assert merged_tokens < 0.7 * separate_tokens
