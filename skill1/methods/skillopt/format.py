"""SkillOpt's skill document: one markdown text that is always in the prompt, hence short.

Each section with a text is a skill: its heading describes it, its text is the strategy. What stands before the first
heading, or a document without headings, is a skill described by its first sentence. Method ``skillopt`` itself keeps
the whole document as one skill (:func:`skill_of`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from skill1.errors import DataError
from skill1.library.commit_plan import clean_draft
from skill1.library.formats.records import (
    Format,
    Reading,
    Terms,
    Writing,
    foreign_record,
    foreign_skill,
    lost_fields,
    made_harmless,
    read_text,
    write_text,
)
from skill1.methods.skillopt.edits import shown, with_markers
from skill1.schema import Skill, SkillDraft

NAME = "skillopt"
BUDGET_CHARS = 8_000  # about the 2,000 tokens of the longest documents SkillOpt reports
MAX_BYTES = 2_000_000
_HEADING = re.compile(r"#{1,6}\s")
_MARK = re.compile(r"\\*[#`~]")  # would begin a heading or a code block: written with a backslash more
# Not splitlines, which also cuts at other separators that a text may hold: lines must add up to the file again.
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_FENCE = re.compile(r"\s*(`{3,}(?=[^`]*$)|~{3,})(.*)")  # with a backtick behind, backticks are code within a line
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s")
_DESCRIPTION_CHARS = 200
DESCRIPTION = "any task"  # of a document as a whole
LINE = re.compile(r"(?:[-*] )?when (.+?) do (.+)")  # a line that says when it holds


class _Section(NamedTuple):
    """``before``: the lines of headings without a text of their own; ``above``: the headings it stands under."""

    before: str
    above: tuple[str, ...]
    heading: str  # the line; "" in front of the first
    body: str


def read(path: Path, terms: Terms) -> Reading:
    """The sections of a document in their order. Raises ``DataError``."""
    # As `harmless` keeps it: line ends of Windows would else be reported as made harmless in every record.
    text = read_text(path, MAX_BYTES).replace("\r\n", "\n")
    sections, rest = _sections(text)
    if not sections:
        raise DataError(f"{path} holds no text below its headings; expected a skill document in markdown.")
    records, skills = [], []
    for number, section in enumerate(sections, start=1):
        # Every character of the file is in one record, so that the records together are the file as it came.
        chunk = section.before + (f"{section.heading}\n" if section.heading else "") + section.body
        records.append({"text": chunk + (rest if number == len(sections) else "")})
        place = f"{path}, section {number}"
        skills.append(foreign_skill(NAME, records[-1], _texts(section), terms, place=place))
    return Reading(tuple(skills), made_harmless(records, skills, NAME))


def write(path: Path, skills: Sequence[Skill]) -> Writing:
    """The skills of highest utility, in that order, as long as the document stays within ``BUDGET_CHARS``."""
    best = sorted(skills, key=lambda skill: -skill.utility)  # a stable sort: a document comes out in its order
    chunks: list[str] = []
    length, held = 0, []
    for skill in best:
        chunk = _chunk(skill)
        # One that is too long is passed over: shorter ones behind it may still fit.
        if length + len(chunk) <= BUDGET_CHARS:
            chunks.append(chunk)
            held.append(skill)
            length += len(chunk)
    # Only the last chunk may lack its line break, as the file that it came from did.
    whole = [chunk if chunk.endswith("\n") else chunk + "\n" for chunk in chunks[:-1]]
    write_text(path, "".join([*whole, *chunks[-1:]]))
    left_out = len(skills) - len(held)
    note = (f"{left_out} skill(s) beyond the {BUDGET_CHARS} characters of a document",) if left_out else ()
    return Writing(len(held), (*note, *lost_fields(held, NAME)))


def _chunk(skill: Skill) -> str:
    record = foreign_record(skill, NAME, {"text": str})
    if record is not None:
        return with_markers(record["text"])
    body = skill.strategy
    if _MARK.match(body):
        body = "\\" + body
    # Hash marks that close a heading are mark-up. Without these the description's own would be read as such.
    closing = " ##" if skill.description.endswith("#") else ""
    return f"## {skill.description}{closing}\n\n{body}\n\n"


def _sections(text: str) -> tuple[list[_Section], str]:
    """The sections that have a text, and the headings after the last of them."""
    found: list[_Section] = []
    before, above = "", []
    for heading, body in _parts(text):
        if heading:
            level = len(heading) - len(heading.lstrip("#"))
            # A heading ends every section of its own level and of deeper ones.
            above = [(lv, title) for lv, title in above if lv < level]
        if body.strip():
            found.append(_Section(before, tuple(title for lv, title in above if lv > 1), heading, body))
            before = ""
        else:
            # A heading without a text stands before the next section that has one, or else at the end of the file.
            before += (f"{heading}\n" if heading else "") + body
        if heading:
            above.append((level, _title(heading)))
    return found, before


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """(heading line, text below it with its line ends); a heading inside a code block is none."""
    heading, body, opened = "", "", ""
    for line in _LINE.findall(text):
        bare = line.rstrip("\n")
        opened = _fence(bare, opened)
        if not opened and _HEADING.match(bare):
            yield heading, body
            heading, body = bare, ""
        else:
            body += line
    yield heading, body


def _fence(line: str, opened: str) -> str:
    """The mark of the code block that is open after a line; "" for none. ``opened``: that before it."""
    found = _FENCE.match(line)
    if not found:
        return opened
    mark, rest = found.groups()
    if not opened:
        return mark
    # As in CommonMark: only the mark that opened a block closes it, as long or longer, with nothing behind it.
    return "" if mark.startswith(opened) and not rest.strip() else opened


def _texts(section: _Section) -> tuple[str, str]:
    """The document's own title (level one) says nothing of a single section below it and is left out."""
    body = section.body.strip()
    if not section.heading:
        first = _SENTENCE_END.split(" ".join(body.split()), maxsplit=1)[0]
        return first[:_DESCRIPTION_CHARS], body
    # Exactly the backslash that `_chunk` puts there. Further ones are the text's own.
    if body.startswith("\\") and _MARK.match(body):
        body = body[1:]
    return ": ".join([*section.above, _title(section.heading)]), body


def _title(heading: str) -> str:
    """The words of a heading line; hash marks after a blank at its end belong to the mark-up."""
    words = heading.lstrip("#").strip()
    bare = words.rstrip("#")
    return bare.strip() if not bare or bare[-1].isspace() else words


def skill_of(document: str, step: int, *, env: str, max_chars: int, as_pairs: bool) -> Skill | None:
    """A document as the skill that actors get; None without a readable text. The text itself is kept in ``extra``.

    Actors read it on one line, without the block's markers.

    Args:
        as_pairs: for policies that read a skill as ``when … do …``: the document's lines of that form, the first
            line's condition as the description.
    """
    description, strategy = _pairs(document) if as_pairs else (DESCRIPTION, shown(document))
    # As a library would: of invisible characters nothing is left.
    if clean_draft(SkillDraft(description, strategy), max_chars) is None:
        return None
    # 0.5 for the first document; a later one takes over the utility of the one before (`_replace`).
    terms = Terms(0.5, step, env, max_chars)
    name = f"document-{step:06d}"
    return foreign_skill(NAME, {"text": document}, (description, strategy), terms, name=name, place="the document")


def _pairs(document: str) -> tuple[str, str]:
    """(first condition, its advice and all further lines)."""
    found = [match.groups() for line in shown(document).splitlines() if (match := LINE.fullmatch(line.strip()))]
    if not found:
        return DESCRIPTION, shown(document)
    # Lines of any other form are left out, for such a policy reads nothing but pairs.
    (description, first), rest = found[0], found[1:]
    return description, " ".join([first, *(f"when {when} do {what}" for when, what in rest)])


def document_of(skills: Sequence[Skill]) -> str:
    """The document that skills stand for: texts they were read from as they were, others as lines."""
    chunks = []
    for skill in skills:
        record = foreign_record(skill, NAME, {"text": str})
        chunks.append(record["text"] if record else f"- when {skill.description} do {skill.strategy}\n")
    return with_markers("".join(chunks))


FORMAT = Format(read, write, ".md", lambda path: path.suffix == ".md" and not path.is_dir())
