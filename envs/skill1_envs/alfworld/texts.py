"""Every sentence the game can say, as `%` templates. The wording is that of alfworld 0.4 and later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WELCOME = "-= Welcome to TextWorld, ALFRED! =-"
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
NOTHING_SPECIAL = "There's nothing special about %s."
# Words for what was done to a thing, by (hot, cool, clean, sliced). Alone, cool reads "cold".
HOT_WORD, COOL_WORD, COLD_WORD, CLEAN_WORD, SLICED_WORD = "hot", "cool", "cold", "clean", "sliced"
LAST_SEPARATOR = ", and "

TEMPLATES = (
    WELCOME,
    TASK,
    NOTHING_HAPPENS,
    NOTHING,
    MIDDLE_OF_ROOM,
    FACING,
    CARRYING,
    EMPTY_HANDS,
    ARRIVE,
    OPEN,
    CLOSE,
    TAKE,
    MOVE,
    CLEAN,
    HEAT,
    COOL,
    USE,
    SLICE,
    PLACE_OPEN,
    PLACE_CLOSED,
    PLACE_FLAT,
    CONTAINER,
    WITH_MARKS,
    LAMP_ON,
    NOTHING_SPECIAL,
    HOT_WORD,
    COOL_WORD,
    COLD_WORD,
    CLEAN_WORD,
    SLICED_WORD,
    LAST_SEPARATOR,
)


def listing(items: Sequence[str]) -> str:
    """``nothing``; ``x``; ``x, and y``; ``x, y, and z``: a comma before "and" even between two."""
    if len(items) < 2:
        return items[0] if items else NOTHING
    return ", ".join(items[:-1]) + LAST_SEPARATOR + items[-1]


def with_articles(names: Iterable[str]) -> str:
    """The article is always "a", also before a vowel."""
    return listing(["a " + name for name in names])
