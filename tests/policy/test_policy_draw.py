"""Sampling by inverse CDF, keyed randomness, and the scripted policy."""

import asyncio
import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from skill1.policy.hf import draw
from skill1.policy.protocol import Sampling
from skill1.policy.random import uniforms
from skill1.policy.scripted import ScriptedPolicy
from skill1.schema import RandomKey

TOLERANCE = 1e-6
LARGEST_DRAW = 1 - 2**-24  # of numpy's float32 uniforms
QUARTER = torch.tensor([[0.0, math.log(3)]])  # probabilities 1/4 and 3/4
KEY = RandomKey(1, 2, 3, 4, 2, 5)


@pytest.mark.parametrize(
    ("temperature", "uniform", "token", "probability"),
    [
        (1.0, 0.2, 0, 0.25),
        (1.0, 0.3, 1, 0.75),
        (0.5, 0.2, 1, 0.9),  # squares: 1 : 9
        (0.5, 0.05, 0, 0.1),
        (0.0, 0.0, 1, 0.75),  # greedy; the log-prob is that at temperature 1
        (1.0, LARGEST_DRAW, 1, 0.75),
    ],
)
def test_draw_by_hand(temperature, uniform, token, probability):
    [got], [logprob] = draw(QUARTER, [temperature], [uniform])
    assert got == token and logprob == pytest.approx(math.log(probability), abs=TOLERANCE)


def test_rows_with_different_temperatures_do_not_mix():
    tokens, _ = draw(QUARTER.repeat(3, 1), [1.0, 0.5, 0.0], [0.2, 0.2, 0.2])
    assert tokens == [0, 1, 1]


def test_draw_frequencies_are_the_probabilities():
    logits = torch.randn(11, generator=torch.Generator().manual_seed(0))
    count = 20_000
    tokens, _ = draw(logits.repeat(count, 1), [0.7] * count, [(i + 0.5) / count for i in range(count)])
    shares = np.bincount(tokens, minlength=11) / count
    assert shares == pytest.approx((logits / 0.7).softmax(-1).numpy(), abs=2 / count)


@given(st.floats(0, LARGEST_DRAW, width=32), st.lists(st.booleans(), min_size=2, max_size=8).filter(any))
def test_a_token_without_probability_is_never_drawn(uniform, possible):
    logits = torch.where(torch.tensor([possible]), torch.zeros(1), torch.tensor(-math.inf))
    [token], [logprob] = draw(logits, [1.0], [uniform])
    assert possible[token] and math.isfinite(logprob)


def test_uniforms_depend_on_the_key_alone():
    np.random.seed(1)
    first = uniforms(KEY, 6)
    np.random.seed(2)
    assert (uniforms(KEY, 9)[:6] == first).all()  # more draws do not change the first
    assert first.dtype == np.float32 and (0 <= first).all() and (first < 1).all()
    for position in range(len(KEY)):
        other = RandomKey(*(value + (i == position) for i, value in enumerate(KEY)))
        assert (uniforms(other, 6) != first).any()


def test_the_scripted_policy_ends_its_answers_and_is_cut_at_the_limit(engine):
    policy = ScriptedPolicy(
        engine.tokens, lambda stage, view, rng: f"{view} on desk" if stage == "act" else "none"
    )
    whole = asyncio.run(policy.generate((1,), Sampling(1.0, 9), session="s", key=KEY, view="put egg"))
    assert whole.text == "put egg on desk" and whole.finish_reason == "stop" and whole.logprobs == ()
    assert whole.token_ids == (*engine.tokens.encode("put egg on desk"), engine.tokens.eos_id)
    cut = asyncio.run(policy.generate((1,), Sampling(1.0, 3), session="s", key=KEY, view="put egg"))
    assert cut.text == "put egg on" and cut.finish_reason == "length" and cut.token_ids == whole.token_ids[:3]
