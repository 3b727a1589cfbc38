"""A person reads the paper's figures of a run: charts, their tables, and what is said where something is missing."""

from __future__ import annotations

import pytest

from skill1.report import write_report
from tests.viewer_browser.chromium import NARROW, WIDE, fits
from tests.viewer_browser.conftest import arrive
from tests.viewer_browser.model import HOSTILE, make_data

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra 'dev')")
TITLES = ("Three abilities", "Similarity of task and skill", "What the library offers", "How skills are used")


def part(page, title):
    return page.locator("main section").filter(has=page.get_by_role("heading", name=title))


def table_of(page, title):
    """Rows of cells, the head first."""
    rows = part(page, title).locator("tr")
    return [rows.nth(i).locator("th, td").all_inner_texts() for i in range(rows.count())]


@pytest.mark.parametrize(("width", "theme"), [(WIDE, "light"), (NARROW, "dark")])
def test_four_figures_each_with_a_table_and_the_papers_values(open_page, made_up, width, theme):
    page = open_page(f"{made_up}#/dynamics", width=width, theme=theme)
    for number, title in enumerate(TITLES, start=3):
        here = part(page, title)
        here.scroll_into_view_if_needed()
        assert f"(Fig. {number})" in here.locator("h2").inner_text()
        assert "Paper (7B model, ALFWorld):" in here.inner_text()
        assert here.get_by_role("table").count() == 1 and here.locator("figure").count() == 1
        here.locator(".plot canvas, svg.histogram").first.wait_for()
    assert fits(page)


def test_a_table_holds_first_last_and_the_values_that_are_few(open_data):
    data = make_data(50)
    del data["metrics"]["series"]["distill/positive_rate"]
    data["dynamics"]["from_episodes"]["distill/positive_rate"] = {"steps": [40, 119], "values": [0.25, 0.5]}
    page = open_data(data, "#/dynamics")
    head, *rows = table_of(page, "Three abilities")
    assert head == ["Step", "selecting", "acting", "writing"]
    assert (rows[0][0], rows[-1][0]) == ("1", "120") and len(rows) == 10
    assert [row[3] for row in rows if row[3] != "–"] == ["0.25", "0.5"]
    assert "10 of 120 steps; the chart shows all of these." in part(page, "Three abilities").inner_text()
    assert "for the steps that they keep: writing." in part(page, "Three abilities").inner_text()


def test_what_is_missing_is_said_and_the_rest_is_drawn(open_data):
    data = make_data(50)
    data["dynamics"]["from_episodes"] = {}
    for key in ("select/task_similarity", "distill/positive_rate"):
        del data["metrics"]["series"][key]
    page = open_data(data, "#/dynamics")
    assert "Missing: writing (distill/positive_rate)." in part(page, "Three abilities").inner_text()
    assert "Missing: task and skill used (select/task_similarity)." in part(page, "Similarity").inner_text()
    assert table_of(page, "Similarity")[0] == ["Step", "query and first skill found"]
    offers = part(page, "What the library offers")
    assert "There is nothing to draw here." in offers.inner_text() and offers.get_by_role("table").count() == 0


def test_how_skills_are_used_in_figures_and_columns(open_data):
    data = make_data(50)
    page = open_data(data, "#/dynamics")
    use = data["dynamics"]["use"]
    text = part(page, "How skills are used").inner_text()
    assert f"{use['used']} of {use['skills']}" in text and "uses of the top 10 %" in text
    rows = table_of(page, "How skills are used")
    assert rows[0] == ["Times selected", "Skills", "Of all skills", "Of all uses"]
    assert [row[1] for row in rows[1:]] == [str(each["skills"]) for each in use["bins"]]
    drawn = part(page, "How skills are used").locator("svg.histogram")
    assert drawn.locator("rect").count() == len(use["bins"])
    assert drawn.get_attribute("aria-label").startswith(f"Skills by times selected: 0: {rows[1][1]}, ")


def test_the_keyboard_leads_there_and_a_library_alone_shows_its_use(open_page, run, tmp_path):
    file = tmp_path / "taken.sqlite"
    file.write_bytes((run / "library.sqlite").read_bytes())
    page = open_page(write_report(file, tmp_path / "report.html").as_uri())
    page.keyboard.press("g")
    page.keyboard.press("d")
    arrive(page, "Dynamics")
    assert page.locator("#pages [aria-current=page]").inner_text() == "Dynamics"
    assert page.get_by_text("There is nothing to draw here.").count() == 3
    assert page.get_by_role("table").count() == 1 and fits(page)


def test_a_methods_changes_are_told_with_their_reasons(open_page, made_up):
    page = open_page(f"{made_up}#/", width=NARROW)
    page.keyboard.press("g")
    page.keyboard.press("m")
    arrive(page, "The document of a method")
    changes = page.locator("li.change")
    assert changes.count() == 30 and "step 40" in changes.first.inner_text()
    assert HOSTILE.split(" ")[0] in changes.first.locator("b").text_content()
    page.get_by_label("Show", exact=True).select_option("refused")
    assert {text.strip() for text in page.locator("li.change .badge").all_inner_texts()} == {"✗ refused"}
    page.get_by_label("Show", exact=True).select_option("")
    page.get_by_role("button", name="Show all 40").click()
    assert changes.count() == 40 and page.get_by_text("3 older changes are left out.").count() == 1
    changes.first.locator("summary").click()
    assert "added: " in changes.first.locator("ins").first.text_content() and fits(page)


def test_every_chart_has_its_values_in_words(open_page, made_up):
    """A reader of the screen gets a table, or every number in the drawing's name."""
    for path in ("#/", "#/skills", "#/dynamics", "#/method"):
        page = open_page(f"{made_up}{path}")
        for chart in page.locator("figure.chart").all():
            drawn = chart.locator("svg.histogram")
            if drawn.count():
                assert ": " in drawn.get_attribute("aria-label")
            elif path != "#/dynamics":  # there the table stands beside the chart, as another test sees
                assert chart.locator("details summary").last.text_content().startswith("values")
        unnamed = page.locator("svg[role=img]:not([aria-label]), canvas[role=img]:not([aria-label])")
        assert unnamed.count() == 0
    folded = page.locator("figure.chart details").last
    folded.scroll_into_view_if_needed()
    folded.locator("summary").click()
    folded.get_by_role("table").wait_for()  # drawn when it is unfolded
    assert folded.get_by_role("table").locator("tr").count() == 9  # the head, and eight of forty steps
