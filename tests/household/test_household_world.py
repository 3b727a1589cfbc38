"""The rules: what each command shows, which are listed, how instructions read; the splits and demonstration worlds."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest

from skill1.config import EnvConfig
from skill1.errors import DataError
from skill1_envs.household import HouseholdSuite, world
from skill1_envs.household.tasks import load_split
from skill1_envs.household.world import Chore, Home, HomeName, Request, State

NAME = HomeName("maple", "hill")
HOME = Home(
    NAME,
    {"book": "box", "dish": "shelf", "food": "drawer", "tool": "basket"},
    {"clean": "tub", "cool": "fridge", "examine": "lamp", "heat": "stove"},
)
PENCIL = Request(NAME, "put", "pencil", "desk")  # place 3 of its list, so other kinds show their place 3


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        (PENCIL, "house maple hill . task : put pencil on desk ."),
        (Request(NAME, "two", "pencil", "desk"), "house maple hill . task : put two pencil on desk ."),
        (Request(NAME, "heat", "egg", "table"), "house maple hill . task : put hot egg on table ."),
        (Request(NAME, "clean", "cup", "bench"), "house maple hill . task : put clean cup on bench ."),
        (Request(NAME, "examine", "novel", ""), "house maple hill . task : examine novel under light ."),
    ],
)
def test_instruction_round_trip(request_: Request, text: str) -> None:
    assert request_.text == text
    assert world.parse_request(text) == request_


@pytest.mark.parametrize(
    "text",
    [
        "",
        "house",
        "house maple hill . task : put apple on desk .",
        "house maple hill . task : put big egg on desk .",
        "house maple hill . task : examine novel under light . now",
    ],
)
def test_foreign_instruction_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="instruction"):
        world.parse_request(text)


@pytest.mark.parametrize(
    ("request_", "steps"),
    [
        (
            PENCIL,
            "put on desk: nothing happens, take pencil: nothing happens, open crate: empty, open shelf: see mug, "
            "open basket: find pencil, take pencil: taken from basket, take pencil: nothing happens, "
            "put on table: nothing happens, put on desk: solved",
        ),
        (
            Request(NAME, "two", "pencil", "desk"),
            "open basket: find pencil, take pencil: taken from basket, put on desk: nothing happens, "
            "take pencil: taken from basket, put on desk: solved",
        ),
        (
            Request(NAME, "heat", "egg", "desk"),
            "heat stove: nothing happens, open drawer: find egg, take egg: taken from drawer, heat oven: broken, "
            "put on desk: nothing happens, cool fridge: nothing happens, heat stove: hot using stove, "
            "put on desk: solved",
        ),
        (
            Request(NAME, "examine", "novel", ""),
            "open box: find novel, take novel: taken from box, examine lantern: broken, put: nothing happens, "
            "put on desk: nothing happens, examine lamp: solved using lamp",
        ),
    ],
)
def test_what_commands_show(request_: Request, steps: str) -> None:
    state = world.initial_state(request_)
    for step in steps.split(", "):
        action, expected = step.split(": ")
        state, text, won = world.apply(Chore(HOME, request_), state, action)
        assert (action, text, won) == (action, expected, expected.startswith("solved"))


def test_admissible_lists_what_could_do_something() -> None:
    request = Request(NAME, "heat", "egg", "desk")
    opens = [f"open {spot}" for spot in world.SPOTS]
    heats = ["heat microwave", "heat oven", "heat stove"]
    for state, extra in [
        (State(None, 0, False), []),
        (State("box", 0, False), []),
        (State("drawer", 0, False), ["take egg"]),
        (State("drawer", 1, False), heats),
        (State("drawer", 1, True), [*heats, "put on desk"]),
    ]:
        assert world.admissible(Chore(HOME, request), state) == tuple(sorted(opens + extra))


@pytest.mark.parametrize("type_", world.TYPES)
def test_unlisted_commands_change_nothing(type_: str) -> None:
    """Over random play, exactly the listed commands answer anything but ``nothing happens``."""
    rng = random.Random(type_)
    words = sorted({word for group in [*world.KINDS.values(), *world.OPERATIONS.values()] for word in group})
    verbs = ["open", "take", "put", "put on", *world.OPERATIONS]
    commands = [f"{verb} {word}" for verb in verbs for word in [*words, *world.SPOTS, *world.GOALS]]
    item, goal = rng.choice(world.item_goal_pairs(type_))
    chore = Chore(HOME, Request(NAME, type_, item, goal))
    state = world.initial_state(chore.request)
    for _ in range(30):
        effective = {command for command in commands if world.apply(chore, state, command)[1] != world.NOTHING}
        assert effective == set(world.admissible(chore, state))
        useful = [command for command in effective if not command.startswith("open")]
        state = world.apply(chore, state, rng.choice(sorted(useful) * 3 + sorted(effective)))[0]


def test_vocabulary_holds_every_word_once() -> None:
    words = world.vocabulary()
    assert len(words) == len(set(words)) and words == sorted(words)
    assert set(world.TREES) | set(world.PLACES) | {"k1", "k8", "rated", ";", "any", "none", "result"} <= set(words)
    assert not set(world.TREES) & set(world.PLACES) and len(world.ALL_NAMES) == 144


# From here on: the fixed splits, the shipped manifest, and the demonstration worlds.
SUITE = HouseholdSuite(EnvConfig())


def homes_of(split: str) -> set:
    return {chore.home.name for chore in load_split(split).chores}


def test_the_fixed_splits_are_those_of_the_manifest_whatever_the_hash_seed() -> None:
    """It pins ids, instructions and hidden facts of every task, and with them the order of homes and rounds."""
    command = "from skill1_envs.household import tasks; assert tasks.MANIFEST_PATH.read_text() == tasks.manifest()"
    environ = os.environ | {"PYTHONHASHSEED": "12345"}
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, env=environ)
    assert done.returncode == 0, done.stderr


def test_homes_are_disjoint_and_training_covers_every_word() -> None:
    train, heldout, dev = homes_of("train"), homes_of("heldout"), homes_of("heldout_dev")
    assert (len(train), len(heldout), len(dev)) == (24, 6, 6)
    assert homes_of("seen") == train
    assert not train & heldout and not train & dev and not heldout & dev
    assert {name.tree for name in train} == set(world.TREES)
    assert {name.place for name in train} == set(world.PLACES)
    asked = {name: {task.instruction for task in load_split(name).tasks} for name in ("train", "seen")}
    assert not asked["train"] & asked["seen"] and len(asked["seen"]) == 432


def test_demo_worlds_shapes_names_and_facts() -> None:
    worlds = list(SUITE.demo_worlds("oracle", 400, seed=5))
    assert [[len(round_) for round_ in rounds] for rounds in worlds] == [[32] * 6, [32] * 6, [16]]
    kept_back = homes_of("heldout") | homes_of("heldout_dev")
    layouts = {}
    for number in range(60):
        split = load_split(f"demo:5:{number}")
        homes = {chore.home.name: chore.home for chore in split.chores}
        assert len(homes) == 4 and not set(homes) & kept_back
        for name, home in homes.items():
            layouts.setdefault(name, []).append(repr(home))
    repeated = [facts for facts in layouts.values() if len(facts) > 1]
    assert repeated and all(len(set(facts)) > 1 for facts in repeated)
    load_split.cache_clear()
    assert (
        list(SUITE.demo_worlds("oracle", 400, seed=5)) == worlds != list(SUITE.demo_worlds("oracle", 400, seed=6))
    )


def test_one_type_of_task_in_one_home_hangs_on_the_same_facts() -> None:
    """The third of the seen tasks of a home and type; the ids are those of the whole split."""
    part, whole = load_split("seen:elm-lane:heat"), load_split("seen")
    assert len(part.tasks) == 3 and [task.index for task in part.tasks] == [0, 1, 2]
    chores = dict(zip((task.id for task in whole.tasks), whole.chores, strict=True))
    assert [chores[task.id] for task in part.tasks] == list(part.chores)
    assert all(chore.home == part.chores[0].home for chore in part.chores)
    assert {task.split for task in part.tasks} == {"seen:elm-lane:heat"}
    assert SUITE.make("seen:elm-lane:heat").reset(task_index=2).text
    for name in ("seen:elm-lane:sing", "seen:no-home:heat"):
        with pytest.raises(DataError, match="alder-avenue.*types: put"):
            load_split(name)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("test", "train, seen, heldout, heldout_dev, .*<split>:<home>:<type>"),
        ("demo:1:x", "household has no split 'demo:1:x'; demonstrations are demo:<seed>:<world>"),
        ("demo:٣:1", "household has no split 'demo:٣:1'; demonstrations are demo:<seed>:<world>"),
    ],
)
def test_an_unknown_split_is_answered_with_those_there_are(name: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        load_split(name)
