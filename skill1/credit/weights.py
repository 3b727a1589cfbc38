"""Loss weights: how much each token of a stage counts, fixed before any batching (Eq. 8-11).

The trainer sums weight · objective and never normalises, so the split into micro-batches cannot change it. With several
optimizer updates a step each is a mean over its own share of the step's episodes (Table 4: mini-batches of 256), so
that the gradient, and with it ``train.max_grad_norm``, means the same however many updates a step has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from skill1.config import CreditConfig, LossConfig
from skill1.schema import STAGES, Group, Segment, Stage

EpisodeAdvantages = Mapping[str, Mapping[Stage, float]]  # episode id → stage → advantage of each of its tokens


@dataclass(frozen=True, slots=True)
class Credited:
    """Some segments of one episode with the advantage of each trained stage."""

    group: int  # mini-batches hold whole groups
    segments: tuple[Segment, ...]
    advantages: Mapping[Stage, float]
    turns: tuple[float, ...] = ()  # what each turn adds to the advantage of its act tokens; empty: nothing

    def num_tokens(self, stage: Stage) -> int:
        """Sampled tokens of a trained stage; 0 if the stage has no advantage."""
        if stage not in self.advantages:
            return 0
        return sum(len(s.response_ids) for s in self.segments if s.stage == stage)


@dataclass(frozen=True, slots=True)
class StageCredit:
    """What the loss does with every token of one stage of one episode."""

    advantage: float
    weight: float
    kl_weight: float
    is_clipped: bool
    turns: tuple[float, ...] = ()  # added to ``advantage`` in the segments of each turn; empty: nothing

    def advantage_of(self, segment: Segment) -> float:
        """The advantage of a segment's tokens: that of the stage, and what its turn adds."""
        return self.advantage + self.turns[segment.turn] if self.turns else self.advantage

    @property
    def has_advantage(self) -> bool:
        """Whether any token of the stage may have an advantage other than 0."""
        return self.advantage != 0.0 or any(self.turns)


def advantages_of(groups: Sequence[Group], credited: Sequence[Credited]) -> EpisodeAdvantages:
    """Episode id → the advantages its stages have in this step. Entries of episodes of other steps are left out."""
    found: dict[str, Mapping[Stage, float]] = {}
    for entry in credited:
        episodes = groups[entry.group].episodes if entry.group < len(groups) else ()
        found |= {e.id: entry.advantages for e in episodes if e.segments is entry.segments}
    return found


def assign_weights(
    credited: Sequence[Credited], num_episodes: int, credit: CreditConfig, loss: LossConfig, updates: int = 1
) -> list[dict[Stage, StageCredit]]:
    """Weights for each entry.

    Args:
        num_episodes: the step's episodes not in error.
        updates: the step's optimizer updates, each of which averages over ``num_episodes / updates`` episodes (B).
    """
    if loss.normalise == "token":
        parts = _per_token(credited, credit, updates)
    else:
        parts = [_per_equation(entry, num_episodes / updates, credit) for entry in credited]
    return [_with_turns(of_entry, entry.turns) for of_entry, entry in zip(parts, credited, strict=True)]


def _with_turns(parts: dict[Stage, StageCredit], turns: tuple[float, ...]) -> dict[Stage, StageCredit]:
    return parts | {"act": replace(parts["act"], turns=turns)} if turns and "act" in parts else parts


def _per_equation(entry: Credited, num_episodes: float, credit: CreditConfig) -> dict[Stage, StageCredit]:
    """Eq. 8: 1/(B(|query| + Σ|act|)), clipped. Eq. 9: λ1/B, no clip, no KL. Eq. 10: λ2/(B|skill|), clipped.

    Under ``trend`` query and rerank share a group-relative advantage: both have λ1, and are clipped like any other.
    """
    is_trend = credit.selection == "trend"
    result: dict[Stage, StageCredit] = {}
    utilised = entry.num_tokens("query") + entry.num_tokens("act")
    for stage, advantage in entry.advantages.items():
        if stage == "rerank":
            weight = credit.lambda_rerank / num_episodes
            result[stage] = StageCredit(advantage, weight, weight if is_trend else 0.0, is_trend)
            continue
        tokens, scale = utilised, credit.lambda_rerank if stage == "query" and is_trend else 1.0
        if stage == "distill":
            tokens, scale = entry.num_tokens("distill"), credit.lambda_distill
        weight = scale / (num_episodes * tokens) if tokens else 0.0
        result[stage] = StageCredit(advantage, weight, weight, True)
    return result


def _per_token(
    credited: Sequence[Credited], credit: CreditConfig, updates: int
) -> list[dict[Stage, StageCredit]]:
    """λ_stage / tokens of that stage in an update (on average); everything clipped, KL everywhere."""
    scale = {"query": 1.0, "rerank": credit.lambda_rerank, "act": 1.0, "distill": credit.lambda_distill}
    if credit.selection == "trend":
        scale["query"] = credit.lambda_rerank  # the query is then credited as selection
    totals = {stage: sum(entry.num_tokens(stage) for entry in credited) for stage in STAGES}
    weights = {stage: scale[stage] * updates / totals[stage] if totals[stage] else 0.0 for stage in STAGES}
    return [
        {stage: StageCredit(a, weights[stage], weights[stage], True) for stage, a in entry.advantages.items()}
        for entry in credited
    ]
