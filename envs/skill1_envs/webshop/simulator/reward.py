"""What a purchase earns: how far the product bought, its chosen options and its price fit the goal.

The arithmetic is that of princeton-nlp/WebShop 64fa2a5 (``goal.py``), quirks and rounding included, without its
libraries. Its fuzzy comparison is thefuzz 0.19 over difflib, of which only the decision "over 85" matters.

A text that contains a colour word counts as that colour and nothing else. The nouns of product titles decide whether
two products are of one type. The original asks spaCy's ``en_core_web_sm``. That model is no ordinary package, so
TextBlob's tagger, which needs no download, stands in where it is missing; the golden recordings were made with it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version

from skill1.errors import MissingExtraError
from skill1_envs.webshop.simulator.catalogue import Product
from skill1_envs.webshop.simulator.goals import Goal

# Words and order are data of princeton-nlp/WebShop (MIT), web_agent_site/engine/normalize.py; the first hit wins.
COLOURS = tuple(
    (
        "alabaster apricot aqua ash asphalt azure banana beige black blue blush bordeaux bronze brown burgundy camel "
        "camo caramel champagne charcoal cheetah chestnut chocolate christmas coffee cognac copper coral cranberry "
        "cream crystal dark denim eggplant elephant espresso fuchsia gold granite grape graphite grass gray green "
        "grey heather indigo ivory ivy khaki lavender lemon leopard light lilac lime magenta maroon mauve merlot "
        "midnight mint mocha multicolor mushroom mustard natural navy nude olive orange peach pewter pink plum purple "
        "rainbow red rose royal rust sand sapphire seashell silver skull slate steel stone stonewash sunflower tan "
        "taupe teal tiger turquoise violet walnut wheat white wine yellow"
    ).split()
)


@lru_cache(maxsize=65_536)
def normalise(text: str) -> str:
    """The first of ``COLOURS`` that occurs anywhere in ``text``, else ``text``.

    Inside words too: "standard" is "tan", "cashmere" is "ash".
    """
    return next((colour for colour in COLOURS if colour in text), text)


def normalise_pair(pair: tuple[str, str]) -> str:
    """The same of an option's name and value, as the original reads a synthetic goal's.

    It hands over the pair where a text is meant, so a colour must *be* the name or the value, and without one the
    text is Python's way to write the pair: ``('size', 'large')``.
    """
    return next((colour for colour in COLOURS if colour in pair), str(pair))


# From here on: the nouns of titles, by whichever tagger is installed.
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


def _spacy() -> tuple[str, Nouns] | None:
    try:
        spacy = import_module("spacy")
        model = spacy.load(SPACY_MODEL)
    except (ImportError, OSError):
        # ``OSError``: spaCy is there, but not the model.
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
        # Penn's tags NN, NNS, NNP and NNPS: common and proper nouns, as in spaCy's branch.
        return tuple(word.lower() for word, tag in english.tag(title) if tag.startswith("NN"))

    return f"TextBlob {version('textblob')} PatternTagger", nouns


# From here on: the score, and the fuzzy comparison on which it rests.
ALIKE_ABOVE = 85  # of 100, thefuzz's token_set_ratio
# Of a path such as "Clothing › Outdoor › Jackets", wherever they stand in it.
SAME_CATEGORY_PARTS = 2
TITLE_MATCH = 0.2  # above: titles name the same type
TITLE_FAR = 0.1  # below: another type, whatever the query says
CACHED_PAIRS = 131_072
_LATIN_1 = dict.fromkeys(range(0x80, 0x100))  # dropped before comparing, as thefuzz does
_NO_WORD = re.compile(r"\W")


@dataclass(frozen=True, slots=True)
class Reward:
    """``value`` in [0, 1]; ``components`` with the original's names (``r_option`` only if the goal has options)."""

    value: float
    components: Mapping[str, float | bool]


def score(product: Product, price: float, options: Mapping[str, str], goal: Goal, nouns: Nouns) -> Reward:
    """The reward of buying ``product`` with ``options`` chosen, for ``price`` dollars.

    r = r_type · (attribute hits + option hits + [price ≤ cap]) / (attributes + options + 1), arXiv 2207.01206.

    Args:
        options: option name → value chosen; none need be.
        nouns: the tagger of titles.
    """
    kind = _type_components(product, goal, nouns)
    num_attributes, num_options = len(goal.attributes), len(goal.goal_options)
    parts = num_attributes + num_options + 1
    attribute_hits = sum(has_attribute(product, attribute) for attribute in goal.attributes)
    # Of which option a value was chosen does not matter: each wish is met by any value chosen.
    chosen = [normalise(value) for value in options.values()]
    option_hits = sum(any(alike(value, wanted) for value in chosen) for wanted in wanted_options(goal))
    r_price = price <= goal.price_upper
    # Never a division by 0: the loader makes no goal without attributes.
    components = kind | {"r_att": attribute_hits / num_attributes, "w_att": num_attributes / parts}
    if num_options:
        components |= {"r_option": option_hits / num_options, "w_option": num_options / parts}
    components |= {"r_price": r_price, "w_price": 1 / parts}
    # First divided, then multiplied, as in the original: recorded rewards are compared to the last bit.
    return Reward((attribute_hits + option_hits + r_price) / parts * kind["r_type"], components)


def type_factor(product: Product, goal: Goal, nouns: Nouns) -> float:
    """r_type: 1 for the same type of product, 0.5, 0.1 or 0 for others."""
    return _type_components(product, goal, nouns)["r_type"]


def has_attribute(product: Product, attribute: str) -> bool:
    """Whether an attribute of the product is alike, or title, bullets or description contain this one."""
    # The attribute is looked for as it stands, so one with a capital letter is in none of the lower-case texts.
    return any(alike(own, attribute) for own in product.attributes) or (
        attribute in product.title.lower()
        or attribute in " ".join(product.bullets).lower()
        or attribute in product.description.lower()
    )


def wanted_options(goal: Goal) -> list[str]:
    """The texts with which chosen values, after :func:`normalise`, are compared."""
    options = goal.goal_options
    if not isinstance(options, Mapping):
        return [normalise(value) for value in options]
    return [normalise_pair(pair) for pair in options.items()]


@lru_cache(maxsize=CACHED_PAIRS)
def alike(left: str, right: str) -> bool:
    """``thefuzz.fuzz.token_set_ratio(left, right) > 85`` of thefuzz 0.19 without python-Levenshtein.

    Texts are compared by their sets of words: what they share, against what they share and what one alone has.
    """
    left_words, right_words = _words(left), _words(right)
    common = left_words & right_words
    # token_set_ratio is 100 here, which is why "large" satisfies "x-large".
    if common and (common == left_words or common == right_words):
        return True
    # The three texts that thefuzz compares with one another.
    shared = " ".join(sorted(common))
    left_all = f"{shared} {' '.join(sorted(left_words - common))}".strip()
    right_all = f"{shared} {' '.join(sorted(right_words - common))}".strip()
    return _close(shared, left_all) or _close(shared, right_all) or _close(left_all, right_all)


# Kept beside the pairs, because one text is compared with many others.
@lru_cache(maxsize=CACHED_PAIRS)
def _words(text: str) -> frozenset[str]:
    return frozenset(_NO_WORD.sub(" ", text.translate(_LATIN_1)).lower().split())


def _close(left: str, right: str) -> bool:
    """Whether difflib's ratio in whole percent is over 85; two upper bounds of its matches spare most of the work.

    Matches are at most the shorter text, and at most the signs that both have, however arranged.
    """
    total = len(left) + len(right)
    # An empty text is like nothing, not even like another empty one.
    if not left or not right or not _over(min(len(left), len(right)), total):
        return False
    if not _over((Counter(left) & Counter(right)).total(), total):
        return False
    # In this order: difflib's ratio is not symmetric.
    return round(100 * SequenceMatcher(None, left, right).ratio()) > ALIKE_ABOVE


def _over(matches: int, total: int) -> bool:
    # Computed as difflib computes its ratio, so that rounding cannot put a bound below what it bounds.
    return round(100 * (2.0 * matches / total)) > ALIKE_ABOVE


def _type_components(product: Product, goal: Goal, nouns: Nouns) -> dict[str, float | bool]:
    query_match = product.query == goal.query
    category_match = len(_parts(product.product_category) & _parts(goal.product_category)) >= SAME_CATEGORY_PARTS
    title_score = _title_score(nouns(product.title), nouns(goal.name))
    r_type = 1.0 if query_match or category_match or title_score > TITLE_MATCH else 0.5
    if title_score < TITLE_FAR:  # overrules even an equal query, as in the original
        r_type = 0.1 if title_score else 0.0
    return {
        "r_type": r_type,
        "query_match": query_match,
        "category_match": category_match,
        "title_score": title_score,
    }


def _title_score(bought: Iterable[str], wanted: Sequence[str]) -> float:
    """Share of the wanted title's nouns that the other has; repeats count below the line only."""
    # Without nouns the original says .2, which is not above its own limit.
    return len(set(bought) & set(wanted)) / len(wanted) if wanted else TITLE_MATCH


@lru_cache(maxsize=65_536)
def _parts(product_category: str) -> frozenset[str]:
    return frozenset(part.strip() for part in product_category.split("›"))
