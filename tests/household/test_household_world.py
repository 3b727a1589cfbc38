"""The rules: what each command shows, which commands are listed, and how instructions read."""

from __future__ import annotations

import random

import pytest

from skill1.errors import DataError
from skill1_envs.household import world
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
