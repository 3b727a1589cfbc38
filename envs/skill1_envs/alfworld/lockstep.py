"""The simulator beside ALFWorld's original engine: the same games, the same commands, every answer compared.

    python -m skill1_envs.alfworld.lockstep N [--games DIR] [--seed S] [--python PATH]

N games of each task type, made for the occasion (or taken from DIR), four episodes each: random legal commands,
commands drawn verb by verb, half illegal or garbled ones, and the oracle's plan with detours. Observation, admissible
commands, won, done and score have to be equal after reset, after every command and after commands past the end. The
engine plays in a process of its own, maybe of another interpreter, and takes some 60 ms a step. Exit code 0: no
difference; 1: differences, the first are shown; 2: it could not play.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from skill1.env.protocol import EnvConfig
from skill1.errors import ConfigError, DataError, EnvironmentFault, Skill1Error
from skill1.schema import Observation, Task
from skill1_envs.alfworld import engine_player
from skill1_envs.alfworld.engine_player import State
from skill1_envs.alfworld.env import MAX_STEPS, AlfworldEnv, read_game
from skill1_envs.alfworld.generate.goals import TASK_TYPES
from skill1_envs.alfworld.generate.sets import write_games
from skill1_envs.alfworld.simulator.files import GAME_FILE
from skill1_envs.alfworld.simulator.plan import plan
from skill1_envs.alfworld.simulator.texts import NOTHING_HAPPENS
from skill1_envs.alfworld.simulator.world import World
from skill1_envs.alfworld.suite import AlfworldSuite

FIELDS = ("observation", "admissible_commands", "won", "done", "score")
# The original repeats its last answer then, whatever is typed, and so must the simulator.
COMMANDS_AFTER_END = 2
SHOWN = 5  # differences printed
TIMEOUT_S = 900.0  # for all episodes of one game, some 200 steps
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
        [versions] = _run(python, [], VERSIONS_TIMEOUT_S)
    # ValueError: it answered something else.
    except (OSError, ValueError, EnvironmentFault) as error:
        raise ConfigError(f"{python} cannot play the original engine: {error}\n{ADVICE}") from error
    return versions


def play(
    python: str, game: Path, episodes: Sequence[Sequence[str]], *, max_steps: int, timeout_s: float
) -> list[list[State]]:
    """Plays episodes of one game file, given as their commands; answers each episode's states, after reset first.

    Raises:
        EnvironmentFault: the engine crashed, or hung past ``timeout_s`` (for all episodes).
    """
    jobs = [{"game": str(game), "commands": list(commands), "max_steps": max_steps} for commands in episodes]
    # The first line tells the versions.
    lines = iter(_run(python, jobs, timeout_s)[1:])
    return [[State(**next(lines)) for _ in range(len(commands) + 1)] for commands in episodes]


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
    return [json.loads(line) for line in done.stdout.splitlines()]


# From here on: the ways to choose commands, from sensible to garbled.
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
    rng: random.Random
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


# From here on: the comparison.
@dataclass(frozen=True, slots=True)
class Difference:
    """One field of one state that the two do not agree on."""

    game: str
    kind: str
    commands: tuple[str, ...]  # up to this state
    field: str
    simulator: object
    engine: object


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of one game."""

    task: Task
    steps: int
    illegal: int  # commands that were answered with "Nothing happens."
    wins: int  # episodes
    differences: tuple[Difference, ...]


def compare(folder: Path, task: Task, seed: int, python: str) -> Comparison:
    """Plays a game's episodes in both and compares their states.

    Raises:
        EnvironmentFault: the engine crashed or hung.
        DataError: the game is unusable.
    """
    episodes = {kind: write_episode(folder, task, kind, seed) for kind in CHOOSERS}
    scripts = [commands for commands, _ in episodes.values()]
    judged = play(python, folder / GAME_FILE, scripts, max_steps=MAX_STEPS, timeout_s=TIMEOUT_S)
    differences: list[Difference] = []
    for (kind, (commands, states)), engine_states in zip(episodes.items(), judged, strict=True):
        differences += differences_of(task.id, kind, commands, states, engine_states)
    # Without the states after a reset, to which no command has led.
    played = [state for _, states in episodes.values() for state in states[1:]]
    illegal = sum(state["observation"] == NOTHING_HAPPENS for state in played)
    wins = sum(bool(states[-1]["won"]) for _, states in episodes.values())
    return Comparison(task, len(played), illegal, wins, tuple(differences))


def differences_of(
    game: str, kind: str, commands: Sequence[str], states: Sequence[dict], engine_states: Sequence[State]
) -> Iterator[Difference]:
    """Every field that differs, state by state; the two sequences have the same length."""
    for index, (state, judged) in enumerate(zip(states, engine_states, strict=True)):
        for name in FIELDS:
            expected = getattr(judged, name)
            if state[name] != expected:
                yield Difference(game, kind, tuple(commands[:index]), name, state[name], expected)


def write_episode(folder: Path, task: Task, kind: str, seed: int) -> tuple[list[str], list[dict]]:
    """Plays an episode in the simulator: its commands, and its states with the engine's field names."""
    game = read_game(folder)
    env = AlfworldEnv((task,), lambda _: game)
    # A world beside the environment: choosers look at its hidden state, and it plays on past the end.
    now = Play(World(game), random.Random(f"{seed}|{task.id}|{kind}"))
    commands: list[str] = []
    states = [_state(env.reset(), False)]
    left = COMMANDS_AFTER_END
    while left:
        # Counts down only once the game has ended.
        left -= states[-1]["done"]
        command = CHOOSERS[kind](now)
        now.act(command)
        observation, _, terminated, truncated, _ = env.step(command)
        commands.append(command)
        states.append(_state(observation, terminated or truncated))
    return commands, states


def _state(observation: Observation, done: bool) -> dict:
    won, score = observation.info["won"], observation.info["score"]
    return dict(zip(FIELDS, (observation.text, list(observation.admissible or ()), won, done, score), strict=True))


def choose_games(suite: AlfworldSuite, count: int, seed: int) -> list[Task]:
    """``count`` games of each task type, drawn from all splits. Raises ``DataError`` if a type has too few."""
    tasks = [task for split in suite.splits() for task in suite.tasks(split)]
    chosen: list[Task] = []
    for task_type in TASK_TYPES:
        found = [task for task in tasks if task.type == task_type]
        if len(found) < count:
            raise DataError(f"{suite.root} has {len(found)} games of type {task_type}; expected at least {count}.")
        # A generator for each type: the games of one do not change which of another are drawn.
        chosen += random.Random(f"{seed}|{task_type}").sample(found, count)
    return chosen


def compare_all(
    suite: AlfworldSuite, tasks: Iterable[Task], seed: int, python: str, processes: int
) -> list[Comparison]:
    """Compares games, so many at a time; each has an engine process of its own."""
    # Threads are enough: each waits for an engine process of its own.
    with ThreadPoolExecutor(processes) as threads:
        return list(threads.map(lambda task: compare(suite.root / task.id, task, seed, python), tasks))


def table(comparisons: Sequence[Comparison]) -> str:
    """One line per task type and one for all."""
    lines = [f"{'task type':32}{'games':>6}{'steps':>8}{'illegal':>9}{'wins':>6}{'differences':>13}"]
    for name in (*TASK_TYPES, "all"):
        those = [one for one in comparisons if name in (one.task.type, "all")]
        sums = [len(those), *(sum(getattr(one, count) for one in those) for count in ("steps", "illegal", "wins"))]
        differing = sum(len(one.differences) for one in those)
        lines.append(f"{name:32}{sums[0]:>6}{sums[1]:>8}{sums[2]:>9}{sums[3]:>6}{differing:>13}")
    return "\n".join(lines) + "\n"


def describe(difference: Difference) -> str:
    """A difference for human eyes, with the commands that lead to it."""
    simulator, engine = difference.simulator, difference.engine
    if isinstance(simulator, list) and isinstance(engine, list):
        ours, theirs = Counter(simulator), Counter(engine)
        # Of two long lists only what one has and the other lacks is worth reading.
        if ours != theirs:  # else only their order differs
            simulator, engine = sorted((ours - theirs).elements()), sorted((theirs - ours).elements())
    return (
        f"{difference.game}\n  episode {difference.kind}, after {list(difference.commands)}\n"
        f"  {difference.field}: simulator {simulator!r}\n  {' ' * len(difference.field)}  engine    {engine!r}\n"
    )


def main() -> int:
    """Reads the arguments, plays, reports; see the module's docstring for the exit code."""
    arguments = _parser().parse_args()
    try:
        # First of all: a missing engine is told before any game is made.
        engine_versions(arguments.python)
        with tempfile.TemporaryDirectory() as scratch:
            folder = arguments.games or _made_games(Path(scratch), arguments.count, arguments.seed)
            suite = AlfworldSuite(EnvConfig(name="alfworld", data=str(folder)))
            tasks = choose_games(suite, arguments.count, arguments.seed)
            comparisons = compare_all(suite, tasks, arguments.seed, arguments.python, arguments.processes)
        differences = [difference for one in comparisons for difference in one.differences]
        sys.stdout.write(table(comparisons) + "".join(map(describe, differences[:SHOWN])))
    except (Skill1Error, OSError) as error:
        sys.stderr.write(f"lockstep: {error}\n")
        return 2
    return 1 if differences else 0


def _made_games(folder: Path, count: int, seed: int) -> Path:
    # So many of each type in training rooms and so many in held-out ones: those compared are drawn from both.
    total = count * len(TASK_TYPES)
    return write_games(folder / "games", seed=seed, train=total, seen=0, unseen=total).out


def _positive(text: str) -> int:
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"expected a whole number of 1 or more, got {text!r}")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lockstep", description=__doc__.splitlines()[0])
    parser.add_argument("count", type=_positive, nargs="?", default=2, metavar="N", help="games of each task type")
    parser.add_argument("--games", type=Path, metavar="DIR", help="take games from a data folder instead")
    parser.add_argument("--seed", type=int, default=1, help="of games and commands (0 made the ready set)")
    parser.add_argument("--python", default=sys.executable, help="interpreter that has the engine")
    parser.add_argument("--processes", type=_positive, default=os.cpu_count() or 1, help="games played at once")
    return parser


if __name__ == "__main__":
    sys.exit(main())
