"""Who is shopping: one real environment for each goal that someone started, and what was done in it.

A purchase is taken apart: which of the goal's wishes are met, and how that makes the reward. The numbers are those of
``reward.score``; lines say in words what its components count.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from skill1.errors import DataError
from skill1.schema import Observation, Task
from skill1_envs.webshop.env import WebshopEnv
from skill1_envs.webshop.simulator.catalogue import Catalogue, Product
from skill1_envs.webshop.simulator.goals import NO_CAP, Goal
from skill1_envs.webshop.simulator.pages import Visit
from skill1_envs.webshop.simulator.reward import (
    COLOURS,
    SAME_CATEGORY_PARTS,
    TITLE_FAR,
    TITLE_MATCH,
    Reward,
    alike,
    has_attribute,
    normalise,
    score,
    wanted_options,
)

MAX_SESSIONS = 200  # the one not looked at for longest goes first


@dataclass(frozen=True)
class World:
    """What a suite lends to its pages."""

    splits: Mapping[str, int]  # name → number of goals
    content: Callable[[str], tuple[Sequence[Task], Sequence[Goal]]]  # of a split; raises DataError
    make: Callable[[str], WebshopEnv]
    catalogue: Catalogue
    nouns: Callable[[str], Sequence[str]]  # of a title, as the reward takes them


@dataclass
class Session:
    """One goal being shopped for. All actions go through ``env.step``, so pages show what an agent would get."""

    world: World
    env: WebshopEnv
    split: str
    index: int  # position of the goal in the split
    task: Task
    goal: Goal
    observation: Observation
    actions: list[str] = field(default_factory=list)
    notice: str = ""  # shown once
    is_bought: bool = False
    is_over: bool = False
    paid: float = 0.0

    @property
    def visit(self) -> Visit:
        return self.env.visit

    @property
    def purchase(self) -> Purchase | None:
        """The present product with the options chosen so far; None where there is none, or steps ran out."""
        visit = self.visit
        is_in_hand = visit.page in ("item", "sub") and visit.product is not None
        if not is_in_hand or (self.is_over and not self.is_bought):
            return None
        price = self.world.catalogue.hidden_prices[visit.product.asin]
        return Purchase(visit.product, price, visit.options)

    @property
    def wanted_price(self) -> float | None:
        """The hidden price of the goal's own product; None if the catalogue lacks it."""
        return self.world.catalogue.hidden_prices.get(self.goal.asin)

    @property
    def breakdown(self) -> Breakdown:
        return take_apart(self.goal, self.purchase, self.world.nouns)

    def act(self, action: str, *, after: int) -> None:
        """Sends an action; ``after`` is the number of actions the page it comes from had seen.

        From a page that is out of date (the browser's back button, a double click), or after the end, nothing is
        sent and the next page says so.
        """
        if self.is_over:
            self.notice = "This episode is over. Nothing was done."
        elif after != len(self.actions):
            self.notice = "That page was out of date, so nothing was done. This is where you are."
        else:
            self._step(action)

    def _step(self, action: str) -> None:
        before = self.visit, self.env.screen
        self.observation, reward, terminated, truncated, _ = self.env.step(action)
        self.actions.append(action)
        self.paid += reward
        # Only a purchase terminates; running out of steps truncates.
        self.is_bought, self.is_over = terminated, terminated or truncated
        # A purchase leaves the visit as it is, too; a second "<r>" leads to an equal one with other products.
        if not terminated and (self.visit, self.env.screen) == before:
            self.notice = "That action changed nothing. It counts as a step."


class Sessions:
    """The sessions of a server by unguessable name."""

    def __init__(self, world: World, capacity: int = MAX_SESSIONS) -> None:
        self._world = world
        self._capacity = capacity
        self._by_name: OrderedDict[str, Session] = OrderedDict()

    def start(self, split: str, index: int) -> str:
        """A new session's name.

        Raises:
            DataError: no such split, or no such position in it.
        """
        tasks, goals = self._world.content(split)
        if not 0 <= index < len(tasks):
            expected = f"expected 0 to {len(tasks) - 1}" if tasks else f"the split {split} has no goal"
            raise DataError(f"task_index {index} does not exist; {expected}.")
        env = self._world.make(split)
        observation = env.reset(task_index=index)
        session = Session(self._world, env, split, index, tasks[index], goals[index], observation)
        name = secrets.token_urlsafe(8)
        self._by_name[name] = session
        # In front stands the one not looked at for longest: `find` moves to the end.
        while len(self._by_name) > self._capacity:
            _, dropped = self._by_name.popitem(last=False)
            dropped.env.close()
        return name

    def find(self, name: str) -> Session | None:
        """None: never started, or dropped for newer ones."""
        # Looked at again, so it is not the next to go.
        if name in self._by_name:
            self._by_name.move_to_end(name)
        return self._by_name.get(name)


# From here on: a purchase taken apart, as on a receipt.
# r_type is one of these four numbers exactly, so floats can be keys.
_WHY_FACTOR = {
    1.0: "At least one of the three holds.",
    0.5: "None of the three holds.",
    0.1: f"The title shares less than {TITLE_FAR} of the nouns: another type, whatever else holds.",
    0.0: "The title shares no noun: another type, whatever else holds.",
}


@dataclass(frozen=True, slots=True)
class Purchase:
    """What would be bought: ``price`` in dollars is the hidden one, ``options`` maps name → value chosen."""

    product: Product
    price: float
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Line:
    """One wish; ``is_met`` is None as long as there is nothing to compare it with."""

    text: str
    is_met: bool | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The lines of a receipt; ``reward`` and ``factor`` (r_type) are None without a purchase."""

    kind: tuple[Line, ...]
    attributes: tuple[Line, ...]
    options: tuple[Line, ...]
    price: Line
    reward: Reward | None = None
    factor: float | None = None
    formula: str = ""  # with its numbers
    why_factor: str = ""


def take_apart(goal: Goal, purchase: Purchase | None, nouns: Callable[[str], Sequence[str]]) -> Breakdown:
    """What ``purchase`` would earn for ``goal``, line by line; None: only what the goal asks for."""
    lines = (_attribute_lines(goal, purchase), _option_lines(goal, purchase), _price_line(goal, purchase))
    if purchase is None:
        kind = (
            Line(f"found under “{goal.query}”"),
            Line(f"category {goal.product_category}"),
            Line("nouns of the title"),
        )
        return Breakdown(kind, *lines)
    reward = score(purchase.product, purchase.price, purchase.options, goal, nouns)
    factor = reward.components["r_type"]
    formula = _formula(factor, reward.value, *lines)
    kind = _kind_lines(goal, purchase.product, reward.components)
    return Breakdown(kind, *lines, reward, factor, formula, _WHY_FACTOR[factor])


def met(lines: Sequence[Line]) -> int:
    """How many are met."""
    # None is neither met nor unmet.
    return sum(line.is_met is True for line in lines)


def dollars(amount: float) -> str:
    """An amount to the cent, as ``$1,234.50``."""
    return f"${amount:,.2f}"


def _formula(factor: float, value: float, attributes: Sequence[Line], options: Sequence[Line], price: Line) -> str:
    """r_type · (attribute hits + option hits + [price ≤ cap]) / (attributes + options + 1)."""
    # Counted from the lines shown, not taken from the reward; a test holds the two together.
    hits = f"{met(attributes)} + {met(options)} + {met([price])}"
    return f"{factor:g} × ({hits}) ÷ ({len(attributes)} + {len(options)} + 1) = {value:.3f}"


def _kind_lines(goal: Goal, product: Product, components: Mapping[str, float | bool]) -> tuple[Line, ...]:
    title = components["title_score"]
    query_note = "" if components["query_match"] else f"this one: “{product.query}”"
    return (
        Line(f"found under “{goal.query}”", bool(components["query_match"]), query_note),
        Line(
            f"category {goal.product_category}",
            bool(components["category_match"]),
            f"{SAME_CATEGORY_PARTS} parts must be shared; this one: {product.product_category}",
        ),
        Line(f"title has {title:.2f} of the nouns", title > TITLE_MATCH, f"more than {TITLE_MATCH} counts"),
    )


def _attribute_lines(goal: Goal, purchase: Purchase | None) -> tuple[Line, ...]:
    return tuple(
        Line(text, None if purchase is None else has_attribute(purchase.product, text)) for text in goal.attributes
    )


def _option_lines(goal: Goal, purchase: Purchase | None) -> tuple[Line, ...]:
    if purchase is None:
        return tuple(Line(asked) for asked in _asked(goal))
    # By value: whose option it is does not matter to the reward.
    chosen = {value: normalise(value) for value in purchase.options.values()}
    pairs = zip(_asked(goal), wanted_options(goal), strict=True)
    return tuple(_option_line(asked, wanted, chosen) for asked, wanted in pairs)


def _option_line(asked: str, wanted: str, chosen: Mapping[str, str]) -> Line:
    """``chosen``: value → as it is read. The note names the first that counts, or the colour the wish is read as."""
    counts = next((value for value, read in chosen.items() if alike(read, wanted)), None)
    if counts is not None:
        return Line(asked, True, f"by “{counts}”")
    # Without a colour the wish is read as it stands, or as Python writes a pair: nothing that a reader misses.
    return Line(asked, False, f"read as “{wanted}”" if wanted in COLOURS and wanted != asked else "")


def _price_line(goal: Goal, purchase: Purchase | None) -> Line:
    cap = "any price" if goal.price_upper == NO_CAP else f"at most {dollars(goal.price_upper)}"
    if purchase is None:
        return Line(cap)
    note = f"costs {dollars(purchase.price)}"
    if len(purchase.product.prices) > 1:
        note += f", drawn from {purchase.product.price_tag}"
    return Line(cap, purchase.price <= goal.price_upper, note)


def _asked(goal: Goal) -> tuple[str, ...]:
    if isinstance(goal.goal_options, Mapping):
        return tuple(f"{name}: {value}" for name, value in goal.goal_options.items())
    return goal.goal_options
