"""Tiny shops with an oracle behind the counter."""

from __future__ import annotations

from collections.abc import Sequence

from skill1.schema import Task
from skill1_envs.webshop.env import Shop, WebshopEnv
from skill1_envs.webshop.experts import Played, play
from skill1_envs.webshop.oracle import Oracle, RoutePlanner
from skill1_envs.webshop.simulator.audit import Audit
from skill1_envs.webshop.simulator.catalogue import Catalogue, Product
from skill1_envs.webshop.simulator.goals import Goal
from tests.webshop.items import split_words
from tests.webshop.shops import WordIndex


class Counter:
    """A shop with these products alone, found by the words of their titles, and one goal."""

    def __init__(self, products: Sequence[Product], goal: Goal, max_steps: int = 15) -> None:
        catalogue = Catalogue(tuple(products), 0)
        self.goal = goal
        self.index = WordIndex(catalogue)
        self.shop = Shop(catalogue, self.index, split_words)
        self.task = Task("webshop/test/0", "webshop", "test", 0, goal.instruction_text, goal.category)
        self.env = WebshopEnv(self.shop, [self.task], [goal], max_steps)
        self.oracle = Oracle(lambda task: goal, RoutePlanner(self.shop, Audit(catalogue, split_words), max_steps))

    @property
    def route(self):
        return self.oracle.route(self.task)

    def play(self) -> tuple[list[str], Played]:
        """The oracle's actions and how they end."""
        played, view = play(self.env, self.oracle, self.task)
        return [turn.action for turn in view.turns], played
