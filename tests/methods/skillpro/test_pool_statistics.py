"""Gain, bound, score, priority and schedules, by hand."""

from dataclasses import replace
from math import exp, log, sqrt

import pytest

from skill1.methods.skillpro.method import best_by_bound, gainful
from skill1.methods.skillpro.skill import (
    credited,
    exploration,
    lower_bound,
    maintenance_score,
    moved_baseline,
    priority,
)
from tests.methods.skillpro.samples import skill


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
    assert [exploration(0.3, 0.05, 100, step) for step in (1, 51, 101, 500)] == [
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
