"""The folder: bytes, memory, what is refused, the command, and the catalogue that ships."""

from __future__ import annotations

import hashlib
import json
import tracemalloc
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.errors import ConfigError, DataError, StorageError
from skill1_envs.kit import world_folder
from skill1_envs.webshop import WebshopSuite
from skill1_envs.webshop.generate import files, make_catalogue
from tests.webshop_generate.conftest import READY

SMALL = {"products": 120, "seed": 3}
FEW = {"products": 3, "seed": 3}  # where only the folder counts
NAMES = ["items_human_ins.json", "items_ins_v2.json", "items_shuffle.json", "manifest.json"]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("files") / "small"
    make_catalogue(out, **SMALL)
    return out


def test_the_ready_catalogue_is_made_again_byte_for_byte(tmp_path):
    told = json.loads((READY / "manifest.json").read_text(encoding="utf-8"))
    words = told["command"].replace("OUT", str(tmp_path / "again")).split()
    assert words[:1] == ["skill1"]
    assert main(words[1:]) == 0
    ready = {name: (READY / name).read_bytes() for name in NAMES}
    assert contents(tmp_path / "again") == ready


def test_the_ready_catalogue_is_small_and_its_readme_tells_the_truth(ready_goals, ready, lost_goals):
    assert sum(path.stat().st_size for path in READY.iterdir()) <= 700_000
    text = (READY / "README.md").read_text(encoding="utf-8")
    told = json.loads((READY / "manifest.json").read_text(encoding="utf-8"))
    assert told["command"] in text
    assert f"{len(ready.products)} products" in text
    assert f"{len(ready_goals['human']):,} goals" in text
    assert f"{len(lost_goals)} of its {len(ready_goals['synthetic']):,} synthetic goals" in text


@pytest.mark.parametrize("goals", ["human", "synthetic"])
def test_the_ready_catalogue_has_all_splits(goals):
    suite = WebshopSuite(EnvConfig(name="webshop", data=str(READY), goals=goals))
    sizes = suite.splits()
    assert (sizes["test"], sizes["eval"]) == (500, 1_000)
    assert sizes["train"] >= 300
    assert {f"product_disjoint_{name}" for name in ("test", "eval", "train")} <= set(sizes)


def test_a_larger_catalogue_begins_with_the_smaller_one_and_another_seed_is_another(small, tmp_path):
    make_catalogue(tmp_path / "larger", products=250, seed=3)
    make_catalogue(tmp_path / "other", products=120, seed=4)
    larger, other = contents(tmp_path / "larger"), contents(tmp_path / "other")
    for name, data in contents(small).items():
        if name != "manifest.json":
            assert larger[name].startswith(data[:-3]), name  # without the closing bracket
    mine = contents(small)["items_ins_v2.json"]
    assert not set(json.loads(mine)) & set(json.loads(other["items_ins_v2.json"]))


def test_the_products_do_not_depend_on_the_number_of_instructions(small, tmp_path):
    make_catalogue(tmp_path / "none", **SMALL, instructions=0)
    none, two = contents(tmp_path / "none"), contents(small)
    assert [none[name] == two[name] for name in NAMES] == [False, True, True, False]
    assert json.loads(none["items_human_ins.json"]) == {}


def test_the_manifest_tells_counts_and_hashes(small):
    told = json.loads((small / "manifest.json").read_text(encoding="utf-8"))
    found = {name: hashlib.sha256(data).hexdigest() for name, data in contents(small).items()}
    found.pop("manifest.json")
    assert told["sha256"] == found
    assert told["counts"] == {"products": 120, "rows": 121, "instructions": 240}
    assert (told["seed"], told["generator"]) == (3, files.GENERATOR)


def test_memory_does_not_grow_with_the_catalogue(small, tmp_path):
    """300 more products are 600 kB of files; ``small`` has read the words before."""

    def peak(products):
        tracemalloc.start()
        make_catalogue(tmp_path / str(products), products=products, seed=3)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(330) < peak(30) + 300_000


def test_only_an_empty_folder_is_taken(tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes").write_text("precious")
    with pytest.raises(ConfigError, match="is not empty"):
        make_catalogue(tmp_path / "mine", **FEW)
    assert contents(tmp_path / "mine") == {"notes": b"precious"}
    (tmp_path / "next.partial").mkdir()
    with pytest.raises(DataError, match=r"rm -r .*next\.partial"):
        make_catalogue(tmp_path / "next", **FEW)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / ".DS_Store").write_bytes(b"")  # macOS has shown it
    monkeypatch.chdir(tmp_path / "here")
    make_catalogue(Path("."), **FEW)
    assert [*contents(tmp_path / "here")][1:] == NAMES


def test_two_calls_at_once_leave_each_others_work_alone(tmp_path, monkeypatch):
    ask = world_folder.shutil.disk_usage

    def other_call_begins(folder):
        (tmp_path / "next.partial").mkdir()
        (tmp_path / "next.partial" / "theirs").write_bytes(b"precious")
        return ask(folder)

    monkeypatch.setattr(world_folder.shutil, "disk_usage", other_call_begins)
    with pytest.raises(DataError, match="another process is writing there"):
        make_catalogue(tmp_path / "next", **FEW)
    assert contents(tmp_path / "next.partial") == {"theirs": b"precious"}


def test_a_folder_that_is_there_is_filled_on_its_own_disk(tmp_path, monkeypatch):
    """It may be the root of one."""
    (tmp_path / "disk").mkdir()
    asked, ask = [], world_folder.shutil.disk_usage
    monkeypatch.setattr(world_folder.shutil, "disk_usage", lambda folder: ask(asked.append(folder) or folder))
    seen = []
    make_catalogue(tmp_path / "disk", **FEW, on_product=lambda: seen.extend(tmp_path.iterdir()))
    assert asked == [tmp_path / "disk"] and set(seen) == {tmp_path / "disk"}


def test_what_another_call_puts_there_is_not_to_be_emptied(tmp_path):
    def again():
        with pytest.raises(DataError, match="another process is writing there"):
            make_catalogue(tmp_path, **FEW)

    make_catalogue(tmp_path, **FEW, on_product=again)


@pytest.mark.parametrize("stop", [OSError("full"), KeyboardInterrupt()])
def test_a_folder_that_could_not_be_filled_is_empty_again(tmp_path, monkeypatch, stop):
    rename = Path.rename

    def stopped(path, target):
        if path.name == NAMES[2] and path.parent != tmp_path:
            raise stop
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", stopped)
    with pytest.raises((StorageError, KeyboardInterrupt)):
        make_catalogue(tmp_path, **FEW)
    assert list(tmp_path.iterdir()) == []


def test_a_stopped_call_leaves_nothing(tmp_path):
    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_catalogue(tmp_path / "out", **FEW, on_product=stop)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_too_small_is_told_before_anything_is_written(tmp_path):
    with pytest.raises(StorageError, match="GB free"):
        make_catalogue(tmp_path / "out", products=10**12, seed=0)
    assert list(tmp_path.iterdir()) == []


def test_the_command_tells_counts_how_to_play_and_what_it_does_not_do(small, tmp_path, capsys):
    out = str(tmp_path / "out")
    words = ["envs", "make-catalogue", "webshop", out, "--products", "120", "--seed", "3"]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert f"--env.data {out}" in shown and "items_shuffle.json" in shown
    assert contents(tmp_path / "out") == contents(small)
    assert main(words) == 1
    assert "is not empty" in capsys.readouterr().err
    assert main(["envs", "make-catalogue", "household", out, "--products", "3"]) == 1
    assert "webshop" in capsys.readouterr().err
    few = ["--products", "3", "--instructions", "1", "--json"]
    assert main(["envs", "make-catalogue", "webshop", str(tmp_path / "few"), *few]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == {"products": 3, "rows": 3, "instructions": 3}
