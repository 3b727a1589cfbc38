"""What leaves the pool, in which order, and why."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.methods.skillpro.skill import lower_bound, maintain, maintain_oldest_first, maintenance_score
from tests.methods.skillpro.samples import skill

GAIN = lambda one: one.avg_gain  # noqa: E731


def apart(pool):
    """Rows of skills that have nothing in common."""
    return np.eye(len(pool), dtype=np.float32)


def run(pool, size, rows=None, rank=GAIN):
    kept, removals = maintain(pool, apart(pool) if rows is None else rows, rank, size, 0.95)
    return [one.id for one in kept], [(removal.stage, removal.skill.id) for removal in removals]


def test_a_pool_within_its_size_stays():
    pool = [skill("A", avg_gain=-1.0, freq=100, maturity=9), skill("B")]
    assert run(pool, 2) == (["A", "B"], [])


def test_of_one_name_the_best_stays_but_only_in_a_pool_too_large():
    pool = [skill("A", id="1", avg_gain=0.1), skill("A", id="2", avg_gain=0.2), skill("B", id="3")]
    assert run(pool, 2) == (["2", "3"], [("duplicate skill", "1")])
    assert run(pool, 3) == (["1", "2", "3"], [])


def test_alike_initiations_leave_through_chains_whatever_the_size_but_young_ones_stay():
    rows = np.array([[1, 0], [0.96, 0.28], [0.8432, 0.5376], [0, 1]], np.float32)  # cosines 0.96, 0.96; ends 0.84
    pool = [
        skill("A", avg_gain=0.1, maturity=3),
        skill("B", avg_gain=0.3, maturity=9),
        skill("C", avg_gain=0.2, maturity=2),
        skill("D", maturity=9),
    ]
    assert run(pool, 10, rows) == (["B", "C", "D"], [("semantic duplicate", "A")])


def test_versions_of_one_name_compete_once_they_are_mature():
    pool = [
        skill("Open_v1", avg_gain=0.1, maturity=4),
        skill("Open_v2", avg_gain=0.2, maturity=4),
        skill("Open", avg_gain=0.0, maturity=3),
        skill("Other", avg_gain=-0.5, maturity=9),
    ]
    assert run(pool, 3) == (["Open_v2", "Open", "Other"], [("outdated variant", "Open_v1")])


def test_harmful_skills_leave_worst_first_until_the_pool_fits():
    pool = [
        skill("mild", avg_gain=-0.1, freq=10, maturity=3),
        skill("worst", avg_gain=-0.3, freq=10, maturity=3),
        skill("young", avg_gain=-0.9, freq=10, maturity=2),
        skill("rare", avg_gain=-0.9, freq=9, maturity=9),
    ]
    assert run(pool, 3) == (["mild", "young", "rare"], [("negative bound", "worst")])
    kept, removals = run(pool, 2)
    assert kept == ["young", "rare"] and [stage for stage, _ in removals] == ["negative bound"] * 2


def test_an_overflow_keeps_veterans_then_the_middle_then_newcomers():
    pool = [
        skill("new", avg_gain=0.9, freq=9),
        skill("middle", avg_gain=0.5, freq=10),
        skill("worse", avg_gain=0.4, freq=79),
        skill("veteran", avg_gain=0.0, freq=80),
    ]
    assert run(pool, 2) == (["middle", "veteran"], [("capacity overflow", "worse"), ("capacity overflow", "new")])


def test_the_stages_come_in_their_order():
    rows = np.eye(7, dtype=np.float32)
    rows[3] = rows[2]
    pool = [
        skill("A", id="same1", avg_gain=0.1),
        skill("A", id="same2", avg_gain=0.2),
        skill("B", id="near1", avg_gain=0.1, maturity=5),
        skill("C", id="near2", avg_gain=0.2, maturity=5),
        skill("bad", avg_gain=-0.5, freq=20, maturity=5),
        skill("extra", avg_gain=0.0),
        skill("good", avg_gain=0.9, freq=90),
    ]
    kept, removals = run(pool, 3, rows)
    assert removals == [
        ("duplicate skill", "same1"),
        ("semantic duplicate", "near1"),
        ("negative bound", "bad"),
        ("capacity overflow", "extra"),
    ]
    assert kept == ["same2", "near2", "good"]


def test_a_persons_pinned_skill_never_leaves():
    pool = [skill("mine", avg_gain=-1.0, freq=50, maturity=9, pinned=True), skill("B"), skill("C", avg_gain=0.1)]
    assert run(pool, 1) == (["mine"], [("capacity overflow", "C"), ("capacity overflow", "B")])
    assert [one.id for one in maintain_oldest_first(pool, 2)[0]] == ["mine", "C"]


def test_oldest_first_knows_no_worth():
    pool = [skill("best", avg_gain=9.0), skill("B"), skill("C")]
    kept, removals = maintain_oldest_first(pool, 2)
    assert [one.id for one in kept] == ["B", "C"]
    assert removals[0].entry() == {
        "stage": "oldest removed",
        "name": "best",
        "avg_gain": 9.0,
        "freq": 0,
        "maturity": 0,
    }
    assert maintain_oldest_first(pool, 3) == (pool, [])


@pytest.mark.parametrize("ranked_by", ["bound", "score"])
@given(
    st.lists(st.tuples(st.integers(0, 99), st.floats(-1, 1), st.integers(0, 9)), max_size=12), st.integers(1, 6)
)
def test_the_pool_always_fits_and_nobody_is_lost_or_doubled(ranked_by, numbers, size):
    pool = [skill(f"S{i}", freq=freq, avg_gain=gain, maturity=age) for i, (freq, gain, age) in enumerate(numbers)]
    rank = {
        "bound": partial(lower_bound, oldest=9, scale=0.2),
        "score": partial(maintenance_score, pool=pool),
    }[ranked_by]
    kept, removals = run(pool, size, rank=rank)
    assert len(kept) == min(size, len(pool))
    assert sorted(kept + [name for _, name in removals]) == sorted(one.id for one in pool)
