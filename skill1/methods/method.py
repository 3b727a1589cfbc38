"""A method answers: what happens before acting, what after, is there a library, and who is credited for the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from skill1.credit.credit import StepCredit, StepFacts
from skill1.rollout.recipe import Recipe
from skill1.teacher.analyst import Rule
from skill1.teacher.writer import Writer


@dataclass(frozen=True)
class Method:
    """One recipe of training; made by a function of the configuration."""

    name: str
    recipe: Recipe
    uses_library: bool
    credit: Callable[[StepFacts], StepCredit] | None  # None: the policy is frozen, nothing is trained
    writer: Writer | None = None  # who changes the library between steps, besides what episodes wrote
    trials: int = 1  # in evaluation: of a task at most, one after another, until one succeeds
    rules: Mapping[str, Rule] = field(default_factory=dict, hash=False)  # a rule-based teacher's, by operation
