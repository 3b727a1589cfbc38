"""A person shops in headless Chromium, on the server that `skill1 envs play webshop` starts."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.limits import HANG_S
from tests.viewer_browser.chromium import FLAGS, NARROW, WIDE, executable, fits
from tests.webshop.items import make_row, write_catalogue

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra 'dev')")

HOSTILE = "<script>document.title='taken'</script><img src=http://192.0.2.1/x.png> oak lamp"
WISH = {
    "instruction": "i need an oak desk lamp that is dimmable, in large and red.",
    "instruction_attributes": ["dimmable"],
    "instruction_options": ["large", "red"],
}
WAIT_MS = 1000 * HANG_S


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[str]:
    """What the command prints; it ends by an interrupt, as by Ctrl-C."""
    folder = tmp_path_factory.mktemp("shop")
    rows = [
        make_row(
            f"B0000000{i:02d}",
            name=f"Oak Desk Lamp {i}",
            pricing=f"${20 + i}.00",
            customization_options={
                "Size": [{"value": "Small"}, {"value": "Large"}],
                "Color": [{"value": "Red"}, {"value": "A very long colour " + "x" * 80}],
            },
        )
        for i in range(12)
    ]
    rows.append(make_row("B0HOSTILE0", name=HOSTILE, customization_options={}))
    write_catalogue(folder, rows, instructions={rows[0]["asin"]: [WISH, {**WISH, "instruction": HOSTILE}]})
    command = [sys.executable, "-m", "skill1", "envs", "play", "webshop", "--env.data", str(folder)]
    settings = ["--env.goals", "human", "--env.reward", "score", "--env.max_steps", "9"]
    server = subprocess.Popen(command + settings, stdout=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline()
        assert line.startswith("open http://127.0.0.1:"), line
        yield line.removeprefix("open ").strip()
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate()
    assert server.returncode == 0


@pytest.fixture(scope="module")
def browser():
    with playwright_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(playwright), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(request, browser, address):
    """Of the width that a test asks for; fails if it said anything to the console or asked another host."""
    context = browser.new_context(viewport={"width": getattr(request, "param", WIDE), "height": 800})
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    said, asked = [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda sent: asked.append(sent.url))
    page.on("dialog", lambda dialog: said.append(dialog.message) or dialog.dismiss())
    page.goto(address)
    yield page
    context.close()
    assert said == []
    assert asked and [url for url in asked if not url.startswith(address)] == []


both = pytest.mark.parametrize("page", [WIDE, NARROW], indirect=True)
narrow = pytest.mark.parametrize("page", [NARROW], indirect=True)


def click(page, locator) -> None:
    with page.expect_navigation():
        locator.click()


def press(page, name: str) -> None:
    click(page, page.get_by_role("button", name=name, exact=True))


def start(page, words: str) -> None:
    click(page, page.locator("ol.goals button").filter(has_text=words).first)


def search(page, words: str) -> None:
    """By keyboard alone: the search bar gets the focus, on a busy machine some time after the page is there."""
    page.wait_for_selector("#query:focus")
    page.keyboard.type(words)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def reward(page) -> str:
    return page.locator(".total strong").inner_text()


@both
def test_a_goal_is_shopped_to_the_end(page):
    assert fits(page)
    start(page, "i need an oak desk lamp")
    assert fits(page) and page.locator("h1").inner_text().startswith(WISH["instruction"].strip("."))
    search(page, "oak desk lamp 0")
    assert fits(page) and page.locator("ol.results li").count() == 10
    click(page, page.locator("ol.results button", has_text="B000000000"))
    assert fits(page) and reward(page) == "0.500"  # 1 × (1 + 0 + 1) ÷ (1 + 2 + 1)
    press(page, "large")
    assert reward(page) == "0.750" and page.locator("[aria-pressed=true]").inner_text() == "large"
    press(page, "red")
    assert reward(page) == "1.000" and page.locator(".group .no").count() == 0
    press(page, "Description")
    assert fits(page) and "warm light" in page.locator(".shop").inner_text().lower()
    press(page, "‹ Prev")
    assert page.locator("[aria-pressed=true]").count() == 2
    press(page, "Buy Now")
    assert fits(page) and "goal met" in page.locator(".shop").inner_text()
    assert page.locator(".verdict strong").inner_text() == "1.000" == reward(page)
    page.get_by_text("Actions so far").click()
    assert page.locator("#transcript").input_value().splitlines()[-1] == "click[buy now]"
    page.get_by_text("What the agent sees").click()
    assert fits(page) and "Your score (min 0.0, max 1.0) [SEP] 1.0" in page.locator("pre").inner_text()


@narrow
def test_hostile_texts_stay_texts(page):
    start(page, "192.0.2.1")
    assert page.locator("h1").inner_text().startswith(HOSTILE) and page.title() != "taken"
    search(page, "oak <script>alert(1)</script>")
    assert "alert(1)" in page.locator("h2").first.inner_text() and fits(page)
    press(page, "Back to Search")
    search(page, "document title taken")
    click(page, page.locator("ol.results button", has_text="B0HOSTILE0"))
    assert "<script>" in page.locator(".shop h2").inner_text() and fits(page)
    assert page.locator("main script, main img").count() == 0


@narrow
def test_keys_reach_everything(page):
    """The first Tab offers to skip; from there Tab and Enter open a goal, and a product of its results."""
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    start(page, "i need an oak desk lamp")
    search(page, "lamp")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") == "row":
            break
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.locator(".total").count() == 1
    unnamed = "Array.from(document.querySelectorAll('input:not([type=hidden]),select,textarea'))"
    assert page.evaluate(f"{unnamed}.filter(field => !field.labels.length).length") == 0


def test_a_foreign_page_cannot_shop(browser, address):
    """A form of another origin is posted by the browser, and refused."""
    context = browser.new_context()
    page = context.new_page()
    form = (
        f"<form method=post action='{address}start'><input name=split value=test><input name=task value=0><button>"
    )
    page.route("http://foreign.example/", lambda route: route.fulfill(body=form, content_type="text/html"))
    page.goto("http://foreign.example/")
    with page.expect_navigation() as reached:
        page.click("button")
    assert reached.value.status == 403
    context.close()
