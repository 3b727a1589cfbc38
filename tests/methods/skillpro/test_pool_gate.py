"""The PPO gate, by hand and against a slow second way."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.methods.skillpro.evolution import Replayed, surrogate, turn_means

LOGPROBS = st.lists(st.floats(-20, 0), min_size=1, max_size=4)


def test_a_turn_counts_with_the_mean_of_its_tokens():
    assert turn_means([(-1.0, -2.0), (-0.5,)]) == (-1.5, -0.5)


def test_gains_are_clipped_above_and_losses_are_not_clipped():
    # Win, A = 0.8/2 = 0.4 a turn: ratio e^0.5 is cut to 1.2, ratio e^-0.5 stays. Sum 0.4·(1.2 + 0.60653).
    win = Replayed((-1.0, -1.0), (-0.5, -1.5), 0.8)
    # Loss, A = −0.2: ratio e^1 counts in full (min of −0.544 and −0.24), so the candidate pays for it.
    loss = Replayed((-2.0,), (-1.0,), -0.2)
    total = 0.4 * (1.2 + math.exp(-0.5)) - 0.2 * math.e
    assert surrogate([win, loss], 0.2) == pytest.approx(total / 3)


def test_a_loss_made_less_likely_counts_no_further_than_the_clip():
    # A = −0.5, ratio e^-2 = 0.135: min(−0.068, −0.4) = −0.4.
    assert surrogate([Replayed((-1.0,), (-3.0,), -0.5)], 0.2) == pytest.approx(-0.4)


def test_log_ratios_stay_within_ten():
    assert surrogate([Replayed((-1.0,), (-500.0,), 1.0)], 0.2) == pytest.approx(math.exp(-10))


def test_nothing_is_known_without_finite_log_probs_or_turns():
    assert surrogate([Replayed((-math.inf,), (-1.0,), 1.0)], 0.2) is None
    assert surrogate([Replayed((-1.0,), (math.nan,), 1.0)], 0.2) is None
    assert surrogate([], 0.2) is None


@given(st.lists(st.tuples(LOGPROBS, st.floats(-1, 1)), min_size=1, max_size=4), st.floats(0.05, 0.5))
def test_an_equal_candidate_has_the_mean_step_advantage(episodes, clip):
    replayed = [Replayed(tuple(old), tuple(old), advantage) for old, advantage in episodes]
    turns = sum(len(old) for old, _ in episodes)
    assert surrogate(replayed, clip) == pytest.approx(sum(a for _, a in episodes) / turns)


@given(LOGPROBS, st.floats(0.01, 1))
def test_no_candidate_gains_more_than_the_clip_allows(old, advantage):
    best = Replayed(tuple(old), (0.0,) * len(old), advantage)
    assert surrogate([best], 0.2) <= 1.2 * advantage / len(old) + 1e-12


def test_golden_turns_count_with_their_change():
    # Win, A = 0.6/2 = 0.3 a turn: ratio e^0.5 is cut to 1.2, a gain of 0.2·0.3; ratio e^-0.5 costs 0.3·(1 − 0.60653).
    golden = Replayed((-1.0, -1.0), (-0.5, -1.5), 0.6, is_golden=True)
    loss = Replayed((-2.0,), (-2.0,), -0.2)
    total = 0.3 * 0.2 + 0.3 * (math.exp(-0.5) - 1) - 0.2
    assert surrogate([golden, loss], 0.2) == pytest.approx(total / 3)


@given(LOGPROBS, st.floats(0.01, 1), st.floats(-20, 20))
def test_golden_episodes_are_for_no_candidate_by_themselves(old, advantage, change):
    """Alone they accept (J > 0) what makes them likelier, and nothing else; uncorrected they accepted everything."""
    moved = tuple(value + change for value in old)
    assert surrogate([Replayed(tuple(old), moved, advantage)], 0.2) > 0
    value = surrogate([Replayed(tuple(old), moved, advantage, is_golden=True)], 0.2)
    assert (value > 0) == (moved > tuple(old)) or value == pytest.approx(0, abs=1e-9)


@given(LOGPROBS, st.lists(st.tuples(LOGPROBS, st.floats(0, 1)), max_size=4), st.floats(-1, 1))
def test_an_equal_candidate_is_judged_alike_with_and_without_golden_checks(old, golden, advantage):
    batch = [Replayed(tuple(old), tuple(old), advantage)]
    checks = [Replayed(tuple(row), tuple(row), gain, is_golden=True) for row, gain in golden]
    assert (surrogate([*batch, *checks], 0.2) > 0) == (surrogate(batch, 0.2) > 0)
