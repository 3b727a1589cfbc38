"""The nouns of product titles, which decide whether two products are of one type.

The original asks spaCy's ``en_core_web_sm``. That model is no ordinary package, so TextBlob's tagger, which needs no
download, stands in where it is missing; the golden recordings were made with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version

from skill1.errors import MissingExtraError

SPACY_MODEL = "en_core_web_sm"
CACHED_TITLES = 65_536
Nouns = Callable[[str], Sequence[str]]  # title → lower-case nouns in order, with repeats


@dataclass(frozen=True, slots=True)
class Tagger:
    """Calling it with a title answers the title's nouns; ``name`` is for the header of a run."""

    name: str
    nouns: Nouns

    def __call__(self, title: str) -> Sequence[str]:
        return self.nouns(title)


def open_tagger() -> Tagger:
    """Takes spaCy's small English model if it is installed, else TextBlob's tagger; nouns are kept per title.

    Raises:
        MissingExtraError: neither is installed.
    """
    name, nouns = _spacy() or _textblob()
    return Tagger(name, lru_cache(maxsize=CACHED_TITLES)(nouns))


def look_up(nouns: Mapping[str, list[str]]) -> Tagger:
    """A tagger that knows the nouns of some titles, such as recorded ones; ``KeyError`` for any other."""
    return Tagger("look-up", lambda title: tuple(nouns[title]))


def _spacy() -> tuple[str, Nouns] | None:
    try:
        spacy = import_module("spacy")
        model = spacy.load(SPACY_MODEL)
    except (ImportError, OSError):
        return None

    def nouns(title: str) -> tuple[str, ...]:
        return tuple(token.text.lower() for token in model(title) if token.pos_ in ("NOUN", "PROPN"))

    return f"spaCy {version('spacy')} {SPACY_MODEL} {model.meta['version']}", nouns


def _textblob() -> tuple[str, Nouns]:
    try:
        english = import_module("textblob.en")
    except ImportError as error:
        raise MissingExtraError("textblob", "webshop", "the title tagger of WebShop's reward") from error

    def nouns(title: str) -> tuple[str, ...]:
        return tuple(word.lower() for word, tag in english.tag(title) if tag.startswith("NN"))

    return f"TextBlob {version('textblob')} PatternTagger", nouns
