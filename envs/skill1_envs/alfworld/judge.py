"""Asks the original engine, in a process of its own and maybe another interpreter, what it says to given commands.

``CHOOSERS`` are the ways to choose those commands when the two engines are compared, from sensible to garbled.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from skill1.errors import ConfigError, EnvironmentFault
from skill1_envs.alfworld import engine_player
from skill1_envs.alfworld.engine_player import State
from skill1_envs.alfworld.simulator.plan import plan
from skill1_envs.alfworld.simulator.world import World

ADVICE = (
    "Type: pip install 'skill1[alfworld]' (compiles C and C++: needs gcc, g++, cmake and make), or --python PATH of an "
    "interpreter that has the package alfworld with its dependencies; skill1 need not be there."
)
VERSIONS_TIMEOUT_S = 120.0
LAST_WORDS = 2000  # characters of stderr shown


def engine_versions(python: str) -> dict[str, str]:
    """Versions of alfworld and textworld in an interpreter.

    Raises:
        ConfigError: no such interpreter, or it has no engine.
    """
    try:
        # Without a job the script tells its versions and ends.
        answers = _run(python, [], VERSIONS_TIMEOUT_S)
    except (OSError, EnvironmentFault) as error:
        raise ConfigError(f"{python} cannot play the original engine: {error}\n{ADVICE}") from error
    match answers:
        case [dict(versions)]:
            return {name: str(version) for name, version in versions.items()}
    raise ConfigError(f"{python} cannot play the original engine: it answered no versions.\n{ADVICE}")


def play(
    python: str, game: Path, episodes: Sequence[Sequence[str]], *, max_steps: int, timeout_s: float
) -> list[list[State]]:
    """Plays episodes of one game file, given as their commands; answers each episode's states, after reset first.

    Raises:
        EnvironmentFault: the engine crashed, hung past ``timeout_s`` (for all episodes) or answered something else.
    """
    jobs = [{"game": str(game), "commands": list(commands), "max_steps": max_steps} for commands in episodes]
    # The first line tells the versions.
    lines = iter(_run(python, jobs, timeout_s)[1:])
    try:
        return [[State(**next(lines)) for _ in range(len(commands) + 1)] for commands in episodes]
    except (TypeError, StopIteration) as error:  # StopIteration: too few lines
        raise EnvironmentFault(f"the engine's process answered no states for {game} ({error}).") from error


def _run(python: str, jobs: Sequence[Mapping[str, object]], timeout_s: float) -> list[dict]:
    # By path and not as a module, because the other interpreter need not have this package.
    command = [python, str(Path(engine_player.__file__).resolve())]
    text = "".join(json.dumps(job) + "\n" for job in jobs)
    try:
        # All jobs at once, then the end of input, so the process ends by itself. One that hangs is killed.
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=timeout_s, check=False)
    except subprocess.TimeoutExpired as error:
        raise EnvironmentFault(f"the engine gave no answer within {timeout_s:g} s.") from error
    if done.returncode:
        words = done.stderr.decode("utf-8", "replace")[-LAST_WORDS:]
        raise EnvironmentFault(f"the engine's process ended with code {done.returncode}; its last words:\n{words}")
    try:
        return [json.loads(line) for line in done.stdout.splitlines()]
    except ValueError as error:
        raise EnvironmentFault(f"the engine's process wrote garbage: {error}") from error


# From here on: the ways to choose commands.
DETOUR = 0.35  # share of the oracle's turns on which it does something else
# Share of the turns of `mixed` with a command that is not, or may not be, admissible.
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
# Blanks, the engine's own signs for its grammar, an overlong word: what a parser may stumble over.
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
        # Before the command: it may take away what was possible until now.
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
        # These two are still the command, since the original strips its ends.
        f"  {command}\n",
        f"\t{command} ",
        command.upper(),
        command.replace(" ", "  "),
        command + ".",
        command[:-1],
        " ".join(reversed(words)),
        f"the {command}",
        # A number that reads the same but is spelt otherwise.
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
