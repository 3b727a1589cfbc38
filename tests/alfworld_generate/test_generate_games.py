"""Rooms, placements, goals and single games of the generator."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace

import pytest

from skill1_envs.alfworld.generate.game_files import find_walkthrough, make_game
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
    told_by_people,
)
from skill1_envs.alfworld.generate.placement import ROOMINESS, fixed_things, furnish
from skill1_envs.alfworld.generate.rooms import ROOM_KINDS, SCENES, Receptacle, Room, read_room
from skill1_envs.alfworld.generate.wheel import read_wheel
from skill1_envs.alfworld.simulator.world import World

ALL_SCENES = [scene for kind in ROOM_KINDS for scene in SCENES[kind]]


def first_goal(scene: int, task_type: str, **wanted: str) -> Goal:
    fitting = (
        g for g in goals_of(read_room(scene), task_type) if all(getattr(g, k) == v for k, v in wanted.items())
    )
    return next(fitting)


def receptacle_of(room: Room, name: str) -> Receptacle:
    (found,) = (receptacle for receptacle in room.receptacles if receptacle.id == name)
    return found


def test_a_room_has_the_receptacles_of_its_layout():
    room = read_room(10)
    cabinet = receptacle_of(room, "Cabinet|+00.65|+00.48|+00.24")  # layout: [-0.25, 0.75, 90, 30]
    assert (cabinet.type, cabinet.pose, cabinet.is_openable) == ("Cabinet", "loc|-1|3|1|30", True)
    sink = receptacle_of(room, "Sink|-00.70|+00.93|-00.65|SinkBasin")  # [0.0, -0.75, 270, 30]
    assert (sink.type, sink.pose, sink.is_openable) == ("SinkBasin", "loc|0|-3|3|30", False)
    # Those that the layout only names.
    types = Counter(receptacle.type for receptacle in room.receptacles)
    assert types["StoveBurner"] == 4
    assert types["CoffeeMachine"] == types["Toaster"] == 1
    burners = read_room(10).of_type("StoveBurner")
    assert len({burner.pose for burner in burners}) == 4 and not any(burner.is_openable for burner in burners)


@pytest.mark.parametrize("kind", ROOM_KINDS)
def test_every_room_is_whole(kind):
    wheel = read_wheel()
    for scene in SCENES[kind]:
        room = read_room(scene)
        ids = [receptacle.id for receptacle in room.receptacles]
        assert ids == sorted(set(ids))
        assert {receptacle.type for receptacle in room.receptacles} <= set(wheel.receptacle_types)
        assert set(ROOMINESS) >= {receptacle.type for receptacle in room.receptacles}
        assert not set(room.thing_types) & set(room.fixtures)
        assert room.kind == kind
        assert goals_of(room, PICK) and goals_of(room, TWO)


def test_goals_follow_upstreams_tables():
    kitchen, bedroom = read_room(10), read_room(308)
    assert goals_of(kitchen, LOOK) == goals_of(bedroom, HEAT) == goals_of(bedroom, CLEAN) == ()
    assert {goal.lamp for goal in goals_of(bedroom, LOOK)} == {"DeskLamp"}
    heat = goals_of(kitchen, HEAT)
    assert Goal(HEAT, "Potato", "SinkBasin") in heat
    assert not [goal for goal in heat if goal.parent == "Microwave" or goal.target == "Lettuce"]  # no hot lettuce
    assert not [goal for goal in goals_of(kitchen, COOL) if goal.parent == "Fridge"]
    fits = read_wheel().fits
    assert all(goal.target in fits[goal.parent] for goal in (*heat, *goals_of(bedroom, TWO)))


def test_sentences_are_upstreams_templates_and_peoples():
    goal, rng = Goal(CLEAN, "Cloth", "SinkBasin"), random.Random("words")
    assert {sentence(goal, rng) for _ in range(20)} == {
        "put a clean cloth in sinkbasin",
        "clean some cloth and put it in sinkbasin",
    }
    told = told_by_people(goal, rng)
    assert len(set(told)) == 3
    assert all("cloth" in text and "sink" in text and text[0].isupper() and text[-1] == "." for text in told)
    assert any("knives" in text for text in told_by_people(Goal(TWO, "Knife", "Drawer"), rng))


@pytest.mark.parametrize("task_type", TASK_TYPES)
def test_every_kind_of_room_makes_games_that_are_won_by_their_walkthrough(task_type):
    rng = random.Random(f"test {task_type}")
    made = 0
    for scene in ALL_SCENES[::7]:
        goals = goals_of(read_room(scene), task_type)
        if not goals:
            continue
        goal = goals[int(rng.random() * len(goals))]
        game = make_game(read_room(scene), goal, rng, trial=f"trial_T{scene}")
        world = World(game.game())
        assert not world.is_won
        for command in game.walkthrough:
            assert command in world.admissible and not world.is_won
            world.act(command)
        assert world.is_won
        assert game.path == f"{goal.folder(scene)}/trial_T{scene}"
        made += 1
    assert made >= 4


def test_targets_start_elsewhere_and_in_the_number_needed():
    room, rng = read_room(10), random.Random("targets")
    goals = goals_of(room, TWO)
    for _ in range(40):
        goal = goals[int(rng.random() * len(goals))]
        targets = [thing for thing in furnish(room, goal, rng).things if thing.type == goal.target]
        assert len(targets) >= 2
        assert all(
            receptacle_of(room, name).type != goal.parent for thing in targets for name in thing.receptacles
        )


def test_placements_fit_and_ids_are_unique():
    wheel, rng = read_wheel(), random.Random("fit")
    for scene in ALL_SCENES[::11]:
        room = read_room(scene)
        placement = furnish(room, goals_of(room, PICK)[0], rng)
        ids = [thing.id for thing in placement.things]
        assert len(ids) == len(set(ids))
        assert placement.start not in {receptacle.pose for receptacle in room.receptacles}
        for thing in placement.things:
            places = [receptacle_of(room, name) for name in thing.receptacles]
            assert {place.pose for place in places} <= {thing.pose}  # two receptacles of a thing share their pose
            if thing.type in wheel.pickupable_types:
                assert places and all(thing.type in wheel.fits[place.type] for place in places)
        assert placement.things[: len(fixed_things(room))] == fixed_things(room)


def test_habits_and_copies_are_kept():
    room, rng = read_room(308), random.Random("habits")
    drawer, shelf = room.of_type("Drawer")[0].id, room.of_type("Shelf")[0].id
    goal = first_goal(308, PICK, target="KeyChain", parent="Desk")
    habits = {"KeyChain": drawer, "CD": shelf}
    for _ in range(10):
        game = make_game(
            room, goal, rng, trial="t", task="at maple hill, x", habits=habits, copies={"Pen": 0, "CD": 2}
        )
        where = [
            (thing.type, thing.receptacles) for thing in game.placement.things if thing.type in (*habits, "Pen")
        ]
        assert set(where) == {("KeyChain", (drawer,)), ("CD", (shelf,))}
        assert Counter(kind for kind, _ in where)["CD"] == 2
        assert World(game.game()).opening_text().endswith("Your task is to: at maple hill, x.")


def test_what_cannot_be_won_has_no_walkthrough():
    game = make_game(read_room(424), first_goal(424, CLEAN), random.Random("gone"), trial="t")
    typed = re.compile(rf"\(objectType [^?]\S* {game.goal.target}Type\)")
    without = typed.sub("", game.problem)
    assert find_walkthrough(game.game()) == game.walkthrough
    assert find_walkthrough(replace(game, problem=without).game()) is None


def test_copies_and_closed_places_are_as_calibrated():
    rng, copies, closed, total = random.Random("figures"), Counter(), 0, 0
    for scene in SCENES["Kitchen"]:
        room = read_room(scene)
        things = [t for t in furnish(room, goals_of(room, PICK)[0], rng).things if t.type in room.thing_types]
        copies.update(Counter(thing.type for thing in things).values())
        closed += sum(receptacle_of(room, thing.receptacles[0]).is_openable for thing in things)
        total += len(things)
    assert 38 < total / 30 < 52  # 43 in the published kitchen
    assert 0.3 < copies[1] / copies.total() < 0.5 and copies[3] > copies[2]
    assert 0.15 < closed / total < 0.4
