"""The methods without a section of their own: which of the shared keys they read, and what must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skill1.config import Skill1Config
from skill1.config.method import Method, Rule

if TYPE_CHECKING:
    from skill1.plan.tokens import Assumptions
    from skill1.schema import Stage

    Generations = dict[Stage, tuple[float, float, float]]

MEMORY = 3  # newest reflections that a trial of reflexion reads, as in the original


class Skill1(Method):
    """Skill1: the policy writes the skills, so nobody teaches it."""

    made_by = "skill1.methods.skill1:make"
    # False, so that keys for these are refused or reported as unread (`skill1.config.unread`).
    has_teacher = tries_again = False

    @classmethod
    def uses_library(cls, config: Skill1Config) -> bool:
        """Not in the ablation without one."""
        return config.library.enabled

    @classmethod
    def learns_frozen(cls, config: Skill1Config) -> bool:
        """A library that grows, or whose utilities and retirements follow what its skills bring."""
        # Where nobody writes and no library is given there is no skill whose numbers could move.
        writes = config.agent.distillation != "off" or config.library.init is not None
        return config.library.enabled and not config.library.frozen and writes

    @classmethod
    def prompt_tokens(cls, config: Skill1Config, assumed: Assumptions) -> float:
        """One skill."""
        return assumed.written_skill(config) if config.library.enabled else 0.0

    @classmethod
    def generations(cls, config: Skill1Config, assumed: Assumptions) -> Generations:
        """Selecting reads the candidates; distilling reads the trajectory."""
        found = super().generations(config, assumed)
        if config.library.enabled and config.agent.selection == "policy":
            # One query and one ranking an episode, before it acts. The ranking shows all K candidates (Eq. 3, 9).
            candidates = config.library.top_k * assumed.written_skill(config)
            found["query"] = (1, assumed.query_prompt, assumed.query_answer)
            found["rerank"] = (1, assumed.rerank_prompt + candidates, assumed.rerank_answer)
        if config.library.enabled and config.agent.distillation == "policy":
            found["distill"] = (1, *assumed.distilling(config))
        return found


class GrpoBank(Method):
    """GRPO with skills that nobody writes, found by similarity."""

    made_by = "skill1.methods.grpo:make_similar"
    has_teacher = writes_skills = tries_again = False
    shows_bank = needs_bank = True

    @classmethod
    def prompt_tokens(cls, config: Skill1Config, assumed: Assumptions) -> float:
        """One skill."""
        return assumed.skill


class GrpoRandom(GrpoBank):
    """GRPO with skills that nobody writes, drawn blindly."""

    made_by = "skill1.methods.grpo:make_random"
    # Nothing is chosen, so a control would have nothing to go without.
    withholds = False


class Grpo(Method):
    """GRPO without skills."""

    made_by = "skill1.methods.grpo:make"
    has_library = has_teacher = writes_skills = tries_again = False


class ZeroShot(Grpo):
    """A frozen policy that is only asked."""

    made_by = "skill1.methods.prompting:make"
    trains_weights = False

    @classmethod
    def learns_frozen(cls, config: Skill1Config) -> bool:
        """Nothing: there are no skills."""
        return False


def _own_profile(method: str) -> Rule:
    return Rule(
        "agent.profile",
        lambda c: c.method != method or c.agent.profile == method,
        f"{method} with method {method}, whose prompts that profile holds; --env E --method {method} sets it for an "
        f"environment that comes with skill1, and --agent.profile {method} for any other",
    )


class React(ZeroShot):
    """A thought before every action."""

    rules = (_own_profile("react"),)

    @classmethod
    def prompt_tokens(cls, config: Skill1Config, assumed: Assumptions) -> float:
        """The thoughts so far."""
        return assumed.thoughts(config)


class Reflexion(React):
    """React, and a task that failed is tried again."""

    made_by = "skill1.methods.prompting:make_reflexion"
    rules = (_own_profile("reflexion"),)
    tries_again = True

    @classmethod
    def prompt_tokens(cls, config: Skill1Config, assumed: Assumptions) -> float:
        """The thoughts so far, and the newest reflections."""
        # Before trial t, counted from 0, t notes were written.
        shown = [min(trial, MEMORY) for trial in range(config.eval.trials)]
        return super().prompt_tokens(config, assumed) + assumed.distill_answer * sum(shown) / len(shown)

    @classmethod
    def generations(cls, config: Skill1Config, assumed: Assumptions) -> Generations:
        """Every trial is an episode; all but the last are written about."""
        number, *acting = super().generations(config, assumed)["act"]
        # As if no trial succeeded before the last: what is planned is the most that an evaluation can take.
        trials = config.eval.trials
        return {"act": (number * trials, *acting), "distill": (trials - 1, *assumed.distilling(config))}
