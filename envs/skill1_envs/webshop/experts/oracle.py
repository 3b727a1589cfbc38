"""The oracle of WebShop: it knows what a goal asks for and what the shop sells, and makes the best purchase there is.

``Oracle.route(task)`` says which that is and, where it does not earn 1.0, why. Queries for skills and skills themselves
hold only what the instruction says and what its own turns have shown.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from skill1.env.protocol import View
from skill1.schema import Stage, Task
from skill1_envs.explorers import NOTHING
from skill1_envs.webshop.experts import lessons
from skill1_envs.webshop.experts.routes import Route, RoutePlanner
from skill1_envs.webshop.experts.walk import follow
from skill1_envs.webshop.experts.wish import read_wish
from skill1_envs.webshop.goals import Goal
from skill1_envs.webshop.pages import BACK_TO_SEARCH


class Oracle:
    """Answers ``query``, ``rerank``, ``act`` and ``distill`` in compact form. Draws nothing.

    Keeps no state between answers but for the routes it has planned: it goes on from wherever the turns have led.
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
            return lessons.best_candidate(wish, view.candidates)
        if stage == "act":
            return self._act(view)
        return lessons.lesson(wish, view) if view.success else NOTHING

    def _act(self, view: View) -> str:
        goal, route = self._goal_of(view.task), self.route(view.task)
        if route is None:
            return f"click[{BACK_TO_SEARCH}]" if view.turns else f"search[{goal.query}]"
        visit = follow(self._planner.shop, goal, (turn.action for turn in view.turns))
        return self._planner.next_action(
            route.purchase, route.spot, visit, self._planner.max_steps - len(view.turns)
        )
