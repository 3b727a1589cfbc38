"""The suite over the recorded catalogue: splits and what is said of them, tasks, errors, a tiny policy on it."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from skill1.cli import main
from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1.env.splits import tell_source
from skill1.errors import DataError
from skill1.run.directory import read_manifest, update_manifest
from skill1.schema import Task
from skill1.train.start import tell_tasks
from skill1_envs.webshop.simulator.goals import Goal
from skill1_envs.webshop.suite import WebshopSuite
from tests.webshop.conftest import GOLDEN, recorded
from tests.webshop.items import write_few

TARGET = "skill1_envs.webshop.suite:WebshopSuite"


@pytest.fixture(scope="module")
def config(recorded_folder: Path) -> EnvConfig:
    return EnvConfig(name=TARGET, data=str(recorded_folder), max_steps=15)


@pytest.fixture(scope="module")
def suite(config: EnvConfig) -> WebshopSuite:
    return WebshopSuite(config)


@pytest.fixture
def few(tmp_path: Path) -> WebshopSuite:
    return WebshopSuite(EnvConfig(data=str(write_few(tmp_path))))


def test_official_splits_are_stretches_of_the_shuffled_goals(
    suite: WebshopSuite, people_goals: list[Goal]
) -> None:
    sizes = suite.splits()
    assert (sizes["test"], sizes["eval"], sizes["train"]) == (500, 1000, 783)
    assert [task.id for task in suite.tasks("test")] == [f"webshop/test/{i}" for i in range(500)]
    first = suite.tasks("train")[0]
    goal = people_goals[1500]
    assert (first.id, first.index, first.split) == ("webshop/train/1500", 0, "train")
    assert (first.instruction, first.type) == (goal.instruction_text, goal.category)


def test_where_a_split_comes_from_counts_twins_and_names_the_tagger(suite: WebshopSuite) -> None:
    text, warning = suite.split_source("test")
    assert "25 of 500 test goals have a twin in training" in text
    assert re.search(r"human goals, price seed 1337; nouns by (TextBlob|spaCy) ", text)
    assert warning == ""
    assert [warning for _, warning in suite.check_data()] == ["", ""]


def test_the_split_of_verl_agent_is_there_by_name_only_and_warns(suite: WebshopSuite) -> None:
    assert not [name for name in suite.splits() if name.startswith("verl")]
    tasks = suite.tasks("verl_agent_test")
    assert len({task.id for task in tasks}) == len(tasks) == 128
    assert "leaks" in suite.split_source("verl_agent_test")[1]
    with pytest.raises(DataError, match="no split 'verl_agent_eval'.* test, eval, train, product_disjoint_test"):
        suite.tasks("verl_agent_eval")


def test_it_keeps_the_contract(suite: WebshopSuite) -> None:
    assert check_suite(suite) == []


def test_goals_and_form_of_pages_are_as_configured(config: EnvConfig, product_goals: list[Goal]) -> None:
    env = WebshopSuite(replace(config, goals="synthetic", observation="text_rich", max_steps=1)).make("eval")
    observation = env.reset(task_index=0)
    goal = product_goals[500]
    assert observation.text == f"WebShop\nInstruction: \n{goal.instruction_text}\n[button] Search [button_]\n"
    assert env.step("x")[3]
    html = WebshopSuite(replace(config, observation="html")).make("test").reset(task_index=0)
    assert html.text.startswith("<!DOCTYPE html>")


def test_the_vocabulary_has_every_word_that_a_policy_reads(config: EnvConfig) -> None:
    known = {
        goals: set(WebshopSuite(replace(config, goals=goals)).vocabulary()) for goals in ("human", "synthetic")
    }
    for episode in recorded("transcripts_text.jsonl"):
        texts = [step["observation"] for step in episode["steps"] if not step["done"]]
        texts += [
            f"click[{text}]" for step in episode["steps"] for text in step["available_actions"]["clickables"]
        ]
        words = set(re.findall(r"\w+|[^\w\s]", " ".join(texts).lower()))
        assert words <= known[episode["goals"]]


def test_too_few_goals_for_the_official_split(few: WebshopSuite) -> None:
    assert few.splits() == {"product_disjoint_test": 2, "product_disjoint_eval": 2, "product_disjoint_train": 4}
    with pytest.raises(DataError, match="official split .* got 8 goals .* product_disjoint"):
        few.tasks("test")
    assert "got 8 goals" in few.check_data()[0][0]


def test_without_goals_of_a_kind_the_other_kind_is_named(few: WebshopSuite) -> None:
    with pytest.raises(DataError, match=r"has no synthetic goals\. Type --env\.goals human"):
        WebshopSuite(replace(few._config, goals="synthetic")).splits()


def test_missing_data_says_what_to_type(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no folder was given.*--env.data DIR or export WEBSHOP_DATA=DIR"):
        WebshopSuite(EnvConfig()).splits()
    with pytest.raises(DataError, match=r"nowhere is not a folder"):
        WebshopSuite(EnvConfig(data=str(tmp_path / "nowhere"))).splits()
    with pytest.raises(DataError, match=r"WebShop's products: .*xxx"):  # longer than a name may be
        WebshopSuite(EnvConfig(data="x" * 300)).splits()
    with pytest.raises(DataError, match=r"items_shuffle\*\.json"):
        WebshopSuite(EnvConfig(data=str(tmp_path))).splits()


def test_a_big_catalogue_keeps_its_index_in_the_cache_folder(
    config: EnvConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skill1_envs.webshop.suite.BUILT_IN_MEMORY", 10)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    pages = [WebshopSuite(config).make("test") for _ in range(2)]
    shown = [(env.reset(task_index=0), env.step("search[wooden lamp]"))[1] for env in pages]
    assert shown[0] == shown[1]
    assert len(list((tmp_path / "skill1" / "webshop").iterdir())) == 1


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


class Said:
    """A suite with these goals that says this of its splits, or nothing."""

    def __init__(self, *goals: str, text: str = "") -> None:
        self._goals = goals
        if text:
            self.split_source = lambda split: (text, "")

    def tasks(self, split: str) -> tuple[Task, ...]:
        return tuple(Task(f"{split}/{i}", "shop", split, i, goal, "buy") for i, goal in enumerate(self._goals))


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
    assert tell_tasks(tmp_path, "shop", Said(text="nouns by spaCy"), "train", console()) == ""
    assert tell_tasks(tmp_path, "shop", Said(text="nouns by spaCy"), "train", None) == ""
    note = tell_tasks(tmp_path, "shop", Said(text="nouns by TextBlob"), "train", console())
    assert "began with other tasks than it resumes with: nouns by spaCy (shop train)" in note
    assert read_manifest(tmp_path)["split_source"]["text"] == "nouns by spaCy"


def test_a_suite_that_says_nothing_is_compared_by_its_tasks(tmp_path: Path) -> None:
    shown = console()
    for _ in range(2):
        assert tell_tasks(tmp_path, "shop", Said("a mug", "half \ud800"), "train", shown) == ""
    assert shown.file.getvalue() == "" and read_manifest(tmp_path).keys() == {"tasks_sha256"}
    for others in (("half \ud800", "a mug"), ("a mug",), ("a mug", "half \ud801")):
        note = tell_tasks(tmp_path, "shop", Said(*others), "train", shown)
        assert "began with other tasks than it resumes with (shop train). Its result will differ" in note
    assert tell_tasks(tmp_path, "shop", Said("a mug", "half \ud800"), "train", shown) == ""
    # What is said of those others does not become what the run began on.
    assert "began with other tasks" in tell_tasks(tmp_path, "shop", Said(text="nouns by spaCy"), "train", shown)
    assert read_manifest(tmp_path).keys() == {"tasks_sha256"}
