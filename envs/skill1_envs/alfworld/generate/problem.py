"""The PDDL problem of a game, laid out as ALFRED's planner writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from skill1_envs.alfworld.generate.goals import Goal, goal_pddl
from skill1_envs.alfworld.generate.placement import Placement
from skill1_envs.alfworld.generate.rooms import EXTRA_PICKUPABLE, Room
from skill1_envs.alfworld.generate.wheel import Wheel, read_wheel

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
