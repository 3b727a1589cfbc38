"""Steps per second of the native ALFWorld simulator on one core, under legal random play.

A step includes the observation text and the whole admissible list. Two kinds of play: `random_commands` draws
uniformly from the admissible commands (mostly `go to`), resets and drawing inside the measured time;
`random_verbs` draws a verb first (more taking, moving, treating), resets inside, drawing outside. Games are
parsed before (time given too). With ``--check`` recorded transcripts of the original engine are replayed as
well and the differences counted.

    python bench/alfworld_steps.py data/alfworld --seconds 10 --output bench/results/alfworld_steps.json
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import random
import shlex
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from skill1.config import EnvConfig
from skill1_envs.alfworld import AlfworldEnv, AlfworldSuite, load_game

Figures = dict[str, int | float]


def load_all(data: str) -> tuple[list[AlfworldEnv], Figures]:
    """An environment per game of all splits, and what loading took."""
    suite = AlfworldSuite(EnvConfig(name="alfworld", data=data))
    folders = [suite.root / task.id for split in suite.splits() for task in suite.tasks(split)]
    start = time.perf_counter()
    environments = [load_game(folder) for folder in folders]
    seconds = time.perf_counter() - start
    return environments, {"games": len(folders), "parse_ms_per_game": round(1000 * seconds / len(folders), 2)}


def any_command(commands: tuple[str, ...], draw: Callable[[], float]) -> str:
    """Uniform over commands; most of them are `go to`."""
    return commands[int(draw() * len(commands))]


def any_verb(commands: tuple[str, ...], draw: Callable[[], float]) -> str:
    """Uniform over verbs, then over their commands: more taking, moving and treating."""
    by_verb: dict[str, list[str]] = {}
    for command in commands:
        by_verb.setdefault(command.partition(" ")[0], []).append(command)
    return any_command(tuple(by_verb[any_command(tuple(by_verb), draw)]), draw)


def play(environments: list[AlfworldEnv], seconds: float, seed: int) -> Figures:
    """Random legal episodes, game after game, until the time is over."""
    draw = random.Random(seed).random
    steps = episodes = wins = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for environment in environments:
            commands = environment.reset().admissible or ()
            is_over = False
            while not is_over:
                observation, _, terminated, truncated, _ = environment.step(any_command(commands, draw))
                commands = observation.admissible or ()
                is_over = terminated or truncated
                steps += 1
            episodes += 1
            wins += terminated
    taken = time.perf_counter() - start
    return {
        "steps": steps,
        "episodes": episodes,
        "wins": wins,
        "seconds": round(taken, 3),
        "steps_per_second": round(steps / taken),
    }


def play_by_verb(environments: list[AlfworldEnv], seconds: float, seed: int) -> Figures:
    """Drawing a verb costs more than a step, so the episodes are drawn first and only replayed under the clock."""
    draw = random.Random(seed).random
    scripts = [(environment, script(environment, draw)) for _ in range(20) for environment in environments]
    steps = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for environment, commands in scripts:
            environment.reset()
            for command in commands:
                environment.step(command)
            steps += len(commands)
    taken = time.perf_counter() - start
    return {"steps": steps, "seconds": round(taken, 3), "steps_per_second": round(steps / taken)}


def script(environment: AlfworldEnv, draw: Callable[[], float]) -> list[str]:
    """The commands of one episode drawn by ``any_verb``."""
    commands, chosen, is_over = environment.reset().admissible or (), [], False
    while not is_over:
        chosen.append(any_verb(commands, draw))
        observation, _, terminated, truncated, _ = environment.step(chosen[-1])
        commands = observation.admissible or ()
        is_over = terminated or truncated
    return chosen


def check(transcripts: Path) -> Figures:
    """Replays recorded episodes; a state differs if text, commands, won, done or score do.

    Game paths are relative to the transcripts' folder.
    """
    environments: dict[str, AlfworldEnv] = {}
    states = differences = 0
    with gzip.open(transcripts, "rt", encoding="utf-8") as lines:
        for line in lines:
            episode = json.loads(line)
            game = episode["game"]
            if game not in environments:
                environments[game] = load_game(transcripts.parent / game)
            for got, expected in zip(replay(environments[game], episode["steps"]), episode["steps"], strict=True):
                states += 1
                differences += got != tuple(expected[key] for key in STATE_KEYS)
    return {"games": len(environments), "states": states, "differences": differences}


STATE_KEYS = ("observation", "admissible_commands", "won", "done", "score")


def replay(environment: AlfworldEnv, steps: list[dict]) -> Iterable[tuple]:
    """The simulator's values of ``STATE_KEYS``, state by state."""
    first = environment.reset()
    yield first.text, list(first.admissible or ()), first.info["won"], False, first.info["score"]
    for step in steps[1:]:
        shown, reward, terminated, truncated, info = environment.step(step["command"])
        yield shown.text, list(shown.admissible or ()), info["won"], terminated or truncated, int(reward)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", help="folder with json_2.1.1")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of the measurement")
    parser.add_argument("--seed", type=int, default=0, help="seed of the random play")
    parser.add_argument("--check", type=Path, help="transcripts.jsonl.gz to replay; its games lie beside it")
    parser.add_argument("--output", type=Path, help="also write the result there")
    arguments = parser.parse_args()
    environments, loading = load_all(arguments.data)
    result: dict[str, object] = {
        "command": shlex.join(["python", *sys.argv]),
        "seed": arguments.seed,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, one used",
        **loading,
        "random_commands": play(environments, arguments.seconds, arguments.seed),
        "random_verbs": play_by_verb(environments, arguments.seconds, arguments.seed),
    }
    if arguments.check:
        result["check"] = check(arguments.check)
    text = json.dumps(result, indent=2)
    print(text)
    if arguments.output:
        arguments.output.parent.mkdir(parents=True, exist_ok=True)
        arguments.output.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
