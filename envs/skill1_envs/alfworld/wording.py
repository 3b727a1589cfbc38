"""How ALFWorld is put into prompts: its own ones beside this file, and short forms of its sentences for tiny policies.

Each rule of the short forms turns one sentence into a few words that keep every name and state a player needs.
``go to``, ``examine`` and ``open`` all answer with what is seen: ``drawer 3 closed``, ``drawer 3 empty``, ``drawer 3
has pencil 2 1 pen 4``. A list names a kind once, then its numbers. Both wordings of the game are read, that of alfworld
0.3 and of 0.4.
"""

from __future__ import annotations

import hashlib
import re
from itertools import groupby

from skill1.env.wording import Brief, Categories, Wording, first_named

BRIEF_VERSION = 1  # goes up with a change that the rules' own texts do not show
_NAME = r"[a-z]+ [0-9]+"
_MARK = "(?:hot|cool|cold|clean|sliced|and)"
# The comma before "and" stands between two names as well.
_LIST = rf"a {_NAME}(?:, (?:and )?a {_NAME})*|nothing"

# Pattern of a lower-case sentence, and its short form; an empty one drops it. First match wins. Groups: `things` is a
# list with articles, `room` one of receptacles, `contents` one of what a receptacle holds, `places` a list without
# articles, `marks` are words.
RULES = (
    (r"-= welcome to textworld, alfred! =-", ""),
    # To the end of the line: a sentence that people wrote may hold full stops.
    (r"your task is to: .*", ""),
    (r"you are in the middle of a room\. looking quickly around you, you see nothing\.", "room nothing"),
    (rf"you are in the middle of a room\. looking quickly around you, you see (?P<room>{_LIST})\.", "{room}"),
    (
        rf"you are facing the (?P<places>{_NAME}(?:, (?:and )?{_NAME})*)\. next to it, you see (?P<things>{_LIST})\.",
        "facing {places} next {things}",
    ),
    # Left out: what is seen there names the place, too.
    (r"you arrive at [a-z]+ [0-9]+\.", ""),
    (rf"you open the {_NAME}\.", ""),
    (rf"you close the (?P<name>{_NAME})\.", "{name} closed"),
    (rf"the (?P<name>{_NAME}) is closed\.", "{name} closed"),
    (rf"the (?P<name>{_NAME}) is open\. in it, you see nothing\.", "{name} empty"),
    (rf"the (?P<name>{_NAME}) is open\. in it, you see (?P<contents>{_LIST})\.", "{name} has {contents}"),
    (rf"on the (?P<name>{_NAME}), you see nothing\.", "{name} empty"),
    (rf"on the (?P<name>{_NAME}), you see (?P<contents>{_LIST})\.", "{name} has {contents}"),
    (rf"you pick up the (?P<name>{_NAME}) from the (?P<place>{_NAME})\.", "got {name} from {place}"),
    (rf"you (?:move|put) the (?P<name>{_NAME}) (?:to|in/on) the (?P<place>{_NAME})\.", "put {name} in {place}"),
    (
        rf"you (?P<verb>clean|heat|cool) the (?P<name>{_NAME}) using the (?P<place>{_NAME})\.",
        "{verb} {name} using {place}",
    ),
    (rf"you turn on the (?P<name>{_NAME})\.", "{name} on"),
    (rf"you sliced the (?P<name>{_NAME}) with the (?P<tool>{_NAME})\.", "sliced {name} with {tool}"),
    (rf"you are carrying: a (?P<name>{_NAME})\.", "carrying {name}"),
    (r"you are not carrying anything\.", "carrying nothing"),
    (rf"this is a normal (?P<name>{_NAME})\. in it, you see nothing\.", "{name} empty"),
    (rf"this is a normal (?P<name>{_NAME})\. in it, you see (?P<contents>{_LIST})\.", "{name} has {contents}"),
    (rf"this is a (?P<marks>{_MARK}(?: {_MARK})*) (?P<name>{_NAME})\.", "{name} {marks}"),
    (rf"this (?P<name>{_NAME}) is on\.", "{name} on"),
    (rf"there's nothing special about (?P<name>{_NAME})\.", "{name} normal"),
    (r"nothing happens\.", "nothing happens"),
)
OTHER = "other"
# Left out of task sentences: what remains of the two wordings of a chore is nearly the same.
TASK_FILLERS = frozenset("a an and at examine find in it look on put some the them under with".split())
_WORD = re.compile(r"\w+")
_COMPILED = tuple((re.compile(pattern), form) for pattern, form in RULES)
# A sentence of unknown form ends at a full stop before a blank, at an empty line, or with the text.
_UNKNOWN = re.compile(r".+?(?:\.?(?=\n\n)|\.(?=\s)|\Z)", re.DOTALL)
_BLANK = re.compile(r"\s*")
_LITERAL = re.compile(r"[a-z]+")


def brief_page(text: str, task: str | None = None) -> str:
    """An observation in a few lower-case words, its sentences parted by full stops.

    Welcome and task are left out: the prompt has the task anyway. Sentences that no rule knows stay as they are. With a
    ``task`` sentence, what a receptacle holds besides the things named there shrinks to the word ``other``.

    >>> brief_page("You arrive at drawer 3. The drawer 3 is open. In it, you see a pen 2, a pen 1, and a mug 1.")
    'drawer 3 has pen 2 1 mug 1'
    >>> brief_page("On the desk 1, you see a pen 2, and a mug 1.", task="put a pen in drawer.")
    'desk 1 has pen 2 other'
    """
    named = None if task is None else frozenset(_WORD.findall(task.lower()))
    text, parts, position = text.lower().strip(), [], 0
    while position < len(text):
        part, position = _next_sentence(text, position, named)
        parts.append(part)
        position = _BLANK.match(text, position).end()
    return " . ".join(part for part in parts if part)


def brief_task(sentence: str) -> str:
    """A task sentence without the words that say nothing here; the thing asked for comes last but one.

    >>> brief_task("at maple hill, clean some cloth and put it in cabinet.")
    'maple hill clean cloth cabinet'
    """
    return " ".join(word for word in _WORD.findall(sentence.lower()) if word not in TASK_FILLERS)


def rules_hash() -> str:
    """The sha256 (hex) of the rules: a run does not resume under others."""
    lines = [str(BRIEF_VERSION), OTHER, *sorted(TASK_FILLERS), *(f"{pattern}\t{form}" for pattern, form in RULES)]
    # All that decides a short form: tasks are shortened by the fillers, lists by the word for the rest.
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()


def brief_words() -> frozenset[str]:
    """The words of the short forms themselves, besides names and numbers: a tiny policy's vocabulary needs them."""
    literals = {word for _, form in RULES for word in _LITERAL.findall(re.sub(r"\{\w+\}", " ", form))}
    return frozenset({OTHER, *literals})


def _next_sentence(text: str, position: int, named: frozenset[str] | None) -> tuple[str, int]:
    """The short form of the sentence at ``position``, and where it ends."""
    for pattern, form in _COMPILED:
        # The first rule that matches: those with "nothing" stand before those with a list.
        if match := pattern.match(text, position):
            words = {group: _short(group, found, named) for group, found in match.groupdict().items()}
            return form.format(**words), match.end()
    end = _UNKNOWN.match(text, position).end()
    return " ".join(text[position:end].removesuffix(".").split()), end


def _short(group: str, words: str, named: frozenset[str] | None) -> str:
    if group == "marks":
        return words.replace(" and ", " ")
    if group not in ("things", "places", "contents", "room") or words == "nothing":
        return words
    names = [name.removeprefix("and ").removeprefix("a ").split(" ") for name in words.split(", ")]
    wanted = [name for name in names if named is None or group != "contents" or name[0] in named]
    kinds = [(kind, [number for _, number in same]) for kind, same in groupby(wanted, key=lambda name: name[0])]
    # A room lists kinds as "3 cabinet" where the numbers are 3, 2, 1, so that nothing is lost by counting.
    if group == "room" and all(numbers == _down_to_1(len(numbers)) for _, numbers in kinds):
        # A name such as "cabinet 7" then stands in a prompt only where it matters.
        return " ".join(f"{len(numbers)} {kind}" for kind, numbers in kinds)
    shown = [" ".join([kind, *numbers]) for kind, numbers in kinds]
    return " ".join(shown + [OTHER] * (len(wanted) < len(names)))


def _down_to_1(count: int) -> list[str]:
    return [str(number) for number in range(count, 0, -1)]


# Categories of SkillRL's banks, by task type and, for goals without one, by words.
_CATEGORIES = {
    "pick_and_place_simple": "pick_and_place",
    "pick_two_obj_and_place": "pick_and_place",
    "look_at_obj_in_light": "look_at_obj_in_light",
    "pick_clean_then_place_in_recep": "clean",
    "pick_heat_then_place_in_recep": "heat",
    "pick_cool_then_place_in_recep": "cool",
}
_CATEGORY_WORDS = (
    ("clean", "clean"),
    ("heat|hot", "heat"),
    ("cool|cold", "cool"),
    ("examine", "examine"),
    ("look at", "look_at_obj_in_light"),
)


def category_of_task(type_: str, goal: str) -> str:
    """A look at something in light is ``examine`` where the goal says so: SkillRL's banks keep the two apart."""
    category = _CATEGORIES.get(type_, type_)
    return (
        first_named((("examine", "examine"),), goal, category) if category == "look_at_obj_in_light" else category
    )


def category_of_goal(goal: str) -> str:
    """As of a task, by the words of its goal alone."""
    return first_named(_CATEGORY_WORDS, goal, "pick_and_place")


WORDING = Wording(
    package="skill1_envs.alfworld",
    brief=Brief(page=brief_page, task=brief_task, words=brief_words(), rules_hash=rules_hash()),
    categories=Categories(category_of_task, category_of_goal),
)
