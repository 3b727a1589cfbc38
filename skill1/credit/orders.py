"""What other orders of the same candidates would get: chance levels and baselines of a ranking's reward.

Eq. 9 of arXiv 2605.06130 has no baseline, so where every order pays alike it rewards whatever was sampled.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from skill1.credit.skill1 import dcg, rerank_reward
from skill1.schema import Episode


def expected_ndcg(gains: Sequence[float]) -> float:
    """Mean NDCG over all orders: each place holds the mean gain, so E[DCG] = mean · Σ 1/log2(p + 1)."""
    best = dcg(sorted(gains, reverse=True))
    # As in `ndcg`: with nothing to gain every order is the best one.
    if best <= 0:
        return 1.0
    return dcg([math.fsum(gains) / len(gains)] * len(gains)) / best


def chance_level(episode: Episode) -> float:
    """Mean R^rerank of random orders of what the episode ranked; 1 where the utilities tell nothing apart."""
    gains = [candidate.skill.utility for candidate in episode.candidates]
    # With "no skill" in the ranking one more thing was ordered, of utility 0 as in `rerank_reward`.
    return expected_ndcg([*gains, 0.0] if None in (episode.ranking or ()) else gains)


def random_orders(episode: Episode, others: Sequence[Episode]) -> float:
    """What a random order of the same candidates would get."""
    return chance_level(episode)


def mean_of_others(episode: Episode, others: Sequence[Episode]) -> float:
    """What the group's other rankings got, each of its own candidates; its own where there is no other."""
    return math.fsum(map(rerank_reward, others or [episode])) / max(1, len(others))


def orders_of_others(episode: Episode, others: Sequence[Episode]) -> float:
    """What Plackett–Luce orders of the same candidates would get.

    The strength of a candidate is 1 + the number of the group's other rankings that put it first. Without others these
    are random orders.
    """
    # By skill, not by place: each episode of a group has candidates of its own.
    # An unreadable ranking has the order of retrieval, which is nobody's vote.
    firsts = Counter(_name(other, other.ranking[0]) for other in others if other.ranking_valid)
    # In a fixed order: the baseline belongs to the set, and must not depend on how this episode ranked it.
    places = sorted(episode.ranking, key=lambda place: -1 if place is None else place)
    gains = [0.0 if place is None else episode.candidates[place].skill.utility for place in places]
    # Plus 1: what nobody put first keeps a chance.
    return plackett_luce_ndcg(gains, [1 + firsts[_name(episode, place)] for place in places])


def _name(episode: Episode, place: int | None) -> str | None:
    return None if place is None else episode.candidates[place].skill.id


def plackett_luce_ndcg(gains: Sequence[float], strengths: Sequence[float]) -> float:
    """Mean NDCG of orders drawn place by place, each of the rest as likely as its share of their strength.

    Exact, over all subsets that can stand in front: 2^K·K steps. Equal strengths give :func:`expected_ndcg`.
    """
    best = dcg(sorted(gains, reverse=True))
    if best <= 0:
        return 1.0
    total = 0.0
    # Bit i of a subset: gain i is placed. Subsets in rising order: each comes after all it can be made from.
    chance = [1.0] + [0.0] * (2 ** len(gains) - 1)
    for front, likely in enumerate(chance):
        rest = [i for i in range(len(gains)) if not front >> i & 1]
        # 0 for the whole set, which has no rest that would be divided by it.
        strength = math.fsum(strengths[i] for i in rest)
        for i in rest:
            # The Plackett-Luce rule: who stands in front already has no say in who comes next.
            here = likely * strengths[i] / strength
            # Its place is the number of those in front + 1, and the discount of a place log2(place + 1).
            total += here * gains[i] / math.log2(len(gains) - len(rest) + 2)
            chance[front | 1 << i] += here
    return total / best
