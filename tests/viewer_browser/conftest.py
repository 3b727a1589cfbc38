"""Headless Chromium on the pages: a page fails its test if it says anything to the console or asks anybody else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from skill1.report import write_report
from skill1.report.page import render_page
from tests.limits import HANG_S
from tests.viewer_browser.chromium import FLAGS, WIDE, executable
from tests.viewer_browser.model import make_data

WAIT_MS = 1000 * HANG_S


@pytest.fixture(scope="module")  # its event loop must not run on into other files' tests in this process
def browser():
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra 'dev')")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(playwright), args=FLAGS)
        yield browser
        browser.close()


class Watch:
    """What a page said and whom it asked; ``expected`` are words that a test lets it say."""

    def __init__(self, page) -> None:
        self.said: list[str] = []
        self.asked: list[str] = []
        self.expected: tuple[str, ...] = ()
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("dialog", lambda dialog: self.said.append(f"dialog {dialog.message}") or dialog.dismiss())
        page.on("request", lambda sent: self.asked.append(sent.url))

    def unexpected(self) -> list[str]:
        return [text for text in self.said if not any(word in text for word in self.expected)]

    def foreign(self, home: str) -> list[str]:
        """Requests for anything but the page itself and what lies beside it; the icon is within the page."""
        return [url for url in self.asked if not url.startswith((home, "data:image/svg+xml,"))]


@pytest.fixture
def open_page(browser) -> Iterator:
    """``open_page(address, width=…, theme=…)``; at the end every page opened has to have been silent."""
    opened = []

    def open_page(address: str, *, width: int = WIDE, theme: str = "light", before: str = ""):
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=theme)
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.watch = Watch(page)
        opened.append((page, address.split("#")[0]))
        if before:
            page.add_init_script(before)
        page.goto(address)
        page.wait_for_selector("main h1")
        return page

    yield open_page
    for page, home in opened:
        page.context.close()
        assert page.watch.unexpected() == []
        assert page.watch.asked and page.watch.foreign(home) == []


@pytest.fixture
def open_data(open_page, tmp_path):
    """``open_data(data, "#/skills")``: that page of a report of these data."""

    def open_data(data, path: str = ""):
        file = tmp_path / "report.html"
        file.write_text(render_page("a run", data=data), encoding="utf-8")
        return open_page(f"{file.as_uri()}{path}")

    return open_data


@pytest.fixture(scope="session")
def run(tmp_path_factory) -> Path:
    """A real run: three trained steps and one by hand, whose first episode won and wrote a skill."""
    from tests.report.builders import make_run  # torch, which the other pages do without

    return make_run(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="session")
def report(run, tmp_path_factory) -> str:
    """The address of its report: a file."""
    return write_report(run, tmp_path_factory.mktemp("report") / "report.html").as_uri()


@pytest.fixture(scope="session")
def made_up(tmp_path_factory) -> str:
    """The address of a page of many made-up skills, all kinds of episodes, and hostile texts as they are."""
    file = tmp_path_factory.mktemp("made-up") / "report.html"
    file.write_text(render_page("a run", data=make_data(5000)), encoding="utf-8")
    return file.as_uri()


def heading(page) -> str:
    return page.locator("main h1").inner_text()


def arrive(page, words: str) -> None:
    """Wait for the page with this heading."""
    page.wait_for_selector(f"main h1:has-text('{words}')")


def stage(page) -> str:
    """The stage shown, by the list of stages and by its own heading, which have to agree."""
    shown = page.locator(".stages [aria-current=step]").inner_text()
    assert shown.startswith(page.locator(".stage-head h2").inner_text())
    return shown.replace("!", "").strip()
