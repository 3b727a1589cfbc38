"""How Search-QA is put into prompts: its own ones beside this file, actions in the family's tags, and short forms.

In the short forms, for tiny policies whose context counts in words, a question becomes ``upper orvane birth dara
quill``. Of what a search found a policy sees ``ledger birth dara quill raven ferry``: a register, what it keeps, and
the entries that matter, or ``ledger crest`` where it keeps another kind; ``silent mill by dara quill`` of a book;
``other`` for all else. The commands are ``search ledger upper orvane`` and ``answer dara quill``, which stands for what
the page says of her. Of other corpora titles are shown. Scripted players read observations with the same functions, so
they know what a policy knows.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from skill1.env.wording import Brief, Categories, Wording, first_named
from skill1.schema import Observation
from skill1_envs.search.generate.questions import Question, read_question
from skill1_envs.search.rules import ANSWERED, BLOCKS, OUT_OF_TURNS, block, parts_of

BRIEF_VERSION = 1  # goes up with a change that the words and limits below do not show
START, OTHER, NOTHING, END = "start", "other", "nothing", "end"
BY, FIRST = "by", "first"
VERBS = ("search", "answer")
WORDS = frozenset({START, OTHER, NOTHING, END, BY, FIRST, *VERBS, ";"})
MAX_TITLE_WORDS = 6

_WORD = re.compile(r"\w+")


def brief_task(sentence: str) -> str:
    """A question in the words of its facts; any other in lower case.

    >>> brief_task("Where was Dara Quill of Upper Orvane born?")
    'upper orvane birth dara quill'
    """
    question = read_question(sentence)
    if question is None:
        return " ".join(_words(sentence))
    is_comparison = question.source == "comparison"
    return " ".join([question.scenario, *question.names, *[FIRST] * is_comparison])


def brief_page(text: str, task: str) -> str:
    """An observation in a few lower-case words.

    >>> brief_page("Where was Dara Quill of Upper Orvane born?", "Where was Dara Quill of Upper Orvane born?")
    'start'
    """
    found, question = documents(text), read_question(task)
    if not found:
        return _without_documents(text, task)
    parts = _titles(found) if question is None else _told(question, found)
    # Several passages may say the same.
    return " ; ".join(dict.fromkeys(parts)) or OTHER


def _without_documents(text: str, task: str) -> str:
    """The question, an empty search, an action that was not understood, or the end."""
    if text.strip() == task.strip():
        return START
    # The texts are those of our own rules; under others an end looks as if nothing was found.
    return END if text.strip() in (ANSWERED, OUT_OF_TURNS) else NOTHING


def spelt_out(action: str, observation: Observation, task: str) -> str:
    """The block of a short command; anything else stays as it is. An entry's name stands for what it says.

    >>> spelt_out("search ledger upper orvane", Observation(""), "")
    '<search>ledger upper orvane</search>'
    """
    verb, _, rest = action.strip().partition(" ")
    if verb not in VERBS:
        return action
    told = rest.strip()
    # What is no name of an entry is meant as it stands.
    return block(verb, _facts(observation, task).get(told, told) if verb == "answer" else told)


def shortened(action: str, observation: Observation, task: str) -> str:
    """The short command of a block: an answer is the name of the entry that says it, if there is one.

    >>> shortened("<answer>Raven Ferry</answer>", Observation(""), "")
    'answer raven ferry'
    """
    parts = parts_of(action.strip())
    if parts is None:
        return action
    verb, told = parts[0], " ".join(_words(parts[1]))
    if verb == "answer":
        # Can be turned round, because no two people of a realm share a fact.
        names = {fact: name for name, fact in _facts(observation, task).items()}
        told = names.get(told, told)
    return f"{verb} {told}".strip()


def _facts(observation: Observation, task: str) -> dict[str, str]:
    """What the page that is shown says of whom, if it is what is asked for; comparisons ask for names."""
    question = read_question(task)
    # Names answer a comparison, so there is nothing that a name could stand for.
    if question is None or question.source == "comparison":
        return {}
    pages = entries_for(question, documents(observation.text))
    return {name: fact for page in pages if page.kind == question.kind for name, fact in page.facts.items()}


def rules_hash() -> str:
    """The sha256 (hex) of words, limits and version."""
    lines = [*map(str, (BRIEF_VERSION, MAX_TITLE_WORDS)), *sorted(WORDS)]
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()


def _told(question: Question, found: tuple[Document, ...]) -> Iterator[str]:
    """What registers of the realm keep, with the entries that matter, and who wrote the book."""
    for page in entries_for(question, found):
        facts = page.facts if page.kind == question.kind else {}
        # A question of two hops names a book, so any entry may be the one it is about.
        asked = [name for name in facts if question.source == "two_hop" or name in question.names]
        yield " ".join([page.register, page.kind, " ; ".join(f"{name} {facts[name]}" for name in asked)]).strip()
    for document in found:
        book = read_author(document)
        if book is not None and book[0] in question.names:
            yield f"{book[0]} {BY} {book[1]}"


def _titles(found: tuple[Document, ...]) -> Iterator[str]:
    return (" ".join(_words(document.title)[:MAX_TITLE_WORDS]) for document in found)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


# Categories of SkillRL's bank for Search-QA: by the data set, and by words of the question where it has several.
DIRECT, CHAIN = "direct_retrieval", "multi_hop_reasoning"
ATTRIBUTE, COMPARISON = "entity_attribute_lookup", "comparison"
_OF_SOURCE = {"popqa": ATTRIBUTE, **dict.fromkeys(("hotpotqa", "2wikimultihopqa", "musique", "bamboogle"), CHAIN)}
_COMPARED_BY = (
    "both|are the|which of|same|common|more|less|older|younger|taller|shorter|earlier|later|larger|smaller"
)
_COMPARING = ((_COMPARED_BY, COMPARISON),)


def category_of_task(type_: str, goal: str) -> str:
    """By data set; where its questions take several steps, comparisons are told by their words."""
    category = _OF_SOURCE.get(type_, DIRECT)
    return first_named(_COMPARING, goal, category) if category == CHAIN else category


def category_of_goal(goal: str) -> str:
    """By the words of the question alone."""
    return first_named(_COMPARING, goal, DIRECT)


WORDING = Wording(
    package="skill1_envs.search",
    brief=Brief(
        page=brief_page,
        task=brief_task,
        words=WORDS,
        rules_hash=rules_hash(),
        spelt_out=spelt_out,
        shortened=shortened,
    ),
    categories=Categories(category_of_task, category_of_goal),
    blocks=BLOCKS,
)


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


# Scripted players keep no state, so they read all earlier observations again for each answer.
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
