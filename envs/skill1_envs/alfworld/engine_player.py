"""The original engine, unmodified, one game at a time; as a script it plays what it is told and writes what it saw.

Needs alfworld, textworld and the standard library, and nothing of this package: ``PYTHON engine_player.py`` works in
any interpreter that has the engine, from Python 3.9, which ALFWorld's own instructions install. Each line of stdin is a
job, ``{"game": PATH, "commands": [...], "max_steps": 50}``. Stdout gets one line per state, the state after reset first
(:class:`State` as JSON), after a first line with the engine's versions.
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version


@dataclass(frozen=True)  # without slots: they are of Python 3.10
class State:
    """What the engine answers after a reset or a command; the names are those of its own fields."""

    observation: str
    admissible_commands: list[str]
    won: bool
    done: bool
    score: int
    cpu_s: float  # processor time of this reset or step
    load_cpu_s: float = 0.0  # processor time of reading the game; only the state after reset has one


class TextworldGame:
    """One environment of ``textworld.gym``, wrapped as ALFWorld wraps it, without its expert.

    The engine maps a shared library for each environment and never lets go of it (about 3 MB), so keep one of these
    and load one game after the other.

    Args:
        max_steps: the engine's own limit; ``done`` is true from then on and the last state repeats.
    """

    def __init__(self, max_steps: int) -> None:
        # By name, and only now: this is the one place of the package that needs the engine installed.
        textworld, batches = import_module("textworld"), import_module("textworld.gym.envs")
        wrappers = import_module("alfworld.agents.environment.alfred_tw_env")
        # Without a game: start loads one after the other. Ids are not shuffled before things are numbered:
        # ALFWorld does so in training only, and only if asked to.
        # Its batch_env, since the environment around that picks each game itself, from a list that it shuffles.
        self._batch = batches.TextworldBatchGymEnv(
            [],
            textworld.EnvInfos(won=True, admissible_commands=True, extras=["gamefile"]),
            batch_size=1,
            asynchronous=False,
            max_episode_steps=max_steps,
            wrappers=[wrappers.AlfredDemangler(shuffle=False), wrappers.AlfredInfos],
        ).batch_env

    def start(self, path: str) -> State:
        """Loads a game file, as the original does at each reset, and resets."""
        before = time.process_time()
        arguments = sys.argv
        try:
            self._batch.load([path])
            loaded = time.process_time()
            [text], infos = self._batch.reset()
        finally:
            sys.argv = arguments  # the engine's translator leaves its own there
        return _state(text, infos, False, 0, loaded, load_cpu_s=loaded - before)

    def step(self, command: str) -> State:
        before = time.process_time()
        [text], [score], [done], infos = self._batch.step([command])
        return _state(text, infos, done, score, before)


def _state(text: str, infos: dict, done: bool, score: int, before: float, load_cpu_s: float = 0.0) -> State:
    cpu_s = time.process_time() - before
    [commands], [won] = infos["admissible_commands"], infos["won"]
    return State(text, list(commands), bool(won), bool(done), int(score), cpu_s, load_cpu_s)


def main() -> None:
    """Plays the jobs of stdin. What the engine itself prints goes to stderr."""
    # Python searches this folder first, and its modules are named like others; the switch -P is of Python 3.11.
    sys.path = [folder for folder in sys.path if folder != os.path.dirname(os.path.abspath(__file__))]
    # By descriptor, not as sys.stdout: what C code prints goes to stderr as well.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        _write(answers, {name: version(name) for name in ("alfworld", "textworld")})
    except PackageNotFoundError as error:
        sys.exit(f"the package {error.args[0]} is not installed there.")
    # One for each limit, which is fixed when it is made.
    players: dict[int, TextworldGame] = {}
    # As bytes, which JSON takes for UTF-8 whatever the locale of that interpreter.
    for line in sys.stdin.buffer:
        job = json.loads(line)
        max_steps = job["max_steps"]
        # Not setdefault alone: it would make another engine for every job, whose library is never let go of.
        player = players.get(max_steps) or players.setdefault(max_steps, TextworldGame(max_steps))
        _write(answers, asdict(player.start(job["game"])))
        for command in job["commands"]:
            _write(answers, asdict(player.step(command)))


def _write(answers, content: dict) -> None:
    answers.write(json.dumps(content) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
