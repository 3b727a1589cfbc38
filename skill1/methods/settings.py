"""The methods without a section of their own: which of the shared keys they read, and what must hold."""

from __future__ import annotations

from skill1.config import Skill1Config
from skill1.config.method import Method, Rule


class Skill1(Method):
    """Skill1: the policy writes the skills, so nobody teaches it."""

    made_by = "skill1.methods.skill1:make"
    has_teacher = tries_again = False

    @classmethod
    def uses_library(cls, config: Skill1Config) -> bool:
        """Not in the ablation without one."""
        return config.library.enabled


class GrpoBank(Method):
    """GRPO with skills that nobody writes, found by similarity."""

    made_by = "skill1.methods.bank_grpo:make_similar"
    has_teacher = writes_skills = tries_again = False
    shows_bank = needs_bank = True


class GrpoRandom(GrpoBank):
    """GRPO with skills that nobody writes, drawn blindly."""

    made_by = "skill1.methods.bank_grpo:make_random"


class Grpo(Method):
    """GRPO without skills."""

    made_by = "skill1.methods.grpo:make"
    has_library = has_teacher = writes_skills = tries_again = False


class ZeroShot(Grpo):
    """A frozen policy that is only asked."""

    made_by = "skill1.methods.prompting:make"
    trains_weights = False


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


class Reflexion(ZeroShot):
    """React, and a task that failed is tried again."""

    made_by = "skill1.methods.prompting:make_reflexion"
    rules = (_own_profile("reflexion"),)
    tries_again = True
