"""The planner: its plans win from any state, and none is longer than a full search finds."""

from __future__ import annotations

import copy
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1_envs.alfworld.env import read_game
from skill1_envs.alfworld.simulator.files import GAME_FILE, GameFile
from skill1_envs.alfworld.simulator.game import Game, parse_game
from skill1_envs.alfworld.simulator.plan import plan
from skill1_envs.alfworld.simulator.world import World
from tests.alfworld.conftest import problem

READY = Path(__file__).parents[2] / "data" / "alfworld"

# Random small games with every quirk a planner meets, and a slow oracle for their shortest solutions.
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


# From here on: the tests.
KITCHEN = {
    "CounterTop_bar_1": "CounterTopType",
    "Drawer_bar_1": "DrawerType",
    "Fridge_bar_1": "FridgeType",
    "Microwave_bar_1": "MicrowaveType",
    "SinkBasin_bar_1": "SinkBasinType",
}
POSES = " ".join(f"(receptacleAtLocation {place} loc_{i})" for i, place in enumerate(KITCHEN))
FITS = " ".join(f"(canContain {kind} {thing})" for kind in KITCHEN.values() for thing in ("AppleType", "MugType"))
ABILITIES = ("pickupable", "cleanable", "heatable", "coolable", "sliceable")
DOORS = "(openable Drawer_bar_1) (openable Fridge_bar_1) (openable Microwave_bar_1)"
APPLE = {"Apple_bar_1": "AppleType"}


def kitchen(goal: str, facts: str, things: dict[str, str] | None = None) -> Game:
    """Five places at five poses, the agent at none of them."""
    things = things or APPLE
    able = " ".join(f"({word} {thing})" for thing in things if "Apple" in thing for word in ABILITIES)
    text = problem(KITCHEN, things, " ".join((POSES, FITS, able, DOORS, facts)), goal)
    return parse_game(GameFile(text, "test"))


def one(treatment: str, place: str) -> str:
    return ONE.format(treated=TREATED.get(treatment, ""), place=place)


def check(world: World, commands: tuple[str, ...]) -> None:
    """Each command has an effect, and the last one wins, none before."""
    twin = clone(world)
    for command in commands:
        assert not twin.is_won and command in twin.admissible
        twin.act(command)
    assert twin.is_won


def test_a_foreign_thing_is_put_away_first_where_it_costs_least() -> None:
    things = APPLE | {"Mug_bar_1": "MugType"}
    lie = (
        "(pickupable Mug_bar_1) (inReceptacle Apple_bar_1 Drawer_bar_1) (inReceptacle Mug_bar_1 CounterTop_bar_1)"
    )
    world = World(kitchen(one("pick", "SinkBasinType"), lie, things))
    for command in ("go to countertop 1", "take mug 1 from countertop 1", "go to fridge 1"):
        world.act(command)
    assert plan(world) == (
        *("go to drawer 1", "open drawer 1", "move mug 1 to drawer 1", "take apple 1 from drawer 1"),
        *("go to sinkbasinbasin 1", "move apple 1 to sinkbasinbasin 1"),
    )


SLICED = one("pick", "DrawerType").replace("(inReceptacle", "(sliceable ?o) (isSliced ?o) (inReceptacle")


@pytest.mark.parametrize(
    ("goal", "facts"),
    [
        (one("pick", "DrawerType"), ""),
        (one("pick", "DrawerType"), "(inReceptacle Apple_bar_1 Shelf_bar_1)"),
        (SLICED, "(inReceptacle Apple_bar_1 CounterTop_bar_1)"),
    ],
    ids=["loose", "no pose", "sliced"],
)
def test_no_plan_is_none(goal: str, facts: str) -> None:
    assert plan(World(kitchen(goal, facts))) is None


@given(seed=st.integers(0, 2**32), steps=st.integers(0, 40))
@settings(max_examples=300)
def test_plans_win_from_any_state(seed: int, steps: int) -> None:
    rng = random.Random(seed)
    world = wander(small_game(rng), rng, steps)
    commands = plan(world)
    if commands is None:
        assert shortest(world, 4) is None
    elif not world.is_won:
        check(world, commands)


def test_no_plan_is_longer_than_a_full_search_finds() -> None:
    compared = 0
    for seed in range(300):
        rng = random.Random(seed)
        world = wander(small_game(rng), rng, rng.randrange(20))
        commands = plan(world)
        if commands and len(commands) <= 7:
            compared += 1
            assert shortest(world, len(commands) - 1) is None, seed
    assert compared > 150


def recorded_games(recordings) -> list[Game]:
    files = (GameFile(game["problem"], game["task"]) for game in recordings.games.values())
    return [parse_game(file) for file in files]


def test_every_recorded_and_ready_game_is_won_in_time(recordings) -> None:
    ready = sorted(READY.rglob(GAME_FILE))
    games = [*recorded_games(recordings), *(read_game(path.parent) for path in ready)]
    assert len(games) >= 40
    for game in games:
        commands = plan(World(game))
        assert len(commands) <= 12
        check(World(game), commands)


def test_recorded_games_are_won_from_the_middle(recordings) -> None:
    rng, begun = random.Random(0), 0
    for game in recorded_games(recordings):
        for _ in range(5):
            world = wander(game, rng, rng.randrange(40))
            if not world.is_won:
                check(world, plan(world) or ())
                begun += 1
    assert begun > 100
