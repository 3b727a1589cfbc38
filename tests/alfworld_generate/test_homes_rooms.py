"""One home: its rooms, its habits, and the games played in it."""

from __future__ import annotations

import random
from collections import Counter, defaultdict

import pytest

from skill1_envs.alfworld.claims import kind_of
from skill1_envs.alfworld.generate import homes
from skill1_envs.alfworld.generate.goals import CLEAN, COOL, HEAT, LOOK, PICK, TASK_TYPES, TWO
from skill1_envs.alfworld.generate.homes import draw_chore, draw_home, play_chore
from skill1_envs.alfworld.simulator.game import Game
from skill1_envs.alfworld.simulator.world import World

SCENES = (*homes.KITCHENS, *homes.LAMP_ROOMS, *homes.HELDOUT_KITCHENS, *homes.HELDOUT_LAMP_ROOMS)
# go to, open, take; then go to and move, or go to and use, or another errand in between.
SHORTEST = {PICK: 5, LOOK: 5, CLEAN: 7, HEAT: 7, COOL: 7, TWO: 9}


def games_of(one: homes.Home, number: int) -> list:
    """Games of a home, every goal that it offers in turn."""
    rng = random.Random(f"games of {one.name}")
    goals = [goal for kind in one.kinds for goal in one.goals[kind]]
    chores = [draw_chore(one, [goals[i % len(goals)]], rng) for i in range(number)]
    return [play_chore(chore, f"trial_{i}", rng) for i, chore in enumerate(chores)]


def where_things_are(game: Game) -> dict[str, set[str]]:
    """Kind of thing → names of the receptacles that hold it at the start."""
    found = defaultdict(set)
    for place, things in enumerate(game.contents):
        for thing in things:
            found[kind_of(game.things[thing])].add(game.places[place])
    return found


@pytest.fixture(scope="module", params=[12, 323, 9, 317], ids=lambda scene: f"scene{scene}")
def one(request) -> homes.Home:
    return draw_home("maple hill", request.param, random.Random(f"home {request.param}"))


@pytest.mark.parametrize("scene", SCENES)
def test_every_receptacle_of_a_home_has_a_pose_of_its_own(scene):
    rng = random.Random(scene)
    for _ in range(20):  # whichever closed places are kept
        poses = [place.pose for place in draw_home("maple hill", scene, rng).room.receptacles]
        assert len(set(poses)) == len(poses)


@pytest.mark.parametrize("scene", SCENES)
def test_every_room_is_fit_for_homes(scene):
    drawn = draw_home("maple hill", scene, random.Random(scene))
    types = Counter(place.type for place in drawn.room.receptacles)
    hiding = "Cabinet" if scene < 200 else "Drawer"
    assert types.pop(hiding) == 8 and set(types.values()) == {1}
    assert len(drawn.kinds) == 6
    assert 11 <= len(drawn.room.receptacles) <= 14
    assert sum(types[kind] for kind in ("Desk", "SideTable", "Dresser")) == 1 or scene < 200
    offered = {goal.task_type for goals in drawn.goals.values() for goal in goals}
    assert offered == set(TASK_TYPES) - ({LOOK} if scene < 200 else {CLEAN, HEAT, COOL})
    for kind, goals in drawn.goals.items():
        assert {PICK, TWO} <= {goal.task_type for goal in goals}
        assert all(goal.target == kind for goal in goals)
        assert all(types[goal.parent] == 1 for goal in goals if goal.parent)


def test_what_is_asked_for_lies_in_closed_places_of_its_own(one):
    named = {receptacle.id: receptacle for receptacle in one.room.receptacles}
    places = [named[one.habits[kind]] for kind in one.kinds]
    assert all(place.is_openable for place in places)
    assert len({place.id for place in places}) == 6


def test_all_games_of_a_home_have_the_same_places_and_habits(one):
    games = [made.game() for made in games_of(one, 30)]
    assert len({game.places for game in games}) == 1
    found = defaultdict(set)
    for game in games:
        for kind, places in where_things_are(game).items():
            found[kind] |= places
    assert {kind: len(places) for kind, places in found.items()} == dict.fromkeys(found, 1)
    assert {kind.lower() for kind in one.habits} <= set(found)
    assert {kind for kind in found if kind not in map(str.lower, one.habits)} <= {"desklamp"}


def test_games_of_a_home_differ(one):
    offered = sum(map(len, one.goals.values()))
    made = games_of(one, 2 * offered)  # every goal twice
    assert len({game.goal for game in made}) == offered
    assert len({game.signature for game in made}) > 1.9 * offered
    assert len({len(game.placement.things) for game in made}) > 3


def test_the_place_known_a_game_takes_so_many_commands(one):
    for made in games_of(one, 40):
        assert len(made.walkthrough) == SHORTEST[made.goal.task_type]
        assert made.walkthrough[1].startswith("open ")


def test_a_goal_names_a_single_open_place_and_is_not_reached_at_the_start(one):
    for made in games_of(one, 40):
        game = made.game()
        assert not World(game).is_won
        wanted = made.goal.parent.lower()
        if wanted:
            assert [name for name in game.places if kind_of(name) == wanted] == [f"{wanted} 1"]
            assert not game.openable[game.places.index(f"{wanted} 1")]
        else:
            (stand,) = where_things_are(game)["desklamp"]
            assert kind_of(stand) in ("desk", "sidetable", "dresser")


def test_sentences_name_the_home_first(one):
    for made in games_of(one, 10):
        opening = World(made.game()).opening_text()
        assert f"Your task is to: at maple hill, {made.task.removeprefix('at maple hill, ')}." in opening
        assert made.goal.target.lower() in made.task


def test_habits_are_spread_evenly():
    """Which of eight drawers keeps a key chain is as good as a throw of dice."""
    rng = random.Random(5)
    drawn = [draw_home("maple hill", 323, rng) for _ in range(800)]
    numbers = Counter()
    for one in drawn:
        drawers = [place.id for place in one.room.of_type("Drawer")]  # sorted: display numbers count down
        if "KeyChain" in one.goals:
            numbers[drawers.index(one.habits["KeyChain"])] += 1
    total = sum(numbers.values())
    assert total > 400
    assert all(0.08 < numbers[i] / total < 0.18 for i in range(8))


def test_every_task_type_gets_its_share():
    shares = Counter()
    for _, chore in zip(range(4800), homes.train_chores(0), strict=False):
        shares[chore.goal.task_type] += 1 / 4800
    assert min(shares[kind] for kind in TASK_TYPES) > 0.08
    assert max(shares.values()) < 0.35
