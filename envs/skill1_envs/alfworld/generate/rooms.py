"""The rooms that games are made in: a layout of the wheel, completed where the wheel is silent.

A layout lists receptacles whose standing pose upstream has tried out ("vetted"), names the types of everything in the
room, and the points that can be reached. Types that are named but have no vetted receptacle (stove burners, coffee
machine, bins …) are added here at drawn poses. The draws depend on the scene number alone, so a room is the same in
all games, as in the originals.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from skill1_envs.alfworld.generate.wheel import Wheel, read_wheel
from skill1_envs.kit.draws import chance, pick, shuffled

Point = tuple[int, int]  # x and z in steps of 0.25 m
ROOM_KINDS = ("Kitchen", "LivingRoom", "Bedroom", "Bathroom")
SCENES = {
    "Kitchen": range(1, 31),
    "LivingRoom": range(201, 231),
    "Bedroom": range(301, 331),
    "Bathroom": range(401, 431),
}
STEP_CM = 25  # a step of the grid
DOWN, FAR_DOWN, UP = 30, 60, -30  # horizons, degrees below the level
# How many of a named type are added where the layout has none with a vetted pose; one of any other type.
_ADDED = {"StoveBurner": 4, "HandTowelHolder": 2, "Drawer": 3, "Shelf": 3}
# Can be picked up in the originals, though the tables say of no receptacle that it may hold them.
EXTRA_PICKUPABLE = frozenset({"PaperTowelRoll", "ScrubBrush", "TeddyBear", "Boots"})
# Type of a basin → the type with which its id begins.
_BASINS = {"SinkBasin": "Sink", "BathtubBasin": "Bathtub"}
_ON_COUNTERS = frozenset({"CoffeeMachine", "Toaster"})  # often reached from the counter's pose
# Chance to be reached from the pose of another one; many published rooms have such pairs.
_SHARED_POSE_PERCENT = 40
# Unvetted ones beside the vetted: at most so many in a room that has the type. Public transcripts show many.
_UNVETTED = {"Cabinet": 4, "Drawer": 2}


@dataclass(frozen=True, slots=True)
class Receptacle:
    """Example: ``Receptacle("Cabinet|+00.65|+00.48|+00.24", "Cabinet", "loc|-1|3|1|30", True)``."""

    id: str
    type: str
    pose: str  # loc|x|z|rotation|horizon: quarter metres, quarter turns, degrees; several may share one
    is_openable: bool  # only vetted ones; upstream leaves others open for good


@dataclass(frozen=True, slots=True)
class Room:
    """One scene. Tuples of names and receptacles are sorted, points are in the layout's order."""

    kind: str
    scene: int
    receptacles: tuple[Receptacle, ...]
    thing_types: tuple[str, ...]  # can be picked up
    fixtures: tuple[str, ...]  # lamps, windows, plants …: there, but never moved
    points: tuple[Point, ...]  # where an agent can stand

    @property
    def floor_plan(self) -> str:
        return f"FloorPlan{self.scene}"

    def of_type(self, kind: str) -> tuple[Receptacle, ...]:
        return tuple(receptacle for receptacle in self.receptacles if receptacle.type == kind)


@cache
def read_room(scene: int) -> Room:
    """The room of a scene number, one of ``SCENES``; read once a process.

    Raises:
        DataError: the alfworld package is missing.
    """
    wheel, kind = read_wheel(), next(kind for kind, numbers in SCENES.items() if scene in numbers)
    name = str(wheel.layouts / f"FloorPlan{scene}")
    vetted = json.loads(Path(f"{name}-openable.json").read_text(encoding="utf-8"))
    types = frozenset(json.loads(Path(f"{name}-objects.json").read_text(encoding="utf-8")))
    # Without pickles, which could run code: this is data of another package.
    grid = np.load(f"{name}-layout.npy", allow_pickle=False)
    return _complete(wheel, kind, scene, vetted, types, grid)


def _complete(
    wheel: Wheel, kind: str, scene: int, vetted: Mapping[str, list], types: frozenset[str], grid: np.ndarray
) -> Room:
    # In quarter metres, as poses count; each point once.
    points = tuple(dict.fromkeys((int(x), int(z)) for x, z in np.rint(grid * 4)))
    receptacles = [_vetted(wheel, name, pose) for name, pose in vetted.items()]
    draft = _Additions(random.Random(f"alfworld room {scene}"), points, receptacles)
    # Before anything is added: draft adds to this very list.
    known = {receptacle.type for receptacle in receptacles}
    # In the order of the table: types are a set, whose order would change the draws from process to process.
    for missing in wheel.receptacle_types:
        if missing in types and missing not in known:
            draft.add_type(missing)
    for kind_beside, most in _UNVETTED.items():
        if kind_beside in known:
            draft.add_unvetted(kind_beside, most)
    pickupable = wheel.pickupable_types | EXTRA_PICKUPABLE
    named = [name for name in wheel.thing_types if name in types]
    return Room(
        kind=kind,
        scene=scene,
        receptacles=tuple(sorted(receptacles, key=lambda receptacle: receptacle.id)),
        thing_types=tuple(name for name in named if name in pickupable),
        fixtures=tuple(name for name in named if name not in pickupable),
        points=points,
    )


def _vetted(wheel: Wheel, name: str, pose: list[float]) -> Receptacle:
    x, z, rotation, horizon = pose
    last = name.rpartition("|")[2]
    # A basin's type stands at the end of its id, all others at the beginning.
    kind = last if last in _BASINS else name.partition("|")[0]
    where = pose_name((round(x * 4), round(z * 4)), round(rotation / 90) % 4, round(horizon))
    return Receptacle(name, kind, where, kind in wheel.openable_types)


def pose_name(point: Point, rotation: int, horizon: int) -> str:
    """``loc|x|z|rotation|horizon``; rotation counts quarter turns, 0 looks along z."""
    return f"loc|{point[0]}|{point[1]}|{rotation}|{horizon}"


def coordinate(centimetres: int) -> str:
    """As ids write it: ``+01.59``, ``-00.25``."""
    sign = "-" if centimetres < 0 else "+"
    return f"{sign}{abs(centimetres) // 100:02d}.{abs(centimetres) % 100:02d}"


def object_id(kind: str, x: int, y: int, z: int) -> str:
    """``Apple|+01.59|+00.97|-01.29``; y is the height, all in centimetres."""
    return "|".join((kind, coordinate(x), coordinate(y), coordinate(z)))


class _Additions:
    """Adds receptacles to a room in the making. Every new pose is one that no receptacle has yet."""

    def __init__(self, rng: random.Random, points: tuple[Point, ...], receptacles: list[Receptacle]) -> None:
        self._rng = rng
        self._receptacles = receptacles
        self._poses = {receptacle.pose for receptacle in receptacles}
        self._ids = {receptacle.id for receptacle in receptacles}
        # In random order and popped, so that no place to stand and look comes up twice.
        self._places = shuffled(rng, [(point, rotation) for point in points for rotation in range(4)])

    def add_type(self, kind: str) -> None:
        """All receptacles of a type that the room names."""
        if kind == "StoveBurner":
            self._add_burners()
            return
        for _ in range(_ADDED.get(kind, 1)):
            counters = [receptacle for receptacle in self._receptacles if receptacle.type == "CounterTop"]
            if kind in _ON_COUNTERS and counters and chance(self._rng, _SHARED_POSE_PERCENT):
                self._add(kind, pick(self._rng, counters).pose)
            else:
                self._add(kind, self._free_pose(DOWN))

    def add_unvetted(self, kind: str, most: int) -> None:
        """Some that stay open: a few are reached from the pose of a vetted one, the others have their own."""
        vetted = [receptacle for receptacle in self._receptacles if receptacle.type == kind]
        for _ in range(int(self._rng.random() * (most + 1))):
            if chance(self._rng, _SHARED_POSE_PERCENT):
                self._add(kind, pick(self._rng, vetted).pose)
            else:
                self._add(kind, self._free_pose(UP if kind == "Cabinet" else DOWN))

    def _add_burners(self) -> None:
        """Two by two: a front and a back burner are seen from one point, at different horizons."""
        for _ in range(_ADDED["StoveBurner"] // 2):
            point, rotation = self._places.pop()
            for horizon in (45, FAR_DOWN):
                self._add("StoveBurner", pose_name(point, rotation, horizon))

    def _free_pose(self, horizon: int) -> str:
        while True:  # the grid has hundreds of poses, receptacles are dozens
            point, rotation = self._places.pop()
            pose = pose_name(point, rotation, horizon)
            if pose not in self._poses:
                return pose

    def _add(self, kind: str, pose: str) -> None:
        # As upstream names them: a basin is called after its sink, with its own type at the end.
        name = free_id(self._rng, _BASINS.get(kind, kind), pose, self._ids)
        if kind in _BASINS:
            name = f"{name}|{kind}"
        self._poses.add(pose)
        self._ids.add(name)
        self._receptacles.append(Receptacle(name, kind, pose, False))


def free_id(rng: random.Random, kind: str, pose: str, taken: set[str]) -> str:
    """An id for something that is looked at from ``pose``: up to a metre ahead, at no place that is taken."""
    _, x, z, rotation, _ = pose.split("|")
    # What a step ahead is at each rotation. Aside is at right angles to it.
    ahead_x, ahead_z = ((0, 1), (1, 0), (0, -1), (-1, 0))[int(rotation)]
    while True:
        # A million places to choose from, so that a free one is found soon.
        ahead, aside, height = 30 + int(rng.random() * 70), int(rng.random() * 80) - 40, int(rng.random() * 180)
        x_cm = int(x) * STEP_CM + ahead_x * ahead + ahead_z * aside
        z_cm = int(z) * STEP_CM + ahead_z * ahead + ahead_x * aside
        name = object_id(kind, x_cm, height, z_cm)
        if name not in taken:
            return name
