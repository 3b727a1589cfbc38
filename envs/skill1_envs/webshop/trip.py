"""How shoppers read an instruction, and the lessons they write; all from what any policy is shown.

A ``Wish`` is what an instruction asks for, as far as its words tell: kind of thing, details, price limit. It works for
people's sentences and for those made from products, and is a reader's guess, never the goal itself.

A lesson reads ``when looking for <kind> do <tip> , <tip>``. Tips are few, so that a tiny policy can copy them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from skill1.env.protocol import View, rating
from skill1.schema import Candidate, SkillDraft
from skill1_envs.kit.analyser import Analyser
from skill1_envs.kit.players import NOTHING, RATING_SCORE, choice, render
from skill1_envs.webshop.simulator.pages import BACK_TO_SEARCH, BUY, NEXT, PREVIOUS, SUB_PAGES, parse_action

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
# The words of ``goals._draw_cap``, which end every instruction with a cap.
_LIMIT = re.compile(r",?\s*(?:and\s+)?price lower than ([0-9]+(?:\.[0-9]+)?) dollars\.?\s*$")
# Words keep apostrophes and dots inside ("women's", "8.5"). Commas and ends of sentences are tokens of their own,
# because a kind ends there.
_TOKEN = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*|,|[.!?;](?=\s|$)")
_PLAIN = re.compile(r"[^\W_]+")
# The analyser of the shop's own search: two words count as one here if search takes them for one.
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
        # The kind is never cut; only details give way.
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


# Every answer of a scripted shopper begins with this, so an instruction is read again at each step.
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
    # The first sentence names the thing; later ones only add to it.
    sentence = tokens[: tokens.index(".")] if "." in tokens else tokens
    article = next((place for place, token in enumerate(sentence) if token in _ARTICLES), None)
    if article is not None:
        named = _until(sentence[article + 1 :], _CLOSING)
    else:
        start = next((place for place, token in enumerate(sentence) if token not in _OPENING), len(sentence))
        # Without an article a comma parts properties and ends nothing: in "waterproof, vegan mascara" the thing
        # comes last.
        parts = " ".join(_until(sentence[start:], _CLOSING - {","})).split(",")
        named = next((part.split() for part in reversed(parts) if part.strip()), [])
    # In "pack of socks" the thing is what comes in the pack. Further on, "of" belongs to the thing itself.
    named = named[named.index("of") + 1 :] or named if "of" in named[:CONTAINER_WORDS] else named
    plain = [part for word in named for part in _PLAIN.findall(word) if part not in _FORM_WORDS]
    # The noun stands at the end, so a phrase that is too long loses its first words.
    return plain[-KIND_WORDS:]


def _until(tokens: list[str], ends: frozenset[str]) -> list[str]:
    return tokens[: next((place for place, token in enumerate(tokens) if token in ends), len(tokens))]


# From here on: lessons.
DETAILS = "search kind and details"
PAGES = "look at next page"
FEATURES = "check features before buying"
OPTIONS = "click every option named"
LIMIT = "stay below the price"
IN_TIME = "buy before the steps end"
TIPS = (DETAILS, PAGES, FEATURES, OPTIONS, LIMIT, IN_TIME)
SCENARIO = "looking for"
POOR_SCENARIOS = ("shopping", "any goal")
POOR_TIPS = ("buy the first one", "search again", "read reviews", "look at all pages")
# Besides kinds, all that lessons are made of.
WORDS = " ".join((*TIPS, *POOR_TIPS, *POOR_SCENARIOS, SCENARIO, ", when do none thing"))
LEAST_SHARE = 0.5  # of the kind's words that a skill must name to be taken
MOST_TIPS = 3  # as many as a tiny policy's answer holds
_BUTTONS = frozenset({BACK_TO_SEARCH, PREVIOUS, NEXT, BUY, *SUB_PAGES})
_RESULTS_MARK = "(Total results: "  # stands on pages of results alone


def lesson(wish: Wish, view: View) -> str:
    """What the turns teach: after a success what was done, else what was left undone."""
    actions = [(*(parse_action(turn.action) or ("", "")), turn.observation) for turn in view.turns]
    queries = [words for name, words, _ in actions if name == "search"]
    clicked = {text for name, text, _ in actions if name == "click"}
    # The product in hand was found by the last query.
    has_named_details = bool(queries) and not terms_of(queries[-1]).isdisjoint(wish.detail_terms)
    # What is no button is a product on a page of results, and elsewhere an option's value.
    has_chosen = any(
        name == "click" and text not in _BUTTONS and _RESULTS_MARK not in page for name, text, page in actions
    )
    if view.success:
        tips = {
            DETAILS: has_named_details,
            PAGES: NEXT in clicked,
            FEATURES: "features" in clicked,
            OPTIONS: has_chosen,
            LIMIT: wish.limit is not None,
        }
    else:
        tips = {
            IN_TIME: BUY not in clicked,
            DETAILS: not has_named_details,
            FEATURES: "features" not in clicked,
            OPTIONS: not has_chosen,
        }
    # Never without a tip: a skill that advises nothing cannot be read back.
    told = [tip for tip, is_told in tips.items() if is_told] or [IN_TIME]
    return render(SkillDraft(f"{SCENARIO} {wish.kind}", " , ".join(told[:MOST_TIPS])))


def fits(wish: Wish, description: str) -> float:
    """Share of the kind's words that a description names, in [0, 1]."""
    return len(wish.kind_terms & terms_of(description)) / max(1, len(wish.kind_terms))


def best_candidate(wish: Wish, candidates: Sequence[Candidate]) -> str:
    """``k2`` for the candidate that names most of the kind, then the best rated; ``none`` if all are beside it."""
    ranks = {
        number: (fits(wish, skill.description), RATING_SCORE[rating(skill)])
        for number, skill in enumerate((candidate.skill for candidate in candidates), start=1)
    }
    # Of equals the first one, which is the one that retrieval put first.
    best = max(ranks, key=ranks.__getitem__, default=0)
    return f"k{best}" if best and ranks[best][0] >= LEAST_SHARE else NOTHING


def poor_draft(wish: Wish, rng: np.random.Generator) -> SkillDraft:
    """A skill of little use: for no kind in particular, or with advice that does not help."""
    tip = choice(rng, POOR_TIPS)
    if rng.random() < 0.5:
        return SkillDraft(f"{SCENARIO} {wish.kind}", tip)
    return SkillDraft(choice(rng, POOR_SCENARIOS), tip)
