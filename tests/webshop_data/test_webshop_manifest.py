"""What tells one catalogue from another: the listed splits, in `envs list`, in headers, in manifests and in results."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.env.splits import split_source, tell_source
from skill1.run.directory import read_manifest, update_manifest
from skill1.schema import Task
from skill1.train.start import tell_tasks
from skill1_envs.webshop import WebshopSuite
from tests.webshop.conftest import GOLDEN
from tests.webshop.items import write_few


def test_the_listed_splits_of_the_recorded_catalogue_stay_as_they_are(
    recorded_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["envs", "list", "--env.data", str(recorded_folder), "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    golden = json.loads((GOLDEN / "splits.json").read_text(encoding="utf-8"))
    assert rows["webshop"]["manifest"] == golden
    assert rows["household"]["manifest"] == {}


def test_other_instructions_are_another_split_under_the_same_ids(tmp_path: Path) -> None:
    before = WebshopSuite(EnvConfig(data=str(write_few(tmp_path))))
    texts = [before.split_source("product_disjoint_test")[0]]
    write_few(tmp_path, "find a cup")
    after = WebshopSuite(EnvConfig(data=str(tmp_path)))
    texts.append(after.split_source("product_disjoint_test")[0])
    ids = [[task.id for task in suite.tasks("product_disjoint_test")] for suite in (before, after)]
    assert ids[0] == ids[1] and texts[0] != texts[1]
    assert texts[0].rpartition("; goals ")[0] == texts[1].rpartition("; goals ")[0]


class Quiet:
    """A suite that says nothing of its splits."""

    def __init__(self, *goals: str) -> None:
        self._goals = goals

    def tasks(self, split: str) -> tuple[Task, ...]:
        return tuple(Task(f"{split}/{i}", "shop", split, i, goal, "buy") for i, goal in enumerate(self._goals))


class Told(Quiet):
    """A suite that says something of them."""

    def __init__(self, text: str, warning: str = "") -> None:
        super().__init__()
        self._said = text, warning

    def split_source(self, split: str) -> tuple[str, str]:
        return self._said


def console() -> Console:
    return Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=20, highlight=False)


def test_a_warning_is_yellow_and_nothing_is_markup() -> None:
    shown = console()
    tell_source(shown, "shop", "test", ("[red]12[/red] goals of 500, from a folder", "it leaks"))
    said = shown.file.getvalue()
    assert "shop test: [red]12[/red] goals of 500, from a folder\n" in said.replace("\x1b[0m", "")
    assert "\x1b[33mwarning: it leaks" in said
    tell_source(None, "shop", "test", ("text", "warning"))


def test_a_run_that_goes_on_elsewhere_is_told_so(tmp_path: Path) -> None:
    update_manifest(tmp_path, name="run")
    assert tell_tasks(tmp_path, "shop", Told("nouns by spaCy"), "train", console()) == ""
    assert tell_tasks(tmp_path, "shop", Told("nouns by spaCy"), "train", None) == ""
    note = tell_tasks(tmp_path, "shop", Told("nouns by TextBlob"), "train", console())
    assert "began with other tasks than it resumes with: nouns by spaCy (shop train)" in note
    assert read_manifest(tmp_path)["split_source"]["text"] == "nouns by spaCy"


def test_a_suite_that_says_nothing_is_compared_by_its_tasks(tmp_path: Path) -> None:
    shown = console()
    for _ in range(2):
        assert tell_tasks(tmp_path, "shop", Quiet("a mug", "half \ud800"), "train", shown) == ""
    assert shown.file.getvalue() == "" and read_manifest(tmp_path).keys() == {"tasks_sha256"}
    for others in (("half \ud800", "a mug"), ("a mug",), ("a mug", "half \ud801")):
        note = tell_tasks(tmp_path, "shop", Quiet(*others), "train", shown)
        assert "began with other tasks than it resumes with (shop train). Its result will differ" in note
    assert tell_tasks(tmp_path, "shop", Quiet("a mug", "half \ud800"), "train", shown) == ""
    # What is said of those others does not become what the run began on.
    assert "began with other tasks" in tell_tasks(tmp_path, "shop", Told("nouns by spaCy"), "train", shown)
    assert read_manifest(tmp_path).keys() == {"tasks_sha256"}
    assert split_source(Told("a", "b"), "train") == ("a", "b")
