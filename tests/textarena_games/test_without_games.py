"""What of TextArena needs no package: names of the family, and the randomness of one game."""

import importlib.util
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.config import EnvConfig
from skill1.env.loading import is_family_member, load_suite, suite_target
from skill1.env.registry import make_suite
from skill1.errors import ConfigError, MissingExtraError
from skill1_envs.textarena.games import Randomness


@pytest.mark.parametrize("name", ["textarena", "textarena:Mastermind-v0", "textarena:2048-v0-3x3"])
def test_name_leads_to_the_suite(name):
    assert suite_target(name) == "skill1_envs.textarena:TextArenaSuite"
    assert is_family_member(name)


@pytest.mark.parametrize("name", ["household", "my_env:Suite", "textarena_tools:Suite"])
def test_other_names_are_no_members(name):
    assert not is_family_member(name)


def test_family_needs_a_game_and_is_offered():
    with pytest.raises(ConfigError, match="needs a game.*textarena:Mastermind-v0"):
        load_suite(EnvConfig(name="textarena"))
    with pytest.raises(ConfigError, match="textarena:GAME"):
        suite_target("textarenas")


@pytest.mark.skipif(importlib.util.find_spec("textarena") is not None, reason="textarena is installed")
def test_missing_package_names_the_extra():
    with pytest.raises(MissingExtraError, match=r"pip install 'skill1\[textarena\]'"):
        load_suite(EnvConfig(name="textarena:Mastermind-v0"))
    with pytest.raises(ConfigError, match=r"skill1\[textarena\]"):
        make_suite(EnvConfig(name="textarena:Mastermind-v0"))  # it plays in workers, without being asked to


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
    assert alone[0] == (random.Random(3).random(), np.random.RandomState(3).rand())


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_nobody_else_notices(seed):
    random.seed(1)
    np.random.seed(1)
    draws(Randomness(seed), 3)
    with pytest.raises(ValueError), Randomness(seed).in_place():
        random.random()
        raise ValueError
    assert (random.random(), np.random.rand()) == (random.Random(1).random(), np.random.RandomState(1).rand())
