"""What an instruction asks for, as far as its words tell: kind of thing, details, price limit.

Works for people's sentences and for those made from products. It is a reader's guess, never the goal itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from skill1_envs.webshop.search.analyser import Analyser

KIND_WORDS = 4
CONTAINER_WORDS = 2  # "pack of": how many words can stand for what the thing comes in, "of" included
UNKNOWN_KIND = "thing"
_ARTICLES = frozenset("a an some".split())
# What an instruction begins with before it names the thing.
_OPENING = _ARTICLES | frozenset(
    "i i'm i’m i'd i’d i'll im am we we're are looking look for find me us need want wants would like love to buy get "
    "can you could please interested in searching search purchase shopping shop my show help having have the new also "
    "order trying hello hi replace".split()
)
_CLOSING = frozenset(
    "that which with in for made whose has have having is are under from by who and comes come make must should to it "
    "only please will . ,".split()
)
_OTHERS = frozenset("it's be on at or they one price lower than dollars choose sized of".split())
_FILLERS = _OPENING | _CLOSING | _OTHERS
# A skill of the compact form may not hold these.
_FORM_WORDS = frozenset("when do skills pick skill act query rated result".split())
_LIMIT = re.compile(r",?\s*(?:and\s+)?price lower than ([0-9]+(?:\.[0-9]+)?) dollars\.?\s*$")
_TOKEN = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*|,|[.!?;](?=\s|$)")
_PLAIN = re.compile(r"[^\W_]+")
_analyser = Analyser()


@dataclass(frozen=True, slots=True)
class Wish:
    """A read instruction; all texts lower-case."""

    text: str  # without the price limit
    kind: str  # the kind of thing, one to four words
    details: tuple[str, ...]  # the other words that say something, in order
    limit: float | None  # dollars

    def search_words(self, most: int) -> str:
        """The first details and the kind, as one would type them: ``solid wood coffee table``; ``most`` words."""
        kind = self.kind.split()
        return " ".join((*self.details[: max(0, most - len(kind))], *kind))

    @property
    def kind_terms(self) -> frozenset[str]:
        """Stems of the kind's words, as the shop's search has them."""
        return terms_of(self.kind)

    @property
    def detail_terms(self) -> frozenset[str]:
        """Stems of the other words."""
        return terms_of(" ".join(self.details))


@lru_cache(maxsize=4096)
def read_wish(instruction: str) -> Wish:
    """Reads any instruction; where no kind can be made out it is ``thing``.

    >>> wish = read_wish("i need a coffee table that is solid wood, and price lower than 50.00 dollars")
    >>> wish.kind, wish.details, wish.limit
    ('coffee table', ('solid', 'wood'), 50.0)
    """
    text = instruction.lower()
    limit = _LIMIT.search(text)
    text = text[: limit.start()] if limit else text
    tokens = ["." if token in "!?;" else token for token in _TOKEN.findall(text)]
    kind = _kind(tokens)
    said = [word for token in tokens if token not in _FILLERS for word in _PLAIN.findall(token)]
    details = tuple(dict.fromkeys(word for word in said if word not in kind))
    return Wish(text, " ".join(kind) or UNKNOWN_KIND, details, float(limit[1]) if limit else None)


@lru_cache(maxsize=16_384)
def terms_of(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(_analyser.terms(text))


def _kind(tokens: list[str]) -> list[str]:
    """The noun phrase behind the first article; without one, what follows a list of properties parted by commas."""
    sentence = tokens[: tokens.index(".")] if "." in tokens else tokens
    article = next((place for place, token in enumerate(sentence) if token in _ARTICLES), None)
    if article is not None:
        named = _until(sentence[article + 1 :], _CLOSING)
    else:
        start = next((place for place, token in enumerate(sentence) if token not in _OPENING), len(sentence))
        parts = " ".join(_until(sentence[start:], _CLOSING - {","})).split(",")
        named = next((part.split() for part in reversed(parts) if part.strip()), [])
    named = named[named.index("of") + 1 :] or named if "of" in named[:CONTAINER_WORDS] else named
    plain = [part for word in named for part in _PLAIN.findall(word) if part not in _FORM_WORDS]
    return plain[-KIND_WORDS:]


def _until(tokens: list[str], ends: frozenset[str]) -> list[str]:
    return tokens[: next((place for place, token in enumerate(tokens) if token in ends), len(tokens))]
