"""From text to index terms, as Lucene's English analyser makes them.

Takes a text, gives its terms in order: words without a possessive, in lower case, no stop words, stemmed.
Knows nothing of products or of ranking.
"""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any

from skill1.errors import MissingExtraError
from skill1_envs.webshop.search.words import split_words

# Lucene's EnglishAnalyzer.ENGLISH_STOP_WORDS_SET, 33 words.
STOP_WORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this "
    "to was will with".split()
)
_APOSTROPHES = "'\u2019\uff07"
# Lucene's BooleanQuery refuses a query of more different terms; the original then raises.
MOST_TERMS = 1024
# Bounds the memory of an analyser that reads a large catalogue: about 100 MB.
_STEMS_KEPT = 500_000


@functools.cache
def _porter() -> Any:
    """The Porter stemmer with its author's later changes, which is what Lucene's is.

    Raises:
        MissingExtraError: the package ``nltk`` is missing.
    """
    try:
        stemmer = import_module("nltk.stem.porter").PorterStemmer
    except ModuleNotFoundError as error:
        raise MissingExtraError("nltk", "webshop", "WebShop's search") from error
    return stemmer(mode=stemmer.MARTIN_EXTENSIONS)


def lower(word: str) -> str:
    """Lower case character by character, as Java does: no final sigma, and "İ" becomes a plain "i"."""
    if word.isascii():
        return word.lower()
    return "".join("i" if character == "\u0130" else character.lower() for character in word)


def without_possessive(word: str) -> str:
    """``word`` without a closing 's, in either case and with any of the three apostrophes.

    >>> without_possessive("women's")
    'women'
    """
    return word[:-2] if word[-1:] in ("s", "S") and word[-2:-1] and word[-2] in _APOSTROPHES else word


class Analyser:
    """Turns text into terms. Keeps the stem of each word it meets, up to a bound; the answers do not depend on that.

    >>> Analyser().terms("The women's running shoes, size 8.5")
    ['women', 'run', 'shoe', 'size', '8.5']
    """

    def __init__(self) -> None:
        self._stems: dict[str, str] = {}

    def terms(self, text: str) -> list[str]:
        """The terms of ``text`` in order, with repeats.

        Raises:
            MissingExtraError: ``regex`` or ``nltk`` is missing.
        """
        stems = self._stems
        terms = []
        for word in split_words(text):
            term = stems.get(word)
            if term is None:
                term = self._remember(word)
            if term:
                terms.append(term)
        return terms

    def shortened(self, query: str, most: int = MOST_TERMS) -> str:
        """``query``; or if it has more than ``most`` different terms, its words before the first one too many.

        Raises:
            MissingExtraError: as :meth:`terms`.
        """
        if len(query) <= most:
            return query
        kept: list[str] = []
        terms: set[str] = set()
        for word in split_words(query):
            terms.update(self.terms(word))
            if len(terms) > most:
                return " ".join(kept)
            kept.append(word)
        return query

    def _remember(self, word: str) -> str:
        """Works out the term of a word, "" for a stop word, and keeps it."""
        if len(self._stems) >= _STEMS_KEPT:
            self._stems.clear()
        plain = lower(without_possessive(word))
        term = "" if plain in STOP_WORDS else _porter().stem(plain, to_lowercase=False)
        self._stems[word] = term
        return term
