"""The study's figures and its page are made from records alone, of whatever arms and seeds there are."""

import json
import xml.etree.ElementTree as ET

import pytest

from tests.bench.scripts import record, script

study = script("study")
study_figures = script("study_figures")
tables = script("tables")

RECORDS = [
    record("full", 1, "111111", [0.2, 0.6], [[3, 0.55, 1.0], [1, 0.95, 1.0]]),
    record("full", 2, "111110", [0.4, 0.8], [[1, 0.51, 0.0]]),
    record("cold-start", 1, "000000", []),
    record("paper", 1, "110000", [0.1, None]),
]


def figures(records):
    return study_figures.figures(records, study.gathered(records))


def test_each_figure_is_well_formed_and_says_what_it_shows():
    found = figures(RECORDS)
    assert list(found) == [f"study-household-{name}.svg" for name in ("learning", "differences", "calibration")]
    for svg in found.values():
        root = ET.fromstring(svg)
        kinds = [child.tag.rpartition("}")[2] for child in root]
        assert kinds[:4] == ["title", "desc", "style", "rect"] and root.get("viewBox").startswith("0 0 400 ")
        assert "nan" not in svg and "prefers-color-scheme: dark" in svg
    assert "cold-start" not in found["study-household-learning.svg"]  # it has no training
    assert "cold-start -1.00 [-1.00, -1.00]; " not in found["study-household-differences.svg"]  # the best is first
    assert "paper -0.67 [" in found["study-household-differences.svg"]


def test_what_has_nothing_to_show_is_left_out():
    assert figures([]) == {}
    assert figures([record("cold-start", 1, "01", [])]) == {}
    assert list(figures([record("paper", 1, "01", [0.5])])) == ["study-household-learning.svg"]


def test_curves_by_hand():
    """Steps 1–12: the last mean is that of values 3 … 12; over two seeds lowest, mean and highest."""
    found = study_figures.smooth([float(k) for k in range(1, 13)])
    assert found[0] == (1, 1.0) and found[-1] == (12, 7.5)
    assert study_figures.smooth([None, 2.0]) == [(2, 2.0)]
    many = study_figures.smooth([1.0] * 110)
    assert len(many) <= 50 and many[-1][0] == 110
    assert study_figures.spread([[(1, 0.0), (2, 0.2)], [(2, 0.6)]]) == (
        [(2, 0.2)],
        [(2, pytest.approx(0.4))],
        [(2, 0.6)],
    )


def test_bins_of_seeds_are_weighted_by_their_uses():
    """Bin .5: (3 · .55 + 1 · .51) / 4 = .54 and 3 · 1 / 4 = .75."""
    found = study_figures.merged([[[3, 0.55, 1.0], [1, 0.95, 1.0]], [[1, 0.51, 0.0]]])
    assert found == [(4, pytest.approx(0.54), 0.75), (1, 0.95, 1.0)]


def test_the_page_is_filled_from_made_up_records_and_from_none(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "RESULTS", tmp_path)
    monkeypatch.setattr(tables, "IMAGES", tmp_path)
    monkeypatch.setattr(tables, "study_report", tables.study_report.__wrapped__)  # without its cache
    page = "<!-- numbers:study -->\nold\n<!-- /numbers -->"
    assert "No arm is measured yet." in tables.filled(page) and tables.stale_images() == {}
    for made_up in [*RECORDS, record("full", 3, "000000", [0.0]) | {"smoke": True}]:
        file = tmp_path / "study" / "household" / made_up["arm"] / f"seed-{made_up['seed']}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(made_up))
    lines = tables.filled(page).split("\n")
    assert "|`full`|2|0.92|–|–|–|+0.67|[+0.33,+1.00]|0.50|–|0.18|0.50|" in lines  # late: (1 + 5/6) / 2
    assert "|`cold-start`|1|0.00|–|-1.00|[-1.00,-1.00]|-0.33|[-0.67,+0.00]|–|–|–|0.50|" in lines
    assert "![Success in training, household](../images/study-household-learning.svg)" in lines
    assert len(tables.stale_images()) == 4 and all(tables.stale_images().values())
