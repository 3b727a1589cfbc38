"""A game parsed once: integer tables and command strings that all its episodes share.

Things, places (receptacles) and poses are numbered in the order of their sorted ids, so that comparing integers
is comparing ids, the order in which the texts list things. The tables never change; ``commands`` only grows, as
a cache.

``vocabulary_of`` lists the words of games for word-level tokenizers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from skill1.errors import DataError
from skill1_envs.alfworld.simulator import texts
from skill1_envs.alfworld.simulator.files import GameFile, Problem, parse_problem, read_game_folder
from skill1_envs.alfworld.simulator.goal import MARKS, Goal, compile_goal
from skill1_envs.alfworld.simulator.texts import WORDINGS, Wording

Action = tuple[str, int, int]  # verb, thing or place, place or tool; see COMMANDS
# No thing, place or pose. Not to be used as an index: it would read the last row of a table.
NOBODY = -1
# What each number of an action counts: "thing", "place" or nothing; and the word between the two.
COMMANDS = {
    "look": ("", "", ""),
    "inventory": ("", "", ""),
    "help": ("", "", ""),
    "go to": ("place", "", ""),
    "open": ("place", "", ""),
    "close": ("place", "", ""),
    "examine place": ("place", "", ""),
    "examine": ("thing", "", ""),
    "use": ("thing", "", ""),
    "take": ("thing", "from", "place"),
    "move": ("thing", "to", "place"),
    "clean": ("thing", "with", "place"),
    "heat": ("thing", "with", "place"),
    "cool": ("thing", "with", "place"),
    "slice": ("thing", "with", "thing"),
}
# Basins, not sinks: the sink around a basin is a thing of its own, at which nothing is cleaned.
_APPLIANCES = {"sinkbasintype": "clean", "microwavetype": "heat", "fridgetype": "cool"}
_TREATABLE = {"clean": "cleanable", "heat": "heatable", "cool": "coolable"}
_KNIVES = ("knifetype", "butterknifetype")


class CommandTable(dict[Action, str]):
    """Action → command text, made when first asked for; ``actions`` is the way back.

    The verb of an action is that of ``COMMANDS`` in either wording: ("move", 3, 5) may read "put cup 1 in/on desk 2".
    """

    def __init__(self, things: tuple[str, ...], places: tuple[str, ...], wording: Wording) -> None:
        super().__init__()
        # In string order: admissible puts this block between blocks that are sorted.
        self.always = ("help", "inventory", "look") if wording.has_help else ("inventory", "look")
        self.actions: dict[str, Action] = {verb: (verb, NOBODY, NOBODY) for verb in self.always}
        self._wording = wording
        self._names = {"thing": things, "place": places}

    def __missing__(self, action: Action) -> str:
        verb, first, second = action
        first_kind, word, second_kind = COMMANDS[verb]
        # "examine" and "examine place" read alike. They are two verbs, because their numbers count different
        # things.
        parts = [verb.removesuffix(" place")]
        if verb == "move":
            parts, word = [self._wording.move], self._wording.into
        if first_kind:
            parts.append(self._names[first_kind][first])
        if second_kind:
            parts += [word, self._names[second_kind][second]]
        command = " ".join(parts)
        self.actions[command] = action  # before the entry itself: another thread may find the entry
        self[action] = command
        return command


@dataclass(frozen=True, slots=True)
class Game:
    """One game. All tables are indexed by thing, place or pose numbers.

    Example: ``places[3] == "cabinet 2"``, ``pose_of[3] == 7``, ``places_at[7] == (3,)``.
    """

    task: str  # sentence without its final period
    wording: Wording
    things: tuple[str, ...]
    places: tuple[str, ...]
    places_at: tuple[tuple[int, ...], ...]  # pose → places, ascending; several may share a pose
    pose_of: tuple[int, ...]  # place → pose; NOBODY: no pose, never reached
    arrivals: tuple[str, ...]  # place → where `go to` says one arrives
    start: int  # the agent's pose after reset
    openable: tuple[bool, ...]
    appliance: tuple[tuple[str, ...], ...]  # place → verbs among clean, heat, cool
    accepts: tuple[frozenset[int], ...]  # place → things that may be moved there
    treatable: dict[str, frozenset[int]]  # clean, heat, cool → things
    pickupable: frozenset[int]
    toggleable: frozenset[int]
    sliceable: frozenset[int]
    knives: frozenset[int]
    inner: dict[int, tuple[int, ...]]  # thing that is a container → things in it, for good
    contents: tuple[tuple[int, ...], ...]  # at the start: place → things, ascending
    lying_at: tuple[frozenset[int], ...]  # at the start: pose → things recorded there
    opened: frozenset[int]  # at the start
    marks: tuple[int, ...]  # at the start: thing → bits of ``goal.MARKS``
    goal: Goal
    commands: CommandTable = field(repr=False)
    go_to: tuple[tuple[str, ...], ...] = field(repr=False)  # pose → sorted commands that leave it


def parse_game(file: GameFile, text_version: str = "0.4") -> Game:
    """Builds the tables, with the wording of ``texts.WORDINGS[text_version]``.

    Raises:
        DataError: the problem uses what ALFWorld's text games don't.
    """
    wording = WORDINGS[text_version]
    problem = parse_problem(file.problem)
    # Ids become numbers once; the tables below are indexed by these numbers.
    ids = _Ids.of(problem)
    starts = [pose for _, pose in problem.pairs("atlocation")]
    # World begins at one pose with empty hands, so no other start could be played.
    if len(starts) != 1 or starts[0] not in ids.pose or problem.facts.get("holds"):
        raise DataError("expected one agent with a known pose and empty hands at the start.")
    pose_of = _pose_of(problem, ids)
    places_at = tuple(tuple(r for r, at in enumerate(pose_of) if at == pose) for pose in range(len(ids.pose)))
    commands = CommandTable(ids.names(ids.thing), ids.names(ids.place), wording)
    place_types = _kinds(problem, "receptacletype", ids.place)
    openable, opened = problem.subjects("openable"), problem.subjects("opened")
    return Game(
        task=file.task,
        wording=wording,
        things=ids.names(ids.thing),
        places=ids.names(ids.place),
        # What is where in the room, and the start.
        places_at=places_at,
        pose_of=pose_of,
        arrivals=_arrivals(ids, pose_of, wording),
        start=ids.pose[starts[0]],
        # What can be done with what; none of it ever changes.
        openable=tuple(name in openable for name in ids.place),
        appliance=tuple(tuple(v for kind, v in _APPLIANCES.items() if kind in kinds) for kinds in place_types),
        accepts=_accepts(problem, ids, place_types),
        treatable={verb: ids.things(problem.subjects(ability)) for verb, ability in _TREATABLE.items()},
        pickupable=ids.things(problem.subjects("pickupable")),
        toggleable=ids.things(problem.subjects("toggleable")),
        sliceable=ids.things(problem.subjects("sliceable")),
        knives=ids.things({name for name, kind in problem.pairs("objecttype") if kind in _KNIVES}),
        inner=_inner(problem, ids),
        # The state at the start, which each episode copies.
        contents=_groups(problem.pairs("inreceptacle"), ids.thing, ids.place),
        lying_at=tuple(map(frozenset, _groups(problem.pairs("objectatlocation"), ids.thing, ids.pose))),
        opened=frozenset(i for name, i in ids.place.items() if name in opened),
        marks=_marks(problem, ids),
        goal=compile_goal(problem, tuple(ids.thing), tuple(ids.place), places_at),
        commands=commands,
        go_to=_go_to(commands, pose_of, len(ids.pose)),
    )


def display_names(problem: Problem) -> dict[str, str]:
    """Id → name such as ``sinkbasin 1``.

    Ids that occur in a fact are numbered per base name, the first in sorted order getting the highest number.
    """
    # Counted down in sorted order, because the original numbers that way; players' commands depend on it.
    used = sorted({word for facts in problem.facts.values() for fact in facts for word in fact})
    # The id of a basin begins as that of the sink around it and only ends in "SinkBasin".
    bases = {name: name.partition("_bar_")[0] + ("basin" if "basin" in name else "") for name in used}
    left = Counter(bases.values())
    names = {}
    for name, base in bases.items():
        names[name] = f"{base} {left[base]}"
        left[base] -= 1
    return names


@dataclass(frozen=True, slots=True)
class _Ids:
    """Number of each id, by kind; insertion order is sorted order."""

    display: dict[str, str]
    thing: dict[str, int]
    place: dict[str, int]
    pose: dict[str, int]

    @classmethod
    def of(cls, problem: Problem) -> _Ids:
        display = display_names(problem)

        def numbered(kind: str) -> dict[str, int]:
            # By the display names: an object that is declared but in no fact has none, so nobody could name it.
            return {name: i for i, name in enumerate(n for n in display if problem.types.get(n) == kind)}

        return cls(display, numbered("object"), numbered("receptacle"), numbered("location"))

    def names(self, numbers: dict[str, int]) -> tuple[str, ...]:
        return tuple(self.display[name] for name in numbers)

    def things(self, names: frozenset[str] | set[str]) -> frozenset[int]:
        return frozenset(self.thing[name] for name in names if name in self.thing)


def _groups(
    pairs: list[tuple[str, str]], members: dict[str, int], owners: dict[str, int]
) -> tuple[tuple[int, ...], ...]:
    """(member, owner) pairs → for each owner its members, ascending, each once."""
    groups: list[set[int]] = [set() for _ in owners]
    for member, owner in pairs:
        if member in members and owner in owners:
            groups[owners[owner]].add(members[member])
    return tuple(tuple(sorted(group)) for group in groups)


def _pose_of(problem: Problem, ids: _Ids) -> tuple[int, ...]:
    poses = [NOBODY] * len(ids.place)
    for place, pose in problem.pairs("receptacleatlocation"):
        if place not in ids.place or pose not in ids.pose:
            raise DataError(f"(receptacleatlocation {place} {pose}) is not about a declared receptacle and pose.")
        if poses[ids.place[place]] not in (NOBODY, ids.pose[pose]):
            raise DataError(f"receptacle {ids.display[place]} has two poses; ALFWorld gives it at most one.")
        poses[ids.place[place]] = ids.pose[pose]
    return tuple(poses)


def _arrivals(ids: _Ids, pose_of: tuple[int, ...], wording: Wording) -> tuple[str, ...]:
    # Since 0.4 one arrives at the receptacle, before that at its pose.
    if not wording.arrives_at_pose:
        return ids.names(ids.place)
    poses = ids.names(ids.pose)
    return tuple(poses[pose] if pose != NOBODY else "" for pose in pose_of)


def _kinds(problem: Problem, predicate: str, numbers: dict[str, int]) -> list[set[str]]:
    kinds: list[set[str]] = [set() for _ in numbers]
    for name, kind in problem.pairs(predicate):
        if name in numbers:
            kinds[numbers[name]].add(kind)
    return kinds


def _accepts(problem: Problem, ids: _Ids, place_types: list[set[str]]) -> tuple[frozenset[int], ...]:
    """Places of one type share one set: a kitchen has dozens of cabinets."""
    thing_types = _kinds(problem, "objecttype", ids.thing)
    fits = problem.pairs("cancontain")
    shared: dict[frozenset[str], frozenset[int]] = {}
    # Standing receptacles only: as in the original, no command puts anything into a bowl or a box.
    for kinds in map(frozenset, place_types):
        if kinds not in shared:
            allowed = {thing_kind for place_kind, thing_kind in fits if place_kind in kinds}
            shared[kinds] = frozenset(i for i, types in enumerate(thing_types) if types & allowed)
    return tuple(shared[frozenset(kinds)] for kinds in place_types)


def _inner(problem: Problem, ids: _Ids) -> dict[int, tuple[int, ...]]:
    inside = _groups(problem.pairs("inreceptacleobject"), ids.thing, ids.thing)
    return {thing: inside[thing] for thing in ids.things(problem.subjects("isreceptacleobject"))}


def _marks(problem: Problem, ids: _Ids) -> tuple[int, ...]:
    marks = [0] * len(ids.thing)
    for predicate, bit in MARKS.items():
        for thing in ids.things(problem.subjects(predicate)):
            marks[thing] |= bit
    return tuple(marks)


def _go_to(commands: CommandTable, pose_of: tuple[int, ...], num_poses: int) -> tuple[tuple[str, ...], ...]:
    reachable = [(commands["go to", place, NOBODY], at) for place, at in enumerate(pose_of) if at != NOBODY]
    # As strings, like the original's list: "cabinet 10" comes before "cabinet 2".
    reachable.sort()
    everywhere = tuple(command for command, _ in reachable)
    # No receptacle at the present pose is offered, not even another one that shares it.
    stops = set(pose_of)
    # Poses without a receptacle (mostly of loose things) all share the full list.
    return tuple(
        tuple(command for command, at in reachable if at != pose) if pose in stops else everywhere
        for pose in range(num_poses)
    )


_WORD = re.compile(r"\w+|[^\w\s]")
# Kinds of objects whose names the texts say: poses ("loc 4") in the older wording only.
_SHOWN = {"0.4": ("object", "receptacle"), "0.3": ("object", "receptacle", "location")}


def words(text: str) -> list[str]:
    """Lower-case words, numbers and single punctuation marks, in order."""
    return _WORD.findall(text.lower())


def vocabulary_of(
    folders: Iterable[Path], goal_text: str = "templates", text_version: str = "0.4"
) -> tuple[str, ...]:
    """All words that observations, commands and tasks of these game folders can hold, sorted.

    Taken from the sentence templates, the command forms, the task sentences and the names of things (in the 0.3 text
    also of poses). The options are those of ``env.read_game``.
    """
    # Gaps of the templates hold names, which come from the games below.
    found = set(words(" ".join(texts.TEMPLATES).replace("%s", " ")))
    found.update(words(" ".join(part for verb, form in COMMANDS.items() for part in (verb, form[1]))))
    for folder in folders:
        file = read_game_folder(folder, goal_text)
        problem = parse_problem(file.problem)
        found.update(words(file.task))
        for name, shown in display_names(problem).items():
            if problem.types.get(name) in _SHOWN[text_version]:
                found.update(words(shown))
    return tuple(sorted(found))
