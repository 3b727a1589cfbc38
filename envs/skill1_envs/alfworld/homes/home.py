"""One home: a small part of a room of the wheel, and where each kind of thing is kept there for good.

A room keeps eight closed receptacles of one type, which hide what tasks ask for; its appliances; and a few open places
to bring things to, one of each type, so that a task's goal names a single place. A lamp room has one desk lamp, which
stands on its only desk, side table or dresser.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from skill1_envs.alfworld.generate.draws import chance, pick, pick_weighted, shuffled
from skill1_envs.alfworld.generate.game_files import GeneratedGame, make_game
from skill1_envs.alfworld.generate.goals import (
    CLEAN,
    COOL,
    HEAT,
    LOOK,
    PICK,
    TASK_TYPES,
    TWO,
    Goal,
    goals_of,
    sentence,
)
from skill1_envs.alfworld.generate.rooms import Receptacle, Room, read_room
from skill1_envs.alfworld.generate.wheel import read_wheel

# Scenes with enough closed receptacles, each with a pose of its own. Games of the held-out ones are `valid_unseen`.
KITCHENS = (1, 5, 7, 8, 11, 12, 13, 15, 16, 18, 19, 20, 22, 24, 27, 28, 30)
LAMP_ROOMS = (210, 224, 315, 323)
HELDOUT_KITCHENS, HELDOUT_LAMP_ROOMS = (6, 9, 17), (317, 318)
NUM_HIDING, NUM_ASKED, NUM_OTHER = 8, 6, 4
# Per kind of room: the type that hides things, the kinds asked for, appliances, and the places things are brought to
# (the first few that are there, one of each type).
_HIDING = {"Kitchen": "Cabinet", "LivingRoom": "Drawer", "Bedroom": "Drawer"}
_DISHES = ("Bowl", "Cup", "Mug", "Pan", "Plate", "Pot")
_SMALL_THINGS = (
    "Book",
    "CD",
    "CellPhone",
    "CreditCard",
    "KeyChain",
    "Newspaper",
    "Pen",
    "Pencil",
    "RemoteControl",
    "Watch",
    "WateringCan",
)
_TOOLS = ("SinkBasin", "Microwave", "Fridge")
_KITCHEN_GOALS, _NUM_KITCHEN_GOALS = ("CounterTop", "DiningTable", "SideTable", "Shelf", "StoveBurner"), 3
_LAMP_STANDS = ("Desk", "SideTable", "Dresser")  # a desk lamp stands on the first of them that there is
_ROOM_GOALS, _NUM_ROOM_GOALS = ("Bed", "Sofa", "ArmChair", "CoffeeTable", "DiningTable", "GarbageCan"), 3
# Odds of the task types wherever several are possible: every type gets a fair share of all games.
TYPE_WEIGHTS = {PICK: 2, LOOK: 4, CLEAN: 3, HEAT: 6, COOL: 3, TWO: 1}
_SECOND_COPY_PERCENT = 25
_OTHER_COPIES = {0: 1, 1: 2, 2: 1}  # copies of a kind never asked for → weight


@dataclass(frozen=True, slots=True)
class Home:
    """What a home hides, and what can be asked for in it."""

    name: str  # such as "maple hill"
    room: Room  # only what the home keeps of it
    habits: Mapping[str, str]  # thing type → receptacle id, for all its kinds
    goals: Mapping[str, tuple[Goal, ...]]  # kind asked for → what can be asked of it

    @property
    def kinds(self) -> tuple[str, ...]:
        """Thing types that are asked for, each kept in a closed receptacle of its own."""
        return tuple(self.goals)


@dataclass(frozen=True, slots=True)
class Chore:
    """One game's home, goal and sentence (without a period)."""

    home: Home
    goal: Goal
    task: str


def draw_home(name: str, scene: int, rng: random.Random) -> Home:
    """A home in a scene: which closed receptacles it keeps, what lies about, and the habits.

    Raises:
        DataError: the alfworld package is missing.
    """
    whole = read_room(scene)
    hiding = shuffled(rng, _hiding_places(whole))[:NUM_HIDING]
    open_places = _goal_places(whole)
    asked = sorted(shuffled(rng, [kind for kind in whole.thing_types if kind in _askable(whole.kind)])[:NUM_ASKED])
    others = shuffled(rng, _other_kinds(whole, (*hiding, *open_places)))[:NUM_OTHER]
    habits = {kind: place.id for kind, place in zip(asked, shuffled(rng, hiding), strict=False)}
    for kind in others:
        habits[kind] = pick(rng, [place for place in (*hiding, *open_places) if _fits(kind, place)]).id
    room = replace(
        whole,
        receptacles=tuple(sorted((*_tools(whole), *hiding, *open_places), key=lambda place: place.id)),
        thing_types=tuple(kind for kind in whole.thing_types if kind in habits),
        fixtures=("DeskLamp",) if _is_lamp_room(whole) else (),
    )
    return Home(name, room, habits, _goals(room, asked, {place.type for place in open_places}))


def draw_chore(home: Home, goals: Iterable[Goal], rng: random.Random) -> Chore:
    """One of some goals of a home, the task type by ``TYPE_WEIGHTS``, with one of upstream's sentences."""
    by_type: dict[str, list[Goal]] = {}
    for goal in goals:
        by_type.setdefault(goal.task_type, []).append(goal)
    task_type = pick_weighted(rng, {type_: TYPE_WEIGHTS[type_] for type_ in by_type})
    goal = pick(rng, by_type[task_type])
    return Chore(home, goal, f"at {home.name}, {sentence(goal, rng)}")


def play_chore(chore: Chore, trial: str, rng: random.Random) -> GeneratedGame:
    """A game of a chore: its copies and what else lies about are drawn."""
    while True:  # hardly ever a second time: chores are made to be solvable
        copies = {kind: _num_copies(chore, kind, rng) for kind in chore.home.room.thing_types}
        home = chore.home
        game = make_game(
            home.room, chore.goal, rng, trial=trial, task=chore.task, habits=home.habits, copies=copies
        )
        if game is not None:
            return game


def _num_copies(chore: Chore, kind: str, rng: random.Random) -> int:
    if kind not in chore.home.goals:
        return pick_weighted(rng, _OTHER_COPIES)
    return 1 + chance(rng, _SECOND_COPY_PERCENT)


def _is_lamp_room(room: Room) -> bool:
    return room.kind != "Kitchen"


def _askable(kind_of_room: str) -> tuple[str, ...]:
    return _DISHES if kind_of_room == "Kitchen" else _SMALL_THINGS


def _fits(kind: str, place: Receptacle) -> bool:
    return kind in read_wheel().fits.get(place.type, ())


def _goals(room: Room, asked: Iterable[str], parents: set[str]) -> dict[str, tuple[Goal, ...]]:
    offered = [goal for task_type in TASK_TYPES for goal in goals_of(room, task_type)]
    return {
        kind: tuple(
            goal for goal in offered if goal.target == kind and (not goal.parent or goal.parent in parents)
        )
        for kind in asked
    }


def _other_kinds(room: Room, places: Iterable[Receptacle]) -> list[str]:
    """Kinds that are never asked for in this kind of room and have a place in it."""
    places = tuple(places)
    askable = _askable(room.kind)
    return [
        kind for kind in room.thing_types if kind not in askable and any(_fits(kind, place) for place in places)
    ]


@cache
def _hiding_places(room: Room) -> tuple[Receptacle, ...]:
    """The closed receptacles of the type that hides things, one a pose, none where anything else is kept."""
    taken = {place.pose for place in (*_tools(room), *_goal_places(room))}
    found = []
    for place in room.of_type(_HIDING[room.kind]):
        if place.is_openable and place.pose not in taken:
            taken.add(place.pose)
            found.append(place)
    return tuple(found)


@cache
def _tools(room: Room) -> tuple[Receptacle, ...]:
    """One of each appliance, at poses of their own."""
    return _one_each(room, [] if _is_lamp_room(room) else _TOOLS, set())


@cache
def _goal_places(room: Room) -> tuple[Receptacle, ...]:
    """Open places, one of each type; in a lamp room the lamp's stand first."""
    taken = {place.pose for place in _tools(room)}
    if not _is_lamp_room(room):
        return _one_each(room, _KITCHEN_GOALS, taken)[:_NUM_KITCHEN_GOALS]
    stand = _one_each(room, _LAMP_STANDS, taken)[:1]
    return stand + _one_each(room, _ROOM_GOALS, {*taken, *(place.pose for place in stand)})[:_NUM_ROOM_GOALS]


def _one_each(room: Room, types: Iterable[str], taken: set[str]) -> tuple[Receptacle, ...]:
    """The first receptacle of each type at a pose that no other has."""
    taken = set(taken)
    found = []
    for type_ in types:
        place = next((place for place in room.of_type(type_) if place.pose not in taken), None)
        if place is not None:
            taken.add(place.pose)
            found.append(place)
    return tuple(found)
