"""How an environment is put into prompts, where it has words of its own: data that the environment hands to the agent.

An environment without any is asked with the generic prompts. It announces its ``Wording`` with an entry point of the
group ``skill1.wordings``, under the environment's name; :func:`skill1.env.loading.wording_of` finds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from skill1.schema import Observation


def unchanged_action(action: str, observation: Observation, task: str) -> str:
    """The action as it is."""
    return action


def unchanged_page(text: str, task: str) -> str:
    """The text as it is."""
    return text


@dataclass(frozen=True)
class Brief:
    """Short forms of an environment's texts for tiny policies, whose context counts in words.

    Attributes:
        page: observation and task sentence → a short line.
        task: task sentence → its words that matter.
        spelt_out: a short command, the present observation and the task sentence → what the environment takes.
        shortened: the other way, for scripted experts, who speak the environment's language.
        words: what the short forms add to the environment's own words.
        rules_hash: sha256 (hex) of the rules: a run is not resumed under others.
    """

    page: Callable[[str, str], str]
    task: Callable[[str], str]
    words: frozenset[str]
    rules_hash: str
    spelt_out: Callable[[str, Observation, str], str] = unchanged_action
    shortened: Callable[[str, Observation, str], str] = unchanged_action


@dataclass(frozen=True, slots=True)
class Manner:
    """How another project shows an environment to its policies and reads their answers.

    Attributes:
        fallback_chars: what is sent of an answer without action tags, from its end.
        max_act_chars: a longer act prompt gives way to the first-step form without a skill; None: no limit.
        action_end: stands behind each admissible action, which is in single quotes.
        page: observation and task sentence → the text shown.
    """

    fallback_chars: int = 30
    max_act_chars: int | None = None
    action_end: str = ""
    page: Callable[[str, str], str] = unchanged_page


@dataclass(frozen=True, slots=True)
class Categories:
    """The kinds of goals that a bank's skills are sorted by, where these are not the task types.

    Attributes:
        of_task: task type and instruction → category.
        of_goal: a goal that comes without a type → category.
    """

    of_task: Callable[[str, str], str]
    of_goal: Callable[[str], str]


def first_named(table: Iterable[tuple[str, str]], goal: str, otherwise: str) -> str:
    """The name of the first row (pattern, name) of which a whole word is in the goal."""
    text = goal.casefold()
    return next((name for words, name in table if re.search(rf"\b(?:{words})\b", text)), otherwise)


@dataclass(frozen=True, slots=True)
class Blocks:
    """How chat models write actions that are free text in tags of the environment's own, not commands of a list.

    The environment takes the action with its tags.

    Attributes:
        parse: a whole answer → the action, and whether the answer kept the format.
        ends: what ends an answer besides the end token.
        shown: an action → the text of it in later prompts, in which nothing but its own tags is a tag.
        page: observation and task sentence → the text shown.
        listed: stands where other environments list their commands.
        from_line: a plain line, as in conversations without tags → an action.
        to_line: the other way.
    """

    parse: Callable[[str], tuple[str, bool]]
    ends: tuple[str, ...]
    shown: Callable[[str], str]
    page: Callable[[str, str], str]
    listed: str
    from_line: Callable[[str], str]
    to_line: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Conversation:
    """How the profile ``dialogue`` shows observations: all that a conversation has not shown yet, in a cheaper form.

    Attributes:
        page: observation and task sentence → the text shown. The first message of the conversation stays in sight.
        version: goes up when ``page`` changes what it shows: a run is not resumed under another.
    """

    page: Callable[[str, str], str]
    version: int


@dataclass(frozen=True)
class Wording:
    """An environment's own words.

    Attributes:
        package: the package whose folder ``prompts`` holds the files of a chat profile, and in a folder named after a
            peer profile that peer's ``act_first.txt`` and ``act.txt``. None: the generic prompts serve.
        brief: the short forms of the profile ``compact``; None: texts as they are.
        manners: peer profile → its manner in this environment, where that is not the usual one.
        categories: how a bank sorts skills for its tasks; None: by task type.
        blocks: how actions are written; None: as commands, between ``<action>`` and ``</action>``. With blocks the
            folder ``prompts`` also has the ``turn.txt`` that peers show.
        conversation: how the profile ``dialogue`` shows observations; None: as they are.
    """

    package: str | None = None
    brief: Brief | None = None
    manners: Mapping[str, Manner] = field(default_factory=dict)
    categories: Categories | None = None
    blocks: Blocks | None = None
    conversation: Conversation | None = None
