"""Asks the original engine, in a process of its own and maybe another interpreter, what it says to given commands."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from skill1.errors import ConfigError, EnvironmentFault
from skill1_envs.alfworld.engine import player
from skill1_envs.alfworld.engine.player import State

ADVICE = (
    "Type: pip install 'skill1[alfworld]' (compiles C and C++: needs gcc, g++, cmake and make), or --python PATH of an "
    "interpreter that has the package alfworld with its dependencies; it needs nothing of ours."
)
VERSIONS_TIMEOUT_S = 120.0
LAST_WORDS = 2000  # characters of stderr shown


def engine_versions(python: str) -> dict[str, str]:
    """Versions of alfworld and textworld in an interpreter.

    Raises:
        ConfigError: no such interpreter, or it has no engine.
    """
    try:
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
    lines = iter(_run(python, jobs, timeout_s)[1:])
    try:
        return [[State(**next(lines)) for _ in range(len(commands) + 1)] for commands in episodes]
    except (TypeError, StopIteration) as error:  # StopIteration: too few lines
        raise EnvironmentFault(f"the engine's process answered no states for {game} ({error}).") from error


def _run(python: str, jobs: Sequence[Mapping[str, object]], timeout_s: float) -> list[dict]:
    # -P: this folder must not be searched, its modules are named like others.
    command = [python, "-P", str(Path(player.__file__).resolve())]
    text = "".join(json.dumps(job) + "\n" for job in jobs)
    try:
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
