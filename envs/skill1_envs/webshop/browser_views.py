"""What pages show, as plain values: no HTML here. Templates lay them out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skill1.schema import Task
from skill1_envs.webshop.browser_sessions import Breakdown, Session, dollars, met
from skill1_envs.webshop.simulator import pages
from skill1_envs.webshop.simulator.catalogue import Product
from skill1_envs.webshop.simulator.pages import Visit

GOALS_PER_PAGE = 20
FACTS_HIDDEN = "hide"
_BUTTONS = {
    pages.BACK_TO_SEARCH: "Back to Search",
    pages.PREVIOUS: "‹ Prev",
    pages.NEXT: "Next ›",
    "description": "Description",
    "features": "Features",
    "reviews": "Reviews",
    pages.BUY: "Buy Now",
}


@dataclass(frozen=True, slots=True)
class GoalList:
    """One page of the goals whose text or id has all words of ``find``; ``page`` counts from 1 to ``num_pages``."""

    tasks: tuple[Task, ...]
    find: str
    total: int
    page: int
    num_pages: int


@dataclass(frozen=True, slots=True)
class Button:
    """A label, and the action it sends."""

    label: str
    action: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of an option; ``is_other``: the shop takes a click on it for something else, as it does an agent's."""

    value: str
    action: str
    is_chosen: bool
    is_other: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A product in the list; ``place`` is its rank from 1."""

    place: int
    product: Product
    action: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """The goal's own product; ``price`` is the hidden one, "" if the catalogue lacks it."""

    title: str
    asin: str
    price: str
    is_bought: bool


@dataclass(frozen=True, slots=True)
class ShopPage:
    """All that the page of a session shows besides its task."""

    kind: str  # start, results, item, sub or over
    visit: Visit
    buttons: tuple[Button, ...]
    results: tuple[Result, ...]
    choices: tuple[tuple[str, tuple[Choice, ...]], ...]  # by option
    breakdown: Breakdown | None  # None: hidden
    met: tuple[int, int]  # attributes, options
    paid_price: str  # of what was bought
    wanted: Wanted | None  # after the end
    transcript: str


def goal_list(tasks: Sequence[Task], find: str, page: int) -> GoalList:
    """``page`` is brought into range."""
    words = find.lower().split()
    found = [task for task in tasks if _has(task, words)] if words else tasks
    num_pages = max(1, -(-len(found) // GOALS_PER_PAGE))
    page = min(max(page, 1), num_pages)
    first = (page - 1) * GOALS_PER_PAGE
    return GoalList(tuple(found[first : first + GOALS_PER_PAGE]), find, len(found), page, num_pages)


def shop_page(session: Session) -> ShopPage:
    """The page of a session as it stands."""
    visit = session.visit
    is_hidden = session.is_hidden and not session.is_over
    breakdown = None if is_hidden else session.breakdown
    return ShopPage(
        kind=_kind(session),
        visit=visit,
        buttons=tuple(_buttons(session)),
        results=tuple(_results(visit, session.shown)),
        choices=tuple(_choices(visit)),
        breakdown=breakdown,
        met=(met(breakdown.attributes), met(breakdown.options)) if breakdown else (0, 0),
        paid_price=dollars(session.purchase.price) if session.is_bought else "",
        wanted=_wanted(session) if session.is_over else None,
        transcript="\n".join(_in_one_line(action) for action in session.actions),
    )


def _kind(session: Session) -> str:
    if session.is_over:
        return "over"
    visit = session.visit
    return "results" if visit.page != "start" and visit.product is None else visit.page


def _buttons(session: Session) -> Iterator[Button]:
    """The buttons among the admissible actions, in their order; products and options are shown elsewhere."""
    for action in session.observation.admissible or ():
        text = action.removeprefix("click[").removesuffix("]")
        if text in _BUTTONS:
            yield Button(_BUTTONS[text], action)


def _results(visit: Visit, products: Sequence[Product]) -> Iterator[Result]:
    first = (visit.number - 1) * pages.PRODUCTS_PER_PAGE + 1
    for place, product in enumerate(products, first):
        yield Result(place, product, f"click[{product.asin.lower()}]")


def _choices(visit: Visit) -> Iterator[tuple[str, tuple[Choice, ...]]]:
    if visit.page != "item" or visit.product is None:
        return
    for name, values in visit.product.options.items():
        yield name, tuple(_choice(visit, visit.product, name, value) for value in values)


def _choice(visit: Visit, product: Product, name: str, value: str) -> Choice:
    is_other = value in _BUTTONS or pages.option_of(product, value) != name
    return Choice(value, f"click[{value}]", visit.options.get(name) == value, is_other)


def _wanted(session: Session) -> Wanted:
    goal, catalogue = session.goal, session.world.catalogue
    price = dollars(catalogue.hidden_prices[goal.asin]) if goal.asin in catalogue.by_asin else ""
    purchase = session.purchase
    return Wanted(goal.name, goal.asin, price, purchase is not None and purchase.product.asin == goal.asin)


def _has(task: Task, words: Sequence[str]) -> bool:
    text = f"{task.instruction} {task.id} {task.type}".lower()
    return all(word in text for word in words)


def _in_one_line(action: str) -> str:
    return action if action.isprintable() else json.dumps(action)
