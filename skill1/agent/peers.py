"""How other projects ask their policies, where that differs from our own chat prompts.

A checkpoint answers best when it is asked as it was trained. Each peer has the structure of its project's prompts in
our own words; ``docs/reference/prompt-profiles.md`` says what is known and from where. Peers have no query, rerank or
distil prompts of their own: those are the chat prompts of the environment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from skill1.env.wording import Manner, Wording
from skill1.schema import Candidate, Skill


@dataclass(frozen=True, slots=True)
class Peer:
    """One project's way in one environment. ``num_lessons``: most skills shown, the used one first."""

    num_lessons: int
    manner: Manner = Manner()

    def lessons(self, used: Skill | None, candidates: tuple[Candidate, ...]) -> tuple[Skill, ...]:
        """The skills to show: the one in use, then further candidates in retrieval order; none without one in use."""
        if used is None:
            return ()
        others = (candidate.skill for candidate in candidates if candidate.skill.id != used.id)
        return (used, *others)[: self.num_lessons]


# Lessons shown: SkillRL's top_k 6, RetroAgent's top 3; verl-agent knows no skills, one in use is shown all the same.
PEERS: Mapping[str, Peer] = {
    "verl-agent": Peer(num_lessons=1),
    "skillrl": Peer(num_lessons=6),
    "retroagent": Peer(num_lessons=3),
}


def peer_of(name: str, wording: Wording | None) -> Peer | None:
    """The peer ``name`` in an environment with this wording; None for our own profiles."""
    peer = PEERS.get(name)
    if peer is None or wording is None or name not in wording.manners:
        return peer
    return replace(peer, manner=wording.manners[name])
