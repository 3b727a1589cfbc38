"""A shop of makers: a generated catalogue in which skills carry over (see the README beside this file)."""

from skill1_envs.webshop.makers.explorer import EXPLORERS, Explorer, polluting_draft, value
from skill1_envs.webshop.makers.folder import (
    DEMO_PREFIX,
    Makers,
    demo_catalogue,
    demo_tasks,
    demo_worlds,
    make_shop,
    read_makers,
    vocabulary,
)
from skill1_envs.webshop.makers.wishes import Wish, read_wish

__all__ = [
    "DEMO_PREFIX",
    "EXPLORERS",
    "Explorer",
    "Makers",
    "Wish",
    "demo_catalogue",
    "demo_tasks",
    "demo_worlds",
    "make_shop",
    "polluting_draft",
    "read_makers",
    "read_wish",
    "value",
    "vocabulary",
]
