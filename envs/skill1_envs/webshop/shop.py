"""The shop that all environments of a process share: catalogue, search, title tagger, form of the pages.

It holds no shopper's state: ``show``, which draws the page of a visit, and ``buy`` are functions of their arguments.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from skill1_envs.webshop import pages
from skill1_envs.webshop.actions import Visit
from skill1_envs.webshop.catalogue import Catalogue, Product
from skill1_envs.webshop.goals import Goal
from skill1_envs.webshop.reward import Reward, score

NUM_HITS = 50
CACHED_QUERIES = 4096  # about 0.5 kB each

Nouns = Callable[[str], Sequence[str]]


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
        self._form = pages.FORMS[observation]
        self._ranked = lru_cache(maxsize=CACHED_QUERIES)(lambda query: tuple(index.search(query, k=NUM_HITS)))

    def accepts(self, query: str) -> bool:
        """False for the two kinds of query at which the original raises: ``<a> …``, and ``<c>`` without a word."""
        first, blank, _ = query.partition(" ")
        return first != "<a>" and (first != "<c>" or bool(blank))

    def show(self, visit: Visit, instruction: str, draw: str) -> Screen:
        """The page of a visit. ``draw`` seeds the products that the query ``<r>`` draws anew for each page."""
        if visit.page == "start":
            return Screen(self._write(pages.start_page(instruction), visit), (pages.SEARCH,), has_search_bar=True)
        if visit.page == "results" or visit.product is None:
            return self._results(visit, instruction, draw)
        if visit.page == "item":
            text = self._write(pages.item_page(instruction, visit.product), visit)
            return Screen(text, pages.item_clickables(visit.product))
        text = self._write(pages.sub_page(instruction, visit.product, visit.sub), visit)
        return Screen(text, pages.SUB_PAGE_CLICKABLES)

    def buy(self, visit: Visit, goal: Goal) -> tuple[Screen, Reward]:
        """The last page and what the purchase is worth; ``visit`` must be at a product."""
        product = visit.product
        assert product is not None
        price = self._catalogue.hidden_prices[product.asin]
        reward = score(product, price, visit.options, goal, self._nouns)
        nodes = pages.done_page(product.asin, visit.options, reward.value)
        return Screen(self._form(nodes, pages.NO_MARKS), ()), reward

    def group_sizes(self) -> set[int]:
        """How many results a search by category or by query field can have."""
        return {len(found) for groups in (self._by_category, self._by_query) for found in groups.values()}

    def _results(self, visit: Visit, instruction: str, draw: str) -> Screen:
        hits = self._hits(visit.query, draw)
        first = (visit.number - 1) * pages.PRODUCTS_PER_PAGE
        shown = tuple(self._catalogue.products[hit] for hit in hits[first : first + pages.PRODUCTS_PER_PAGE])
        nodes = pages.results_page(instruction, shown, visit.number, len(hits))
        return Screen(self._write(nodes, visit), pages.results_clickables(shown, visit.number), products=shown)

    def _hits(self, query: str, draw: str) -> Sequence[int]:
        """Positions of the products a query finds; a query of ``accepts`` only."""
        words = query.split(" ")
        if words[0] == "<r>":
            size = len(self._catalogue.products)
            return random.Random(draw).sample(range(size), min(NUM_HITS, size))
        if words[0] == "<c>":
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
        return self._form(nodes, pages.Marks(visit.address, visit.opened))


def _positions(keys: Iterable[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for position, key in enumerate(keys):
        found[key].append(position)
    return dict(found)
