"""The environment over ALFWorld games: step limit, reward and the contract of ``skill1.env.protocol``.

An environment plays the games of a list of tasks, one at a time; ``load_game`` makes one for a single folder.

``AlfworldBatch`` steps many games together in one process, without worker processes or an event loop::

    batch = AlfworldBatch(folders)
    observations = batch.reset()
    answers = batch.step([observation.admissible[0] for observation in observations])

A step of 64 games takes about 0.2 ms on one core, admissible lists included, so these are not put off until asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from skill1.env.protocol import StepReturn, chosen
from skill1.errors import DataError, EnvironmentFault
from skill1.schema import Observation, Task
from skill1_envs.alfworld.simulator.files import GAME_FILE, read_game_folder, read_task_type
from skill1_envs.alfworld.simulator.game import Game, parse_game
from skill1_envs.alfworld.simulator.world import World

MAX_STEPS = 50  # ALFWorld's own default, max_nb_steps_per_episode


class Episode:
    """One game from reset to end: the world, the step limit and the last answer.

    A game whose goal holds from the start says ``won`` at reset, with score 0, and ends with its first command,
    unless that undoes the goal. Every command counts as a step, legal or not. After the end any further step
    repeats the last answer. All this is as in the original.
    """

    __slots__ = ("_end", "_max_steps", "_steps", "_world")

    def __init__(self, game: Game, max_steps: int) -> None:
        self._world = World(game)
        self._max_steps = max_steps
        self._steps = 0
        self._end: StepReturn | None = None

    def opening(self) -> Observation:
        """What reset shows; only right before the first step."""
        info = {"won": self._world.is_won, "score": 0}
        return Observation(self._world.opening_text(), self._world.admissible, info)

    def step(self, command: str) -> StepReturn:
        if self._end is not None:
            return self._end
        world = self._world
        text = world.act(command)
        self._steps += 1
        won = world.is_won
        info = {"won": won, "score": int(won)}
        # A win with the last command allowed is a win, not a truncation.
        truncated = not won and self._steps >= self._max_steps
        answer = (Observation(text, world.admissible, info), float(won), won, truncated, info)
        if won or truncated:
            self._end = answer
        return answer


class TaskEnv(ABC):
    """Which of a list of tasks is played; a subclass plays it, in one engine or the other."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self.task: Task | None = None
        self._tasks = tasks
        self._index = 0  # of the present task, in this list: a task's own index counts within its split

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        """Starts a task: by position, by a seeded draw, or the present one again (at first: position 0).

        Raises:
            DataError: the game file is missing or unusable.
            ConfigError: the original engine cannot be loaded.
            EnvironmentFault: no such position.
        """
        index = chosen(len(self._tasks), task_index, seed, self._index)
        first = self._start(self._tasks[index])
        # Last, so that a game that cannot be read leaves the present task as it was.
        self.task, self._index = self._tasks[index], index
        return first

    @abstractmethod
    def _start(self, task: Task) -> Observation:
        """The first observation of a task."""


class AlfworldEnv(TaskEnv):
    """Plays ALFWorld text games; implements ``skill1.env.protocol.TextEnv``.

    ``info`` of observations and steps: ``won`` (bool), ``score`` (0 or 1). The reward is the score. What counts as
    a step, and what follows the end, is said at ``Episode``.

    Args:
        tasks: what ``task_index`` counts.
        game_of: gives the parsed game of a task; called at each reset, so it should cache.
        max_steps: an episode is truncated after so many commands.
    """

    def __init__(self, tasks: Sequence[Task], game_of: Callable[[Task], Game], max_steps: int = MAX_STEPS) -> None:
        super().__init__(tasks)
        self.max_steps = max_steps
        self._game_of = game_of
        self._episode: Episode | None = None

    def _start(self, task: Task) -> Observation:
        self._episode = Episode(self._game_of(task), self.max_steps)
        return self._episode.opening()

    def step(self, action: str) -> StepReturn:
        """Raises ``EnvironmentFault`` before the first reset."""
        if self._episode is None:
            raise EnvironmentFault("step before reset; call reset first.")
        return self._episode.step(action)

    def close(self) -> None:
        """Drops the episode; may be called again, and reset starts a new one."""
        self._episode = None


def read_game(folder: Path, goal_text: str = "templates", text_version: str = "0.4") -> Game:
    """Reads and parses a game folder; the options are those of ``env.goal_text`` and ``env.text_version``.

    Raises:
        DataError: the files are missing or damaged, made for other rules, or lack the sentence; it names the file.
    """
    file = read_game_folder(folder, goal_text)
    try:
        return parse_game(file, text_version)
    except DataError as error:
        raise DataError(f"{folder / GAME_FILE}: {error}") from error


def load_game(
    folder: str | Path, *, max_steps: int = MAX_STEPS, goal_text: str = "templates", text_version: str = "0.4"
) -> AlfworldEnv:
    """An environment for one game folder, as ALFWorld writes it (``game.tw-pddl``, ``traj_data.json``).

    The task type comes from ``traj_data.json`` or, without it, from the name of the folder above. Types that ALFWorld's
    loader leaves out are played too: sliced things, and movable receptacles (``pick_and_place_with_movable_recep``).

    Args:
        goal_text: ``templates`` or ``people``; see ``files.read_game_folder``.
        text_version: ``0.4`` or ``0.3``; see ``texts.WORDINGS``.

    Raises:
        DataError: the files are missing, damaged, or made for rules of no alfworld release.
    """
    folder = Path(folder).absolute()  # "." has no name to call the task by
    game = read_game(folder, goal_text, text_version)
    task_type = read_task_type(folder) or folder.parent.name.partition("-")[0]
    task = Task(folder.name, "alfworld", "", 0, f"{game.task}.", task_type)
    return AlfworldEnv((task,), lambda _: game, max_steps)


class AlfworldBatch:
    """Plays game ``i`` of a list at position ``i``; positions are independent of each other.

    Args:
        folders: a folder is read once however often it is named, and positions with the same game share its tables; a
            position of its own costs a few kilobytes.
        max_steps: an episode is truncated after so many commands.

    Raises:
        DataError: a folder is unusable, as ``env.read_game``.
    """

    def __init__(self, folders: Sequence[str | Path], max_steps: int = MAX_STEPS) -> None:
        parsed = {folder: read_game(folder) for folder in dict.fromkeys(map(Path, folders))}
        self.games = tuple(parsed[Path(folder)] for folder in folders)
        self.max_steps = max_steps
        self._episodes: list[Episode | None] = [None] * len(folders)

    def __len__(self) -> int:
        return len(self.games)

    def reset(self, indices: Iterable[int] | None = None) -> list[Observation]:
        """Restarts the games at these positions (None: all); their first observations in the order asked for."""
        observations = []
        for index in range(len(self.games)) if indices is None else indices:
            episode = self._episodes[index] = Episode(self.games[index], self.max_steps)
            observations.append(episode.opening())
        return observations

    def step(self, commands: Sequence[str | None]) -> list[StepReturn | None]:
        """One command for each position; None leaves that game alone, and its answer is None.

        A game that has ended repeats its last answer, whatever the command, until it is reset.

        Raises:
            EnvironmentFault: not one entry a game, or a command for a game that was never reset; no game has moved.
        """
        if len(commands) != len(self.games):
            raise EnvironmentFault(
                f"{len(commands)} commands for {len(self.games)} games; give None to leave one alone."
            )
        # All are looked at before any of them moves.
        for index, (episode, command) in enumerate(zip(self._episodes, commands, strict=True)):
            if episode is None and command is not None:
                raise EnvironmentFault(f"step of game {index} before its reset; call reset first.")
        return [
            None if episode is None or command is None else episode.step(command)
            for episode, command in zip(self._episodes, commands, strict=True)
        ]
