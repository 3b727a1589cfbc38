import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1_envs.textarena.games import Randomness


def draws(randomness, number):
    values = []
    for _ in range(number):
        with randomness.in_place():
            values.append((random.random(), float(np.random.rand())))
    return values


def test_own_draws_do_not_depend_on_others():
    alone = draws(Randomness(3), 4)
    first, second = Randomness(3), Randomness(4)
    mixed = []
    for _ in range(4):
        mixed += draws(first, 1)
        draws(second, 2)
        random.random()
        np.random.rand()
    assert mixed == alone
    assert alone[0][0] == random.Random(3).random()
    assert alone[0][1] == np.random.RandomState(3).rand()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_nobody_else_notices(seed):
    random.seed(1)
    np.random.seed(1)
    expected = random.Random(1).random(), np.random.RandomState(1).rand()
    draws(Randomness(seed), 3)
    assert (random.random(), np.random.rand()) == expected


def test_state_comes_back_after_an_error():
    random.seed(1)
    try:
        with Randomness(5).in_place():
            random.random()
            raise ValueError
    except ValueError:
        pass
    assert random.random() == random.Random(1).random()
