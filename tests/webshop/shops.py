"""A small shop with odd products, for the tests of pages and environment."""

from __future__ import annotations

from skill1.schema import Task
from skill1_envs.webshop.env import Shop, WebshopEnv
from skill1_envs.webshop.simulator.catalogue import Catalogue, Product
from tests.webshop import items

NOUNS = {"lamp", "shirt", "desk"}


def make_product(asin: str, title: str, **changes: object) -> Product:
    fields = {
        "description": "Bright.",
        "bullets": ("Small", "Brass"),
        "attributes": ("brass",),
        "price_tag": "$20.5",
        "prices": (20.5,),
        "options": {"size": ("small", "large")},
    }
    return items.make_product(asin, title=title, **(fields | changes))


LAMP = make_product("B000LAMP01", "Brass desk lamp")
ODD = make_product(
    "B000ODD002",
    "  Odd <shirt> ",
    description="\n ",
    bullets=("", "\n", 'Two\nlines & "more"'),
    category="fashion",
    query="shirts",
    options={"size": ("buy now", "tall"), " fit ": ("tall", "café", "size")},
)
PLAIN = [make_product(f"B000PLAIN{i:X}", f"Plain lamp {i}", options={}) for i in range(12)]
GOAL = items.make_goal(
    LAMP, index=7, instruction_text="find me a brass lamp", price_upper=30.0, goal_options=("large",)
)
TASK = Task("webshop/test/7", "webshop", "test", 0, GOAL.instruction_text, GOAL.category)
CATALOGUE = Catalogue((LAMP, ODD, *PLAIN), 0)


class WordIndex:
    """Finds products with any word of the query in the title, in the catalogue's order."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._titles = [set(product.title.lower().split()) for product in catalogue.products]
        self.asked: list[str] = []

    def search(self, query: str, k: int = 50) -> list[int]:
        self.asked.append(query)
        words = set(query.split())
        return [i for i, title in enumerate(self._titles) if words & title][:k]


def nouns(title: str) -> tuple[str, ...]:
    return tuple(word for word in title.lower().split() if word in NOUNS)


def small_shop(observation: str = "text") -> Shop:
    return Shop(CATALOGUE, WordIndex(CATALOGUE), nouns, observation)


def small_env(observation: str = "text", max_steps: int = 50) -> WebshopEnv:
    return WebshopEnv(small_shop(observation), [TASK], [GOAL], max_steps)
