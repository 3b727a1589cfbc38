"""``python -m skill1_envs.webshop.experts --data DIR``: how the scripted shoppers fare on the goals of a catalogue."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from skill1.config import EnvConfig
from skill1.env.protocol import Suite
from skill1.errors import Skill1Error
from skill1_envs import SUITES
from skill1_envs.webshop.experts import EXPERTS, Played, play_all
from skill1_envs.webshop.experts.oracle import Oracle
from skill1_envs.webshop.simulator.env import MAX_STEPS

LEAST_WON = 0.99  # of the satisfiable goals, by the oracle


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a line for each split and the satisfiable goals not won; 1 if the oracle won fewer than 99 % of them."""
    options = _parser().parse_args(arguments)
    config = EnvConfig(name="webshop", data=options.data, goals=options.goals, max_steps=options.max_steps)
    suite = _suite_class()(config)
    try:
        oracle, everything = suite.expert(None, "oracle"), []
        expert = suite.expert(None, options.expert, options.seed)
        sys.stdout.write(_line("split", "goals", "satisfiable", "won", "mean score", "mean steps"))
        for split in _splits(suite, options.split):
            tasks = suite.tasks(split)[: options.limit]
            played = list(play_all(suite.make(split), expert, tasks, options.seed))
            sys.stdout.write(_row(split, played, oracle))
            everything += played
    except Skill1Error as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if options.expert != "oracle":
        return 0
    lost = list(_lost(everything, oracle))
    sys.stdout.write("".join(f"{task_id}: {reason}\n" for task_id, reason in lost))
    satisfiable = sum(_is_satisfiable(oracle, game) for game in everything)
    return int(satisfiable - len(lost) < LEAST_WON * satisfiable)


def _suite_class() -> Any:
    """By name: the suite imports the experts, so they do not import the suite."""
    module, _, name = SUITES["webshop"].partition(":")
    return getattr(import_module(module), name)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m skill1_envs.webshop.experts", description=__doc__)
    parser.add_argument("--data", metavar="DIR", help="folder of WebShop's files (default: $WEBSHOP_DATA)")
    parser.add_argument("--goals", choices=("human", "synthetic"), default="human", help="default: human")
    parser.add_argument("--split", metavar="S", help="default: the three of the official split, or by product")
    parser.add_argument("--limit", type=_count, metavar="N", help="only the first N goals of each split")
    parser.add_argument("--expert", choices=EXPERTS, default="oracle", help="default: oracle")
    parser.add_argument("--max-steps", type=_count, default=MAX_STEPS, help="limit of an episode (default: 15)")
    parser.add_argument("--seed", type=int, default=0, help="of the sloppy shopper's draws (default: 0)")
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1; got {number}")
    return number


def _splits(suite: Suite, wanted: str | None) -> Sequence[str]:
    """The split asked for; else those of the first way to split that the catalogue is large enough for."""
    return (wanted,) if wanted is not None else tuple(suite.splits())[:3]


def _is_satisfiable(oracle: Oracle, game: Played) -> bool:
    route = oracle.route(game.task)
    return route is not None and route.is_satisfiable


def _lost(played: Sequence[Played], oracle: Oracle) -> Iterator[tuple[str, str]]:
    """Satisfiable goals that were not won, with the reason."""
    for game in played:
        if not game.won and _is_satisfiable(oracle, game):
            yield game.task.id, oracle.route(game.task).reason


def _row(split: str, played: Sequence[Played], oracle: Oracle) -> str:
    count = max(1, len(played))
    return _line(
        split,
        len(played),
        sum(_is_satisfiable(oracle, game) for game in played),
        sum(game.won for game in played),
        f"{sum(game.score for game in played) / count:.3f}",
        f"{sum(game.steps for game in played) / count:.2f}",
    )


def _line(split: str, *cells: object) -> str:
    return f"{split:24}" + "".join(f"{cell!s:>12}" for cell in cells) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
