"""The environment over the shop: goals, steps, purchases and the contract of ``skill1.env.protocol``.

All environments of a process share one ``Shop``: catalogue, search, title tagger, form of the pages. It holds no
shopper's state: ``show``, which draws the page of a visit, and ``buy`` are functions of their arguments.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple, Protocol

from skill1.env.protocol import StepReturn, chosen
from skill1.errors import EnvironmentFault
from skill1.schema import Observation, Task
from skill1_envs.webshop.simulator import pages
from skill1_envs.webshop.simulator.catalogue import Catalogue, Product
from skill1_envs.webshop.simulator.goals import Goal
from skill1_envs.webshop.simulator.pages import BUY, SEARCH, Visit, click, parse_action, search
from skill1_envs.webshop.simulator.reward import Nouns, Reward, score

# As many as the original asks Lucene for: what ranks lower cannot be reached by paging.
NUM_HITS = 50
CACHED_QUERIES = 4096  # about 0.5 kB each


class Search(Protocol):
    """Ranks products; ``search.SearchIndex`` is one."""

    def search(self, query: str, k: int = NUM_HITS) -> Sequence[int]:
        """Positions in the catalogue, best first, at most ``k``."""
        ...


class Screen(NamedTuple):
    """What a shopper sees: the observation, what can be clicked, and the products behind it on a page of results."""

    text: str
    clickables: tuple[str, ...]
    has_search_bar: bool = False
    products: tuple[Product, ...] = ()


class Shop:
    """Immutable but for a cache of searches.

    Args:
        index: ranks the catalogue's products for a query.
        nouns: the nouns of a title, for the reward.
        observation: ``text``, ``text_rich`` or ``html``.
    """

    def __init__(self, catalogue: Catalogue, index: Search, nouns: Nouns, observation: str = "text") -> None:
        self._catalogue = catalogue
        self._nouns = nouns
        self._observation = observation
        # A cache of this shop's own: that of a decorated method would be shared by all shops and keep them alive.
        self._ranked = lru_cache(maxsize=CACHED_QUERIES)(lambda query: tuple(index.search(query, k=NUM_HITS)))

    def show(self, visit: Visit, instruction: str, draw: str) -> Screen:
        """The page of a visit. ``draw`` seeds the products that the query ``<r>`` draws again for each page."""
        if visit.page == "start":
            return Screen(self._write(pages.start_page(instruction), visit), (pages.SEARCH,), has_search_bar=True)
        # All other pages are of a product; that there is one is asked for the type checker alone.
        if visit.page == "results" or visit.product is None:
            return self._results(visit, instruction, draw)
        if visit.page == "item":
            text = self._write(pages.item_page(instruction, visit.product), visit)
            return Screen(text, pages.item_clickables(visit.product))
        text = self._write(pages.sub_page(instruction, visit.product, visit.sub), visit)
        return Screen(text, pages.SUB_PAGE_CLICKABLES)

    def after(self, action: str, visit: Visit, screen: Screen) -> Visit | None:
        """Where an action leads from a page: the same visit if it is none that the shop takes, None to the purchase."""
        name, argument = parse_action(action) or ("", "")
        if name == "search" and _can_be_asked(argument):
            return search(visit, argument)
        # "click[search]" is listed, as in the original, and does nothing.
        if name != "click" or argument == SEARCH or argument not in screen.clickables:
            return visit
        if argument == BUY and visit.product is not None:  # an asin may read like the button
            return None
        return click(visit, argument, screen.products)

    def buy(self, visit: Visit, goal: Goal) -> tuple[Screen, Reward]:
        """The last page and what the purchase is worth; ``visit`` must be at a product."""
        product = visit.product
        assert product is not None
        # The page of a price range does not tell this price; it was drawn when the catalogue was read.
        price = self._catalogue.hidden_prices[product.asin]
        reward = score(product, price, visit.options, goal, self._nouns)
        nodes = pages.done_page(product.asin, visit.options, reward.value)
        return Screen(self._write(nodes, visit), ()), reward

    def group_sizes(self) -> set[int]:
        """How many results a search by category or by query field can have."""
        return {len(found) for groups in (self._by_category, self._by_query) for found in groups.values()}

    def _results(self, visit: Visit, instruction: str, draw: str) -> Screen:
        hits = self._hits(visit.query, draw)
        # A query that holds a page's name can lead to page 0 and below, where the slice counts from the end, as
        # the original's does.
        first = (visit.number - 1) * pages.PRODUCTS_PER_PAGE
        shown = tuple(self._catalogue.products[hit] for hit in hits[first : first + pages.PRODUCTS_PER_PAGE])
        nodes = pages.results_page(instruction, shown, visit.number, len(hits))
        return Screen(self._write(nodes, visit), pages.results_clickables(shown, visit.number), products=shown)

    def _hits(self, query: str, draw: str) -> Sequence[int]:
        """Positions of the products a query finds; one of ``_can_be_asked`` only."""
        # At single blanks, as the original splits: "<c>  x" asks for the category "".
        words = query.split(" ")
        # The original's three special queries.
        if words[0] == "<r>":
            size = len(self._catalogue.products)
            # Drawn for each page, as the original draws; seeded, so that an episode can be played again.
            return random.Random(draw).sample(range(size), min(NUM_HITS, size))
        if words[0] == "<c>":
            # There is a second word: a bare "<c>" was refused by ``_can_be_asked``.
            return self._by_category.get(words[1].strip(), ())
        if words[0] == "<q>":
            return self._by_query.get(" ".join(words[1:]).strip(), ())
        return self._ranked(query)

    @cached_property
    def _by_category(self) -> dict[str, list[int]]:
        return _positions(product.category for product in self._catalogue.products)

    @cached_property
    def _by_query(self) -> dict[str, list[int]]:
        return _positions(product.query for product in self._catalogue.products)

    def _write(self, nodes: pages.Nodes, visit: Visit) -> str:
        if self._observation == "text":
            return pages.as_text(nodes)
        marks = pages.Marks(visit.address, visit.opened)
        return pages.as_html(nodes, marks) if self._observation == "html" else pages.as_text_rich(nodes, marks)


def _can_be_asked(query: str) -> bool:
    """False for the two kinds of query at which the original raises: ``<a> …``, and ``<c>`` without a word."""
    first, blank, _ = query.partition(" ")
    return first != "<a>" and (first != "<c>" or bool(blank))


def _positions(keys: Iterable[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for position, key in enumerate(keys):
        found[key].append(position)
    return dict(found)


MAX_STEPS = 15  # as in the paper's setting; the original has no limit
SEARCH_ACTION = "search[<your query>]"


class WebshopEnv:
    """Shops for one goal at a time; implements ``skill1.env.protocol.TextEnv``.

    Actions are ``search[words]``, on any page, and ``click[text]`` of what the page offers. Anything else changes
    nothing, counts as a step and is answered by the same page. So are two searches at which the original raises:
    ``<a> …``, and ``<c>`` without a word. ``<r>`` shows random products, the same ones after the same actions.

    ``admissible`` lists ``search[<your query>]`` where there is a search bar, then every clickable, the original's
    ``click[search]`` included, which does nothing. A purchase ends the task and pays the original's score, in [0, 1],
    or 1 if that is exactly 1.0 and else 0. ``info``: ``won`` (the score is 1.0), ``task_score`` (the score; 0 before a
    purchase), and after a purchase ``reward_info``, the parts of the score. After the end any further step repeats the
    last answer.

    Args:
        shop: shared by all environments; one of these holds a few small fields beside it.
        tasks: what ``task_index`` counts.
        goals: the goal of each task, in the same order.
        max_steps: an episode is truncated after so many actions.
        reward: what a purchase pays: its ``score`` or its ``success``.
    """

    def __init__(
        self,
        shop: Shop,
        tasks: Sequence[Task],
        goals: Sequence[Goal],
        max_steps: int = MAX_STEPS,
        reward: Literal["score", "success"] = "score",
    ) -> None:
        self.task: Task | None = None
        self.max_steps = max_steps
        self._pays = reward
        self._shop = shop
        self._tasks = tasks
        self._goals = goals
        self._goal: Goal | None = None
        self._visit = Visit()
        self._screen = Screen("", ())
        self._steps = 0
        self._end: StepReturn | None = None

    @property
    def visit(self) -> Visit:
        """Where the shopper stands; for pages on which people shop."""
        return self._visit

    @property
    def screen(self) -> Screen:
        """What the shopper sees."""
        return self._screen

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        """Starts a goal: by position, by a seeded draw, or the present one again (at first: position 0).

        Raises:
            EnvironmentFault: no such position.
        """
        index = chosen(len(self._tasks), task_index, seed, self.task.index if self.task else 0)
        self.task, self._goal = self._tasks[index], self._goals[index]
        self._steps, self._end = 0, None
        self._go(Visit())
        return _observe(self._screen, _no_purchase())

    def step(self, action: str) -> StepReturn:
        """Raises ``EnvironmentFault`` before the first reset."""
        if self._goal is None:
            raise EnvironmentFault("step before reset; call reset first.")
        if self._end is not None:
            return self._end
        # Counted first: an action that changes nothing is a step too.
        self._steps += 1
        visit = self._shop.after(action, self._visit, self._screen)
        # Before the limit is looked at: a purchase with the last step ends the task and is no truncation.
        if visit is None:
            return self._buy(self._goal)
        if visit is not self._visit:  # an equal one is drawn again: "<r>" then shows other products
            self._go(visit)
        return self._unsold()

    def close(self) -> None:
        """Drops the goal; may be called again, and reset starts a new one."""
        self._goal = None

    def _go(self, visit: Visit) -> None:
        """Moves to a page and draws it; nothing has changed if that fails."""
        assert self._goal is not None
        # Names goal and step, and nothing random: after the same actions "<r>" shows the same products.
        draw = f"{self._goal.index}/{self._steps}"
        self._screen = self._shop.show(visit, self._goal.instruction_text, draw)
        self._visit = visit

    def _buy(self, goal: Goal) -> StepReturn:
        self._screen, reward = self._shop.buy(self._visit, goal)
        # An exact comparison: with every part met the score is n / n · 1.0, which floats hold as 1.0.
        info = {
            "won": reward.value == 1.0,
            "task_score": reward.value,
            "reward_info": dict(reward.components),
        }
        paid = reward.value if self._pays == "score" else float(info["won"])
        self._end = (_observe(self._screen, info), paid, True, False, info)
        return self._end

    def _unsold(self) -> StepReturn:
        is_over = self._steps >= self.max_steps
        info = _no_purchase()
        answer = (_observe(self._screen, info), 0.0, False, is_over, info)
        if is_over:
            self._end = answer
        return answer


def _no_purchase() -> dict[str, Any]:
    return {"won": False, "task_score": 0.0}


def _observe(screen: Screen, info: Mapping[str, Any]) -> Observation:
    clicks = [f"click[{text}]" for text in screen.clickables]
    # The search comes first, as in the prompts of other projects.
    return Observation(screen.text, (SEARCH_ACTION, *clicks) if screen.has_search_bar else tuple(clicks), info)
