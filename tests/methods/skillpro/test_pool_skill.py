"""Gain, bound, score, priority and schedules by hand; and what leaves the pool, in which order, and why."""

from dataclasses import replace
from functools import partial
from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.methods.skillpro.method import best_by_bound, gainful
from skill1.methods.skillpro.settings import SkillProConfig
from skill1.methods.skillpro.skill import (
    credited,
    explored_share,
    lower_bound,
    maintain,
    maintain_oldest_first,
    maintenance_score,
    moved_baseline,
    priority,
)
from tests.methods.skillpro.samples import skill

GAIN = lambda one: one.avg_gain  # noqa: E731


def test_an_activation_is_credited_with_its_share_of_the_advantage():
    # R = 1, baseline 0.4, two of three activations: 2 · 0.6/3 = 0.4 over two uses.
    once = credited(skill(), calls=2, all_calls=3, reward=1.0, baseline=0.4)
    assert (once.freq, once.avg_gain) == (2, pytest.approx(0.2))
    # Then R = 0, baseline 0.4, one of one: (2 · 0.2 − 0.4) / 3 = 0.
    twice = credited(once, calls=1, all_calls=1, reward=0.0, baseline=0.4)
    assert (twice.freq, twice.avg_gain) == (3, pytest.approx(0.0))


def test_the_baseline_starts_with_the_first_mean_and_moves_by_a_tenth():
    assert moved_baseline(None, 0.6, 0.1) == 0.6
    assert moved_baseline(0.6, 0.1, 0.1) == pytest.approx(0.55)


def test_lower_bound():
    # gain 0.3, 4 uses, oldest 7: 0.3 − 0.2·sqrt(ln 8 / 4)
    assert lower_bound(skill(avg_gain=0.3, freq=4), 7, 0.2) == pytest.approx(0.3 - 0.2 * sqrt(log(8) / 4))
    # Never used counts as used once, an age of 0 as 1.
    assert lower_bound(skill(), 0, 0.2) == pytest.approx(-0.2 * sqrt(log(2)))


def test_maintenance_score_is_share_of_uses_times_gain():
    pool = [skill("A", freq=6, avg_gain=0.5), skill("B", freq=2, avg_gain=-0.1)]
    assert [maintenance_score(one, pool) for one in pool] == [pytest.approx(0.375), pytest.approx(-0.025)]
    assert maintenance_score(skill(), [skill()]) == 0.0


def test_exploration_falls_linearly_over_a_hundred_steps():
    config = SkillProConfig(epsilon=0.3, final_epsilon=0.05, epsilon_steps=100)
    assert [explored_share(config, step) for step in (1, 51, 101, 500)] == [
        0.3,
        pytest.approx(0.175),
        pytest.approx(0.05),
        pytest.approx(0.05),
    ]


def test_priority_is_impact_confidence_gap_and_age():
    best = skill("best", freq=20, avg_gain=0.4)
    weak = skill("weak", freq=30, avg_gain=0.1, maturity=8)
    expected = (1 - exp(-30 / 50)) * (1 - exp(-30 / 30)) * 0.3 * exp(-1)
    assert priority(weak, [best, weak], 10) == pytest.approx(expected)
    assert priority(best, [best, weak], 10) == 0.0  # no gap
    assert priority(skill(freq=14), [best], 10) == 0.0  # too few uses
    assert priority(replace(weak, last_evolved=8), [best, weak], 10) == -0.01  # cooling down
    assert priority(replace(weak, last_evolved=7), [best, weak], 10) == pytest.approx(expected)
    assert priority(replace(weak, avg_gain=0.395), [best, weak], 10) == 0.0  # near the best


def test_a_mature_nominee_without_gain_is_not_handed_out():
    assert gainful([], -0.015) is None
    assert gainful([skill("A", avg_gain=-0.02, maturity=3), skill("B", avg_gain=1.0)], -0.015) is None
    assert gainful([skill("A", avg_gain=-0.01, maturity=3)], -0.015).name == "A"
    assert gainful([skill("A", avg_gain=-0.5, maturity=2)], -0.015).name == "A"


def test_nominees_are_ranked_by_their_bound_over_the_age_of_the_whole_pool():
    rare = skill("rare", avg_gain=0.3, freq=1, maturity=5)  # bound 0.3 − 0.2·sqrt(ln 10) < 0.04
    often = skill("often", avg_gain=0.2, freq=100, maturity=5)  # 0.2 − 0.02·sqrt(ln 10) > 0.16
    pool = [rare, often, skill("old", maturity=9)]
    assert best_by_bound([rare, often], pool, 0.2).name == "often"
    assert best_by_bound([skill("bad", avg_gain=0.0, freq=9, maturity=3)], pool, 0.2) is None
    assert best_by_bound([skill("young", avg_gain=0.0, freq=9, maturity=2)], pool, 0.2).name == "young"
    assert best_by_bound([], pool, 0.2) is None


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
