"""The rules of the library as pure functions: utilities, which drafts repeat a known text, who has to leave, names."""

from __future__ import annotations

import hashlib
import heapq
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from skill1.config import LibraryConfig
from skill1.schema import Skill, comparison_key

# In Skill.extra, of posterior: [Σ outcomes, how many], both discounted. The sum is None where only U is known.
BELIEF = "belief"
# Above any real count. JSON can spell inf and whole numbers of any length, which no arithmetic survives.
MOST_USES = 1e15
TRIAL = "trial"  # in Skill.extra of a skill on trial: [its uses beside controls, Σ (outcome − theirs)]


def belief_of(skill: Skill) -> tuple[float | None, float] | None:
    """(Σ outcomes, how many) of a skill; None: it has none."""
    # A skill from elsewhere may hold anything under that name, and must not end the run that uses it.
    match skill.extra.get(BELIEF):
        # Comparisons with nan are false.
        case [int() | float() | None as won, int() | float() as uses] if 0 <= uses < MOST_USES:
            return (won, uses) if won is None or abs(won) < MOST_USES else None
    return None


def trial_of(skill: Skill) -> tuple[int, float] | None:
    """(uses, gain) of a skill on trial; None: it is not."""
    match skill.extra.get(TRIAL):
        case [int() as uses, int() | float() as gain] if 0 <= uses < MOST_USES and abs(gain) < MOST_USES:
            return uses, gain
    return None


def moved(value: float, target: float, step: float) -> float:
    """(1−step)·value + step·target: one exponential-moving-average step (Eq. 5 with step = α)."""
    return (1.0 - step) * value + step * target


def after_outcome(
    skill: Skill, outcome: float, config: LibraryConfig, *, prior: float | None, fades: bool
) -> Skill:
    """The skill with U moved by one ``outcome`` in [0, 1].

    ``ema``: Eq. 5. ``posterior``: :func:`posterior_mean` of its belief, which has lost ``config.alpha`` of its weight
    before if ``fades``: once in a step, for the rollouts of one step are no history. ``prior`` is the global success
    EMA; before there is one, U takes its place.
    """
    if config.utility == "ema":
        return replace(skill, utility=moved(skill.utility, outcome, config.alpha))
    kept = 1.0 - config.alpha if fades else 1.0
    # Kept beside U, which alone does not tell how many outcomes stand behind it.
    expected = skill.utility if prior is None else prior
    won, uses = belief_of(skill) or (0.0, 0.0)
    if won is None:  # the sum that gives U back
        won = skill.utility * (config.prior_uses + uses) - config.prior_uses * expected
    won = min(max(won, 0.0), uses)  # as far as outcomes in [0, 1] can
    belief = [kept * won + outcome, kept * uses + 1.0]
    utility = posterior_mean(*belief, prior=expected, prior_uses=config.prior_uses)
    return replace(skill, utility=utility, extra={**skill.extra, BELIEF: belief})


def with_utility(skill: Skill, utility: float) -> Skill:
    """The skill with a U that a person gives it. Its belief, if it has one, keeps its weight and turns to that U."""
    belief = belief_of(skill)
    if utility == skill.utility or belief is None:
        return replace(skill, utility=utility)
    return replace(skill, utility=utility, extra={**skill.extra, BELIEF: [None, belief[1]]})


def posterior_mean(won: float, uses: float, *, prior: float, prior_uses: float) -> float:
    """(p·S + W) / (p + N): the mean of Beta(p·S + W, p·(1−S) + N − W), in [0, 1].

    W = ``won`` is the sum of N = ``uses`` outcomes in [0, 1], both discounted; S = ``prior`` is the success expected of
    any skill, and p = ``prior_uses`` > 0 the number of outcomes it weighs as much as.
    """
    return (prior_uses * prior + won) / (prior_uses + uses)


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
    if not skill.selected:
        return 0.0
    # The base does not matter, for scores are only compared: the released code takes log2.
    return skill.utility * (math.log1p(skill.selected) if rule == "log1p" else math.log(skill.selected))


def choose_retired(
    skills: Iterable[Skill],
    *,
    capacity: int,
    rule: Literal["log1p", "log"],
    young: Collection[str] = (),
) -> tuple[str, ...]:
    """Ids that must leave so that ``capacity`` remain, in leaving order: lowest score, then oldest, then id.

    ``young`` ones leave only when no other one is left. Pinned skills count for the capacity and never leave, even if
    more than ``capacity`` are pinned.
    """

    # False sorts before True: the unprotected leave first. Age and id leave no tie to chance.
    def leaving_order(skill: Skill) -> tuple[bool, float, int, str]:
        return skill.id in young, retirement_score(skill, rule), skill.created_step, skill.id

    crowd = list(skills)
    surplus = len(crowd) - capacity
    if surplus <= 0:
        return ()
    # Few leave at a time, so the others need no order.
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
            # A skill is noted with each change of its numbers, and keeps its place.
            actives.setdefault(skill.id)
        else:
            actives.pop(skill.id, None)
        # No empty entries: of a library that retires much they would grow without end.
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
        # Banned before proposed: a ban must hold even where the same text waits for review.
        return min(found, key=lambda name: (found[name] != "banned", name)) if found else None

    def is_banned(self, description: str, strategy: str) -> bool:
        """Whether a banned skill has these texts."""
        found = self._set_aside.get((comparison_key(description), comparison_key(strategy)), {})
        return "banned" in found.values()
