"""How WebShop is put into prompts: its own ones beside this file, and short forms of pages and commands.

Short forms are for tiny policies, whose context counts in words. A page of results becomes ``results nova ; aria ;
zest dear``: of each title the words that the task does not say anyway. A product's page becomes ``item nova mug ; blue
; other``: its title, and the options that the task speaks of. The commands are ``search nova mug``, ``click nova``,
``click blue``, ``click features`` and ``click buy``. Only the observation ``text`` is read; any other keeps its words.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from skill1.env.wording import Brief, Categories, Conversation, Manner, Wording, first_named
from skill1.schema import Observation

BRIEF_VERSION = 1  # goes up with a change that the words and forms below do not show
SEPARATOR = " [SEP] "
START, RESULTS, ITEM, READ, BOUGHT = "start", "results", "item", "read", "bought"
OTHER = "other"  # stands for what the task does not speak of
DEAR = "dear"  # costs more than the task allows
BUTTONS = {  # as the shop names them → short
    "back to search": "back",
    "< prev": "prev",
    "next >": "next",
    "description": "description",
    "features": "features",
    "reviews": "reviews",
    "buy now": "buy",
}
WORDS = frozenset({START, RESULTS, ITEM, READ, BOUGHT, OTHER, DEAR, "search", "click", ";", *BUTTONS.values()})
# Left out of task sentences: what remains of different wordings of a wish is nearly the same.
TASK_FILLERS = frozenset(
    "a am an and any are be buy by can could find for from get give i im in is it like looking made make me my need "
    "of on one or please price should show some that the them this to want wanted which will with would you "
    "color colour size".split()
)
MAX_TITLE_WORDS = 4  # on a page of results
MAX_ITEM_WORDS = 6
MAX_LINE_WORDS = 12  # of a sentence on a product's sub-page
SPEAKS_OF_IT = 2  # words in common with the task from which on a sentence is shown whole

_WORD = re.compile(r"\w+")
_AMOUNT = r"([0-9]+(?:\.[0-9]+)?)"
_CAP = re.compile(rf",? and price lower than {_AMOUNT} dollars", re.IGNORECASE)
# A query that holds the name of a page can bring the number below zero (see ``pages.Visit``).
_PAGE_HEAD = re.compile(r"page -?[0-9]+ \(total results: [0-9]+\)")
_PRICE = re.compile(rf"\${_AMOUNT}(?: to \${_AMOUNT})?")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_ACTION = re.compile(r"(search|click)\[(.*)\]", re.DOTALL)


def brief_task(sentence: str) -> str:
    """A task sentence without its budget and the words that say nothing here.

    >>> brief_task("i am looking for a maple forge mug in blue, and price lower than 30.00 dollars")
    'maple forge mug blue'
    """
    return " ".join(word for word in _words(_CAP.sub("", sentence)) if word not in TASK_FILLERS)


def brief_page(text: str, task: str) -> str:
    """An observation in a few lower-case words.

    >>> brief_page("WebShop [SEP] Instruction: [SEP] find me a mug [SEP] Search", "find me a mug")
    'start'
    """
    nodes = text.lower().split(SEPARATOR.lower())
    kind, wish = _kind(nodes), _Wish(task)
    if kind == RESULTS:
        return _results(nodes, wish)
    if kind == ITEM:
        return _item(nodes, wish)
    if kind == READ:
        return _sub_page(nodes, wish)
    # Start and purchase are told by their kind alone; what is no page of the shop keeps its words.
    return kind or " ".join(_words(text))


def spelt_out(action: str, observation: Observation, task: str) -> str:
    """What the shop takes for a short command; one that names nothing on the page stays as it is.

    >>> page = Observation("", ("click[back to search]", "click[buy now]"))
    >>> spelt_out("click buy", page, ""), spelt_out("search red mug", page, "")
    ('click[buy now]', 'search[red mug]')
    """
    verb, _, rest = action.strip().partition(" ")
    if verb == "search" and rest:
        return f"search[{rest.strip()}]"
    if verb != "click":
        return action
    return _clickable(observation, task).get(" ".join(_words(rest)), action)


def shortened(action: str, observation: Observation, task: str) -> str:
    """The short form of a command of the shop. What cannot be clicked keeps its words.

    >>> shortened("click[buy now]", Observation("", ("click[buy now]",)), "")
    'click buy'
    """
    found = _ACTION.fullmatch(action.strip())
    if found is None:
        return action
    if found[1] == "search":
        return f"search {' '.join(_words(found[2]))}"
    # Reversed, so that of several names for one command the first one stays.
    names = {command: name for name, command in reversed(_clickable(observation, task).items())}
    return f"click {names.get(action, ' '.join(_words(found[2])))}"


def rules_hash() -> str:
    """The sha256 (hex) of words, limits and version."""
    limits = (BRIEF_VERSION, MAX_TITLE_WORDS, MAX_ITEM_WORDS, MAX_LINE_WORDS, SPEAKS_OF_IT)
    lines = [*map(str, limits), *sorted(WORDS), *sorted(TASK_FILLERS), *(f"{k}\t{v}" for k, v in BUTTONS.items())]
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()


class _Wish:
    """What a task sentence asks for: its words, and its price cap (None: no cap)."""

    def __init__(self, sentence: str) -> None:
        self.words = frozenset(brief_task(sentence).split())
        found = _CAP.search(sentence)
        self.cap = float(found[1]) if found else None

    def is_dear(self, price: str) -> bool:
        """True if even the lower end of a price is above the cap."""
        found = _PRICE.fullmatch(price)
        return self.cap is not None and found is not None and float(found[1]) > self.cap


def _kind(nodes: Sequence[str]) -> str:
    """Which page it is; "" if none of the shop's."""
    if nodes[:2] == ["webshop", "instruction:"]:
        return START
    if nodes[0].startswith("thank you for shopping"):
        return BOUGHT
    # All other pages begin with heading, instruction and the way back; the fourth node tells them apart.
    if len(nodes) < 4 or nodes[0] != "instruction:" or nodes[2] != "back to search":
        return ""
    if _PAGE_HEAD.fullmatch(nodes[3]):
        return RESULTS
    if nodes[3] != "< prev":
        return ""
    return ITEM if nodes[-1] == "buy now" else READ


def _results(nodes: Sequence[str], wish: _Wish) -> str:
    found = [name + f" {DEAR}" * wish.is_dear(price) for name, _, price in _products(nodes, wish)]
    return f"{RESULTS} {' ; '.join(found) or OTHER}"


def _products(nodes: Sequence[str], wish: _Wish) -> Iterator[tuple[str, str, str]]:
    """Short name, asin and price of each product on a page of results; no two names are equal."""
    seen: dict[str, int] = {}
    for asin, title, price in _listed(nodes):
        words = _words(title)
        name = " ".join([word for word in words if word not in wish.words][:MAX_TITLE_WORDS])
        # The task may say every word of a title, and a title may have no word at all.
        name = name or " ".join(words[:MAX_TITLE_WORDS]) or asin
        seen[name] = seen.get(name, 0) + 1
        yield (name if seen[name] == 1 else f"{name} {seen[name]}"), asin, price


def _listed(nodes: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Asin, title and price of each product: its nodes end with the price."""
    # Node 3 is the page's head; behind it stand one or two buttons.
    start = 4 + sum(node in ("< prev", "next >") for node in nodes[4:6])
    # A title that holds the separator is spread over several nodes, so a product reaches to the next price.
    for place in range(start, len(nodes)):
        if _PRICE.fullmatch(nodes[place]) and place > start:
            yield nodes[start], " ".join(nodes[start + 1 : place]), nodes[place]
            start = place + 1


def _item(nodes: Sequence[str], wish: _Wish) -> str:
    """Title, and of options with their values those that share a word with the task."""
    # The last one: an option may have a value that begins so, and options stand before the title.
    at_price = max((i for i, node in enumerate(nodes) if node.startswith("price: ")), default=len(nodes))
    title = " ".join(_words(nodes[at_price - 1])[:MAX_ITEM_WORDS])
    options = [" ".join(_words(node)) for node in nodes[4 : at_price - 1]]
    asked = [option for option in dict.fromkeys(options) if not wish.words.isdisjoint(option.split())]
    is_dear = at_price < len(nodes) and wish.is_dear(nodes[at_price].removeprefix("price: "))
    parts = [f"{ITEM} {title}", *asked, *[OTHER] * (len(asked) < len(set(options)))]
    return " ; ".join(parts) + f" {DEAR}" * is_dear


def _sub_page(nodes: Sequence[str], wish: _Wish) -> str:
    """Sentences that speak of what is asked for; of all others only the words that the task has too."""
    # Behind the heading and the two buttons.
    lines = [_words(line) for node in nodes[4:] for line in _SENTENCE_END.split(node)]
    shown = [line for line in lines if len(wish.words.intersection(line)) >= SPEAKS_OF_IT]
    rest = [line for line in lines if line not in shown]
    parts = [" ".join(line[:MAX_LINE_WORDS]) for line in shown]
    parts += dict.fromkeys(word for line in rest for word in line if word in wish.words)
    return f"{READ} {' ; '.join(parts + [OTHER] * bool(rest)) or OTHER}"


def _clickable(observation: Observation, task: str) -> Mapping[str, str]:
    """Short name → command, for all that can be clicked; a product's own name comes before its asin."""
    offered = [action for action in observation.admissible or () if action.startswith("click[")]
    nodes = observation.text.lower().split(SEPARATOR.lower())
    products = _products(nodes, _Wish(task)) if _kind(nodes) == RESULTS else ()
    named = {name: f"click[{asin}]" for name, asin, _ in products if f"click[{asin}]" in offered}
    for action in offered:
        text = action.removeprefix("click[").removesuffix("]")
        # A name that is taken stays with what had it first.
        named.setdefault(BUTTONS.get(text, " ".join(_words(text))), action)
    return named


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def quoted_parts(text: str, task: str) -> str:
    """A page as other projects show it: what follows the instruction, each part in single quotes; else unchanged."""
    parts, wanted = [part.strip() for part in text.split(SEPARATOR)], task.strip()
    if wanted not in parts:
        return text
    return SEPARATOR.join(f"'{part}'" for part in parts[parts.index(wanted) + 1 :])


def page_in_lines(text: str, task: str) -> str:
    r"""A page with each part on a line of its own, and without the instruction that heads every page but the first.

    Every separator costs a language model four or five tokens, and a page has up to thirty; the first message of a
    conversation holds the instruction. Together a purchase takes a third fewer tokens (SmolLM2, a shop of makers).

    >>> page_in_lines("Instruction: [SEP] find me a mug [SEP] Back to Search [SEP] < Prev [SEP] Red", "find me a mug")
    'Back to Search\n< Prev\nRed'
    """
    parts = text.split(SEPARATOR)
    is_told = len(parts) > 2 and parts[0] == "Instruction:" and parts[1].strip() == task.strip()
    return "\n".join(parts[2:] if is_told else parts)


# verl-agent's figures for WebShop (projection.py, env_manager.py), which SkillRL keeps.
_PEERS_MANNER = Manner(fallback_chars=20, max_act_chars=13_000, action_end=",", page=quoted_parts)
# Categories of SkillRL's banks, by the shop's category and, in fashion and for goals without one, by words.
_CATEGORIES = {
    "fashion": "apparel",
    "electronics": "electronics",
    "beauty": "beauty_health",
    "garden": "home_decor",
    "grocery": "other",
}
_FASHION_WORDS = (
    ("shoes?|boots?|sneakers?|sandals?|heels|slippers?|loafers?|flats|footwear", "footwear"),
    (
        "necklaces?|rings?|bracelets?|earrings?|watch|watches|wallets?|purses?|handbags?|belts?|jewelry",
        "accessories",
    ),
)
_CATEGORY_WORDS = (
    *_FASHION_WORDS,
    ("shirts?|t-shirts?|dress|dresses|jackets?|pants?|coats?|sweaters?|hoodies?|jeans|shorts|skirts?|leggings|"
     "swimsuits?|clothing", "apparel"),
    ("laptops?|phones?|tablets?|chargers?|cables?|headphones?|earbuds|speakers?|cameras?|tvs?", "electronics"),
    ("sofas?|chairs?|tables?|lamps?|curtains?|pillows?|rugs?|candles?|beds?|mirrors?|shelf|shelves", "home_decor"),
    ("shampoo|conditioner|lotion|cream|serum|makeup|lipstick|toothbrush|deodorant|perfume", "beauty_health"),
)  # fmt: skip


def category_of_task(type_: str, goal: str) -> str:
    """SkillRL's banks split fashion by what is worn."""
    category = _CATEGORIES.get(type_, "other")
    return first_named(_FASHION_WORDS, goal, category) if type_ == "fashion" else category


def category_of_goal(goal: str) -> str:
    """As :func:`category_of_task`, by the words of the goal alone."""
    return first_named(_CATEGORY_WORDS, goal, "other")


WORDING = Wording(
    package="skill1_envs.webshop",
    brief=Brief(
        page=brief_page,
        task=brief_task,
        words=WORDS,
        rules_hash=rules_hash(),
        spelt_out=spelt_out,
        shortened=shortened,
    ),
    manners={
        "verl-agent": _PEERS_MANNER,
        "skillrl": _PEERS_MANNER,
        "retroagent": replace(_PEERS_MANNER, max_act_chars=None),
    },
    categories=Categories(category_of_task, category_of_goal),
    conversation=Conversation(page_in_lines, version=1),
)
