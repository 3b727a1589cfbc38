"""Homes: their rooms and habits, the games played in them, and the streams: what comes when, and what never comes."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import islice

import pytest

from skill1_envs.alfworld.claims import kind_of
from skill1_envs.alfworld.generate import homes
from skill1_envs.alfworld.generate.goals import CLEAN, COOL, HEAT, LOOK, PICK, TASK_TYPES, TWO
from skill1_envs.alfworld.generate.homes import PLACES, draw_chore, draw_home, draw_names, play_chore
from skill1_envs.alfworld.simulator.game import Game
from skill1_envs.alfworld.simulator.world import World
from skill1_envs.kit.draws import TREES, all_names, num_alike

SEEDS = (0, 1, 2, 77)
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
def test_every_room_is_fit_for_homes(scene):
    drawn = draw_home("maple hill", scene, random.Random(scene))
    poses = [place.pose for place in drawn.room.receptacles]
    assert len(set(poses)) == len(poses), "each has a pose of its own"
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


# From here on: the streams.
def scenes(chores) -> set[int]:
    return {chore.home.room.scene for chore in chores}


def names(chores) -> set[str]:
    return {chore.home.name for chore in chores}


def demo(seed: int, worlds: int = 12) -> list:
    return [chore for world in range(worlds) for chore in homes.demo_chores(seed, 5, world)]


@pytest.mark.parametrize("seed", SEEDS)
def test_heldout_homes_share_neither_room_nor_name_with_training_and_demonstrations(seed):
    drawn = draw_names(seed)
    assert len(set(drawn.train)) == 24 and len(set(drawn.heldout)) == 6
    assert set(drawn.demo) == set(all_names(TREES, PLACES)) - set(drawn.heldout)
    assert num_alike(drawn.heldout) == 2
    train = list(islice(homes.train_chores(seed), 1200))
    seen = list(islice(homes.seen_chores(seed), 200))
    unseen = list(islice(homes.unseen_chores(seed), 300))
    for others in (train, seen, demo(seed)):
        assert not scenes(others) & scenes(unseen)
        assert not names(others) & names(unseen)


@pytest.mark.parametrize("seed", SEEDS)
def test_training_names_come_in_blocks_in_which_one_word_is_not_enough(seed):
    train = draw_names(seed).train
    for i in range(0, 24, 4):
        trees, places = zip(*(name.split() for name in train[i : i + 4]), strict=True)
        assert sorted(Counter(trees).values()) == sorted(Counter(places).values()) == [2, 2]
    assert {name.split()[0] for name in train} == set(TREES)
    assert {name.split()[1] for name in train} == set(PLACES)


@pytest.mark.parametrize("seed", SEEDS)
def test_training_never_asks_what_valid_seen_asks(seed):
    def asked(chores) -> set:
        return {(chore.home.name, chore.goal) for chore in chores}

    train = asked(islice(homes.train_chores(seed), 4800))
    seen = asked(islice(homes.seen_chores(seed), 144))
    assert len(seen) == 144  # every (home, kind) once
    assert not train & seen
    assert {name for name, _ in train} == {name for name, _ in seen}


def test_training_deals_whole_decks_and_moves_one_home_at_a_time():
    chores = list(islice(homes.train_chores(1), 48 * 30))
    decks = [chores[i : i + 48] for i in range(0, len(chores), 48)]
    for deck in decks:
        cards = Counter((chore.home.name, chore.goal.target) for chore in deck)
        assert set(cards.values()) == {1} and len(cards) == 48
        assert len(names(deck)) == 8
    for before, after in zip(decks, decks[1:], strict=False):
        assert len(names(before) & names(after)) == 7
    assert names(decks[0]) == names(decks[24])


def test_rounds_of_valid_unseen_play_every_kind_of_every_home_equally():
    size = homes.round_size(2)
    assert size == 108
    chores = list(islice(homes.unseen_chores(2), 3 * size))
    for i in range(0, len(chores), size):
        cards = Counter((chore.home.name, chore.goal.target) for chore in chores[i : i + size])
        assert len(cards) == 36 and set(cards.values()) == {3}


def test_demonstration_worlds_have_four_homes_of_their_own():
    worlds = [homes.demo_chores(0, 9, number) for number in range(10)]
    for world in worlds:
        assert len(world) == 192 and len(names(world)) == 4
    facts = {str(sorted({c.home.name: c.home.habits for c in world}.items())) for world in worlds}
    assert len(facts) == 10
    assert homes.demo_chores(0, 10, 0) != worlds[0]


def test_every_word_of_a_home_name_is_shown_in_demonstrations():
    shown = {word for name in names(demo(0, 40)) for word in name.split()}
    assert shown == {*TREES, *PLACES}


def test_streams_depend_on_the_seed_alone():
    def told(seed: int, number: int) -> list:
        return [(chore.task, chore.home.habits) for chore in islice(homes.train_chores(seed), number)]

    assert told(3, 100)[:60] == told(3, 60)
    assert told(3, 60) != told(4, 60)
