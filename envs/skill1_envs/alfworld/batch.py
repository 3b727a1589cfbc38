"""Many games in one process, stepped together: no worker processes, no event loop.

Example::

    batch = AlfworldBatch(folders)
    observations = batch.reset()
    answers = batch.step([observation.admissible[0] for observation in observations])

A step of 64 games takes about 0.2 ms on one core, admissible lists included, so these are not put off until asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from skill1.env.protocol import StepReturn
from skill1.errors import EnvironmentFault
from skill1.schema import Observation
from skill1_envs.alfworld.env import MAX_STEPS, Episode, read_game
from skill1_envs.alfworld.game import Game


class AlfworldBatch:
    """Plays game ``i`` of a list at position ``i``; positions are independent of each other.

    Args:
        games: parsed games or game folders. A folder is read once however often it is named, and positions with the
            same game share its tables; a position of its own costs a few kilobytes.
        max_steps: an episode is truncated after so many commands.

    Raises:
        DataError: a folder is unusable, as ``env.read_game``.
    """

    def __init__(self, games: Sequence[Game | str | Path], max_steps: int = MAX_STEPS) -> None:
        folders = {Path(game) for game in games if not isinstance(game, Game)}
        parsed = {folder: read_game(folder) for folder in sorted(folders)}
        self.games = tuple(game if isinstance(game, Game) else parsed[Path(game)] for game in games)
        self.max_steps = max_steps
        self._episodes: list[Episode | None] = [None] * len(games)

    def __len__(self) -> int:
        return len(self.games)

    def reset(self, indices: Iterable[int] | None = None) -> list[Observation]:
        """Starts the games at these positions (None: all) anew; their first observations in the order asked for."""
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
        for index, (episode, command) in enumerate(zip(self._episodes, commands, strict=True)):
            if episode is None and command is not None:
                raise EnvironmentFault(f"step of game {index} before its reset; call reset first.")
        return [
            None if episode is None or command is None else episode.step(command)
            for episode, command in zip(self._episodes, commands, strict=True)
        ]
