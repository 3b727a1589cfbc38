"""What a game asks for: the six task types, the goals a room offers, their sentences and their PDDL."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

from skill1_envs.alfworld.generate.rooms import Room
from skill1_envs.alfworld.generate.wheel import Wheel, read_wheel
from skill1_envs.draws import pick

PICK, LOOK = "pick_and_place_simple", "look_at_obj_in_light"
CLEAN, HEAT, COOL = (
    "pick_clean_then_place_in_recep",
    "pick_heat_then_place_in_recep",
    "pick_cool_then_place_in_recep",
)
TWO = "pick_two_obj_and_place"
TASK_TYPES = (PICK, LOOK, CLEAN, HEAT, COOL, TWO)
LAMPS = ("DeskLamp", "FloorLamp")
# Task type → what the thing must be able to suffer, and where that is done.
TREATMENTS = {CLEAN: ("cleanable", "SinkBasin"), HEAT: ("heatable", "Microwave"), COOL: ("coolable", "Fridge")}


@dataclass(frozen=True, slots=True)
class Goal:
    """Example: ``Goal(CLEAN, "Cloth", parent="Cabinet")``, ``Goal(LOOK, "Book", lamp="DeskLamp")``."""

    task_type: str
    target: str  # thing type
    parent: str = ""  # receptacle type; empty for `look`
    lamp: str = ""  # lamp type; only for `look`

    @property
    def count(self) -> int:
        """How many things are asked for."""
        return 2 if self.task_type == TWO else 1

    @property
    def tool(self) -> str:
        """Receptacle type that treats the thing; empty if it needs no treatment."""
        return TREATMENTS[self.task_type][1] if self.task_type in TREATMENTS else ""

    def folder(self, scene: int) -> str:
        """``pick_clean_then_place_in_recep-Cloth-None-Cabinet-424``."""
        return f"{self.task_type}-{self.target}-None-{self.parent or self.lamp}-{scene}"


@lru_cache(maxsize=1024)  # more than all rooms of the wheel have; rooms of homes are endless
def goals_of(room: Room, task_type: str) -> tuple[Goal, ...]:
    """Every goal of a type that the room offers, sorted; empty if upstream makes no such task in this kind of room.

    The parent may hold the target, some other type of receptacle may too, so that it can start elsewhere, and the
    room has the tool.
    """
    wheel = read_wheel()
    if room.kind not in wheel.room_kinds[task_type]:
        return ()
    present = sorted({receptacle.type for receptacle in room.receptacles})
    if task_type == LOOK:
        lamps = [lamp for lamp in LAMPS if lamp in room.fixtures]
        movable = [kind for kind in room.thing_types if _parents(wheel, present, kind)]
        return tuple(Goal(LOOK, target, lamp=lamp) for lamp in lamps for target in movable)
    ability, tool = TREATMENTS.get(task_type, ("", ""))
    if tool and tool not in present:
        return ()
    goals = []
    for target in room.thing_types:
        parents = _parents(wheel, present, target)
        if len(parents) > 1 and (not ability or target in wheel.abilities[ability]):
            allowed = [parent for parent in parents if parent != tool or task_type == CLEAN]
            goals += [Goal(task_type, target, parent) for parent in allowed]
    return tuple(goals)


def _parents(wheel: Wheel, present: list[str], thing: str) -> list[str]:
    """Receptacle types of a room that may hold a thing."""
    return [kind for kind in present if thing in wheel.fits.get(kind, ())]


def sentence(goal: Goal, rng: random.Random) -> str:
    """One of upstream's two templates, filled in, lower case, without a period."""
    template = pick(rng, read_wheel().goals[goal.task_type].templates)
    return template.format(obj=goal.target.lower(), recep=goal.parent.lower(), toggle=goal.lamp.lower())


def goal_pddl(goal: Goal) -> str:
    """The ``(:goal …)`` section and the bracket that closes the problem."""
    return read_wheel().goals[goal.task_type].pddl.format(obj=goal.target, recep=goal.parent, toggle=goal.lamp)
