"""The environment over the shop: goals, steps, purchases and the contract of ``skill1.env.protocol``."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from skill1.env.protocol import StepReturn
from skill1.errors import DataError, EnvironmentFault
from skill1.schema import Observation, Task
from skill1_envs.webshop.actions import Visit, click, parse_action, search
from skill1_envs.webshop.goals import Goal
from skill1_envs.webshop.pages import BUY, SEARCH
from skill1_envs.webshop.shop import Screen, Shop

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
            DataError: no such position.
        """
        index = self._pick(task_index, seed)
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
        self._steps += 1
        name, argument = parse_action(action) or ("", "")
        can_click = name == "click" and argument != SEARCH and argument in self._screen.clickables
        if can_click and argument == BUY and self._visit.product is not None:  # an asin may read like the button
            return self._buy(self._goal)
        if can_click:
            self._go(click(self._visit, argument, self._screen.products))
        elif name == "search" and self._shop.accepts(argument):
            self._go(search(self._visit, argument))
        return self._unsold()

    def close(self) -> None:
        """Drops the goal; may be called again, and reset starts a new one."""
        self._goal = None

    def _go(self, visit: Visit) -> None:
        """Moves to a page and draws it; nothing has changed if that fails."""
        assert self._goal is not None
        draw = f"{self._goal.index}/{self._steps}"
        self._screen = self._shop.show(visit, self._goal.instruction_text, draw)
        self._visit = visit

    def _buy(self, goal: Goal) -> StepReturn:
        self._screen, reward = self._shop.buy(self._visit, goal)
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

    def _pick(self, task_index: int | None, seed: int | None) -> int:
        if task_index is None and seed is not None:
            task_index = random.Random(seed).randrange(len(self._tasks))
        if task_index is None:
            return self.task.index if self.task else 0
        if not 0 <= task_index < len(self._tasks):
            raise DataError(f"task_index {task_index} does not exist; expected 0 to {len(self._tasks) - 1}.")
        return task_index


def _no_purchase() -> dict[str, Any]:
    return {"won": False, "task_score": 0.0}


def _observe(screen: Screen, info: Mapping[str, Any]) -> Observation:
    clicks = [f"click[{text}]" for text in screen.clickables]
    return Observation(screen.text, (SEARCH_ACTION, *clicks) if screen.has_search_bar else tuple(clicks), info)
