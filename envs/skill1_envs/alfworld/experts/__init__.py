"""Scripted players of ALFWorld's games: an oracle planner, an explorer, and an explorer that errs."""

from __future__ import annotations

from collections.abc import Callable

from skill1.env.protocol import Expert
from skill1.errors import ConfigError
from skill1.schema import Task
from skill1_envs.alfworld.simulator.game import Game

EXPERTS = ("oracle", "explorer", "sloppy")


def make_expert(kind: str, game_of: Callable[[Task], Game], seed: int = 0) -> Expert:
    """A scripted player.

    Args:
        kind: ``oracle`` reads the hidden state and plays a near-optimal plan; ``explorer`` knows only what a policy is
            shown, searches, and follows its skill; ``sloppy`` is an explorer that errs and recovers.
        game_of: the parsed game of a task; only the oracle looks into it.
        seed: of the expert's own draws, where the caller brings no generator.

    Raises:
        ConfigError: an unknown kind.
    """
    from skill1_envs.alfworld.experts.explorer import EXPLORERS, Explorer
    from skill1_envs.alfworld.experts.planner import Planner

    if kind == "oracle":
        return Planner(game_of, seed)
    if kind not in EXPLORERS:
        raise ConfigError(f"alfworld has no expert {kind!r}; expected one of {', '.join(EXPERTS)}.")
    return Explorer(EXPLORERS[kind], seed)
