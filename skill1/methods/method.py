"""A method answers: what happens before acting, what after, is there a library, and who is credited for the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from skill1.credit.grpo import Advantages
from skill1.credit.realised import Buffer
from skill1.credit.weights import Credited
from skill1.library import Library
from skill1.rollout.recipe import Recipe
from skill1.schema import STAGES, Group


@dataclass(frozen=True)
class StepFacts:
    """All that credit may depend on, after the step's library commit."""

    groups: Sequence[Group]
    step: int
    library: Library | None
    became: Mapping[str, str | None]  # episode id → id of the skill its draft became
    buffer: Buffer  # distillations waiting for their worth


@dataclass(frozen=True)
class StepCredit:
    """Who is trained on what, and the buffer for the next step."""

    credited: Sequence[Credited]
    buffer: Buffer


@dataclass(frozen=True)
class Method:
    """One recipe of training; made by a function of the configuration."""

    name: str
    recipe: Recipe
    uses_library: bool
    credit: Callable[[StepFacts], StepCredit]


def credited_group(index: int, group: Group, advantages: Advantages) -> list[Credited]:
    """The survivors of a group with their advantages; ``index`` tells groups apart in mini-batches."""
    entries = []
    for episode in group.survivors:
        stages = {stage: advantages[episode.id, stage] for stage in STAGES if (episode.id, stage) in advantages}
        if stages and len(group.survivors) >= 2:
            entries.append(Credited(index, episode.segments, stages))
    return entries
