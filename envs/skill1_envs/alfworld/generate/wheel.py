"""What the alfworld package brings along: room layouts, what fits where, goals, domain and grammar.

The package is found without importing it, because importing it makes folders in the user's home. So the wheel alone
is enough, without the engine and its dependencies. ``constants.py`` and ``goal_library.py`` are plain data in Python
syntax and part of an installed package; they are run by path. Sets become sorted tuples or are only asked for
membership, so nothing here depends on a process's hash seed.
"""

from __future__ import annotations

import hashlib
import runpy
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Any

from skill1.errors import DataError
from skill1_envs.alfworld.simulator.files import DOMAIN_SHA256, GRAMMAR_SHA256

PACKAGE = "alfworld"
NEEDED_VERSION = "0.4.2"
ADVICE = (
    f"Type: pip install --no-deps {PACKAGE}=={NEEDED_VERSION} (the room layouts are enough), or "
    "pip install 'skill1[alfworld]' for the engine as well."
)
_SLICED = "Sliced"
_NOT_IN_ROOMS = frozenset({"PaintingHanger"})  # a receptacle type of the constants that no layout has


@dataclass(frozen=True, slots=True)
class GoalText:
    """One task type of the goal library; both texts have ``{obj}``, ``{recep}`` and ``{toggle}`` to fill in."""

    pddl: str
    templates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wheel:
    """The package's data. Types are ALFRED's, such as ``SinkBasin``."""

    version: str
    layouts: Path
    domain: str
    grammar: str
    thing_types: tuple[str, ...]  # sorted; movable containers are things
    receptacle_types: tuple[str, ...]  # sorted; those that stay where they are
    fits: Mapping[str, frozenset[str]]  # receptacle type → thing types it may hold
    abilities: Mapping[str, frozenset[str]]  # cleanable, heatable, coolable, sliceable, toggleable → thing types
    openable_types: frozenset[str]
    container_types: frozenset[str]  # movable ones: bowl, pot, …
    room_kinds: Mapping[str, frozenset[str]]  # task type → kinds of room it is made in
    goals: Mapping[str, GoalText]

    @property
    def pickupable_types(self) -> frozenset[str]:
        """Thing types that some standing receptacle may hold."""
        return frozenset().union(*(self.fits[kind] for kind in self.receptacle_types if kind in self.fits))


@cache
def read_wheel() -> Wheel:
    """Reads the installed package, once a process (0.1 s).

    Raises:
        DataError: the package is missing, or its domain or grammar are not those this simulator plays.
    """
    folder = _package_folder()
    constants = runpy.run_path(str(folder / "gen" / "constants.py"))
    goals = runpy.run_path(str(folder / "gen" / "goal_library.py"))["gdict"]
    movable = frozenset(constants["MOVABLE_RECEPTACLES"])
    # Movable receptacles are things that can be taken; places are those that stay.
    standing = frozenset(constants["RECEPTACLES"]) - movable - _NOT_IN_ROOMS
    return Wheel(
        version=version(PACKAGE),
        # Layouts are read one by one, when their room is needed.
        layouts=folder / "gen" / "layouts",
        domain=_read(folder / "data" / "alfred.pddl", DOMAIN_SHA256),
        grammar=_read(folder / "data" / "alfred.twl2", GRAMMAR_SHA256),
        # The constants list receptacles among the objects.
        thing_types=tuple(sorted(set(constants["OBJECTS"]) - standing)),
        receptacle_types=tuple(sorted(standing)),
        fits=_unsliced(constants["VAL_RECEPTACLE_OBJECTS"]),
        abilities={name.lower(): kinds for name, kinds in _unsliced(constants["VAL_ACTION_OBJECTS"]).items()},
        openable_types=frozenset(constants["OPENABLE_CLASS_SET"]),
        container_types=movable,
        room_kinds={kind: frozenset(rooms) for kind, rooms in constants["GOALS_VALID"].items()},
        goals={kind: _goal_text(goal) for kind, goal in goals.items()},
    )


def _goal_text(goal: Mapping[str, Any]) -> GoalText:
    return GoalText(goal["pddl"].replace("#", "-"), tuple(goal["templates"]))  # a dash is "#" in the library


def _package_folder() -> Path:
    """By its installation record, not by import: a script called alfworld.py on the path must not hide it."""
    try:
        return Path(str(distribution(PACKAGE).locate_file(PACKAGE)))
    except PackageNotFoundError as error:
        raise DataError(
            f"the package {PACKAGE}, whose rooms the games are made in, is not installed. {ADVICE}"
        ) from error


def _read(path: Path, expected: str) -> str:
    text = path.read_text(encoding="utf-8")
    # As simulator.files hashes the texts of a game: blanks at both ends do not count.
    got = hashlib.sha256(text.strip().encode()).hexdigest()
    if got != expected:
        raise DataError(
            f"{path} has SHA-256 {got[:12]}…, expected {expected[:12]}…; the simulator plays those rules only. "
            f"{ADVICE}"
        )
    return text


def _unsliced(table: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Nothing is sliced at the start, so sliced types never occur."""
    return {name: frozenset(t for t in kinds if not t.endswith(_SLICED)) for name, kinds in table.items()}
