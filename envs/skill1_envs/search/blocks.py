"""The actions of Search-QA: one ``<search>…</search>`` or ``<answer>…</answer>``, found in what a model wrote.

The family calls this its projection (verl-agent's ``search_projection``): the first search wins over any answer, and
what breaks the format is executed all the same.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from skill1.env.wording import Blocks
from skill1.schema import neutralise

Kind = Literal["search", "answer"]
# A text is cut at them in this order: a search wins over any answer, wherever the two stand.
ENDS = ("</search>", "</answer>")
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
