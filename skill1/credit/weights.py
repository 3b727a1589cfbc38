"""Loss weights: how much each token counts, fixed before any batching (Eq. 8-11).

The trainer sums weight · objective and never normalises, so the split into micro-batches cannot change it. With several
optimizer updates a step each is a mean over its own share of the step's episodes (Table 4: mini-batches of 256), so
that the gradient, and with it ``train.max_grad_norm``, means the same however many updates a step has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from skill1.credit.credit import Credit, by_episode
from skill1.schema import STAGES

UTILISED = ("query", "act")  # their tokens share one mean (Eq. 8)


def weighed(credits: Sequence[Credit], num_episodes: int, normalise: str, updates: int = 1) -> list[Credit]:
    """The records with their weights, in the same order or episode by episode.

    Args:
        credits: of a whole step.
        num_episodes: the step's episodes not in error.
        normalise: name of a rule in ``NORMALISE``: ``loss.normalise``.
        updates: the step's optimizer updates, each of which averages over ``num_episodes / updates`` episodes (B).
    """
    return NORMALISE[normalise](credits, num_episodes, updates)


def by_equation(credits: Sequence[Credit], num_episodes: int, updates: int) -> list[Credit]:
    """Eq. 8: 1/(B(|query| + Σ|act|)), clipped. Eq. 9: λ1/B, no clip, no KL. Eq. 10: λ2/(B|skill|), clipped."""
    share = num_episodes / updates
    return [
        _with_weight(credit, _equation_weight(credit, of_episode, share), credit.is_clipped)
        for of_episode in by_episode(credits).values()
        for credit in of_episode
    ]


def _equation_weight(credit: Credit, of_episode: Sequence[Credit], num_episodes: float) -> float:
    stage = credit.segment.stage
    if stage == "rerank":  # Eq. 9 is not divided by the ranking's length
        return credit.scale / num_episodes
    peers = UTILISED if stage in UTILISED else (stage,)
    tokens = sum(c.num_tokens for c in of_episode if c.segment.stage in peers)
    return credit.scale / (num_episodes * tokens) if tokens else 0.0


def by_token(credits: Sequence[Credit], num_episodes: int, updates: int) -> list[Credit]:
    """λ_stage / tokens of that stage in an update (on average); everything clipped, KL everywhere."""
    totals = {stage: sum(c.num_tokens for c in credits if c.segment.stage == stage) for stage in STAGES}
    return [
        _with_weight(c, c.scale * updates / total if (total := totals[c.segment.stage]) else 0.0, True)
        for c in credits
    ]


def _with_weight(credit: Credit, weight: float, is_clipped: bool) -> Credit:
    return replace(credit, weight=weight, kl_weight=weight if is_clipped else 0.0, is_clipped=is_clipped)


NORMALISE: dict[str, Callable[[Sequence[Credit], int, int], list[Credit]]] = {
    "equation": by_equation,
    "token": by_token,
}
