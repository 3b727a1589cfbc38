"""A method's page: drawn from its own records, whatever the method, and never the end of a report."""

import json
import time

import pytest

from skill1.report import open_view
from skill1.report.method_page import LINES_SHOWN, ROWS_SHOWN, Change, Chart, MethodPage, Table, difference, plain
from skill1.run.directory import CONFIG_FILE


@pytest.fixture
def run(tmp_path):
    """A run directory of a method with a page, two steps long."""
    (tmp_path / CONFIG_FILE).write_text("method: skillpro\n")
    (tmp_path / "manifest.json").write_text("{}")
    rows = [{"step": 1, "skillpro/epsilon": 0.3}, {"step": 2, "skillpro/epsilon": 0.25}]
    (tmp_path / "metrics.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def test_charts_come_with_their_values(run):
    found = open_view(run).method()
    assert found["title"] == "The pool of Skill-Pro" and found["changes"] == ()
    assert found["series"]["skillpro/epsilon"] == {"steps": [1, 2], "values": [0.3, 0.25]}
    assert found["series"]["skillpro/pool_size"] == {"steps": [], "values": []}


@pytest.mark.parametrize("method", ["grpo", "nobody", "", "3"])
def test_a_method_without_a_page_has_none(run, method):
    (run / CONFIG_FILE).write_text(f"method: {method}\n")
    assert open_view(run).method() is None


def test_records_that_cannot_be_read_are_said_to_be(run):
    (run / "skillpro").mkdir()
    (run / "skillpro" / "training_logs.json").write_text('[{"iteration": 1, "evolution_details": [3]}]')
    found = open_view(run).method()
    assert found["says"].startswith("The records of this method cannot be read: AttributeError")


def test_only_the_newest_changes_and_the_first_rows_are_kept(run, monkeypatch):
    changes = tuple(Change(step, "x", "nothing", "why") for step in range(500))
    rows = tuple((str(number),) for number in range(ROWS_SHOWN + 5))
    made = MethodPage("x", "", charts=(Chart("c", "", ()),), changes=changes, tables=(Table("t", ("a",), rows),))
    monkeypatch.setattr("skill1.report.method_page.attribute_at", lambda _: lambda files: made)
    found = open_view(run).method()
    assert (len(found["changes"]), found["changes"][-1]["step"], found["left_out"]) == (300, 499, 200)
    assert len(found["tables"][0]["rows"]) == ROWS_SHOWN


def test_differences_are_line_by_line():
    """Of a, b to a, c: a stays, b goes, c comes; ndiff's hints between the lines are left out."""
    assert difference("t", "a\nbig", "a\nbag").lines == ((" ", "a"), ("-", "big"), ("+", "bag"))


def test_documents_with_little_in_common_are_compared_soon():
    before, after = ("\n".join(f"{word} {i} {i * i}" for i in range(150)) for word in ("when", "where"))
    started = time.process_time()
    assert {mark for mark, _ in difference("t", before, after).lines} <= {" ", "-", "+"}
    assert time.process_time() - started < 2, "ndiff needs some fifteen seconds"
    long = plain("t", "x\n" * (LINES_SHOWN + 7)).lines
    assert len(long) == LINES_SHOWN + 1 and long[-1] == (" ", "… (7 more lines)")
