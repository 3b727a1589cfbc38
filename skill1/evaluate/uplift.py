"""Uplift: what skills bring, measured on control episodes, from which the selected skill was withheld at random.

The mean outcome of episodes that used what they selected, minus that of controls that selected just as well. Episodes
that merely happened to act without a skill are no controls, and their difference to the others is no uplift.
"""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

from skill1.evaluate.figures import newcombe
from skill1.library.life import run_ends
from skill1.library.store import Store

# Strata are the steps of each run that a library went through. The id of an episode begins with its seed.
# Only strata with both arms are asked for: others weigh nothing (`estimate`).
_STRATA = """
SELECT {of}, sum(kind = 'used') AS used, sum(kind = 'withheld') AS withheld, total(value * (kind = 'used')),
    total(value * (kind = 'withheld'))
FROM events {source} AND kind IN ('used', 'withheld')
GROUP BY 1, {run}, step, substr(episode, 1, instr(episode, '-')) HAVING used > 0 AND withheld > 0
"""
_ALL = "NOT INDEXED WHERE true"  # in the order of the file: by the index on skills a million events take thrice as long


@dataclass(frozen=True, slots=True)
class Uplift:
    """A difference of mean outcomes in [−1, 1] with its 95 % interval, and the episodes it rests on."""

    estimate: float
    low: float
    high: float
    used: int
    withheld: int


class Stratum(NamedTuple):
    """The episodes of one step: how many had the skill and how many not, and the sums of their outcomes."""

    used: int
    withheld: int
    used_outcome: float
    withheld_outcome: float


def library_uplift(store: Store | str | os.PathLike[str]) -> Uplift | None:
    """What the library as a whole brings to an episode that selects a skill; None without controls to compare with.

    Args:
        store: an open store, a library file, or a run or checkpoint directory.

    Raises:
        LibraryError: there is no library, or it cannot be read.
    """
    return _of(store, "''", _ALL).get("")


def skill_uplift(store: Store | str | os.PathLike[str], skill_id: str) -> Uplift | None:
    """The same of one skill; None for one that no step has both used and withheld."""
    return _of(store, "skill", "WHERE skill = ?", (skill_id,)).get(skill_id)


def all_uplifts(store: Store | str | os.PathLike[str]) -> dict[str, Uplift]:
    """The uplift of every skill that has one, by id. One pass over the events."""
    return _of(store, "skill", _ALL)


def estimate(strata: Iterable[Stratum]) -> Uplift | None:
    """Stratified difference of mean outcomes; None if no stratum has episodes of both arms. Others are left out.

    Strata weigh w = n₁n₀ / (n₁ + n₀) (Mantel and Haenszel, 1959; Greenland and Robins, 1985): d = Σw(ȳ₁ − ȳ₀) / Σw. So
    a success rate that rises over training moves nothing. Each arm's weighted mean counts as a rate of
    (Σw)² / Σ(w²/n) trials (Kish, 1965), and the interval is Newcombe's for two such rates.

    Example: (2 used, 2 won; 2 withheld, 1 won) and (3 used, 1 won; 1 withheld, 0 won) weigh 1 and 3/4, so the estimate
    is (1 · 1/2 + 3/4 · 1/3) / 1.75 = .4286.
    """
    strata = [s for s in strata if s.used and s.withheld]
    if not strata:
        return None
    # A stratum weighs as much as its smaller arm allows: one control among many episodes tells little.
    weights = [s.used * s.withheld / (s.used + s.withheld) for s in strata]
    rate, size = _weighted(weights, [(s.used_outcome, s.used) for s in strata])
    other, other_size = _weighted(weights, [(s.withheld_outcome, s.withheld) for s in strata])
    low, high = newcombe(rate, size, other, other_size)
    return Uplift(rate - other, low, high, sum(s.used for s in strata), sum(s.withheld for s in strata))


def _weighted(weights: Sequence[float], arms: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Weighted mean of the strata's mean outcomes, and the number of trials it is worth."""
    total = math.fsum(weights)
    mean = math.fsum(w * outcome / n for w, (outcome, n) in zip(weights, arms, strict=True)) / total
    # Rounding can leave [0, 1], where Newcombe's limits are not defined.
    return min(1.0, max(0.0, mean)), total**2 / math.fsum(
        w * w / n for w, (_, n) in zip(weights, arms, strict=True)
    )


def _of(
    store: Store | str | os.PathLike[str], of: str, source: str, values: Sequence[str] = ()
) -> Mapping[str, Uplift]:
    if not isinstance(store, Store):
        with closing(Store.open(store, create=False, read_only=True)) as opened:
            return _of(opened, of, source, values)
    # Which run an event is of. Whole numbers, so they may stand in the text of the query.
    run = " + ".join(f"(seq > {last})" for last in (0, *run_ends(store)))
    query = _STRATA.format(of=of, source=source, run=run)
    strata: defaultdict[str, list[Stratum]] = defaultdict(list)
    for skill, *numbers in store.rows(query, values):
        strata[skill].append(Stratum(*numbers))
    found = {skill: estimate(of_skill) for skill, of_skill in strata.items()}
    return {skill: uplift for skill, uplift in found.items() if uplift is not None}
