"""A person reads the report of a real run, opened from its file."""

from __future__ import annotations

import re

import pytest

from skill1.report import write_report
from tests.viewer_browser.chromium import NARROW, WIDE, fits
from tests.viewer_browser.conftest import arrive, heading, stage

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra 'dev')")
WROTE = "s0-000004-t00-r0"  # the episode by hand that won and wrote a skill
both_widths = pytest.mark.parametrize("width", [WIDE, NARROW])


@both_widths
def test_from_a_filter_to_a_skill_to_the_episode_that_wrote_it_and_back(open_page, report, width):
    page = open_page(report, width=width)
    assert heading(page) == "run" and fits(page)
    page.get_by_role("link", name="Library").click()
    arrive(page, "Library")
    rows = page.locator("main tbody tr")
    assert rows.count() == 7 and fits(page)
    page.get_by_label("Search skills").fill("STEP alert(1)")
    assert rows.count() == 1
    page.get_by_role("link", name=re.compile("^step 4 ")).click()
    page.wait_for_selector("article")
    assert "alert(1)" in heading(page) and fits(page)
    page.locator(".facts").get_by_role("link", name=WROTE).click()
    page.wait_for_selector(".stages")
    assert stage(page) == "Act 1" and fits(page)
    assert "a new skill: step 4" in page.locator(".facts").first.inner_text()
    page.go_back()
    arrive(page, "alert(1)")
    page.go_back()
    arrive(page, "Library")
    assert page.get_by_label("Search skills").input_value() == "STEP alert(1)" and rows.count() == 1


def test_an_episode_is_stepped_through_by_clicks_and_keys(open_page, report):
    page = open_page(f"{report}#/episodes?q=s0-000003")
    page.locator("main tbody a").first.click()
    page.wait_for_selector(".stages")
    titles = [text.replace("!", "").strip() for text in page.locator(".stages a").all_inner_texts()]
    assert titles[0] == "Query" and titles[-1] == "Distil" and "Act 1" in titles
    assert stage(page) == "Query"
    before = page.evaluate("history.length")
    for title in titles[1:]:
        page.keyboard.press("ArrowRight" if title != "Act 1" else "j")
        assert stage(page) == title
        tokens = page.locator(".tokens").text_content()
        assert tokens and page.locator(".tokens .token").count() >= 1
    page.keyboard.press("j")
    assert stage(page) == "Distil"
    page.keyboard.press("k")
    assert stage(page) == titles[-2]
    page.locator(".stages a").first.click()
    assert stage(page) == "Query" and page.url.endswith("/query")
    assert page.evaluate("history.length") == before  # so that "back" leaves the episode
    page.go_back()
    arrive(page, "Episodes")
    assert page.get_by_label("Search episodes").input_value() == "s0-000003"


def test_prompt_tokens_and_turns_are_those_of_the_episode(open_page, report):
    page = open_page(f"{report}#/episode/s0-000003-t01-r3/act-1")
    page.get_by_text("Prompt (").click()
    assert page.get_by_role("region", name="Prompt").inner_text().startswith("<bos> house juniper avenue")
    page.keyboard.press("j")  # the prompt stays open from stage to stage
    assert stage(page) == "Act 2" and page.get_by_role("region", name="Prompt").is_visible()
    action = page.locator(".action code").first.inner_text()
    assert page.locator(".tokens").text_content() == action
    page.get_by_text("All 6 turns").click()
    assert page.locator(".turns > li > .action code").nth(1).inner_text() == action
    page.get_by_role("button", name="Open act 5").click()
    assert stage(page) == "Act 5"


def test_a_link_to_a_stage_opens_it_and_unknown_ones_say_so(open_page, report):
    page = open_page(f"{report}#/episode/s0-000003-t01-r3/act-3")
    assert stage(page) == "Act 3"
    for wrong in ("#/episode/none", "#/skill/none", "#/nonsense", "#/skill/%E0%A4%A"):
        page.evaluate("hash => { location.hash = hash }", wrong)
        arrive(page, "not found")
        page.get_by_role("link", name="See ").click()
        page.wait_for_selector("h1:not(:has-text('not found'))")


def test_the_keyboard_alone_reaches_a_stage(open_page, report):
    page = open_page(report)
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("l")
    arrive(page, "Library")
    page.keyboard.press("/")
    page.keyboard.type("gle?")  # typed into the search, not taken for a command
    assert page.get_by_label("Search skills").input_value() == "gle?" and heading(page) == "Library"
    page.keyboard.press("Control+A")
    page.keyboard.type("step 4")
    row = page.locator("main tbody tr a").first
    for _ in range(30):
        if row.evaluate("each => each === document.activeElement"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("article")
    assert page.evaluate("document.activeElement.tagName") == "H1"
    while page.evaluate("document.activeElement.textContent") != WROTE:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".stages")
    assert stage(page) == "Act 1"


def test_curves_are_drawn_explained_and_smoothed(open_page, report):
    page = open_page(report)
    page.wait_for_selector(".plot canvas")
    chart = page.get_by_role("figure").filter(has=page.get_by_role("heading", name="success rate", exact=True))
    drawn = chart.locator(".plot")
    assert (
        drawn.get_attribute("aria-label") == "Chart of success rate over 4 steps; last: outcome/success_rate 0.25"
    )
    chart.get_by_text("what is this?").click()
    assert "won" in chart.locator("details p").inner_text()
    page.get_by_label("Smoothing").select_option("5")
    assert drawn.get_attribute("aria-label").endswith("outcome/success_rate 0.0625")
    page.reload()
    page.wait_for_selector(".plot canvas")
    assert page.get_by_label("Smoothing").input_value() == "5"


def test_a_library_file_alone_shows_its_skills_and_no_curves(open_page, run, tmp_path):
    file = tmp_path / "taken.sqlite"
    file.write_bytes((run / "library.sqlite").read_bytes())
    page = open_page(write_report(file, tmp_path / "report.html").as_uri())
    assert "Learning curves" not in page.locator("main").inner_text() and page.locator(".tile").count() == 2
    page.get_by_role("link", name="Library").click()
    arrive(page, "Library")
    assert page.locator("main tbody tr").count() == 7
    page.locator("main tbody a").first.click()
    page.wait_for_selector("article")
    page.get_by_role("link", name="Episodes").click()
    arrive(page, "Episodes")
    assert "No episodes are kept here." in page.locator("main").inner_text()
