"""What the rule-based analyst answers to Skill-Pro's questions: it counts what its notes on the episodes say.

A domain expert, not a language model: its gradients are the environment's true lessons, its candidates the most
frequent of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from skill1.methods.teacher.analyst import Analyst, Rule
from skill1.schema import comparison_key


def gradient(analyst: Analyst, evidence: Mapping[str, Any]) -> Mapping[str, Any]:
    """The lesson of the episode; it has to do with the skill if both begin in the same situation."""
    lesson = analyst.lesson(evidence["experience"].episode)
    if lesson is None:
        return {"diagnosis": "nothing to learn", "is_related": False}
    skill = evidence["skill"]
    return {
        "diagnosis": "what the transcript shows",
        "is_related": comparison_key(lesson.description) == comparison_key(skill.initiation),
        "initiation": lesson.description,
        "policy": lesson.strategy,
    }


def summary(analyst: Analyst, evidence: Mapping[str, Any]) -> Mapping[str, Any]:
    """What happened, without a lesson."""
    episode = evidence["experience"].episode
    return {"summary": " , ".join(turn.action for turn in episode.turns)}


def update(analyst: Analyst, evidence: Mapping[str, Any]) -> Mapping[str, Any]:
    """The n-th most frequent lesson for attempt n; refining keeps to lessons of the skill's own situation."""
    skill = evidence["skill"]
    lessons = [(one["initiation"], one["policy"]) for one in evidence["gradients"] if one.get("policy")]
    if evidence["is_refinement"]:
        own = comparison_key(skill.initiation)
        lessons = [lesson for lesson in lessons if comparison_key(lesson[0]) == own]
    return _skill(lessons, evidence["attempt"])


def rewrite(analyst: Analyst, evidence: Mapping[str, Any]) -> Mapping[str, Any]:
    """Without gradients: the actions of the most rewarded episodes, as they were."""
    told = sorted(evidence["summaries"], key=lambda one: -one[0])
    lessons = [(evidence["skill"].initiation, text) for _, text in told if text]
    # Each once, so that rank goes by return: equal counts keep this order.
    return _skill(list(dict.fromkeys(lessons)), evidence["attempt"])


RULES: Mapping[str, Rule] = {
    "skillpro/gradient": gradient,
    "skillpro/summary": summary,
    "skillpro/update": update,
    "skillpro/rewrite": rewrite,
}


def _skill(lessons: Sequence[tuple[str, str]], attempt: int) -> Mapping[str, Any]:
    """The lesson of a rank, counted from 0; beyond the last, nothing (an empty policy is no skill)."""
    ranked = Counter(lessons).most_common()
    if attempt >= len(ranked):
        return {"skill_name": "", "initiation": "", "policy": [], "termination": ""}
    initiation, policy = ranked[attempt][0]
    name = "".join(word.capitalize() for word in initiation.split()) or "Lesson"
    return {"skill_name": name, "initiation": initiation, "policy": [policy], "termination": ""}
