"""What the name of a profile stands for beside the prompts of the environment, and how other projects ask.

A checkpoint answers best when it is asked as it was trained. Each peer has the structure of its project's prompts in
our own words; ``docs/reference/prompt-profiles.md`` says what is known and from where. Peers have no query, rerank or
distil prompts of their own: those are the chat prompts of the environment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from skill1.env.wording import Manner, Wording
from skill1.schema import Candidate, Skill


@dataclass(frozen=True, slots=True)
class Peer:
    """One project's way in one environment. ``num_lessons``: most skills shown, the used one first."""

    num_lessons: int
    manner: Manner = Manner()

    def lessons(self, used: Skill, candidates: tuple[Candidate, ...]) -> tuple[Skill, ...]:
        """The skills to show: the one in use, then further candidates in retrieval order."""
        others = (candidate.skill for candidate in candidates if candidate.skill.id != used.id)
        return (used, *others)[: self.num_lessons]

    def at(self, name: str, wording: Wording | None) -> Peer:
        """The same project in an environment with this wording; ``name`` is the profile's."""
        manner = wording.manners.get(name) if wording is not None else None
        return replace(self, manner=manner) if manner is not None else self


@dataclass(frozen=True)
class Style:
    """A family of prompts by the files that are its own; the others are those of the environment.

    ``files``: prompt → file under the folder ``prompts`` of ``package``, the same in every environment. A peer's
    ``act_first`` and ``act`` lie in its ``folder`` of each environment's prompts; those for any other under
    ``generic`` in the folder of its own. ``grows``: what the environment shows is put behind the action, and the policy
    continues the same message.
    """

    package: str = "skill1.agent"
    files: Mapping[str, str] = field(default_factory=dict, hash=False)
    peer: Peer | None = None
    generic: str = ""  # folder of a peer's prompts for an environment without any for it
    grows: bool = False


def style_of_a_peer(num_lessons: int, folder: str, package: str = "skill1.agent") -> Style:
    """The style of another project: three files of its own, and how it acts in any environment."""
    # Its act prompts are with each environment, in a folder named after the peer.
    files = {prompt: f"{folder}/{prompt}.txt" for prompt in ("turn", "skill", "lesson")}
    return Style(package, files, Peer(num_lessons), generic=f"{folder}/generic")


OURS = Style()
VERL_AGENT = style_of_a_peer(1, "verl-agent")  # it knows no skills; one in use is shown all the same
SEARCH_R1 = Style(files={prompt: f"search-r1/{prompt}.txt" for prompt in ("act_first", "act")}, grows=True)
