"""What a game asks for: the six task types, the goals a room offers, their sentences and their PDDL.

The published games carry three sentences written by annotators, for ``env.goal_text people``; generated ones get three
from the wordings at the end.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import lru_cache

from skill1_envs.alfworld.generate.rooms import Room
from skill1_envs.alfworld.generate.wheel import Wheel, read_wheel
from skill1_envs.kit.draws import pick, shuffled

PICK, LOOK = "pick_and_place_simple", "look_at_obj_in_light"
CLEAN, HEAT, COOL = (
    "pick_clean_then_place_in_recep",
    "pick_heat_then_place_in_recep",
    "pick_cool_then_place_in_recep",
)
TWO = "pick_two_obj_and_place"
TASK_TYPES = (PICK, LOOK, CLEAN, HEAT, COOL, TWO)
LAMPS = ("DeskLamp", "FloorLamp")
# Task type → what the thing must be able to suffer, and where that is done.
TREATMENTS = {CLEAN: ("cleanable", "SinkBasin"), HEAT: ("heatable", "Microwave"), COOL: ("coolable", "Fridge")}


@dataclass(frozen=True, slots=True)
class Goal:
    """Example: ``Goal(CLEAN, "Cloth", parent="Cabinet")``, ``Goal(LOOK, "Book", lamp="DeskLamp")``."""

    task_type: str
    target: str  # thing type
    parent: str = ""  # receptacle type; empty for `look`
    lamp: str = ""  # lamp type; only for `look`

    @property
    def count(self) -> int:
        """How many things are asked for."""
        return 2 if self.task_type == TWO else 1

    def folder(self, scene: int) -> str:
        """``pick_clean_then_place_in_recep-Cloth-None-Cabinet-424``."""
        return f"{self.task_type}-{self.target}-None-{self.parent or self.lamp}-{scene}"


@lru_cache(maxsize=1024)  # more than all rooms of the wheel have; rooms of homes are endless
def goals_of(room: Room, task_type: str) -> tuple[Goal, ...]:
    """Every goal of a type that the room offers, sorted; empty if upstream makes no such task in this kind of room.

    The parent may hold the target, some other type of receptacle may too, so that it can start elsewhere, and the
    room has the tool.
    """
    wheel = read_wheel()
    if room.kind not in wheel.room_kinds[task_type]:
        return ()
    present = sorted({receptacle.type for receptacle in room.receptacles})
    if task_type == LOOK:
        # A lamp that is a fixture stands in the room in every game.
        lamps = [lamp for lamp in LAMPS if lamp in room.fixtures]
        # Commands take things from receptacles, so what none may hold could not be taken.
        movable = [kind for kind in room.thing_types if _parents(wheel, present, kind)]
        return tuple(Goal(LOOK, target, lamp=lamp) for lamp in lamps for target in movable)
    ability, tool = TREATMENTS.get(task_type, ("", ""))
    if tool and tool not in present:
        return ()
    goals = []
    for target in room.thing_types:
        parents = _parents(wheel, present, target)
        # In more than one: the target starts in a receptacle of another type than the goal's.
        if len(parents) > 1 and (not ability or target in wheel.abilities[ability]):
            allowed = [parent for parent in parents if parent != tool or task_type == CLEAN]
            goals += [Goal(task_type, target, parent) for parent in allowed]
    return tuple(goals)


def _parents(wheel: Wheel, present: list[str], thing: str) -> list[str]:
    """Receptacle types of a room that may hold a thing."""
    return [kind for kind in present if thing in wheel.fits.get(kind, ())]


def sentence(goal: Goal, rng: random.Random) -> str:
    """One of upstream's two templates, filled in, lower case, without a period."""
    template = pick(rng, read_wheel().goals[goal.task_type].templates)
    return template.format(obj=goal.target.lower(), recep=goal.parent.lower(), toggle=goal.lamp.lower())


def goal_pddl(goal: Goal) -> str:
    """The ``(:goal …)`` section and the bracket that closes the problem."""
    return read_wheel().goals[goal.task_type].pddl.format(obj=goal.target, recep=goal.parent, toggle=goal.lamp)


SENTENCES = 3
# In words of our own; `told_by_people` fills the braces.
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
# What people call them, where the words of the type's name would read oddly.
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
    # "to" for potatoes and tomatoes.
    return f"{word}es" if word.endswith(("s", "x", "to", "sh", "ch")) else f"{word}s"


def _article(word: str) -> str:
    return "an" if word[0] in "aeiou" else "a"
