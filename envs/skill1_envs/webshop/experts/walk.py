"""Where actions lead without an environment: the rules of ``WebshopEnv.step`` as a function of the visit."""

from __future__ import annotations

from collections.abc import Iterable

from skill1_envs.webshop.actions import Visit, click, parse_action, search
from skill1_envs.webshop.goals import Goal
from skill1_envs.webshop.pages import BUY, SEARCH
from skill1_envs.webshop.reward import Reward
from skill1_envs.webshop.shop import Shop


def step(shop: Shop, goal: Goal, visit: Visit, action: str, taken: int) -> Visit | Reward:
    """The visit after an action, or what was earned by it. An action that the shop does not take changes nothing.

    ``taken``: actions before this one, on which depends what the query ``<r>`` shows.
    """
    name, argument = parse_action(action) or ("", "")
    if name == "search":
        return search(visit, argument) if shop.accepts(argument) else visit
    screen = shop.show(visit, goal.instruction_text, f"{goal.index}/{taken}")
    if name != "click" or argument == SEARCH or argument not in screen.clickables:
        return visit
    return shop.buy(visit, goal)[1] if argument == BUY else click(visit, argument, screen.products)


def follow(shop: Shop, goal: Goal, actions: Iterable[str]) -> Visit:
    """Where a shopper stands after these actions; one who has bought stands where he bought."""
    visit = Visit()
    for taken, action in enumerate(actions):
        after = step(shop, goal, visit, action, taken)
        if isinstance(after, Reward):
            break
        visit = after
    return visit
