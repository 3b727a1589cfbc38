"""The rules of the library as pure functions: the utility EMA, who repeats whom, who has to leave, names."""

from __future__ import annotations

import hashlib
import heapq
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from skill1.library.text import comparison_key
from skill1.schema import Skill


def moved(value: float, target: float, step: float) -> float:
    """(1−step)·value + step·target: one exponential-moving-average step (Eq. 5 with step = α)."""
    return (1.0 - step) * value + step * target


def same_skill(
    description: str,
    rivals: Sequence[Skill],
    similarity: Callable[[Skill], float],
    *,
    least_similarity: float,
) -> Skill | None:
    """The active skill a draft repeats, or None. ``rivals`` are active skills of the same strategy, oldest first.

    An equal description always matches; otherwise the most similar rival with cosine >= ``least_similarity`` does,
    the oldest of equals.
    """
    key = comparison_key(description)
    for rival in rivals:
        if comparison_key(rival.description) == key:
            return rival
    closest = max(rivals, key=similarity, default=None)  # max keeps the first, hence the oldest, of equals
    return closest if closest is not None and similarity(closest) >= least_similarity else None


def retirement_score(skill: Skill, rule: Literal["log1p", "log"]) -> float:
    """U·log(1+n), or the paper's U·log(n), with n the number of selections; the lowest leave first.

    Under the paper's rule a skill selected once scores log 1 = 0, as if it had never been used, and would leave
    before a bad one. n = 0 scores 0 under both.
    """
    if skill.selected < 1:  # below 0 in a damaged file, which `skill1 library check` names
        return 0.0
    return skill.utility * (math.log1p(skill.selected) if rule == "log1p" else math.log(skill.selected))


def choose_retired(
    skills: Iterable[Skill],
    *,
    step: int,
    capacity: int,
    protect_steps: int,
    rule: Literal["log1p", "log"],
) -> tuple[str, ...]:
    """Ids that must leave so that ``capacity`` remain, in leaving order: lowest score, then oldest, then id.

    Skills made within the last ``protect_steps`` steps leave only when no older one is left. Pinned skills count for
    the capacity and never leave, even if more than ``capacity`` are pinned.
    """

    def leaving_order(skill: Skill) -> tuple[bool, float, int, str]:
        is_protected = step - skill.created_step < protect_steps
        return is_protected, retirement_score(skill, rule), skill.created_step, skill.id

    crowd = list(skills)
    surplus = len(crowd) - capacity
    if surplus <= 0:
        return ()
    return tuple(s.id for s in heapq.nsmallest(surplus, (s for s in crowd if not s.pinned), key=leaving_order))


def skill_id(description: str, strategy: str, source_episode: str, is_taken: Callable[[str], bool]) -> str:
    """``sk_`` and 10 hex digits over texts and source; the same skill gets the same name in every run."""
    counter = 0
    while True:
        parts = [description, strategy, source_episode, *([str(counter)] if counter else [])]
        name = "sk_" + hashlib.sha256("\0".join(parts).encode()).hexdigest()[:10]
        if not is_taken(name):
            return name
        counter += 1
