"""The one record of credit: what a segment of an episode is trained with. Rules make it, ``rows`` weighs it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from skill1.schema import Group, Segment, Skill, Stage


@dataclass(frozen=True, slots=True)
class Credit:
    """What training does with each token of one segment. A segment without a record is context.

    Example: the second action of an episode that won, in a group where a quarter did::

        Credit("s0-000012-t03-r5", 3, <act, turn 1>, advantage=1.5, weight=0.025, kl_weight=0.025)
    """

    episode: str  # its id: of this step, or of an earlier one whose worth is known only now
    group: int  # mini-batches hold whole groups
    segment: Segment
    advantage: float  # of the episode at this stage
    # None, not 0, where a rule has no such part: the figures of turns then leave it out.
    turn_advantage: float | None = None  # what the segment's own turn adds (GiGPO)
    scale: float = 1.0  # λ of the stage in Eq. 11
    is_clipped: bool = True  # False: plain REINFORCE without a KL term (Eq. 9)
    # Set by ``rows``, once all rules have given their records: query and actions share a mean but have two rules.
    weight: float = 0.0  # of the policy term
    kl_weight: float = 0.0  # of the KL term

    @property
    def total(self) -> float:
        """The advantage of the segment's tokens."""
        return self.advantage + (self.turn_advantage or 0.0)

    @property
    def num_tokens(self) -> int:
        return len(self.segment.response_ids)


class Trends(Protocol):
    """What rules read of a library, after the step's commit."""

    # Not typed ``Library``: on a cluster it lives in another process, and the loop holds a stand-in for it.
    success_trend: float
    no_skill_trend: float

    def resolve(self, skill_id: str) -> Skill:
        """The skill that an id stands for now; merges are followed."""
        ...


@dataclass(frozen=True, slots=True)
class Written:
    """One distillation waiting for its worth."""

    episode: str
    segment: Segment
    skill: str | None  # id of the skill it became; None: declined, not admitted or invalid
    is_valid: bool


@dataclass(frozen=True, slots=True)
class PendingGroup:
    """The distillations of one group, written at ``step``."""

    step: int
    # Kept together: a text is compared with those it was written beside, not with what falls due at the same time.
    written: tuple[Written, ...]


Buffer = tuple[PendingGroup, ...]


@dataclass(frozen=True)
class StepFacts:
    """All that credit may depend on, after the step's library commit."""

    # What Eq. 6 and 7 need of the library is in the episodes' candidates, with the numbers from before the commit.
    groups: Sequence[Group]
    step: int
    # None: the run has none, and its method asks no rule that reads utilities.
    library: Trends | None
    # Only this step's commit knows it. The buffer keeps the id, and later merges are followed from there.
    became: Mapping[str, str | None]  # episode id → id of the skill its draft became
    buffer: Buffer  # distillations waiting for their worth


StepCredit = tuple[list[Credit], Buffer]  # and the buffer for the next step


def credited(
    facts: StepFacts,
    stages: Sequence[Stage],
    advantages: Callable[[Group], Mapping[str, float]],
    *,
    scale: float = 1.0,
    is_clipped: bool = True,
) -> list[Credit]:
    """A record for each segment of ``stages`` whose episode has an advantage; a group needs two survivors."""
    return [
        Credit(episode.id, index, segment, found[episode.id], scale=scale, is_clipped=is_clipped)
        for index, group in enumerate(facts.groups)
        # A lone survivor has nobody to be compared with.
        if len(group.survivors) >= 2
        # In a list of one, so that a group's advantages are computed once.
        for found in [advantages(group)]
        for episode in group.survivors
        # A rule leaves out whom it cannot judge: controls, and episodes that ranked nothing.
        if episode.id in found
        for segment in episode.segments
        if segment.stage in stages
    ]


def by_episode(credits: Iterable[Credit]) -> dict[str, list[Credit]]:
    """The records of each episode, in the order in which episodes first appear."""
    found: dict[str, list[Credit]] = {}
    for credit in credits:
        found.setdefault(credit.episode, []).append(credit)
    return found


def by_stage(credits: Iterable[Credit]) -> Iterator[list[Credit]]:
    """The records of each stage of each episode."""
    # By episode, too: advantages are given, and rows left out, for one stage of one episode.
    found: dict[tuple[str, Stage], list[Credit]] = {}
    for credit in credits:
        found.setdefault((credit.episode, credit.segment.stage), []).append(credit)
    yield from found.values()
