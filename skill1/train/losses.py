"""The training objective as pure tensor functions (Eq. 9, 10, 13).

Shapes: P positions, one for each trained token of a micro-batch, whatever row it came from. Log-probs in nats.
"""

from __future__ import annotations

import torch

MAX_LOG_RATIO = 20.0  # exp() of a larger difference overflows to nonsense; never reached on policy


def token_objective(logp_P, behaviour_P, advantage_P, is_clipped_P, clip_low: float, clip_high: float):
    """Per-token objective to maximise: min(ρÂ, clip(ρ, 1−ε_low, 1+ε_high)Â) where clipped, else ρÂ (Eq. 9, 13)."""
    ratio_P = (logp_P - behaviour_P).clamp(-MAX_LOG_RATIO, MAX_LOG_RATIO).exp()
    plain_P = ratio_P * advantage_P
    clipped_P = ratio_P.clamp(1 - clip_low, 1 + clip_high) * advantage_P
    return torch.where(is_clipped_P, torch.minimum(plain_P, clipped_P), plain_P)


def k3(logp_P, reference_P):
    """Low-variance estimate of KL[π‖π_ref] from samples of π: e^d − d − 1, d = log π_ref − log π; never negative."""
    difference_P = (reference_P - logp_P).clamp(-MAX_LOG_RATIO, MAX_LOG_RATIO)
    return difference_P.exp() - difference_P - 1


def policy_loss(
    logp_P,
    behaviour_P,
    advantage_P,
    weight_P,
    is_clipped_P,
    *,
    clip_low: float,
    clip_high: float,
    entropy_P=None,
    entropy_coefficient: float = 0.0,
    reference_P=None,
    kl_weight_P=None,
    kl_coefficient: float = 0.0,
):
    """−Σ w·(objective + c·H) + β·Σ w_kl·k3, a scalar. Sums only: the weights carry all normalisation.

    H counts where there is an advantage: it keeps a choice open that is being pushed, and rows that push nothing can be
    left out of the computation.
    """
    objective_P = token_objective(logp_P, behaviour_P, advantage_P, is_clipped_P, clip_low, clip_high)
    if entropy_coefficient:
        objective_P = objective_P + entropy_coefficient * entropy_P * (advantage_P != 0)
    loss = -(weight_P * objective_P).sum()
    if kl_coefficient:
        loss = loss + kl_coefficient * (kl_weight_P * k3(logp_P, reference_P)).sum()
    return loss


def clip_share(logp_P, behaviour_P, advantage_P, is_clipped_P, clip_low: float, clip_high: float):
    """Which positions the clip silences (bool): the ratio left the range on the side the advantage pushes to."""
    ratio_P = (logp_P - behaviour_P).exp()
    above_P = (ratio_P > 1 + clip_high) & (advantage_P > 0)
    below_P = (ratio_P < 1 - clip_low) & (advantage_P < 0)
    return is_clipped_P & (above_P | below_P)
