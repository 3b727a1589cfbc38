"""The teacher that a configuration names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from skill1.agent.profile import Profile
from skill1.config import Skill1Config
from skill1.errors import ConfigError
from skill1.methods.teacher.analyst import Analyst, AnalystTeacher, Rule
from skill1.methods.teacher.chat import ChatTeacher
from skill1.methods.teacher.policy import PolicyTeacher
from skill1.methods.teacher.question import Teacher, require_known_prompts
from skill1.policy.protocol import Policy


def open_teacher(
    config: Skill1Config,
    *,
    suite: Any,
    profile: Profile,
    policy: Policy | None,
    rules: Mapping[str, Rule],
    cache: Path,
) -> Teacher:
    """Make the teacher of ``teacher.kind``. Nothing is asked yet.

    Args:
        rules: what an analyst does for each operation of the method.
        cache: file of a service's answers unless ``teacher.cache`` names another.

    Raises:
        ConfigError: it cannot be used here; says what to type.
        PromptError: a file of the user's replaces none of its prompts.
        MissingExtraError: openai is not installed.
    """
    teacher, prompts = config.teacher, config.agent.prompts
    if teacher.kind == "analyst":
        return AnalystTeacher(Analyst(suite, profile, config.agent.max_skill_chars), rules)
    # After the analyst, which reads no prompts.
    require_known_prompts(config.method, prompts)
    if teacher.kind == "service":
        return ChatTeacher(teacher, prompts=prompts, cache=Path(teacher.cache) if teacher.cache else cache)
    if policy is None or not profile.chat:
        raise ConfigError(
            "teacher.kind policy needs a chat model; a tiny word-level policy cannot write what is asked. Type: "
            "--teacher.kind analyst, or --teacher.kind service --teacher.model NAME."
        )
    sampling = {"temperature": teacher.temperature, "max_tokens": teacher.max_tokens}
    return PolicyTeacher(policy, config.model.path, prompts=prompts, **sampling)
