"""What skill1 sets in verl's configuration: the paper's numbers, and the answers to Hydra's spellings."""

import importlib.util
import re
from pathlib import Path

import pytest
import yaml

from skill1.cli.arguments import CommandParser, UsageError
from skill1.config.load import load_config
from skill1.config.save import flat_values
from skill1.train.verl import settings
from skill1.train.verl.overlay import compose, overlay
from skill1.train.verl.settings import BY_PATH, SETTINGS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reference" / "verl-settings.md").read_text(encoding="utf-8")
EXPECTED = (Path(__file__).parent / "expected.md").read_text(encoding="utf-8")
RUN = ROOT / "RUN"
ENVIRONMENTS = ("alfworld", "webshop")
NEEDS_VERL = [
    pytest.mark.verl,
    pytest.mark.skipif(importlib.util.find_spec("verl") is None, reason="verl is not installed"),
]


def rows(heading, text=EXPECTED):
    """Cells of the table in a section, without its head; backticks and daggers taken off."""
    section = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [
        [cell.strip().replace("`", "").removesuffix("†").strip() for cell in line.split("|")[1:-1]]
        for line in lines
    ]


def read(text):
    """A value as the page writes it; RUN stands for the run directory."""
    return yaml.safe_load(re.sub(r"^RUN/", f"{RUN}/", text))


PAPER = rows("The paper's numbers")
SETTINGS_ROWS = rows("Every setting")


@pytest.fixture(autouse=True)
def no_flash_attention(monkeypatch):
    monkeypatch.setattr(settings, "attention", lambda: "sdpa")


@pytest.fixture(scope="module")
def configs():
    return {name: load_config(f"{name}/cluster") for name in ENVIRONMENTS}


def environments_of(table):
    return [name for name in ENVIRONMENTS if name in table.lower()] or list(ENVIRONMENTS)


# "16,384" and "1e-6" in "prompt 16,384 tokens" and "rate 1e-6", but neither "k3" nor "λ1"
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?:e-?\d+)?")


def test_keys_of_the_papers_table_have_the_values_written_there(configs):
    assert len(PAPER) > 30
    for table, _, key, value, _, _ in PAPER:
        for name in environments_of(table) if key else []:
            assert flat_values(configs[name])[key] == read(value), (name, key)


def test_verls_settings_have_the_values_written_there(configs):
    for table, _, _, _, path, value in PAPER:
        for name in environments_of(table) if path != "not verl's" else []:
            assert overlay(configs[name], RUN)[path] == read(value), (name, path)


def test_the_papers_own_numbers_are_met_where_no_dagger_says_otherwise():
    section = EXPECTED.partition("## The paper's numbers\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ") and "†" not in line][1:]
    cells = [[cell.strip(" `") for cell in line.split("|")[2:5]] for line in lines]
    compared = {
        said: (NUMBER.search(said), read(value)) for said, _, value in cells if not said.startswith("base")
    }
    compared = {
        said: (float(found[0].replace(",", "")), value) for said, (found, value) in compared.items() if found
    }
    assert len(compared) > 25
    assert {said: number for said, (number, value) in compared.items() if number != value} == {}


def test_every_setting_is_in_the_table_with_what_decides_it(configs):
    listed = {path: by for paths, by, _ in SETTINGS_ROWS for path in paths.split(", ")}
    assert listed == {setting.path: setting.decided_by for setting in SETTINGS}
    assert sum(len(paths.split(", ")) for paths, _, _ in SETTINGS_ROWS) == len(BY_PATH)


def test_every_setting_has_the_value_in_the_table(configs):
    found = overlay(configs["alfworld"], RUN)
    for paths, _, value in SETTINGS_ROWS:
        for path in paths.split(", "):
            if value == "(not set)":
                assert path not in found
            else:
                assert found[path] == read(value), path


@pytest.mark.parametrize(("word", "said"), rows("Handing settings to verl", PAGE))
def test_hydra_words_are_answered_as_written(word, said):
    with pytest.raises(UsageError) as caught:
        CommandParser(prog="skill1 train").parse_strictly([word])
    assert str(caught.value).endswith(said)


@pytest.mark.parametrize("name", [pytest.param(name, marks=NEEDS_VERL) for name in ENVIRONMENTS])
def test_the_composed_configuration_has_the_values_written_there(name, configs):
    from omegaconf import OmegaConf

    tree = OmegaConf.to_container(compose(configs[name], RUN), resolve=True)
    expected = {path: read(value) for table, _, _, _, path, value in PAPER if name in environments_of(table)}
    if name == "alfworld":
        expected |= {path: read(value) for paths, _, value in SETTINGS_ROWS for path in paths.split(", ")}
    for path, value in expected.items():
        if path == "not verl's" or value == "(not set)":
            continue
        node = tree
        for part in path.split("."):
            node = node[part]
        assert node == value, path
