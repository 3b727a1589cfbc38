"""Ways to choose commands for a comparison of the two engines, from sensible to garbled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from skill1_envs.alfworld.experts.plan import plan
from skill1_envs.alfworld.world import World

DETOUR = 0.35  # share of the oracle's turns on which it does something else
GARBLED = 0.5
_FORMS = (
    "go to {}",
    "take {} from {}",
    "move {} to {}",
    "put {} in/on {}",
    "open {}",
    "close {}",
    "examine {}",
    "use {}",
    "clean {} with {}",
    "heat {} with {}",
    "cool {} with {}",
    "slice {} with {}",
)
_NOISE = (
    "",
    " ",
    "\n",
    "go",
    "help me",
    "look around",
    "go to nowhere 1",
    "naïve café ☕ 开",
    "{look}",
    '"look"',
    "#intro#",
    "a" * 300,
)


@dataclass(slots=True)
class Play:
    """An episode under way in the simulator, and the commands that were possible in it so far."""

    world: World
    rng: Random
    seen: dict[str, None] = field(default_factory=dict)

    def act(self, command: str) -> None:
        self.seen.update(dict.fromkeys(self.world.admissible))
        self.world.act(command)


def legal(play: Play) -> str:
    """Any admissible command; most of them are `go to`."""
    return play.rng.choice(play.world.admissible)


def by_verb(play: Play) -> str:
    """An admissible command of any verb: more taking, moving and treating."""
    verbs: dict[str, list[str]] = {}
    for command in play.world.admissible:
        verbs.setdefault(command.partition(" ")[0], []).append(command)
    return play.rng.choice(verbs[play.rng.choice(list(verbs))])


def mixed(play: Play) -> str:
    """Half the time something that is not, or may not be, admissible."""
    if play.rng.random() >= GARBLED:
        return by_verb(play)
    return play.rng.choice((_garbled, _misplaced, _outdated, _noise))(play)


def oracle(play: Play) -> str:
    """The next command of a plan to the goal, now and then a detour; any command once there is no plan."""
    planned = plan(play.world)
    if not planned or play.rng.random() < DETOUR:
        return by_verb(play)
    return planned[0]


def _garbled(play: Play) -> str:
    """An admissible command, changed in its letters: only blanks at its ends do not matter."""
    command = by_verb(play)
    words = command.split(" ")
    changed = (
        f"  {command}\n",
        f"\t{command} ",
        command.upper(),
        command.replace(" ", "  "),
        command + ".",
        command[:-1],
        " ".join(reversed(words)),
        f"the {command}",
        command.replace(" 1", " 01"),
    )
    return play.rng.choice(changed)


def _misplaced(play: Play) -> str:
    """A well-formed command about things and places that exist, wherever they are."""
    game = play.world.game
    names: Sequence[str] = (*game.things, *game.places)
    return play.rng.choice(_FORMS).format(play.rng.choice(names), play.rng.choice(names))


def _outdated(play: Play) -> str:
    """A command that was possible at some time."""
    return play.rng.choice(list(play.seen) or list(play.world.admissible))


def _noise(play: Play) -> str:
    return play.rng.choice(_NOISE)


CHOOSERS: dict[str, Callable[[Play], str]] = {
    "legal": legal,
    "by_verb": by_verb,
    "mixed": mixed,
    "oracle": oracle,
}
