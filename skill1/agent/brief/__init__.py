"""Short forms of environments' texts for tiny policies, whose context counts in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from skill1.agent.brief import alfworld, webshop
from skill1.schema import Observation


def _unchanged(action: str, observation: Observation, task: str) -> str:
    return action


@dataclass(frozen=True)
class Brief:
    """How one environment is put in few words, and how commands in few words are put in its own.

    Attributes:
        page: observation and task sentence → a short line.
        task: task sentence → its words that matter.
        spelt_out: a short command, the present observation and the task sentence → what the environment takes.
        shortened: the other way, for scripted experts, who speak the environment's language.
        words: what the short forms add to the environment's own words.
        rules_hash: sha256 (hex) of the rules: a run does not go on under others.
    """

    page: Callable[[str, str], str]
    task: Callable[[str], str]
    words: frozenset[str]
    rules_hash: str
    spelt_out: Callable[[str, Observation, str], str] = _unchanged
    shortened: Callable[[str, Observation, str], str] = _unchanged


BRIEFS: Mapping[str, Brief] = MappingProxyType(
    {
        "alfworld": Brief(
            page=alfworld.brief_alfworld,
            task=alfworld.brief_task,
            words=alfworld.brief_words(),
            rules_hash=alfworld.rules_hash(),
        ),
        "webshop": Brief(
            page=webshop.brief_page,
            task=webshop.brief_task,
            words=webshop.WORDS,
            rules_hash=webshop.rules_hash(),
            spelt_out=webshop.spelt_out,
            shortened=webshop.shortened,
        ),
    }
)
