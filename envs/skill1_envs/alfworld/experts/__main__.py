"""``python -m skill1_envs.alfworld.experts --games DIR``: how the oracle fares on all games below a folder."""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from skill1_envs.alfworld.experts.plan import plan
from skill1_envs.alfworld.simulator.env import MAX_STEPS, read_game
from skill1_envs.alfworld.simulator.files import GAME_FILE, read_task_type
from skill1_envs.alfworld.simulator.game import Game
from skill1_envs.alfworld.simulator.world import World


def played_length(game: Game, limit: int) -> int | None:
    """Commands to the win, replanning before each; None if there is no win within the limit."""
    world = World(game)
    for length in range(1, limit + 1):
        commands = plan(world)
        if commands is None:
            return None
        world.act(commands[0] if commands else "look")
        if world.is_won:
            return length
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a line for each task type and the total; 1 if fewer than 99 % of the games are won."""
    parser = argparse.ArgumentParser(prog="python -m skill1_envs.alfworld.experts", description=__doc__)
    parser.add_argument("--games", type=Path, required=True, metavar="DIR", help="folder with games below it")
    parser.add_argument("--max-steps", type=int, default=MAX_STEPS, help="limit of an episode (default: 50)")
    options = parser.parse_args(arguments)
    lengths: dict[str, list[int | None]] = defaultdict(list)
    seconds = 0.0
    for path in sorted(options.games.rglob(GAME_FILE)):
        game = read_game(path.parent)
        start = time.perf_counter()
        plan(World(game))
        seconds += time.perf_counter() - start
        lengths[read_task_type(path.parent) or "unknown"].append(played_length(game, options.max_steps))
    everything = [length for group in lengths.values() for length in group]
    if not everything:
        parser.error(f"no {GAME_FILE} below {options.games}; expected a folder of ALFWorld games")
    rows = [*sorted(lengths.items()), ("all", everything)]
    sys.stdout.write("".join(_line(name, group) for name, group in rows))
    sys.stdout.write(f"{1e3 * seconds / len(everything):.2f} ms a plan from the start\n")
    return int(sum(length is not None for length in everything) < 0.99 * len(everything))


def _line(name: str, lengths: Sequence[int | None]) -> str:
    won = [length for length in lengths if length is not None]
    mean = sum(won) / len(won) if won else float("nan")
    return f"{name:32} won {len(won)}/{len(lengths)}, mean {mean:.2f} commands, longest {max(won, default=0)}\n"


if __name__ == "__main__":
    raise SystemExit(main())
