"""The official archives: fetched, checked, unpacked, remembered; nothing of a hostile or damaged one is written."""

import hashlib
import json
import stat
import zipfile
from pathlib import Path
from unittest.mock import Mock

import pytest

from skill1.cli import main
from skill1.errors import DataError
from skill1_envs.alfworld import fetch, service
from skill1_envs.alfworld.fetch import fetch_games
from skill1_envs.alfworld.splits import find_root, list_tasks
from tests.alfworld_data.conftest import READY, archives, packed

NAMES = ("json.zip", "pddl.zip", "games.zip")


@pytest.fixture
def published(files):
    files.contents = archives()
    return files


def urls(files):
    return [files.url(name) for name in NAMES]


def snapshot(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_archives_make_a_folder_that_plays(published, tmp_path, silent):
    found = fetch_games(tmp_path / "data", silent, urls(published))
    ready, got = find_root(str(READY)), find_root(str(tmp_path / "data"))
    for split in ("train", "valid_seen", "valid_unseen"):
        assert list_tasks(got, split) == list_tasks(ready, split)
    assert found.is_new and set(found.files) == set(NAMES)
    assert found.files["json.zip"] == hashlib.sha256(published.contents["json.zip"]).hexdigest()
    assert not list((tmp_path / "data").glob("*.zip*"))  # what was downloaded goes once it is unpacked
    record = json.loads((tmp_path / "data" / "fetched.json").read_text())
    assert record["games"] == {"train": 6, "valid_seen": 6, "valid_unseen": 6}
    entry, size = record["archives"]["pddl.zip"], len(published.contents["pddl.zip"])
    assert (entry["url"], entry["bytes"], entry["is_unpacked"]) == (published.url("pddl.zip"), size, True)
    # Six games of 140 under a record of `fetch` are an incomplete download, and said to be one.
    assert any("valid_seen has 6 games, the official one 140" in text for text in found.warnings)
    asked = len(published.asked_from)
    assert not fetch_games(tmp_path / "data", silent, urls(published)).is_new
    assert len(published.asked_from) == asked


@pytest.mark.parametrize("folder", [READY, READY / "json_2.1.1"])
def test_official_games_are_not_mixed_with_generated_ones(silent, folder):
    """The folder is that of ALFWORLD_DATA, which may name either."""
    with pytest.raises(DataError, match="holds generated games"):
        fetch_games(folder, silent, [])


@pytest.mark.parametrize("name", ["game.tw-pddl", "traj_data.json"])
@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(path.read_bytes()[:100])])
def test_what_is_lost_or_cut_short_comes_again_and_must_be_the_same(published, tmp_path, silent, name, damage):
    fetch_games(tmp_path, silent, urls(published))
    path = next((tmp_path / "json_2.1.1" / "train").rglob(name))
    whole = path.read_bytes()
    damage(path)
    assert fetch_games(tmp_path, silent, urls(published)).is_new
    assert path.read_bytes() == whole
    damage(path)
    published.contents["json.zip"] = packed({"json_2.1.1/train/a/b/traj_data.json": b"other"})
    with pytest.raises(DataError, match=r"json\.zip\.partial has SHA-256 .* from an earlier download"):
        fetch_games(tmp_path, silent, urls(published))
    assert not (tmp_path / "json_2.1.1" / "train" / "a").exists()


def test_without_a_network_it_names_the_game_that_is_damaged(published, tmp_path, silent):
    fetch_games(tmp_path, silent, urls(published))
    next((tmp_path / "json_2.1.1" / "train").rglob("game.tw-pddl")).write_text("{")
    with pytest.raises(DataError, match=r"game\.tw-pddl is not JSON.*\n.*json\.zip cannot be fetched"):
        fetch_games(tmp_path, silent, ["http://127.0.0.1:9/x/json.zip"])


@pytest.mark.parametrize("step", ["skill1_envs.alfworld.fetch.unpack", "pathlib.Path.unlink"])
def test_a_call_that_was_killed_is_made_up_for_by_the_next(published, tmp_path, silent, monkeypatch, step):
    """Killed before an archive was unpacked, or before the unpacked one was removed."""
    with monkeypatch.context() as killed, pytest.raises(KeyboardInterrupt):
        killed.setattr(step, Mock(side_effect=KeyboardInterrupt))
        fetch_games(tmp_path, silent, urls(published))
    assert fetch_games(tmp_path, silent, urls(published)).is_new
    assert {path.name for path in tmp_path.iterdir()} == {"json_2.1.1", "fetched.json"}


def test_archives_without_games_are_an_error(published, tmp_path, silent):
    published.contents["games.zip"] = packed({"data/json_2.1.1/train/a/b/game.tw-pddl": b"x"})
    with pytest.raises(DataError, match=r"the archives hold no game.*Remove fetched\.json"):
        fetch_games(tmp_path, silent, urls(published))
    (tmp_path / "fetched.json").unlink()
    published.contents = archives()
    assert fetch_games(tmp_path, silent, urls(published)).is_new


def test_the_working_directory_may_be_the_folder_of_the_splits(published, tmp_path, silent, monkeypatch):
    (tmp_path / "json_2.1.1").mkdir()
    monkeypatch.chdir(tmp_path / "json_2.1.1")
    assert fetch_games(Path("."), silent, urls(published)).folder == tmp_path
    assert (tmp_path / "json_2.1.1" / "train").is_dir()
    assert not (tmp_path / "json_2.1.1" / "json_2.1.1").exists()


def test_archives_put_there_by_hand_are_used_and_stay(published, tmp_path, silent):
    for name in NAMES:
        (tmp_path / name).write_bytes(published.contents[name])
    fetch_games(tmp_path, silent, urls(published))
    assert published.asked_from == []
    assert {path.name for path in tmp_path.glob("*.zip")} == set(NAMES)


def test_without_a_network_it_says_what_to_fetch_by_hand(tmp_path, silent):
    with pytest.raises(DataError) as caught:
        fetch_games(tmp_path / "data", silent, ["http://127.0.0.1:9/x/json.zip", "http://127.0.0.1:9/x/games.zip"])
    said = str(caught.value)
    assert "http://127.0.0.1:9/x/json.zip" in said and "http://127.0.0.1:9/x/games.zip" in said
    assert f"skill1 envs fetch alfworld {tmp_path / 'data'}" in said


@pytest.mark.parametrize("damage", ["cut", "flipped", "no zip"])
def test_a_damaged_archive_is_not_unpacked(published, tmp_path, silent, damage):
    whole = published.contents["games.zip"]
    middle = len(whole) // 2
    published.contents["games.zip"] = {
        "cut": whole[:middle],
        "flipped": whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :],
        "no zip": b"<html>",
    }[damage]
    with pytest.raises(DataError, match=r"games\.zip\.partial is damaged.*It was removed"):
        fetch_games(tmp_path, silent, urls(published))
    assert not list(tmp_path.rglob("game.tw-pddl"))
    published.contents["games.zip"] = whole
    assert fetch_games(tmp_path, silent, urls(published)).is_new


def test_a_damaged_archive_put_there_by_hand_stays(published, tmp_path, silent):
    (tmp_path / "json.zip").write_bytes(b"half")
    with pytest.raises(DataError, match="Put a whole copy there"):
        fetch_games(tmp_path, silent, urls(published))
    assert (tmp_path / "json.zip").read_bytes() == b"half"


def link(name):
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    "name", ["../outside", "json_2.1.1/../../outside", "/outside", "C:\\outside", "a\\..\\..\\outside", link("in")]
)
def test_names_that_leave_the_folder_are_refused_before_anything_is_written(tmp_path, silent, name):
    folder = tmp_path / "data"
    folder.mkdir()
    with zipfile.ZipFile(folder / "json.zip", "w") as archive:
        archive.writestr("json_2.1.1/fine", b"fine")
        archive.writestr(name, b"evil")
    with pytest.raises(DataError, match="outside its folder; nothing is unpacked"):
        fetch_games(folder, silent, ["http://127.0.0.1:9/json.zip"])
    assert snapshot(tmp_path) == {"data/json.zip"}


def test_an_archive_that_unpacks_to_too_much_is_not_read(tmp_path, silent, monkeypatch):
    monkeypatch.setattr(fetch, "_MOST_BYTES", 10**6)
    with zipfile.ZipFile(tmp_path / "json.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("json_2.1.1/bomb", bytes(10**6 + 1))
    with pytest.raises(DataError, match="would unpack to 1,000,001 bytes; expected 1,000,000 at most"):
        fetch_games(tmp_path, silent, ["http://127.0.0.1:9/json.zip"])
    assert snapshot(tmp_path) == {"json.zip"}


def test_a_record_that_is_none_is_refused(tmp_path, silent):
    for text in ("{", "[]", '{"format": "other", "archives": {}}', '{"format": "skill1-alfworld-fetched-1"}'):
        (tmp_path / "fetched.json").write_text(text)
        with pytest.raises(DataError, match=r"fetched\.json is not a record"):
            fetch_games(tmp_path, silent, [])


def test_the_command(published, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(service, "fetch_games", lambda to, report: fetch_games(to, report, urls(published)))
    assert main(["envs", "fetch", "alfworld", "data"]) == 1  # six games are not the official split
    said = capsys.readouterr()
    assert f"export ALFWORLD_DATA={tmp_path / 'data'}" in said.out and "json.zip: SHA-256" in said.out
    assert "unpacking games.zip 100 %" in said.err
    assert main(["envs", "fetch", "household"]) == 1
    assert "household has nothing to fetch" in capsys.readouterr().err
