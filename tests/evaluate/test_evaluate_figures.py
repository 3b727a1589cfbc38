"""Intervals and figures by hand: Wilson, bootstrap, and tasks as the unit however often each is repeated."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.evaluate.figures import (
    Z_95,
    bootstrap_mean,
    by_type,
    macro_success_rate,
    success_rate,
    summary,
    wilson,
)
from skill1.schema import Episode, EpisodeKey, Task, Turn

TOLERANCE = 1e-9


def test_wilson_by_hand():
    # 8 of 10, z = 2: centre .8 + 4/20 = 1, spread 2 sqrt(.8 x .2 / 10 + 4/400) = 2 sqrt(.026) = .322490, scale 1.4
    low, high = wilson(8, 10, z=2.0)
    assert low == pytest.approx((1 - 2 * math.sqrt(0.026)) / 1.4, abs=TOLERANCE)
    assert high == pytest.approx((1 + 2 * math.sqrt(0.026)) / 1.4, abs=TOLERANCE)
    assert [round(x, 3) for x in wilson(8, 10)] == [0.49, 0.943]
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0 and wilson(10, 10)[1] == pytest.approx(1, abs=TOLERANCE)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_solves_its_equation_and_is_symmetric(case):
    successes, trials = case
    low, high = wilson(successes, trials)
    rate = successes / trials
    assert 0 <= low <= rate + TOLERANCE and rate - TOLERANCE <= high <= 1
    for bound in (low, high):  # (rate - p)^2 = z^2 p (1 - p) / n at both ends
        assert (rate - bound) ** 2 == pytest.approx(Z_95**2 * bound * (1 - bound) / trials, abs=TOLERANCE)
    mirrored = wilson(trials - successes, trials)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=TOLERANCE)


def episode(task, *, repeat=0, success=False, outcome=None, turns=2, invalid=0, type_="put", status="ok"):
    return Episode(
        EpisodeKey(0, 0, task, repeat),
        Task(f"toy/{task}", "toy", "test", task, "put it", type_),
        outcome=float(success) if outcome is None else outcome,
        success=success,
        turns=tuple(Turn("o", "a", i >= invalid) for i in range(turns)),
        status=status,
    )


def test_the_mean_score_is_over_tasks_and_needs_one_of_every_episode():
    """Task 0: (1 + .5)/2, task 1: 0; mean .375. The mean over the three episodes would be .5."""
    graded = [replace(episode(t, repeat=r), score=s) for t, r, s in ((0, 0, 1.0), (0, 1, 0.5), (1, 0, 0.0))]
    assert summary(graded)["mean_score"] == 0.375
    assert summary([*graded, episode(2, status="error")])["mean_score"] == 0.375
    assert summary([*graded, episode(2)])["mean_score"] is None and summary([])["mean_score"] is None


def test_tasks_are_the_unit_however_often_each_is_repeated():
    # Four tasks with shares 1, 1/2, 1/2, 0: as many successes as 2 of 4, although there are eight episodes.
    wins = [(0, 0), (0, 1), (1, 0), (2, 1)]
    played = [episode(task, repeat=r, success=(task, r) in wins) for task in range(4) for r in range(2)]
    got = summary(played)
    assert (got["tasks"], got["episodes"], got["successes"], got["success_rate"]) == (4, 8, 4, 0.5)
    assert got["interval_95"] == list(wilson(2, 4))
    often = summary(
        [replace(e, key=replace(e.key, rollout=e.key.rollout + 2 * n)) for e in played for n in range(9)]
    )
    assert often["episodes"] == 72
    for figure in ("success_rate", "interval_95", "bootstrap_95", "mean_turns"):
        assert often[figure] == got[figure]  # nothing narrows with repeats


def test_episodes_in_error_are_no_failures():
    played = [
        episode(0, success=True),
        episode(1, status="error"),
        episode(2),
        episode(2, repeat=1, status="error"),
    ]
    got = summary(played)
    assert (got["tasks"], got["episodes"], got["errors"]) == (3, 2, 2)
    assert got["success_rate"] == 0.5 and got["interval_95"] == list(wilson(1, 2))
    nothing = summary([episode(0, status="error")])
    assert nothing["success_rate"] is nothing["mean_outcome"] is nothing["invalid_action_share"] is None
    assert nothing["interval_95"] == nothing["bootstrap_95"] == [0.0, 1.0]


def test_each_task_counts_once_when_one_lost_a_repeat():
    # Task 0: 1 of 1 (one in error), task 1: 0 of 3. Mean of shares 1/2, although 1 of 4 episodes succeeded.
    played = [episode(0, success=True, turns=1), episode(0, repeat=1, status="error")]
    played += [episode(1, repeat=r, turns=4) for r in range(3)]
    got = summary(played)
    assert got["success_rate"] == success_rate(played) == 0.5
    assert got["mean_turns"] == 2.5  # (1 + 4) / 2
    assert got["mean_outcome"] == 0.5


def test_types_apart_and_their_macro_average():
    played = [episode(i, success=i < 3, type_="put") for i in range(4)] + [episode(9, type_="heat", invalid=1)]
    types = by_type(played)
    assert list(types) == ["heat", "put"]
    assert (types["put"]["success_rate"], types["heat"]["success_rate"]) == (0.75, 0.0)
    assert macro_success_rate(types) == 0.375 and summary(played)["success_rate"] == 0.6
    assert types["heat"]["invalid_action_share"] == 0.5
    assert macro_success_rate(by_type([episode(0, status="error")])) is None


def test_bootstrap_by_hand():
    assert bootstrap_mean([]) == (0.0, 1.0)
    assert bootstrap_mean([0.3]) == pytest.approx((0.3, 0.3))
    # Two tasks, 0 and 1: the mean is 0, 1/2 or 1 with 1/4, 1/2, 1/4, so both tails reach the ends.
    assert bootstrap_mean([0, 1]) == (0.0, 1.0)
    # 100 tasks, 50 of them won: Binomial(100, 1/2) has its 2.5 % and 97.5 % quantiles at 40 and 60.
    assert bootstrap_mean([0.0, 1.0] * 50) == pytest.approx((0.40, 0.60), abs=0.0101)


def test_bootstrap_is_a_function_of_its_values_and_of_no_block_size(monkeypatch):
    values = [0.0, 0.25, 1.0, 0.5, 1.0, 0.0, 0.75]
    first = bootstrap_mean(values)
    np.random.default_rng(1).random()
    assert bootstrap_mean(values) == first
    monkeypatch.setattr("skill1.evaluate.figures.BLOCK_DRAWS", 70)
    assert bootstrap_mean(values) == first


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=2, max_size=30))
def test_bootstrap_holds_the_mean_and_stays_within_the_values(values):
    low, high = bootstrap_mean(values, resamples=400)
    mean = math.fsum(values) / len(values)
    assert min(values) <= low <= mean + TOLERANCE and mean - TOLERANCE <= high <= max(values)
