"""How other projects ask their policies, where that differs from our own chat prompts.

A checkpoint answers best when it is asked as it was trained. Each peer has the structure of its project's prompts in
our own words; ``docs/reference/prompt-profiles.md`` says what is known and from where. Peers have no query, rerank or
distil prompts of their own: those are the chat prompts of the environment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from skill1.schema import Candidate, Skill, Task

PAGE_SEPARATOR = " [SEP] "  # between the parts of a WebShop page


@dataclass(frozen=True, slots=True)
class Peer:
    """One project's manner in one environment.

    ``num_lessons``: most skills shown, the used one first. ``fallback_chars``: what is sent of an answer without action
    tags, from its end. ``max_act_chars``: a longer act prompt gives way to the first-step form without a skill.
    """

    num_lessons: int
    fallback_chars: int = 30
    max_act_chars: int | None = None
    is_shop: bool = False  # pages are quoted part by part, and a comma follows each action

    def lessons(self, used: Skill | None, candidates: tuple[Candidate, ...]) -> tuple[Skill, ...]:
        """The skills to show: the one in use, then further candidates in retrieval order; none without one in use."""
        if used is None:
            return ()
        others = (candidate.skill for candidate in candidates if candidate.skill.id != used.id)
        return (used, *others)[: self.num_lessons]

    def page(self, text: str, task: Task) -> str:
        """A WebShop page from what follows the instruction on, each part in single quotes; other texts unchanged."""
        parts = [part.strip() for part in text.split(PAGE_SEPARATOR)]
        wanted = task.instruction.strip()
        if not self.is_shop or wanted not in parts:
            return text
        return PAGE_SEPARATOR.join(f"'{part}'" for part in parts[parts.index(wanted) + 1 :])


# Lessons shown: SkillRL's top_k 6, RetroAgent's top 3; verl-agent knows no skills, one in use is shown all the same.
PEERS: Mapping[str, Peer] = {
    "verl-agent": Peer(num_lessons=1),
    "skillrl": Peer(num_lessons=6),
    "retroagent": Peer(num_lessons=3),
}
_SHOP = Peer(num_lessons=1, fallback_chars=20, max_act_chars=13_000, is_shop=True)
_IN_WEBSHOP: Mapping[str, Peer] = {
    "verl-agent": _SHOP,
    "skillrl": replace(_SHOP, num_lessons=6),
    "retroagent": replace(_SHOP, num_lessons=3, max_act_chars=None),
}


def peer_of(name: str, prompts: str) -> Peer | None:
    """The peer ``name`` with the prompts of an environment (alfworld, webshop, generic); None for our own profiles."""
    return (_IN_WEBSHOP if prompts == "webshop" else PEERS).get(name)
