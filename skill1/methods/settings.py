"""What the methods without a section of their own declare: which of the shared keys they read, and what must hold."""

from __future__ import annotations

from skill1.config.section import MethodSettings, Rule


class Skill1Settings(MethodSettings):
    """Skill1: the policy writes the skills, so nobody teaches it."""

    has_teacher = tries_again = False


class BankSettings(MethodSettings):
    """GRPO with skills that nobody writes."""

    has_teacher = writes_skills = tries_again = False


class GrpoSettings(BankSettings):
    """GRPO without skills."""

    has_library = False


class PromptingSettings(GrpoSettings):
    """A frozen policy that is only asked."""

    trains_weights = False


def _own_profile(method: str) -> Rule:
    return Rule(
        "agent.profile",
        lambda c: c.method != method or c.agent.profile == method,
        f"{method} with method {method}, whose prompts that profile holds; --env E --method {method} sets it for an "
        f"environment that comes with skill1, and --agent.profile {method} for any other",
    )


class ReactSettings(PromptingSettings):
    """A thought before every action."""

    rules = (_own_profile("react"),)


class ReflexionSettings(PromptingSettings):
    """React, and a task that failed is tried again."""

    rules = (_own_profile("reflexion"),)
    tries_again = True
