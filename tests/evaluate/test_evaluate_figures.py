"""Intervals and figures by hand: Wilson, bootstrap, tasks as the unit however often each is repeated; and Newcombe's
intervals against the tables of his two papers."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.evaluate.figures import (
    bootstrap_tasks,
    by_type,
    macro_success_rate,
    newcombe,
    newcombe_paired,
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
    assert nothing["interval_95"] is nothing["bootstrap_95"] is None


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
    assert bootstrap_tasks([]) == (0.0, 1.0)
    assert bootstrap_tasks([0.3]) == pytest.approx((0.3, 0.3))
    # Two tasks, 0 and 1: the mean is 0, 1/2 or 1 with 1/4, 1/2, 1/4, so both tails reach the ends.
    assert bootstrap_tasks([0, 1]) == (0.0, 1.0)
    # 100 tasks, 50 of them won: Binomial(100, 1/2) has its 2.5 % and 97.5 % quantiles at 40 and 60.
    assert bootstrap_tasks([0.0, 1.0] * 50) == pytest.approx((0.40, 0.60), abs=0.0101)


def test_bootstrap_is_a_function_of_its_values_and_of_no_block_size(monkeypatch):
    values = [0.0, 0.25, 1.0, 0.5, 1.0, 0.0, 0.75]
    first = bootstrap_tasks(values)
    np.random.default_rng(1).random()
    assert bootstrap_tasks(values) == first
    monkeypatch.setattr("skill1.evaluate.figures.BLOCK_DRAWS", 70)
    assert bootstrap_tasks(values) == first


TABLE = 5e-5  # the papers print four places
counts = st.integers(0, 40)


@pytest.mark.parametrize(
    ("won", "of", "other", "other_of", "expected"),
    [  # Table II of "Interval estimation for the difference between independent proportions", method 10
        (56, 70, 48, 80, (0.0524, 0.3339)),
        (9, 10, 3, 10, (0.1705, 0.8090)),
        (6, 7, 2, 7, (0.0582, 0.8062)),
        (5, 56, 0, 29, (-0.0381, 0.1926)),
        (0, 10, 0, 20, (-0.1611, 0.2775)),
        (10, 10, 0, 20, (0.6791, 1.0)),
        (10, 10, 0, 10, (0.6075, 1.0)),
    ],
)
def test_published_values_of_independent_rates(won, of, other, other_of, expected):
    assert newcombe(won / of, of, other / other_of, other_of) == pytest.approx(expected, abs=TABLE)


@pytest.mark.parametrize(
    ("table", "expected"),
    [  # Table III of the paper on paired data, method 10
        ((36, 12, 2, 0), (0.0569, 0.3404)),
        ((20, 12, 2, 16), (0.0562, 0.3292)),
        ((18, 14, 0, 18), (0.1441, 0.3963)),
    ],
)
def test_published_values_of_pairs(table, expected):
    assert newcombe_paired(*table) == pytest.approx(expected, abs=TABLE)


def test_pairs_by_hand():
    # 1 both, 1 only first, 7 only second, 12 neither: rates 2/21 and 8/21, ad - bc = 12 - 7 = 5, less 10.5: 0, so φ = 0
    (low, high), (other_low, other_high) = wilson(2, 21), wilson(8, 21)
    below = math.hypot(2 / 21 - low, other_high - 8 / 21)
    above = math.hypot(high - 2 / 21, 8 / 21 - other_low)
    assert newcombe_paired(1, 1, 7, 12) == pytest.approx((-6 / 21 - below, -6 / 21 + above))
    # the other sign is not lessened: ad - bc = -4, margins 2, 2, 2, 2, φ = -1, so the distances add up
    (low, high), gap = wilson(2, 4), newcombe_paired(0, 2, 2, 0)
    assert gap == pytest.approx((-(high - low), high - low))


def test_nothing_is_known_without_pairs_and_a_little_after_equal_ones():
    assert newcombe_paired(0, 0, 0, 0) == (-1.0, 1.0)
    low, high = newcombe_paired(16, 0, 0, 0)
    assert -0.25 < low < 0 < high < 0.25  # 16 wins each prove no equality


@given(counts, counts, counts, counts)
def test_an_interval_holds_its_difference_lies_in_range_and_turns_round_with_the_arms(a, b, c, d):
    low, high = newcombe_paired(a, b, c, d)
    difference = (b - c) / max(1, a + b + c + d)
    assert -1 - 1e-9 <= low <= difference + 1e-9 and difference - 1e-9 <= high <= 1 + 1e-9
    turned = newcombe_paired(a, c, b, d)
    assert (-turned[1], -turned[0]) == pytest.approx((low, high))
