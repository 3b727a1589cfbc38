"""The objective as tensor functions, by hand and against autograd."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import LossConfig
from skill1.train.batches import MicroBatch
from skill1.train.learner import clip_share, k3, policy_loss, token_objective

TOLERANCE = 1e-6
YES, NO = torch.tensor([True]), torch.tensor([False])


def loss_of(
    logp, behaviour, advantage, weight, is_clipped, *, kl_weight=None, entropy=None, reference=None, **settings
):
    batch = MicroBatch(None, None, None, behaviour, advantage, weight, kl_weight, is_clipped)
    config = LossConfig(**{"clip_low": 0.2, "clip_high": 0.28, "kl_coefficient": 0.0, **settings})
    return policy_loss(batch, config, logp, entropy, reference)


def column(*values: float) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


@pytest.mark.parametrize(
    ("ratio", "advantage", "clipped", "expected"),
    [
        (1.0, 2.0, True, 2.0),
        (1.5, 2.0, True, 2.56),  # min(3, 1.28 x 2)
        (1.5, -2.0, True, -3.0),  # min(-3, -2.56): the clip never softens a push back
        (0.5, 2.0, True, 1.0),  # min(1, .8 x 2)
        (0.5, -2.0, True, -1.6),  # min(-1, .8 x -2)
        (1.5, 2.0, False, 3.0),  # Eq. 9: no clip
        (0.5, -2.0, False, -1.0),
    ],
)
def test_objective_by_hand(ratio, advantage, clipped, expected):
    got = token_objective(
        column(math.log(ratio)), column(0.0), column(advantage), torch.tensor([clipped]), 0.2, 0.28
    )
    assert got.item() == pytest.approx(expected, abs=TOLERANCE)


def test_k3_by_hand():
    # d = ln 2 - ln 1: e^d - d - 1 = 2 - .693147 - 1 = .306853; d = 0 gives 0; d = -ln 2: .5 + .693147 - 1 = .193147
    got = k3(column(0.0, -0.3, math.log(2)), column(math.log(2), -0.3, 0.0))
    assert got.tolist() == pytest.approx([0.306853, 0.0, 0.193147], abs=TOLERANCE)


@given(st.floats(-50, 0), st.floats(-50, 0))
def test_k3_is_never_negative_and_finite(logp, reference):
    value = k3(column(logp), column(reference)).item()
    assert value >= -TOLERANCE and math.isfinite(value)


def test_k3_is_unbiased_for_the_divergence():
    policy, reference = column(0.5, 0.3, 0.2), column(0.2, 0.2, 0.6)
    estimate = (policy * k3(policy.log(), reference.log())).sum()
    divergence = (policy * (policy / reference).log()).sum()
    assert estimate.item() == pytest.approx(divergence.item(), abs=TOLERANCE)


def test_the_gradient_of_eq_9_is_reinforce_on_policy():
    logits = torch.randn(6, 5, dtype=torch.float64, generator=torch.Generator().manual_seed(0), requires_grad=True)
    chosen, reward = torch.tensor([0, 3, 2, 2, 4, 1]), column(0.9, 0.0, 1.0, 0.3, 0.7, 0.5)
    logp = logits.log_softmax(-1).gather(1, chosen[:, None])[:, 0]
    weight = torch.full((6,), 0.1, dtype=torch.float64)
    loss = loss_of(logp, logp.detach(), reward, weight, NO.expand(6))
    [got] = torch.autograd.grad(loss, logits, retain_graph=True)
    [expected] = torch.autograd.grad(-(0.1 * reward * logp).sum(), logits)  # -w R grad log pi
    assert torch.allclose(got, expected, atol=TOLERANCE)


@pytest.mark.parametrize(
    ("ratio", "advantage", "silent"), [(1.5, 1.0, True), (1.5, -1.0, False), (0.5, -1.0, True), (0.5, 1.0, False)]
)
def test_the_clip_silences_what_has_gone_far_enough(ratio, advantage, silent):
    logp = column(math.log(ratio)).requires_grad_()
    inputs = (column(0.0), column(advantage))
    loss_of(logp, *inputs, column(1.0), YES).backward()
    assert (logp.grad.item() == 0) is silent
    assert clip_share(logp.detach(), *inputs, YES, 0.2, 0.28).item() is silent
    assert clip_share(logp.detach(), *inputs, NO, 0.2, 0.28).item() is False
    free = column(math.log(ratio)).requires_grad_()
    loss_of(free, *inputs, column(1.0), NO).backward()
    assert free.grad.item() == pytest.approx(-ratio * advantage, abs=TOLERANCE)


def test_loss_by_hand():
    # objectives 1 x 2 and 1 x -1 with weights .5 and .25; entropy .3 and .6 at .1; k3 .306853 with weight .5, beta .2
    loss = loss_of(
        column(-1.0, -2.0),
        column(-1.0, -2.0),
        column(2.0, -1.0),
        column(0.5, 0.25),
        torch.tensor([True, False]),
        entropy=column(0.3, 0.6),
        entropy_coefficient=0.1,
        reference=column(-1.0 + math.log(2), -2.0),
        kl_weight=column(0.5, 0.0),
        kl_coefficient=0.2,
    )
    expected = -(0.5 * (2 + 0.03) + 0.25 * (-1 + 0.06)) + 0.2 * 0.5 * 0.306853
    assert loss.item() == pytest.approx(expected, abs=TOLERANCE)


def test_a_ratio_beyond_all_bounds_stays_finite():
    logp = column(-1000.0, 0.0).requires_grad_()
    loss = loss_of(logp, column(0.0, -1000.0), column(1.0, -1.0), column(1.0, 1.0), NO.expand(2))
    loss.backward()
    assert torch.isfinite(loss) and torch.isfinite(logp.grad).all()
