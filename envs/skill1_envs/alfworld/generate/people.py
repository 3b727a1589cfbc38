"""Task sentences as people might put them, for ``env.goal_text people``.

The published games carry three sentences written by annotators; generated ones get three from the wordings below.
"""

from __future__ import annotations

import random
import re

from skill1_envs.alfworld.generate.goals import CLEAN, COOL, HEAT, LOOK, PICK, TWO, Goal
from skill1_envs.draws import shuffled

SENTENCES = 3
_WORDINGS = {
    PICK: (
        "Move {a_thing} to {the_place}.",
        "Find {a_thing} and leave it {at_place}.",
        "Bring {a_thing} over to {the_place}.",
        "Set {a_thing} down {at_place}.",
        "{A_thing} belongs {at_place}, so carry one there.",
    ),
    LOOK: (
        "Look at {a_thing} by the light of the {lamp}.",
        "Pick up {a_thing} and turn on the {lamp} to see it better.",
        "Hold {a_thing} beside the lit {lamp}.",
        "Switch the {lamp} on and inspect {a_thing} there.",
        "Check {a_thing} in the light of the {lamp}.",
    ),
    CLEAN: (
        "Wash {a_thing} and leave it {at_place}.",
        "Rinse {a_thing} in the sink, then take it to {the_place}.",
        "Leave a washed {thing} {at_place}.",
        "Get {a_thing} clean and bring it to {the_place}.",
        "Clean {a_thing} under the tap before setting it down {at_place}.",
    ),
    HEAT: (
        "Warm {a_thing} in the microwave and leave it {at_place}.",
        "Take a microwaved {thing} to {the_place}.",
        "Heat {a_thing} up, then set it down {at_place}.",
        "Leave a warm {thing} {at_place}.",
        "Use the microwave on {a_thing} and bring it to {the_place}.",
    ),
    COOL: (
        "Chill {a_thing} and leave it {at_place}.",
        "Take a chilled {thing} to {the_place}.",
        "Cool {a_thing} down in the fridge, then set it down {at_place}.",
        "Leave a cold {thing} {at_place}.",
        "Use the fridge to chill {a_thing} and bring it to {the_place}.",
    ),
    TWO: (
        "Move two {things} to {the_place}.",
        "Find a pair of {things} and leave both {at_place}.",
        "Bring two {things} over to {the_place}.",
        "Get both {things} together {at_place}.",
        "Set two {things} down {at_place}.",
    ),
}
_PLACES = {
    "SinkBasin": "sink",
    "BathtubBasin": "bathtub",
    "CounterTop": "counter",
    "GarbageCan": "trash can",
    "TVStand": "TV stand",
    "ArmChair": "armchair",
    "StoveBurner": "stove",
    "ToiletPaperHanger": "toilet paper holder",
}
_THINGS = {
    "BasketBall": "basketball",
    "Bread": "loaf of bread",
    "CD": "CD",
    "CellPhone": "phone",
    "Glassbottle": "glass bottle",
    "Lettuce": "head of lettuce",
    "RemoteControl": "remote",
    "SoapBar": "bar of soap",
    "ToiletPaper": "roll of toilet paper",
    "ToiletPaperRoll": "toilet paper roll",
}
# Something is left in these, and on all others.
_HOLLOW = frozenset({"BathtubBasin", "Cabinet", "CoffeeMachine", "Drawer", "Fridge", "GarbageCan"})
_HOLLOW |= {"LaundryHamper", "Microwave", "Safe", "SinkBasin", "Toaster"}
_PLURALS = {
    "Bread": "loaves of bread",
    "ButterKnife": "butter knives",
    "Knife": "knives",
    "Lettuce": "heads of lettuce",
    "SoapBar": "bars of soap",
    "ToiletPaper": "rolls of toilet paper",
}


def told_by_people(goal: Goal, rng: random.Random) -> tuple[str, ...]:
    """Three different sentences for one goal, each with its period."""
    thing, place = thing_words(goal.target), place_words(goal.parent)
    words = {
        "thing": thing,
        "a_thing": f"{_article(thing)} {thing}",
        "A_thing": f"{_article(thing).capitalize()} {thing}",
        "things": _plural(goal.target),
        "the_place": f"the {place}",
        "at_place": f"{'in' if goal.parent in _HOLLOW else 'on'} the {place}",
        "lamp": split_words(goal.lamp),
    }
    return tuple(wording.format(**words) for wording in shuffled(rng, _WORDINGS[goal.task_type])[:SENTENCES])


def thing_words(kind: str) -> str:
    """``SoapBottle`` → ``soap bottle``."""
    return _THINGS.get(kind) or split_words(kind)


def place_words(kind: str) -> str:
    """``SinkBasin`` → ``sink``."""
    return _PLACES.get(kind) or split_words(kind)


def split_words(kind: str) -> str:
    """``DeskLamp`` → ``desk lamp``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).lower()


def _plural(kind: str) -> str:
    word = thing_words(kind)
    if kind in _PLURALS:
        return _PLURALS[kind]
    return f"{word}es" if word.endswith(("s", "x", "to", "sh", "ch")) else f"{word}s"


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"
