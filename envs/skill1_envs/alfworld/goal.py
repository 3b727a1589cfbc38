"""When a game is won: the two shapes of ALFWorld's six goals, over integer ids.

A goal reads the world's present state (``held``, ``pose``, ``marks``, ``contents``) and keeps nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from skill1.errors import DataError
from skill1_envs.alfworld.pddl import Literal, Problem

# Bits of a thing's mark: what was done to it.
CLEAN, HOT, COOL, SLICED, TOGGLED = 1, 2, 4, 8, 16
MARKS = {"isclean": CLEAN, "ishot": HOT, "iscool": COOL, "issliced": SLICED, "istoggled": TOGGLED}
_ABILITIES = ("cleanable", "heatable", "coolable", "sliceable", "toggleable", "pickupable")


class GoalState(Protocol):
    """The part of a world that goals look at."""

    pose: int
    held: int  # -1: nothing
    marks: list[int]
    contents: list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class PlaceGoal:
    """``count`` different target things, all carrying ``marks``, in one and the same receptacle."""

    targets: frozenset[int]
    places: tuple[int, ...]
    marks: int
    count: int
    verbs: frozenset[str] = frozenset({"take", "move", "clean", "heat", "cool", "slice"})  # can change the answer

    def is_met(self, state: GoalState) -> bool:
        for place in self.places:
            contents = state.contents[place]
            if contents and not self.targets.isdisjoint(contents) and self._enough(contents, state.marks):
                return True
        return False

    def _enough(self, contents: tuple[int, ...], marks: list[int]) -> bool:
        needed = self.marks
        return sum(t in self.targets and marks[t] & needed == needed for t in contents) >= self.count


@dataclass(frozen=True, slots=True)
class LightGoal:
    """A target thing is held where a lamp that was switched on (ever) stands in a receptacle."""

    targets: frozenset[int]
    lamps: tuple[int, ...]
    places_at: tuple[tuple[int, ...], ...]  # pose → receptacles
    verbs: frozenset[str] = frozenset({"take", "move", "go to", "use"})

    def is_met(self, state: GoalState) -> bool:
        if state.held not in self.targets:
            return False
        lit = [lamp for lamp in self.lamps if state.marks[lamp] & TOGGLED]
        return any(lamp in state.contents[place] for lamp in lit for place in self.places_at[state.pose])


Goal = PlaceGoal | LightGoal


def compile_goal(
    problem: Problem, things: tuple[str, ...], places: tuple[str, ...], places_at: tuple[tuple[int, ...], ...]
) -> Goal:
    """Turns the goal's literals into integers.

    Args:
        things: ids of things, the position is the integer; likewise ``places``.
        places_at: receptacles of each pose.

    Raises:
        DataError: the goal is none of ALFWorld's six.
    """
    by_variable: dict[str, list[Literal]] = {}
    for literal in problem.goal:
        by_variable.setdefault(literal[1], []).append(literal)
    held = _variables(problem.goal, "holds", 2)
    inside = [(literal[1], literal[2]) for literal in problem.goal if literal[0] == "inreceptacle"]
    if len(held) == 1 and len(inside) == 1:
        return _light_goal(problem, things, places_at, by_variable, held.pop(), inside[0])
    if not held and len(inside) in (1, 2) and len({place for _, place in inside}) == 1:
        return _place_goal(problem, things, places, by_variable, inside)
    raise _unknown(problem)


def _place_goal(
    problem: Problem,
    things: tuple[str, ...],
    places: tuple[str, ...],
    by_variable: dict[str, list[Literal]],
    inside: list[tuple[str, str]],
) -> PlaceGoal:
    place = inside[0][1]
    variables = sorted({thing for thing, _ in inside})
    wanted = [_matching(problem, things, by_variable[v]) for v in variables]
    marks = [_marks(by_variable[v]) for v in variables]
    negated = [literal[1] for literal in problem.goal if literal[0] == "not"]  # "=" says that two things differ
    known = {"inreceptacle", "objecttype", "receptacletype", "not", *MARKS, *_ABILITIES}
    same = len(set(wanted)) == len(set(marks)) == 1
    if not same or negated != ["="] * (len(variables) - 1) or {x[0] for x in problem.goal} - known:
        raise _unknown(problem)
    kinds = {literal[2] for literal in by_variable.get(place, ()) if literal[0] == "receptacletype"}
    typed = problem.pairs("receptacletype")
    fitting = tuple(i for i, name in enumerate(places) if all((name, kind) in typed for kind in kinds))
    return PlaceGoal(wanted[0], fitting, marks[0], len(variables))


def _light_goal(
    problem: Problem,
    things: tuple[str, ...],
    places_at: tuple[tuple[int, ...], ...],
    by_variable: dict[str, list[Literal]],
    held: str,
    inside: tuple[str, str],
) -> LightGoal:
    lamp = inside[0]
    at_hand = {"receptacleatlocation", "atlocation"}  # the lamp's place is where the agent is
    known = {"holds", "inreceptacle", "objecttype", "toggleable", "istoggled"} | at_hand
    if {x[0] for x in problem.goal} - known or not at_hand <= {x[0] for x in problem.goal}:
        raise _unknown(problem)
    if lamp == held or _marks(by_variable[lamp]) != TOGGLED or _marks(by_variable.get(held, [])):
        raise _unknown(problem)
    lamps = sorted(_matching(problem, things, by_variable[lamp]))
    return LightGoal(_matching(problem, things, by_variable.get(held, [])), tuple(lamps), places_at)


def _matching(problem: Problem, things: tuple[str, ...], literals: list[Literal]) -> frozenset[int]:
    """Things that satisfy the literals which can never change: type and abilities."""
    fitting = set(things)
    for literal in literals:
        if literal[0] == "objecttype":
            fitting &= {thing for thing, kind in problem.pairs("objecttype") if kind == literal[2]}
        elif literal[0] in _ABILITIES:
            fitting &= problem.subjects(literal[0])
    return frozenset(i for i, name in enumerate(things) if name in fitting)


def _marks(literals: list[Literal]) -> int:
    return sum({MARKS[literal[0]] for literal in literals if literal[0] in MARKS})


def _variables(goal: tuple[Literal, ...], predicate: str, position: int) -> set[str]:
    return {literal[position] for literal in goal if literal[0] == predicate}


def _unknown(problem: Problem) -> DataError:
    literals = " ".join("(" + " ".join(word.split("#")[0] for word in literal) + ")" for literal in problem.goal)
    return DataError(f"the goal {literals} is none of ALFWorld's six task types.")
