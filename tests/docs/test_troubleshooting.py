"""docs/how-to/troubleshooting.md quotes messages that the source really has, so that a search for one finds it."""

import ast
import functools
import re
from pathlib import Path

import pytest

from skill1.config.keys import config_keys

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "how-to" / "troubleshooting.md"
FOREIGN = "## Messages of other programs"
HOLE = "…"
QUOTE = re.compile(r"`([^`]+)`")
OVERRIDE = re.compile(r"--([a-z]+\.[a-z_]+)")
SHORTEST = 10  # letters outside the holes: fewer would match anything


def rows(text):
    """Cells of the table rows below their headers."""
    lines = [
        line for line in text.splitlines() if line.startswith("|") and not line.startswith(("|message|", "|---"))
    ]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def entries():
    """(message, row) of our own part of the page."""
    return [(QUOTE.fullmatch(row[0])[1], row) for row in rows(PAGE.read_text("utf-8").partition(FOREIGN)[0])]


def text_of(node):
    """A string expression with ``…`` for what is filled in: constants, f-strings, their sums; None for others."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = text_of(node.left), text_of(node.right)
        return None if left is None and right is None else (left or HOLE) + (right or HOLE)
    return None


def documentation(tree):
    """Ids of docstrings: what they say reaches nobody as an error."""
    bodies = (node.body for node in ast.walk(tree) if isinstance(getattr(node, "body", None), list))
    firsts = (body[0] for body in bodies if body and isinstance(body[0], ast.Expr))
    return {id(first.value) for first in firsts}


def texts_in(source):
    tree = ast.parse(source)
    skipped = documentation(tree)
    return {text for node in ast.walk(tree) if id(node) not in skipped and (text := text_of(node))}


@functools.cache
def source_texts():
    files = [*(ROOT / "skill1").rglob("*.py"), *(ROOT / "envs").rglob("*.py")]
    return frozenset().union(*(texts_in(file.read_text(encoding="utf-8")) for file in files))


def is_said(message, texts):
    """Whether one text holds the message's fixed parts in their order, with a hole between neighbours."""
    parts = message.split(HOLE)
    pattern = re.compile(r"[\s\S]*".join(map(re.escape, parts)))
    # First the search that is fast: nearly all of some ten thousand texts lack a part.
    return any(all(part in text for part in parts) and pattern.search(text) for text in texts)


def test_the_finder_sees_through_f_strings_and_sums():
    texts = texts_in('"""no split here"""\nraise E(f"{a} has no split {b!r}; " "it has: " + names)')
    assert is_said("has no split …; it has: …", texts)
    assert not is_said("has no split 'x'", texts) and not is_said("it has: … has no split", texts)
    assert not is_said("no split here", texts)


def test_no_entry_is_stale():
    stale = [message for message, _ in entries() if not is_said(message, source_texts())]
    assert stale == [], "docs/how-to/troubleshooting.md quotes what no source says; correct or remove these rows"


def test_entries_are_many_distinct_and_long_enough_to_be_found():
    messages = [message for message, _ in entries()]
    assert len(messages) >= 30 and len(messages) == len(set(messages))
    fixed = {message: len(message.replace(HOLE, "").strip()) for message in messages}
    assert [message for message, letters in fixed.items() if letters < SHORTEST] == []


@pytest.mark.parametrize("part", ["own", "foreign"])
def test_every_row_says_what_it_means_and_what_to_do(part):
    own, _, foreign = PAGE.read_text(encoding="utf-8").partition(FOREIGN)
    for row in rows(own if part == "own" else foreign):
        assert len(row) == 3 and all(row), row


def test_every_override_in_a_remedy_is_a_configuration_key():
    named = set(OVERRIDE.findall(PAGE.read_text(encoding="utf-8")))
    assert len(named) > 5 and named <= set(config_keys())
