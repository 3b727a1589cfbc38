"""The household world: its words, its homes and the rules that turn a command into a text.

Pure data and functions. A :class:`Home` holds the hidden facts, a :class:`Request` what the instruction says, a
:class:`Chore` both. Knows nothing of splits, budgets of a run, skills or policies.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from skill1.errors import DataError

TREES = ("alder", "birch", "cedar", "elm", "hazel", "juniper", "maple", "oak", "pine", "rowan", "spruce", "willow")
PLACES = ("avenue", "bend", "bridge", "brook", "court", "creek", "field", "gate", "grove", "hill", "lane", "mill")
SPOTS = ("basket", "box", "cabinet", "chest", "closet", "crate", "drawer", "shelf")
GOALS = ("bench", "counter", "desk", "table")
KINDS: dict[str, tuple[str, ...]] = {
    "book": ("atlas", "diary", "letter", "magazine", "novel"),
    "dish": ("bowl", "cup", "fork", "mug", "plate"),
    "food": ("apple", "carrot", "egg", "potato", "tomato"),
    "tool": ("candle", "hammer", "key", "pencil", "watch"),
}
OPERATIONS: dict[str, tuple[str, ...]] = {
    "clean": ("sink", "tub", "washer"),
    "cool": ("cooler", "freezer", "fridge"),
    "examine": ("flashlight", "lamp", "lantern"),
    "heat": ("microwave", "oven", "stove"),
}
# Each type asks for one kind of thing, so four spots and four appliances are all there is to know of a home.
KIND_OF_TYPE = {"put": "tool", "two": "tool", "clean": "dish", "heat": "food", "cool": "food", "examine": "book"}
TYPES = tuple(KIND_OF_TYPE)
QUALIFIER = {"two": "two", "heat": "hot", "cool": "cool", "clean": "clean"}  # the word before the item
TYPE_OF_QUALIFIER = {word: type_ for type_, word in QUALIFIER.items()}
DONE = {"heat": "hot", "cool": "cold", "clean": "cleaned"}  # what the operation answers when it worked
# open, take, put: three commands; a second take or an operation is one more. Examining takes the place of putting.
OPTIMUM = {"put": 3, "two": 4, "clean": 4, "heat": 4, "cool": 4, "examine": 3}
SLACK = 2  # commands beyond the optimum: enough for luck, too few for a search of eight spots

START, NOTHING, EMPTY, BROKEN, SOLVED = "start", "nothing happens", "empty", "broken", "solved"
GRAMMAR = (  # of instructions, commands, observations and compact prompts
    "house task put two on examine under light hot cool clean heat open take find see empty taken from using broken "
    "nothing happens solved cold cleaned start query skills skill when any do in search all first then rated "
    "new poor fair good great pick none act result success fail invalid k1 k2 k3 k4 k5 k6 k7 k8 . , : ;"
)


class HomeName(NamedTuple):
    """Two words, a tree and a place; both are needed to tell homes apart."""

    tree: str
    place: str

    def __str__(self) -> str:
        return f"{self.tree} {self.place}"

    @property
    def slug(self) -> str:
        return f"{self.tree}-{self.place}"


ALL_NAMES = tuple(HomeName(tree, place) for tree, place in product(TREES, PLACES))


@dataclass(frozen=True, slots=True)
class Home:
    """The hidden facts of one home: where each kind is kept, which appliance of each operation works."""

    name: HomeName
    spots: Mapping[str, str]  # kind → spot; four different spots
    appliances: Mapping[str, str]  # operation → appliance


@dataclass(frozen=True, slots=True)
class Request:
    """What an instruction says. ``goal`` is empty for ``examine``, which ends under a light."""

    name: HomeName
    type: str
    item: str
    goal: str

    @property
    def kind(self) -> str:
        return KIND_OF_TYPE[self.type]

    @property
    def needed(self) -> int:
        """How many of the item must be taken."""
        return 2 if self.type == "two" else 1

    @property
    def budget(self) -> int:
        """Commands allowed: the optimum for who knows all facts, plus ``SLACK``."""
        return OPTIMUM[self.type] + SLACK

    @property
    def text(self) -> str:
        head = f"house {self.name} . task :"
        if self.type == "examine":
            return f"{head} examine {self.item} under light ."
        what = f"{QUALIFIER[self.type]} {self.item}" if self.type in QUALIFIER else self.item
        return f"{head} put {what} on {self.goal} ."


class Chore(NamedTuple):
    """A request in the home it is about."""

    home: Home
    request: Request


class State(NamedTuple):
    """Where an episode stands: the open spot, how many items are held, whether the item is as wished."""

    spot: str | None
    held: int
    ready: bool


def draw_home(name: HomeName, rng: random.Random) -> Home:
    """A home with facts drawn uniformly: four different spots, one appliance of three per operation."""
    # No two kinds share a spot, so what an open spot shows is one thing or nothing.
    # Python's own draws, which may change between versions (`kit.draws` avoids them): manifest.json pins them.
    spots = dict(zip(KINDS, rng.sample(SPOTS, len(KINDS)), strict=True))
    return Home(name, spots, {operation: rng.choice(names) for operation, names in OPERATIONS.items()})


def item_goal_pairs(type_: str) -> list[tuple[str, str]]:
    """Every (item, goal) a type can ask for: 20, or 5 for ``examine``, which has no goal."""
    goals = ("",) if type_ == "examine" else GOALS
    return list(product(KINDS[KIND_OF_TYPE[type_]], goals))


@lru_cache(maxsize=4096)
def parse_request(instruction: str) -> Request:
    """Inverse of ``Request.text``. Raises ``DataError`` for a text no request has."""
    words = instruction.split()
    # Twelve words with a qualifier; six stand before the wish, a period behind it.
    if len(words) in (11, 12) and words[0] == "house":
        name, rest = HomeName(words[1], words[2]), words[6:-1]
        if rest[0] == "examine":
            request = Request(name, "examine", rest[1], "")
        else:
            request = Request(name, TYPE_OF_QUALIFIER.get(rest[1], "put"), rest[-3], rest[-1])
        # Written out again it must be the same text: that tests every word but those of the name, which may be any.
        if request.text == instruction and (request.item, request.goal) in item_goal_pairs(request.type):
            return request
    raise DataError(
        f"Cannot read the household instruction {instruction!r}; expected a text such as "
        "'house maple hill . task : put two pencil on desk .'. Take tasks from HouseholdSuite.tasks(split)."
    )


def initial_state(request: Request) -> State:
    """Nothing open, nothing held; plain putting needs no operation."""
    return State(None, 0, request.type in ("put", "two"))


def apply(chore: Chore, state: State, action: str) -> tuple[State, str, bool]:
    """One command: (next state, what is seen, whether the task is solved). Any text may come; most do nothing."""
    words = action.split()
    home, request = chore
    # Before the others, because it alone has three words.
    if words == ["put", "on", request.goal] and can_put(request, state):
        return state, SOLVED, True
    if len(words) != 2:
        return state, NOTHING, False
    verb, target = words
    if verb == "open" and target in SPOTS:
        return State(target, state.held, state.ready), look_into(chore, target), False
    if verb == "take":
        if target == request.item and can_take(chore, state):
            return State(state.spot, state.held + 1, state.ready), f"taken from {state.spot}", False
    elif verb == request.type and state.held and target in OPERATIONS.get(verb, ()):
        return _operate(home, state, verb, target)
    return state, NOTHING, False


def _operate(home: Home, state: State, operation: str, appliance: str) -> tuple[State, str, bool]:
    if home.appliances[operation] != appliance:
        return state, BROKEN, False
    # Examining is the whole task: nothing has to be put anywhere.
    if operation == "examine":
        return state, f"{SOLVED} using {appliance}", True
    return State(state.spot, state.held, True), f"{DONE[operation]} using {appliance}", False


def look_into(chore: Chore, spot: str) -> str:
    """``find <item>`` where the wanted kind is kept, ``see <item>`` of another kind kept there, or ``empty``."""
    home, request = chore
    for kind, kept_in in home.spots.items():
        if kept_in == spot:
            if kind == request.kind:
                return f"find {request.item}"
            # Other kinds show the item at the same place of their list: it stays the same in a task and tells no more.
            return f"see {KINDS[kind][KINDS[request.kind].index(request.item)]}"
    return EMPTY


def can_take(chore: Chore, state: State) -> bool:
    """The item is in the open spot and still needed."""
    home, request = chore
    return state.held < request.needed and state.spot == home.spots[request.kind]


def can_put(request: Request, state: State) -> bool:
    """All that is needed is held, and as wished."""
    return state.ready and state.held == request.needed and request.type != "examine"


def admissible(chore: Chore, state: State) -> tuple[str, ...]:
    """Every command that could do something now, sorted. It gives away no fact that was not seen."""
    request = chore.request
    item = request.item if can_take(chore, state) else None
    operation = request.type if state.held and request.type in OPERATIONS else None
    return _commands(item, operation, request.goal if can_put(request, state) else None)


@lru_cache(maxsize=4096)
def _commands(item: str | None, operation: str | None, goal: str | None) -> tuple[str, ...]:
    commands = [f"open {spot}" for spot in SPOTS]
    if item:
        commands.append(f"take {item}")
    if operation:
        commands += [f"{operation} {appliance}" for appliance in OPERATIONS[operation]]
    if goal:
        commands.append(f"put on {goal}")
    return tuple(sorted(commands))


def vocabulary() -> list[str]:
    """Every word of instructions, commands, observations, skills and compact prompts, sorted, each once."""
    things = [*KINDS.values(), *OPERATIONS.values()]
    groups = [GRAMMAR.split(), TREES, PLACES, SPOTS, GOALS, TYPES, KINDS, OPERATIONS, *things]
    return sorted({word for group in groups for word in group})
