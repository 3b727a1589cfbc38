"""What people would write who want a product: wishes that the product fulfils, in many wordings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skill1_envs.webshop.generate.words import GROUPS, Attribute, Draw, Kind, Words

TRIES = 6  # to find a wish that nobody had of this product
OPTION_NAMED = 0.8  # chance that a wish names a value of an option


@dataclass(frozen=True, slots=True)
class Wish:
    """Some attributes of a product, and option name → value as the shop shows it."""

    attributes: tuple[Attribute, ...]
    options: Mapping[str, str]


def shown_value(value: str) -> str:
    """An option value as the shop shows it after reading it from a file."""
    return value.strip().replace("/", " | ").lower()


def instructions(
    words: Words,
    kind: Kind,
    attributes: Sequence[Attribute],
    options: Mapping[str, Sequence[str]],
    number: int,
    draw: Draw,
) -> list[dict[str, Any]]:
    """Entries of ``items_human_ins.json`` for one product, no two with the same opening, few with the same wish.

    Args:
        attributes, options: the product's.
        number: of entries.
    """
    openers = words.texts["instructions"]["openers"]
    first, entries, known = int(draw() * len(openers)), [], set()
    for i in range(number):
        wish = _new_wish(attributes, options, known, draw)
        opener = openers[(first + i) % len(openers)].format(one=kind.one)
        entries.append(
            {
                "instruction": _worded(words, opener, wish, draw),
                "instruction_attributes": [attribute.text for attribute in wish.attributes],
                "instruction_options": list(wish.options.values()),
            }
        )
    return entries


def _new_wish(
    attributes: Sequence[Attribute], options: Mapping[str, Sequence[str]], known: set[Any], draw: Draw
) -> Wish:
    """A wish that is not in ``known``, if one is found soon; it is added there."""
    for _ in range(TRIES):
        wish = _draw_wish(attributes, options, draw)
        mark = (frozenset(wish.attributes), *wish.options.values())
        if mark not in known:
            break
    known.add(mark)
    return wish


def _draw_wish(attributes: Sequence[Attribute], options: Mapping[str, Sequence[str]], draw: Draw) -> Wish:
    most = min(3, len(attributes))
    start, number = int(draw() * len(attributes)), 1 + int(draw() * most)
    wanted = tuple((attributes[start:] + attributes[:start])[:number])
    named = {
        name: shown_value(values[int(draw() * len(values))])
        for name, values in options.items()
        if draw() < OPTION_NAMED
    }
    return Wish(wanted, named)


def _worded(words: Words, opener: str, wish: Wish, draw: Draw) -> str:
    texts = words.texts["instructions"]
    asked = [_pick(words.said[name.lower()], draw).format(value) for name, value in wish.options.items()]
    if draw() < 0.5:
        joined = "".join(_attributes_said(texts, "", wish.attributes, draw))
        return f"{opener}{joined}{_joined(asked, draw)}{'.' if draw() < 0.5 else ''}"
    sentences = [f"{opener}.", *_attributes_said(texts, "sentence_", wish.attributes, draw)]
    if asked:
        sentences.append(_pick(texts["sentence_options"], draw).format(" and ".join(asked)))
    return " ".join(sentences)


def _attributes_said(
    texts: Mapping[str, Sequence[str]], prefix: str, attributes: Sequence[Attribute], draw: Draw
) -> list[str]:
    said = []
    for group in GROUPS:
        phrases = [attribute.phrase for attribute in attributes if attribute.group == group]
        if phrases:
            said.append(_pick(texts[prefix + group], draw).format(" and ".join(phrases)))
    return said


def _joined(asked: Sequence[str], draw: Draw) -> str:
    if not asked:
        return ""
    return (" " if draw() < 0.4 else ", ") + ", ".join(asked)


def _pick(options: Sequence[str], draw: Draw) -> str:
    return options[int(draw() * len(options))]
