"""The environment over ALFWorld games: step limit, reward and the contract of ``skill1.env.protocol``.

An environment plays the games of a list of tasks, one at a time; ``load_game`` makes one for a single folder.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from skill1.env.protocol import StepReturn
from skill1.errors import DataError, EnvironmentFault
from skill1.schema import Observation, Task
from skill1_envs.alfworld.files import GAME_FILE, read_game_file, read_task_type
from skill1_envs.alfworld.game import Game, parse_game
from skill1_envs.alfworld.world import World

MAX_STEPS = 50  # ALFWorld's own default, max_nb_steps_per_episode


class AlfworldEnv:
    """Plays ALFWorld text games; implements ``skill1.env.protocol.TextEnv``.

    ``info`` of observations and steps: ``won`` (bool), ``score`` (0 or 1). The reward is the score. Every command
    counts as a step, legal or not. After the end any further step repeats the last answer, as the original does.

    Args:
        tasks: what ``task_index`` counts.
        game_of: gives the parsed game of a task; called at each reset, so it should cache.
        max_steps: an episode is truncated after so many commands.
    """

    def __init__(self, tasks: Sequence[Task], game_of: Callable[[Task], Game], max_steps: int = MAX_STEPS) -> None:
        self.task: Task | None = None
        self.max_steps = max_steps
        self._tasks = tasks
        self._game_of = game_of
        self._world: World | None = None
        self._steps = 0
        self._end: StepReturn | None = None

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        """Starts a task: by position, by a seeded draw, or the present one again (at first: position 0).

        ``won`` is False here even in a game whose goal holds from the start: it ends with its first command.

        Raises:
            DataError: no such position, or the game file is unusable.
        """
        task = self._pick(task_index, seed)
        self._world = World(self._game_of(task))
        self.task = task
        self._steps = 0
        self._end = None
        return Observation(self._world.opening_text(), self._world.admissible, {"won": False, "score": 0})

    def step(self, action: str) -> StepReturn:
        """Raises ``EnvironmentFault`` before the first reset."""
        if self._end is not None:
            return self._end
        world = self._world
        if world is None:
            raise EnvironmentFault("step before reset; call reset first.")
        text = world.act(action)
        self._steps += 1
        won = world.is_won
        info = {"won": won, "score": int(won)}
        truncated = not won and self._steps >= self.max_steps
        answer = (Observation(text, world.admissible, info), float(won), won, truncated, info)
        if won or truncated:
            self._end = answer
        return answer

    def close(self) -> None:
        """Drops the episode; may be called again, and reset starts a new one."""
        self._world = None
        self._end = None

    def _pick(self, task_index: int | None, seed: int | None) -> Task:
        if task_index is None and seed is not None:
            task_index = random.Random(seed).randrange(len(self._tasks))
        if task_index is None:
            return self.task or self._tasks[0]
        if not 0 <= task_index < len(self._tasks):
            raise DataError(f"task_index {task_index} does not exist; expected 0 to {len(self._tasks) - 1}.")
        return self._tasks[task_index]


def read_game(folder: Path) -> Game:
    """Reads and parses a game folder. Raises ``DataError`` naming the file."""
    path = folder / GAME_FILE
    file = read_game_file(path)
    try:
        return parse_game(file)
    except DataError as error:
        raise DataError(f"{path}: {error}") from error


def load_game(folder: str | Path, *, max_steps: int = MAX_STEPS) -> AlfworldEnv:
    """An environment for one game folder, as ALFWorld writes it (``game.tw-pddl``, ``traj_data.json``).

    The task type comes from ``traj_data.json`` or, without it, from the name of the folder above.

    Raises:
        DataError: the files are missing, damaged, or made for other rules than alfworld 0.4's.
    """
    folder = Path(folder)
    game = read_game(folder)
    task_type = read_task_type(folder) or folder.absolute().parent.name.partition("-")[0]
    task = Task(folder.name, "alfworld", "", 0, f"{game.task}.", task_type)
    return AlfworldEnv((task,), lambda _: game, max_steps)
