"""ALFWorld's original engine behind the environment contract: ``--env.engine textworld``.

The engine is slow (some 60 ms a step) and foreign code with a C library in it, so the registry plays it in worker
processes only. Games, tasks and the contract are those of the simulator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from skill1.env.protocol import EnvConfig, StepReturn
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1.schema import Observation, Task
from skill1_envs.alfworld.engine_player import State, TextworldGame
from skill1_envs.alfworld.env import TaskEnv
from skill1_envs.alfworld.simulator.files import GAME_FILE, TASK_PREFIX

PACKAGES = ("alfworld", "textworld")
ADVICE = (
    "Type: pip install 'skill1[alfworld]' (compiles two C programs: needs gcc, g++, cmake and make), or --env.python "
    "PATH of an interpreter that has skill1 and alfworld; without --env.engine textworld our simulator plays."
)


def missing_packages() -> list[str]:
    """Which of the engine's packages are not installed; nothing is imported, so a broken one counts as there."""
    return [name for name in PACKAGES if find_spec(name) is None]


class Engines:
    """The engine's environments of one process: an environment that is closed leaves its own for the next one.

    Args:
        config: ``max_steps`` is the engine's limit.

    Raises:
        ConfigError: the engine is not installed in this interpreter, or the option asked for is the simulator's only.
    """

    def __init__(self, config: EnvConfig) -> None:
        if config.text_version != "0.4":
            raise ConfigError(
                f"env.text_version = {config.text_version} with env.engine = textworld: the installed engine has "
                "only the texts of 0.4. Type: --env.engine native, or leave env.text_version out."
            )
        if missing := missing_packages():
            raise ConfigError(f"env.engine = textworld: no package {' and '.join(missing)} here. {ADVICE}")
        self._max_steps = config.max_steps
        self._idle: list[TextworldGame] = []

    def take(self) -> TextworldGame:
        """An environment nobody plays. Raises ``ConfigError`` if the engine is installed but broken."""
        if self._idle:
            return self._idle.pop()
        try:
            return TextworldGame(self._max_steps)
        except (ImportError, OSError) as error:
            raise ConfigError(
                f"env.engine = textworld: the engine cannot be loaded ({error}). {ADVICE}"
            ) from error

    def give_back(self, game: TextworldGame) -> None:
        self._idle.append(game)


class EngineEnv(TaskEnv):
    """Plays ALFWorld text games in the original engine; implements ``skill1.env.protocol.TextEnv``.

    Says what ``AlfworldEnv`` says for the same games and commands; ``lockstep`` compares the two.

    Args:
        tasks: what ``task_index`` counts.
        folder_of: the game folder of a task.
        engines: where the engine's environment comes from and goes to.
    """

    def __init__(self, tasks: Sequence[Task], folder_of: Callable[[Task], Path], engines: Engines) -> None:
        super().__init__(tasks)
        self._folder_of = folder_of
        self._engines = engines
        self._game: TextworldGame | None = None

    def _start(self, task: Task) -> Observation:
        # Before an engine is taken: a missing file is no reason to distrust one.
        path = self._folder_of(task) / GAME_FILE
        if not path.is_file():
            raise DataError(f"{path} does not exist; expected a game made by ALFWorld.")
        # Not ours again until it has answered. One that raises is dropped, for nobody knows what state it is in.
        game, self._game = self._game or self._engines.take(), None
        state = game.start(str(path))
        self._game = game
        # The task's own sentence, which differs from the game file's if people worded it, after the engine's own text.
        room, prefix, _ = state.observation.partition(TASK_PREFIX)
        return _observation(state, room + prefix + task.instruction)

    def step(self, action: str) -> StepReturn:
        """Raises ``EnvironmentFault`` before the first reset."""
        game, self._game = self._game, None  # an engine that raises is not played on
        if game is None:
            raise EnvironmentFault("step without a running task; call reset first.")
        state = game.step(action)
        self._game = game
        observation = _observation(state, state.observation)
        # The score serves as this step's reward, because the game ends as soon as it is 1.
        return observation, float(state.score), state.won, state.done and not state.won, observation.info

    def close(self) -> None:
        """Drops the episode; may be called again, and reset starts a new one."""
        if self._game is not None:
            self._engines.give_back(self._game)
        self._game = None


def _observation(state: State, text: str) -> Observation:
    return Observation(text, tuple(state.admissible_commands), {"won": state.won, "score": state.score})
