"""Reads what a search showed: documents under any of the rules, and what pages of the encyclopedia say.

Short forms and scripted players look at observations with it, so they know what a policy knows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from skill1_envs.search.generate.questions import Question

# Greedy, to the last closing tag: under the family's rules a document may hold one.
_INFORMATION = re.compile("<information>(.*)</information>", re.DOTALL)
_DOCUMENT = re.compile(r"^Doc [0-9]+: ", re.MULTILINE)
_TITLED_DOCUMENT = re.compile(r'^Doc [0-9]+\(Title: "?(.*?)"?\) (.*)', re.MULTILINE)
_REGISTER = re.compile(r"this (\w+) of (\w+ \w+) keeps records of (\w+);")
_ENTRY = re.compile(r"(\w+ \w+): (\w+(?: \w+)?)\.")
_BOOK = re.compile(r"The (\w+ \w+) is a book by (\w+ \w+) of (\w+ \w+)\.")


@dataclass(frozen=True, slots=True)
class Document:
    """One passage as it was shown."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Entries:
    """A register's page, in lower case: which kind of facts it keeps, and of whom what."""

    realm: str
    register: str
    kind: str
    facts: Mapping[str, str]


@lru_cache(maxsize=1024)
def documents(observation: str) -> tuple[Document, ...]:
    """What a search found; nothing where the observation shows no documents.

    >>> documents("<information>Doc 1: Rome</information>")
    (Document(title='Rome', text=''),)
    """
    found = _INFORMATION.search(observation)
    if found is None:
        return ()
    # Search-R1's rules put the title into the line; under the others it is the first line, in quotation marks.
    if titled := _TITLED_DOCUMENT.findall(found[1]):
        return tuple(Document(title, text) for title, text in titled)
    # The first part stands before any document.
    contents = (part.strip().partition("\n") for part in _DOCUMENT.split(_result(found[1]))[1:])
    return tuple(Document(title.strip().strip('"'), text.strip()) for title, _, text in contents)


def _result(inside: str) -> str:
    # SkyRL's rules and ours show JSON, Search-R1's plain lines.
    try:
        result = json.loads(inside)["result"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return inside
    return result if isinstance(result, str) else ""


def read_entries(document: Document) -> Entries | None:
    """A register's page; None for any other.

    >>> page = Document("", "This roll of Old Corvel keeps records of trade; others are not here. Belo Lunt: Mason.")
    >>> read_entries(page).facts
    {'belo lunt': 'mason'}
    """
    text = document.text.lower()
    # Matched at the start, so that a page which only quotes another is none.
    found = _REGISTER.match(text)
    if found is None:
        return None
    return Entries(found[2], found[1], found[3], dict(_ENTRY.findall(text)))


def read_author(document: Document) -> tuple[str, str] | None:
    """A book and who wrote it, in lower case; None for any other page."""
    found = _BOOK.match(document.text)
    return (found[1].lower(), found[2].lower()) if found else None


def entries_for(question: Question, found: Sequence[Document]) -> list[Entries]:
    """The pages of registers of the realm that is asked about."""
    pages = map(read_entries, found)
    return [page for page in pages if page is not None and page.realm == question.realm]
