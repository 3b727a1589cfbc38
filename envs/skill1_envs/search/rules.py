"""The rules of an episode: which actions a text holds, when it ends, what is shown, and how an answer is graded.

Three of them, by the name that ``env.rules`` takes. All have in common: a search in the last turn is not executed, and
the answer is graded once, at the end. They do not look for anything themselves: what was found is handed to them.

Actions are one ``<search>…</search>`` or ``<answer>…</answer>``. The family calls finding them its projection
(verl-agent's ``search_projection``): the first search wins over any answer, and what breaks the format is executed all
the same. Graded are exact match, the reward, and F1, which is never trained on, after SQuAD's normalisation, as
Search-R1 and all of its family do it.
"""

from __future__ import annotations

import json
import re
import string
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from skill1.env.wording import Blocks
from skill1.schema import neutralise
from skill1_envs.kit.passages import Hit

Kind = Literal["search", "answer"]
# A text is cut at them in this order: a search wins over any answer, wherever the two stand.
ENDS = ("</search>", "</answer>")
# Of a block in later prompts; it does not limit what the environment looks up or grades.
MAX_SHOWN_CHARS = 1_000
_BLOCKS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("search", re.compile("<search>(.*?)</search>", re.IGNORECASE | re.DOTALL)),
    ("answer", re.compile("<answer>(.*?)</answer>", re.IGNORECASE | re.DOTALL)),
)
_OPENING = re.compile("<(?:search|answer)>", re.IGNORECASE)
_LINE = re.compile(r"(search|answer)(?::\s*|\s+)(\S.*)", re.IGNORECASE)
# Greedy, so that what is inside may hold the closing tag too. Tags are lower-case, as ``project`` writes them.
_WHOLE = re.compile("<(search|answer)>(.*)</\\1>", re.DOTALL)


class Projected(NamedTuple):
    """What is sent to the environment: a block, or "" where the text has none; and whether it kept the format."""

    action: str
    valid: bool


def project(text: str) -> Projected:
    """The block of a model's whole answer, its inside stripped and its tags in lower case.

    Valid with exactly one opening tag of the two, upper or lower case, and its block. The text is cut after its first
    ``</search>``, or else ``</answer>``, before blocks are looked for; these two in lower case only.

    >>> project("It may be Rome. <search> capital of Italy </search>")
    Projected(action='<search>capital of Italy</search>', valid=True)
    """
    action = _first_block(_cut(text))
    # Counted in the whole text: a second block behind the cut breaks the format, though nobody executes it.
    return Projected(action, valid=bool(action) and len(_OPENING.findall(text)) == 1)


def _cut(text: str) -> str:
    for end in ENDS:
        before, found, _ = text.partition(end)
        if found:
            return before + end
    return text


def _first_block(text: str) -> str:
    for kind, pattern in _BLOCKS:
        # Up to the last end: openings without one would each be followed to the end of the text.
        ends = [end.end() for end in re.finditer(f"</{kind}>", text, re.IGNORECASE)]
        if ends and (found := pattern.search(text, 0, ends[-1])):
            # Written anew, so that the environment meets lower-case tags only.
            return block(kind, found[1].strip())
    return ""


def block(kind: Kind, content: str) -> str:
    """A block as the environment takes it."""
    return f"<{kind}>{content}</{kind}>"


def parts_of(action: str) -> tuple[Kind, str] | None:
    """Kind and content of an action that is one block from its first to its last character; else None."""
    found = _WHOLE.fullmatch(action)
    return (found[1], found[2]) if found else None


def shown(action: str) -> str:
    """An action as prompts show it: its own tags, and no others; what is no block is no action.

    >>> shown("<search>a </answer> b</search>"), shown("Rome")
    ('<search>a ‹/answer› b</search>', '(no action)')
    """
    parts = parts_of(action)
    return block(parts[0], neutralise(parts[1], MAX_SHOWN_CHARS)) if parts else "(no action)"


def from_line(line: str) -> str:
    """The block of a plain line ``search …`` or ``answer …``, with or without a colon; "" for any other.

    >>> from_line("search: capital of Italy"), from_line("look")
    ('<search>capital of Italy</search>', '')
    """
    found = _LINE.fullmatch(line.strip())
    return block("search" if found[1].lower() == "search" else "answer", found[2]) if found else ""


def to_line(action: str) -> str:
    """The plain line of a block; what is no block stays as it is.

    >>> to_line("<answer>Rome</answer>")
    'answer Rome'
    """
    parts = parts_of(action)
    return f"{parts[0]} {' '.join(parts[1].split())}" if parts else action


def page(text: str, task: str) -> str:
    """An observation as prompts show it: nothing where it is the question, which they hold already."""
    return "" if text.strip() == task.strip() else text


BLOCKS = Blocks(
    parse=project,
    ends=ENDS,
    shown=shown,
    page=page,
    listed="<search>a query</search> to look something up; <answer>a short answer</answer> to finish",
    from_line=from_line,
    to_line=to_line,
)


_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ANSWER = re.compile("<answer>(.*?)</answer>", re.DOTALL)


def normalised(answer: str) -> str:
    """Lower case, without ASCII punctuation and English articles, white space collapsed: in this order.

    >>> normalised(" The  Beatles'  (band) ")
    'beatles band'
    """
    # Punctuation goes first: "A.I." is one word then, and its A no article.
    bare = answer.lower().translate(_NO_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def exact_match(answer: str, targets: Sequence[str]) -> bool:
    """Whether an answer is one of the targets, all of them normalised."""
    given = normalised(answer)
    return any(given == normalised(target) for target in targets)


def f1(answer: str, targets: Sequence[str]) -> float:
    """The best F1 over the targets, in [0, 1]: 2·P·R / (P + R) of the normalised words, each as often as it stands.

    Two texts without any word left are equal, so F1 is never below the exact match. No target gives 0.
    """
    return max((_f1(normalised(answer).split(), normalised(target).split()) for target in targets), default=0.0)


def _f1(given: Sequence[str], wanted: Sequence[str]) -> float:
    # Of two answers without a word left the fraction below has no value.
    if given == wanted:
        return 1.0
    common = (Counter(given) & Counter(wanted)).total()
    # P = common / len(given) and R = common / len(wanted), so 2·P·R / (P + R) is this.
    return 2 * common / (len(given) + len(wanted)) if common else 0.0


def last_answer(text: str) -> str | None:
    """What stands in the last complete ``<answer>`` block of a text, stripped; None where there is none."""
    found = _ANSWER.findall(text)
    return found[-1].strip() if found else None


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
