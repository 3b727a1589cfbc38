"""The fixed splits: counts, order, disjointness, the shipped manifest; and the demonstration worlds."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from skill1.config import EnvConfig
from skill1.errors import DataError
from skill1_envs.household import world
from skill1_envs.household.suite import HouseholdSuite
from skill1_envs.household.tasks import load_split

SUITE = HouseholdSuite(EnvConfig())


def homes_of(split: str) -> set:
    return {chore.home.name for chore in load_split(split).chores}


def test_the_fixed_splits_are_those_of_the_manifest_whatever_the_hash_seed() -> None:
    """It pins ids, instructions and hidden facts of every task, and with them the order of homes and rounds."""
    command = "from skill1_envs.household import tasks; assert tasks.MANIFEST_PATH.read_text() == tasks.manifest()"
    environ = os.environ | {"PYTHONHASHSEED": "12345", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, env=environ)
    assert done.returncode == 0, done.stderr


def test_homes_are_disjoint_and_training_covers_every_word() -> None:
    train, heldout, dev = homes_of("train"), homes_of("heldout"), homes_of("heldout_dev")
    assert (len(train), len(heldout), len(dev)) == (24, 6, 6)
    assert homes_of("seen") == train
    assert not train & heldout and not train & dev and not heldout & dev
    assert {name.tree for name in train} == set(world.TREES)
    assert {name.place for name in train} == set(world.PLACES)
    asked = {name: {task.instruction for task in load_split(name).tasks} for name in ("train", "seen")}
    assert not asked["train"] & asked["seen"] and len(asked["seen"]) == 432


def test_demo_worlds_shapes_names_and_facts() -> None:
    worlds = list(SUITE.demo_worlds("oracle", 400, seed=5))
    assert [[len(round_) for round_ in rounds] for rounds in worlds] == [[32] * 6, [32] * 6, [16]]
    kept_back = homes_of("heldout") | homes_of("heldout_dev")
    layouts = {}
    for number in range(60):
        split = load_split(f"demo:5:{number}")
        homes = {chore.home.name: chore.home for chore in split.chores}
        assert len(homes) == 4 and not set(homes) & kept_back
        for name, home in homes.items():
            layouts.setdefault(name, []).append(repr(home))
    repeated = [facts for facts in layouts.values() if len(facts) > 1]
    assert repeated and all(len(set(facts)) > 1 for facts in repeated)
    load_split.cache_clear()
    assert (
        list(SUITE.demo_worlds("oracle", 400, seed=5)) == worlds != list(SUITE.demo_worlds("oracle", 400, seed=6))
    )


def test_one_type_of_task_in_one_home_hangs_on_the_same_facts() -> None:
    """The third of the seen tasks of a home and type; the ids are those of the whole split."""
    part, whole = load_split("seen:elm-lane:heat"), load_split("seen")
    assert len(part.tasks) == 3 and [task.index for task in part.tasks] == [0, 1, 2]
    chores = dict(zip((task.id for task in whole.tasks), whole.chores, strict=True))
    assert [chores[task.id] for task in part.tasks] == list(part.chores)
    assert all(chore.home == part.chores[0].home for chore in part.chores)
    assert {task.split for task in part.tasks} == {"seen:elm-lane:heat"}
    assert SUITE.make("seen:elm-lane:heat").reset(task_index=2).text
    for name in ("seen:elm-lane:sing", "seen:no-home:heat"):
        with pytest.raises(DataError, match="alder-avenue.*types: put"):
            load_split(name)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("test", "train, seen, heldout, heldout_dev, .*<split>:<home>:<type>"),
        ("demo:1:x", "household has no split 'demo:1:x'; demonstrations are demo:<seed>:<world>"),
        ("demo:٣:1", "household has no split 'demo:٣:1'; demonstrations are demo:<seed>:<world>"),
    ],
)
def test_an_unknown_split_is_answered_with_those_there_are(name: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        load_split(name)
