"""WebShop's pages in a few words: nothing that a task speaks of is lost, and every click can be said in short."""

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.agent.answer import expert_answer
from skill1.agent.profile import load_profile
from skill1.policy.tiny import make_tokenizer, words_of
from skill1.policy.tokens import Tokens
from skill1.schema import AgentView, Observation, Task, Turn
from skill1_envs.webshop.simulator.catalogue import Product
from skill1_envs.webshop.simulator.pages import (
    as_text,
    done_page,
    item_clickables,
    item_page,
    results_clickables,
    results_page,
    start_page,
    sub_page,
)
from skill1_envs.webshop.wording import (
    BUTTONS,
    SEPARATOR,
    WORDING,
    WORDS,
    brief_page,
    brief_task,
    page_in_lines,
    rules_hash,
    shortened,
    spelt_out,
)
from tests.webshop.conftest import recorded

RULES_AND_TEXTS = ("3f9a002bc8f78d80", "a1e1c88c923bae53")
TASK = "find me the maple forge mug that is blue, and price lower than 30.00 dollars"


def mug(asin: str, title: str, price: float = 12.5, **changes) -> Product:
    fields = {
        "description": "",
        "bullets": (
            "Comes in six colors",
            "The nova is made by maple forge",
            "From maple yard. Dishwasher safe!",
        ),
        "attributes": (),
        "query": "mug",
        "category": "grocery",
        "product_category": "Grocery › Mugs",
        "price_tag": f"${price}",
        "prices": (price,),
        "options": {"color": ("navy blue", "red"), "size": ("x-large",)},
    }
    return Product(asin=asin, title=title, **(fields | changes))


NOVA, ARIA = mug("B0NOVA0001", "Nova Mug"), mug("B0ARIA0002", "Aria Mug", 30.5)


def listing(*products: Product, number: int = 1) -> Observation:
    clicks = tuple(f"click[{text}]" for text in results_clickables(products, number))
    return Observation(as_text(results_page(TASK, products, number, len(products))), clicks)


def product_page(product: Product) -> Observation:
    return Observation(
        as_text(item_page(TASK, product)), tuple(f"click[{text}]" for text in item_clickables(product))
    )


def test_pages_in_short():
    assert brief_page(as_text(start_page(TASK)), TASK) == "start"
    assert brief_page(listing(NOVA, ARIA).text, TASK) == "results nova ; aria dear"
    assert brief_page(listing(NOVA, number=2).text, TASK) == "results nova"
    assert brief_page(listing().text, TASK) == "results other"
    assert brief_page(product_page(NOVA).text, TASK) == "item nova mug ; navy blue ; other"
    assert brief_page(product_page(ARIA).text, TASK) == "item aria mug ; navy blue ; other dear"
    assert brief_page(as_text(done_page("B0NOVA0001", {}, 1.0)), TASK) == "bought"
    assert brief_page("Something else, <b>quite</b>", TASK) == "something else b quite b"


def test_a_sub_page_shows_the_sentences_that_speak_of_the_task():
    assert brief_page(as_text(sub_page(TASK, NOVA, "features")), TASK) == (
        "read the nova is made by maple forge ; maple ; other"
    )
    assert brief_page(as_text(sub_page(TASK, NOVA, "reviews")), TASK) == "read other"
    assert brief_page(as_text(sub_page("x", NOVA, "features")), "find me soap") == "read other"


def test_equal_names_are_told_apart_and_lead_to_their_products():
    twin, plain = mug("B0TWIN0003", "NOVA mug"), mug("B0PLAIN004", "maple mug")
    page = listing(NOVA, twin, plain)
    assert brief_page(page.text, TASK) == "results nova ; nova 2 ; maple mug"
    assert spelt_out("click nova 2", page, TASK) == "click[b0twin0003]"
    assert spelt_out("click maple mug", page, TASK) == "click[b0plain004]"
    assert spelt_out("click b0nova0001", page, TASK) == "click[b0nova0001]"


@pytest.mark.parametrize(
    ("short", "action"),
    [
        ("search maple mug", "search[maple mug]"),
        ("click features", "click[features]"),
        ("click prev", "click[< prev]"),
        ("click buy", "click[buy now]"),
        ("click back", "click[back to search]"),
        ("click navy blue", "click[navy blue]"),
        ("click x large", "click[x-large]"),
        ("click x - large", "click[x-large]"),  # as a word-level tokenizer decodes it
        ("click nothing", "click nothing"),
        ("buy", "buy"),
        ("search", "search"),
        ("", ""),
    ],
)
def test_commands_are_spelt_out(short, action):
    assert spelt_out(short, product_page(NOVA), TASK) == action


def test_every_recorded_click_can_be_said_in_short():
    """Also where a page offers two clicks of the same words: then the first is meant."""
    ambiguous = 0
    for episode in recorded("transcripts_text.jsonl")[::3]:
        task = episode["goal"]["instruction_text"]
        for step in episode["steps"][:-1]:
            clicks = tuple(f"click[{text}]" for text in step["available_actions"]["clickables"])
            page = Observation(step["observation"], clicks)
            for click in clicks:
                again = spelt_out(shortened(click, page, task), page, task)
                ambiguous += again != click
                assert again in clicks
            assert len(brief_page(page.text, task)) < len(page.text)
    assert ambiguous < 10


def test_tasks_in_short():
    assert brief_task(TASK) == "maple forge mug blue"
    assert brief_task("i need the maple forge mug, and the color should be blue") == "maple forge mug blue"
    assert brief_task(
        "please get me the maple forge mug in the color blue, and price lower than 9.00 dollars"
    ) == ("maple forge mug blue")


@given(st.text(max_size=200), st.text(max_size=60), st.lists(st.text(max_size=20), max_size=5))
def test_any_text_has_a_short_form(text, task, clicks):
    page = Observation(text, tuple(f"click[{click}]" for click in clicks))
    assert brief_page(text, task) == brief_page(text, task).lower()
    for action in (*page.admissible, text):
        assert isinstance(spelt_out(shortened(action, page, task), page, task), str)


def test_a_tiny_policy_reads_and_shops_in_short():
    """Through the profile: prompt, answer as a word-level tokenizer decodes it, the command that the shop takes."""
    profile = load_profile("compact", env="webshop")
    assert profile.own_words() == WORDING.brief.words == WORDS
    assert profile.prompt_hashes()["brief"] == rules_hash()
    view = AgentView(Task("t", "webshop", "test", 0, TASK, "grocery"), "", product_page(NOVA), 8)
    text = profile.render("act_first", view, history=0).text
    assert text == "<bos> maple forge mug blue . item nova mug ; navy blue ; other . skill : none . act :"
    answer = expert_answer(profile, "act", "click[buy now]", view)
    tokens = Tokens(make_tokenizer(words_of(f"{text} {answer}")))
    decoded = tokens.decode(tokens.encode(answer))
    assert profile.parse_action(decoded, view).action == "click[buy now]"


def test_a_conversation_shows_every_part_of_a_page():
    """In its order, line by line; only the form is another."""
    for episode in recorded("transcripts_text.jsonl")[::3]:
        task = episode["goal"]["instruction_text"]
        for step in episode["steps"]:
            # A product's own text may hold line breaks.
            original, lines = (
                step["observation"].replace(SEPARATOR, "\n"),
                page_in_lines(step["observation"], task),
            )
            # Browsing pages repeat the instruction; the first one and the receipt are shown whole.
            assert original == (f"Instruction:\n{task}\n{lines}" if original.startswith("Instruction:") else lines)


def test_only_the_text_of_the_shop_is_put_in_lines():
    for other in ("a note", "Instruction: [button] Search [button_]", "<html>", ""):
        assert page_in_lines(other, TASK) == other
    # Another sentence than the task's is nothing that the conversation has shown.
    assert (
        page_in_lines("Instruction: [SEP] find me a cup [SEP] Search", TASK)
        == "Instruction:\nfind me a cup\nSearch"
    )


def test_a_conversation_tells_the_instruction_once():
    profile = load_profile("dialogue", env="webshop")
    start = Observation(as_text(start_page(TASK)), ("search[<your query>]", "click[search]"))
    view = AgentView(Task("t", "webshop", "test", 0, TASK, "grocery"), start.text, start, 8)
    first = profile.render("act_first", view, history=0).text
    assert first.startswith(f"WebShop\nInstruction:\n{TASK}\nSearch\n") and first.count(TASK) == 1
    later = replace(view, turns=(Turn(start.text, "search[mug]", True),), observation=listing(NOVA))
    shown = profile.render("act", later, history=0).text
    assert "B0NOVA0001\nNova Mug\n$12.5\n" in shown and TASK not in shown and "[SEP]" not in shown


def test_a_run_is_resumed_only_under_the_form_it_began_with():
    assert "conversation" in load_profile("dialogue", env="webshop").prompt_hashes()
    for profile, env in (("dialogue", "alfworld"), ("webshop", "webshop"), ("compact", "webshop")):
        assert "conversation" not in load_profile(profile, env=env).prompt_hashes()


def test_buttons_are_the_shops():
    shown = {*item_clickables(mug("A", "B", options={})), *results_clickables((), 2)}
    assert shown == set(BUTTONS)


def test_other_short_forms_need_another_version():
    """If only the second hash changes, raise BRIEF_VERSION: a run must not go on under other rules."""
    texts = hashlib.sha256()
    for episode in recorded("transcripts_text.jsonl")[::7]:
        task = episode["goal"]["instruction_text"]
        shown = [brief_task(task), *(brief_page(step["observation"], task) for step in episode["steps"])]
        texts.update("\n".join(shown).encode())
    assert (rules_hash()[:16], texts.hexdigest()[:16]) == RULES_AND_TEXTS
