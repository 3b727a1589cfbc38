"""Our ALFWorld simulator against the original engine, unmodified: processor time of the same games and commands.

Each game is played in both with the same random legal commands (verb by verb), and both must answer the same. The
engine plays in a process of ``--engine-python``; times are each process's own processor time. Ours is too fast to be
timed once, so its resets and episodes are repeated. Per game: the mean of its steps, the reset of a loaded game, and
reading the game with its first reset; then the median over games. Two figures are ours alone: one step of 64 games in
one process, and how much a fresh process grows with 256 different games under way.

    python bench/alfworld.py --engine-python PATH --output bench/results/alfworld.json
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from made import in_own_process, made_by, memory_mb, publish

from skill1.config import EnvConfig
from skill1.schema import Task
from skill1_envs.alfworld import AlfworldSuite, load_game
from skill1_envs.alfworld.engine_player import State
from skill1_envs.alfworld.env import MAX_STEPS, AlfworldBatch
from skill1_envs.alfworld.lockstep import COMMANDS_AFTER_END, FIELDS, engine_versions, play, write_episode
from skill1_envs.alfworld.simulator.files import GAME_FILE

EXPECTED = {"step": 3000, "reset": 5000, "load_and_reset": 500}  # times the engine's speed
BATCH = 64
BATCH_MS = 1.5
CONCURRENT = 256
CONCURRENT_MB = 100.0
STEPS_TIMED = 20_000  # ours, per game
RESETS_TIMED = 2_000
LOADS_TIMED = 50
ENGINE_TIMEOUT_S = 600.0


def main() -> int:
    """Measure, write, print; exit code 1 if a figure falls short."""
    arguments = parse()
    versions = engine_versions(arguments.engine_python)
    with tempfile.TemporaryDirectory() as scratch:
        data = arguments.data or make_games(Path(scratch) / "games", arguments.seed)
        suite = AlfworldSuite(EnvConfig(name="alfworld", data=str(data)))
        tasks = [task for split in suite.splits() for task in suite.tasks(split)]
        folders = [suite.root / task.id for task in tasks]
        if len(folders) < CONCURRENT:
            sys.exit(f"{suite.root} has {len(folders)} games; expected at least {CONCURRENT}.")
        games = [
            game_figures(suite.root / task.id, task, arguments) for task in choose(suite, tasks, arguments.games)
        ]
        batch_ms = batch_step_ms(folders[:BATCH], arguments.seed)
        memory = in_own_process(memory_of_games, folders[:CONCURRENT], arguments.seed)
    result = {
        **made_by(),
        "seed": arguments.seed,
        "engine": versions,
        "ratio": {name: ratio_of(games, name) for name in EXPECTED},
        "ours_us": {name: median(games, name, "ours_us", 1) for name in EXPECTED},
        "engine_ms": {name: median(games, name, "engine_ms", 1) for name in EXPECTED},
        "differences": sum(game["differences"] for game in games),
        "steps_per_game": statistics.mean(game["steps"] for game in games),
        "batch": {"games": BATCH, "ms_per_step": round(batch_ms, 3)},
        "concurrent": {"games": CONCURRENT, **memory},
        "games": games,
    }
    result["short_of"] = short = shortfalls(result)
    publish(result, arguments.output)
    return bool(short)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine-python", default=sys.executable, help="interpreter that has the original engine")
    parser.add_argument(
        "--data", type=Path, help=f"data folder of {CONCURRENT} games or more; default: made for this"
    )
    parser.add_argument(
        "--games", type=int, default=12, help="games timed in both, spread over the sizes of rooms"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", type=Path)
    return parser.parse_args()


def make_games(folder: Path, seed: int) -> Path:
    # In a process of its own: here this file, alfworld.py, is found instead of the package alfworld.
    numbers = ("--seed", seed, "--train", CONCURRENT, "--seen", 0, "--unseen", 0)
    command = [sys.executable, "-P", "-m", "skill1", "envs", "make-games", "alfworld", folder, *numbers]
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    return folder


def choose(suite: AlfworldSuite, tasks: Sequence[Task], count: int) -> list[Task]:
    """Games evenly spread from the smallest game file to the largest."""
    by_size = sorted(tasks, key=lambda task: (suite.root / task.id / GAME_FILE).stat().st_size)
    return [by_size[round(i * (len(by_size) - 1) / max(1, count - 1))] for i in range(count)]


def game_figures(folder: Path, task: Task, arguments: argparse.Namespace) -> dict:
    """One game's times in both, and whether they said the same."""
    commands, states = write_episode(folder, task, "by_verb", arguments.seed)
    # Repeated answers cost nothing.
    commands, states = commands[:-COMMANDS_AFTER_END], states[:-COMMANDS_AFTER_END]
    [judged] = play(
        arguments.engine_python,
        folder / GAME_FILE,
        [commands],
        max_steps=MAX_STEPS,
        timeout_s=ENGINE_TIMEOUT_S,
    )
    differing = sum(
        state[field] != getattr(other, field)
        for state, other in zip(states, judged, strict=True)
        for field in FIELDS
    )
    times = {
        name: {"ours_us": 1e6 * ours, "engine_ms": 1e3 * engines, "ratio": engines / ours}
        for (name, ours), engines in zip(our_times(folder, commands).items(), engine_times(judged), strict=True)
    }
    rounded = {
        name: {key: round(value, 0 if key == "ratio" else 2) for key, value in of.items()}
        for name, of in times.items()
    }
    return {"game": task.id, "steps": len(commands), "differences": differing, **rounded}


def engine_times(states: Sequence[State]) -> tuple[float, float, float]:
    """Seconds of processor time of a step, a reset, a load with its reset; in the order of ``EXPECTED``."""
    first, *steps = states
    return statistics.mean(state.cpu_s for state in steps), first.cpu_s, first.load_cpu_s + first.cpu_s


def our_times(folder: Path, commands: Sequence[str]) -> dict[str, float]:
    """The same of the simulator."""
    env = load_game(folder)

    def episode() -> None:
        env.reset()
        for command in commands:
            env.step(command)

    reset = seconds_of(env.reset, RESETS_TIMED)
    whole = seconds_of(episode, STEPS_TIMED // len(commands))
    load = seconds_of(lambda: load_game(folder).reset(), LOADS_TIMED)
    return {"step": (whole - reset) / len(commands), "reset": reset, "load_and_reset": load}


def seconds_of(job: Callable[[], object], times: int) -> float:
    """Mean processor time of a job."""
    job()
    before = time.process_time()
    for _ in range(times):
        job()
    return (time.process_time() - before) / times


def batch_step_ms(folders: Sequence[Path], seed: int) -> float:
    """Processor time of one step of all games, legal commands drawn outside of it: the median over three episodes."""
    batch = AlfworldBatch(folders)
    draw = random.Random(seed)
    times = []
    for _ in range(3):
        shown = batch.reset()
        for _ in range(MAX_STEPS):
            commands = [draw.choice(observation.admissible) for observation in shown]
            before = time.process_time()
            answers = batch.step(commands)
            times.append(time.process_time() - before)
            shown = [answer[0] for answer in answers]
    return 1e3 * statistics.median(times)


def memory_of_games(folders: Sequence[Path], seed: int) -> dict[str, float]:
    """Growth of this process by so many games under way at once, all different, each half way through an episode."""
    before = memory_mb()
    batch = AlfworldBatch(folders)
    parsed = memory_mb()
    draw = random.Random(seed)
    shown = batch.reset()
    for _ in range(MAX_STEPS // 2):
        shown = [answer[0] for answer in batch.step([draw.choice(one.admissible) for one in shown])]
    grown = memory_mb()
    assert len(set(map(id, batch.games))) == len(folders)
    return {"mb": round(grown - before, 1), "kb_per_episode": round(1024 * (grown - parsed) / len(folders), 1)}


def ratio_of(games: Sequence[dict], name: str) -> dict[str, float]:
    """The engine's time in ours: median, least and largest over the games."""
    ratios = [game[name]["ratio"] for game in games]
    return {"median": statistics.median(ratios), "least": min(ratios), "most": max(ratios)}


def median(games: Sequence[dict], name: str, key: str, digits: int) -> float:
    return round(statistics.median(game[name][key] for game in games), digits)


def shortfalls(result: dict) -> list[str]:
    """What is less than asked for."""
    ratios = {name: result["ratio"][name]["median"] for name in EXPECTED}
    short = [
        f"{name}: {ratios[name]:.0f} times, expected {least}"
        for name, least in EXPECTED.items()
        if ratios[name] < least
    ]
    if result["batch"]["ms_per_step"] >= BATCH_MS:
        short.append(f"batch step of {BATCH}: {result['batch']['ms_per_step']} ms, expected less than {BATCH_MS}")
    if result["concurrent"]["mb"] >= CONCURRENT_MB:
        short.append(
            f"{CONCURRENT} games: {result['concurrent']['mb']} MB, expected less than {CONCURRENT_MB:.0f}"
        )
    if result["differences"]:
        short.append(f"{result['differences']} differences between the two")
    return short


if __name__ == "__main__":
    sys.exit(main())
