"""Episodes and samples on their way to verl and back. Needs no verl."""

import json
from dataclasses import asdict, replace

import pytest

torch = pytest.importorskip("torch")

from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from verl_records import BARE, EPISODE  # noqa: E402

from skill1.credit.credit import Credit  # noqa: E402
from skill1.credit.rows import to_samples  # noqa: E402
from skill1.schema import Segment, TokenSample, episode_of  # noqa: E402
from skill1.train.verl.rows import arranged, episode_record, read_episode, training_row  # noqa: E402


def tokens_of(episode):
    return [(s.prompt_ids, s.response_ids, s.logprobs) for s in episode.segments]


@pytest.mark.parametrize(
    "episode",
    [
        EPISODE,
        BARE,
        replace(EPISODE, ranking=None, used=None, draft=None),
        replace(EPISODE, withheld=EPISODE.used, used=None, draft=None),
    ],
)
def test_an_episode_comes_back_equal(episode):
    assert read_episode(episode_record(episode), tokens_of(episode)) == episode
    assert episode_of(json.loads(json.dumps(asdict(episode)))) == episode  # as files keep it


def test_a_record_holds_no_tokens():
    record = episode_record(EPISODE)
    assert "prompt_ids" not in record and "logprobs" not in record


def test_a_record_with_other_segments_is_refused():
    with pytest.raises(ValueError, match="zip"):
        read_episode(episode_record(EPISODE), tokens_of(EPISODE)[:1])


def sample(length, group):
    zeros = (0.0,) * (length - 1)
    return TokenSample(
        ids=tuple(range(length)),
        stages=(-1,) * (length - 1) + (2,),
        logprobs=(*zeros, -0.5),
        advantages=(*zeros, 1.0),
        weights=(*zeros, 0.5),
        kl_weights=(*zeros, 0.25),
        clipped=(0,) * (length - 1) + (1,),
        group=group,
    )


def test_rows_are_dealt_by_hand():
    # groups 0 and 2 make the first update, 1 the second; two ranks, so each rank has two rows of each update.
    samples = [sample(5, 0), sample(3, 1), sample(4, 2), sample(6, 0)]
    rows, updates = arranged(samples, 2, 2, pad_id=9)
    assert updates == 2
    assert [(row.group, len(row.ids)) for row in rows] == [
        *((0, 6), (2, 4), (1, 3), (-1, 2)),  # rank 0: first update, second update
        *((0, 5), (-1, 2), (-1, 2), (-1, 2)),  # rank 1
    ]
    assert rows[-1].ids == (9, 9) and not any(rows[-1].weights + rows[-1].kl_weights)


@given(
    st.lists(st.tuples(st.integers(2, 9), st.integers(0, 5)), max_size=20),
    st.integers(1, 4),
    st.integers(1, 4),
)
def test_every_sample_is_dealt_once_and_every_update_holds_whole_groups(shapes, parts, ranks):
    samples = [sample(length, group) for length, group in shapes]
    rows, updates = arranged(samples, parts, ranks, pad_id=0)
    assert updates <= parts
    if not samples:
        assert not rows and not updates
        return
    assert len(rows) % (ranks * updates) == 0
    size = len(rows) // (ranks * updates)
    update_of = {}
    for place, row in enumerate(rows):
        if row.group >= 0:
            assert update_of.setdefault(row.group, place // size % updates) == place // size % updates
    dealt = [row for row in rows if row.group >= 0]
    assert sorted((len(r.ids), r.group) for r in dealt) == sorted((len(s.ids), s.group) for s in samples)


def test_the_response_of_a_row_begins_at_the_first_trained_token():
    row = training_row(replace(sample(7, 0), weights=(0.0,) * 5 + (0.01, 0.01), kl_weights=(0.0,) * 7))
    assert row["prompts"].tolist() == [0, 1, 2, 3, 4] and row["responses"].tolist() == [5, 6]
    assert row["response_mask"].tolist() == [1, 1]
    assert row["behaviour"].tolist() == [0.0, -0.5]
    assert row["position_ids"].tolist() == list(range(7))


def test_the_advantages_of_single_turns_reach_the_row():
    segments = [
        Segment("act", turn, prompt, (8,), (-0.5,), "stop", "", True, 0, 0)
        for turn, prompt in enumerate([(1, 2), (1, 2, 8, 3)])
    ]
    credits = [
        Credit("e", 0, of, 0.5, added, weight=0.1, kl_weight=0.1)
        for of, added in zip(segments, (0.25, -1.0), strict=True)
    ]
    [merged] = map(training_row, to_samples(segments, credits))
    assert merged["advantages"].tolist() == [0.75, 0.0, -0.5] and merged["response_mask"].tolist() == [1, 0, 1]
    apart = [training_row(row) for credit in credits for row in to_samples([credit.segment], [credit])]
    assert [row["advantages"].tolist() for row in apart] == [[0.75], [-0.5]]


def test_a_row_trained_on_the_kl_term_alone_counts_as_trained():
    row = training_row(replace(sample(4, 0), weights=(0.0,) * 4))
    assert row["responses"].tolist() == [3] and row["response_mask"].tolist() == [1]
