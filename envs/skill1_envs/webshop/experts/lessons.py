"""Lessons of shopping: written from own turns, judged by their words, followed, and poor ones for practice.

A lesson reads ``when looking for <kind> do <tip> , <tip>``. Tips are few, so that a tiny policy can copy them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from skill1.env.protocol import View, rating
from skill1.schema import Candidate, Skill, SkillDraft
from skill1_envs.kit.players import NOTHING, choice, render
from skill1_envs.webshop.experts.trip import Trip, Wish, recall, terms_of

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
RATING_ORDER = ("poor", "fair", "new", "good", "great")


def lesson(wish: Wish, view: View) -> str:
    """What the turns teach: after a success what was done, else what was left undone."""
    trip = recall(view.turns)
    tips = list(_done(wish, trip) if view.success else _undone(wish, trip)) or [IN_TIME]
    return render(SkillDraft(f"{SCENARIO} {wish.kind}", " , ".join(tips[:MOST_TIPS])))


def _done(wish: Wish, trip: Trip) -> Iterator[str]:
    if _named_details(wish, trip):
        yield DETAILS
    if trip.number > 1:
        yield PAGES
    if "features" in trip.read:
        yield FEATURES
    if trip.chosen:
        yield OPTIONS
    if wish.limit is not None:
        yield LIMIT


def _undone(wish: Wish, trip: Trip) -> Iterator[str]:
    """Whatever could have been the fault."""
    if not trip.bought:
        yield IN_TIME
    if not _named_details(wish, trip):
        yield DETAILS
    if "features" not in trip.read:
        yield FEATURES
    if not trip.chosen:
        yield OPTIONS


def _named_details(wish: Wish, trip: Trip) -> bool:
    return bool(trip.queries) and not terms_of(trip.queries[-1]).isdisjoint(wish.detail_terms)


def fits(wish: Wish, description: str) -> float:
    """Share of the kind's words that a description names, in [0, 1]."""
    return len(wish.kind_terms & terms_of(description)) / max(1, len(wish.kind_terms))


def best_candidate(wish: Wish, candidates: Sequence[Candidate]) -> str:
    """``k2`` for the candidate that names most of the kind, then the best rated; ``none`` if all are beside it."""
    ranks = {
        number: (fits(wish, skill.description), RATING_ORDER.index(rating(skill)))
        for number, skill in enumerate((candidate.skill for candidate in candidates), start=1)
    }
    best = max(ranks, key=ranks.__getitem__, default=0)
    return f"k{best}" if best and ranks[best][0] >= LEAST_SHARE else NOTHING


def tips_of(wish: Wish, skill: Skill | None) -> frozenset[str]:
    """What a skill for this kind of thing advises; nothing if it is for another."""
    if skill is None or fits(wish, skill.description) < LEAST_SHARE:
        return frozenset()
    return frozenset(tip for tip in TIPS if tip in skill.strategy)


def poor_draft(wish: Wish, rng: np.random.Generator) -> SkillDraft:
    """A skill of little use: for no kind in particular, or with advice that does not help."""
    tip = choice(rng, POOR_TIPS)
    if rng.random() < 0.5:
        return SkillDraft(f"{SCENARIO} {wish.kind}", tip)
    return SkillDraft(choice(rng, POOR_SCENARIOS), tip)
