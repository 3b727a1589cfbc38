"""Homes whose rooms have habits: in generated games of one home a kind of thing is always kept in the same place.

The habits are hidden: a player finds them out by searching, and what it writes down in one game helps in all other
games of that home. A home is a small part of a room of the wheel, and where each kind of thing is kept there for good.
A room keeps eight closed receptacles of one type, which hide what tasks ask for; its appliances; and a few open places
to bring things to, one of each type, so that a task's goal names a single place. A lamp room has one desk lamp, which
stands on its only desk, side table or dresser.

Homes are named after a tree and a place, such as ``maple hill``. The streams say in which order homes, kinds and goals
appear in training, evaluation and demonstrations. Each depends on a seed alone, so a longer one begins with the
shorter one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial

from skill1_envs.alfworld.generate.game_files import GeneratedGame, make_game
from skill1_envs.alfworld.generate.goals import (
    CLEAN,
    COOL,
    HEAT,
    LOOK,
    PICK,
    TASK_TYPES,
    TWO,
    Goal,
    goals_of,
    sentence,
)
from skill1_envs.alfworld.generate.rooms import Receptacle, Room, read_room
from skill1_envs.alfworld.generate.wheel import read_wheel
from skill1_envs.kit import draws
from skill1_envs.kit.draws import TREES, Names, chance, draw_alike, pick, pick_weighted, shuffled
from skill1_envs.kit.world_folder import DEMO_ROUND_TASKS, DEMO_ROUNDS

PLACES = tuple("bay brook cliff corner ford garden harbour hill lake meadow mill ridge".split())


def draw_names(seed: int) -> Names:
    """The names of a set of homes."""
    return draws.draw_names(f"alfworld homes {seed} names", TREES, PLACES)


# Scenes with enough closed receptacles, each with a pose of its own. Games of the held-out ones are `valid_unseen`.
KITCHENS = (1, 5, 7, 8, 11, 12, 13, 15, 16, 18, 19, 20, 22, 24, 27, 28, 30)
LAMP_ROOMS = (210, 224, 315, 323)
HELDOUT_KITCHENS, HELDOUT_LAMP_ROOMS = (6, 9, 17), (317, 318)
# Of a home: closed places that hide things, kinds asked for, kinds that only lie about.
NUM_HIDING, NUM_ASKED, NUM_OTHER = 8, 6, 4
# Odds of the task types wherever several are possible: every type gets a fair share of all games.
TYPE_WEIGHTS = {PICK: 2, LOOK: 4, CLEAN: 3, HEAT: 6, COOL: 3, TWO: 1}
_SECOND_COPY_PERCENT = 25
_OTHER_COPIES = {0: 1, 1: 2, 2: 1}  # copies of a kind never asked for → weight


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a home keeps of a kind of room; all names are types."""

    hiding: str  # closed receptacles that hide what is asked for
    asked: tuple[str, ...]  # things, as far as the room has them
    tools: tuple[str, ...]
    stands: tuple[str, ...]  # for the lamp: the first that there is
    goals: tuple[str, ...]  # open places to bring things to, besides the lamp's: the first few that there are
    fixtures: tuple[str, ...]


_NUM_GOALS = 3
_KITCHEN = _Plan(
    hiding="Cabinet",
    asked=("Bowl", "Cup", "Mug", "Pan", "Plate", "Pot"),
    tools=("SinkBasin", "Microwave", "Fridge"),
    stands=(),
    goals=("CounterTop", "DiningTable", "SideTable", "Shelf", "StoveBurner"),
    fixtures=(),
)
_LAMP_ROOM = _Plan(
    hiding="Drawer",
    asked=tuple(
        "Book CD CellPhone CreditCard KeyChain Newspaper Pen Pencil RemoteControl Watch WateringCan".split()
    ),
    tools=(),
    stands=("Desk", "SideTable", "Dresser"),  # the order in which a generated room puts its desk lamp on one
    goals=("Bed", "Sofa", "ArmChair", "CoffeeTable", "DiningTable", "GarbageCan"),
    fixtures=("DeskLamp",),
)


@dataclass(frozen=True, slots=True)
class Home:
    """What a home hides, and what can be asked for in it."""

    name: str  # such as "maple hill"
    room: Room  # only what the home keeps of it
    habits: Mapping[str, str]  # thing type → receptacle id, for all its kinds
    goals: Mapping[str, tuple[Goal, ...]]  # kind asked for → what can be asked of it

    @property
    def kinds(self) -> tuple[str, ...]:
        """Thing types that are asked for, each kept in a closed receptacle of its own."""
        return tuple(self.goals)


@dataclass(frozen=True, slots=True)
class Chore:
    """One game's home, goal and sentence (without a period)."""

    home: Home
    goal: Goal
    task: str


def draw_home(name: str, scene: int, rng: random.Random) -> Home:
    """A home in a scene: which closed receptacles it keeps, what lies about, and the habits.

    Raises:
        DataError: the alfworld package is missing.
    """
    whole = read_room(scene)
    plan = _plan(whole)
    open_places = _open_places(whole)
    hiding = shuffled(rng, _hiding_places(whole))[:NUM_HIDING]
    asked = sorted(shuffled(rng, [kind for kind in whole.thing_types if kind in plan.asked])[:NUM_ASKED])
    # Each in a closed place of its own: there are more places than kinds.
    habits = {kind: place.id for kind, place in zip(asked, shuffled(rng, hiding), strict=False)}
    # What nobody asks for may lie in any place that is kept, those of the asked kinds included.
    habits |= _other_habits(whole, (*hiding, *open_places), rng)
    room = replace(
        whole,
        receptacles=tuple(sorted((*_tools(whole), *hiding, *open_places), key=lambda place: place.id)),
        # Only kinds with a habit: nothing in a home lies where chance puts it.
        thing_types=tuple(kind for kind in whole.thing_types if kind in habits),
        fixtures=plan.fixtures,
    )
    return Home(name, room, habits, _goals(room, asked, {place.type for place in open_places}))


def draw_chore(home: Home, goals: Iterable[Goal], rng: random.Random) -> Chore:
    """One of some goals of a home, the task type by ``TYPE_WEIGHTS``, with one of upstream's sentences."""
    goal = draw_goal(goals, TYPE_WEIGHTS, rng)
    return Chore(home, goal, f"at {home.name}, {sentence(goal, rng)}")


def draw_goal(goals: Iterable[Goal], type_weights: Mapping[str, int], rng: random.Random) -> Goal:
    """One of some goals: first its task type, in proportion to its weight."""
    by_type: dict[str, list[Goal]] = {}
    for goal in goals:
        by_type.setdefault(goal.task_type, []).append(goal)
    return pick(rng, by_type[pick_weighted(rng, {type_: type_weights[type_] for type_ in by_type})])


def play_chore(chore: Chore, trial: str, rng: random.Random) -> GeneratedGame:
    """A game of a chore: its copies and what else lies about are drawn."""
    while True:  # hardly ever a second time: chores are made to be solvable
        copies = {kind: _num_copies(chore, kind, rng) for kind in chore.home.room.thing_types}
        home = chore.home
        game = make_game(
            home.room, chore.goal, rng, trial=trial, task=chore.task, habits=home.habits, copies=copies
        )
        if game is not None:
            return game


def _num_copies(chore: Chore, kind: str, rng: random.Random) -> int:
    if kind not in chore.home.goals:
        return pick_weighted(rng, _OTHER_COPIES)
    return 1 + chance(rng, _SECOND_COPY_PERCENT)


def _plan(room: Room) -> _Plan:
    return _KITCHEN if room.kind == "Kitchen" else _LAMP_ROOM


def _other_habits(room: Room, places: Iterable[Receptacle], rng: random.Random) -> dict[str, str]:
    """Some kinds that are never asked for in this kind of room, each in any of the places that may hold it."""
    fits, never_asked = read_wheel().fits, [kind for kind in room.thing_types if kind not in _plan(room).asked]
    fitting = {kind: [place for place in places if kind in fits.get(place.type, ())] for kind in never_asked}
    chosen = shuffled(rng, [kind for kind in never_asked if fitting[kind]])[:NUM_OTHER]
    return {kind: pick(rng, fitting[kind]).id for kind in chosen}


def _goals(room: Room, asked: Iterable[str], parents: set[str]) -> dict[str, tuple[Goal, ...]]:
    offered = [goal for task_type in TASK_TYPES for goal in goals_of(room, task_type)]
    # Not to a place that hides things, nor into an appliance: a goal names one open place.
    allowed = [goal for goal in offered if not goal.parent or goal.parent in parents]
    return {kind: tuple(goal for goal in allowed if goal.target == kind) for kind in asked}


@cache
def _hiding_places(room: Room) -> tuple[Receptacle, ...]:
    """The closed receptacles of the type that hides things, one a pose."""
    found: dict[str, Receptacle] = {}
    # The first at a pose: at a shared one a player would be in front of both.
    for place in room.of_type(_plan(room).hiding):
        if place.is_openable:
            found.setdefault(place.pose, place)
    return tuple(found.values())


@cache
def _tools(room: Room) -> tuple[Receptacle, ...]:
    """One of each appliance, at poses of their own."""
    return _one_each(room, _plan(room).tools, ())


@cache
def _open_places(room: Room) -> tuple[Receptacle, ...]:
    """The lamp's stand and the places to bring things to, one of each type."""
    plan = _plan(room)
    # In turns, so that each takes a pose the others have left free.
    stand = _one_each(room, plan.stands, _tools(room))[:1]
    return stand + _one_each(room, plan.goals, (*_tools(room), *stand))[:_NUM_GOALS]


def _one_each(room: Room, types: Iterable[str], others: Iterable[Receptacle]) -> tuple[Receptacle, ...]:
    """The first receptacle of each type at a pose that no other has."""
    taken = {place.pose for place in others}
    found = []
    for type_ in types:
        place = next((place for place in room.of_type(type_) if place.pose not in taken), None)
        if place is not None:
            taken.add(place.pose)
            found.append(place)
    return tuple(found)


# From here on: the streams, in which homes, kinds and goals come in order.
HELDOUT_REPEATS = 3  # a round plays each kind of each held-out home so often
# A kind has only one goal with the lamp: once that is kept back, training never looks at the kind in this home.
_KEPT_BACK_WEIGHTS = {**TYPE_WEIGHTS, LOOK: 1}
DEMO_HOMES = 4


_generator = partial(draws.generator, "alfworld homes")


@cache
def training_homes(seed: int) -> tuple[Home, ...]:
    """The homes of ``train`` and ``valid_seen``; kitchens and lamp rooms take turns."""
    return _homes(seed, draw_names(seed).train, KITCHENS, LAMP_ROOMS)


@cache
def heldout_homes(seed: int) -> tuple[Home, ...]:
    """The homes of ``valid_unseen``: names, habits and rooms occur nowhere else."""
    return _homes(seed, draw_names(seed).heldout, HELDOUT_KITCHENS, HELDOUT_LAMP_ROOMS)


def _homes(
    seed: int, names: Sequence[str], kitchens: Sequence[int], lamp_rooms: Sequence[int]
) -> tuple[Home, ...]:
    kinds = (kitchens, lamp_rooms)
    # Kitchen, lamp room, kitchen …; each list begins again when it is through.
    scenes = [kinds[i % 2][i // 2 % len(kinds[i % 2])] for i in range(len(names))]
    # A generator for each name: a home does not depend on those drawn before it.
    return tuple(
        draw_home(name, scene, _generator(seed, "home", name)) for name, scene in zip(names, scenes, strict=True)
    )


def round_size(seed: int) -> int:
    """Games of one round of ``valid_unseen``: every kind of every home equally often."""
    return HELDOUT_REPEATS * sum(len(home.kinds) for home in heldout_homes(seed))


def train_chores(seed: int) -> Iterator[Chore]:
    """Endless: shuffled decks of (home, kind) of the active homes; homes come back when all have had their turn."""
    rng = _generator(seed, "train")
    for home, kind in draws.moving_decks(rng, training_homes(seed), _cards):
        # Drawn anew from the seed, as seen_chores does: neither stream needs to know of the other.
        kept_back = _kept_back(seed, home, kind)
        yield draw_chore(home, [goal for goal in home.goals[kind] if goal != kept_back], rng)


def seen_chores(seed: int) -> Iterator[Chore]:
    """Endless: training homes, but of each (home, kind) the one goal that training never asks for."""
    rng = _generator(seed, "seen")
    for home, kind in draws.decks(rng, _cards(training_homes(seed))):
        yield draw_chore(home, [_kept_back(seed, home, kind)], rng)


def unseen_chores(seed: int) -> Iterator[Chore]:
    """Endless rounds of ``round_size`` chores of the held-out homes."""
    rng = _generator(seed, "unseen")
    for home, kind in draws.decks(rng, _cards(heldout_homes(seed)) * HELDOUT_REPEATS):
        yield draw_chore(home, home.goals[kind], rng)


@lru_cache(maxsize=8)
def demo_chores(seed: int, demo_seed: int, world: int) -> tuple[Chore, ...]:
    """A world of its own: four homes redrawn, so that weights cannot hold habits; no held-out name or room."""
    rng = _generator(seed, "demo", demo_seed, world)
    # Names that share words where possible: demonstrations too must need both words.
    names = draw_alike(TREES, PLACES, draw_names(seed).demo, DEMO_HOMES, rng)
    rooms = (KITCHENS, LAMP_ROOMS)
    pool = [draw_home(name, pick(rng, rooms[i % 2]), rng) for i, name in enumerate(names)]
    chores = []
    for _ in range(DEMO_ROUNDS * DEMO_ROUND_TASKS):
        # With replacement: a round need not ask for every home.
        home = pick(rng, pool)
        chores.append(draw_chore(home, home.goals[pick(rng, home.kinds)], rng))
    return tuple(chores)


def _cards(homes: Sequence[Home]) -> list[tuple[Home, str]]:
    return [(home, kind) for home in homes for kind in home.kinds]


def _kept_back(seed: int, home: Home, kind: str) -> Goal:
    """The goal of a training home kept for ``valid_seen``."""
    return draw_goal(home.goals[kind], _KEPT_BACK_WEIGHTS, _generator(seed, "seen", home.name, kind))
