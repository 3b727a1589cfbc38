"""Who is shopping: one real environment for each goal that someone started, and what was done in it."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from skill1.schema import Observation, Task
from skill1_envs.webshop.browser.breakdown import Breakdown, Purchase, take_apart
from skill1_envs.webshop.simulator.actions import Visit
from skill1_envs.webshop.simulator.catalogue import Catalogue, Product
from skill1_envs.webshop.simulator.env import WebshopEnv
from skill1_envs.webshop.simulator.goals import Goal

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
    is_hidden: bool = False  # the goal's facts, until the end
    actions: list[str] = field(default_factory=list)
    notice: str = ""  # shown once
    is_bought: bool = False
    is_over: bool = False
    paid: float = 0.0

    @property
    def visit(self) -> Visit:
        return self.env.visit

    @property
    def shown(self) -> tuple[Product, ...]:
        """The products of a page of results."""
        return self.env.screen.products

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
            self.notice = "That page was out of date. Nothing was done; this is where you are."
        else:
            self._step(action)

    def _step(self, action: str) -> None:
        before = self.visit
        self.observation, reward, terminated, truncated, _ = self.env.step(action)
        self.actions.append(action)
        self.paid += reward
        self.is_bought, self.is_over = terminated, terminated or truncated
        if not terminated and self.visit == before:
            self.notice = "That action changed nothing. It counts as a step."


class Sessions:
    """The sessions of a server by unguessable name."""

    def __init__(self, world: World, capacity: int = MAX_SESSIONS) -> None:
        self._world = world
        self._capacity = capacity
        self._by_name: OrderedDict[str, Session] = OrderedDict()

    def start(self, split: str, index: int, *, is_hidden: bool = False) -> str:
        """A new session's name.

        Raises:
            DataError: no such split, or no such position in it.
        """
        tasks, goals = self._world.content(split)
        env = self._world.make(split)
        observation = env.reset(task_index=index)
        session = Session(
            self._world, env, split, index, tasks[index], goals[index], observation, is_hidden=is_hidden
        )
        name = secrets.token_urlsafe(8)
        self._by_name[name] = session
        while len(self._by_name) > self._capacity:
            _, dropped = self._by_name.popitem(last=False)
            dropped.env.close()
        return name

    def find(self, name: str) -> Session | None:
        """None: never started, or dropped for newer ones."""
        if name in self._by_name:
            self._by_name.move_to_end(name)
        return self._by_name.get(name)
