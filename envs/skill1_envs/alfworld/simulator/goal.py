"""When a game is won: the three shapes of ALFWorld's goals, over integer ids.

Besides the six types that its loader plays, ALFWorld's goal library has goals about sliced things, about three
things, and about things in a movable receptacle; these are understood too. Not understood is its goal about all
things of a type.

A goal reads the world's present state (``held``, ``pose``, ``marks``, ``contents``, ``lying_at``) and keeps nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from skill1.errors import DataError
from skill1_envs.alfworld.simulator.files import Literal, Problem

if TYPE_CHECKING:
    from skill1_envs.alfworld.simulator.world import World

# Bits of a thing's mark: what was done to it.
CLEAN, HOT, COOL, SLICED, TOGGLED = 1, 2, 4, 8, 16
MARKS = {"isclean": CLEAN, "ishot": HOT, "iscool": COOL, "issliced": SLICED, "istoggled": TOGGLED}
_ABILITIES = ("cleanable", "heatable", "coolable", "sliceable", "toggleable", "pickupable")
_TYPES = {"objecttype", "receptacletype"}
# What goals about places may speak of. A goal that says anything else is refused, not half understood. Nothing that is
# switched on: `use` is none of the commands that such a goal watches.
_OF_PLACE = {"inreceptacle", *_TYPES, *MARKS, *_ABILITIES} - {"istoggled", "toggleable"}
_OF_ONE = {"isreceptacleobject", *MARKS, *_ABILITIES}  # predicates of one argument; all others have two
_SHOWN = 500  # characters of a goal that is not understood


# Commands that can change whether a goal about places is met.
# Not open, close or go to: things count in a closed receptacle too, wherever the agent is.
_PLACING = frozenset({"take", "move", "clean", "heat", "cool", "slice"})


@dataclass(frozen=True, slots=True)
class PlaceGoal:
    """``count`` different target things, all carrying ``marks``, in one and the same receptacle."""

    targets: frozenset[int]
    places: tuple[int, ...]
    marks: int
    count: int
    verbs: frozenset[str] = _PLACING

    def is_met(self, state: World) -> bool:
        for place in self.places:
            contents = state.contents[place]
            # Cheap tests first: this runs after each command that may change the answer, and most places hold no
            # target.
            if contents and not self.targets.isdisjoint(contents) and self._enough(contents, state.marks):
                return True
        return False

    def _enough(self, contents: tuple[int, ...], marks: list[int]) -> bool:
        needed = self.marks
        return sum(t in self.targets and marks[t] & needed == needed for t in contents) >= self.count


@dataclass(frozen=True, slots=True)
class ContainerGoal:
    """A movable receptacle is in a receptacle, and a target thing that carries ``marks`` belongs to it.

    What a movable receptacle holds never changes, wherever those things are taken or put.
    """

    targets_in: dict[int, tuple[int, ...]]  # movable receptacle → target things that belong to it
    places: tuple[int, ...]
    marks: int
    verbs: frozenset[str] = _PLACING

    def is_met(self, state: World) -> bool:
        for place in self.places:
            for thing in state.contents[place]:
                if any(state.marks[t] & self.marks == self.marks for t in self.targets_in.get(thing, ())):
                    return True
        return False


@dataclass(frozen=True, slots=True)
class LightGoal:
    """A target thing that carries ``marks`` is held where a lamp stands that was switched on (ever).

    The lamp stands in a receptacle here or, in the goal about sliced things, has the agent's pose as its own.
    """

    targets: frozenset[int]
    lamps: tuple[int, ...]
    places_at: tuple[tuple[int, ...], ...]  # pose → receptacles
    marks: int = 0
    is_by_pose: bool = False
    # Without slice: whoever slices holds the knife, so what is held is never what is sliced.
    verbs: frozenset[str] = frozenset({"take", "move", "go to", "use"})

    def is_met(self, state: World) -> bool:
        # First of all: empty hands are -1, which as an index would read the marks of the last thing.
        if state.held not in self.targets or state.marks[state.held] & self.marks != self.marks:
            return False
        lit = [lamp for lamp in self.lamps if state.marks[lamp] & TOGGLED]
        if self.is_by_pose:
            return not state.lying_at[state.pose].isdisjoint(lit)
        return any(lamp in state.contents[place] for lamp in lit for place in self.places_at[state.pose])


Goal = PlaceGoal | ContainerGoal | LightGoal


def compile_goal(
    problem: Problem, things: tuple[str, ...], places: tuple[str, ...], places_at: tuple[tuple[int, ...], ...]
) -> Goal:
    """Turns the goal's literals into integers.

    Args:
        things: ids of things, the position is the integer; likewise ``places``.
        places_at: receptacles of each pose.

    Raises:
        DataError: the goal is none of the shapes above.
    """
    # Before the compiler, which reads the words of a literal by position.
    if not all(map(_has_its_words, problem.goal)):
        raise _unknown(problem)
    return _Compiler(problem, things, places, places_at).goal()


@dataclass(frozen=True)
class _Compiler:
    """The arguments of ``compile_goal``, and how each shape of goals is read."""

    problem: Problem
    things: tuple[str, ...]
    places: tuple[str, ...]
    places_at: tuple[tuple[int, ...], ...]

    def goal(self) -> Goal:
        held = self._variables("holds", 2)
        inside = [(literal[1], literal[2]) for literal in self.problem.goal if literal[0] == "inreceptacle"]
        # The three shapes of goals, told apart by what only one of them says: something held, something in a container.
        if len(held) == 1:
            return self._light_goal(held.pop())
        if len(inside) == 1 and self._variables("inreceptacleobject", 1):
            return self._container_goal(*inside[0])
        # Equal variables of different scopes have different names by now, so this is one and the same place.
        if not held and len(inside) in (1, 2, 3) and len({place for _, place in inside}) == 1:
            return self._place_goal(inside)
        raise _unknown(self.problem)

    def _place_goal(self, inside: list[tuple[str, str]]) -> PlaceGoal:
        variables = sorted({thing for thing, _ in inside})
        wanted = [self._matching(v) for v in variables]
        marks = [self._marks(v) for v in variables]
        negated = {(literal[1], frozenset(literal[2:])) for literal in self.problem.goal if literal[0] == "not"}
        # Two or three equal things are asked for by saying of each pair that they are not the same one.
        all_differ = negated == {("=", frozenset(pair)) for pair in combinations(variables, 2)}
        # A PlaceGoal knows one set of targets and one set of marks, which hold for each of its things.
        all_alike = len(set(wanted)) == len(set(marks)) == 1
        if not (all_differ and all_alike) or self._predicates() - _OF_PLACE - {"not"}:
            raise _unknown(self.problem)
        return PlaceGoal(wanted[0], self._fitting(inside[0][1]), marks[0], len(variables))

    def _container_goal(self, container: str, place: str) -> ContainerGoal:
        contained = [literal for literal in self.problem.goal if literal[0] == "inreceptacleobject"]
        inner = [literal[1] for literal in contained if literal[2] == container]
        known = _OF_PLACE | {"inreceptacleobject", "isreceptacleobject"}
        # A ContainerGoal has marks of what is inside only; those of the container itself would be lost.
        if len(inner) != 1 or self._predicates() - known or self._marks(container):
            raise _unknown(self.problem)
        numbers = {name: i for i, name in enumerate(self.things)}
        targets = self._matching(inner[0])
        # A container that holds no target keeps an empty entry, and can never win.
        targets_in = {i: () for i in self._matching(container)}
        # By the facts at the start, which no command changes.
        for thing, outer in self.problem.pairs("inreceptacleobject"):
            if numbers.get(outer) in targets_in and numbers.get(thing) in targets:
                targets_in[numbers[outer]] += (numbers[thing],)
        return ContainerGoal(targets_in, self._fitting(place), self._marks(inner[0]))

    def _light_goal(self, held: str) -> LightGoal:
        described = {"holds", "objecttype", "toggleable", "istoggled", "atlocation", "sliceable", "issliced"}
        position = self._predicates() - described  # the lamp's place, or the lamp itself, is where the agent is
        is_by_pose = position == {"objectatlocation"}
        lamps = self._variables("objectatlocation" if is_by_pose else "inreceptacle", 1)
        if not is_by_pose and position != {"receptacleatlocation", "inreceptacle"} or len(lamps) != 1:
            raise _unknown(self.problem)
        [lamp], marks = lamps, self._marks(held)
        # Other marks would change with commands that LightGoal.verbs leaves out.
        is_understood = held != lamp and self._marks(lamp) == TOGGLED and marks in (0, SLICED)
        # Without the agent's place in the goal a lamp anywhere would do; a LightGoal wants it here.
        if not (is_understood and self._variables("atlocation", 1)):
            raise _unknown(self.problem)
        numbers = tuple(sorted(self._matching(lamp)))
        return LightGoal(self._matching(held), numbers, self.places_at, marks, is_by_pose)

    def _about(self, variable: str) -> list[Literal]:
        return [literal for literal in self.problem.goal if literal[1] == variable]

    def _predicates(self) -> set[str]:
        return {literal[0] for literal in self.problem.goal}

    def _variables(self, predicate: str, position: int) -> set[str]:
        return {literal[position] for literal in self.problem.goal if literal[0] == predicate}

    def _fitting(self, place: str) -> tuple[int, ...]:
        """Places of all the types asked for."""
        kinds = {literal[2] for literal in self._about(place) if literal[0] == "receptacletype"}
        typed = set(self.problem.pairs("receptacletype"))
        return tuple(i for i, name in enumerate(self.places) if all((name, kind) in typed for kind in kinds))

    def _matching(self, variable: str) -> frozenset[int]:
        """Things that satisfy what can never change: type and abilities."""
        fitting = set(self.things)
        for literal in self._about(variable):
            if literal[0] == "objecttype":
                fitting &= {thing for thing, kind in self.problem.pairs("objecttype") if kind == literal[2]}
            elif literal[0] in _ABILITIES or literal[0] == "isreceptacleobject":
                fitting &= self.problem.subjects(literal[0])
        return frozenset(i for i, name in enumerate(self.things) if name in fitting)

    def _marks(self, variable: str) -> int:
        # A set, because a mark that a goal names twice is still one bit.
        return sum({MARKS[literal[0]] for literal in self._about(variable) if literal[0] in MARKS})


def _has_its_words(literal: Literal) -> bool:
    """One variable or two, or a type's name as the second; an id would be taken for a variable by the compiler."""
    predicate, *words = literal[1:] if literal[0] == "not" else literal
    expected = [True] if predicate in _OF_ONE else [True, predicate not in _TYPES]
    return [word.startswith("?") for word in words] == expected


def _unknown(problem: Problem) -> DataError:
    # Without the "#…" that tells a variable's scope.
    literals = " ".join("(" + " ".join(word.split("#")[0] for word in literal) + ")" for literal in problem.goal)
    return DataError(f"the goal {literals[:_SHOWN]} is none that ALFWorld's task types have.")
