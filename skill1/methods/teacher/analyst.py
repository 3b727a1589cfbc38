"""A rule-based analyst as teacher: what the environment's scripted expert would note about an episode.

It is no language model and knows its environment's rules, so figures with it say what a method does with *correct*
notes; they must be labelled so. It sees no more of an episode than the transcript.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from skill1.agent.answer import expert_answer
from skill1.agent.profile import Profile
from skill1.env.protocol import offered
from skill1.errors import ConfigError
from skill1.methods.teacher.question import Answer, Question
from skill1.policy.account import Account
from skill1.policy.random import generator
from skill1.schema import AgentView, Episode, Observation, SkillDraft

Rule = Callable[["Analyst", Mapping[str, Any]], Mapping[str, Any]]


def oracle_of(suite: Any, instead: str) -> Any:
    """The environment's scripted expert that makes no mistakes. Raises ``ConfigError`` with what to type instead."""
    make_expert = offered(suite, "expert")
    if make_expert is None:
        raise ConfigError(
            f"teacher.kind analyst: the environment '{suite.name}' has no scripted expert. Type: {instead}."
        )
    try:
        # Without an environment: an expert knows of an episode only the view that it is shown.
        return make_expert(None, "oracle", 0)
    except ConfigError as error:
        raise ConfigError(f"teacher.kind analyst: {error} Type: {instead}.") from error


class Analyst:
    """Reads finished episodes of one environment.

    Raises:
        ConfigError: the environment has no scripted expert.
    """

    def __init__(self, suite: Any, profile: Profile, max_skill_chars: int) -> None:
        instead = "--teacher.kind service --teacher.model NAME, or --teacher.kind policy"
        self._expert, self._profile, self._max_chars = oracle_of(suite, instead), profile, max_skill_chars

    def lesson(self, episode: Episode) -> SkillDraft | None:
        """What the transcript of an episode teaches, won or lost; None: nothing."""
        if not episode.turns:
            return None
        view = AgentView(
            task=episode.task,
            first_observation=episode.turns[0].observation,
            observation=Observation(episode.last_observation),
            # A record does not hold the limit that the episode was played under.
            max_steps=len(episode.turns),
            skill=episode.used,
            turns=episode.turns,
            success=episode.success,
        )
        # Always the same draws: equal transcripts teach the same.
        written = self._expert.answer("distill", view, generator(0))
        # In the profile's form and through its parser: a lesson is cut and cleaned like a text of the policy.
        answer = expert_answer(self._profile, "distill", written, view)
        return self._profile.parse_skill(answer, self._max_chars).draft


class AnalystTeacher:
    """A :class:`~skill1.methods.teacher.question.Teacher` by rules: one for each operation of the methods it knows."""

    name = "analyst"

    def __init__(self, analyst: Analyst, rules: Mapping[str, Rule]) -> None:
        self._analyst, self._rules = analyst, rules
        self.account = Account()

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """Answers in the order of the questions; one without a rule is a mistake of the program."""
        self.account += Account(calls=len(questions))
        return [Answer(self._rules[q.operation](self._analyst, q.evidence)) for q in questions]
