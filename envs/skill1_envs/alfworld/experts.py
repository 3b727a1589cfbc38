"""Scripted players of ALFWorld's games: an oracle, an explorer, and an explorer that errs.

The oracle is here: it reads the hidden state and plays a near-optimal plan (``simulator.plan``). Its queries and skills
hold only what the task says and what its own turns have shown: ``when clean cloth cabinet do cloth in drawer 3 , clean
with sinkbasin 1`` or, where the task names a home, ``when maple hill cloth do cloth in drawer 3``.

``python -m skill1_envs.alfworld.experts --games DIR`` says how the oracle fares on all games below a folder.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from skill1.env.protocol import Expert, View
from skill1.errors import ConfigError
from skill1.schema import Candidate, Stage, Task, Turn
from skill1_envs.alfworld.claims import kind_of, parse_request, things_wanted
from skill1_envs.alfworld.env import MAX_STEPS, read_game
from skill1_envs.alfworld.explorer import EXPLORERS, Explorer
from skill1_envs.alfworld.simulator.files import GAME_FILE, read_task_type
from skill1_envs.alfworld.simulator.game import Game
from skill1_envs.alfworld.simulator.goal import CLEAN, COOL, HOT, SLICED, LightGoal, PlaceGoal
from skill1_envs.alfworld.simulator.plan import plan
from skill1_envs.alfworld.simulator.world import World

EXPERTS = ("oracle", "explorer", "orderly", "sloppy")


def make_expert(kind: str, game_of: Callable[[Task], Game], seed: int = 0) -> Expert:
    """A scripted player.

    Args:
        kind: ``oracle`` reads the hidden state and plays a near-optimal plan; ``explorer`` knows only what a policy is
            shown, searches, and follows its skill; ``orderly`` searches in one order, which is the easiest to imitate;
            ``sloppy`` is an explorer that errs and recovers.
        game_of: the parsed game of a task; only the oracle looks into it.
        seed: of the expert's own draws, where the caller brings no generator.

    Raises:
        ConfigError: an unknown kind.
    """
    if kind == "oracle":
        return Planner(game_of, seed)
    if kind not in EXPLORERS:
        raise ConfigError(f"alfworld has no expert {kind!r}; expected one of {', '.join(EXPERTS)}.")
    return Explorer(EXPLORERS[kind], seed)


NOTHING_TO_DO = "look"
_WORDS = {CLEAN: "clean", HOT: "heat", COOL: "cool", SLICED: "slice"}
LEAST_SHARE = 0.7  # of the query's words that a skill must name to be taken: all three of a home and a thing
LEAST_UTILITY = 0.3  # a skill that was used and serves less is left alone


class Planner:
    """Answers ``query``, ``rerank``, ``act`` and ``distill`` in compact form. Keeps no state between answers.

    Args:
        game_of: the parsed game of a task, whose hidden state only ``act`` makes use of.
        seed: as of every expert; this one draws nothing.
    """

    def __init__(self, game_of: Callable[[Task], Game], seed: int = 0) -> None:
        self._game_of = game_of

    def answer(self, stage: Stage, view: View, rng: np.random.Generator | None = None) -> str:
        """What to write at a stage. Raises ``DataError`` if the game of the task cannot be read."""
        game = self._game_of(view.task)
        if stage == "query":
            return scenario(game, view.task.instruction)
        if stage == "rerank":
            return _pick(scenario(game, view.task.instruction).split(), target_kind(game), view.candidates)
        if stage == "act":
            return self._act(game, view.turns)
        return _distil(game, view)

    def _act(self, game: Game, turns: Sequence[Turn]) -> str:
        world = World(game)
        for turn in turns:
            world.act(turn.action)
        commands = plan(world)
        return commands[0] if commands else NOTHING_TO_DO


def target_kind(game: Game) -> str:
    """What kind of thing is asked for, such as ``cloth``; ``thing`` if the game has none."""
    return next((kind_of(game.things[thing]) for thing in sorted(things_wanted(game.goal))), "thing")


def scenario(game: Game, instruction: str) -> str:
    """Words that a skill for the task is found by: ``maple hill cloth`` in a home, else ``clean cloth cabinet``."""
    kind, goal = target_kind(game), game.goal
    if home := _home(instruction):
        return f"{home} {kind}"
    if isinstance(goal, LightGoal):
        return " ".join(["look", kind, *dict.fromkeys(kind_of(game.things[lamp]) for lamp in goal.lamps)])
    treatments = [word for bit, word in _WORDS.items() if goal.marks & bit] or ["put"]
    places = dict.fromkeys(kind_of(game.places[place]) for place in goal.places)
    return " ".join([*treatments, *["two"] * (isinstance(goal, PlaceGoal) and goal.count == 2), kind, *places])


def _home(instruction: str) -> str:
    request = parse_request(instruction)
    return request.home if request is not None else ""


def _pick(query: Sequence[str], kind: str, candidates: Sequence[Candidate]) -> str:
    """The candidate that names most of the query, then the one that has served best; ``none`` if all are beside it."""
    best, choice = (0.0, 0.0), "none"
    for number, candidate in enumerate(candidates, start=1):
        skill = candidate.skill
        words = skill.description.lower().split()
        share = sum(word in words for word in query) / len(query)
        is_known_bad = skill.selected > 0 and skill.utility < LEAST_UTILITY
        if share < LEAST_SHARE or is_known_bad or kind not in skill.strategy.lower().split():
            continue
        value = (share, skill.utility if skill.selected else LEAST_UTILITY)
        if value > best:
            best, choice = value, f"k{number}"
    return choice


def _distil(game: Game, view: View) -> str:
    """Where the things asked for were and what was done with them, as the turns have shown it."""
    facts = list(dict.fromkeys(_facts(game, [turn.action for turn in view.turns])))
    if not facts:
        return "none"
    instruction = view.task.instruction
    told = facts[:1] if _home(instruction) else facts  # the habit of a home holds in all its tasks
    return f"when {scenario(game, instruction)} do {' , '.join(told)}"


def _facts(game: Game, commands: Sequence[str]) -> Iterator[str]:
    """Such as ``cloth in drawer 3``, ``clean with sinkbasin 1``, ``desklamp in desk 1``, in the order of the turns."""
    world, wanted, found = World(game), things_wanted(game.goal), set()
    for command in map(str.strip, commands):
        if command not in world.admissible:
            continue
        verb, first, second = game.commands.actions[command]
        world.act(command)
        if verb == "take" and first in wanted - found:
            found.add(first)
            yield f"{kind_of(game.things[first])} in {game.places[second]}"
        elif first in found and verb in ("clean", "heat", "cool"):
            yield f"{verb} with {game.places[second]}"
        elif verb == "use":
            place = next(place for place in world.here if first in world.contents[place])
            yield f"{kind_of(game.things[first])} in {game.places[place]}"


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
    parser = argparse.ArgumentParser(
        prog="python -m skill1_envs.alfworld.experts",
        description="How the oracle fares on all games below a folder.",
    )
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
