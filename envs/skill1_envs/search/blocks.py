"""The actions of Search-QA: one ``<search>…</search>`` or ``<answer>…</answer>``, found in what a model wrote.

The family calls this its projection (verl-agent's ``search_projection``): the first search wins over any answer, and
what breaks the format is executed all the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["search", "answer"]
ENDS = ("</search>", "</answer>")
_BLOCKS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("search", re.compile("<search>(.*?)</search>", re.IGNORECASE | re.DOTALL)),
    ("answer", re.compile("<answer>(.*?)</answer>", re.IGNORECASE | re.DOTALL)),
)
_OPENINGS = {kind: re.compile(f"<{kind}>", re.IGNORECASE) for kind, _ in _BLOCKS}
_WHOLE = re.compile("<(search|answer)>(.*)</\\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Projected:
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
    openings = sum(len(pattern.findall(text)) for pattern in _OPENINGS.values())
    action = _first_block(_cut(text))
    return Projected(action, valid=bool(action) and openings == 1)


def _cut(text: str) -> str:
    for end in ENDS:
        before, found, _ = text.partition(end)
        if found:
            return before + end
    return text


def _first_block(text: str) -> str:
    for kind, pattern in _BLOCKS:
        if found := pattern.search(text):
            return block(kind, found[1].strip())
    return ""


def block(kind: Kind, content: str) -> str:
    """A block as the environment takes it."""
    return f"<{kind}>{content}</{kind}>"


def parts_of(action: str) -> tuple[Kind, str] | None:
    """Kind and content of an action that is one block from its first to its last character; else None."""
    found = _WHOLE.fullmatch(action)
    return (found[1], found[2]) if found else None
