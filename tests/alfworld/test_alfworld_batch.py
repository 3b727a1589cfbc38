"""The batch plays as one environment a game would."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from skill1.errors import DataError, EnvironmentFault
from skill1_envs.alfworld import load_game
from skill1_envs.alfworld.env import AlfworldBatch, read_game


@pytest.fixture(scope="module")
def folders(recordings, tmp_path_factory) -> list[Path]:
    root = tmp_path_factory.mktemp("games")
    return [recordings.write(root, name) for name in list(recordings.games)[:6]]


def test_batch_equals_single_environments(folders: list[Path]) -> None:
    """With positions left alone, restarted and stepped past their ends."""
    rng = random.Random(5)
    batch = AlfworldBatch([*folders, folders[0]], max_steps=12)
    single = [load_game(folder, max_steps=12) for folder in (*folders, folders[0])]
    shown = batch.reset()
    assert shown == [env.reset() for env in single]
    for turn in range(40):
        commands = [rng.choice((*o.admissible, "nonsense", None)) for o in shown]
        answers = batch.step(commands)
        expected = [None if c is None else env.step(c) for env, c in zip(single, commands, strict=True)]
        assert answers == expected
        shown = [o if answer is None else answer[0] for o, answer in zip(shown, answers, strict=True)]
        if turn % 7 == 6:
            again = rng.sample(range(len(batch)), 2)
            for index, first in zip(again, batch.reset(again), strict=True):
                assert first == single[index].reset()
                shown[index] = first


def test_positions_share_the_tables_of_a_game(folders: list[Path]) -> None:
    game = read_game(folders[1])
    batch = AlfworldBatch([folders[0], str(folders[0]), game, game])
    assert batch.games[0] is batch.games[1]
    assert batch.games[2] is batch.games[3] is game


def test_misuse_moves_no_game(folders: list[Path]) -> None:
    batch = AlfworldBatch(folders[:2])
    [first] = batch.reset([0])
    with pytest.raises(EnvironmentFault, match="game 1 before its reset"):
        batch.step([first.admissible[0], "look"])
    with pytest.raises(EnvironmentFault, match="1 commands for 2 games"):
        batch.step(["look"])
    assert batch.step(["look", None])[0][0].admissible == first.admissible
    with pytest.raises(DataError, match="cannot be read"):
        AlfworldBatch([folders[0] / "nowhere"])
