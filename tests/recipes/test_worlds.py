"""Generated games and cold starts: whole or not there, made by one process at a time."""

import errno
from dataclasses import replace
from pathlib import Path

import pytest

import skill1_envs
from skill1.errors import RunInUseError, StorageError
from skill1.recipes.cold_start import ColdStart
from skill1.recipes.worlds import Games, GamesPlan, workplace, workshop, world_of
from skill1_envs import QUICKSTARTS, SUITES

WORLDS = ("webshop", "search")
FEW = GamesPlan(seed=0, train=6, seen=4, unseen=8)


def test_quickstarts_are_those_that_are_there():
    """Named one by one: an environment may come without a quickstart."""
    root = Path(skill1_envs.__file__).parent
    assert list(QUICKSTARTS) == [name for name in SUITES if (root / name / "quickstart.py").is_file()]


def few_games(folder, name):
    return Games(folder / "games", replace(world_of(name), smoke_games=FEW), smoke=True)


@pytest.mark.parametrize("name", WORLDS)
def test_a_full_disk_leaves_no_half_of_the_games(tmp_path, monkeypatch, name):
    write_text = Path.write_text

    def full(path, *args, **options):
        if path.name == "manifest.json":
            raise OSError(errno.ENOSPC, "No space left on device")
        return write_text(path, *args, **options)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(StorageError, match="No space left"):
        few_games(tmp_path, name).make()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["alfworld", *WORLDS])
def test_what_a_killed_process_left_is_made_again(tmp_path, name):
    if name == "alfworld":
        pytest.importorskip("alfworld")  # whose data its games are made from
    games = few_games(tmp_path, name)
    for stale in ("games/half", "games.partial"):
        (workplace(games.folder) / stale).mkdir(parents=True)
    games.make()
    assert [path.name for path in tmp_path.iterdir()] == ["games"] and games.check() == ""
    assert not (games.folder / "half").exists()


def test_what_another_process_makes_is_left_to_it(tmp_path):
    games = few_games(tmp_path, "webshop")
    cold_start = ColdStart(tmp_path / "cold", seed=0, smoke=True)
    for made in (games, cold_start):
        with workshop(made.folder) as work, pytest.raises(RunInUseError):
            made.make()
        assert work.is_dir()
