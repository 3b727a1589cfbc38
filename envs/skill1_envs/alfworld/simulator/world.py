"""One episode's state and the rules that change it: commands in, sentences out.

The state is a few lists of integers (kilobytes); everything else is read from the shared ``Game``. The rules
are those of the PDDL domain that ``files`` checks, with its quirks; the comments name the less obvious ones.
"""

from __future__ import annotations

from collections.abc import Callable

from skill1_envs.alfworld.simulator import texts
from skill1_envs.alfworld.simulator.game import NOBODY, Game
from skill1_envs.alfworld.simulator.goal import CLEAN, COOL, HOT, SLICED, TOGGLED

# Commands that only show something: what is possible, and whether the goal holds, stay as they were.
_UNCHANGING = frozenset({"look", "inventory", "help", "examine", "examine place"})


class World:
    """The present state of one episode.

    Attributes:
        admissible: commands that have an effect now, sorted as strings.
        is_won: whether the goal holds now.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.pose = game.start
        self.held = NOBODY
        # Shallow copies will do: the tuples and frozensets inside are replaced, never changed.
        self.contents = list(game.contents)  # a thing can be in several places
        self.lying_at = list(game.lying_at)  # recorded poses; they need not be where the thing is
        self.opened = set(game.opened)
        self.marks = list(game.marks)
        self.taken_from: set[tuple[int, int]] = set()  # (thing, place): the only "not in" facts the engine knows
        self.admissible = admissible(self)
        self.is_won = game.goal.is_met(self)

    @property
    def here(self) -> tuple[int, ...]:
        """Places at the agent's pose; the agent is at all of them."""
        return self.game.places_at[self.pose]

    def act(self, command: str) -> str:
        """Carries out a command and returns the feedback; an inadmissible one changes nothing."""
        # The original does this and no more: capitals and double blanks make another command.
        command = command.strip()
        # The list is the rule: it names every command that has an effect, so nothing else needs to be tested.
        if command not in self.admissible:
            return texts.NOTHING_HAPPENS
        verb, first, second = self.game.commands.actions[command]
        feedback = RULES[verb](self, first, second)
        # Listing what is possible and testing the goal take most of a step's time, so only where they can change.
        if verb not in _UNCHANGING:
            self.admissible = admissible(self)
            if verb in self.game.goal.verbs:
                self.is_won = self.game.goal.is_met(self)
        return feedback

    def opening_text(self) -> str:
        """What reset shows: welcome, surroundings, task."""
        # A game may begin in front of a receptacle; then the original does not list the room.
        if self.here:
            view = look(self, NOBODY, NOBODY)
        else:
            places = zip(self.game.places, self.game.pose_of, strict=True)
            # A place without a pose takes a number but is not shown, since nobody can go there.
            view = texts.MIDDLE_OF_ROOM % texts.with_articles(name for name, pose in places if pose != NOBODY)
        return "\n\n".join((texts.WELCOME, view, texts.TASK % self.game.task))


def admissible(world: World) -> tuple[str, ...]:
    """All commands with an effect, in string order.

    Sorted order is the order of verbs (clean, close, cool, examine; go to; heat; help, inventory, look; move,
    open, put, slice, take, use), so only the short lists around the ready-made ``go to`` block need sorting.
    """
    game, commands, held = world.game, world.game.commands, world.held
    before: list[str] = []
    heat: list[str] = []
    after: list[str] = []
    for place in game.places_at[world.pose]:
        _add_place(world, place, before, after)
        if held != NOBODY:
            for verb in game.appliance[place]:  # works on a closed appliance too
                if held in game.treatable[verb]:
                    (heat if verb == "heat" else before).append(commands[verb, held, place])
    if held != NOBODY:
        # Only what is held: a misprint in the original's domain keeps things in view from being examined.
        before.append(commands["examine", held, NOBODY])
        if held in game.knives:
            # By the recorded pose, wherever the thing really is: also inside a closed place.
            after += [commands["slice", thing, held] for thing in game.sliceable & world.lying_at[world.pose]]
    return (
        _sorted_unique(before)
        + game.go_to[world.pose]
        + _sorted_unique(heat)
        + commands.always
        + _sorted_unique(after)
    )


def _add_place(world: World, place: int, before: list[str], after: list[str]) -> None:
    """Adds what can be done at one place, sorted before or after ``go to``."""
    game, commands, held = world.game, world.game.commands, world.held
    contents = world.contents[place]
    # Closed ones too: the answer is then that it is closed.
    before.append(commands["examine place", place, NOBODY])
    is_accessible = not game.openable[place] or place in world.opened
    if not is_accessible:
        after.append(commands["open", place, NOBODY])
    elif game.openable[place]:
        before.append(commands["close", place, NOBODY])
    if is_accessible and held == NOBODY:
        after += [commands["take", thing, place] for thing in contents if thing in game.pickupable]
    elif is_accessible and held in game.accepts[place]:
        after.append(commands["move", held, place])
    # A held lamp is in no receptacle, so it cannot be used, unless a second one here still lists it.
    if not game.toggleable.isdisjoint(contents):  # also inside a closed place
        after += [commands["use", thing, NOBODY] for thing in contents if thing in game.toggleable]


def _sorted_unique(commands: list[str]) -> tuple[str, ...]:
    if len(commands) > 1:
        commands = sorted(set(commands))  # a thing in two places here would be offered twice
    return tuple(commands)


def place_text(world: World, place: int) -> str:
    """What is on or in a receptacle, or that it is closed."""
    game = world.game
    name = game.places[place]
    if game.openable[place] and place not in world.opened:
        return texts.PLACE_CLOSED % name
    things = texts.with_articles([game.things[thing] for thing in world.contents[place]])
    # By the one receptacle, not by its type: a cabinet without the fact `openable` reads "On the cabinet".
    return (texts.PLACE_OPEN if game.openable[place] else texts.PLACE_FLAT) % (name, things)


def thing_text(world: World, thing: int) -> str:
    """What was done to a thing; the first fitting sentence wins, in the grammar's order."""
    game, marks = world.game, world.marks[thing]
    name = game.things[thing]
    if thing in game.inner:  # hides what was done to the container
        return texts.CONTAINER % (name, texts.with_articles([game.things[inner] for inner in game.inner[thing]]))
    if words := _mark_words(marks):
        return texts.WITH_MARKS % (words, name)
    # The grammar has "is off", too, which no state of the engine reaches.
    if marks & TOGGLED and thing in game.toggleable:
        return texts.LAMP_ON % name
    if marks & SLICED and thing in game.sliceable:
        return texts.WITH_MARKS % (texts.SLICED_WORD, name)
    return texts.NOTHING_SPECIAL % name


def _mark_words(marks: int) -> str:
    """Such as "hot and clean sliced"; empty if the thing is neither hot, cool nor clean."""
    if marks & (CLEAN | HOT | COOL) == COOL and not marks & SLICED:
        return texts.COLD_WORD  # the original's grammar says "cold" of this one state and "cool" in all others
    warmth = texts.HOT_WORD if marks & HOT else texts.COOL_WORD if marks & COOL else ""
    words = [word for word in (warmth, texts.CLEAN_WORD if marks & CLEAN else "") if word]
    if not words:
        return ""
    return " and ".join(words) + (f" {texts.SLICED_WORD}" if marks & SLICED else "")


def look(world: World, _first: int, _second: int) -> str:
    """A thing is "next to" the places only if it was taken from one of them and lies at this pose again.

    Away from all places the command shows nothing; only reset lists the room.
    """
    here = world.here
    if not here:
        return texts.MIDDLE_OF_ROOM % texts.NOTHING
    near = []
    if world.taken_from:
        lying = sorted(world.lying_at[world.pose])
        # One entry for each place it was taken from, so a thing can be named twice, as in the original.
        near = [world.game.things[t] for t in lying for place in here if (t, place) in world.taken_from]
    return texts.FACING % (texts.listing([world.game.places[place] for place in here]), texts.with_articles(near))


def _inventory(world: World, _first: int, _second: int) -> str:
    return texts.EMPTY_HANDS if world.held == NOBODY else texts.CARRYING % world.game.things[world.held]


def _go_to(world: World, place: int, _second: int) -> str:
    world.pose = world.game.pose_of[place]
    return texts.ARRIVE % (world.game.arrivals[place], place_text(world, place))


def _open(world: World, place: int, _second: int) -> str:
    world.opened.add(place)
    return texts.OPEN % (world.game.places[place], place_text(world, place))


def _close(world: World, place: int, _second: int) -> str:
    world.opened.discard(place)
    return texts.CLOSE % world.game.places[place]


def _take(world: World, thing: int, place: int) -> str:
    # From this place only: a thing that is in two places stays listed in the other.
    world.contents[place] = tuple(other for other in world.contents[place] if other != thing)
    # The engine learns that a thing is not in a place only here; "next to" in the answer to look depends on it.
    world.taken_from.add((thing, place))
    world.held = thing
    world.lying_at[world.pose] -= {thing}  # a pose recorded elsewhere stays
    return texts.TAKE % (world.game.things[thing], world.game.places[place])


def _move(world: World, thing: int, place: int) -> str:
    # In the order of ids, as the engine lists.
    world.contents[place] = tuple(sorted({*world.contents[place], thing}))
    world.taken_from.discard((thing, place))
    world.held = NOBODY
    world.lying_at[world.pose] |= {thing}
    return world.game.wording.moved % (world.game.things[thing], world.game.places[place])


def _clean(world: World, thing: int, place: int) -> str:
    world.marks[thing] |= CLEAN
    return texts.CLEAN % (world.game.things[thing], world.game.places[place])


def _heat(world: World, thing: int, place: int) -> str:
    # Heat and cold undo each other. Clean and sliced stay for good, as the domain has no effect against them.
    world.marks[thing] = world.marks[thing] & ~COOL | HOT
    return texts.HEAT % (world.game.things[thing], world.game.places[place])


def _cool(world: World, thing: int, place: int) -> str:
    world.marks[thing] = world.marks[thing] & ~HOT | COOL
    return texts.COOL % (world.game.things[thing], world.game.places[place])


def _use(world: World, thing: int, _second: int) -> str:
    world.marks[thing] |= TOGGLED  # never off again
    return texts.USE % world.game.things[thing]


def _slice(world: World, thing: int, knife: int) -> str:
    world.marks[thing] |= SLICED
    return texts.SLICE % (world.game.things[thing], world.game.things[knife])


RULES: dict[str, Callable[[World, int, int], str]] = {
    "look": look,
    "inventory": _inventory,
    "help": lambda world, first, second: texts.HELP,
    "examine place": lambda world, place, second: place_text(world, place),
    "examine": lambda world, thing, second: thing_text(world, thing),
    "go to": _go_to,
    "open": _open,
    "close": _close,
    "take": _take,
    "move": _move,
    "clean": _clean,
    "heat": _heat,
    "cool": _cool,
    "use": _use,
    "slice": _slice,
}
