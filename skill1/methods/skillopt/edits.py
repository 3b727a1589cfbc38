"""Edits of a document (append, insert, replace, delete), and how many of them an update may make.

A document is a body, which edits change, and after it at most one block between two comment markers, which only the
slow update writes. No edit can change, move or imitate that block.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

START, END = "<!-- SLOW_UPDATE_START -->", "<!-- SLOW_UPDATE_END -->"  # as SkillOpt writes them into its files
_STORED = {marker.replace("<", "‹"): marker for marker in (START, END)}  # how a library keeps a marker: as no tag
# Of an edit in a report, as in the package ``skillrl``.
_SHOWN_CHARS = 200


class Parts(NamedTuple):
    """``guidance`` None: there is no block."""

    body: str
    guidance: str | None


def with_markers(stored: str) -> str:
    """A document that a library kept, with the markers of its block as SkillOpt writes them."""
    for kept, marker in _STORED.items():
        stored = stored.replace(kept, marker)
    return stored


def parts_of(document: str) -> Parts:
    """The body and the text of the first block; what stands behind the block belongs to the body."""
    before, start, rest = document.partition(START)
    guidance, end, after = rest.partition(END)
    # Half a block is none: the lone marker is dropped, and the text behind it belongs to the body.
    if not start or not end:
        return Parts(unmarked(document), None)
    body = f"{before.rstrip()}\n\n{after.strip()}\n" if after.strip() else before
    return Parts(unmarked(body), unmarked(guidance).strip())


def joined(parts: Parts) -> str:
    """The document of these parts: the block stands last."""
    if parts.guidance is None:
        return parts.body
    # A teacher wrote the guidance. A marker in it would end the block early, and the rest would be open to edits.
    # An empty body leaves no blank lines in front of the block.
    return f"{parts.body.rstrip()}\n\n{START}\n{unmarked(parts.guidance).strip()}\n{END}\n".lstrip("\n")


def with_guidance(document: str, guidance: str) -> str:
    """The document with another text in its block."""
    return joined(Parts(parts_of(document).body, guidance))


def shown(document: str) -> str:
    """What an actor reads: the body and the text of the block, without markers."""
    body, guidance = parts_of(document)
    return "\n\n".join(text for text in (body.strip(), guidance) if text)


def unmarked(text: str) -> str:
    """The text without markers, also those that taking one away puts together."""
    while START in text or END in text:
        text = text.replace(START, "").replace(END, "")
    return text


def apply_edits(document: str, edits: Sequence[Mapping[str, Any]]) -> tuple[str, list[dict[str, Any]]]:
    """The document after all edits in their order, and a report on each.

    An edit has ``op`` (append, insert_after, replace, delete), ``content`` and ``target``, an exact piece of the
    document. Of several places the first is meant. What cannot be applied is skipped, and the report says why.

    Returns:
        Document, and per edit ``{"index", "op", "target", "content_preview", "status"}`` with index from 1.
    """
    # Edits see the body alone, so none of them can reach the block.
    body, guidance = parts_of(document)
    reports = []
    for index, edit in enumerate(edits, start=1):
        op, content, target = _fields(edit)
        body, status = _applied(body, guidance, op, content, target)
        report = {"target": target[:_SHOWN_CHARS], "content_preview": content[:_SHOWN_CHARS], "status": status}
        reports.append({"index": index, "op": op, **report})
    return joined(Parts(body, guidance)), reports


def _fields(edit: Mapping[str, Any]) -> tuple[str, str, str]:
    op, content, target = (str(edit.get(key) or "") for key in ("op", "content", "target"))
    # `insert` is what the PyPI package calls it.
    return ("insert_after" if op == "insert" else op), unmarked(content).strip(), target


def _applied(body: str, guidance: str | None, op: str, content: str, target: str) -> tuple[str, str]:
    """The body after one edit, and what became of it."""
    is_found = bool(target) and target in body
    # Only where the body lacks the target: a piece that stands in both is the body's.
    if target and not is_found and _touches_block(guidance, target):
        return body, "skipped_protected_region"
    if op in ("append", "insert_after") and not content:
        return body, f"skipped_{op}_without_content"
    if op == "append":
        return _appended(body, content), "applied_append"
    if op == "insert_after" and is_found:
        return _inserted(body, content, target), "applied_insert_after"
    if op == "insert_after":
        # Appended, not skipped as a replacement would be: an insertion is of use wherever it stands.
        return _appended(body, content), "applied_insert_after_fallback_append"
    if op not in ("replace", "delete"):
        return body, "skipped_unknown_op"
    if not is_found:
        return body, f"skipped_{op}_" + ("target_not_found" if target else "missing_target")
    # A replacement without content deletes, as in the package ``skillrl``.
    # Taking a piece out may bring the two halves of a marker together.
    return unmarked(body.replace(target, content if op == "replace" else "", 1)), f"applied_{op}"


def _touches_block(guidance: str | None, target: str) -> bool:
    # A target with a marker reaches into the block, wherever it begins.
    return guidance is not None and (START in target or END in target or target in guidance)


def _appended(body: str, content: str) -> str:
    return unmarked(f"{body.rstrip()}\n\n{content}\n").lstrip("\n")


def _inserted(body: str, content: str, target: str) -> str:
    """After the line in which the target ends."""
    # From its last character, which may be that line's own end.
    line_end = body.find("\n", body.index(target) + len(target) - 1)
    place = len(body) if line_end < 0 else line_end + 1
    # The last line of a document may have no line break.
    head = body[:place] if body[:place].endswith("\n") else body[:place] + "\n"
    return unmarked(f"{head}\n{content}\n{body[place:]}")


def edit_budget(schedule: str, update: int, updates: int, largest: int, smallest: int) -> int | None:
    """Edits of update ``update`` (from 1) of ``updates``; None: the teacher decides.

    With t = update / updates: constant L; linear L + (l - L)·t; cosine l + (L - l)·(1 + cos πt)/2; rounded to the
    nearest whole number (halves to the even one) and never below l. A single update has L.
    """
    if schedule == "autonomous":
        return None
    # A single update would have t = 1 and with it the smallest budget.
    if schedule == "constant" or updates <= 1:
        return largest
    # The schedules are those of a learning rate, which is SkillOpt's word for the budget.
    t = min(update, updates) / updates
    share = 1 - t if schedule == "linear" else (1 + math.cos(math.pi * t)) / 2
    return max(smallest, round(smallest + (largest - smallest) * share))


def document_hash(document: str) -> str:
    """Sixteen hex digits that name a text in the cache of selection scores."""
    # A document from elsewhere may hold lone surrogates, which have no UTF-8.
    return hashlib.sha256(document.encode("utf-8", "replace")).hexdigest()[:16]
