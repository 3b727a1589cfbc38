"""A method answers: what happens before acting, what after, is there a library, and who is credited for the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from skill1.agent.player import Recipe
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.credit.credit import StepCredit, StepFacts

if TYPE_CHECKING:
    from rich.console import Console

    from skill1.methods.teacher.analyst import Rule
    from skill1.methods.teacher.writer import Writer


Check = Callable[[Skill1Config], None]
Prepare = Callable[[Skill1Config, Path, "Console | None"], Skill1Config]


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
    shows_bank: bool = False  # acting reads skills that the policy did not write
    needs_bank: bool = False  # nobody writes those skills: without ``library.init`` there are none
    check: Check | None = None  # refuses what would end a run before its first step
    prepare: Prepare | None = None  # what comes before RL; returns the configuration RL begins with

    def recipe_if(self, *, grows: bool) -> Recipe:
        """The recipe with a library that grows, or does not: then only a further trial needs what is written."""
        return self.recipe if grows or self.trials > 1 else replace(self.recipe, after=nothing)
