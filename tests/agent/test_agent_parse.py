"""Every parse rule, one case each."""

import json
import time

import pytest

from skill1.agent.parse import (
    MAX_ACTION_CHARS,
    MAX_QUERY_CHARS,
    parse_action_chat,
    parse_action_compact,
    parse_action_projected,
    parse_query_chat,
    parse_query_compact,
    parse_rank_chat,
    parse_rank_compact,
    parse_skill_chat,
    parse_skill_compact,
    parse_skill_dialogue,
)

RETRIEVAL_ORDER = ((0, 1, 2), False)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("heat food first</query>", "heat food first"),
        ("<think>Okay, the user wants", ""),  # cut off
        ("<think>It asks for heat</think>heat food first", "heat food first"),
        ("heat food first", "heat food first"),
        ("  heat \n\t food </query> and more", "heat food"),
        ("Sure: <query>heat food</query>", "heat food"),
        ("", ""),
        ("</query>", ""),
        ("x" * 600, "x" * MAX_QUERY_CHARS),
        ("half \ud800 pair", "half ? pair"),
    ],
)
def test_query_chat(text, query):
    assert parse_query_chat(text) == query


def test_query_compact_is_the_words():
    assert parse_query_compact(" spruce  two tool ") == "spruce two tool"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<rank>3, 1, 2</rank>", ((2, 0, 1), True)),
        ("<rank>2</rank>", ((1, 0, 2), True)),  # the others follow in retrieval order
        ("<rank>2, 2, 1, 2</rank>", ((1, 0, 2), True)),  # the first mention counts
        ("<RANK>[Experience 3], 1</RANK>", ((2, 0, 1), True)),
        ("<rank>3，1、2</rank>", ((2, 0, 1), True)),  # as Chinese models write it
        ("＜rank＞３＞１＜／rank＞", ((2, 0, 1), True)),
        ("in <rank> tags: <rank>3 > 2</rank>", ((2, 1, 0), True)),
        ("<rank>4</rank>", RETRIEVAL_ORDER),
        ("<rank>1, 0</rank>", RETRIEVAL_ORDER),
        ("<rank>-1</rank>", RETRIEVAL_ORDER),
        ("<rank>1.5</rank>", RETRIEVAL_ORDER),
        ("<rank>²</rank>", RETRIEVAL_ORDER),
        ("<rank>" + "1" * 5000 + "</rank>", RETRIEVAL_ORDER),
        ("<rank></rank>", RETRIEVAL_ORDER),
        ("<rank>best is 2</rank>", RETRIEVAL_ORDER),
        ("<rank>none</rank>", RETRIEVAL_ORDER),
        ("<rank>2, 1", RETRIEVAL_ORDER),
        ("2, 1</rank>", RETRIEVAL_ORDER),
        ("2, 1", RETRIEVAL_ORDER),
        ("", RETRIEVAL_ORDER),
    ],
)
def test_rank_chat(text, expected):
    ranking = parse_rank_chat(text, 3, allow_none=False)
    assert (ranking.order, ranking.valid) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<rank>None</rank>", ((None, 0, 1, 2), True)),
        ("<rank>none, 3</rank>", ((None, 2, 0, 1), True)),
        ("<rank>3, none</rank>", RETRIEVAL_ORDER),
        ("<rank>none, none</rank>", RETRIEVAL_ORDER),
    ],
)
def test_rank_chat_none_may_come_first_when_allowed(text, expected):
    ranking = parse_rank_chat(text, 3, allow_none=True)
    assert (ranking.order, ranking.valid) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("k3", ((2, 0, 1), True)),
        ("k3 k1", ((2, 0, 1), True)),
        ("k2 k2", ((1, 0, 2), True)),
        ("none", ((None, 0, 1, 2), True)),
        ("k4", RETRIEVAL_ORDER),
        ("k0", RETRIEVAL_ORDER),
        ("3", RETRIEVAL_ORDER),
        ("pick k3", RETRIEVAL_ORDER),
        ("k", RETRIEVAL_ORDER),
        ("", RETRIEVAL_ORDER),
    ],
)
def test_rank_compact(text, expected):
    ranking = parse_rank_compact(text, 3, allow_none=True)
    assert (ranking.order, ranking.valid) == expected


def test_rank_compact_none_needs_permission():
    assert not parse_rank_compact("none", 3, allow_none=False).valid


def test_rank_of_no_candidates_is_empty():
    assert parse_rank_chat("<rank>1</rank>", 0, allow_none=False).order == ()


@pytest.mark.parametrize(
    ("text", "action", "valid"),
    [
        ("<think>a</think><action>Go to Desk 1</action>", "go to desk 1", True),
        ("<think>not <action>wait</action></think><action>look</action>", "look", True),
        # The template opened the thought, in the prompt.
        ("not <action>wait</action> but</think><action>look</action>", "look", True),
        ("<action>look</action> <think>not <action>wait</action></think>", "look", True),
        ("<action>\n go to desk 1 \n</action>", "go to desk 1", True),  # no think block is asked for
        ("<action>one</action><action>two</action>", "one", True),
        ("</action><action>one</action>", "one", True),
        ("<action>search[红 shoes]</action>", "search[红 shoes]", True),
        ("<action>go to desk 1", "go to desk 1", False),
        ("I would rather go to desk number one now", "ather go to desk number one now"[-30:], False),
        ("<action></action>", "<action></action>", False),
        ("", "", False),
        ("   ", "", False),
        ("<action>" + "x" * 600 + "</action>", "x" * MAX_ACTION_CHARS, False),
    ],
)
def test_action_chat(text, action, valid):
    parsed = parse_action_chat(text)
    assert (parsed.action, parsed.valid) == (action, valid)


def test_action_compact():
    assert parse_action_compact(" open  box ").action == "open box"
    assert parse_action_compact("open box").valid
    assert not parse_action_compact(" ").valid
    assert not parse_action_compact("x" * 501).valid


LESSON = {
    "subtasks": [{"name": "heat", "done": True}],
    "task_success": True,
    "action_lesson": "use the microwave",
    "navigation_lesson": "look in the fridge first",
    "description_head": "heating food",
}
STRATEGY = "Action Insight: use the microwave | Navigation Insight: look in the fridge first"


def with_changes(**changes):
    return json.dumps({**LESSON, **changes})


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(LESSON),
        f"<think>{{not this}}</think>\n```json\n{json.dumps(LESSON, indent=1)}\n```\nDone.",
        f'<think>{{"description_head": "no", "action_lesson": "no"}}</think>{json.dumps(LESSON)}',
        '{"description_head": "no", "action_lesson": "no"} or better ' + json.dumps(LESSON),
        "{ unbalanced " + json.dumps(LESSON),
        with_changes(task_success="yes", subtasks=3),  # not read
        json.dumps(LESSON).replace("use the", "use\n the"),  # a raw line break inside a string
        "<think>cut off by the chat template " + json.dumps(LESSON),
        'opened by it {"description_head": "no", "action_lesson": "no"}</think>' + json.dumps(LESSON),
    ],
)
def test_skill_chat_reads_the_last_object(text):
    parsed = parse_skill_chat(text, 2000)
    assert parsed.valid and not parsed.declined
    assert parsed.draft.description == "heating food"
    assert parsed.draft.strategy == STRATEGY


@pytest.mark.parametrize(
    ("changes", "strategy"),
    [
        ({"navigation_lesson": ""}, "Action Insight: use the microwave"),
        ({"navigation_lesson": None}, "Action Insight: use the microwave"),
        ({"action_lesson": "  "}, "Navigation Insight: look in the fridge first"),
    ],
)
def test_skill_chat_one_lesson_is_enough(changes, strategy):
    assert parse_skill_chat(with_changes(**changes), 2000).draft.strategy == strategy


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "{}",
        "[1, 2]",
        with_changes(description_head=""),
        with_changes(description_head=None),
        with_changes(description_head=["heating"]),
        with_changes(action_lesson=1),
        with_changes(navigation_lesson={"a": "b"}),
        with_changes(action_lesson="", navigation_lesson=" "),
        json.dumps(LESSON)[:-1],
        "none",
    ],
)
def test_skill_chat_invalid(text):
    parsed = parse_skill_chat(text, 2000)
    assert (parsed.draft, parsed.declined, parsed.valid) == (None, False, False)


def test_skill_chat_cuts_each_part():
    draft = parse_skill_chat(with_changes(description_head="d " * 100, action_lesson="a " * 100), 50).draft
    assert 0 < len(draft.description) <= 50
    assert 0 < len(draft.strategy) <= 50


def test_skill_chat_neutralises_what_would_break_a_prompt():
    text = "a</think>\n<action>x</action>\u0007\ud800"
    hostile = with_changes(action_lesson=text, description_head=text)
    draft = parse_skill_chat(f"<think>b</think>{hostile}", 2000).draft
    for forbidden in ("<action>", "</think>", "\n", "\u0007", "\ud800"):
        assert forbidden not in draft.strategy + draft.description


@pytest.mark.parametrize("unit", ["{", "[", '{"a":', '{"a":[', '{"', '{"a":1,', '{"a":"', '{"a": 1}', "{x} "])
def test_skill_chat_hostile_json_is_quick(unit):
    started = time.process_time()
    parsed = parse_skill_chat(unit * (200_000 // len(unit)), 2000)
    assert not parsed.valid
    assert time.process_time() - started < 1.0


def test_skill_compact():
    parsed = parse_skill_compact("when spruce two tool do tool in cabinet , clean using sink", 200)
    assert parsed.valid and not parsed.declined
    assert parsed.draft.description == "spruce two tool"
    assert parsed.draft.strategy == "tool in cabinet , clean using sink"


def test_half_a_character_that_a_limit_cut_off_is_not_kept():
    compact = parse_skill_compact("when a \ufffd mug do heat it at 80\ufffd", 200).draft
    dialogue = parse_skill_dialogue("When: a \ufffd mug\nDo: heat it at 80\ufffd\ufffd", 200).draft
    assert compact == dialogue and (compact.description, compact.strategy) == ("a \ufffd mug", "heat it at 80")


def test_skill_compact_none_declines():
    parsed = parse_skill_compact("none", 200)
    assert (parsed.draft, parsed.declined, parsed.valid) == (None, True, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "none none",
        "spruce do x",
        "when do x",
        "when spruce do",
        "when spruce x",
        "when a do b do c",
        "when when a do b",
        "when a do b when",
        "when " + "a " * 13 + "do b",
        "when a do " + "b " * 25,
        "when a do " + "b" * 201,  # longer than max_chars: never cut inside a word
        *(f"when a do b {word} c" for word in "skills pick skill act query rated result : ; k1 k12".split()),
        *(f"when a {word} do b" for word in "<bos> <eos> <pad> <unk>".split()),
    ],
)
def test_skill_compact_invalid(text):
    parsed = parse_skill_compact(text, 200)
    assert (parsed.draft, parsed.declined, parsed.valid) == (None, False, False)


def test_skill_compact_longest():
    assert parse_skill_compact("when " + "a " * 12 + "do " + "b " * 24, 200).valid


def test_blanks_inside_an_action_stay():
    """WebShop lists option values such as "floral  print"; they must be clickable."""
    chat = parse_action_chat("<action> click[floral  print] </action>")
    peer = parse_action_projected("<think></think><action>click[w |  2\n year]</action>", 30)
    assert (chat.action, chat.valid) == ("click[floral  print]", True)
    assert (peer.action, peer.valid) == ("click[w |  2 year]", True)
