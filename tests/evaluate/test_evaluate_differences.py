"""Newcombe's intervals against the tables of his two papers, and against their own formula."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.evaluate.figures import newcombe, newcombe_paired, wilson

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


@given(st.floats(0, 1), st.integers(1, 60), st.floats(0, 1), st.integers(1, 60))
def test_more_trials_never_widen_it(rate, trials, other, other_trials):
    low, high = newcombe(rate, trials, other, other_trials)
    closer_low, closer_high = newcombe(rate, 4 * trials, other, 4 * other_trials)
    assert closer_high - closer_low <= high - low + 1e-9
    assert low <= rate - other + 1e-9 and rate - other - 1e-9 <= high
