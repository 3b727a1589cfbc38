"""Which skills leave the pool, in the order of Skill-Pro's released code; pure functions over a pool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from skill1.methods.skillpro.skill import PoolSkill

# Of the released code. Maturity counts steps in the pool, freq activations.
PROTECTED_MATURITY = 3  # a younger duplicate stays
OUTDATED_MATURITY = 4  # from here on versions of one name compete
HARMFUL_MATURITY, HARMFUL_FREQ, HARMFUL_BOUND = 2, 10, -0.001  # older, at least so often used, bound below
VETERAN_FREQ = 80  # in an overflow they are kept before the less used
Rank = Callable[[PoolSkill], float]


@dataclass(frozen=True, slots=True)
class Removal:
    """One skill that left, and why."""

    stage: str
    skill: PoolSkill

    def entry(self) -> dict[str, Any]:
        """As Skill-Pro's log lists it."""
        skill = self.skill
        numbers = {"avg_gain": skill.avg_gain, "freq": skill.freq, "maturity": skill.maturity}
        return {"stage": self.stage, "name": skill.name, **numbers}


def maintain(
    pool: Sequence[PoolSkill], rows: np.ndarray, rank: Rank, size: int, duplicate_similarity: float
) -> tuple[list[PoolSkill], list[Removal]]:
    """The pool that stays and what left it, in this order.

    1. Same name (only while the pool is too large): all but the best by ``rank``.
    2. Initiations of cosine ≥ ``duplicate_similarity``, through chains: all but the best, young ones excepted.
    3. Outdated (while too large): of mature versions of one name all but the best.
    4. Harmful (while too large): mature, often used, ``rank`` below −0.001; the worst first.
    5. Overflow: veterans, then the middle, then newcomers are kept, each by ``rank``.

    Pinned skills never leave.

    Args:
        rows: float ``[len(pool), dimensions]``, unit rows of the initiations.
    """
    kept, removals = list(pool), []

    def remove(skill: PoolSkill, stage: str) -> None:
        # The one way out for all stages, so none of them can take a pinned skill.
        if not skill.skill.pinned:
            kept.remove(skill)
            removals.append(Removal(stage, skill))

    for group in _groups(pool, lambda s: s.name):
        _drop_surplus(kept, group, rank, size, lambda skill: remove(skill, "duplicate skill"))
    # The only stage that does not ask for the size of the pool.
    for group in _alike(pool, rows, duplicate_similarity):
        # Groups are worked out over the whole pool, of which the stage before may have taken some.
        present = [skill for skill in group if skill in kept]
        for skill in _all_but_best(present, rank):
            if skill.maturity >= PROTECTED_MATURITY:
                remove(skill, "semantic duplicate")
    # A refinement has its parent's base name: once both are mature, they compete.
    mature = [skill for skill in kept if skill.maturity >= OUTDATED_MATURITY]
    for group in _groups(mature, lambda s: s.base_name):
        _drop_surplus(kept, group, rank, size, lambda skill: remove(skill, "outdated variant"))
    # Listed before the first removal, which changes `kept`.
    for skill in sorted((s for s in kept if _is_harmful(s, rank)), key=rank):
        if len(kept) > size:
            remove(skill, "negative bound")
    for skill in _overflow(kept, rank, size):
        remove(skill, "capacity overflow")
    return kept, removals


def maintain_oldest_first(pool: Sequence[PoolSkill], size: int) -> tuple[list[PoolSkill], list[Removal]]:
    """The ablation ``wo_score``: what came in first leaves first, whatever it is worth. Pinned skills stay."""
    # A library lists its skills in the order of admission.
    free = [skill for skill in pool if not skill.skill.pinned]
    leaving = free[: max(0, len(pool) - size)]
    return [s for s in pool if s not in leaving], [Removal("oldest removed", skill) for skill in leaving]


def _groups(pool: Sequence[PoolSkill], key: Callable[[PoolSkill], str]) -> list[list[PoolSkill]]:
    groups: dict[str, list[PoolSkill]] = {}
    for skill in pool:
        groups.setdefault(key(skill), []).append(skill)
    return [group for group in groups.values() if len(group) > 1]


def _all_but_best(group: Sequence[PoolSkill], rank: Rank) -> list[PoolSkill]:
    return sorted(group, key=rank, reverse=True)[1:]


def _drop_surplus(kept: list[PoolSkill], group: Sequence[PoolSkill], rank: Rank, size: int, remove) -> None:
    for skill in _all_but_best(group, rank):
        # Asked before each removal: it stops as soon as the pool fits.
        if len(kept) > size:
            remove(skill)


def _alike(pool: Sequence[PoolSkill], rows: np.ndarray, least: float) -> list[list[PoolSkill]]:
    """Connected components of skills whose rows have a cosine of at least ``least``; single ones are left out."""
    # Of unit rows the products are cosines.
    near = rows @ rows.T >= least if len(pool) else np.zeros((0, 0), bool)
    components, seen = [], set()
    for start in range(len(pool)):
        component, waiting = [], [start]
        while waiting:
            place = waiting.pop()
            if place not in seen:
                seen.add(place)
                component.append(place)
                waiting += np.flatnonzero(near[place]).tolist()
        if len(component) > 1:
            components.append([pool[place] for place in sorted(component)])
    return components


def _is_harmful(skill: PoolSkill, rank: Rank) -> bool:
    return skill.maturity > HARMFUL_MATURITY and skill.freq >= HARMFUL_FREQ and rank(skill) < HARMFUL_BOUND


def _overflow(kept: Sequence[PoolSkill], rank: Rank, size: int) -> list[PoolSkill]:
    """Those beyond ``size``, where pinned skills, then veterans, then the middle, then newcomers come first."""

    def order(skill: PoolSkill) -> tuple[bool, int, float]:
        tier = (skill.freq >= HARMFUL_FREQ) + (skill.freq >= VETERAN_FREQ)
        return (not skill.skill.pinned, -tier, -rank(skill))

    return sorted(kept, key=order)[size:]
