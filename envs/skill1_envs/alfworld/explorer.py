"""A scripted player that knows what a policy knows: it searches, follows its skill, and writes down what it found.

It works from the agent's view alone, never from the game, and keeps no state between answers. Which commands are
admissible it looks up where receptacles share a spot, or to free its hands: in homes it answers the same without. The
sloppy kind makes, with fixed shares, the mistakes that training is to weed out.

Its ``Memory`` is what it has seen so far, read out of the sentences of ALFWorld's text, old wording or new.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from skill1.env.protocol import View
from skill1.schema import Skill, SkillDraft
from skill1_envs.alfworld.claims import STORES, Request, claimed_place, kind_of, poor_draft, require_request
from skill1_envs.kit.players import (
    NOTHING,
    SLOPPY,
    WARY,
    ExplorerParams,
    ScriptedPlayer,
    best_rated,
    choice,
    is_lucky,
    played,
    render,
)

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


def recall(view: View) -> Memory:
    """Reads an episode so far.

    The room's receptacles are listed by the first observation, unless the game starts in front of one: then the
    commands that are admissible now tell them.
    """
    memory = Memory()
    # A game that starts in front of a receptacle shows that instead of the room.
    if room := _ROOM.search(view.first_observation):
        memory.places = _LISTED.findall(room[1])
    elif facing := _FACING.search(view.first_observation):
        memory.at = facing[1]
    for turn, result in played(view):
        _note(memory, turn.action.strip(), result)
    if not memory.places:
        admissible = view.observation.admissible or ()
        offered = [command.removeprefix(_GO_TO) for command in admissible if command.startswith(_GO_TO)]
        # One cannot go to where one is, so the receptacle in front is not among those offered.
        memory.places = list(dict.fromkeys([memory.at, *offered] if memory.at else offered))
    return memory


def _note(memory: Memory, action: str, result: str) -> None:
    # Both, because a refused command moves nobody.
    if action.startswith(_GO_TO) and result.startswith(_ARRIVED):
        # The command names the receptacle in either wording; the answer of the older one names its pose.
        memory.at = action.removeprefix(_GO_TO)
        memory.visited.append(memory.at)
    for flat, opened, listing in _CONTENTS.findall(result):
        place, things = flat or opened, _LISTED.findall(listing)
        memory.contents[place] = things
        memory.closed.discard(place)
        for thing in things:
            # The first place counts: later ones are where the player itself has put the thing.
            memory.found.setdefault(thing, place)
    memory.closed.update(_CLOSED.findall(result))
    for thing, place in _TAKEN.findall(result):
        memory.held = thing
        memory.contents[place] = [other for other in memory.contents.get(place, []) if other != thing]
    for thing, place in _PUT.findall(result):
        memory.held = ""
        memory.contents.setdefault(place, []).append(thing)
    memory.treated.update(_TREATED.findall(result))


# From here on: the player itself.
ANY_HOME_QUERIES = 0.7  # of the imperfect ones; the rest asks for the target in place of the thing
APPLIANCES = {"clean": "sinkbasin", "heat": "microwave", "cool": "fridge"}
# As `generate.homes` furnishes rooms: the desk lamp is on one of these.
LAMP_STANDS = ("desk", "sidetable", "dresser")


CLOSED_KINDS = ("cabinet", "drawer", "fridge", "microwave", "safe")  # a look into one takes two turns
EXPLORERS: Mapping[str, ExplorerParams] = {
    "explorer": ExplorerParams(),
    "orderly": ExplorerParams(orderly=True),
    "sloppy": SLOPPY,
    "wary": WARY,
}


class Explorer(ScriptedPlayer):
    """Searches rooms for things."""

    def _read(self, sentence: str) -> Request:
        return require_request(sentence)

    def _recall(self, _: Request, view: View) -> Memory:
        return recall(view)

    def _best(self, request: Request, view: View) -> str:
        """The best rated of those that say where the kind is in this home."""
        return best_rated(
            view.candidates, lambda skill: bool(claimed_place(request, skill.description, skill.strategy))
        )

    def _query(self, request: Request, rng: np.random.Generator) -> str:
        if is_lucky(rng, self._params.query):
            return request.scenario
        if is_lucky(rng, ANY_HOME_QUERIES):
            return f"any {request.kind}"
        return f"{request.home} {request.target}".strip()

    def _act(self, request: Request, memory: Memory, view: View, rng: np.random.Generator) -> str:
        held = memory.held
        if not held:
            return self._fetch(request, memory, view, rng)
        # Another player's turns may have led here: this one takes no other kind.
        if kind_of(held) != request.kind:
            return _put_down(held, view.observation.admissible) or self._search(memory, view, rng)
        if request.type == "look":
            return self._light(request, memory, view, rng)
        # An errand before the destination: the thing must be heated, cooled or cleaned first.
        site = _lowest(memory, APPLIANCES.get(request.type, ""))
        if site and (request.type, held) not in memory.treated:
            return _go(memory, view, site) or f"{request.type} {held} with {site}"
        goal = _destination(request, memory)
        if goal is None:
            return self._search(memory, view, rng)
        return _reach(memory, view, goal) or _put(held, goal, view.observation.admissible)

    def _light(self, request: Request, memory: Memory, view: View, rng: np.random.Generator) -> str:
        """To the lamp if it was seen on the way, else where lamps mostly stand, else on with the search."""
        lamps = memory.spots(request.target)
        if not lamps:
            return self._search(memory, view, rng, LAMP_STANDS)
        lamp, place = lamps[0]
        return _go(memory, view, place) or f"use {lamp}"

    def _fetch(self, request: Request, memory: Memory, view: View, rng: np.random.Generator) -> str:
        """The next command towards a thing of the kind in hand; what lies where two are to lie stays there."""
        kept = _destination(request, memory) if request.type == "two" else None
        spots = [(thing, place) for thing, place in memory.spots(request.kind) if place != kept]
        if spots:
            # What is within reach first: going elsewhere costs a command.
            thing, place = min(spots, key=lambda spot: spot[1] != memory.at)
            return _go(memory, view, place) or f"take {thing} from {place}"
        claimed = self._advice(request, memory, view.skill, rng)
        way = _reach(memory, view, claimed) if claimed else None
        return way or self._search(memory, view, rng, STORES if request.home else ())

    def _advice(
        self, request: Request, memory: Memory, skill: Skill | None, rng: np.random.Generator
    ) -> str | None:
        """What the skill claims, if it is about this home and kind and nothing was tried: a wrong one is tried once."""
        if skill is None or memory.visited:
            return None
        claimed = claimed_place(request, skill.description, skill.strategy)
        # A place that this room does not have is a claim that nobody can try.
        return claimed if claimed in memory.places and is_lucky(rng, self._params.follow) else None

    def _search(self, memory: Memory, view: View, rng: np.random.Generator, likely: Sequence[str] = ()) -> str:
        """Opens what is closed here, else goes where nobody looked yet, to ``likely`` kinds of receptacles first."""
        if memory.at in memory.closed:
            return f"open {memory.at}"
        fresh = memory.fresh()
        fresh = [place for place in fresh if kind_of(place) in likely] or fresh
        choices = fresh if fresh and is_lucky(rng, self._params.no_repeat) else memory.places
        if not choices:
            # A room without any receptacle leaves nothing to search.
            return "look"
        place = min(choices, key=_place_in_order) if self._params.orderly else choice(rng, choices)
        # In reach and seen already: a repeat, by mistake or because nothing fresh is left.
        return _reach(memory, view, place) or f"examine {place}"

    def _distill(self, request: Request, memory: Memory, rng: np.random.Generator) -> str:
        """Where the first thing of the kind was; ``none`` if none was seen, or if no home is named to keep it for."""
        if not is_lucky(rng, self._params.distill):
            # A guess needs some name, also where no receptacle was seen.
            return render(poor_draft(request, memory.places or [f"{request.target} 1"], rng, memory.visited))
        found = next((place for thing, place in memory.found.items() if kind_of(thing) == request.kind), None)
        if found is None or not request.home:
            return NOTHING
        return render(SkillDraft(request.scenario, f"{request.kind} in {found}"))


def _lowest(memory: Memory, kind: str) -> str | None:
    """The receptacle of a kind with the lowest number: a small policy has only the kind to copy."""
    return min((p for p in memory.places if kind_of(p) == kind), key=_number_of, default=None)


def _number_of(name: str) -> int:
    return int(name.rpartition(" ")[2])


def _place_in_order(name: str) -> tuple[bool, str, int]:
    """What stands open first, then by kind and number."""
    return kind_of(name) in CLOSED_KINDS, kind_of(name), _number_of(name)


def _destination(request: Request, memory: Memory) -> str | None:
    """Where things are to be brought. Two must come together, so one that lies in a fitting place decides."""
    if request.type == "two":
        for _, place in memory.spots(request.kind):
            if kind_of(place) == request.target:
                return place
    return _lowest(memory, request.target)


def _go(memory: Memory, view: View, place: str) -> str | None:
    """The way to a receptacle; None if the player is there. Several can be in reach from one spot."""
    # Whoever may examine a receptacle stands at it, whichever one at this spot was gone to.
    if place == memory.at or f"examine {place}" in (view.observation.admissible or ()):
        return None
    return f"go to {place}"


def _reach(memory: Memory, view: View, place: str) -> str | None:
    """The next command towards seeing into a receptacle; None if the player is there and it is open or flat."""
    if way := _go(memory, view, place):
        return way
    if place in memory.closed or f"open {place}" in (view.observation.admissible or ()):
        return f"open {place}"
    return None if place in memory.contents else f"examine {place}"


def _put(thing: str, place: str, admissible: Sequence[str] | None) -> str:
    """In the wording of the game: that of alfworld 0.4 unless the old one is listed."""
    old = f"put {thing} in/on {place}"
    return old if old in (admissible or ()) else f"move {thing} to {place}"


def _put_down(thing: str, admissible: Sequence[str] | None) -> str | None:
    """A command that frees the hands here, where there is one."""
    starts = (f"move {thing} to ", f"put {thing} in/on ")
    return next((command for command in admissible or () if command.startswith(starts)), None)
