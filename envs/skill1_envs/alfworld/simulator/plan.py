"""Near-optimal plans for ALFWorld's games, from any state: ``plan(world) -> tuple[str, ...] | None``.

A plan is made of a few macro steps (free the hands, fetch, treat, bring, switch on), each with its exact number of
commands under the rules of ``world``: any move costs one command, appliances work closed, a place is opened once. All
choices of things, sources, appliances, lamps and goal places are tried, and a shortest plan is kept. Places that cannot
lead to different lengths are tried once.

Goals about sliced things and movable receptacles have no plan: ALFWorld's loader leaves such games out, so no split has
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from skill1_envs.alfworld.simulator.game import NOBODY, Action
from skill1_envs.alfworld.simulator.goal import CLEAN, COOL, HOT, TOGGLED, LightGoal, PlaceGoal
from skill1_envs.alfworld.simulator.world import World

_TREATMENTS = {CLEAN: "clean", HOT: "heat", COOL: "cool"}
_ALL_TREATMENTS = CLEAN | HOT | COOL
_Spots = dict[int, list[int]]  # thing → places it can be taken from


def plan(world: World) -> tuple[str, ...] | None:
    """Commands that win from the present state; none are needed if it is won, None means that no plan was found.

    The shortest over the macro choices, which is a shortest of all on nearly all states (see the tests). The world is
    not changed.
    """
    if world.is_won:
        return ()
    best = min(_plans(world), key=lambda draft: len(draft.steps), default=None)
    return None if best is None else tuple(world.game.commands[action] for action in best.steps)


def _plans(world: World) -> Iterator[_Draft]:
    match world.game.goal:
        case PlaceGoal(marks=marks) as goal if not marks & ~_ALL_TREATMENTS:
            yield from _PlaceSearch(world, goal).plans()
        case LightGoal(marks=0, is_by_pose=False) as goal:
            yield from _light_plans(world, goal)


class _Draft(NamedTuple):
    """A plan so far and where it leads; the rest of the state is the world's."""

    pose: int
    held: int
    opened: frozenset[int]  # by the plan
    dropped: tuple[tuple[int, int], ...]  # (thing, place) of things put away to free the hands
    steps: tuple[Action, ...]

    def spots(self, thing: int, spots: _Spots) -> list[int]:
        """Where the thing can be taken from by now, its first spots being given."""
        return [*spots.get(thing, ()), *(place for dropped, place in self.dropped if dropped == thing)]


def _shortest(drafts: Iterable[_Draft]) -> list[_Draft]:
    """One of the shortest for each state reached."""
    best: dict[tuple[object, ...], _Draft] = {}
    for draft in drafts:
        # All but the steps.
        state = draft[:4]
        if state not in best or len(draft.steps) < len(best[state].steps):
            best[state] = draft
    return list(best.values())


class _Moves:
    """The macro steps in one world. Those that can fail, or be done in several ways, answer several drafts or none."""

    def __init__(self, world: World, wanted: frozenset[int]) -> None:
        """``wanted``: things that the goal may need later, so where they are put away matters."""
        self._world, self._game, self._wanted = world, world.game, wanted

    def start(self) -> _Draft:
        return _Draft(self._world.pose, self._world.held, frozenset(), (), ())

    def spots(self, things: frozenset[int]) -> _Spots:
        """Places that can be gone to and hold one of the things; a thing can be in several."""
        pose_of, spots = self._game.pose_of, {}
        for place, contents in enumerate(self._world.contents):
            if contents and pose_of[place] != NOBODY and not things.isdisjoint(contents):
                for thing in things.intersection(contents):
                    spots.setdefault(thing, []).append(place)
        return spots

    def is_closed(self, draft: _Draft, place: int) -> bool:
        return self._game.openable[place] and place not in self._world.opened and place not in draft.opened

    def go(self, draft: _Draft, place: int) -> _Draft:
        """At the place, or at another one with its pose."""
        pose = self._game.pose_of[place]
        if draft.pose == pose:
            return draft
        return draft._replace(pose=pose, steps=(*draft.steps, ("go to", place, NOBODY)))

    def enter(self, draft: _Draft, place: int) -> _Draft:
        """At the place, with the place open."""
        draft = self.go(draft, place)
        if not self.is_closed(draft, place):
            return draft
        steps = (*draft.steps, ("open", place, NOBODY))
        return draft._replace(opened=draft.opened | {place}, steps=steps)

    def put(self, draft: _Draft, place: int) -> _Draft:
        """The held thing in the place, which accepts it."""
        draft = self.enter(draft, place)
        return draft._replace(held=NOBODY, steps=(*draft.steps, ("move", draft.held, place)))

    def fetch(self, draft: _Draft, thing: int, spots: _Spots, passing: Sequence[int] = ()) -> Iterator[_Draft]:
        """The thing in hand. ``passing``: places to be visited later, where other things may be put away as well."""
        if draft.held == thing:
            yield draft
        elif thing in self._game.pickupable:
            for spot in draft.spots(thing, spots):
                # Hands are freed first, here or on the way: nothing can be taken with something in hand.
                for free in self.free_hands(draft, (spot, *passing)):
                    taken = self.enter(free, spot)
                    yield taken._replace(held=thing, steps=(*taken.steps, ("take", thing, spot)))

    def free_hands(self, draft: _Draft, passing: Sequence[int]) -> list[_Draft]:
        """Empty hands: what is held is put away here, on the way, or anywhere."""
        held = draft.held
        if held == NOBODY:
            return [draft]
        accepts, pose_of = self._game.accepts, self._game.pose_of
        here = [place for place in self._game.places_at[draft.pose] if held in accepts[place]]
        if held not in self._wanted:  # no other way is shorter
            here_open = [place for place in here if not self.is_closed(draft, place)]
            if here_open:
                return [self.put(draft, here_open[0])]
        # Also what shares a pose with a place on the way: it costs no further walk.
        near = [p for place in passing for p in self._game.places_at[pose_of[place]] if held in accepts[p]]
        anywhere = [p for p, pose in enumerate(pose_of) if pose != NOBODY and held in accepts[p]]
        # An open one before a closed one, which costs one command more.
        handiest = sorted(anywhere, key=lambda place: self.is_closed(draft, place))[:1]
        return _shortest(self._put_away(draft, place) for place in dict.fromkeys([*here, *near, *handiest]))

    def _put_away(self, draft: _Draft, place: int) -> _Draft:
        # Only for things the goal may want. Else drafts that differ in nothing that matters would count as
        # different states, and _shortest would keep them all.
        dropped = ((draft.held, place),) if draft.held in self._wanted else ()
        return self.put(draft, place)._replace(dropped=draft.dropped + dropped)


def _light_plans(world: World, goal: LightGoal) -> Iterator[_Draft]:
    """Ways to hold a target at a lamp. The lamp is switched on last, which costs the same as first."""
    moves = _Moves(world, goal.targets | frozenset(goal.lamps))
    spots, lamp_spots = moves.spots(goal.targets), moves.spots(frozenset(goal.lamps))
    near = [place for places in lamp_spots.values() for place in places]
    # What is held need not lie anywhere, so the spots may not tell of it.
    for target in dict.fromkeys([*spots, *({world.held} & goal.targets)]):
        for held in moves.fetch(moves.start(), target, spots, near):
            for lamp in goal.lamps:
                for place in held.spots(lamp, lamp_spots):
                    lit = moves.go(held, place)
                    if not world.marks[lamp] & TOGGLED:
                        lit = lit._replace(steps=(*lit.steps, ("use", lamp, NOBODY)))
                    yield lit


class _PlaceSearch:
    """Plans that bring the missing things, treated as asked, into one goal place."""

    def __init__(self, world: World, goal: PlaceGoal) -> None:
        self._world, self._goal = world, goal
        self._moves = _Moves(world, goal.targets)
        self._spots = self._moves.spots(goal.targets)
        self._lacking = {thing: goal.marks & ~world.marks[thing] for thing in goal.targets}
        # Without a pose an appliance cannot be reached.
        self._sites = {
            bit: [p for p, verbs in enumerate(world.game.appliance) if verb in verbs and self._has_pose(p)]
            for bit, verb in _TREATMENTS.items()
            if goal.marks & bit
        }

    def plans(self) -> Iterator[_Draft]:
        world, goal = self._world, self._goal
        for place in self._places():
            inside = set(world.contents[place])
            # A target that lies there and lacks nothing counts already. One that lacks something is among the
            # usable ones below.
            missing = goal.count - sum(t in goal.targets and not self._lacking[t] for t in inside)
            accepted = world.game.accepts[place]
            usable = [t for t in self._within_reach() if (self._lacking[t] if t in inside else t in accepted)]
            for things in self._choices(usable, missing):
                yield from self._bring_all(things, place)

    def _has_pose(self, place: int) -> bool:
        return self._world.game.pose_of[place] != NOBODY

    def _within_reach(self) -> list[int]:
        return list(dict.fromkeys([*({self._world.held} & self._goal.targets), *self._spots]))

    def _places(self) -> list[int]:
        """Goal places; of those at no pose that a plan visits anyway, one open and one closed suffice."""
        world, pose_of = self._world, self._world.game.pose_of
        visited = {world.pose, *(pose_of[p] for spots in self._spots.values() for p in spots)}
        visited |= {pose_of[p] for sites in self._sites.values() for p in sites}
        start, found = self._moves.start(), {}
        for place in self._goal.places:
            if self._has_pose(place):
                is_apart = pose_of[place] not in visited
                # Places apart differ only in having to be opened or not; any other may lie on the way.
                key = self._moves.is_closed(start, place) if is_apart else (place,)
                found.setdefault(key, place)
        return list(found.values())

    def _choices(self, usable: Sequence[int], missing: int) -> Iterator[tuple[int, ...]]:
        """Which things in which order; of things that lie and are alike no more than are missing."""
        alike: dict[object, list[int]] = {}
        for thing in usable:
            key = (self._world.held == thing, tuple(self._spots.get(thing, ())), self._lacking[thing])
            alike.setdefault(key, []).append(thing)
        picked = [thing for things in alike.values() for thing in things[:missing]]
        for things in permutations(picked, missing):
            # What is held already is best brought first.
            if self._world.held not in things[1:]:
                yield things

    def _bring_all(self, things: Sequence[int], place: int) -> list[_Draft]:
        drafts = [self._moves.start()]
        for thing in things:
            drafts = _shortest(done for draft in drafts for done in self._bring(draft, thing, place))
        return drafts

    def _bring(self, draft: _Draft, thing: int, place: int) -> Iterator[_Draft]:
        bits = [bit for bit in self._sites if self._lacking[thing] & bit]
        for held in self._moves.fetch(draft, thing, self._spots, (place,)):
            drafts = [held]
            for bit in bits:
                # One draft for each of several appliances: which lies best shows only when the plan is whole.
                drafts = [self._treat(d, thing, bit, site) for d in drafts for site in self._sites[bit]]
            # A thing that was in two places is still in the other one.
            is_there = self._was_in(held, thing, place) and ("take", thing, place) not in held.steps
            for treated in drafts:
                yield treated if is_there else self._moves.put(treated, place)

    def _was_in(self, draft: _Draft, thing: int, place: int) -> bool:
        return thing in self._world.contents[place] or (thing, place) in draft.dropped

    def _treat(self, draft: _Draft, thing: int, bit: int, site: int) -> _Draft:
        # Gone to and not opened: appliances work closed.
        there = self._moves.go(draft, site)
        return there._replace(steps=(*there.steps, (_TREATMENTS[bit], thing, site)))
