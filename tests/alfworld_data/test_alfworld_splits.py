"""Official splits by count, own sets by manifest, and splits that share no game."""

import json
import re

import pytest

from skill1 import doctor
from skill1.cli import main
from skill1.config import EnvConfig
from skill1.config.load import load_config
from skill1.errors import DataError
from skill1.schema import Task
from skill1_envs.alfworld import AlfworldSuite
from skill1_envs.alfworld.generate.goals import TASK_TYPES
from skill1_envs.alfworld.splits import OFFICIAL_COUNTS, SPLITS, describe_split, find_root, list_tasks
from tests.alfworld_data.conftest import READY


def tasks(split, counts=None):
    """Made-up games, so many of each type; by default as many as are published."""
    per_type = zip(TASK_TYPES, counts or OFFICIAL_COUNTS[split], strict=True)
    return [
        Task(f"{name}{number}", "alfworld", split, 0, "x.", name) for name, n in per_type for number in range(n)
    ]


@pytest.mark.parametrize(("split", "total"), [("train", 3553), ("valid_seen", 140), ("valid_unseen", 134)])
def test_a_whole_official_split_is_called_so(split, total, tmp_path):
    """Totals of Shridhar et al. 2021, Table 1."""
    fact = describe_split(tmp_path / "json_2.1.1", split, tasks(split))
    assert fact.text.startswith(f"official {split}, {total} of {total} games") and not fact.warning


@pytest.mark.parametrize(
    ("counts", "total", "told"),
    [
        ((35, 13, 27, 15, 25, 23), 138, "2 are missing (Heat -1, Pick2 -1)"),
        ((36, 12, 27, 16, 25, 24), 140, "1 are missing (Pick +1, Look -1)"),
        ((36, 13, 27, 16, 25, 24), 141, "some are too many (Pick +1)"),
    ],
)
def test_another_number_of_games_is_a_warning_that_counts_them_by_type(tmp_path, counts, total, told):
    fact = describe_split(tmp_path, "valid_seen", tasks("valid_seen", counts))
    assert fact.text == f"not the official valid_seen: {total} games"
    assert f"valid_seen has {total} games, the official one 140: {told}" in fact.warning
    assert "skill1 envs fetch alfworld" in fact.warning


def test_a_small_folder_is_another_set_unless_it_was_fetched(tmp_path):
    few = tasks("valid_seen", (1, 1, 1, 1, 1, 1))
    assert describe_split(tmp_path / "json_2.1.1", "valid_seen", few).warning == ""
    (tmp_path / "fetched.json").write_text("{}")
    assert "134 are missing" in describe_split(tmp_path / "json_2.1.1", "valid_seen", few).warning


def test_own_sets_are_named_by_their_manifest(tmp_path):
    manifest = {"format": "skill1-alfworld-games-1", "seed": 3, "counts": {"valid_seen": 140}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    fact = describe_split(tmp_path / "json_2.1.1", "valid_seen", tasks("valid_seen"))
    assert fact == ("not the official valid_seen: 140 generated games (skill1-alfworld-games-1, seed 3)", "")
    fact = describe_split(tmp_path / "json_2.1.1", "valid_seen", tasks("valid_seen")[1:])
    assert "valid_seen has 139 games, its manifest.json lists 140" in fact.warning


def test_the_ready_set_is_disjoint():
    """By id and by content, the problem with its goal; the rooms of valid_unseen are in no other split."""
    games = {split: list_tasks(READY / "json_2.1.1", split) for split in SPLITS}
    everything = [task for split in SPLITS for task in games[split]]
    files = [json.loads((READY / "json_2.1.1" / task.id / "game.tw-pddl").read_text()) for task in everything]
    problems = {re.sub(r"\(problem [^)]*\)", "", file["pddl_problem"]) for file in files}
    assert len({task.id.partition("/")[2] for task in everything}) == len(problems) == len(everything) == 18
    rooms = {split: {task.id.split("/")[1].rpartition("-")[2] for task in games[split]} for split in SPLITS}
    assert rooms["valid_unseen"] == {"10", "219", "308", "424"}
    assert not rooms["valid_unseen"] & (rooms["train"] | rooms["valid_seen"])


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


def test_a_trajectory_that_is_cut_short_behind_its_task_type_is_refused(folder):
    """Else it plays with goal_text templates, and `fetch`, which mends such files, takes it for whole."""
    path = next((folder / "json_2.1.1" / "valid_seen").rglob("traj_data.json"))
    path.write_text(path.read_text().partition('"turk_annotations"')[0])
    with pytest.raises(DataError, match=r"traj_data\.json is not JSON.*fetch it again"):
        list_tasks(folder / "json_2.1.1", "valid_seen")


def test_missing_folders_say_what_to_type_in_order(tmp_path):
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


def test_the_listing_says_it_too(folder, monkeypatch, capsys):
    monkeypatch.setenv("ALFWORLD_DATA", str(folder))
    assert main(["envs", "list", "--json"]) == 0
    (row,) = [row for row in json.loads(capsys.readouterr().out) if row["name"] == "alfworld"]
    assert row["sources"]["valid_seen"] == "not the official valid_seen: 6 games"
    assert main(["envs", "list"]) == 0
    assert "alfworld train: not the official train: 6 games" in capsys.readouterr().out


def test_a_trajectory_may_quote_the_key_of_its_task_type(folder):
    """Published ones have 300 KB before it."""
    game = list_tasks(folder / "json_2.1.1", "train")[0]
    content = {"images": ["x" * 300_000], "task_type": game.type, "note": '"task_type": "other"'}
    (folder / "json_2.1.1" / game.id / "traj_data.json").write_text(json.dumps(content))
    assert list_tasks(folder / "json_2.1.1", "train")[0] == game


def of_doctor(*overrides):
    found = doctor.diagnose(load_config("alfworld/tiny", overrides))
    return [(finding.status, finding.detail, finding.command) for finding in found if finding.name == "data"]


def test_the_doctor_says_which_games_there_are(folder):
    assert [status for status, *_ in of_doctor(f"--env.data={READY}")] == ["ok"] * 3
    (folder / "fetched.json").write_text("{}")
    found = of_doctor(f"--env.data={folder}", "--env.engine=textworld")  # read without the original engine
    assert [status for status, *_ in found] == ["warn"] * 3
    assert "valid_seen has 6 games, the official one 140: 134 are missing" in found[1][1]
    assert all("skill1 envs fetch alfworld" in row[2] for row in found)


def test_a_folder_of_which_one_archive_was_unpacked_is_not_ok(folder):
    for file in folder.rglob("game.tw-pddl"):
        file.unlink()
    found = doctor.diagnose(load_config("alfworld/tiny", [f"--env.data={folder}"]))
    (environment,) = [finding for finding in found if finding.name == "environment alfworld"]
    assert environment.status == "missing" and "train 0, valid_seen 0, valid_unseen 0" in environment.detail
    source = AlfworldSuite(EnvConfig(data=str(folder))).split_source("valid_seen")
    assert "expected folders with traj_data.json and game.tw-pddl" in source.warning
