"""A shopper's memory of an episode, and how he reads pages; both from what any policy is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import Literal

from skill1.env.protocol import View
from skill1.schema import Turn
from skill1_envs.webshop.actions import parse_action
from skill1_envs.webshop.env import SEARCH_ACTION
from skill1_envs.webshop.experts.wish import terms_of
from skill1_envs.webshop.pages import BACK_TO_SEARCH, BUY, NEXT, PREVIOUS, SUB_PAGES

_BUTTONS = frozenset({BACK_TO_SEARCH, PREVIOUS, NEXT, BUY, *SUB_PAGES})
_PRICE = re.compile(r"\$([0-9]+(?:\.[0-9]+)?)")

Page = Literal["start", "results", "item", "sub"]


@dataclass(slots=True)
class Trip:
    """What was done so far, read off the actions."""

    page: Page = "start"
    queries: list[str] = field(default_factory=list)
    number: int = 1  # page of results
    opened: list[str] = field(default_factory=list)  # asins in order, repeats included
    opened_at: int = 0  # turn at which the present product was opened
    chosen: list[str] = field(default_factory=list)  # values clicked at the present product
    read: list[str] = field(default_factory=list)  # its sub-pages looked at
    bought: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """One product on a page of results; ``price`` is the least of a range, None if there is none to read."""

    asin: str  # lower-case, as it is clicked
    terms: frozenset[str]
    price: float | None


def recall(turns: Sequence[Turn]) -> Trip:
    """The trip so far. Actions that the shop does not take are passed over as far as their form tells."""
    trip = Trip()
    for number, turn in enumerate(turns):
        name, argument = parse_action(turn.action) or ("", "")
        if name == "search":
            trip.queries.append(argument)
            trip.page, trip.number = "results", 1
        elif name == "click":
            _note_click(trip, argument, number)
    return trip


def _note_click(trip: Trip, name: str, number: int) -> None:
    if name == BACK_TO_SEARCH:
        trip.page = "start"
    elif trip.page == "results":
        _note_at_results(trip, name, number)
    elif name == PREVIOUS:
        trip.page = "item" if trip.page == "sub" else "results"
    elif trip.page == "item" and name in SUB_PAGES:
        trip.page = "sub"
        trip.read.append(name)
    elif trip.page == "item":
        trip.bought = trip.bought or name == BUY
        trip.chosen += [name] if name not in _BUTTONS else []


def _note_at_results(trip: Trip, name: str, number: int) -> None:
    if name in (NEXT, PREVIOUS):
        trip.number += 1 if name == NEXT else -1
        return
    trip.page, trip.opened_at, trip.chosen, trip.read = "item", number, [], []
    trip.opened.append(name)


def clicks(admissible: Sequence[str] | None) -> list[str]:
    """The texts that can be clicked."""
    return [action[len("click[") : -1] for action in admissible or () if action.startswith("click[")]


def page_of(admissible: Sequence[str] | None) -> Page:
    """Which page it is, by what can be done on it."""
    names = clicks(admissible)
    if SEARCH_ACTION in (admissible or ()) or not names:
        return "start"
    if BUY in names:
        return "item"
    return "results" if NEXT in names else "sub"


def offers(view: View) -> list[Offer]:
    """The products on the page of results that the view shows, in order; a product's text reaches to the next one."""
    names = [name for name in clicks(view.observation.admissible) if name not in _BUTTONS]
    text, places, start = view.observation.text.lower(), [], 0
    for name in names:
        start = max(start, text.find(name, start))
        places.append(start)
    places.append(len(text))
    return [_offer(name, text[at:end]) for name, (at, end) in zip(names, pairwise(places), strict=True)]


def _offer(asin: str, text: str) -> Offer:
    prices = _PRICE.findall(text)
    return Offer(asin, terms_of(text), float(prices[0]) if prices else None)


def option_values(view: View) -> list[str]:
    """The option values on a product's page."""
    return [name for name in clicks(view.observation.admissible) if name not in _BUTTONS]


def named_values(text: str, values: Sequence[str]) -> list[str]:
    """The values that a text names as whole words, longer ones first; what one stands for no other can.

    >>> named_values("a shirt in x-large and light blue", ["large", "x-large", "blue", "light blue"])
    ['light blue', 'x-large']
    """
    found = []
    for value in sorted(filter(str.strip, values), key=lambda value: (-len(value), value)):
        whole = re.compile(rf"(?<![\w'’-]){re.escape(value)}(?![\w'’-])")
        if whole.search(text):
            found.append(value)
            text = whole.sub(" | ", text)
    return found


def shown_terms(view: View, trip: Trip) -> frozenset[str]:
    """Stems of all words shown of the present product, the instruction's own left out."""
    return frozenset().union(*(terms_of(text) for text in _texts(view, trip)))


def _texts(view: View, trip: Trip) -> Iterator[str]:
    instruction = view.task.instruction
    shown = [turn.observation for turn in view.turns[trip.opened_at + 1 :]]
    for text in (*shown, view.observation.text):
        yield text.replace(instruction, " ").replace(escape(instruction), " ")
