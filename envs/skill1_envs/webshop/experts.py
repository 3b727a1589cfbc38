"""``python -m skill1_envs.webshop.experts --data DIR``: how the scripted shoppers fare on the goals of a catalogue.

``play`` lets one shop by itself, without library, prompts and parsers. Nothing here is imported by the suite.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from skill1.env.protocol import EnvConfig, Expert
from skill1.errors import Skill1Error
from skill1.schema import AgentView, Task, Turn
from skill1_envs.webshop.env import MAX_STEPS, WebshopEnv
from skill1_envs.webshop.oracle import Oracle
from skill1_envs.webshop.suite import WebshopSuite


@dataclass(frozen=True, slots=True)
class Played:
    """An episode's end: ``score`` is the shop's, in [0, 1]; ``won`` means 1.0."""

    task: Task
    steps: int
    score: float
    won: bool


def play(env: WebshopEnv, expert: Expert, task: Task, seed: int = 0) -> tuple[Played, AgentView]:
    """One episode from reset to end, and the view at the end."""
    first = env.reset(task_index=task.index)
    view, is_over = AgentView(task, first.text, first, env.max_steps), False
    info = first.info
    while not is_over:
        # A generator for each turn: what an expert draws depends neither on other episodes nor on how often it
        # drew.
        rng = np.random.default_rng((seed, task.index, len(view.turns)))
        action = expert.answer("act", view, rng)
        seen = view.observation.text
        observation, _, terminated, truncated, info = env.step(action)
        # No parser stands between an expert and the shop, so every turn counts as valid.
        turns = (*view.turns, Turn(seen, action, valid=True))
        view = replace(view, observation=observation, turns=turns, success=bool(info["won"]))
        is_over = terminated or truncated
    return Played(task, len(view.turns), float(info["task_score"]), bool(info["won"])), view


LEAST_WON = 0.99  # of the satisfiable goals, by the oracle


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a line for each split and the satisfiable goals not won; 1 if the oracle won fewer than 99 % of them."""
    options = _parser().parse_args(arguments)
    suite = WebshopSuite(EnvConfig(name="webshop", data=options.data, goals=options.goals, max_steps=MAX_STEPS))
    try:
        # Whoever plays, the oracle says which goals can be satisfied.
        oracle, everything = suite.expert(None, "oracle"), []
        expert = suite.expert(None, options.expert)
        sys.stdout.write(_line("split", "goals", "satisfiable", "won", "mean score", "mean steps"))
        # By default those of the first way to split that the catalogue is large enough for.
        for split in [options.split] if options.split else list(suite.splits())[:3]:
            env = suite.make(split)
            played = [play(env, expert, task)[0] for task in suite.tasks(split)]
            sys.stdout.write(_row(split, played, oracle))
            everything += played
    except Skill1Error as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if options.expert != "oracle":
        return 0
    lost = list(_lost(everything, oracle))
    sys.stdout.write("".join(f"{task_id}: {reason}\n" for task_id, reason in lost))
    # Where no goal can be satisfied none is lost, and that is no failure either.
    satisfiable = sum(_is_satisfiable(oracle, game) for game in everything)
    return int(satisfiable - len(lost) < LEAST_WON * satisfiable)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m skill1_envs.webshop.experts",
        description="How the scripted shoppers fare on the goals of a catalogue.",
    )
    parser.add_argument("--data", metavar="DIR", help="folder of WebShop's files (default: $WEBSHOP_DATA)")
    parser.add_argument("--goals", choices=("human", "synthetic"), default="human", help="default: human")
    parser.add_argument("--split", metavar="S", help="default: the three of the official split, or by product")
    parser.add_argument("--expert", choices=("oracle", "sloppy"), default="oracle", help="default: oracle")
    return parser


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
