"""The oracle of WebShop: it knows what a goal asks for and what the shop sells, and makes a purchase that earns 1.0.

Where none does, it makes the best of those at hand. ``Oracle.route(task)`` says which that is and why none is better.
Queries for skills and skills themselves hold only what the instruction says and what its own turns have shown. The
sloppy shopper is the oracle with mistakes, which training is to weed out.

A route is what to search for, on which page the product stands and which values to click. It is checked by walking it
through the shop, without an environment, so one said to earn 1.0 does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from skill1.env.protocol import View
from skill1.schema import Stage, Task
from skill1_envs.kit.players import NOTHING, any_of, choice, render
from skill1_envs.webshop.env import NUM_HITS, SEARCH_ACTION, Screen, Shop
from skill1_envs.webshop.simulator.audit import Audit, Purchase
from skill1_envs.webshop.simulator.catalogue import Product
from skill1_envs.webshop.simulator.goals import Goal
from skill1_envs.webshop.simulator.pages import (
    BACK_TO_SEARCH,
    BUY,
    NEXT,
    PREVIOUS,
    PRODUCTS_PER_PAGE,
    SEARCH,
    SUB_PAGES,
    Visit,
    option_of,
    parse_action,
)
from skill1_envs.webshop.simulator.reward import Reward
from skill1_envs.webshop.trip import POOR_SCENARIOS, best_candidate, lesson, poor_draft, read_wish


def look(shop: Shop, goal: Goal, visit: Visit, taken: int) -> Screen:
    """The page of a visit that action number ``taken`` has led to, on which depends what the query ``<r>`` shows."""
    return shop.show(visit, goal.instruction_text, f"{goal.index}/{taken}")


def step(shop: Shop, goal: Goal, visit: Visit, screen: Screen, action: str) -> Visit | Reward:
    """The visit after an action, or what was earned by it."""
    after = shop.after(action, visit, screen)
    return shop.buy(visit, goal)[1] if after is None else after


def follow(shop: Shop, goal: Goal, actions: Iterable[str]) -> tuple[Visit, Screen]:
    """Where a shopper stands after these actions, and what is seen there; a purchase changes neither."""
    visit = Visit()
    screen = look(shop, goal, visit, 0)
    for taken, action in enumerate(actions, start=1):
        after = step(shop, goal, visit, screen, action)
        if isinstance(after, Reward):
            break
        # As the environment does: a page stays as it was drawn until an action leads to another.
        if after is not visit:
            visit, screen = after, look(shop, goal, after, taken)
    return visit, screen


# From here on: how a route is planned. The functions above walk one.
LAST_PAGE = NUM_HITS // PRODUCTS_PER_PAGE
WISH_QUERY, SHORT_QUERY, LONG_QUERY = 10, 8, 40  # words
FITTING_TRIED = 20  # products that satisfy a goal, until one is within reach
# What a click on a product's page takes for a button before it looks for an option.
_BUTTONS = (SEARCH, BACK_TO_SEARCH, PREVIOUS, BUY, *SUB_PAGES)
_WORD = re.compile(r"[^\W_]+")  # no sign of punctuation: short forms of queries then are the queries themselves


@dataclass(frozen=True, slots=True)
class Spot:
    """Where search shows a product: by which query, on which page from 1."""

    query: str
    page: int


@dataclass(frozen=True, slots=True)
class Route:
    """A purchase and the way there.

    ``reward`` is what it earns; where that is less than 1.0, ``reason`` says why nothing better is within reach.
    ``is_satisfiable``: by the audit some purchase earns 1.0, within reach or not.
    """

    purchase: Purchase
    spot: Spot
    reward: float
    steps: int
    is_satisfiable: bool = True
    reason: str = ""


class RoutePlanner:
    """Plans within ``max_steps`` actions; remembers the routes it has found."""

    def __init__(self, shop: Shop, audit: Audit, max_steps: int) -> None:
        self.shop, self.max_steps = shop, max_steps
        self._audit = audit
        self._routes: dict[tuple[int, str, str], Route | None] = {}

    def route(self, goal: Goal) -> Route | None:
        """The best way for a goal of this catalogue; None if search shows nothing at all."""
        # By its index alone, goals of two splits of demonstrations would be one.
        key = goal.index, goal.asin, goal.instruction_text
        if key not in self._routes:
            self._routes[key] = self._plan(goal)
        return self._routes[key]

    def _plan(self, goal: Goal) -> Route | None:
        obstacles: list[str] = []
        # ``purchases`` is lazy. The first one mostly will do, and the next is found by asking the whole catalogue.
        for purchase in islice(self._audit.purchases(goal), FITTING_TRIED):
            route = self._way(purchase.product, goal)
            if route is not None and route.reward == 1.0:
                return route
            obstacles.append(self._obstacle(purchase, route, goal))
        # If the goal's own product fits, its purchase came first, so the reason is about that.
        reason = obstacles[0] if obstacles else self._audit.failure(goal)
        routes = filter(None, (self._way(product, goal) for product in self._at_hand(goal)))
        best = max(routes, key=lambda route: route.reward, default=None)
        return best and replace(best, is_satisfiable=bool(obstacles), reason=reason)

    def _at_hand(self, goal: Goal) -> list[Product]:
        """The goal's own product, and what the shop shows first for the kind of thing."""
        own = self._audit.catalogue.by_asin.get(goal.asin)
        shown = [] if own is None else [own]
        typed = (read_wish(goal.instruction_text).search_words(WISH_QUERY), " ".join(_words(goal.name)))
        for query in (*typed, f"<q> {goal.query}", f"<c> {goal.category}"):
            # Of these pages only the products are used, so no instruction is needed; nor a draw, since none asks
            # for "<r>".
            shown += self.shop.show(Visit(page="results", query=query), "", "").products
        return list({product.asin: product for product in shown}.values())

    def _way(self, product: Product, goal: Goal) -> Route | None:
        """The way to the product and what buying it earns, with the options that can be clicked in time."""
        spot = self._find(product, goal)
        if spot is None:
            return None
        # Not from all of its options: some values cannot be clicked, and a route must be one that can be walked.
        purchase = self._audit.closest(product, goal, clickable_values(product))
        visit = Visit()
        # Walked and not worked out, so that the shop's quirks count as they do in play.
        for taken in range(self.max_steps):
            screen = look(self.shop, goal, visit, taken)
            action = self.next_action(purchase, spot, visit, screen, self.max_steps - taken)
            after = step(self.shop, goal, visit, screen, action)
            if isinstance(after, Reward):
                return Route(purchase, spot, after.value, taken + 1)
            visit = after
        return Route(purchase, spot, 0.0, self.max_steps)

    def _find(self, product: Product, goal: Goal) -> Spot | None:
        """The earliest page on which a query shows the product. The shop's special queries are the last resort."""
        best: Spot | None = None
        for query in typed_queries(product, goal):
            spot = self._first_page(product, query)
            if spot is not None and (best is None or spot.page < best.page):
                best = spot
            # No page is earlier than the first.
            if best is not None and best.page == 1:
                break
        if best is not None:
            return best
        special = (f"<q> {product.query}", f"<c> {product.category}")
        return next(filter(None, (self._first_page(product, query) for query in special)), None)

    def next_action(self, purchase: Purchase, spot: Spot, visit: Visit, screen: Screen, steps_left: int) -> str:
        """The next action towards a purchase, from any page; the last step buys, whatever is chosen by then."""
        product = purchase.product
        if visit.page == "start":
            return f"search[{spot.query}]"
        if visit.product is not None and visit.product.asin == product.asin:
            return f"click[{_at_product(purchase, visit, steps_left)}]"
        # Whatever was searched for: a product that is shown can be opened.
        if visit.page == "results" and product in screen.products:
            return f"click[{product.asin.lower()}]"
        if visit.page == "results" and visit.query == spot.query and visit.number != spot.page:
            return f"click[{NEXT if visit.number < spot.page else PREVIOUS}]"
        return f"click[{BACK_TO_SEARCH}]"

    def _first_page(self, product: Product, query: str) -> Spot | None:
        for page in range(1, LAST_PAGE + 1):
            shown = self.shop.show(Visit(page="results", query=query, number=page), "", "").products
            if product in shown:
                return Spot(query, page)
            # A page that is not full is the last one.
            if len(shown) < PRODUCTS_PER_PAGE:
                return None
        return None

    def _obstacle(self, purchase: Purchase, route: Route | None, goal: Goal) -> str:
        """Why a purchase that would earn 1.0 is out of reach."""
        product = purchase.product
        if route is None:
            return f"search does not find {product.asin} in {LAST_PAGE} pages"
        can_click = clickable_values(product)
        for name, value in purchase.options.items():
            if value not in can_click[name]:
                return _why_unclickable(product, name, value)
        # The search, page − 1 times "next >", the product, its options, the purchase.
        needed = 2 + route.spot.page + len(route.purchase.options)
        if needed > self.max_steps:
            return f"needs {needed} steps, and an episode has {self.max_steps}"
        return f"the shop takes a value or query of {product.asin} for something else"


def _at_product(purchase: Purchase, visit: Visit, steps_left: int) -> str:
    if visit.page == "sub":
        return PREVIOUS
    missing = (value for name, value in purchase.options.items() if visit.options.get(name) != value)
    return next(missing, BUY) if steps_left > 1 else BUY


def typed_queries(product: Product, goal: Goal) -> Iterator[str]:
    """What a person could type to find the product, each text once: the wish, words of its title, then ever more."""
    title, asked = _words(product.title), _words(" ".join([*goal.attributes, *goal.wanted_values]))
    more = _words(" ".join([*product.bullets[:1], product.description]))
    named = _words(" ".join(value for values in product.options.values() for value in values))
    wished = read_wish(goal.instruction_text).search_words(WISH_QUERY).split()
    queries = (
        wished,
        title[:SHORT_QUERY],
        title[:LONG_QUERY],
        (title + asked)[:LONG_QUERY],
        (title + more)[:LONG_QUERY],
        (title + named)[:LONG_QUERY],
    )
    return iter(dict.fromkeys(" ".join(words) for words in queries if words))


def clickable_values(product: Product) -> dict[str, list[str]]:
    """Of each option the values that a click sets: not those of a later option too, nor texts of buttons."""
    return {
        name: [value for value in values if not _why_unclickable(product, name, value)]
        for name, values in product.options.items()
    }


def _why_unclickable(product: Product, name: str, value: str) -> str:
    # A line break ends what is read of an action, and an argument has one character at least.
    if parse_action(f"click[{value}]") != ("click", value):
        return f"the value {value!r} cannot be written as an action"
    if value in _BUTTONS:
        return f"the value {value!r} is a button's text too"
    if option_of(product, value) != name:
        return f"two options share the value {value!r}"
    return ""


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


class Oracle:
    """Answers ``query``, ``rerank``, ``act`` and ``distill`` in compact form. Draws nothing.

    Keeps no state between answers but for the routes it has planned: it continues from wherever the turns have led.
    """

    def __init__(self, goal_of: Callable[[Task], Goal], planner: RoutePlanner) -> None:
        self._goal_of, self._planner = goal_of, planner

    def route(self, task: Task) -> Route | None:
        """The way it takes for a task; None if search shows nothing at all."""
        return self._planner.route(self._goal_of(task))

    def answer(self, stage: Stage, view: View, rng: np.random.Generator | None = None) -> str:
        """What to write at a stage. ``rng`` is not used."""
        wish = read_wish(view.task.instruction)
        if stage == "query":
            return wish.kind
        if stage == "rerank":
            return best_candidate(wish, view.candidates)
        if stage == "act":
            return self._act(view)
        return lesson(wish, view) if view.success else NOTHING

    def _act(self, view: View) -> str:
        goal, route = self._goal_of(view.task), self.route(view.task)
        if route is None:
            return f"click[{BACK_TO_SEARCH}]" if view.turns else f"search[{goal.query}]"
        # Worked out from the actions each time, for another player may have taken some of them.
        visit, screen = follow(self._planner.shop, goal, (turn.action for turn in view.turns))
        return self._planner.next_action(
            route.purchase, route.spot, visit, screen, self._planner.max_steps - len(view.turns)
        )


# Shares in [0, 1] of imperfect answers.
VAGUE_QUERIES = 0.3  # for a skill: words beside the kind of thing
CARELESS_PICKS = 0.3  # a candidate at random
ODD_STEPS = 0.25  # any action that the page lists; 35 to 45 % of the episodes are then lost
EARLY_PURCHASES = 0.8  # of the odd steps where it could buy; nearly all others can be made good
POOR_LESSONS = 0.3
SILENT_FAILURES = 0.3  # of failures no lesson is drawn


class Sloppy:
    """Answers as the oracle does, but for mistakes in fixed shares, from which it finds its way back."""

    def __init__(self, oracle: Oracle, seed: int = 0) -> None:
        self._oracle = oracle
        self._rng = np.random.default_rng(seed)

    def answer(self, stage: Stage, view: View, rng: np.random.Generator | None = None) -> str:
        """What to write at a stage. Without ``rng`` the shopper's own generator is used."""
        rng = self._rng if rng is None else rng
        wish = read_wish(view.task.instruction)
        if stage == "query" and rng.random() < VAGUE_QUERIES:
            # Too wide: no kind at all, or the noun alone, as "table" for a coffee table.
            return POOR_SCENARIOS[0] if rng.random() < 0.5 else wish.kind.rpartition(" ")[2]
        if stage == "rerank" and view.candidates and rng.random() < CARELESS_PICKS:
            return any_of(rng, view.candidates)
        if stage == "act" and rng.random() < ODD_STEPS:
            listed, buy = view.observation.admissible or (SEARCH_ACTION,), f"click[{BUY}]"
            action = buy if buy in listed and rng.random() < EARLY_PURCHASES else choice(rng, listed)
            # Where it can search it does so without a detail.
            return f"search[{wish.kind}]" if action in (SEARCH_ACTION, f"click[{SEARCH}]") else action
        if stage == "distill":
            if rng.random() < POOR_LESSONS:
                return render(poor_draft(wish, rng))
            is_silent = not view.success and rng.random() < SILENT_FAILURES
            return NOTHING if is_silent else lesson(wish, view)
        return self._oracle.answer(stage, view)
