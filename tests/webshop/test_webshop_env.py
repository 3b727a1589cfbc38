"""The environment on a small shop, and its pages, where no recording tells: odd texts, the end, misuse.

Where ordinary actions lead is in test_webshop_recordings.py, what is no action in test_webshop_fuzz.py.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.errors import EnvironmentFault
from skill1_envs.webshop.env import Shop, WebshopEnv
from skill1_envs.webshop.simulator import pages
from skill1_envs.webshop.simulator.catalogue import Catalogue
from skill1_envs.webshop.simulator.pages import Marks, Node, Visit, click, parse_action, search
from tests.webshop.shops import (
    CATALOGUE,
    GOAL,
    LAMP,
    ODD,
    TASK,
    WordIndex,
    make_product,
    nouns,
    small_env,
    small_shop,
)

START = f"WebShop [SEP] Instruction: [SEP] {GOAL.instruction_text} [SEP] Search"
WIN = ("search[brass]", f"click[{LAMP.asin}]", "click[large]", "click[buy now]")


def play(env: WebshopEnv, *actions: str):
    """The last answer after a reset and some actions."""
    env.reset(task_index=0)
    answer = None
    for action in actions:
        answer = env.step(action)
    return answer


def shown(env: WebshopEnv, *actions: str) -> str:
    return play(env, *actions)[0].text


@given(st.text(alphabet="ab[]\n Ä"))
def test_actions_are_read_as_the_pattern_of_the_original_reads_them(action: str) -> None:
    found = re.match(r"(.+)\[(.+)\]", action)
    assert parse_action(action) == (found and (found[1], found[2].lower()))


@pytest.mark.parametrize(
    ("goal", "actions", "score", "paid"),
    [
        (GOAL, WIN, 1.0, 1.0),
        (GOAL, (*WIN[:2], WIN[3]), 2 / 3, 0.0),
        # Eight attributes and the price, but not the option: nine parts of ten are no success.
        (replace(GOAL, attributes=("brass",) * 8), (*WIN[:2], WIN[3]), 0.9, 0.0),
    ],
)
def test_a_shop_that_pays_success_still_tells_the_score(goal, actions, score, paid) -> None:
    env = WebshopEnv(small_shop(), [TASK], [goal], reward="success")
    _, reward, terminated, _, info = play(env, *actions)
    assert (reward, terminated) == (paid, True)
    assert (info["task_score"], info["won"]) == (score, score == 1.0)


def test_category_and_query_searches_list_all_in_catalogue_order() -> None:
    env = small_env()
    assert f"Total results: 13) [SEP] Next > [SEP] {LAMP.asin}" in shown(env, "search[<c> GARDEN things]")
    assert f"Total results: 1) [SEP] Next > [SEP] {ODD.asin}" in shown(env, "search[<q> shirts ]")
    assert "Total results: 0)" in shown(env, "search[<c> ]")


def test_random_products_are_the_same_after_the_same_actions() -> None:
    first = shown(small_env(), "search[<r>]")
    assert shown(small_env(), "search[<r>]") == first
    assert "Total results: 14)" in first
    assert shown(small_env(), "search[<r>]", "search[<r>]") != first
    asin = first.split(" [SEP] ")[5]
    assert asin in shown(small_env("text_rich"), "search[<r>]", f"click[{asin}]", "click[< prev]")


def test_a_value_named_like_a_button_acts_as_the_button() -> None:
    """The odd shirt has a size called "buy now"; and "tall" of two options sets the second."""
    env = small_env()
    text, _, terminated, _, _ = play(
        env, "search[<q> shirts]", f"click[{ODD.asin}]", "click[tall]", "click[buy now]"
    )
    assert terminated
    assert '{" fit ": "tall"}' in text.text


@pytest.mark.parametrize("asin", ["buy now", "search", "next >", "features"])
def test_a_product_named_like_a_button_is_not_bought_from_the_list(asin: str) -> None:
    catalogue = Catalogue((make_product(asin, "Odd lamp"), LAMP), 0)
    env = WebshopEnv(Shop(catalogue, WordIndex(catalogue), nouns), [TASK], [GOAL])
    _, reward, terminated, truncated, info = play(env, "search[lamp]", f"click[{asin}]")
    assert (reward, terminated, truncated, info["won"]) == (0.0, False, False, False)


def test_the_name_of_a_page_in_the_query_misleads_as_in_the_original() -> None:
    """Pages are told by their address, which holds the query; so a way back leads elsewhere."""
    item = ("search[lamp search_results]", f"click[{LAMP.asin}]")
    assert "Page 0 (Total results: 13) [SEP] Next >" in shown(small_env(), *item, "click[< prev]")
    sub = ("search[lamp item_page]", f"click[{LAMP.asin}]", "click[features]")
    assert "Page 1 (Total results: 13)" in shown(small_env(), *sub, "click[< prev]")
    text = shown(small_env(), *item, "click[< prev]", "click[next >]", f"click[{LAMP.asin}]")
    assert LAMP.title in text


def test_page_zero_and_below_cut_the_hits_as_python_does() -> None:
    visit = search(Visit(), "lamp search_results")
    for _ in range(2):
        visit = click(click(visit, LAMP.asin.lower(), [LAMP]), "< prev", [])
    assert visit.number == -1
    screen = small_shop().show(visit, "buy", "")
    assert [product.title for product in screen.products] == ["Brass desk lamp", "Plain lamp 0", "Plain lamp 1"]


def test_an_option_called_attributes_opens_the_page_without_a_button() -> None:
    product = make_product("B1", "Brass thing", options={"show": ("attributes",)})
    catalogue = Catalogue((product,), 0)
    env = WebshopEnv(Shop(catalogue, WordIndex(catalogue), nouns), [TASK], [GOAL])
    text = shown(env, "search[brass]", "click[b1]", "click[attributes]")
    assert text.endswith("< Prev [SEP] brass [SEP] garden [SEP] lamps [SEP] Home › Lighting › Lamps")


def test_queries_are_ranked_once() -> None:
    index = WordIndex(CATALOGUE)
    env = WebshopEnv(Shop(CATALOGUE, index, nouns), [TASK], [GOAL])
    play(env, "search[Brass Lamp]", "click[next >]", "search[brass lamp]")
    assert index.asked == ["brass lamp"]


def test_the_end_is_repeated_until_the_next_reset() -> None:
    env = small_env()
    end = play(env, *WIN)
    assert env.step("search[brass]") == end
    assert env.reset().text == START
    assert env.step("search[brass]")[1:4] == (0.0, False, False)


def test_the_step_limit_truncates_and_a_purchase_with_the_last_step_does_not() -> None:
    env = small_env(max_steps=3)
    assert play(env, "x", "x")[2:4] == (False, False)
    end = env.step("search[brass]")
    assert end[2:4] == (False, True) == env.step(WIN[1])[2:4]
    assert play(small_env(max_steps=4), *WIN)[1:4] == (1.0, True, False)


def test_misuse_is_named() -> None:
    env = small_env()
    with pytest.raises(EnvironmentFault, match="reset first"):
        env.step("x")
    with pytest.raises(EnvironmentFault, match="task_index 1 does not exist; expected 0 to 0"):
        env.reset(task_index=1)
    env.reset(seed=3)
    env.close()
    env.close()
    with pytest.raises(EnvironmentFault):
        env.step("x")


HEAD = ["Instruction:", "buy it", "Back to Search", "< Prev"]


def segments(nodes: pages.Nodes) -> list[str]:
    return pages.as_text(nodes).split(" [SEP] ")


def test_a_text_is_clickable_once_at_its_first_place() -> None:
    buttons = ("back to search", "< prev", "description", "features", "reviews", "buy now")
    assert pages.item_clickables(ODD) == (*buttons, "tall", "café", "size")


def test_a_value_of_two_options_sets_the_last_one() -> None:
    assert pages.option_of(ODD, "tall") == " fit "
    assert pages.option_of(ODD, "buy now") == "size"
    assert pages.option_of(ODD, "other") is None


def test_empty_and_blank_texts() -> None:
    """No node for an empty text; blanks with a line break vanish; other blanks are an empty segment."""
    assert segments(pages.sub_page("buy it", ODD, "description")) == HEAD
    assert segments(pages.sub_page("buy it", ODD, "features")) == [*HEAD, "", 'Two\nlines & "more"']
    assert pages.sub_page("buy it", ODD, "features")[4:] == [
        Node("text", " "),
        Node("text", ' Two\nlines & "more"'),
    ]


def test_done_page_lists_options_by_name_and_safe_for_html() -> None:
    nodes = pages.done_page("B1", {"size": "<x> & 'y'", "colour": "é"}, 0.75)
    chosen = '{"colour": "\\u00e9", "size": "\\u003cx\\u003e \\u0026 \\u0027y\\u0027"}'
    shown = segments(nodes)
    assert shown[shown.index("options") + 1] == chosen
    assert shown[-3:] == ["0.75", "Reward Details", "None"]


def test_rich_text_marks_what_was_clicked() -> None:
    """A value counts as clicked if it stands in the address in quotes: not "café", but "size", an option's name."""
    address = 'lamp/1/{"size": "tall", " fit ": "caf\\u00e9"}'
    lines = pages.as_text_rich(pages.item_page("buy it", ODD), Marks(address)).split("\n")
    assert lines[:4] == [
        "You have clicked size.",
        "You have clicked tall.",
        "You have clicked tall.",
        "Instruction:",
    ]
    assert "  [button] café [button_]" in lines
    assert lines.count("  [clicked button] tall [clicked button_]") == 2
    assert "  [clicked button] size [clicked button_]" in lines


class Reader(HTMLParser):
    """Collects what the document shows, and its buttons, links, options."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(document.partition("<body>")[2])
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_html_has_the_content_and_what_can_be_clicked() -> None:
    nodes = pages.item_page("buy <it> now", ODD)
    reader = Reader(pages.as_html(nodes, Marks('"tall"')))
    assert reader.texts == [node.text for node in nodes]
    radios = [attributes for tag, attributes in reader.tags if tag == "input"]
    assert [radio["value"] for radio in radios] == ["buy now", "tall", "tall", "café", "size"]
    assert ["checked" in radio for radio in radios] == [False, True, True, False, False]
    assert sum(attributes.get("class") == "btn" for _, attributes in reader.tags) == 6
    # The search bar is on the start page only.
    bars = ['id="search_input"' in pages.as_html(page, Marks()) for page in (pages.start_page("buy it"), nodes)]
    assert bars == [True, False]


@given(st.lists(st.builds(Node, st.sampled_from(["button", "text", "product", "option"]), st.text(min_size=1))))
def test_no_text_escapes_into_the_html(nodes: list[Node]) -> None:
    reader = Reader(pages.as_html(nodes, Marks()))
    assert "".join(reader.texts) == "".join(node.text for node in nodes)
    assert {tag for tag, _ in reader.tags} <= {"p", "button", "a", "label", "input", "body", "html"}
