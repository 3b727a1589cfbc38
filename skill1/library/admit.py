"""The rules of the library as pure functions: utilities, which drafts repeat a known text, who has to leave, names."""

from __future__ import annotations

import hashlib
import heapq
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Literal

from skill1.schema import Skill, comparison_key


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
    # Before any cosine: `hashing` gives a text without words a row of zeros, which is like nothing, not even itself.
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

    Skills made within the last ``protect_steps`` steps leave only when no other one is left. Pinned skills count for
    the capacity and never leave, even if more than ``capacity`` are pinned.
    """

    # False sorts before True: the unprotected leave first. Age and id leave no tie to chance.
    def leaving_order(skill: Skill) -> tuple[bool, float, int, str]:
        # Skills of a longer run that this one started from have steps still to come; that does not make them young.
        is_protected = 0 <= step - skill.created_step < protect_steps
        return is_protected, retirement_score(skill, rule), skill.created_step, skill.id

    crowd = list(skills)
    surplus = len(crowd) - capacity
    if surplus <= 0:
        return ()
    return tuple(s.id for s in heapq.nsmallest(surplus, (s for s in crowd if not s.pinned), key=leaving_order))


def skill_id(description: str, strategy: str, source_episode: str, is_taken: Callable[[str], bool]) -> str:
    """``sk_`` and 10 hex digits over texts and source; the same skill gets the same name in every run."""
    # 40 bits of a hash hardly ever meet a name that is taken; where they do, the counter decides in every run alike.
    counter = 0
    while True:
        # NUL keeps the parts apart: no text of a skill holds control characters.
        parts = [description, strategy, source_episode, *([str(counter)] if counter else [])]
        name = "sk_" + hashlib.sha256("\0".join(parts).encode()).hexdigest()[:10]
        if not is_taken(name):
            return name
        counter += 1


Texts = tuple[str, str]  # description and strategy in the form in which two skills count as the same
_SET_ASIDE = ("banned", "proposed")


class KnownTexts:
    """Which skill has which text. Made of skills in order of admission, then told of each change of status."""

    def __init__(self, skills: Iterable[Skill]) -> None:
        self._strategies: dict[str, dict[str, None]] = {}  # the inner one is an ordered set
        self._set_aside: dict[Texts, dict[str, str]] = {}
        for skill in skills:
            self.note(skill)

    @property
    def same_strategy(self) -> Mapping[str, Collection[str]]:
        """Comparison key of a strategy → ids of the active skills that have it, oldest first."""
        return self._strategies

    def note(self, skill: Skill) -> None:
        """Take in what a skill is now."""
        strategy = comparison_key(skill.strategy)
        actives = self._strategies.setdefault(strategy, {})
        if skill.status == "active":
            actives.setdefault(skill.id)
        else:
            actives.pop(skill.id, None)
        if not actives:
            del self._strategies[strategy]
        if skill.status in _SET_ASIDE or self._set_aside:  # most libraries set nothing aside: no second key then
            self._note_set_aside(skill, (comparison_key(skill.description), strategy))

    def _note_set_aside(self, skill: Skill, texts: Texts) -> None:
        if skill.status in _SET_ASIDE:
            self._set_aside.setdefault(texts, {})[skill.id] = skill.status
        elif texts in self._set_aside:
            self._set_aside[texts].pop(skill.id, None)

    def set_aside(self, description: str, strategy: str) -> str | None:
        """Id of the proposed or banned skill with these texts; a banned one comes first."""
        found = self._set_aside.get((comparison_key(description), comparison_key(strategy)))
        return min(found, key=lambda name: (found[name] != "banned", name)) if found else None

    def is_banned(self, description: str, strategy: str) -> bool:
        """Whether a banned skill has these texts."""
        found = self._set_aside.get((comparison_key(description), comparison_key(strategy)), {})
        return "banned" in found.values()
