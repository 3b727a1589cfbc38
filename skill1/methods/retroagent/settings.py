"""What method retroagent adds to configurations: its section, and what must hold with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from skill1.config.method import Method, Rule
from skill1.config.values import MOST_WHOLE, Number, Range, Share

if TYPE_CHECKING:
    from skill1.config import Skill1Config
    from skill1.plan.tokens import Assumptions
    from skill1.schema import Stage


@dataclass(frozen=True)
class RetroAgentConfig(Method):
    """Method retroagent: the policy reflects on each attempt, which yields lessons and progress (arXiv 2603.08561)."""

    made_by = "skill1.methods.retroagent.method:make"
    page = "skill1.methods.retroagent.progress:page"
    has_teacher = writes_skills = withholds = tries_again = False  # the keys of Skill1's stages are not read
    rules = (
        Rule(
            "agent.profile",
            lambda c: c.method != "retroagent" or c.agent.profile != "dialogue",
            "retroagent or the environment's own (skill1), whose reflections are JSON; or compact, for a tiny policy",
        ),
        Rule(
            "retroagent.reflection",
            lambda c: (
                (c.method, c.agent.profile) != ("retroagent", "compact") or c.retroagent.reflection == "in_context"
            ),
            "in_context with agent.profile compact: what a tiny policy writes foretells no outcome that it could be "
            "trained on",
        ),
    )

    @classmethod
    def learns_frozen(cls, config: Skill1Config) -> bool:
        """A memory that grows."""
        return not config.library.frozen

    @classmethod
    def prompt_tokens(cls, config: Skill1Config, assumed: Assumptions) -> float:
        """The lessons, in the part of a group that sees any."""
        own = config.retroagent
        # A mean over the group: the part without memory reads no lessons.
        return (own.train_top_k or config.library.top_k) * assumed.skill * (1 - own.without_memory)

    @classmethod
    def generations(cls, config: Skill1Config, assumed: Assumptions) -> dict[Stage, tuple[float, float, float]]:
        """Every episode ends with a reflection."""
        found = super().generations(config, assumed)
        return {**found, "distill": (1, *assumed.distilling(config))}

    reflection: Literal["trained", "in_context"] = "trained"
    """trained: the policy is not told the outcome, and reflecting is trained by R_reflect; in_context: it is told the
    outcome, and reflecting is not trained."""
    lambda_reflect: Number = 1.0
    """Weight of the reflection's tokens relative to those of acting."""
    intrinsic_weight: Number = 0.1
    """Weight of R_int relative to an outcome of at most 1 (the paper: 1 for one of at most 10)."""
    without_memory: Share = 0.5
    """Share of each training group that plays without lessons."""
    train_top_k: Annotated[int, Range(1, MOST_WHOLE, "or null (library.top_k)")] | None = None
    """Most lessons shown in training; null: library.top_k (the paper). The released code shows 1."""
