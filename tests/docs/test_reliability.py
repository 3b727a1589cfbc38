"""The fault table names tests that exist, and enough of them."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "reference" / "faults.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("|") and "tests/" in line]
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", PAGE)


def test_every_row_names_a_test():
    assert len(ROWS) >= 12 and len(NAMED) == len(ROWS)


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_the_named_test_exists(file, name):
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
