"""Pages as nodes, and their three forms; the recordings test covers the ordinary ones, these the odd ones."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from skill1_envs.webshop.simulator import pages
from skill1_envs.webshop.simulator.pages import Marks, Node
from tests.webshop.shops import LAMP, ODD, make_product

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
    assert segments(pages.sub_page("buy it", make_product("A", "T", description=""), "description")) == HEAD


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


def test_html_has_a_search_bar_on_the_start_page_only() -> None:
    assert 'id="search_input"' in pages.as_html(pages.start_page("buy it"), Marks())
    assert 'id="search_input"' not in pages.as_html(pages.results_page("buy it", [LAMP], 1, 1), Marks())


@given(st.lists(st.builds(Node, st.sampled_from(["button", "text", "product", "option"]), st.text(min_size=1))))
def test_no_text_escapes_into_the_html(nodes: list[Node]) -> None:
    reader = Reader(pages.as_html(nodes, Marks()))
    assert "".join(reader.texts) == "".join(node.text for node in nodes)
    assert {tag for tag, _ in reader.tags} <= {"p", "button", "a", "label", "input", "body", "html"}
