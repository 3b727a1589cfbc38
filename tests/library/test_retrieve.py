import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import LibraryConfig
from skill1.library.retriever import best, discounted_beta, scores, thompson
from skill1.schema import Skill


@pytest.mark.parametrize(("ucb_scale", "expected"), [(1.0, 0.983486), (0.0, 0.68)])
def test_the_score_by_hand(ucb_scale, expected):
    # w = 0.6, c = 1, N = 10, n = 4: bonus = sqrt(ln 10 / 4) = sqrt(2.302585 / 4) = 0.758714
    # score = 0.6 * 0.8 + 0.4 * (0.5 + 0.758714) = 0.48 + 0.503486 = 0.983486; greedy: 0.48 + 0.4 * 0.5
    known = np.array([0.8]), np.array([0.5]), np.array([4.0]), 10.0
    assert scores(*known, similarity_weight=0.6, ucb_scale=ucb_scale)[0] == pytest.approx(expected, abs=1e-6)


def test_weight_one_is_pure_similarity():
    similarities = np.array([0.3, 0.9])
    score = scores(similarities, np.array([1.0, 0.0]), np.ones(2), 2.0, similarity_weight=1.0, ucb_scale=1.0)
    assert score == pytest.approx(similarities)


def test_under_table_6_a_fresh_skill_beats_the_best_known_one():
    # N = 26,520 retrievals. Fresh: cosine at the threshold, first utility, n = 1. Known: a perfect match that always
    # wins, n = 17. Bonuses: sqrt(ln N / 1) = 3.19 against 3.19 / sqrt(17) = .77.
    # .4 x 2.42 = .97 > .6 x .6 + .4 x .5 = .56
    fresh_and_known = np.array([0.4, 1.0]), np.array([0.5, 1.0]), np.array([1.0, 17.0]), 26_520.0
    table_6 = scores(*fresh_and_known, similarity_weight=0.6, ucb_scale=1.0)
    assert table_6[0] - table_6[1] == pytest.approx(0.967 - 0.56, abs=1e-3)
    eq_3 = scores(*fresh_and_known, similarity_weight=1.0, ucb_scale=1.0)
    assert eq_3[1] > eq_3[0]


@given(st.lists(st.sampled_from([0.1, 0.2, 0.3]), max_size=30), st.integers(1, 8))
def test_best_equals_a_full_sort(values, k):
    names = [f"sk_{place}" for place in np.random.default_rng(len(values)).permutation(len(values))]
    expected = sorted(range(len(values)), key=lambda i: (-values[i], names[i]))[:k]
    assert best(np.array(values), k, names.__getitem__) == expected


def test_a_discounted_beta_by_hand():
    # alpha .5, two uses: n = 1 + .5 = 1.5; U = .8: 1 + 1.2 and 1 + .3. Never used: uniform
    assert discounted_beta(0.8, 2, 0.5) == pytest.approx((2.2, 1.3))
    assert discounted_beta(0.8, 0, 0.5) == (1.0, 1.0)
    # However often it was used, it weighs no more than 1/alpha outcomes
    assert sum(discounted_beta(0.3, 10_000, 0.05)) == pytest.approx(2 + 20)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40)), min_size=1, max_size=8), st.randoms())
def test_thompson_draws_belong_to_skills_and_not_to_their_order(worths, rng):
    config = LibraryConfig(exploration="thompson", utility_update="selected", alpha=0.35)
    skills = [Skill(f"sk_{i}", "d", "s", utility=u, selected=n) for i, (u, n) in enumerate(worths)]
    drawn = dict(zip([s.id for s in skills], thompson(skills, config, 3, (7, 1)), strict=True))
    assert all(0 <= value <= 1 for value in drawn.values())
    shuffled = rng.sample(skills, len(skills))
    assert dict(zip([s.id for s in shuffled], thompson(shuffled, config, 3, (7, 1)), strict=True)) == drawn
    assert list(thompson(skills, config, 3, (8, 1))) != list(drawn.values())


def test_thompson_finds_the_better_of_two_well_known_skills_more_often():
    config = LibraryConfig(exploration="thompson", alpha=0.1)
    skills = [Skill(name, "d", "s", utility=u, retrieved=50) for name, u in (("a", 0.9), ("b", 0.3))]
    draws = np.array([thompson(skills, config, 0, (n, 0)) for n in range(200)])
    # Beta(9.95, 1.99) and Beta(3.98, 7.96): means .83 and .33
    assert draws.mean(axis=0) == pytest.approx([0.833, 0.333], abs=0.03)
