"""The planner: its plans win from any state, and hardly any shorter one exists."""

from __future__ import annotations

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
from tests.alfworld_experts.small_games import ONE, TREATED, clone, shortest, small_game, wander

READY = Path(__file__).parents[2] / "data" / "alfworld"
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
@settings(max_examples=300, deadline=None)
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
