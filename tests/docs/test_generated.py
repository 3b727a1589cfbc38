"""The tables that the site makes from the code: complete, and well-formed whatever a text holds."""

import importlib
import re
import sys
from pathlib import Path

import pytest

from skill1.cli import COMMANDS
from skill1.config.keys import config_keys
from skill1.run.health_rules import RULES
from skill1.train.verl.settings import SETTINGS

ROOT = Path(__file__).resolve().parents[2]
MARKER = re.compile(r"<!-- (generated|page): (\S+) -->")


@pytest.fixture(scope="module")
def tables():
    sys.path.insert(0, str(ROOT / "docs" / "_ext"))
    yield importlib.import_module("reference_tables")
    sys.path.remove(str(ROOT / "docs" / "_ext"))


def rows(text):
    """Cells of every table row."""
    lines = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    return [re.split(r"(?<!\\)\|", line.strip("|")) for line in lines]


def test_every_key_has_a_row_with_its_type_default_and_meaning(tables):
    listed = {cells[0].strip(" `"): cells for cells in rows(tables.configuration())}
    assert set(config_keys()) <= set(listed)
    assert {len(cells) for cells in listed.values()} == {4}
    assert listed["train.steps"][1].strip() == "a whole number"
    assert listed["library.initial_utility"][2].strip(" `") == tables.shown(
        config_keys()["library.initial_utility"].default
    )


def test_every_command_has_its_options(tables):
    text = tables.commands()
    assert [name for name in COMMANDS if f"## skill1 {name}\n" not in text] == []
    assert "### skill1 library list\n" in text and "`--dry-run`" in text and "train.steps" not in text


def test_alarms_and_settings_of_verl_are_complete(tables):
    assert [rule.name for rule in RULES if f"**{rule.name}**" not in tables.alarms()] == []
    text = tables.verl_settings()
    assert [setting.path for setting in SETTINGS if f"`{setting.path}`" not in text] == []
    assert str(ROOT) not in text


def test_dependencies_are_those_of_pyproject(tables):
    text = tables.dependencies()
    assert "| `numpy` |" in text and "| `docs` | `furo` |" in text and "| `verl` | `transferqueue` |" in text
    assert "d102" not in text  # a rule of ruff's


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a | b", "a \\| b"),
        ("runs/<env> and `<b>`", "runs/&lt;env> and `<b>`"),
        ("one ` tick <x>", "one ` tick &lt;x>"),
        ("two\n  lines, ``code``", "two lines, `code`"),
        ("see docs/how-to/install.md#a-gpu-machine", "see [how-to/install](../how-to/install.md#a-gpu-machine)"),
    ],
)
def test_cells(tables, text, expected):
    assert tables.cell(text) == expected


def test_every_public_name_has_its_own_parameters(tables):
    text = tables.python()
    assert "evaluate(what, *, model=None, library_path=None, split=None" in text and "*args" not in text


def test_every_marker_of_a_page_is_known(tables):
    found = [m for page in (ROOT / "docs").rglob("*.md") for m in MARKER.findall(page.read_text(encoding="utf-8"))]
    assert {name for kind, name in found if kind == "generated"} == set(tables.GENERATORS)
    assert all((ROOT / name).is_file() for kind, name in found if kind == "page")
