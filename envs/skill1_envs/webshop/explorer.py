"""A scripted shopper that knows what a policy knows: it looks around, follows its skill, and writes down what it found.

It works from the agent's view alone, in the shop's own commands, and keeps no state between answers. The sloppy kind
makes, with fixed shares, the mistakes that training is to weed out.

``value`` says how right a skill is by the hidden facts: for metrics and demonstrations, never for training.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np

from skill1.env.protocol import View
from skill1.errors import DataError
from skill1.schema import SkillDraft
from skill1_envs.kit.players import (
    EMPTY_TEXTS,
    GUESSED_TEXTS,
    NOTHING,
    SLOPPY,
    ExplorerParams,
    ScriptedPlayer,
    best_rated,
    choice,
    is_lucky,
    is_named,
    played,
    render,
)
from skill1_envs.webshop.generate.makers import SERIES, Wish, read_wish
from skill1_envs.webshop.simulator.catalogue import Product
from skill1_envs.webshop.simulator.pages import BACK_TO_SEARCH, BUY, PREVIOUS, SEPARATOR

ANY_MAKER_QUERIES = 0.7  # of the imperfect ones; the rest asks for another kind of this maker

_CLAIM = re.compile(r"(?<!\S)search (\w+) (\w+)(?!\S)")
_TITLE = re.compile(rf"({'|'.join(SERIES)}) (\w+)")
_FEATURES = "click[features]"


@dataclass(frozen=True, slots=True)
class ShopperParams(ExplorerParams):
    """The same, and what only shoppers do. ``orderly`` ones search again as soon as the features name somebody else.

    That takes as many steps as two steps back. But it is decided where the name stands, not a page later, which is the
    easiest to imitate.
    """

    look: float = 1.0  # reads the features of the first product before buying


EXPLORERS: Mapping[str, ShopperParams] = {
    "explorer": ShopperParams(),
    "sloppy": ShopperParams(**asdict(SLOPPY), look=0.9),
    "orderly": ShopperParams(orderly=True),
    # More than the others' 0.2: few visits find a skill at all, and what is taught too seldom RL does not find.
    "wary": ShopperParams(orderly=True, follow=0.5),
}

# Without a crowd nearly every name that is read is the right one, and a model learns to buy at any name.
IN_A_CROWD = frozenset({"orderly", "wary"})  # those whose demonstrations are played among makers nobody asks for


@dataclass(slots=True)
class Memory:
    """What the turns so far have shown."""

    opened: list[str] = field(default_factory=list)  # series of the kind asked for, in order
    right: str = ""  # the series whose features name the maker
    wrong: set[str] = field(default_factory=set)
    chosen: bool = False  # the colour, on the product last opened


class Explorer(ScriptedPlayer):
    """Searches a shop for what a maker makes."""

    _params: ShopperParams

    def _read(self, sentence: str) -> Wish:
        wish = read_wish(sentence)
        if wish is None:
            raise DataError(f"the task {sentence!r} is not one of a shop of makers.")
        return wish

    def _recall(self, wish: Wish, view: View) -> Memory:
        return recall(wish, view)

    def _best(self, wish: Wish, view: View) -> str:
        """The best rated of those that say which series it is."""
        return best_rated(
            view.candidates, lambda skill: claimed_series(wish, skill.description, skill.strategy) in SERIES
        )

    def _query(self, wish: Wish, rng: np.random.Generator) -> str:
        if is_lucky(rng, self._params.query):
            return wish.scenario
        return f"any {wish.kind}" if is_lucky(rng, ANY_MAKER_QUERIES) else wish.maker

    def _act(self, wish: Wish, memory: Memory, view: View, rng: np.random.Generator) -> str:
        clickable = view.observation.admissible or ()
        # Only a product's page sells.
        if f"click[{BUY}]" in clickable:
            return self._at_product(wish, memory, rng)
        listed = listed_series(wish, view.observation.text)
        if listed:
            return f"click[{listed[self._choose(listed, memory, view, rng)]}]"
        # A page of features, or a later page of results: neither has anything to choose from here.
        if f"click[{PREVIOUS}]" in clickable:
            is_wrong = memory.opened and memory.opened[-1] in memory.wrong
            return f"click[{BACK_TO_SEARCH if is_wrong and self._params.orderly else PREVIOUS}]"
        # The start, or a first page without a product of the kind. Search works on both.
        claimed = claimed_series(wish, view.skill.description, view.skill.strategy) if view.skill else None
        if claimed and claimed not in memory.wrong and is_lucky(rng, self._params.follow):
            return f"search[{claimed} {wish.kind}]"
        return f"search[{wish.kind}]"

    def _choose(self, listed: Mapping[str, str], memory: Memory, view: View, rng: np.random.Generator) -> str:
        """What was searched for by name, else anything not looked at yet."""
        searched = next((series for series in SERIES if _last_search(view).startswith(f"{series} ")), None)
        if searched in listed and searched not in memory.opened:
            return searched
        fresh = [series for series in listed if series not in memory.opened]
        return choice(rng, fresh if fresh and is_lucky(rng, self._params.no_repeat) else list(listed))

    def _at_product(self, wish: Wish, memory: Memory, rng: np.random.Generator) -> str:
        """Only the first product is looked into: there is no time to do that with the second."""
        series = memory.opened[-1] if memory.opened else ""
        if memory.chosen:
            return f"click[{BUY}]"
        # In eight steps there is time for just this: search, open, features, two steps back, open another, colour,
        # buy.
        if series in memory.wrong and len(memory.opened) == 1:
            return f"click[{PREVIOUS}]"
        is_unread = series not in memory.wrong and series != memory.right
        if is_unread and len(memory.opened) == 1 and is_lucky(rng, self._params.look):
            return _FEATURES
        return f"click[{wish.colour}]"

    def _distill(self, wish: Wish, memory: Memory, rng: np.random.Generator) -> str:
        """Which series the maker's kind is; ``none`` if that was not found out."""
        if not is_lucky(rng, self._params.distill):
            return render(poor_draft(wish, rng, memory.opened))
        return render(SkillDraft(wish.scenario, f"search {memory.right} {wish.kind}")) if memory.right else NOTHING


def recall(wish: Wish, view: View) -> Memory:
    """Reads the turns of a view."""
    memory = Memory()
    for turn, result in played(view):
        product = listed_series(wish, turn.observation)
        clicked = next((series for series, asin in product.items() if turn.action == f"click[{asin}]"), None)
        if clicked:
            memory.opened.append(clicked)
            # The shop, too, forgets options when another product is opened.
            memory.chosen = False
        elif turn.action == f"click[{wish.colour}]":
            memory.chosen = True
        elif turn.action == _FEATURES and memory.opened:
            if f"made by {wish.maker}" in result.lower():
                memory.right = memory.opened[-1]
            else:
                memory.wrong.add(memory.opened[-1])
    # The maker is one of the goal's attributes, so what won is the right series, read or not.
    if view.success and memory.opened:
        memory.right = memory.opened[-1]
    return memory


def listed_series(wish: Wish, text: str) -> dict[str, str]:
    """Series → asin (lower-case) of the products of the kind asked for on a page of results; else nothing."""
    nodes = text.lower().split(SEPARATOR.lower())
    found = {}
    if len(nodes) > 3 and nodes[3].startswith("page "):
        for asin, title in zip(nodes, nodes[1:], strict=False):
            match = _TITLE.fullmatch(title)
            if match and match[2] == wish.kind:
                found[match[1]] = asin
    return found


def claimed_series(wish: Wish, description: str, strategy: str) -> str | None:
    """The series that a skill says the maker's kind is; None if it says nothing of them."""
    if not is_named(wish.maker, description):
        return None
    claims = _CLAIM.findall(strategy)
    return next((series for series, kind in claims if kind == wish.kind and series in SERIES), None)


def poor_draft(wish: Wish, rng: np.random.Generator, opened: Sequence[str] = (), right: str = "") -> SkillDraft:
    """A poor skill: no fact, a series at a guess (never ``right``), or no maker."""
    draw = rng.random()
    if draw < EMPTY_TEXTS:
        return SkillDraft(wish.scenario, f"search {wish.kind}")
    guess = opened[-1] if opened else choice(rng, [series for series in SERIES if series != right])
    if draw < EMPTY_TEXTS + GUESSED_TEXTS:
        return SkillDraft(wish.scenario, f"search {guess} {wish.kind}")
    return SkillDraft(f"any {wish.kind}", f"search {guess} {wish.kind}")


def _last_search(view: View) -> str:
    searches = (turn.action for turn in reversed(view.turns) if turn.action.startswith("search["))
    return next(searches, "").removeprefix("search[").removesuffix("]")


def value(wish: Wish, wanted: Product, draft: SkillDraft) -> float:
    """1: it names the maker and the series of what is ``wanted``; -1: another series; 0: it claims nothing of them."""
    claimed = claimed_series(wish, draft.description, draft.strategy)
    return 0.0 if claimed is None else (1.0 if claimed == _series(wanted) else -1.0)


def polluting_draft(wish: Wish, wanted: Product, rng: np.random.Generator) -> SkillDraft:
    """A poor skill for the library of demonstrations: a wrong series, no fact, or no maker."""
    return poor_draft(wish, rng, right=_series(wanted))


def _series(product: Product) -> str:
    return product.title.lower().partition(" ")[0]
