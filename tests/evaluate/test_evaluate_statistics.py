"""Every formula of a comparison against numbers worked out by hand, or against a slow and plain oracle."""

import itertools
import math
import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.evaluate import statistics
from skill1.evaluate.statistics import (
    bootstrap_difference,
    bootstrap_mean,
    cohens_h,
    discordant,
    discordant_odds_ratio,
    holm,
    mcnemar_exact,
    mean_over_tasks,
    seed_means,
    sign_flip_test,
    standard_deviation,
    task_means,
)

NAN = math.nan
QUICK = settings(max_examples=60)


def test_each_task_counts_once_whatever_its_errors():
    values = np.array([[1.0, 0.0, NAN], [0.0, NAN, NAN]])
    assert task_means(values)[:2].tolist() == [0.5, 0.0] and np.isnan(task_means(values)[2])
    assert mean_over_tasks(values) == 0.25
    assert seed_means(values) == [0.5, 0.0]
    assert math.isnan(mean_over_tasks(np.full((2, 2), NAN)))


def test_standard_deviation_of_seeds():
    assert standard_deviation([0.5, 0.7, 0.9]) == pytest.approx(0.2)
    assert standard_deviation([0.5]) is None


@pytest.mark.parametrize(
    ("wins", "losses", "expected"),
    [
        (0, 0, 1.0),
        (3, 3, 1.0),
        (5, 0, 2 / 32),
        (8, 1, 20 / 512),  # 2 · (1 + 9) / 2^9
        (1, 8, 20 / 512),
        (10, 2, 158 / 4096),  # 2 · (1 + 12 + 66) / 2^12
    ],
)
def test_mcnemar_by_hand(wins, losses, expected):
    assert mcnemar_exact(wins, losses) == pytest.approx(expected, rel=1e-15)


def test_mcnemar_of_thousands_of_pairs_neither_overflows_nor_becomes_0():
    assert 0 < mcnemar_exact(2000, 1700) < 1e-6
    assert 0 < mcnemar_exact(900, 0) < 1e-200
    begin = time.process_time()
    assert mcnemar_exact(10_000, 9_900) == pytest.approx(0.4828, abs=0.0005)  # by the normal approximation
    assert time.process_time() - begin < 1.0


def by_all_signs(differences):
    """Slow oracle with exact fractions: the share of all sign patterns, zeros included."""
    numbers = [Fraction(d).limit_denominator(1000) for d in differences]
    observed = abs(sum(numbers))
    patterns = list(itertools.product((1, -1), repeat=len(numbers)))
    extreme = sum(abs(sum(s * d for s, d in zip(signs, numbers, strict=True))) >= observed for signs in patterns)
    return extreme / len(patterns)


@QUICK
@given(st.lists(st.sampled_from([-1, -2 / 3, -0.5, -1 / 3, 0, 1 / 3, 0.5, 2 / 3, 1]), max_size=8))
def test_sign_flips_agree_with_counting_every_pattern(differences):
    p_value, is_exact = sign_flip_test(differences)
    assert is_exact and p_value == pytest.approx(by_all_signs(differences), abs=1e-12)


def test_sign_flips_of_equal_sizes_are_mcnemar_however_many():
    assert sign_flip_test([1.0] * 40 + [-1.0] * 15 + [0.0] * 79) == (mcnemar_exact(40, 15), True)


@pytest.mark.parametrize(("part", "many_tasks"), [(1 / 2, 5000), (1 / 3, 16)], ids=["one by one", "by size"])
def test_random_flips_are_near_the_exact_value_and_never_0(monkeypatch, part, many_tasks):
    monkeypatch.setattr(statistics, "MANY_TASKS", many_tasks)
    rng = np.random.default_rng(0)
    differences = rng.choice([-1.0, -part, part, 1.0], size=17, p=[0.1, 0.2, 0.4, 0.3])
    patterns = np.array(list(itertools.product((1.0, -1.0), repeat=17)))
    exact = float((np.abs(patterns @ differences) >= abs(differences.sum()) - 1e-9).mean())
    estimate, is_exact = sign_flip_test(list(differences))
    assert not is_exact and 0.001 < exact < 0.999
    assert estimate == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 100_000))
    assert estimate == sign_flip_test(list(differences))[0]
    smallest, _ = sign_flip_test([1.0] * 60 + [0.5] * 60, flips=999)
    assert smallest == 1 / 1000


def test_cohens_h_by_hand():
    assert cohens_h(1.0, 0.0) == pytest.approx(math.pi)
    assert cohens_h(0.75, 0.25) == pytest.approx(math.pi / 3)  # 2·(60° − 30°)
    assert cohens_h(0.5, 0.5) == 0 and cohens_h(0.25, 0.75) == pytest.approx(-math.pi / 3)


def test_odds_ratio_of_discordant_pairs_by_hand():
    ratio, (low, high) = discordant_odds_ratio(7, 2)
    assert ratio == 3.0
    assert math.log(high / ratio) == pytest.approx(1.959964 * math.sqrt(1 / 7.5 + 1 / 2.5), rel=1e-6)
    assert low * high == pytest.approx(ratio**2)
    assert discordant_odds_ratio(0, 0)[0] == 1.0


def test_discordant_pairs_leave_errors_out():
    assert discordant(np.array([1, 1, 0, 0, NAN, 1]), np.array([0, 1, 1, 0, 0, NAN])) == (1, 1)


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0] and holm([]) == []


def plain_bootstrap(first, second, same_seeds, draws, rng):
    """Slow oracle: one resample after another, seeds and tasks drawn by index."""
    found = []
    for _ in range(draws):
        rows = rng.integers(len(first), size=len(first))
        others = rows if same_seeds else rng.integers(len(second), size=len(second))
        columns = rng.integers(first.shape[1], size=first.shape[1])
        found.append((first[rows].mean(axis=0) - second[others].mean(axis=0))[columns].mean())
    return np.quantile(found, (0.025, 0.975))


@pytest.mark.parametrize("same_seeds", [True, False])
def test_bootstrap_agrees_with_a_plain_one(same_seeds):
    rng = np.random.default_rng(2)
    first, second = rng.integers(2, size=(3, 40)).astype(float), rng.integers(2, size=(3, 40)) * 0.8
    expected = plain_bootstrap(first, second, same_seeds, 2500, rng)
    assert bootstrap_difference(first, second, same_seeds=same_seeds) == pytest.approx(expected, abs=0.02)


def test_seeds_that_disagree_widen_the_interval_and_pairing_narrows_it():
    tasks = np.tile([1.0, 0.0], 50)
    steady = np.stack([tasks] * 4)
    swinging = np.stack([np.ones(100), np.zeros(100), np.ones(100), np.zeros(100)])
    width = {name: np.ptp(bootstrap_mean(v)) for name, v in (("steady", steady), ("swinging", swinging))}
    assert width["swinging"] > 2 * width["steady"]
    assert bootstrap_difference(steady, steady, same_seeds=True) == (0.0, 0.0)
    assert bootstrap_difference(swinging, swinging, same_seeds=True) == (0.0, 0.0)
    assert np.ptp(bootstrap_difference(swinging, swinging, same_seeds=False)) > 0.5


@QUICK
@given(st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0, NAN]), min_size=4, max_size=4), min_size=1, max_size=3))
def test_bootstrap_intervals_are_ordered_and_inside_the_range(rows):
    values = np.array(rows)
    found = bootstrap_mean(values, resamples=200)
    if np.isnan(values).all():
        assert found is None
    else:
        assert np.nanmin(values) - 1e-9 <= found[0] <= found[1] <= np.nanmax(values) + 1e-9
        assert found == bootstrap_mean(values, resamples=200)


def test_a_bound_of_0_is_no_rounding_error():
    # Three repeats each: sums of thirds, of which the lower bound used to be 1.1e-17.
    first = [[2, 3, 1, 2, 2, 0, 3, 2, 3, 2], [0, 2, 1, 1, 2, 1, 3, 3, 3, 3]]
    second = [[0, 0, 0, 0, 1, 0, 3, 1, 2, 1], [2, 2, 1, 0, 0, 2, 0, 3, 1, 2]]
    low, high = bootstrap_difference(np.array(first) / 3, np.array(second) / 3, same_seeds=True)
    assert (low, math.copysign(1, low)) == (0.0, 1.0) and high == pytest.approx(8 / 15)


def test_nothing_to_resample_gives_no_interval():
    assert bootstrap_mean(np.zeros((2, 0))) is None
    assert bootstrap_difference(np.full((1, 3), NAN), np.ones((1, 3)), same_seeds=True) is None


@pytest.mark.parametrize("same_seeds", [True, False])
def test_kinds_of_tasks_are_drawn_like_tasks(monkeypatch, same_seeds):
    """The same quantiles but for the draws: 300 tasks of at most 64 kinds, some of them with errors."""
    rng = np.random.default_rng(3)
    first = rng.choice([0.0, 0.5, 1.0, NAN], size=(2, 300), p=[0.3, 0.2, 0.4, 0.1])
    second = rng.choice([0.0, 1.0], size=(1 + same_seeds, 300))
    one_by_one = bootstrap_mean(first), bootstrap_difference(first, second, same_seeds=same_seeds)
    monkeypatch.setattr(statistics, "MANY_TASKS", 299)
    by_kind = bootstrap_mean(first), bootstrap_difference(first, second, same_seeds=same_seeds)
    assert by_kind != one_by_one
    assert np.array(by_kind) == pytest.approx(np.array(one_by_one), abs=0.006)


def test_a_very_large_split_is_four_kinds_of_tasks():
    """Search-QA's 51,713 questions, of which each arm answers some; beside the interval by the normal distribution."""
    rng = np.random.default_rng(4)
    first, second = (rng.random((2, 1, 51_713)) < [[[0.42]], [[0.40]]]).astype(float)
    counts = statistics._kinds(first, second)[1]
    assert len(counts) == 4 and counts.sum() == 51_713
    difference = float((first - second).mean())
    spread = 1.96 * float((first - second).std()) / math.sqrt(51_713)
    found = bootstrap_difference(first, second, same_seeds=True)
    assert found == pytest.approx((difference - spread, difference + spread), abs=0.0003)


def test_large_splits_are_drawn_in_blocks():
    assert bootstrap_mean(np.ones((2, 4000)), resamples=1100) == (1.0, 1.0)


def test_arms_of_one_seed_share_their_draws(monkeypatch):
    first, second = np.array([[1.0, 0.5, 0.0, 0.25, np.nan] * 8]), np.array([[0.0, 0.5, 0.0, 1.0, 1.0] * 8])
    # In memory from here on: an arm more costs no draw.
    intervals = [statistics.bootstrap_mean(first), statistics.bootstrap_difference(first, second, same_seeds=True)]
    drawn = statistics._drawn_tasks.cache_info()
    assert statistics.bootstrap_mean(second) is not None
    again = statistics._drawn_tasks.cache_info()
    assert again.misses == drawn.misses and again.hits == drawn.hits + 1
    # To the bit what draws for each arm give.
    monkeypatch.setattr(statistics, "KEPT_CELLS", 0)
    plain = [statistics.bootstrap_mean(first), statistics.bootstrap_difference(first, second, same_seeds=True)]
    assert intervals == plain
