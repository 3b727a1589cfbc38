"""How right a skill is for a chore, by the world's hidden facts: for metrics only, never for training.

Also reads the claims out of skill texts, which the scripted expert uses.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from skill1.schema import SkillDraft
from skill1_envs.household.world import KINDS, OPERATIONS, SPOTS, Chore, HomeName


class Claims(NamedTuple):
    """What a strategy says: ``<kind> in <spot>`` and ``<operation> using <appliance>``. The last word wins."""

    spots: dict[str, str]
    appliances: dict[str, str]


@lru_cache(maxsize=8192)
def read_claims(strategy: str) -> Claims:
    """The claims of a strategy; other text is passed over. The result is shared: do not change it."""
    claims = Claims({}, {})
    words = strategy.split()
    for subject, link, thing in zip(words, words[1:], words[2:], strict=False):
        if link == "in" and subject in KINDS and thing in SPOTS:
            claims.spots[subject] = thing
        elif link == "using" and thing in OPERATIONS.get(subject, ()):
            claims.appliances[subject] = thing
    return claims


def names_home(description: str, name: HomeName) -> bool:
    """True if both words of the name stand side by side in the description."""
    return f" {name} " in f" {' '.join(description.split())} "


def value(chore: Chore, draft: SkillDraft) -> float:
    """How right a draft is: 1, 0.5, 0 or -1.

    1: it names this home and gives all hidden facts the chore needs; 0.5: the right spot, but not the appliance
    the operation needs; 0: no spot, or another home; -1: a wrong spot.
    """
    home, request = chore
    if not names_home(draft.description, request.name):
        return 0.0
    claims = read_claims(draft.strategy)
    spot = claims.spots.get(request.kind)
    if spot is None:
        return 0.0
    if spot != home.spots[request.kind]:
        return -1.0
    if request.type not in OPERATIONS:
        return 1.0
    return 1.0 if claims.appliances.get(request.type) == home.appliances[request.type] else 0.5
