"""One generated game: made, played to the win, and written as ALFWorld's three files.

The PDDL problem in them is laid out as ALFRED's planner writes it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from skill1_envs.alfworld.generate.goals import Goal, goal_pddl, sentence, told_by_people
from skill1_envs.alfworld.generate.placement import Placement, furnish
from skill1_envs.alfworld.generate.rooms import EXTRA_PICKUPABLE, Room
from skill1_envs.alfworld.generate.wheel import Wheel, read_wheel
from skill1_envs.alfworld.simulator.files import GAME_FILE, SHIPPED_TASK, TRAJECTORY_FILE, GameFile
from skill1_envs.alfworld.simulator.game import Game, parse_game
from skill1_envs.alfworld.simulator.plan import plan
from skill1_envs.alfworld.simulator.world import World

# Upstream's words for these signs. The simulator reads display names back out of them.
_MANGLED = str.maketrans({"-": "_minus_", "|": "_bar_", "+": "_plus_", ".": "_dot_", ",": "_comma_"})
_INDENT = "\n  "
_LASTING = ("cleanable", "heatable", "coolable", "sliceable")  # toggleable are only lamps of the goal, as upstream


def problem_text(room: Room, placement: Placement, goal: Goal, trial: str) -> str:
    """The problem of one game, named ``plan_<trial>``."""
    wheel = read_wheel()
    poses = {receptacle.pose for receptacle in room.receptacles} | {thing.pose for thing in placement.things}
    declared = [
        *(f"{mangled(thing.id)} - object" for thing in placement.things),
        *(f"{mangled(receptacle.id)} - receptacle" for receptacle in room.receptacles),
        # The agent's start too: nothing else need be there.
        *(f"{mangled(pose)} - location" for pose in sorted(poses | {placement.start})),
    ]
    facts = _facts(wheel, room, placement, goal)
    return (
        f"\n(define (problem plan_{trial})\n(:domain alfred)\n(:objects{_INDENT}{_declared_types()}{_INDENT}"
        f"{_INDENT.join(declared)}{_INDENT})\n\n(:init{_INDENT}{_INDENT.join(facts)}{_INDENT})\n{goal_pddl(goal)}"
    )


@lru_cache(maxsize=4096)  # receptacles come again in every game of a room, things do not
def mangled(name: str) -> str:
    """An id as a PDDL word: ``Apple|+01.59|…`` → ``Apple_bar__plus_01_dot_59_bar_…``."""
    return name.translate(_MANGLED)


@cache
def _declared_types() -> str:
    """The agent, the types, and, as the originals have it, one object per thing type that no fact mentions."""
    wheel = read_wheel()
    words = [
        "agent1 - agent",
        *(f"{kind} - object" for kind in wheel.thing_types),
        *(f"{kind}Type - otype" for kind in wheel.thing_types),
        *(f"{kind}Type - rtype" for kind in wheel.receptacle_types),
    ]
    return _INDENT.join(words)


def _facts(wheel: Wheel, room: Room, placement: Placement, goal: Goal) -> Iterator[str]:
    # Types first, then what may be done with what, then where all is; to readers the order means nothing.
    things = [(mangled(thing.id), thing) for thing in placement.things]
    places = [(mangled(receptacle.id), receptacle) for receptacle in room.receptacles]
    pickupable = wheel.pickupable_types | EXTRA_PICKUPABLE
    yield from (f"(receptacleType {name} {place.type}Type)" for name, place in places)
    yield from (f"(objectType {name} {thing.type}Type)" for name, thing in things)
    yield from _fitting(wheel, {p.type for _, p in places}, {thing.type for _, thing in things})
    yield from (f"(isReceptacleObject {name})" for name, thing in things if thing.type in wheel.container_types)
    yield from (f"(openable {name})" for name, place in places if place.is_openable)
    yield f"(atLocation agent1 {mangled(placement.start)})"
    for ability in _LASTING:
        kinds = wheel.abilities[ability]
        yield from (f"({ability} {name})" for name, thing in things if thing.type in kinds)
    yield from (f"(toggleable {name})" for name, thing in things if thing.type == goal.lamp)
    yield from (f"(pickupable {name})" for name, thing in things if thing.type in pickupable)
    yield from (f"(inReceptacleObject {name} {mangled(thing.inside)})" for name, thing in things if thing.inside)
    yield from (f"(inReceptacle {name} {mangled(place)})" for name, thing in things for place in thing.receptacles)
    yield from (f"(receptacleAtLocation {name} {mangled(place.pose)})" for name, place in places)
    yield from (f"(objectAtLocation {name} {mangled(thing.pose)})" for name, thing in things)


def _fitting(wheel: Wheel, places: Iterable[str], things: set[str]) -> Iterator[str]:
    for place in sorted(places):
        for thing in sorted(wheel.fits.get(place, frozenset()) & things):
            yield f"(canContain {place}Type {thing}Type)"


# From here on: the game as a whole, drawn, played to the win and written.
PROBLEM_FILE = "initial_state.pddl"


@dataclass(frozen=True, slots=True)
class GeneratedGame:
    """Everything of one game; ``files`` are its bytes."""

    room: Room
    goal: Goal
    placement: Placement
    trial: str  # name of its folder, such as trial_T20260101_000000_123456
    task: str  # sentence without its final period
    told: tuple[str, ...]  # the same in people's words, with periods
    problem: str  # PDDL
    walkthrough: tuple[str, ...]  # commands that win

    @property
    def path(self) -> str:
        """Folder below the split."""
        return f"{self.goal.folder(self.room.scene)}/{self.trial}"

    @property
    def signature(self) -> tuple[Any, ...]:
        """Room, goal and what lies where: no two games of a set are equal in these."""
        return self.room.scene, self.goal, self.placement.signature

    def game(self) -> Game:
        """Parsed for the simulator, without any file."""
        return parse_game(GameFile(self.problem, self.task))

    def files(self) -> dict[str, bytes]:
        """File name → content, UTF-8. No time, path or machine enters."""
        return {
            GAME_FILE: json.dumps(self._game_file()).encode(),
            TRAJECTORY_FILE: json.dumps(self._trajectory(), indent=1).encode(),
            PROBLEM_FILE: self.problem.encode(),
        }

    def write(self, split_folder: Path) -> dict[str, bytes]:
        """Writes ``files`` to the game's folder below ``split_folder``, and returns them.

        Raises:
            OSError: it exists, or the disk is full.
        """
        folder = split_folder / self.path
        # It must be new: files of two games under one name would mix.
        folder.mkdir(parents=True)
        files = self.files()
        for name, content in files.items():
            (folder / name).write_bytes(content)
        return files

    def _game_file(self) -> dict[str, Any]:
        wheel = read_wheel()
        return {
            "pddl_domain": wheel.domain,
            # ALFWorld reads the sentence here, not in the trajectory, so every game repeats the whole grammar.
            "grammar": wheel.grammar.replace(SHIPPED_TASK, self.task),
            "pddl_problem": self.problem,
            "solvable": True,
            "walkthrough": self.walkthrough,
        }

    def _trajectory(self) -> dict[str, Any]:
        """What ALFWorld's own tools read of ALFRED's ``traj_data.json``; the visual parts are empty."""
        annotations = [
            {"assignment_id": f"generated-{number}", "high_descs": [], "task_desc": text, "votes": [1, 1, 1]}
            for number, text in enumerate(self.told, start=1)
        ]
        return {
            "images": [],
            "pddl_params": {
                "mrecep_target": "",
                "object_sliced": False,
                "object_target": self.goal.target,
                "parent_target": self.goal.parent,
                "toggle_target": self.goal.lamp,
            },
            "plan": {},
            "scene": {
                "dirty_and_empty": False,
                "floor_plan": self.room.floor_plan,
                "object_poses": [],
                "object_toggles": [],
                "random_seed": 0,
                "scene_num": self.room.scene,
            },
            "task_id": self.trial,
            "task_type": self.goal.task_type,
            "turk_annotations": {"anns": annotations},
        }


def make_game(
    room: Room,
    goal: Goal,
    rng: random.Random,
    *,
    trial: str,
    task: str = "",
    habits: Mapping[str, str] | None = None,
    copies: Mapping[str, int] | None = None,
) -> GeneratedGame | None:
    """Draws one game and plays it to the win in the simulator.

    Args:
        room, goal: see ``goals_of`` for the goals a room offers.
        rng: all draws come from it; equal states give equal games.
        trial: name of the game's folder, ``trial_T…``; it must be unique within a set.
        task: the sentence, lower case, without a period; by default one of upstream's templates.
        habits, copies: see ``furnish``.

    Returns:
        None if the draw is won from the start or cannot be won; draw again.
    """
    placement = furnish(room, goal, rng, habits=habits, copies=copies)
    task = task or sentence(goal, rng)
    told = told_by_people(goal, rng)
    problem = problem_text(room, placement, goal, trial)
    # Parsed from the very text that is written, so what was played to the win is what others will read.
    walkthrough = find_walkthrough(parse_game(GameFile(problem, task)))
    if walkthrough is None:
        return None
    return GeneratedGame(room, goal, placement, trial, task, told, problem, walkthrough)


def find_walkthrough(game: Game) -> tuple[str, ...] | None:
    """Commands that win, each of them tried out; None if there are none, or if it is won from the start."""
    world = World(game)
    commands = plan(world)
    # No plan, or an empty one: then the game is won at the start.
    if not commands:
        return None
    for command in commands:
        if command not in world.admissible:
            return None
        world.act(command)
    return commands if world.is_won else None
