"""No output of a model can break a parser: 50,000 malformed answers for each, and hypothesis on top."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.agent.parse import MAX_ACTION_CHARS, MAX_QUERY_CHARS
from skill1.agent.profile import load_profile
from skill1.schema import AgentView, Observation, Task, neutralise

VIEW = AgentView(Task("t", "lab", "train", 0, "tidy up", "tidy"), "", Observation(""), 8)

NUM_TEXTS = 50_000
MAX_SKILL_CHARS = 120
CHAT, COMPACT, PEER = load_profile("generic"), load_profile("compact"), load_profile("verl-agent")
DIALOGUE = load_profile("dialogue")

SEEDS = {
    ("chat", "query"): ["<query>heating food, then placing it</query>", "find red shoes under 30 dollars</query>"],
    ("chat", "rank"): ["<rank>3, 1, 2</rank>", "so <rank>[Experience 2], none</rank>", "<rank>none, 4</rank>"],
    ("chat", "action"): [
        "<think>it is there</think>\n<action>take egg 1 from desk 1</action>",
        "<action>look</action>",
    ],
    ("chat", "skill"): [
        '<think>1. {subtasks}</think>```json\n{"subtasks": [{"name": "a", "done": true}], "task_success": false, '
        '"action_lesson": "use it", "navigation_lesson": "look in 1", "description_head": "heating"}\n```',
        '{"description_head": "a \\ud800 \\u0000", "action_lesson": null, "navigation_lesson": "b"}',
    ],
    ("peer", "action"): ["<think>a</think><action>open box</action>", "<think>no tags", "<action>look</action>"],
    ("compact", "query"): ["spruce two tool", "any heat food"],
    ("compact", "rank"): ["k3", "k1 k4 k2", "none"],
    ("compact", "action"): ["open box", "put on desk"],
    ("compact", "skill"): [
        "when spruce heat food do food in box , heat using oven",
        "none",
        "when any put do search all",
    ],
}
JUNK = (
    "", " ", "\n", "\x00", "\x1b[31m",
    "\u202e", "\u2028", "İ", "²", "①", "🥚", "e\u0301", "中文", "\ud800", "\udfff",
    "{", "}", "{{", "}}", "[", "]", '"', "\\", "\\u", "\\ud83d", "null", "NaN", "-1", "0", "9" * 20, "1e999",
    "<", ">", "</", "<rank>", "</rank>", "<query>", "</query>", "<action>", "</action>", "<think>", "</think>",
    "<bos>", "<eos>", "<unk>", "when", " do ", "none", "k1", "k0", "k99999", ";", ":", "skill", "```",
    "%s", "{task}",
    '{"a":' * 40, "[" * 60, "}" * 30, "x" * 700, "a b " * 60,
)  # fmt: skip


def malformed(seeds: list[str], count: int) -> list[str]:
    """Seeded mutations of valid answers: cut, repeat, delete, splice and insert junk, one to four times each."""
    rng = random.Random(7)
    texts = []
    for _ in range(count):
        text = rng.choice(seeds)
        for _ in range(rng.randint(1, 4)):
            a, b = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
            kind = rng.randrange(6)
            if kind == 0:
                text = text[:b]
            elif kind == 1:
                text = text[:a] + text[b:]
            elif kind == 2:
                text = text[:b] + text[a:]
            elif kind == 3:
                text = text[:a] + rng.choice(seeds)[a:]
            else:
                text = text[:a] + rng.choice(JUNK) + text[a:]
        texts.append(text)
    return texts


def is_line(text: object, max_chars: int) -> bool:
    """One line, no half surrogate pairs, blanks collapsed."""
    return isinstance(text, str) and len(text) <= max_chars and text == " ".join(text.encode().decode().split())


# Each answers whether the text kept the format.
def check_query(profile, text):
    query = profile.parse_query(text)
    assert is_line(query, MAX_QUERY_CHARS)
    return bool(query)


def check_rank(profile, text):
    for num_candidates, allow_none in ((4, True), (2, False)):
        ranking = profile.parse_rank(text, num_candidates, allow_none)
        order = ranking.order[1:] if ranking.order[0] is None else ranking.order
        assert sorted(order) == list(range(num_candidates))
        assert len(order) == len(ranking.order) or (allow_none and ranking.valid)
        assert ranking.valid or ranking.order == tuple(range(num_candidates))
    return ranking.valid


def check_action(profile, text):
    parsed = profile.parse_action(text, VIEW)
    assert len(parsed.action) <= MAX_ACTION_CHARS and parsed.action == parsed.action.strip()
    assert is_line(parsed.action.replace(" ", ""), MAX_ACTION_CHARS)  # blanks inside stay as they are
    assert parsed.action or not parsed.valid
    return parsed.valid


def check_skill(profile, text):
    parsed = profile.parse_skill(text, MAX_SKILL_CHARS)
    assert (parsed.draft is not None) + parsed.declined == parsed.valid
    if parsed.draft is not None:
        for part in (parsed.draft.description, parsed.draft.strategy):
            assert part and is_line(part, MAX_SKILL_CHARS)
            assert neutralise(part, MAX_SKILL_CHARS) == part
            assert profile.chat or not {"when", "do", ";", ":", "<eos>"} & set(part.split())
    return parsed.valid


FAMILIES = {"chat": CHAT, "compact": COMPACT, "peer": PEER}
CHECKS = {"query": check_query, "rank": check_rank, "action": check_action, "skill": check_skill}


@pytest.mark.parametrize(("family", "parser"), list(SEEDS))
def test_malformed_answers(family, parser):
    profile, check = FAMILIES[family], CHECKS[parser]
    outcomes = [check(profile, text) for text in malformed(SEEDS[family, parser], NUM_TEXTS)]
    assert len(outcomes) == NUM_TEXTS and set(outcomes) == {True, False}


@settings(max_examples=300)
@given(st.text(st.characters(), max_size=400))
def test_any_text(text):
    for profile in FAMILIES.values():
        for check in CHECKS.values():
            check(profile, text)


@settings(max_examples=200)
@given(st.permutations(range(6)), st.integers(1, 6))
def test_a_written_ranking_is_read_back(order, num_written):
    written = order[:num_written]
    expected = (*written, *(i for i in range(6) if i not in written))
    chat = CHAT.parse_rank(f"<rank>{', '.join(str(i + 1) for i in written)}</rank>", 6, False)
    compact = COMPACT.parse_rank(" ".join(f"k{i + 1}" for i in written), 6, False)
    assert chat.valid and chat.order == expected
    assert compact.valid and compact.order == expected


def test_a_very_long_answer_is_quick():
    started = time.process_time()
    long = ("<rank>" * 100_000, "<action>" * 100_000, "1," * 300_000, "when do " * 100_000, " " * 600_000)
    for text in (*long, "\n" * 100_000, "When: a" + "\n" * 100_000, "When: a\n" * 50_000):
        for profile in (*FAMILIES.values(), DIALOGUE):
            for check in CHECKS.values():
                check(profile, text)
    assert time.process_time() - started < 5.0
