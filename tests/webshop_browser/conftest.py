"""A shop of a few products, one of them hostile, with its pages: in process, and behind a real server."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import httpx
import pytest

from skill1.schema import Task
from skill1_envs.webshop.browser import make_app
from skill1_envs.webshop.browser_sessions import World
from skill1_envs.webshop.env import Shop, WebshopEnv
from skill1_envs.webshop.simulator.catalogue import Catalogue
from tests.webshop.conftest import people_goals, product_goals, recorded_catalogue, recorded_folder  # noqa: F401
from tests.webshop.shops import GOAL, LAMP, PLAIN, WordIndex, make_product, nouns

MAX_STEPS = 6
EVIL = make_product(
    "B000EVIL03",
    "Evil lamp <script>alert(1)</script> \ud800",
    description="</p><img src=x onerror=alert(2)>",
    bullets=("<b>bold</b>",),
    price_tag="$5.0 to $9.0",
    prices=(5.0, 9.0),
    options={"<i>size</i>": ('"><script>alert(3)</script>', "buy now")},
)
SHADE = make_product(LAMP.asin, LAMP.title, options={"size": ("small", "large"), "colour": ("red", "brass")})
CATALOGUE = Catalogue((SHADE, EVIL, *PLAIN), 0)
# The first asks for both options; the second is hostile; the others are there to fill pages.
GOALS = [
    replace(GOAL, goal_options=("large", "red")),
    replace(GOAL, instruction_text="a <script>alert(4)</script> lamp", attributes=("<u>brass</u>",)),
    *(replace(GOAL, index=i, instruction_text=f"find lamp number {i}") for i in range(2, 45)),
]
TASKS = [
    Task(f"webshop/test/{i}", "webshop", "test", i, g.instruction_text, g.category) for i, g in enumerate(GOALS)
]


def make_world(max_steps: int = MAX_STEPS) -> World:
    shop = Shop(CATALOGUE, WordIndex(CATALOGUE), nouns)
    return World(
        splits={"test": len(TASKS)},
        content={"test": (TASKS, GOALS)}.__getitem__,
        make=lambda split: WebshopEnv(shop, TASKS, GOALS, max_steps),
        catalogue=CATALOGUE,
        nouns=nouns,
    )


class Client:
    """Asks an application in this process."""

    def __init__(self, app: object) -> None:
        self._app = app

    def get(self, path: str, **options: object) -> httpx.Response:
        return asyncio.run(self._send("GET", path, **options))

    def post(self, path: str, **options: object) -> httpx.Response:
        return asyncio.run(self._send("POST", path, **options))

    async def _send(self, method: str, path: str, follow_redirects: bool = True, **options) -> httpx.Response:
        transport = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            return await client.request(method, path, follow_redirects=follow_redirects, **options)


class Shopper:
    """A person without a browser: follows redirects, and sends what the forms of the page at hand would."""

    def __init__(self, app: object, path: str) -> None:
        self.client = Client(app)
        self.home = path
        self.open(path)

    def open(self, path: str) -> str:
        return self._take(self.client.get(path))

    def post(self, path: str, **fields: object) -> str:
        headers = {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}
        return self._take(self.client.post(path, data=fields, headers=headers))

    def start(self, task: object, **fields: str) -> str:
        return self.post(f"{self.home}start", split="test", task=task, **fields)

    def act(self, action: str) -> str:
        return self.post(f"{self.path}/act", action=action, step=self.step)

    @property
    def step(self) -> int:
        return int(re.search(r'name="step" value="(\d+)"', self.text)[1])

    def _take(self, response: httpx.Response) -> str:
        self.status, self.path, self.text = response.status_code, response.url.path, response.text
        self.headers = response.headers
        return self.text


@pytest.fixture
def shopper() -> Shopper:
    return Shopper(*make_app(make_world(), "test"))
