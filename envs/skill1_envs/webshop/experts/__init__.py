"""Scripted shoppers: an oracle who knows goal and catalogue, and a sloppy one who knows what a policy is shown."""

from __future__ import annotations

from collections.abc import Callable

from skill1.env.protocol import Expert
from skill1.errors import ConfigError
from skill1.schema import Task
from skill1_envs.webshop.experts.oracle import Oracle
from skill1_envs.webshop.experts.routes import RoutePlanner
from skill1_envs.webshop.experts.sloppy import Sloppy
from skill1_envs.webshop.experts.wish import read_wish
from skill1_envs.webshop.goals import Goal

__all__ = ["EXPERTS", "RoutePlanner", "make_expert", "read_wish"]

EXPERTS = ("oracle", "sloppy")


def make_expert(
    kind: str,
    goal_of: Callable[[Task], Goal],
    planner: Callable[[], RoutePlanner],
    max_steps: int,
    seed: int = 0,
) -> Expert:
    """A scripted shopper.

    Args:
        kind: ``oracle`` knows what the goal asks for and what the shop sells, and makes the best purchase there is;
            ``sloppy`` knows only what a policy is shown, errs and recovers.
        goal_of: the goal of a task; only the oracle asks.
        planner: makes what plans its way; called for the oracle only, as it opens catalogue and search.
        max_steps: actions of an episode.
        seed: of the expert's own draws, where the caller brings no generator.

    Raises:
        ConfigError: an unknown kind.
    """
    if kind == "oracle":
        return Oracle(goal_of, planner())
    if kind != "sloppy":
        known = ", ".join(EXPERTS)
        raise ConfigError(
            f"webshop has no expert {kind!r}; expected one of {known} (in a shop of makers: explorer)."
        )
    return Sloppy(max_steps, seed)
