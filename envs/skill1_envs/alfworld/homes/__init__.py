"""Homes whose rooms have habits: generated games in which a kind of thing is always kept in the same place.

A *home* is one room under a name of two words. Its habits are hidden: a player finds them out by searching, and what
it writes down in one game helps in all other games of that home. See ``home`` for the rooms and ``streams`` for the
order in which homes appear.
"""

from skill1_envs.alfworld.homes.folder import (
    DEMO_PREFIX,
    Homes,
    demo_game,
    demo_tasks,
    demo_worlds,
    make_homes_games,
    read_homes,
    vocabulary,
)

__all__ = [
    "DEMO_PREFIX",
    "Homes",
    "demo_game",
    "demo_tasks",
    "demo_worlds",
    "make_homes_games",
    "read_homes",
    "vocabulary",
]
