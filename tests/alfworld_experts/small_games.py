"""Random small games with every quirk a planner meets, and a slow oracle for their shortest solutions."""

from __future__ import annotations

import copy
import random

from skill1_envs.alfworld.simulator.files import GameFile
from skill1_envs.alfworld.simulator.game import Game, parse_game
from skill1_envs.alfworld.simulator.world import World
from tests.alfworld.conftest import problem

PLACES = ("Cabinet", "CounterTop", "Drawer", "Fridge", "Microwave", "SinkBasin", "Desk")
OPENABLE = ("Cabinet", "Drawer", "Fridge", "Microwave")
APPLIANCE = {"clean": "SinkBasin", "heat": "Microwave", "cool": "Fridge"}
TREATED = {
    "clean": "(cleanable ?o) (isClean ?o)",
    "heat": "(heatable ?o) (isHot ?o)",
    "cool": "(coolable ?o) (isCool ?o)",
}
GOALS = ("pick", "look", "two", *TREATED)
LIGHT = """(exists (?ot - object ?r - receptacle ?a - agent ?l - location) (and (objectType ?ot DeskLampType)
    (toggleable ?ot) (isToggled ?ot) (receptacleAtLocation ?r ?l) (atLocation ?a ?l) (inReceptacle ?ot ?r)))
    (exists (?o - object ?a - agent) (and (objectType ?o AppleType) (holds ?a ?o)))"""
TWO = """(exists (?r - receptacle) (exists (?o1 - object) (and
    (objectType ?o1 AppleType) (receptacleType ?r {place}) (inReceptacle ?o1 ?r) (exists (?o2 - object) (and
    (not (= ?o1 ?o2)) (objectType ?o2 AppleType) (receptacleType ?r {place}) (inReceptacle ?o2 ?r))))))"""
ONE = """(exists (?r - receptacle) (exists (?o - object) (and
    (objectType ?o AppleType) {treated} (receptacleType ?r {place}) (inReceptacle ?o ?r))))"""
IDLE = {"look", "inventory", "help", "examine", "examine place", "close"}


def small_game(rng: random.Random) -> Game:
    """Up to six places, some at one pose, up to three apples, a knife, a mug and a lamp; some games cannot be won."""
    goal = rng.choice(GOALS)
    kinds = [rng.choice(PLACES) for _ in range(rng.randint(2, 4))]
    kinds += [APPLIANCE[goal]] if goal in APPLIANCE else []
    places = {f"{kind}_bar_{i}": kind for i, kind in enumerate(kinds)}
    things = {f"Apple_bar_{i}": "Apple" for i in range(rng.randint(1, 3))}
    things |= {f"{kind}_bar_9": kind for kind in ("Knife", "Mug") if rng.random() < 0.7 or kind == "Knife"}
    things |= {"DeskLamp_bar_9": "DeskLamp"} if goal == "look" else {}
    facts = [f"(receptacleAtLocation {place} loc_{rng.randrange(5)})" for place in places]
    poses = {fact.split()[1]: fact.split()[2].rstrip(")") for fact in facts}
    facts += [f"(openable {place})" for place, kind in places.items() if kind in OPENABLE]
    facts += [f"(opened {place})" for place, kind in places.items() if kind in OPENABLE and rng.random() < 0.3]
    for thing, kind in things.items():
        where = rng.sample(list(places), 2 if kind == "Apple" and rng.random() < 0.15 else 1)
        facts += [f"(inReceptacle {thing} {place})" for place in where]
        facts.append(f"(objectAtLocation {thing} {poses[where[0]]})")
        facts += _abilities(thing, kind, rng)
        if kind == "Mug":
            facts += [f"(isReceptacleObject {thing})", f"(inReceptacleObject Apple_bar_0 {thing})"]
    target = rng.choice(kinds)
    fits = [
        (place, kind) for place in PLACES for kind in ("Apple", "Knife", "Mug", "DeskLamp") if rng.random() < 0.75
    ]
    fits.append((target, "Apple"))
    facts += [f"(canContain {place}Type {kind}Type)" for place, kind in fits]
    text = problem(
        {place: f"{kind}Type" for place, kind in places.items()},
        {thing: f"{kind}Type" for thing, kind in things.items()},
        "\n".join(facts),
        _goal(goal, f"{target}Type"),
    )
    return parse_game(GameFile(text, goal))


def _abilities(thing: str, kind: str, rng: random.Random) -> list[str]:
    if kind == "DeskLamp":
        return [f"(toggleable {thing})"] + [f"(pickupable {thing})"] * (rng.random() < 0.3)
    if kind != "Apple":
        return [f"(pickupable {thing})"]
    marks = [mark for mark in ("isClean", "isHot", "isCool", "isSliced") if rng.random() < 0.1]
    return [
        f"({word} {thing})" for word in ("pickupable", "cleanable", "heatable", "coolable", "sliceable", *marks)
    ]


def _goal(goal: str, place: str) -> str:
    return {"look": LIGHT, "two": TWO}.get(goal, ONE).format(place=place, treated=TREATED.get(goal, ""))


def wander(game: Game, rng: random.Random, steps: int) -> World:
    """A world after random commands, most of which change something; it stops at a win."""
    world = World(game)
    for _ in range(steps):
        if world.is_won:
            break
        useful = [c for c in world.admissible if game.commands.actions[c][0] not in IDLE]
        world.act(rng.choice(useful or ["look"]))
    return world


def clone(world: World) -> World:
    twin = copy.copy(world)
    for name in ("contents", "lying_at", "opened", "marks", "taken_from"):
        setattr(twin, name, copy.copy(getattr(world, name)))
    return twin


def shortest(world: World, limit: int) -> int | None:
    """Length of a shortest win by breadth-first search over the simulator's own rules; None: more than ``limit``."""
    if world.is_won:
        return 0
    frontier, seen = [world], {_state(world)}
    for length in range(1, limit + 1):
        following = []
        for state in frontier:
            for command in state.admissible:
                if state.game.commands.actions[command][0] in IDLE:
                    continue
                twin = clone(state)
                twin.act(command)
                if twin.is_won:
                    return length
                if _state(twin) not in seen:
                    seen.add(_state(twin))
                    following.append(twin)
        frontier = following
    return None


def _state(world: World) -> tuple[object, ...]:
    lying = tuple(world.lying_at)
    return world.pose, world.held, tuple(world.contents), frozenset(world.opened), tuple(world.marks), lying
