"""A recipe answers: what happens before acting, what after, who is credited, and who else writes skills."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from skill1.agent.player import Player
from skill1.credit.credit import StepCredit, StepFacts

if TYPE_CHECKING:
    from skill1.methods.teacher.writer import Writer


@dataclass(frozen=True)
class Recipe:
    """What a method makes of a configuration. An episode needs the two hooks; the rest is the trainer's."""

    before: Callable[[Player], Awaitable[None]]
    after: Callable[[Player], Awaitable[None]]
    credit: Callable[[StepFacts], StepCredit] | None = None  # None: the policy is frozen, nothing is trained
    writer: Writer | None = None  # who changes the library between steps, besides what episodes wrote
    trials: int = 1  # in evaluation: of a task at most, one after another, until one succeeds
    rules: Mapping[str, Callable[..., Any]] = field(default_factory=dict, hash=False)  # a rule-based teacher's

    @property
    def learns(self) -> bool:
        """Whether weights or skills change."""
        return self.credit is not None or self.writer is not None
