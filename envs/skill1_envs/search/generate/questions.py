"""What is asked about the realms, in which words and in which order.

Three sources: ``one_hop`` names a person; ``two_hop`` a book, whose page names the person; ``comparison`` asks who of
three died first. The streams say in which order realms and kinds of facts are asked for in training, evaluation, tests
and demonstrations. Each depends on a seed alone, so a longer one begins with the shorter one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from skill1_envs.kit import draws
from skill1_envs.kit.draws import Unasked, pick, shuffled
from skill1_envs.kit.world_folder import DEMO_ROUND_TASKS, DEMO_ROUNDS
from skill1_envs.search.generate.realms import (
    KINDS,
    Realm,
    demo_realms,
    generator,
    heldout_realms,
    training_realms,
)

SOURCES: Mapping[str, str] = {"one_hop": "One hop", "two_hop": "Two hops", "comparison": "Comparison"}
COMPARED = "death"  # the kind of facts that comparisons are about: years
NUM_COMPARED, COMPARISONS = 3, 4  # people in a comparison, and comparisons of a realm
PERSON, AUTHOR, FIRST = (
    "{person} of {realm}",
    "the author of The {work}, a book from {realm}",
    "{a}, {b} or {c} of {realm}",
)
WORDINGS: Mapping[str, tuple[str, ...]] = {
    "birth": ("Where was {who} born?", "In which town was {who} born?", "What is the birthplace of {who}?"),
    "crest": (
        "Which animal is on the crest of {who}?",
        "What animal does the crest of {who} show?",
        "The crest of {who} shows which animal?",
    ),
    "death": ("In which year did {who} die?", "When did {who} die?", "What year saw the death of {who}?"),
    "flower": ("Which flower did {who} grow?", "What flower was grown by {who}?", "{who} grew which flower?"),
    "music": (
        "Which instrument did {who} play?",
        "What instrument was played by {who}?",
        "{who} made music on which instrument?",
    ),
    "trade": ("What was the trade of {who}?", "Which trade did {who} follow?", "{who} lived by which trade?"),
    "comparison": ("Who died first, {who}?", "Who was the first to die, {who}?", "Whose death came first, {who}?"),
}
TEST_REPEATS = 3  # a round asks for each kind of each test realm so often
ROUND_SIZE = TEST_REPEATS * draws.NUM_HELDOUT * len(KINDS)
_NAME = r"\w+ \w+"
_PERSON = re.compile(rf"(?P<person>{_NAME}) of (?P<realm>{_NAME})")
_AUTHOR = re.compile(rf"the author of the (?P<work>{_NAME}), a book from (?P<realm>{_NAME})")
_FIRST = re.compile(rf"(?P<a>{_NAME}), (?P<b>{_NAME}) or (?P<c>{_NAME}) of (?P<realm>{_NAME})")
_SUBJECTS = {"one_hop": _PERSON, "two_hop": _AUTHOR, "comparison": _FIRST}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, in lower case; ``wording`` is a place in ``WORDINGS``.

    ``names``: of ``one_hop`` the person, of ``two_hop`` the book, of ``comparison`` three people.
    """

    source: str
    realm: str
    kind: str
    names: tuple[str, ...]
    wording: int = 0

    @property
    def sentence(self) -> str:
        """As a person would ask.

        >>> Question("one_hop", "upper orvane", "birth", ("dara quill",)).sentence
        'Where was Dara Quill of Upper Orvane born?'
        """
        realm, names = self.realm.title(), [name.title() for name in self.names]
        if self.source == "comparison":
            who = FIRST.format(a=names[0], b=names[1], c=names[2], realm=realm)
            return WORDINGS["comparison"][self.wording].format(who=who)
        # ``PERSON`` takes the name as ``person``, ``AUTHOR`` as ``work``.
        form = PERSON if self.source == "one_hop" else AUTHOR
        text = WORDINGS[self.kind][self.wording].format(
            who=form.format(person=names[0], work=names[0], realm=realm)
        )
        # A wording may begin with whom it asks about, as "the author of …".
        return text[0].upper() + text[1:]

    @property
    def scenario(self) -> str:
        """The query for a skill, and the description of one: ``upper orvane birth``."""
        return f"{self.realm} {self.kind}"


def _patterns() -> Iterator[tuple[str, str, int, re.Pattern[str]]]:
    """Source, kind, wording and what such a question looks like in lower case; comparisons first: they hold others."""
    for source in reversed(SOURCES):
        # Comparisons are about years alone.
        for kind in (COMPARED,) if source == "comparison" else KINDS:
            for number, wording in enumerate(WORDINGS["comparison" if source == "comparison" else kind]):
                before, _, after = wording.lower().partition("{who}")
                who = _SUBJECTS[source].pattern
                yield source, kind, number, re.compile(re.escape(before) + who + re.escape(after))


_PATTERNS = tuple(_patterns())


# Short forms and scripted players read the same sentence again at every turn.
@lru_cache(maxsize=8192)
def read_question(sentence: str) -> Question | None:
    """The question that a sentence asks; None for any other wording.

    >>> read_question("Where was Dara Quill of Upper Orvane born?").names
    ('dara quill',)
    """
    text = sentence.strip().lower()
    for source, kind, wording, pattern in _PATTERNS:
        if found := pattern.fullmatch(text):
            groups = found.groupdict()
            realm = groups.pop("realm")
            # Groups come in the order of the pattern, which is that of the sentence.
            return Question(source, realm, kind, tuple(groups.values()), wording)
    return None


def questions_about(realm: Realm, kind: str, people: Sequence[str] | None = None) -> list[Question]:
    """Every way to ask for a kind of fact of a realm; with ``people``, only of these and their books."""
    asked = realm.people if people is None else tuple(people)
    subjects = [("one_hop", (person,)) for person in asked]
    subjects += [("two_hop", (work,)) for work, author in realm.authors.items() if author in asked]
    if kind == COMPARED:
        # Drawn from the people alone: however often a realm is asked about, its comparisons are the same.
        trios = shuffled(generator("trios", *asked), list(combinations(asked, NUM_COMPARED)))
        subjects += [("comparison", trio) for trio in trios[:COMPARISONS]]
    return [
        Question(source, realm.name, kind, names, wording) for source, names in subjects for wording in range(3)
    ]


def answers(question: Question, realm: Realm) -> list[str]:
    """What counts as right: the answer first, then other names of it."""
    facts = realm.facts[question.kind]
    if question.source == "comparison":
        # No two people died in the same year.
        return _names_of(min(question.names, key=lambda person: int(facts[person])))
    person = question.names[0] if question.source == "one_hop" else realm.authors[question.names[0]]
    value = facts[person].title()
    # Aliases: an exact match has to take the usual ways of saying it.
    if question.kind == "birth":
        return [value, f"{value} in {realm.name.title()}", f"{value}, {realm.name.title()}"]
    if question.kind == "death":
        return [value, f"in {value}", f"year {value}", f"in the year {value}"]
    return [value]


def _names_of(person: str) -> list[str]:
    """No two people have the same first letter of the first name and the same second name."""
    first, last = person.title().split()
    return [f"{first} {last}", f"{first[0]}. {last}", f"{last}, {first}"]


def row(question: Question, realm: Realm, id_: str) -> dict[str, Any]:
    """A line of ``questions/<split>.jsonl``; the last three tell what training must not see."""
    return {
        "id": id_,
        "question": question.sentence,
        "ground_truth": {"target": answers(question, realm)},
        "data_source": question.source,
        "realm": realm.name,
        "kind": question.kind,
        "register": realm.registers[question.kind],
    }


Asked = tuple[Question, Realm]


def train_questions(seed: int) -> Iterator[Asked]:
    """Endless: shuffled decks of (realm, kind) of the active realms; realms come back when all have had their turn.

    One person of each realm is never asked for.
    """
    rng, asked = generator(seed, "train"), Unasked()
    for realm, kind in draws.moving_decks(rng, training_realms(seed), _cards):
        # The first person is kept for ``eval``.
        yield _drawn(rng, asked, realm, kind, realm.people[1:])


def eval_questions(seed: int) -> Iterator[Asked]:
    """Endless: training realms, but of each only the person that training never asks for."""
    rng, asked = generator(seed, "eval"), Unasked()
    for realm, kind in draws.decks(rng, _cards(training_realms(seed))):
        yield _drawn(rng, asked, realm, kind, realm.people[:1])


def heldout_questions(seed: int) -> Iterator[Asked]:
    """Endless rounds of ``ROUND_SIZE`` questions about the test realms."""
    rng, asked = generator(seed, "test"), Unasked()
    for realm, kind in draws.decks(rng, _cards(heldout_realms(seed)) * TEST_REPEATS):
        yield _drawn(rng, asked, realm, kind, realm.people)


def demo_questions(seed: int, demo_seed: int, world: int) -> tuple[Asked, ...]:
    """Six rounds of 32 questions in a world of ``demo_realms``."""
    rng, cards = generator(seed, "demo questions", demo_seed, world), _cards(demo_realms(seed, demo_seed, world))
    # With repeats: most questions ask for a kind of fact that an earlier one asked for.
    drawn = (pick(rng, cards) for _ in range(DEMO_ROUNDS * DEMO_ROUND_TASKS))
    return tuple((pick(rng, questions_about(realm, kind)), realm) for realm, kind in drawn)


def _drawn(rng: random.Random, asked: Unasked, realm: Realm, kind: str, people: Sequence[str]) -> Asked:
    return asked.draw(rng, (realm.name, kind), questions_about, realm, kind, people), realm


def _cards(realms: Sequence[Realm]) -> list[tuple[Realm, str]]:
    return [(realm, kind) for realm in realms for kind in KINDS]
