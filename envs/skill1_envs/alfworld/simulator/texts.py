"""Every sentence the game can say, as `%` templates, and the two wordings there have been.

The wording of alfworld 0.4 and later is certain. That of 0.3 follows the domain and grammar of the releases 0.2.2 to
0.3.5, and equals what the engine of 0.4.2 says when it plays them. Not certain is that the engines of that time read
them in the same way, above all in rare situations (several receptacles at one pose, things in two receptacles).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# Each %s is a name, a list of names (`listing`) or what a place shows (`world.place_text`).
WELCOME = "-= Welcome to TextWorld, ALFRED! =-"
# The full stop is the grammar's: a sentence that brings one ends in two.
TASK = "Your task is to: %s."
NOTHING_HAPPENS = "Nothing happens."
NOTHING = "nothing"
MIDDLE_OF_ROOM = "You are in the middle of a room. Looking quickly around you, you see %s."
FACING = "You are facing the %s. Next to it, you see %s."
CARRYING = "You are carrying: a %s."
EMPTY_HANDS = "You are not carrying anything."
ARRIVE = "You arrive at %s. %s"
OPEN = "You open the %s. %s"
CLOSE = "You close the %s."
TAKE = "You pick up the %s from the %s."
MOVE = "You move the %s to the %s."
PUT = "You put the %s in/on the %s."
CLEAN = "You clean the %s using the %s."
HEAT = "You heat the %s using the %s."
COOL = "You cool the %s using the %s."
USE = "You turn on the %s."
SLICE = "You sliced the %s with the %s."
PLACE_OPEN = "The %s is open. In it, you see %s."
PLACE_CLOSED = "The %s is closed."
PLACE_FLAT = "On the %s, you see %s."
CONTAINER = "This is a normal %s. In it, you see %s."
WITH_MARKS = "This is a %s %s."
LAMP_ON = "This %s is on."
# The grammar has no article here.
NOTHING_SPECIAL = "There's nothing special about %s."
# Words for what was done to a thing, by (hot, cool, clean, sliced). Alone, cool reads "cold".
HOT_WORD, COOL_WORD, COLD_WORD, CLEAN_WORD, SLICED_WORD = "hot", "cool", "cold", "clean", "sliced"
LAST_SEPARATOR = ", and "
# The grammar of every game file since alfworld 0.4 has it, with the line of `move` out of column.
# The engine's text parser drops a line break in front of it and keeps the one at its end.
HELP = """\
Available commands:
  look:                             look around your current location
  inventory:                        check your current inventory
  go to (receptacle):               move to a receptacle
  open (receptacle):                open a receptacle
  close (receptacle):               close a receptacle
  take (object) from (receptacle):  take an object from a receptacle
  move (object) to (receptacle):  place an object in or on a receptacle
  examine (something):              examine a receptacle or an object
  use (object):                     use an object
  heat (object) with (receptacle):  heat an object using a receptacle
  clean (object) with (receptacle): clean an object using a receptacle
  cool (object) with (receptacle):  cool an object using a receptacle
  slice (object) with (object):     slice an object using a sharp object
"""


@dataclass(frozen=True, slots=True)
class Wording:
    """What alfworld 0.4 changed."""

    move: str  # verb of the command that puts down what is held
    into: str  # word between its thing and its receptacle
    moved: str  # its feedback
    has_help: bool  # whether `help` is a command
    arrives_at_pose: bool  # `go to` names the pose ("loc 4"), not the receptacle


WORDINGS = {
    "0.4": Wording("move", "to", MOVE, has_help=True, arrives_at_pose=False),
    "0.3": Wording("put", "in/on", PUT, has_help=False, arrives_at_pose=True),
}

# All sentences and words of this file, which hold every word of the game but for names.
TEMPLATES = tuple(text for name, text in globals().items() if name.isupper() and isinstance(text, str))


def listing(items: Sequence[str]) -> str:
    """``nothing``; ``x``; ``x, and y``; ``x, y, and z``: a comma before "and" even between two."""
    if len(items) < 2:
        return items[0] if items else NOTHING
    return ", ".join(items[:-1]) + LAST_SEPARATOR + items[-1]


def with_articles(names: Iterable[str]) -> str:
    """The article is always "a", also before a vowel."""
    return listing(["a " + name for name in names])
