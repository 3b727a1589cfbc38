"""docs/reference/methods.md: a section for every method that says how to run it."""

import re
from pathlib import Path

from skill1.methods import METHODS

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "reference" / "methods.md").read_text(encoding="utf-8")
MOST_LINES = 200  # of a recipe
ENVIRONMENTS = ("household", "alfworld", "webshop")


def sections():
    """Heading → text of the sections below."""
    return {head: body for head, _, body in (part.partition("\n") for part in DOCUMENT.split("\n## ")[1:])}


def test_every_method_has_a_section_that_says_how_to_run_it():
    headings = {name: head for head in sections() for name in re.findall(r"\w+", head)}
    for name in (*METHODS, "gigpo"):
        assert name in headings, f"{name}: add a section to docs/reference/methods.md"
        text = sections()[headings[name]]
        assert [env for env in ENVIRONMENTS if env not in text] == [], name
        assert "Metrics" in text or "metrics" in text, name


def test_every_method_stands_in_the_table():
    table = DOCUMENT.partition("\n| method |")[2].partition("\n\n")[0]
    lacking = [name for name in (*METHODS, "gigpo") if name not in table]
    assert lacking == [], "add a row to the table of docs/reference/methods.md"


def test_no_recipe_is_longer_than_a_reader_bears():
    folder = ROOT / "skill1" / "methods"
    recipes = [file for pattern in ("*.py", "*/method.py") for file in folder.glob(pattern)]
    lengths = {file: len(file.read_text("utf-8").splitlines()) for file in recipes}
    assert max(lengths.values()) <= MOST_LINES
