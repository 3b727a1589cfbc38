"""What the shop shows: the five kinds of page, their text, and what can be clicked on them and where that leads.

A page is a sequence of nodes, as the original's HTML has text nodes; three functions write it out: ``as_text``,
``as_text_rich`` and ``as_html``. The first two equal the original's observations character for character, the
misspelt "instuction" included. No HTML is built or parsed for them.

``Visit`` is a visit to the shop as a small value, ``search`` and ``click`` the pure step from one to the next. Routing
is the original's with its quirks: a text equal to a button's name acts as that button wherever it was clicked, and
which page one is on is read off the page's address, where the query and the options stand too.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from types import MappingProxyType
from typing import Literal, NamedTuple

from skill1_envs.webshop.simulator.catalogue import Product

SEPARATOR = " [SEP] "
# As in the original, where 50 hits are five pages.
PRODUCTS_PER_PAGE = 10
SEARCH, BACK_TO_SEARCH, PREVIOUS, NEXT, BUY = "search", "back to search", "< prev", "next >", "buy now"
SUB_PAGES = ("description", "features", "reviews", "attributes")  # the last has no button of its own
_BLANKS = " \n\t\f\r"  # a node of nothing else becomes one blank or line break in the original's parser
_HTML_SAFE = {ord(char): f"\\u{ord(char):04x}" for char in "<>&'"}  # as Flask writes JSON into a page

Kind = Literal["text", "button", "option", "product"]


class Node(NamedTuple):
    """One visible piece of text; ``option`` and ``product`` can be clicked like a button but look different."""

    kind: Kind
    text: str


class Marks(NamedTuple):
    """What ``as_text_rich`` and ``as_html`` mark as clicked.

    ``address`` is the page's address as far as it matters: an option counts as clicked if its value stands there in
    double quotes. So values of other than ASCII characters never do, and one that equals an option's name may.
    """

    address: str = ""
    opened: Collection[str] = ()  # asins

    def is_clicked(self, node: Node) -> bool:
        if node.kind == "option":
            return f'"{node.text}"' in self.address
        return node.kind == "product" and node.text in self.opened


Nodes = Sequence[Node]

_BACK_NODE = Node("button", "Back to Search")
_PREVIOUS_NODE = Node("button", "< Prev")
_NEXT_NODE = Node("button", "Next >")
_ITEM_BUTTONS = tuple(Node("button", text) for text in ("Description", "Features", "Reviews", "Buy Now"))
_ITEM_CLICKABLES = (BACK_TO_SEARCH, PREVIOUS, "description", "features", "reviews", BUY)
SUB_PAGE_CLICKABLES = (BACK_TO_SEARCH, PREVIOUS)
# Labels of the original's last page, misspelling included.
_DONE_TARGET = (
    "asin",
    "options",
    "attrs",
    "price upper",
    "instuction text",
    "category",
    "product category",
    "query",
)


def start_page(instruction: str) -> list[Node]:
    """The page with the search bar."""
    # The blanks behind "Instruction:" and elsewhere are the original's: only ``as_text`` strips them.
    return [*_texts("WebShop", "Instruction: ", instruction), Node("button", "Search")]


def results_page(instruction: str, products: Iterable[Product], number: int, total: int) -> list[Node]:
    """Page ``number`` of ``total`` hits; ``products`` are those on it. There is a next page even after the last."""
    nodes = [*_texts("Instruction:", instruction), _BACK_NODE]
    nodes += _texts(f"Page {number} (Total results: {total})")
    nodes += [_PREVIOUS_NODE, _NEXT_NODE] if number > 1 else [_NEXT_NODE]
    for product in products:
        nodes.append(Node("product", product.asin))
        nodes += _texts(product.title, product.price_tag)
    return nodes


def item_page(instruction: str, product: Product) -> list[Node]:
    """A product with its options; which are chosen is no part of it (see ``Marks``)."""
    nodes = _head(instruction)
    for name, values in product.options.items():
        nodes += _texts(name)
        nodes += (node for value in values for node in _node("option", value))
    # No rating: the original's text environment loads no reviews.
    nodes += _texts(product.title, f"Price: {product.price_tag}", "Rating: N.A.")
    nodes += _ITEM_BUTTONS
    return nodes


def sub_page(instruction: str, product: Product, name: str) -> list[Node]:
    """The page ``name`` of ``SUB_PAGES``; there are no reviews, so that page is empty."""
    nodes = _head(instruction)
    if name == "description":
        nodes += _texts(product.description)
    elif name == "features":
        # The blank in front is the original's, too.
        nodes += _texts(*(f" {bullet}" for bullet in product.bullets))
    elif name == "attributes":
        nodes += _texts(*(f" {attribute}" for attribute in product.attributes))
        nodes += _texts(product.category, product.query, product.product_category)
    return nodes


def done_page(asin: str, options: Mapping[str, str], reward: float) -> list[Node]:
    """What follows a purchase. The original knows most of its fields only in the browser version: they say None."""
    chosen = json.dumps(dict(options), sort_keys=True).translate(_HTML_SAFE)
    nodes = _texts("Thank you for shopping with us!", "Your code: ", "None")
    nodes += _texts(" (Paste it in your MTurk interface.)", "Purchased", "asin", asin, "options", chosen)
    for name in ("attrs", "category", "query", "product category"):
        nodes += _texts(name, "None")
    nodes += _texts("Target", *_DONE_TARGET, "Goal ", "None")
    return nodes + _texts("Reward", "Your score (min 0.0, max 1.0)", str(reward), "Reward Details ", "None")


def results_clickables(products: Iterable[Product], number: int) -> tuple[str, ...]:
    """What can be clicked on a page of results, in the original's order, each text once."""
    buttons = (BACK_TO_SEARCH, PREVIOUS, NEXT) if number > 1 else (BACK_TO_SEARCH, NEXT)
    return tuple(dict.fromkeys((*buttons, *(product.asin.lower() for product in products))))


def item_clickables(product: Product) -> tuple[str, ...]:
    """What can be clicked on a product's page; a value of two options, or equal to a button's text, is there once."""
    values = (value for group in product.options.values() for value in group)
    return tuple(dict.fromkeys((*_ITEM_CLICKABLES, *values)))


def option_of(product: Product, value: str) -> str | None:
    """Name of the option that a click on ``value`` sets: the last one that has it; None if none does."""
    # The original keys what can be clicked by its text, so the last option wins.
    return next((name for name in reversed(product.options) if value in product.options[name]), None)


def as_text(nodes: Nodes) -> str:
    """The observation ``text``: stripped nodes joined by ``[SEP]``. Nothing shows what was clicked."""
    return SEPARATOR.join([node.text.strip() for node in nodes])


def as_text_rich(nodes: Nodes, marks: Marks) -> str:
    """The observation ``text_rich``: a line a node, buttons bracketed, clicked ones named in front, last one first."""
    lines: list[str] = []
    clicked: list[str] = []
    for node in nodes:
        is_clicked = marks.is_clicked(node)
        if is_clicked and node.kind == "option":
            clicked.append(f"You have clicked {node.text}.\n")
        lines.append(_rich_line(node, "clicked button" if is_clicked else "button"))
    return "".join(reversed(clicked)) + "".join(lines)


def as_html(nodes: Nodes, marks: Marks) -> str:
    """The observation ``html``: a minimal document of the same content in the same order.

    It has the original's ids and classes for the search bar, buttons, product links and options, but no style, image
    or script. Its links are bare names, so they are not byte-equal to what any version of werkzeug makes.
    """
    body = "".join(_html_element(node, marks.is_clicked(node)) for node in nodes)
    search_bar = '<input id="search_input" name="search_query">' if Node("button", "Search") in nodes else ""
    return f"<!DOCTYPE html><html><head><title>WebShop</title></head><body>{search_bar}{body}</body></html>"


def _head(instruction: str) -> list[Node]:
    return [*_texts("Instruction:", instruction), _BACK_NODE, _PREVIOUS_NODE]


def _texts(*texts: str) -> list[Node]:
    return [node for text in texts for node in _node("text", text)]


def _node(kind: Kind, text: str) -> Iterable[Node]:
    """One node, or none: an empty text is no node, and one of blanks with a line break among them is dropped."""
    if text.strip(_BLANKS):
        return (Node(kind, text),)
    return (Node(kind, " "),) if text and "\n" not in text else ()


def _rich_line(node: Node, button: str) -> str:
    if node.kind == "text":
        return f"{node.text}\n"
    before = {"button": "", "option": "  ", "product": "\n"}[node.kind]
    return f"{before}[{button}] {node.text} [{button}_]\n"


def _html_element(node: Node, is_clicked: bool) -> str:
    text = escape(node.text)
    if node.kind == "text":
        return f"<p>{text}</p>"
    if node.kind == "button":
        return f'<button class="btn">{text}</button>'
    if node.kind == "product":
        return f'<a class="product-link" href="{text}">{text}</a>'
    return f'<label><input type="radio" value="{text}"{" checked" if is_clicked else ""}>{text}</label>'


# From here on: where a shopper stands, and where an action leads.
# One for all visits, hence read-only.
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
    # Dataclasses refuse a default without a hash, and a read-only dict has none before Python 3.12.
    options: Mapping[str, str] = field(default_factory=lambda: _NO_OPTIONS)
    sub: str = ""
    opened: frozenset[str] = frozenset()

    @property
    def address(self) -> str:
        """The part of the page's address that a shopper can influence; "" before the first product."""
        # A page without a product has no options to mark, and what it is need not be read off its address.
        if self.product is None:
            return ""
        query = self.query.replace(" ", "+")
        # As in the original's addresses: here the options are written as Python writes a dict, elsewhere as JSON.
        if self.page == "sub":
            return f"{query}/{self.number}/{self.sub.capitalize()}/{dict(self.options)}"
        return f"{query}/{self.number}/{json.dumps(dict(self.options))}"


def parse_action(action: str) -> tuple[str, str] | None:
    r"""Name and lower-cased argument of ``name[argument]``; None for anything else.

    As the pattern ``(.+)\[(.+)\]`` reads the start of a string: all on the first line, what follows the last bracket
    is ignored, name and argument have a character at least, the name as many as possible. In linear time.
    """
    # A dot of the pattern matches no line break.
    line = action.partition("\n")[0]
    # Both parts of the pattern are greedy: the last closing bracket ends it, the last opening one before parts it.
    end = line.rfind("]")
    # From 1 and up to end - 1: a character at least on either side.
    start = line.rfind("[", 1, max(end - 1, 0))
    return (line[:start], line[start + 1 : end].lower()) if start > 0 else None


def search(visit: Visit, query: str) -> Visit:
    """The first page of results for a query; from any page."""
    # ``opened`` stays as it is: only the start page forgets what was looked at.
    return replace(visit, page="results", query=query, number=1, product=None, options=_NO_OPTIONS)


def click(visit: Visit, name: str, shown: Sequence[Product]) -> Visit:
    """Where a click leads; ``name`` must be clickable and not buy. ``shown``: the products on a page of results."""
    if name == BACK_TO_SEARCH:
        # Nothing is kept, not even which products were opened.
        return Visit()
    page = _page_name(visit)  # not visit.page: a query such as "item_page" leads the original astray, and so here
    # No upper limit: after the last hits the original shows empty pages.
    if name == NEXT and page == "results":
        return replace(search(visit, visit.query), number=visit.number + 1)
    if name == PREVIOUS and page == "results":
        return replace(search(visit, visit.query), number=visit.number - 1)
    if name == PREVIOUS and page == "item":
        return replace(search(visit, visit.query), number=visit.number)
    # Without a product it is an asin of the results that reads like a button.
    if name in SUB_PAGES and visit.product is not None:
        return replace(visit, page="sub", sub=name)
    # Also for "< prev" on a sub-page, which leads back to the item with its options as they were.
    return _to_item(visit, name, shown)


def _to_item(visit: Visit, name: str, shown: Sequence[Product]) -> Visit:
    """The page of a product just clicked, or of the present one with an option just chosen."""
    if visit.page == "results":
        product = next(product for product in shown if product.asin.lower() == name)
        return replace(visit, page="item", product=product, opened=visit.opened | {product.asin})
    # On a sub-page only "< prev" gets here, and sets nothing.
    option = option_of(visit.product, name) if visit.page == "item" and visit.product is not None else None
    options = visit.options if option is None else {**visit.options, option: name}
    return replace(visit, page="item", options=options)


def _page_name(visit: Visit) -> str:
    """Which page the original takes this one for: it looks for the names of pages anywhere in the address."""
    address = visit.address
    if visit.page == "results" or "search_results" in address:
        return "results"
    return "item" if visit.page == "item" or "item_page" in address else visit.page
