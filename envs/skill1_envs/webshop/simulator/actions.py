"""Actions and where they lead: a visit to the shop as a small value, and the pure step from one to the next.

Routing is the original's with its quirks: a text equal to a button's name acts as that button wherever it was clicked,
and which page one is on is read off the page's address, where the query and the options stand too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

from skill1_envs.webshop.simulator.catalogue import Product
from skill1_envs.webshop.simulator.pages import BACK_TO_SEARCH, NEXT, PREVIOUS, SUB_PAGES, option_of

_NO_OPTIONS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Visit:
    """Where a shopper stands: on which page, after which query, at which product, with which options.

    ``number`` is the page of results, from 1, but a query that holds the name of a page can bring it below.
    ``opened`` lists the asins looked at since the start page.
    """

    page: Literal["start", "results", "item", "sub"] = "start"
    query: str = ""
    number: int = 1
    product: Product | None = None
    options: Mapping[str, str] = field(default_factory=lambda: _NO_OPTIONS)
    sub: str = ""
    opened: frozenset[str] = frozenset()

    @property
    def address(self) -> str:
        """The part of the page's address that a shopper can influence; "" before the first product."""
        if self.product is None:
            return ""
        query = self.query.replace(" ", "+")
        if self.page == "sub":
            return f"{query}/{self.number}/{self.sub.capitalize()}/{dict(self.options)}"
        return f"{query}/{self.number}/{json.dumps(dict(self.options))}"


def parse_action(action: str) -> tuple[str, str] | None:
    r"""Name and lower-cased argument of ``name[argument]``; None for anything else.

    As the pattern ``(.+)\[(.+)\]`` reads the start of a string: all on the first line, what follows the last bracket
    is ignored, name and argument have a character at least, the name as many as possible. In linear time.
    """
    line = action.partition("\n")[0]
    end = line.rfind("]")
    start = line.rfind("[", 1, max(end - 1, 0))
    return (line[:start], line[start + 1 : end].lower()) if start > 0 else None


def search(visit: Visit, query: str) -> Visit:
    """The first page of results for a query; from any page."""
    return replace(visit, page="results", query=query, number=1, product=None, options=_NO_OPTIONS)


def click(visit: Visit, name: str, shown: Sequence[Product]) -> Visit:
    """Where a click leads; ``name`` must be clickable and not buy. ``shown``: the products on a page of results."""
    if name == BACK_TO_SEARCH:
        return Visit()
    page = _page_name(visit)  # not visit.page: a query such as "item_page" leads the original astray, and so here
    if name == NEXT and page == "results":
        return replace(search(visit, visit.query), number=visit.number + 1)
    if name == PREVIOUS and page == "results":
        return replace(search(visit, visit.query), number=visit.number - 1)
    if name == PREVIOUS and page == "item":
        return replace(search(visit, visit.query), number=visit.number)
    if name in SUB_PAGES and visit.product is not None:
        return replace(visit, page="sub", sub=name)
    return _to_item(visit, name, shown)


def _to_item(visit: Visit, name: str, shown: Sequence[Product]) -> Visit:
    """The page of a product just clicked, or of the present one with an option just chosen."""
    if visit.page == "results":
        product = next(product for product in shown if product.asin.lower() == name)
        return replace(visit, page="item", product=product, opened=visit.opened | {product.asin})
    option = option_of(visit.product, name) if visit.page == "item" and visit.product is not None else None
    options = visit.options if option is None else {**visit.options, option: name}
    return replace(visit, page="item", options=options)


def _page_name(visit: Visit) -> str:
    """Which page the original takes this one for: it looks for the names of pages anywhere in the address."""
    address = visit.address
    if visit.page == "results" or "search_results" in address:
        return "results"
    return "item" if visit.page == "item" or "item_page" in address else visit.page
