"""Group-relative advantages: Eq. 4 and 12, and who takes part."""

import math
import statistics

import pytest
from credit_records import EXACT, episode, group
from hypothesis import given
from hypothesis import strategies as st

from skill1.credit.grpo import EPSILON, centre, leave_one_out, normalise, utilisation

rewards = st.lists(st.floats(0, 1, allow_nan=False), min_size=2, max_size=16)


def test_normalise_by_hand():
    # mean .25; deviations .75, -.25 x 3; squares .5625 + 3 x .0625 = .75; / (4 - 1) = .25; std .5
    expected = [0.75 / 0.500001, -0.25 / 0.500001, -0.25 / 0.500001, -0.25 / 0.500001]
    assert normalise([1, 0, 0, 0]) == pytest.approx(expected, abs=EXACT)
    assert EPSILON == 1e-6


@pytest.mark.parametrize("equal", [[], [0.7], [0.0] * 8, [1.0] * 8, [0.1] * 3])
def test_equal_rewards_and_single_ones_get_exactly_zero(equal):
    assert normalise(equal) == [0.0] * len(equal)
    assert centre(equal, 0.3) == [0.0] * len(equal)
    assert leave_one_out(equal) == [0.0] * len(equal)


@given(rewards)
def test_normalise_agrees_with_a_slow_oracle_and_sums_to_zero(values):
    got = normalise(values)
    assert math.fsum(got) == pytest.approx(0, abs=EXACT)
    if len(set(values)) > 1:
        mean, std = statistics.fmean(values), statistics.stdev(values)  # ddof 1
        assert got == pytest.approx([(v - mean) / (std + 1e-6) for v in values], abs=EXACT)


@given(rewards, st.randoms(use_true_random=False))
def test_normalise_follows_a_permutation(values, rng):
    order = list(range(len(values)))
    rng.shuffle(order)
    whole = normalise(values)
    assert normalise([values[i] for i in order]) == pytest.approx([whole[i] for i in order], abs=EXACT)


def test_leave_one_out_by_hand():
    # 1 - (.5 + 0) / 2, .5 - (1 + 0) / 2, 0 - (1 + .5) / 2
    assert leave_one_out([1, 0.5, 0]) == pytest.approx([0.75, 0, -0.75], abs=EXACT)


@given(rewards)
def test_leave_one_out_agrees_with_a_slow_oracle_and_sums_to_zero(values):
    got = leave_one_out(values)
    others = [statistics.fmean(values[:i] + values[i + 1 :]) for i in range(len(values))]
    assert got == pytest.approx([v - o for v, o in zip(values, others, strict=True)], abs=EXACT)
    assert math.fsum(got) == pytest.approx(0, abs=EXACT)


def test_centre_by_hand():
    # mean .5; (.8 - .5) / .3 = 1, (.2 - .5) / .3 = -1, 0
    assert centre([0.8, 0.2, 0.5], 0.3) == pytest.approx([1, -1, 0], abs=EXACT)


def test_utilisation_takes_the_penalty_off():
    # returns 1 - .1 = .9 and .5: mean .7, std .2 sqrt 2 = .28284
    pair = group(episode(0, outcome=1.0, penalty=0.1), episode(1, outcome=0.5))
    first = 0.2 / (0.2 * math.sqrt(2) + 1e-6)
    ids = [e.id for e in pair.episodes]
    assert utilisation(pair) == pytest.approx({ids[0]: first, ids[1]: -first}, abs=EXACT)


def test_a_penalty_alone_is_normalised_to_full_size():
    # 16 wins, one with one invalid turn of 20: .1 x .05 = .005 off. Mean .9996875, std .00125: -3.75 and +.25.
    won = [episode(i, outcome=1.0, penalty=0.005 if i == 0 else 0.0) for i in range(16)]
    advantages = utilisation(group(*won))
    assert [advantages[e.id] for e in won] == pytest.approx([-3.75] + [0.25] * 15, rel=1e-3)
    without = utilisation(group(*(episode(i, outcome=1.0) for i in range(16))))  # Eq. 4
    assert set(without.values()) == {0.0}


def test_an_episode_in_error_moves_no_baseline_and_gets_no_advantage():
    good = [episode(0, outcome=1.0), episode(1, outcome=0.0)]
    broken = episode(2, outcome=0.0, status="error")
    assert utilisation(group(*good, broken)) == utilisation(group(*good))


def test_a_lone_survivor_gets_zero():
    lonely = group(episode(0, outcome=1.0), episode(1, status="error"))
    assert utilisation(lonely) == {lonely.episodes[0].id: 0.0}
