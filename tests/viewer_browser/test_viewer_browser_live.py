"""The live page of `skill1 serve`, while the run beside it grows."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.report.builders import LAST, add_step
from tests.viewer_browser.chromium import NARROW, fits
from tests.viewer_browser.conftest import arrive, heading, stage

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra 'dev')")
pytest.importorskip("uvicorn", reason="uvicorn is not installed (extra 'serve')")
BE = """(value) => {
  Object.defineProperty(document, "visibilityState", { value, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture(scope="module")
def growing(run, tmp_path_factory) -> Path:
    """A copy of the run that tests add steps to."""
    return shutil.copytree(run, tmp_path_factory.mktemp("live") / "growing")


@pytest.fixture(scope="module")
def address(growing) -> Iterator[str]:
    """What the command prints; it ends by an interrupt, as by Ctrl-C."""
    command = [sys.executable, "-m", "skill1", "serve", str(growing), "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline()
        assert line.startswith("open http://127.0.0.1:"), line
        yield line.removeprefix("open ").strip()
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate()


def grow(run: Path) -> int:
    """One more step, after all that were added before."""
    step = len((run / "metrics.jsonl").read_text("utf-8").splitlines()) + 1
    add_step(run, step)
    return step


def test_the_live_page_leads_from_a_skill_to_its_episode(open_page, address):
    page = open_page(f"{address}#/skills?q=alert", width=NARROW)
    assert page.locator("#state").inner_text() == "finished" and fits(page)
    page.get_by_role("link", name=re.compile("^step 4 ")).click()
    page.wait_for_selector("article")
    page.locator(".facts").get_by_role("link", name=f"s0-{LAST:06d}-t00-r0").click()
    page.wait_for_selector(".stages")
    assert stage(page) == "Act 1" and fits(page)
    page.go_back()
    arrive(page, "alert(1)")
    assert any("/api/skill/sk_" in url for url in page.watch.asked)


def test_a_new_step_arrives_and_nothing_under_the_reader_moves(open_page, address, growing):
    page = open_page(f"{address}#/skills?q=step")
    rows = page.locator("main tbody tr")
    before = rows.count()
    page.evaluate("document.querySelector('main tbody tr').isMarked = true")
    search = page.get_by_label("Search skills")
    search.focus()
    page.keyboard.press("End")
    page.keyboard.type(" alert")
    page.evaluate("window.scrollTo(0, 200)")
    scrolled = page.evaluate("window.scrollY")
    step = grow(growing)
    page.wait_for_selector(f"main tbody tr:has-text('step {step} ')")
    marked = "[...document.querySelectorAll('main tbody tr')].filter((row) => row.isMarked).length"
    assert rows.count() == before + 1 and page.evaluate(marked) == 1
    assert search.input_value() == "step alert" and search.evaluate("each => each === document.activeElement")
    assert page.evaluate("window.scrollY") == scrolled
    assert page.locator("#age").inner_text().startswith("updated ")


def test_curves_grow_by_what_is_new_alone(open_page, address, growing):
    page = open_page(address)
    page.wait_for_selector(".plot canvas")
    charts = "main [aria-label^='Chart of success rate over {} steps']"
    step = grow(growing)
    page.wait_for_selector(charts.format(step))
    asked = [url for url in page.watch.asked if "/api/metrics" in url]
    assert asked[0].endswith("/api/metrics") and asked[-1].endswith(f"/api/metrics?since={step - 1}")
    assert f"step {step} of" in page.locator("main").inner_text()


def test_rows_that_a_resume_played_anew_are_read_anew(open_page, address, growing):
    """Also where it is past the newest row already when the page asks again, as after an hour in the background."""
    page = open_page(f"{address}#/dynamics")
    values = page.get_by_role("table").first.locator("tbody tr")
    values.first.wait_for()
    rows = (growing / "metrics.jsonl").read_text("utf-8").splitlines()
    anew = [json.dumps(json.loads(row) | {"outcome/success_rate": 0.875}) for row in rows]
    newer = json.dumps({"step": len(rows) + 1, "outcome/success_rate": 1.0})
    (growing / "anew.jsonl").write_text("\n".join([*anew, newer]) + "\n", "utf-8")
    os.replace(growing / "anew.jsonl", growing / "metrics.jsonl")
    page.wait_for_selector(f"main tbody tr:last-child th:text-is('{len(rows) + 1}')")
    assert values.first.locator("td").nth(1).inner_text() == "0.875"


def test_the_papers_figures_follow_a_running_run(open_page, address, growing):
    page = open_page(f"{address}#/dynamics")
    page.get_by_role("heading", name="How skills are used").wait_for()
    before = int(page.locator(".facts dd").first.inner_text())
    step = grow(growing)  # of its four episodes two used a skill, and one won
    page.wait_for_selector(f".facts div:first-child dd:text-is('{before + 2}')")
    page.wait_for_selector(f"main tbody tr:last-child th:text-is('{step}')")
    abilities = page.get_by_role("table").first.locator("tbody tr").last.locator("th, td").all_inner_texts()
    assert abilities == [str(step), "–", "0.25", "–"]  # that step's row tells nothing of selecting and writing


def test_an_open_skill_and_an_open_stage_stay_as_they_are(open_page, address, growing):
    page = open_page(f"{address}#/episodes?q=s0-000003")
    page.locator("main tbody a").first.click()
    page.wait_for_selector(".stages")
    page.keyboard.press("j")
    shown = stage(page)
    panel = page.locator(".tokens")
    panel.evaluate("each => { each.dataset.mark = 'kept' }")
    with page.expect_response(lambda answer: "/api/episodes" in answer.url):
        grow(growing)
    page.wait_for_selector("#age:text-matches('updated [01] s ago')")
    assert stage(page) == shown and panel.get_attribute("data-mark") == "kept"


def test_a_lost_server_is_said_and_its_return_too(open_page, address, growing):
    page = open_page(address)
    page.watch.expected = ("net::ERR_FAILED",)
    page.route("**/api/*", lambda route: route.abort())
    page.wait_for_selector("#notices :has-text('connection to the server is lost')")
    assert page.locator("#state").inner_text() == "connection lost" and heading(page) == "growing"
    page.get_by_role("link", name="Library").click()  # what was read stays
    arrive(page, "Library")
    assert page.locator("main tbody tr").count() > 1
    step = grow(growing)
    page.unroute("**/api/*")
    page.wait_for_selector("#notices:not(:has(*))", state="attached")
    assert page.locator("#state").inner_text() == "finished"
    page.wait_for_selector(f"main tbody tr:has-text('step {step} ')")


def test_a_hidden_page_asks_nothing(open_page, address):
    page = open_page(address)
    page.clock.install()
    page.reload()
    page.wait_for_selector("main h1")
    with page.expect_response("**/api/version"):
        page.clock.run_for(1000)
    page.evaluate(BE, "hidden")
    asked = len(page.watch.asked)
    page.clock.run_for(60_000)
    assert page.evaluate("document.visibilityState") == "hidden" and len(page.watch.asked) == asked
    page.evaluate(BE, "visible")
    with page.expect_response("**/api/version"):
        page.clock.run_for(10)
