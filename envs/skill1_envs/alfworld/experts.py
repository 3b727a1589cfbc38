"""Scripted players of ALFWorld's games: an oracle, an explorer, and an explorer that errs.

The oracle is here: it reads the hidden state and plays a near-optimal plan (``simulator.plan``). Its queries and skills
hold only what the task says and what its own turns have shown: ``when clean cloth cabinet do cloth in drawer 3 , clean
with sinkbasin 1`` or, where the task names a home, ``when maple hill cloth do cloth in drawer 3``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from skill1.env.protocol import Expert, View
from skill1.errors import ConfigError
from skill1.schema import Candidate, Stage, Task, Turn
from skill1_envs.alfworld.claims import kind_of, kind_wanted, parse_request
from skill1_envs.alfworld.explorer import EXPLORERS, Explorer
from skill1_envs.alfworld.simulator.game import Game
from skill1_envs.alfworld.simulator.goal import CLEAN, COOL, HOT, LightGoal
from skill1_envs.alfworld.simulator.plan import plan
from skill1_envs.alfworld.simulator.world import World

EXPERTS = ("oracle", *EXPLORERS)
# Always admissible and without effect, so it can stand in where there is no plan.
NOTHING_TO_DO = "look"
LEAST_SHARE = 0.7  # of the query's words that a skill must name to be taken: all three of a home and a thing
LEAST_UTILITY = 0.3  # a skill that was used and serves less is left alone
_WORDS = {CLEAN: "clean", HOT: "heat", COOL: "cool"}


def make_expert(kind: str, game_of: Callable[[Task], Game], seed: int = 0) -> Expert:
    """A scripted player.

    Args:
        kind: ``oracle`` reads the hidden state and plays a near-optimal plan; ``explorer`` knows only what a policy is
            shown, searches, and follows its skill; ``orderly`` searches in one order, which is the easiest to imitate;
            ``sloppy`` is an explorer that errs and recovers; ``wary`` one that seldom follows its skill.
        game_of: the parsed game of a task; only the oracle looks into it.
        seed: of the expert's own draws, where the caller brings no generator.

    Raises:
        ConfigError: an unknown kind.
    """
    if kind == "oracle":
        return Planner(game_of)
    if kind not in EXPLORERS:
        raise ConfigError(f"alfworld has no expert {kind!r}; expected one of {', '.join(EXPERTS)}.")
    return Explorer(EXPLORERS[kind], seed)


class Planner:
    """Answers ``query``, ``rerank``, ``act`` and ``distill`` in compact form. Keeps no state between answers.

    Args:
        game_of: the parsed game of a task, whose hidden state only ``act`` makes use of.
    """

    def __init__(self, game_of: Callable[[Task], Game]) -> None:
        self._game_of = game_of

    def answer(self, stage: Stage, view: View, rng: np.random.Generator | None = None) -> str:
        """What to write at a stage. Raises ``DataError`` if the game of the task cannot be read."""
        game = self._game_of(view.task)
        if stage == "query":
            return scenario(game, view.task.instruction)
        if stage == "rerank":
            return _pick(scenario(game, view.task.instruction).split(), kind_wanted(game), view.candidates)
        if stage == "act":
            return self._act(game, view.turns)
        return _distil(game, view)

    def _act(self, game: Game, turns: Sequence[Turn]) -> str:
        # From the start for each answer: the planner keeps no state, and a world takes microseconds a command.
        world = World(game)
        for turn in turns:
            world.act(turn.action)
        commands = plan(world)
        return commands[0] if commands else NOTHING_TO_DO


def scenario(game: Game, instruction: str) -> str:
    """Words that a skill for the task is found by: ``maple hill cloth`` in a home, else ``clean cloth cabinet``."""
    kind, goal = kind_wanted(game), game.goal
    if home := _home(instruction):
        return f"{home} {kind}"
    if isinstance(goal, LightGoal):
        return " ".join(["look", kind, *dict.fromkeys(kind_of(game.things[lamp]) for lamp in goal.lamps)])
    treatments = [word for bit, word in _WORDS.items() if goal.marks & bit] or ["put"]
    places = dict.fromkeys(kind_of(game.places[place]) for place in goal.places)
    return " ".join([*treatments, *["two"] * (goal.count == 2), kind, *places])


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
        # A skill that does not name the thing cannot say where it is, whatever it describes.
        if share < LEAST_SHARE or is_known_bad or kind not in skill.strategy.lower().split():
            continue
        # An untried skill counts as the least useful that is still taken.
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
    # Played again, because a turn is only text: which thing and place a command means stands in the game's table.
    world, found = World(game), set()
    for command in map(str.strip, commands):
        # A refused command has shown nothing.
        if command not in world.admissible:
            continue
        verb, first, second = game.commands.actions[command]
        world.act(command)
        # Only where it was first taken from: later places are where the player itself has put it.
        if verb == "take" and first in game.goal.targets - found:
            found.add(first)
            yield f"{kind_of(game.things[first])} in {game.places[second]}"
        elif first in found and verb in ("clean", "heat", "cool"):
            yield f"{verb} with {game.places[second]}"
        elif verb == "use":
            # There is one: a lamp can be used only if it is in a place here.
            place = next(place for place in world.here if first in world.contents[place])
            yield f"{kind_of(game.things[first])} in {game.places[place]}"
