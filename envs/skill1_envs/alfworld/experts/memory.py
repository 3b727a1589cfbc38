"""What a player has seen so far, read out of the sentences of ALFWorld's text, old wording or new."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from skill1.schema import Turn
from skill1_envs.alfworld.experts.claims import kind_of

_NAME = r"\w+ [0-9]+"
_LISTED = re.compile(rf"\ba ({_NAME})")
_ROOM = re.compile(r"Looking quickly around you, you see (.+)\.")
_FACING = re.compile(rf"You are facing the ({_NAME})")
_CONTENTS = re.compile(rf"(?:On the ({_NAME})|The ({_NAME}) is open\. In it), you see ([^.]+)\.")
_CLOSED = re.compile(rf"The ({_NAME}) is closed\.")
_TAKEN = re.compile(rf"You pick up the ({_NAME}) from the ({_NAME})\.")
_PUT = re.compile(rf"You (?:move|put) the ({_NAME}) (?:to|in/on) the ({_NAME})\.")
_TREATED = re.compile(rf"You (clean|heat|cool) the ({_NAME}) using the {_NAME}\.")
_GO_TO = "go to "
_ARRIVED = "You arrive at "


@dataclass(slots=True)
class Memory:
    """What the turns so far have shown. Things and receptacles go by their names, such as ``cloth 1``."""

    places: list[str] = field(default_factory=list)  # receptacles of the room, as listed
    at: str = ""  # the receptacle gone to last
    visited: list[str] = field(default_factory=list)  # in order, repeats included
    held: str = ""
    treated: set[tuple[str, str]] = field(default_factory=set)  # (clean, heat or cool; thing)
    contents: dict[str, list[str]] = field(default_factory=dict)  # of receptacles looked into
    closed: set[str] = field(default_factory=set)
    found: dict[str, str] = field(default_factory=dict)  # thing → where it was first seen

    def spots(self, kind: str) -> list[tuple[str, str]]:
        """(thing, receptacle) of all things of a kind that lie somewhere, as far as known."""
        return [(t, place) for place, things in self.contents.items() for t in things if kind_of(t) == kind]

    def fresh(self) -> list[str]:
        """Receptacles not yet looked into."""
        return [place for place in self.places if place not in self.contents]


def recall(
    first_observation: str, turns: Sequence[Turn], observation: str, admissible: Sequence[str] | None
) -> Memory:
    """Reads an episode so far. A turn holds the observation before its action; ``observation`` came after the last.

    The room's receptacles are listed by the first observation, unless the game starts in front of one: then the
    commands that are ``admissible`` now tell them.
    """
    memory = Memory()
    if room := _ROOM.search(first_observation):
        memory.places = _LISTED.findall(room[1])
    elif facing := _FACING.search(first_observation):
        memory.at = facing[1]
    results = [turn.observation for turn in turns[1:]] + [observation]
    for turn, result in zip(turns, results, strict=False):
        _note(memory, turn.action.strip(), result)
    if not memory.places:
        offered = [command.removeprefix(_GO_TO) for command in admissible or () if command.startswith(_GO_TO)]
        memory.places = list(dict.fromkeys([memory.at, *offered] if memory.at else offered))
    return memory


def _note(memory: Memory, action: str, result: str) -> None:
    if action.startswith(_GO_TO) and result.startswith(_ARRIVED):
        memory.at = action.removeprefix(_GO_TO)
        memory.visited.append(memory.at)
    for flat, opened, listing in _CONTENTS.findall(result):
        place, things = flat or opened, _LISTED.findall(listing)
        memory.contents[place] = things
        memory.closed.discard(place)
        for thing in things:
            memory.found.setdefault(thing, place)
    memory.closed.update(_CLOSED.findall(result))
    for thing, place in _TAKEN.findall(result):
        memory.held = thing
        memory.contents[place] = [other for other in memory.contents.get(place, []) if other != thing]
    for thing, place in _PUT.findall(result):
        memory.held = ""
        memory.contents.setdefault(place, []).append(thing)
    memory.treated.update(_TREATED.findall(result))
