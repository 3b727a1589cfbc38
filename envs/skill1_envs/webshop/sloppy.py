"""A shopper that knows what a policy knows: it searches the instruction's words, compares, buys, and errs.

It works from the agent's view alone and keeps no state between answers. Every action it writes is one that the page
lists. With fixed shares it makes the mistakes that training is to weed out, and it finds its way back from them.
"""

from __future__ import annotations

import numpy as np

from skill1.env.protocol import View
from skill1.schema import Stage
from skill1_envs.kit.players import NOTHING, any_of, choice, render
from skill1_envs.webshop.simulator.pages import BACK_TO_SEARCH, BUY, NEXT, PREVIOUS
from skill1_envs.webshop.trip import (
    DETAILS,
    FEATURES,
    OPTIONS,
    PAGES,
    POOR_SCENARIOS,
    Offer,
    Trip,
    Wish,
    best_candidate,
    clicks,
    lesson,
    named_values,
    offers,
    option_values,
    page_of,
    poor_draft,
    read_wish,
    recall,
    shown_terms,
    tips_of,
)

# Shares in [0, 1] of imperfect answers.
VAGUE_QUERIES = 0.3  # for a skill: words beside the kind of thing
CARELESS_PICKS = 0.3  # a candidate at random
FOLLOWED = 0.8  # of a skill's tips, at each occasion
BARE_SEARCHES = 0.3  # the kind of thing and nothing else
WRONG_RESULTS = 0.15  # any product shown
FEATURES_READ = 0.2
USELESS_PAGES = 0.05  # reviews, which are empty
EARLY_PURCHASES = 0.12  # at each occasion with an option still to choose
WRONG_OPTIONS = 0.04
POOR_LESSONS = 0.3
SILENT_FAILURES = 0.3  # of failures no lesson is drawn

LEAST_LIKENESS = 0.3  # share of the wish that an offer must name to be opened without looking on
MOST_LACKING = 0.34  # share of the details that may be missing on a product's pages after its features were read
MOST_PAGES, MOST_OPENED, MOST_QUERIES = 3, 3, 3
SEARCH_WORDS = (10, 6)  # of the first two searches
OTHER_WORDS = 3  # of the details, when the kind of thing was not found
STEPS_TO_BUY = 3  # opening a product, an option, buying


class Sloppy:
    """Answers ``query``, ``rerank``, ``act`` and ``distill`` in compact form.

    Args:
        max_steps: actions of an episode: with few left it buys what it has.
    """

    def __init__(self, max_steps: int, seed: int = 0) -> None:
        self._max_steps = max_steps
        self._rng = np.random.default_rng(seed)

    def answer(self, stage: Stage, view: View, rng: np.random.Generator | None = None) -> str:
        """What to write at a stage. Without ``rng`` the shopper's own generator is used."""
        rng = self._rng if rng is None else rng
        wish = read_wish(view.task.instruction)
        if stage == "query":
            return _query(wish, rng)
        if stage == "rerank":
            return _rerank(wish, view, rng)
        if stage == "act":
            return self._act(wish, view, rng)
        return _distill(wish, view, rng)

    def _act(self, wish: Wish, view: View, rng: np.random.Generator) -> str:
        trip, left = recall(view.turns), self._max_steps - len(view.turns)
        # Sorted, because the order of a set differs between processes and each tip takes a draw.
        tips = frozenset(tip for tip in sorted(tips_of(wish, view.skill)) if rng.random() < FOLLOWED)
        page = page_of(view.observation.admissible)
        if page == "start":
            return f"search[{_search_words(wish, trip, tips, rng)}]"
        if page == "sub":
            return f"click[{PREVIOUS}]"
        if page == "results":
            return f"click[{_at_results(wish, view, trip, tips, left, rng)}]"
        return f"click[{_at_item(wish, view, trip, tips, left, rng)}]"


def _query(wish: Wish, rng: np.random.Generator) -> str:
    if rng.random() >= VAGUE_QUERIES:
        return wish.kind
    # Too wide: no kind at all, or the noun alone, as "table" for a coffee table.
    return POOR_SCENARIOS[0] if rng.random() < 0.5 else wish.kind.rpartition(" ")[2]


def _rerank(wish: Wish, view: View, rng: np.random.Generator) -> str:
    if view.candidates and rng.random() < CARELESS_PICKS:
        return any_of(rng, view.candidates)
    return best_candidate(wish, view.candidates)


def _search_words(wish: Wish, trip: Trip, tips: frozenset[str], rng: np.random.Generator) -> str:
    """The kind with what is said of it, then with less, as too much can lead astray; at last a few other words."""
    if len(trip.queries) >= len(SEARCH_WORDS):
        if not wish.details:
            return wish.kind
        # Sorted again: words are typed in the order in which they were said.
        kept = sorted(rng.permutation(len(wish.details))[:OTHER_WORDS])
        return " ".join(wish.details[place] for place in kept)
    if DETAILS not in tips and rng.random() < BARE_SEARCHES:
        return wish.kind
    return wish.search_words(SEARCH_WORDS[len(trip.queries)])


def _at_results(
    wish: Wish, view: View, trip: Trip, tips: frozenset[str], left: int, rng: np.random.Generator
) -> str:
    found = offers(view)
    if not found:
        return BACK_TO_SEARCH
    if rng.random() < WRONG_RESULTS:
        return choice(rng, found).asin
    # Where all were looked at, again any of them.
    fresh = [offer for offer in found if offer.asin not in trip.opened] or found
    best = max(fresh, key=lambda offer: _likeness(wish, offer))
    # With so few steps left there is no time to look on.
    if _likeness(wish, best) >= LEAST_LIKENESS or left <= STEPS_TO_BUY:
        return best.asin
    if trip.number < MOST_PAGES and (PAGES in tips or rng.random() < 0.5):
        return NEXT
    return BACK_TO_SEARCH if len(trip.queries) < MOST_QUERIES else best.asin


def _likeness(wish: Wish, offer: Offer) -> float:
    """Share of the wished words that the offer names, the kind counting as much as all details; less 1 if too dear."""
    parts = [terms for terms in (wish.kind_terms, wish.detail_terms) if terms]
    share = sum(len(terms & offer.terms) / len(terms) for terms in parts) / max(1, len(parts))
    is_dear = wish.limit is not None and offer.price is not None and offer.price > wish.limit
    # A share is at most 1, so what is too dear ranks below whatever names anything of the wish.
    return share - is_dear


def _at_item(wish: Wish, view: View, trip: Trip, tips: frozenset[str], left: int, rng: np.random.Generator) -> str:
    # The last step must buy: an episode without a purchase earns nothing.
    if left <= 1:
        return BUY
    if left > STEPS_TO_BUY and (page := _page_to_read(view, trip, tips, rng)):
        return page
    # One step more than a purchase takes, for the way back to the results.
    if left > STEPS_TO_BUY + 1 and _is_beside(wish, view, trip):
        return PREVIOUS
    values = option_values(view)
    missing = [value for value in named_values(wish.text, values) if value not in trip.chosen]
    if not missing:
        return BUY
    if OPTIONS not in tips and rng.random() < EARLY_PURCHASES:
        return BUY
    return choice(rng, values) if rng.random() < WRONG_OPTIONS else missing[0]


def _page_to_read(view: View, trip: Trip, tips: frozenset[str], rng: np.random.Generator) -> str:
    """The features, now and then, or a page that serves nothing; each once."""
    can_read = clicks(view.observation.admissible)
    share = 1.0 if FEATURES in tips else FEATURES_READ
    for page, probability in (("features", share), ("reviews", USELESS_PAGES)):
        is_first = page not in trip.read and not trip.chosen
        if is_first and page in can_read and rng.random() < probability:
            return page
    return ""


def _is_beside(wish: Wish, view: View, trip: Trip) -> bool:
    """Whether a product whose features were read lacks too much of the details, and others may be better."""
    if "features" not in trip.read or len(trip.opened) >= MOST_OPENED or not wish.detail_terms:
        return False
    # Titles and options count too, for all that was shown of the product is looked through.
    lacking = wish.detail_terms - shown_terms(view, trip)
    return len(lacking) / len(wish.detail_terms) > MOST_LACKING


def _distill(wish: Wish, view: View, rng: np.random.Generator) -> str:
    if rng.random() < POOR_LESSONS:
        return render(poor_draft(wish, rng))
    if not view.success and rng.random() < SILENT_FAILURES:
        return NOTHING
    return lesson(wish, view)
