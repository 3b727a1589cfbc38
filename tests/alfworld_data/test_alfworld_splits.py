"""Official splits by count, own sets by manifest, and splits that share no game."""

import json
import os
import shutil

import pytest

from skill1 import doctor
from skill1.cli import main
from skill1.config import EnvConfig
from skill1.config.load import load_config
from skill1.errors import DataError
from skill1_envs.alfworld import AlfworldSuite
from skill1_envs.alfworld.generate.goals import TASK_TYPES
from skill1_envs.alfworld.splits import (
    OFFICIAL_COUNTS,
    ListedGame,
    describe_split,
    find_root,
    list_games,
    shared_games,
)
from tests.alfworld_data.conftest import READY

SPLITS = ("train", "valid_seen", "valid_unseen")


def games(split, counts=None):
    """Made-up games, so many of each type; by default as many as are published."""
    per_type = zip(TASK_TYPES, counts or OFFICIAL_COUNTS[split], strict=True)
    return [
        ListedGame(
            f"{split}/{name}-Mug-None-Shelf-{1 + number % 8}/trial_{name}_{number}", "x.", name, f"{name}{number}"
        )
        for name, count in per_type
        for number in range(count)
    ]


@pytest.mark.parametrize(("split", "total"), [("train", 3553), ("valid_seen", 140), ("valid_unseen", 134)])
def test_a_whole_official_split_is_called_so(split, total, tmp_path):
    """Totals of Shridhar et al. 2021, Table 1."""
    fact = describe_split(tmp_path / "json_2.1.1", split, games(split))
    assert fact.text.startswith(f"official {split}, {total} of {total} games") and not fact.warning


def test_a_few_missing_games_are_a_warning_that_counts_them(tmp_path):
    fact = describe_split(tmp_path, "valid_seen", games("valid_seen", (35, 13, 27, 15, 25, 23)))
    assert fact.text == "not the official valid_seen: 138 games"
    assert "valid_seen has 138 games, the official one 140: 2 are missing (Heat -1, Pick2 -1)" in fact.warning
    assert "skill1 envs fetch alfworld" in fact.warning


def test_as_many_games_of_other_types_are_not_the_official_split(tmp_path):
    fact = describe_split(tmp_path, "valid_seen", games("valid_seen", (36, 12, 27, 16, 25, 24)))
    assert fact.text.startswith("not the official") and "1 are missing (Pick +1, Look -1)" in fact.warning
    fact = describe_split(tmp_path, "valid_seen", games("valid_seen", (36, 13, 27, 16, 25, 24)))
    assert "some are too many (Pick +1)" in fact.warning


def test_a_small_folder_is_another_set_unless_it_was_fetched(tmp_path):
    few = games("valid_seen", (1, 1, 1, 1, 1, 1))
    assert describe_split(tmp_path / "json_2.1.1", "valid_seen", few).warning == ""
    (tmp_path / "fetched.json").write_text("{}")
    assert "134 are missing" in describe_split(tmp_path / "json_2.1.1", "valid_seen", few).warning


def test_own_sets_are_named_by_their_manifest(tmp_path):
    manifest = {"format": "skill1-alfworld-games-1", "seed": 3, "counts": {"valid_seen": 140}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    fact = describe_split(tmp_path / "json_2.1.1", "valid_seen", games("valid_seen"))
    assert fact.text == "not the official valid_seen: 140 generated games (skill1-alfworld-games-1, seed 3)"
    assert fact.warning == ""
    fact = describe_split(tmp_path / "json_2.1.1", "valid_seen", games("valid_seen")[1:])
    assert "valid_seen has 139 games, its manifest.json lists 140" in fact.warning


@pytest.mark.parametrize("missing", ["seed", "counts", "valid_seen"])
def test_a_manifest_without_its_numbers_is_refused(tmp_path, missing):
    manifest = {"format": "skill1-alfworld-games-1", "seed": 3, "counts": {"valid_seen": 140}}
    (manifest if missing in manifest else manifest["counts"]).pop(missing)
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(DataError, match="number of games of valid_seen. Make or copy the set again"):
        describe_split(tmp_path / "json_2.1.1", "valid_seen", games("valid_seen"))


def test_the_manifest_is_found_from_within_the_folder_of_the_splits(monkeypatch):
    monkeypatch.chdir(READY / "json_2.1.1")
    assert "6 generated games" in AlfworldSuite(EnvConfig(data=".")).split_source("train").text


def told_of_shared_games(data):
    """The last of what `skill1 doctor` says about a folder: a sentence and a warning."""
    return AlfworldSuite(EnvConfig(name="alfworld", data=str(data))).check_data()[-1]


def test_the_ready_set_is_disjoint():
    text, warning = told_of_shared_games(READY)
    assert warning == ""
    assert "no game is in two splits, by id or content; rooms 10, 219, 308, 424 are in valid_unseen only" in text
    assert all(f"{split} {len(list_games(find_root(str(READY)), split))}" in text for split in SPLITS)


def copied(folder, to_split, name, new_name=None):
    """Copies a training game into another split and returns the copy's folder."""
    source = next(path.parent for path in (folder / "json_2.1.1" / "train").rglob("game.tw-pddl"))
    target = folder / "json_2.1.1" / to_split / name.format(task=source.parent.name) / (new_name or source.name)
    shutil.copytree(source, target)
    return target


def test_a_game_in_two_splits_is_found_by_id(folder):
    target = copied(folder, "valid_seen", "{task}")
    _, warning = told_of_shared_games(folder)
    assert "1 games of train are in valid_seen under the same id" in warning and target.name in warning


def test_a_renamed_copy_is_found_by_content(folder):
    """Neither another folder nor another name inside the problem hides it."""
    target = copied(folder, "valid_seen", "pick_and_place_simple-Mug-None-Shelf-1", "trial_other")
    path = target / "game.tw-pddl"
    game = json.loads(path.read_text())
    before, _, after = game["pddl_problem"].partition("(problem ")
    game["pddl_problem"] = f"{before}(problem renamed){after.partition(')')[2]}"
    path.write_text(json.dumps(game))
    _, warning = told_of_shared_games(folder)
    assert "1 games of train are in valid_seen with the same content" in warning
    assert "same id" not in warning


def test_a_room_of_valid_unseen_elsewhere_is_found():
    train, unseen = games("train", (1, 0, 0, 0, 0, 0)), games("valid_unseen", (0, 2, 0, 0, 0, 0))
    warning = shared_games({"train": train, "valid_unseen": unseen}).warning
    assert "rooms 1 of valid_unseen are also in other splits" in warning


def test_a_folder_of_alfworld_download_loads_unchanged(folder, monkeypatch):
    """Archives unpacked into one folder, with everything else that ALFWorld keeps there."""
    for name in ("logic/alfred.pddl", "detectors/mrcnn.pth", "json_2.1.1/valid_train/x/t/traj_data.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"\x00 not for us")
    trial = next((folder / "json_2.1.1" / "train").rglob("traj_data.json")).parent
    (trial / "initial_state.pddl").write_text("(define)")
    monkeypatch.setenv("ALFWORLD_DATA", str(folder))
    suite, ready = AlfworldSuite(EnvConfig()), AlfworldSuite(EnvConfig(data=str(READY)))
    assert dict(suite.splits()) == dict(ready.splits())
    assert all(suite.tasks(split) == ready.tasks(split) for split in suite.splits())
    assert suite.split_source("train") == ("not the official train: 6 games", "")


def test_a_pipe_in_place_of_a_file_is_refused_and_not_waited_for(folder):
    path = next((folder / "json_2.1.1" / "train").rglob("traj_data.json"))
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(DataError, match=r"traj_data\.json is not a file"):
        list_games(folder / "json_2.1.1", "train")


def test_the_task_type_of_a_published_file_is_found_at_its_end(folder):
    """Published trajectories have 300 KB before task_type; a decoy inside a text does not count."""
    game = list_games(folder / "json_2.1.1", "train")[0]
    path = folder / "json_2.1.1" / game.path / "traj_data.json"
    content = {"images": ["x" * 300_000], "task_type": game.task_type, "note": '"task_type": "other"'}
    path.write_text(json.dumps(content))
    assert list_games(folder / "json_2.1.1", "train")[0] == game
    path.write_text(json.dumps({"task_type": game.task_type, "images": ["x" * 300_000]}))
    assert list_games(folder / "json_2.1.1", "train")[0] == game


def test_a_trajectory_that_is_cut_short_behind_its_task_type_is_refused(folder):
    """Else it plays with goal_text templates, and `fetch`, which mends such files, takes it for whole."""
    path = next((folder / "json_2.1.1" / "valid_seen").rglob("traj_data.json"))
    path.write_text(path.read_text().partition('"turk_annotations"')[0])
    with pytest.raises(DataError, match=r"traj_data\.json is not JSON.*fetch it again"):
        list_games(folder / "json_2.1.1", "valid_seen")


def test_missing_folders_say_what_to_type_in_order(monkeypatch, tmp_path):
    monkeypatch.delenv("ALFWORLD_DATA", raising=False)
    ways = (
        "--env.data DIR",
        "envs fetch alfworld DIR",
        "alfworld-download",
        "make-games alfworld",
        "data/alfworld",
    )
    for data, expected in ((None, "no folder was given"), (str(tmp_path), "looked for json_2.1.1")):
        with pytest.raises(DataError, match=expected) as caught:
            find_root(data)
        said = str(caught.value)
        assert "export ALFWORLD_DATA=DIR" in said
        places = [said.index(text) for text in ways]
        assert places == sorted(places)


def test_a_folder_whose_name_is_too_long_is_refused():
    with pytest.raises(DataError, match="ALFWorld games.*xxx"):
        AlfworldSuite(EnvConfig(data="x" * 300)).splits()


def of_doctor(*overrides):
    found = doctor.diagnose(load_config("alfworld/tiny", overrides))
    return [(finding.status, finding.detail, finding.command) for finding in found if finding.name == "data"]


def test_the_doctor_says_which_games_there_are(folder):
    assert [status for status, *_ in of_doctor(f"--env.data={READY}")] == ["ok"] * 4
    copied(folder, "valid_seen", "{task}")
    (folder / "fetched.json").write_text("{}")
    found = of_doctor(f"--env.data={folder}", "--env.engine=textworld")  # read without the original engine
    assert [status for status, *_ in found] == ["warn"] * 4
    assert "valid_seen has 7 games, the official one 140: 133 are missing" in found[1][1]
    assert "under the same id" in found[3][1] and all("skill1 envs fetch alfworld" in row[2] for row in found)


def test_a_folder_of_which_one_archive_was_unpacked_is_not_ok(folder):
    for file in folder.rglob("game.tw-pddl"):
        file.unlink()
    found = doctor.diagnose(load_config("alfworld/tiny", [f"--env.data={folder}"]))
    (environment,) = [finding for finding in found if finding.name == "environment alfworld"]
    assert environment.status == "missing" and "train 0, valid_seen 0, valid_unseen 0" in environment.detail
    source = AlfworldSuite(EnvConfig(data=str(folder))).split_source("valid_seen")
    assert "6 with traj_data.json and 0 with game.tw-pddl; a game needs both" in source.warning


def test_the_listing_says_it_too(folder, monkeypatch, capsys):
    monkeypatch.setenv("ALFWORLD_DATA", str(folder))
    assert main(["envs", "list", "--json"]) == 0
    (row,) = [row for row in json.loads(capsys.readouterr().out) if row["name"] == "alfworld"]
    assert row["sources"]["valid_seen"] == "not the official valid_seen: 6 games"
    assert main(["envs", "list"]) == 0
    assert "alfworld train: not the official train: 6 games" in capsys.readouterr().out
