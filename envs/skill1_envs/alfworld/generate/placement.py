"""Where everything lies at the start of one game.

How many copies, and where, is calibrated against one published game and public transcripts; the docstring of
this package has the figures. Fixtures (lamps, plants, windows …) stand where they stand in all games of a room.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from skill1_envs.alfworld.generate.goals import Goal
from skill1_envs.alfworld.generate.rooms import DOWN, Receptacle, Room, free_id, pose_name
from skill1_envs.alfworld.generate.wheel import Wheel, read_wheel
from skill1_envs.kit.draws import chance, pick, pick_weighted

COPIES = {1: 40, 2: 25, 3: 35}  # copies of a thing type → weight
SINGLE = frozenset(
    {"Boots", "Laptop", "PaperTowelRoll", "Plunger", "ScrubBrush", "TeddyBear", "BaseballBat", "Kettle"}
)
# Receptacle type → (weight in the draw of a place, things it takes before it counts as full).
ROOMINESS = {
    "CounterTop": (36, 14),
    "DiningTable": (30, 12),
    "Desk": (22, 9),
    "Dresser": (20, 9),
    "CoffeeTable": (20, 8),
    "SideTable": (14, 6),
    "Bed": (16, 5),
    "Sofa": (20, 6),
    "ArmChair": (8, 2),
    "Ottoman": (8, 2),
    "Cart": (8, 4),
    "Toilet": (12, 3),
    "BathtubBasin": (6, 2),
    "SinkBasin": (16, 5),
    "GarbageCan": (14, 4),
    "Shelf": (7, 3),
    "StoveBurner": (30, 1),
    "CoffeeMachine": (35, 1),
    "Toaster": (8, 1),
    "TVStand": (30, 2),
    "LaundryHamper": (6, 2),
    "HandTowelHolder": (60, 1),
    "TowelHolder": (20, 1),
    "ToiletPaperHanger": (30, 1),
    "Fridge": (30, 9),
    "Microwave": (4, 2),
    "Cabinet": (7, 3),
    "Drawer": (4, 3),
    "Safe": (8, 3),
}
# Where things stand that find no better place, in this order.
_SURFACES = ("Desk", "SideTable", "Dresser", "CoffeeTable", "DiningTable", "TVStand", "CounterTop", "Shelf")
# Things that the tables of the wheel put nowhere: receptacle types they stand on, the first present type wins.
_STANDS_ON = {
    "DeskLamp": ("Desk", "SideTable", "Dresser", "Shelf", *_SURFACES),
    "FloorLamp": ("SideTable", "Dresser", "ArmChair", "Sofa", *_SURFACES),
    "HousePlant": ("SideTable", "CounterTop", "CoffeeTable", "Dresser", *_SURFACES),
    "Television": ("TVStand", "Dresser", "SideTable", *_SURFACES),
    "PaperTowelRoll": ("CounterTop", "DiningTable", "Shelf", *_SURFACES),
    "ScrubBrush": ("Toilet", "CounterTop"),
    "TeddyBear": ("Bed", "Sofa", "ArmChair"),
}
_LOOSE_COPIES = {"StoveKnob": 4, "Chair": 2, "Window": 2}
_BASIN_OF = {"Sink": "SinkBasin", "Bathtub": "BathtubBasin"}
_TWO_PLACES_PERCENT = 50  # of the things on one of two open receptacles with one pose, where both may hold it
_NESTED_PERCENT = 8  # of the containers
_ROOMS_KEPT = 128  # all of the wheel; rooms of homes are endless


@dataclass(frozen=True, slots=True)
class Thing:
    """Example: ``Thing("Mug|+00.50|+00.94|-01.46", "Mug", "loc|2|-3|2|45", ("CounterTop|…", "CoffeeMachine|…"))``."""

    id: str
    type: str
    pose: str
    receptacles: tuple[str, ...] = ()  # ids; more than one where they share a pose; none: it stands free
    inside: str = ""  # id of a container thing in the same receptacle


@dataclass(frozen=True, slots=True)
class Placement:
    """The start of a game: fixtures first, then what can be picked up."""

    things: tuple[Thing, ...]
    start: str  # the agent's pose; no receptacle has it

    @property
    def signature(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What kind of thing is where, regardless of coordinates. Equal ones play alike."""
        return tuple(sorted((thing.type, thing.receptacles) for thing in self.things if thing.receptacles))


def furnish(
    room: Room,
    goal: Goal,
    rng: random.Random,
    *,
    habits: Mapping[str, str] | None = None,
    copies: Mapping[str, int] | None = None,
) -> Placement:
    """Draws a start for a goal. No target lies in a receptacle of the goal's type.

    Args:
        room: where.
        goal: what will be asked for; its target is there in the number it needs.
        rng: all draws come from it.
        habits: thing type → id of the one receptacle in which all its copies lie; not of the goal's type.
        copies: thing type → number of copies, 0 to leave it out; the others are drawn.
    """
    habits, copies = habits or {}, copies or {}
    fixtures = fixed_things(room)
    filling = _Filling(room, goal, rng, {thing.id for thing in fixtures})
    for kind in room.thing_types:
        # The default is drawn even where `copies` has a number: without that draw a seed would give other games.
        count = copies.get(kind, 1 if kind in SINGLE else pick_weighted(rng, COPIES))
        if kind == goal.target:
            count = max(count, goal.count)
        for _ in range(count):
            filling.add(kind, habits.get(kind))
    # Last, when it is known what lies beside each container.
    things = _nested(filling.things, rng)
    return Placement((*fixtures, *things), _start(room, rng))


class _Filling:
    """Puts things into a room's receptacles, one by one."""

    def __init__(self, room: Room, goal: Goal, rng: random.Random, taken: set[str]) -> None:
        self.things: list[Thing] = []
        self._goal = goal
        self._rng = rng
        self._taken = taken  # ids in use
        self._load: Counter[str] = Counter()  # receptacle id → things in it
        self._places = {receptacle.id: receptacle for receptacle in room.receptacles}
        self._sharing = _sharing(room)
        self._choices = _choices(room)

    def add(self, kind: str, habit: str | None = None) -> None:
        """Adds one thing; leaves it out if every place for it is full, unless the goal needs it."""
        needed = kind == self._goal.target
        place = self._places[habit] if habit else self._draw(kind, needed)
        if place is None:
            return
        names = [place.id]
        # A habit is one place: a second one would be another answer to where the kind is kept.
        if not habit:
            names += self._second_place(kind, place)
        name = free_id(self._rng, kind, place.pose, self._taken)
        self._taken.add(name)
        self._load.update(names)
        self.things.append(Thing(name, kind, place.pose, tuple(names)))

    def _draw(self, kind: str, needed: bool) -> Receptacle | None:
        allowed = self._choices[kind]
        if needed:  # a room offers no goal whose target fits nowhere else
            allowed = [place for place in allowed if place.type != self._goal.parent]
        free = [place for place in allowed if self._load[place.id] < ROOMINESS[place.type][1]]
        if not free and not needed:
            return None
        # Where all are full, a target goes into a full one: a game without it could not be won.
        weights = {place: ROOMINESS[place.type][0] for place in free or allowed}
        return pick_weighted(self._rng, weights)

    def _second_place(self, kind: str, place: Receptacle) -> list[str]:
        """Open receptacles on one pose overlap in the originals: a mug in the coffee machine is on the counter too."""
        fits = read_wheel().fits
        for other in self._sharing.get(place.id, ()):
            # A target that lies in the goal's place at the start would count as brought.
            wanted = kind == self._goal.target and other.type == self._goal.parent
            if kind in fits.get(other.type, ()) and not wanted and chance(self._rng, _TWO_PLACES_PERCENT):
                return [other.id]
        return []


@lru_cache(maxsize=_ROOMS_KEPT)
def _choices(room: Room) -> dict[str, list[Receptacle]]:
    """Thing type → receptacles that may hold it at the start."""
    fits = read_wheel().fits
    choices = {kind: [r for r in room.receptacles if kind in fits.get(r.type, ())] for kind in room.thing_types}
    return {kind: allowed or _stands(room, kind) for kind, allowed in choices.items()}


@lru_cache(maxsize=_ROOMS_KEPT)
def _sharing(room: Room) -> dict[str, tuple[Receptacle, ...]]:
    """Receptacle id → the other open receptacles on its pose, for those that are open themselves."""
    at_pose: dict[str, list[Receptacle]] = {}
    for receptacle in room.receptacles:
        # What can be shut hides its things, so only open ones overlap.
        if not receptacle.is_openable:
            at_pose.setdefault(receptacle.pose, []).append(receptacle)
    return {
        receptacle.id: tuple(other for other in group if other is not receptacle)
        for group in at_pose.values()
        if len(group) > 1
        for receptacle in group
    }


def _stands(room: Room, kind: str) -> list[Receptacle]:
    """Receptacles of the first type of `_STANDS_ON` that the room has open ones of."""
    for surface in _STANDS_ON.get(kind, ()):
        if found := [receptacle for receptacle in room.of_type(surface) if not receptacle.is_openable]:
            return found
    return []


def _nested(things: Iterable[Thing], rng: random.Random) -> tuple[Thing, ...]:
    """Some containers get something of their receptacle put inside; it stays listed in the receptacle."""
    wheel = read_wheel()
    done = list(things)
    # Positions of what lies in a container already: nothing lies in two.
    inner: set[int] = set()
    for container in done:
        if container.type in wheel.container_types and chance(rng, _NESTED_PERCENT):
            candidates = list(_candidates(wheel, done, container, inner))
            if candidates:
                index = pick(rng, candidates)
                done[index] = replace(done[index], inside=container.id)
                inner.add(index)
    return tuple(done)


def _candidates(wheel: Wheel, things: list[Thing], container: Thing, inner: set[int]) -> Iterator[int]:
    fitting = wheel.fits.get(container.type, frozenset())
    for index, thing in enumerate(things):
        # No container is put into another.
        small = thing.type in fitting and thing.type not in wheel.container_types
        if small and index not in inner and thing.receptacles == container.receptacles:
            yield index


@lru_cache(maxsize=_ROOMS_KEPT)
def fixed_things(room: Room) -> tuple[Thing, ...]:
    """What stands in the room in every game: lamps and plants on receptacles, windows and knobs free."""
    # Of the scene alone, as the room itself is drawn.
    rng = random.Random(f"alfworld fixtures {room.scene}")
    taken: set[str] = set()
    things = [thing for kind in room.fixtures for thing in _fixture(room, kind, rng, taken)]
    return tuple(things)


def _fixture(room: Room, kind: str, rng: random.Random, taken: set[str]) -> Iterator[Thing]:
    if kind in _BASIN_OF:
        for basin in room.of_type(_BASIN_OF[kind]):
            # A sink has the id of its basin, less the last part.
            if basin.id.startswith(f"{kind}|"):
                yield Thing(basin.id.rpartition("|")[0], kind, basin.pose)
        return
    stands = _stands(room, kind)
    for _ in range(_LOOSE_COPIES.get(kind, 1)):
        place = pick(rng, stands) if stands else None
        # Loose things, too, have a pose: they are seen from somewhere, though no receptacle lists them.
        pose = place.pose if place else pose_name(pick(rng, room.points), int(rng.random() * 4), DOWN)
        name = free_id(rng, kind, pose, taken)
        taken.add(name)
        yield Thing(name, kind, pose, (place.id,) if place else ())


def _start(room: Room, rng: random.Random) -> str:
    # Away from all receptacles: only then does the first observation list the room.
    occupied = {receptacle.pose for receptacle in room.receptacles}
    while True:  # there are hundreds of poses and dozens of receptacles
        pose = pose_name(pick(rng, room.points), int(rng.random() * 4), DOWN)
        if pose not in occupied:
            return pose
