"""Parsers: what the policy wrote at a stage, as data. Any string gives a result, never an exception.

``*_chat`` read the tagged answers of chat models, ``*_dialogue`` their plain lines, ``*_compact`` the bare words of a
tiny word-level policy.
A stop string belongs to the text it ended: a backend whose engine cuts it off has to put it back.
Numbers in a text start at 1, positions in a ``Ranking`` at 0.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from skill1.env.wording import Blocks
from skill1.schema import SkillDraft, neutralise, storable

MAX_QUERY_CHARS = 500
MAX_ACTION_CHARS = 500
MAX_THOUGHT_CHARS = 500
MAX_DESCRIPTION_WORDS = 12  # compact skills: what a tiny policy can copy
MAX_STRATEGY_WORDS = 24
FALLBACK_ACTION_CHARS = 30  # as verl-agent's projection for a household does when tags are missing
MAX_JSON_CHARS = 20_000  # the tail searched for JSON: 2,048 tokens are about 8,000 characters
MAX_JSON_ATTEMPTS = 64  # opening braces tried; bounds the time spent on hostile nesting

_HALF = "\ufffd"  # a character of which a token limit has cut off a part
_HAN = re.compile("[\u4e00-\u9fff]")  # verl-agent takes Chinese characters for a policy that has lost its format
# What input methods for Chinese and Japanese write in place of ASCII: ``：``, ``＞``, ``１``; and their list comma.
_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {ord("、"): ","}
# At most four digits: int() raises for thousands of them, and a parser never may.
_NUMBER = re.compile(r"[0-9]{1,4}")
# No leading zeros: from the range 1-2 nobody could tell that the names end in 01 and 02.
_COUNTED = re.compile(r"0|[1-9][0-9]{0,3}")
_COMPACT_ID = re.compile(r"k([0-9]{1,4})")
_OTHER_SPACE = re.compile(r"(?:[^\S ] *)+")  # line breaks and the like
# Only with a colon: without one the word may be the first of the query itself.
_LABEL = re.compile(r"(?i)^(?:\**(?:query|action|command)\s*\**[:：]\**|>)\s*")  # chat models like it bold
_QUOTES = ("`", '"', "'", "*")
# A number may touch anything, as in "#2" or "k2"; "nonetheless" is no "none".
_RANKED = re.compile(r"\bnone\b|[0-9]+")
_SKILL_LINE = re.compile(r"(?i)\**(when|do) *\**[:：]\**\s*(\S.*)")  # bold or not, as the labels above
_RANK_SEPARATORS = re.compile(r"[\s,;>]+")
# In a stored skill they would read as parts of the prompt that shows it.
_CONTROL_WORDS = frozenset("when do skills pick skill act query rated result : ;".split())
_CONTROL_FORM = re.compile(r"k[0-9]+|<.*>", re.DOTALL)  # candidate names; special tokens such as <eos>


@dataclass(frozen=True, slots=True)
class Ranking:
    """Positions of the candidates, best first: a permutation of 0 … n-1, with ``None`` in front for "no skill"."""

    order: tuple[int | None, ...]
    valid: bool


@dataclass(frozen=True, slots=True)
class ParsedAction:
    """What is sent to the environment, valid or not: one line of at most ``MAX_ACTION_CHARS``; may be empty.

    A block of an environment's own tags may have more lines and characters.
    """

    action: str
    valid: bool


@dataclass(frozen=True, slots=True)
class ParsedSkill:
    """A draft (then ``valid``), or a decision to write nothing (``declined`` and ``valid``), or neither."""

    draft: SkillDraft | None
    declined: bool
    valid: bool


INVALID_SKILL = ParsedSkill(draft=None, declined=False, valid=False)
DECLINED_SKILL = ParsedSkill(draft=None, declined=True, valid=True)


def parse_query_chat(text: str) -> str:
    """The query: what stands before ``</query>``, and after ``<query>`` if the model opened the tag again."""
    inside, closing, _ = after_thought(text).partition("</query>")
    # A model behind a server may think first, whatever the prompt began for it: a cut-off thought is no query.
    inside = inside if closing else _unthought(text)
    return _cut(_one_line(inside.rpartition("<query>")[2]), MAX_QUERY_CHARS)


def parse_query_compact(text: str) -> str:
    """The words of the answer."""
    return _cut(_one_line(text), MAX_QUERY_CHARS)


def parse_rank_chat(text: str, num_candidates: int, allow_none: bool) -> Ranking:
    """IDs inside ``<rank></rank>``; both tags are required. Rules in :func:`_ranking`."""
    # To the first end, from the last beginning before it: a model that starts over means its last try.
    head, closing, _ = after_thought(text).translate(_NARROW).lower().partition("</rank>")
    _, opening, inside = head.rpartition("<rank>")
    if not (opening and closing):
        return _retrieval_order(num_candidates)
    # "[Experience 2] > #1." is a ranking too: models copy the form in which candidates were shown.
    words = (word.strip("[]#.") for word in _RANK_SEPARATORS.split(inside.replace("experience", " ")))
    return _ranking([word for word in words if word], num_candidates, allow_none)


def parse_rank_compact(text: str, num_candidates: int, allow_none: bool) -> Ranking:
    """``k3``, ``k3 k1`` or ``none``. Rules in :func:`_ranking`."""
    matches = [(word, _COMPACT_ID.fullmatch(word)) for word in text.split()]
    # "?" stands for any other word, and makes the ranking invalid: a tiny policy has to learn the form.
    words = [match[1] if match else ("none" if word == "none" else "?") for word, match in matches]
    return _ranking(words, num_candidates, allow_none)


def parse_query_dialogue(text: str) -> str:
    """The last line, without the word ``Query:``."""
    return _cut(_LABEL.sub("", _last_line(_unthought(text))), MAX_QUERY_CHARS)


def parse_rank_dialogue(text: str, num_candidates: int, allow_none: bool) -> Ranking:
    """The numbers in the last line, or ``none``, whatever words stand around them. Rules in :func:`_ranking`."""
    # Of a thought that was cut off nothing counts: a number in it would be credited as a choice.
    line = _last_line(_unthought(text)).translate(_NARROW).lower()
    return _ranking(_RANKED.findall(line), num_candidates, allow_none)


def parse_action_dialogue(text: str, admissible: Sequence[str] = ()) -> ParsedAction:
    """The last line is the command; what stands before it is thought.

    The word ``Action:`` before it and quotes around it do not count; ``say "hello"`` is sent whole. Where it differs
    from an admissible command in capitals alone, that is sent. Invalid: nothing there, a thought that never ended, or
    more than ``MAX_ACTION_CHARS``.
    """
    # Sent all the same, as the chat profiles do: of a thought that was cut off, its last line.
    answer = after_thought(text)
    if "</action>" in answer:  # so policies of verl-agent's family answer, however they are asked
        answer = answer.rpartition("</action>")[0].rpartition("<action>")[2]
    action = _LABEL.sub("", _last_line(answer))
    # Only for the comparison below: the answer `look"` means the listed `look`.
    bare = action.strip("".join(_QUOTES)).lower()
    # Without a quote in front nothing is stripped: the last quote of `say "hello"` belongs to the command.
    while action.startswith(_QUOTES):
        action = action.strip(action[0])
    action = next((command for command in admissible if command.lower() in (action.lower(), bare)), action)
    is_valid = bool(_unthought(text)) and 0 < len(action) <= MAX_ACTION_CHARS
    return ParsedAction(_cut(action, MAX_ACTION_CHARS), is_valid)


def parse_skill_dialogue(text: str, max_chars: int) -> ParsedSkill:
    """The last ``When: …`` with the ``Do: …`` after it, each up to the end of its line; the line ``none`` declines.

    Both parts are neutralised and cut to ``max_chars``.
    """
    answer = _unthought(text).rstrip(_HALF)
    # Line by line: one pattern over all of it would take quadratic time where a policy writes empty lines alone.
    parts = [_SKILL_LINE.match(line) for line in map(str.strip, answer.split("\n")) if line]
    # Neighbours, blank lines aside: a `Do` after another line belongs to no `When`.
    pairs = [(when, do) for when, do in pairwise(parts) if when and do]
    found = [(when[2], do[2]) for when, do in pairs if (when[1].lower(), do[1].lower()) == ("when", "do")]
    if not found:
        return DECLINED_SKILL if _last_line(answer).lower().strip(".*。") == "none" else INVALID_SKILL
    description, strategy = (neutralise(_one_line(part), max_chars) for part in found[-1])
    if not (description and strategy):
        return INVALID_SKILL
    return ParsedSkill(SkillDraft(description, strategy), declined=False, valid=True)


def _unthought(text: str) -> str:
    """What follows the ``<think>`` block; nothing if it never ended: no line of a thought is an answer."""
    answer = after_thought(text)
    return "" if answer == text and text.lstrip().startswith("<think>") else answer


def _last_line(text: str) -> str:
    """The last line that is not empty; blanks inside it as they are."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return _command(lines[-1]) if lines else ""


def grouped_commands(commands: Sequence[str]) -> str:
    """A list in few words: commands that differ only in their last words share the first, numbers become ranges.

    ``go to cabinet 1``, ``go to cabinet 2``, ``go to desk 1`` and ``look`` are ``go to: cabinet 1-2, desk 1; look``.
    The order is that of each group's first command.
    """
    groups: dict[tuple[str, int], list[str]] = {}
    for command in commands:
        # At single blanks, not split(): joined again, a command keeps the double blanks that it had.
        words = command.split(" ")
        # By length as well as verb, so that words can be compared place by place.
        groups.setdefault((words[0], len(words)), []).append(command)
    return "; ".join(map(_grouped, groups.values()))


def _grouped(commands: Sequence[str]) -> str:
    split = [command.split(" ") for command in commands]
    shared = 0  # words that all begin with; the last word is never shared away
    while shared < len(split[0]) - 1 and len({words[shared] for words in split}) == 1:
        shared += 1
    if len(commands) == 1 or not shared:
        return "; ".join(commands)
    rest = _ranges([" ".join(words[shared:]) for words in split])
    return f"{' '.join(split[0][:shared])}: {', '.join(rest)}"


def _ranges(names: Sequence[str]) -> list[str]:
    """``desk 1, desk 2, desk 3`` as ``desk 1-3``; in order of first sight, and only neighbours in the list."""
    runs: list[tuple[str, int | None, int | None]] = []  # name, first number, last number
    for name in names:
        head, _, tail = name.rpartition(" ")
        number = int(tail) if head and _COUNTED.fullmatch(tail) else None
        # Only the very next number extends a range, so the list keeps its order.
        if runs and number is not None and runs[-1][0] == head and runs[-1][2] == number - 1:
            runs[-1] = (head, runs[-1][1], number)
        else:
            runs.append((head, number, number) if number is not None else (name, None, None))
    return [
        head if first is None else f"{head} {first}" if first == last else f"{head} {first}-{last}"
        for head, first, last in runs
    ]


def _ranking(words: Sequence[str], num_candidates: int, allow_none: bool) -> Ranking:
    """Candidates not mentioned follow in retrieval order; a repeated ID counts once.

    Invalid, and thus retrieval order: no word at all, anything but an ID in 1 … ``num_candidates``, or ``none``
    unless it comes first and ``allow_none``.
    """
    order: list[int | None] = []
    for place, word in enumerate(words):
        if word == "none" and place == 0 and allow_none:
            order.append(None)
        elif _NUMBER.fullmatch(word) and 1 <= int(word) <= num_candidates:
            if int(word) - 1 not in order:
                order.append(int(word) - 1)
        else:
            return _retrieval_order(num_candidates)  # half an answer is none: it would be credited as a choice
    if not order:
        return _retrieval_order(num_candidates)
    rest = (position for position in range(num_candidates) if position not in order)
    return Ranking((*order, *rest), valid=True)


def _retrieval_order(num_candidates: int) -> Ranking:
    return Ranking(tuple(range(num_candidates)), valid=False)


def parse_action_chat(text: str) -> ParsedAction:
    """The lower-cased text between the first ``<action>`` and the ``</action>`` after it.

    Invalid without both tags, empty, or longer than ``MAX_ACTION_CHARS``. What is sent then: the text after an
    unclosed ``<action>``, else the last 30 characters. A ``<think>`` block in front is passed over, as it may name the
    tags. Unlike verl-agent's projection, none is asked for (chat templates of reasoning models strip it) and any
    script may be used.
    """
    # As verl-agent's projection has it: the environments it was made for list their commands so.
    lowered = after_thought(text).lower()
    _, _, rest = lowered.partition("<action>")
    inside, closing, _ = rest.partition("</action>")
    if not inside.strip():
        return ParsedAction(_one_line(lowered.strip()[-FALLBACK_ACTION_CHARS:]), valid=False)
    action = _command(inside)
    is_valid = bool(closing) and len(action) <= MAX_ACTION_CHARS
    return ParsedAction(_cut(action, MAX_ACTION_CHARS), is_valid)


def parse_action_block(text: str, blocks: Blocks, *, is_whole: bool) -> ParsedAction:
    """The action in the environment's own tags, as the environment reads it.

    ``is_whole``: a ``<think>`` block in front is read too, as other projects do; else it is passed over.
    """
    action, is_valid = blocks.parse(text if is_whole else after_thought(text))
    # An environment's own parser may leave half surrogate pairs in it, which no file can hold.
    return ParsedAction(storable(action), is_valid)


def parse_thought(text: str) -> str:
    """What stands before the action of a chat answer, one line without the word ``Thought:``; may be empty."""
    # Not lower-cased as actions are: it is shown again as it was written.
    before = re.split("<action>", after_thought(text), maxsplit=1, flags=re.IGNORECASE)[0]
    return _cut(re.sub(r"(?i)^thought:\s*", "", _one_line(before)), MAX_THOUGHT_CHARS)


def parse_reflection(text: str, max_chars: int) -> str:
    """A neutralised line: the answer without the ``<think>`` block in front; may be empty."""
    return neutralise(_one_line(after_thought(text)), max_chars)


def parse_action_projected(text: str, fallback_chars: int) -> ParsedAction:
    """verl-agent's projection: the lower-cased text from the first ``<action>`` to the first ``</action>``.

    Invalid without both action tags or without ``<think>`` and ``</think>`` (as spelt, anywhere), or with a Chinese
    character; what stands in the tags is sent all the same. Without action tags the last ``fallback_chars`` characters
    are sent. Ours, and not verl-agent's: nothing between the tags, or more than ``MAX_ACTION_CHARS``, is invalid.
    """
    lowered = text.lower()
    # Each from the beginning, as in the original: an end before the beginning gives an empty action.
    start, end = lowered.find("<action>"), lowered.find("</action>")
    if start < 0 or end < 0:
        return ParsedAction(_one_line(lowered[-fallback_chars:]), valid=False)
    action = _command(lowered[start + len("<action>") : end])
    # In the text as written: verl-agent lower-cases only what it sends.
    has_thought = "<think>" in text and "</think>" in text
    is_valid = has_thought and not _HAN.search(text) and 0 < len(action) <= MAX_ACTION_CHARS
    return ParsedAction(_cut(action, MAX_ACTION_CHARS), is_valid)


def parse_action_compact(text: str) -> ParsedAction:
    """The words joined by one blank; valid if there are any and they fit."""
    action = _one_line(text)
    return ParsedAction(_cut(action, MAX_ACTION_CHARS), valid=0 < len(action) <= MAX_ACTION_CHARS)


def parse_skill_chat(text: str, max_chars: int) -> ParsedSkill:
    """The last JSON object after the ``<think>`` block: ``description_head`` and at least one of the two lessons.

    Both lessons become one strategy with the labels the paper's code uses. Other keys are not read. Each part is
    neutralised and cut to ``max_chars``. A key of the wrong type makes the whole answer invalid; ``null`` counts
    as left out.
    """
    found = last_json_object(after_thought(text))
    keys = ("description_head", "action_lesson", "navigation_lesson")
    values = [found.get(key) for key in keys]
    if not all(value is None or isinstance(value, str) for value in values):
        return INVALID_SKILL
    # Before they are joined: a lesson of which nothing readable is left gets no label.
    description, action, navigation = (neutralise(value or "", max_chars) for value in values)
    labelled = (("Action Insight", action), ("Navigation Insight", navigation))
    joined = " | ".join(f"{label}: {lesson}" for label, lesson in labelled if lesson)
    if not (description and joined):
        return INVALID_SKILL
    # Cut once more, because the labels made it longer.
    return ParsedSkill(SkillDraft(description, neutralise(joined, max_chars)), declined=False, valid=True)


def last_json_object(text: str) -> dict[str, Any]:
    """The last complete outermost JSON object, or an empty one. Code fences and prose around it do not matter."""
    # The end of it: the object that counts comes last.
    text = text[-MAX_JSON_CHARS:]
    decoder = json.JSONDecoder(strict=False)  # models put raw line breaks into strings
    found: dict[str, Any] = {}
    start = text.find("{")
    # From each opening brace: one in prose, or of an object cut off, must not hide the object that counts.
    for _ in range(MAX_JSON_ATTEMPTS):
        if start < 0:
            break
        try:
            found, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):  # RecursionError: thousands of nested brackets
            end = start + 1
        # After an object that was read, to skip those inside it; after the brace of one that could not be read.
        start = text.find("{", end)
    return found


def parse_skill_compact(text: str, max_chars: int) -> ParsedSkill:
    """``when <1-12 words> do <1-24 words>``, free of the prompt grammar's own words; ``none`` declines."""
    words = text.rstrip(_HALF).split()
    if words == ["none"]:
        return DECLINED_SKILL
    # A second ``do`` would leave open where the description ends.
    if words[:1] != ["when"] or words.count("do") != 1:
        return INVALID_SKILL
    middle = words.index("do")
    description, strategy = words[1:middle], words[middle + 1 :]
    fits = 1 <= len(description) <= MAX_DESCRIPTION_WORDS and 1 <= len(strategy) <= MAX_STRATEGY_WORDS
    if not fits or any(_is_control(word) for word in (*description, *strategy)):
        return INVALID_SKILL
    draft = SkillDraft(" ".join(description), " ".join(strategy))
    # Only if neutralising changes nothing: a cut or altered word would be none of the policy's words.
    if any(neutralise(part, max_chars) != part for part in (draft.description, draft.strategy)):
        return INVALID_SKILL
    return ParsedSkill(draft, declined=False, valid=True)


def _is_control(word: str) -> bool:
    return word.lower() in _CONTROL_WORDS or _CONTROL_FORM.fullmatch(word) is not None


def after_thought(text: str) -> str:
    """What follows the ``<think>`` block that an answer begins with; all of it where none does, or none ends.

    It also begins with one if ``</think>`` has no beginning: some chat templates open the thought in the prompt.
    """
    thought, closing, answer = text.partition("</think>")
    begins_with_it = thought.lstrip().startswith("<think>") or "<think>" not in thought
    return answer if closing and begins_with_it else text


def _one_line(text: str) -> str:
    """White space runs become one blank; half surrogate pairs, which UTF-8 cannot store, become ``?``."""
    return " ".join(storable(text).split())


def _command(text: str) -> str:
    """One line, but blanks inside it as they are: a shop's option "floral  print" has two."""
    return _OTHER_SPACE.sub(" ", storable(text)).strip()


def _cut(line: str, max_chars: int) -> str:
    return line[:max_chars].rstrip()
