"""From text to index terms, as Lucene's English analyser makes them.

Takes a text, gives its terms in order: words without a possessive, in lower case, no stop words, stemmed.
Knows nothing of products or of ranking. Whatever needs the packages ``regex`` and ``nltk`` raises
``MissingExtraError`` without them.

Words begin and end at Unicode's default word boundaries (UAX #29), as Lucene's standard tokenizer draws them. A word
is a run of letters, digits or Katakana, a single Han or Hiragana character, a run of South-East Asian characters, or
an emoji; all else separates.
"""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any

from skill1.errors import MissingExtraError

# Lucene's buffer. A longer word is cut: what follows the 255th character is read as if it began a text. (Lucene counts
# UTF-16 units, which is the same for all letters of the basic plane.)
LONGEST_WORD = 255
# Of more characters at once a single match may want gigabytes: such a text is read through a window.
LONGEST_TEXT = 100_000
# Characters searched at a time: a little more than twice the longest word.
_WINDOW = 512
_OVERLAP = 16  # of two windows: more than any sign that is no word has characters

# The one blank that joins words: U+202F, made for Mongolian, counts as an underscore does.
JOINING_BLANK = "\u202f"

# What Lucene's data (emoji-data 11 to 14) call pictographs and Unicode 17 no longer does, "★" among them.
_FORMER_PICTOGRAPHS = (
    "\u2388\u2605\u2607-\u2612\u2614-\u2685\u2690-\u2705\u2708-\u2712\u2765-\u2767"
    "\U0001f000-\U0001f0ff\U0001f10d-\U0001f10f\U0001f12f\U0001f16c-\U0001f171\U0001f1ad-\U0001f1e5"
    "\U0001f249-\U0001f3fa\U0001f546-\U0001f64f\U0001f680-\U0001f6ff\U0001f774-\U0001f77f\U0001f7d5-\U0001f7ff"
    "\U0001f8ae-\U0001f8ff\U0001f947-\U0001faff"
)
# The rules of UAX #29 by their numbers. WB4: what extends a character belongs to it.
_EXTEND = r"[\p{WB=Extend}\p{WB=Format}\p{WB=ZWJ}]*"
_LETTER = rf"(?:[\p{{WB=ALetter}}\p{{WB=Hebrew_Letter}}]{_EXTEND})"
_DIGIT = rf"(?:[\p{{WB=Numeric}}\uff10-\uff19]{_EXTEND})"
# WB13: Katakana keeps to itself.
_KATAKANA = rf"(?:\p{{WB=Katakana}}{_EXTEND})"
# WB13a and b: an underscore joins what stands on its two sides, and is itself part of the word.
_JOINER = rf"(?:\p{{WB=ExtendNumLet}}{_EXTEND})"
# WB6, 7, 11 and 12: a full stop or an apostrophe belongs to a word only between letters or between digits, a colon
# only between letters, a comma only between digits.
_INSIDE_LETTERS = rf"(?:[\p{{WB=MidLetter}}\p{{WB=MidNumLet}}']{_EXTEND})"
_INSIDE_DIGITS = rf"(?:[\p{{WB=MidNum}}\p{{WB=MidNumLet}}']{_EXTEND})"
# WB7a to c: an apostrophe after a Hebrew letter is part of the word, and so is a quotation mark between two.
_HEBREW_MARK = rf"""(?<=\p{{WB=Hebrew_Letter}})(?:'{_EXTEND}|"{_EXTEND}(?=\p{{WB=Hebrew_Letter}}))"""
_RUN = (
    rf"(?:(?:{_LETTER}+(?:{_INSIDE_LETTERS}{_LETTER}+)*|{_DIGIT}+(?:{_INSIDE_DIGITS}{_DIGIT}+)*|{_HEBREW_MARK})+"
    rf"|{_KATAKANA}+)"
)
# Not from a later joiner where the first one began no word: of thousands in a row each would be read to the end.
_WORD = rf"(?<!{_JOINER}){_JOINER}*{_RUN}(?:{_JOINER}+{_RUN})*{_JOINER}*"
_EMOJI_ELEMENT = rf"[\p{{Extended_Pictographic}}\p{{Emoji_Modifier}}{_FORMER_PICTOGRAPHS}]{_EXTEND}"
# WB3c: elements joined by U+200D are one emoji. Then keycaps of signs that are no words, and flags, which are two
# regional letters each (WB15 and 16).
_EMOJI = rf"{_EMOJI_ELEMENT}(?:(?<=\u200d){_EMOJI_ELEMENT})*|[#*]\ufe0f?\u20e3{_EXTEND}|(?:\p{{RI}}{_EXTEND}){{2}}"
_SINGLE = rf"[\p{{Script=Han}}\p{{Script=Hiragana}}]{_EXTEND}"
_PATTERN = rf"{_WORD}|{_EMOJI}|\p{{LB=SA}}+|{_SINGLE}"


@functools.cache
def _pattern() -> Any:
    """The compiled pattern of one word. Python's own ``re`` knows no Unicode properties."""
    try:
        regex = import_module("regex")
    except ModuleNotFoundError as error:
        raise MissingExtraError("regex", "webshop", "the search by words") from error
    return regex.compile(_PATTERN, regex.V1)


def split_words(text: str) -> list[str]:
    """The words of ``text`` in order, none longer than :data:`LONGEST_WORD` characters.

    >>> split_words("Women's 3,5-inch T_shirt (100% cotton)")
    ["Women's", '3,5', 'inch', 'T_shirt', '100', 'cotton']
    """
    if len(text) > LONGEST_TEXT:
        return _split_cutting(text)
    words = _pattern().findall(text)
    if any(len(word) > LONGEST_WORD for word in words):
        return _split_cutting(text)
    return words


def _split_cutting(text: str) -> list[str]:
    """As :func:`split_words`, seeing no more than :data:`LONGEST_WORD` characters from a word's start."""
    pattern, words, start = _pattern(), [], 0
    while start < len(text):
        # Cut out, so that what is left of a word begins a text: of what stands before it the pattern sees nothing.
        found = pattern.search(text[start : start + _WINDOW])
        if found is None:
            start += _WINDOW - _OVERLAP
            continue
        start += found.start()
        # Again from the word's own start: the window may end within it. None is read past its 255th character.
        word = pattern.match(text[start : start + LONGEST_WORD])
        # So many underscores before the first letter are no word: it may begin at a later one.
        if word is None:
            start += 1
            continue
        words.append(word.group())
        start += word.end()
    return words


def pieces(text: str) -> list[str]:
    """``text`` cut at blanks, which no word spans: the words of the text are those of its pieces, in order.

    Pieces recur far more often than texts, so what is worked out for one is worth keeping.
    """
    return [text] if JOINING_BLANK in text else text.split()


# From here on: which term a word becomes.
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
    """The Porter stemmer with its author's later changes, which is what Lucene's is."""
    try:
        stemmer = import_module("nltk.stem.porter").PorterStemmer
    except ModuleNotFoundError as error:
        raise MissingExtraError("nltk", "webshop", "the search by words") from error
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
    # At least two characters: a lone "s" has nothing before it.
    return word[:-2] if word[-1:] in ("s", "S") and word[-2:-1] and word[-2] in _APOSTROPHES else word


class Analyser:
    """Turns text into terms. Keeps the stem of each word it meets, up to a bound; the answers do not depend on that.

    >>> Analyser().terms("The women's running shoes, size 8.5")
    ['women', 'run', 'shoe', 'size', '8.5']
    """

    def __init__(self) -> None:
        self._stems: dict[str, str] = {}

    def terms(self, text: str) -> list[str]:
        """The terms of ``text`` in order, with repeats."""
        stems = self._stems
        terms = []
        for word in split_words(text):
            term = stems.get(word)
            # Not `if not term`: "" is a stop word, which is kept as well.
            if term is None:
                term = self._remember(word)
            if term:
                terms.append(term)
        return terms

    def shortened(self, query: str, most: int = MOST_TERMS) -> str:
        """``query``; or if it has more than ``most`` different terms, its words before the first one too many."""
        # A term has at least one character, so a short query cannot have too many.
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
        # Lowered above, as Java does it; NLTK would do it as Python does.
        term = "" if plain in STOP_WORDS else _porter().stem(plain, to_lowercase=False)
        self._stems[word] = term
        return term
