"""The rules of an episode: when it ends, what is shown after an action, and which text is graded.

Three of them, by the name that ``env.rules`` takes. All have in common: a search in the last turn is not executed, and
the answer is graded once, at the end. They do not look for anything themselves: what was found is handed to them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from skill1.schema import neutralise
from skill1_envs.kit.passages import Hit
from skill1_envs.search.blocks import parts_of
from skill1_envs.search.scoring import last_answer

NO_ACTION = "That is no action. Write <search>your query</search> or <answer>your answer</answer>."
ANSWERED, OUT_OF_TURNS = "The answer was given.", "No turn is left, and no answer was given."
NOTHING_FOUND = "No search results found."
MAX_DOCUMENT_CHARS = 4_000  # under our own rules; a passage of Wikipedia-18 has some 600
# Word by word what Search-R1 shows (search_r1/llm_agent/generation.py), for its checkpoints know it.
# It holds `<answer> and </answer>` itself: Search-R1's rules grade that " and " as an answer.
SEARCH_R1_INVALID = (
    "\nMy previous action is invalid. If I want to search, I should put the query between <search> and </search>. If I "
    "want to give the final answer, I should put the answer between <answer> and </answer>. Let me try again.\n"
)


@dataclass(frozen=True, slots=True)
class SkyRL:
    """SkyRL-Gym's, as verl-agent and all that came from it have them; equal to PyPI's skyrl-gym 0.4.0.

    But for one text: after an action without a search skyrl-gym shows an empty ``<information>`` block, and
    verl-agent's copy, which the published results are from, shows nothing. The answer is looked for in everything that
    was sent and shown, so a document that holds ``<answer>x</answer>`` answers for the player.

    Pure functions of actions and documents. An action is what the player sent, whether it is a block or not.
    """

    def query(self, action: str) -> str | None:
        """What is looked for; None if the action asks for nothing."""
        _, opening, rest = action.partition("<search>")
        inside, closing, _ = rest.partition("</search>")
        return inside.strip() if opening and closing else None

    def is_answer(self, action: str) -> bool:
        """Whether the action ends the episode."""
        # Both tags anywhere, also inside a query: the family asks for no more.
        return "<answer>" in action and "</answer>" in action

    def found(self, hits: Sequence[Hit]) -> str:
        """The text that shows what a search found; it goes into the history as it is."""
        return _information([hit.passage.contents.strip() for hit in hits])

    def not_understood(self) -> str:
        """What is shown after an action that asks for nothing."""
        return ""

    def shown(self, text: str) -> str:
        """A text of the history as the player sees it."""
        return text.strip()

    def ending(self, is_answer: bool) -> str:
        """What is shown after the last action."""
        return ""

    def answer(self, actions: Sequence[str], history: Sequence[str]) -> str | None:
        """What is graded: ``history`` is actions and texts shown, in turn; None if nothing was answered."""
        # Texts are joined without anything between them, so a block may begin in one and end in another.
        return last_answer("".join(history))


@dataclass(frozen=True, slots=True)
class SearchR1(SkyRL):
    """Search-R1's own: another form of documents, and a message after an action that is neither search nor answer.

    Its texts continue what the policy wrote, so they keep the line breaks around them.
    """

    def found(self, hits: Sequence[Hit]) -> str:
        lines = [_search_r1_line(number, hit.passage.contents) for number, hit in enumerate(hits, start=1)]
        return f"\n\n<information>{''.join(lines).strip()}</information>\n\n"

    def not_understood(self) -> str:
        return SEARCH_R1_INVALID

    def shown(self, text: str) -> str:
        return text


@dataclass(frozen=True, slots=True)
class Skill1(SkyRL):
    r"""Ours: SkyRL's, but only an ``<answer>`` that the player sent itself ends the episode and is graded.

    Documents lose control characters and tags, keep letters such as é, which SkyRL's rules show as ``\u00e9``, and are
    cut to ``MAX_DOCUMENT_CHARS``; no text shown is empty.
    """

    def query(self, action: str) -> str | None:
        # One whole block and nothing else, so an answer inside a query is part of the query.
        parts = parts_of(action)
        return parts[1].strip() if parts and parts[0] == "search" else None

    def is_answer(self, action: str) -> bool:
        parts = parts_of(action)
        return parts is not None and parts[0] == "answer"

    def found(self, hits: Sequence[Hit]) -> str:
        if not hits:
            return _shown(NOTHING_FOUND)
        # An answer copied from an escape would be wrong, and other scripts would fill the prompt with them.
        return _information([harmless(hit.passage.contents) for hit in hits], escapes=False)

    def not_understood(self) -> str:
        return NO_ACTION

    def ending(self, is_answer: bool) -> str:
        return ANSWERED if is_answer else OUT_OF_TURNS

    def answer(self, actions: Sequence[str], history: Sequence[str]) -> str | None:
        # The last action alone: what was shown is never graded.
        parts = parts_of(actions[-1]) if actions else None
        return parts[1].strip() if parts and parts[0] == "answer" else None


RULES: Mapping[str, SkyRL] = MappingProxyType({"skill1": Skill1(), "skyrl": SkyRL(), "search_r1": SearchR1()})


def harmless(text: str) -> str:
    r"""A document's text line by line without tags and control characters, and not longer than is any use.

    >>> harmless('"Rome"\\nA city. <answer>Paris</answer>')
    '"Rome"\\nA city. ‹answer›Paris‹/answer›'
    """
    # Cut first: a document may be megabytes in one line. ``neutralise`` makes one line of what it is given, so
    # lines are given one by one.
    lines = text[:MAX_DOCUMENT_CHARS].strip().split("\n")
    return "\n".join(neutralise(line, len(line)) for line in lines)


def _information(documents: Sequence[str], escapes: bool = True) -> str:
    return _shown("".join(f"Doc {number}: {text}\n" for number, text in enumerate(documents, start=1)), escapes)


def _shown(result: str, escapes: bool = True) -> str:
    return f"\n<information>{json.dumps({'result': result}, ensure_ascii=escapes)}</information>\n"


def _search_r1_line(number: int, contents: str) -> str:
    title, _, text = contents.partition("\n")
    return f"Doc {number}(Title: {title}) {text}\n"
