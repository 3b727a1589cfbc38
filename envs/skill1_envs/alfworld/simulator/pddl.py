"""A PDDL problem as plain data: declared types, initial facts by predicate, the goal's literals.

Only the subset that ALFWorld problems use. Everything is lower-cased on reading, as the original translator does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from skill1.errors import DataError

Literal = tuple[str, ...]  # ("inreceptacle", "?o", "?r"); a negated one starts with "not"
_FACT = re.compile(r"\(([^()]+)\)")
_TOKEN = re.compile(r"[()]|[^\s()]+")
_DEEPEST = 50  # brackets within brackets; ALFWorld's goals have ten
_SHOWN = 200  # characters of a part that is not understood


@dataclass(frozen=True, slots=True)
class Problem:
    """Example: ``types["loc_bar_1_bar_2_bar_0_bar_30"] == "location"``, ``facts["opened"] == (("fridge",),)``."""

    types: dict[str, str]
    facts: dict[str, tuple[tuple[str, ...], ...]]
    goal: tuple[Literal, ...]  # a conjunction; every variable is existential and names are unique

    def pairs(self, predicate: str) -> list[tuple[str, str]]:
        """Facts of a two-place predicate. Raises ``DataError`` if one has more or fewer arguments."""
        return [(first, second) for first, second in self._rows(predicate, 2)]

    def subjects(self, predicate: str) -> frozenset[str]:
        """Arguments of a one-place predicate. Raises ``DataError`` if a fact has more or fewer."""
        return frozenset(row[0] for row in self._rows(predicate, 1))

    def _rows(self, predicate: str, arity: int) -> tuple[tuple[str, ...], ...]:
        rows = self.facts.get(predicate, ())
        if any(len(row) != arity for row in rows):
            raise DataError(f"PDDL fact ({predicate} …) without exactly {arity} arguments.")
        return rows


def parse_problem(text: str) -> Problem:
    """Raises ``DataError`` if a section is missing or the goal is not a conjunction under `exists`."""
    text = re.sub(r";[^\n]*", "", text.lower())
    marks = [text.find(f"(:{name}") for name in ("objects", "init", "goal")]
    if -1 in marks or marks != sorted(marks):
        raise DataError("PDDL problem without (:objects …), (:init …) and (:goal …) in this order.")
    objects, init, goal = (text[a:b] for a, b in zip(marks, [*marks[1:], len(text)], strict=True))
    match _tree(goal):
        case [_, [*condition]]:
            return Problem(_declared(objects), _facts(init), _bound(tuple(_literals(condition, {}))))
    raise DataError("PDDL problem without a condition in (:goal …).")


def _declared(section: str) -> dict[str, str]:
    """``a b - kind`` declares both."""
    types: dict[str, str] = {}
    waiting: list[str] = []
    tokens = iter(section.replace(")", " ").split()[1:])
    for token in tokens:
        if token == "-":
            types.update(dict.fromkeys(waiting, next(tokens, "")))
            waiting = []
        else:
            waiting.append(token)
    return types


def _facts(section: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    if "(not" in section:
        raise DataError("PDDL problem with a negated initial fact; ALFWorld writes none.")
    facts: dict[str, list[tuple[str, ...]]] = {}
    for body in _FACT.findall(section):
        predicate, *arguments = body.split() or [""]
        facts.setdefault(predicate, []).append(tuple(arguments))
    return {predicate: tuple(rows) for predicate, rows in facts.items()}


def _tree(text: str) -> list:
    """The first s-expression of a text as nested lists."""
    stack: list[list] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
            if len(stack) > _DEEPEST:
                raise DataError(f"PDDL goal with more than {_DEEPEST} brackets within brackets.")
        elif token == ")":
            done = stack.pop()
            if not stack:
                break
            stack[-1].append(done)
            if len(stack) == 1:
                return done
        else:
            stack[-1].append(token)
    raise DataError("PDDL goal with unbalanced brackets.")


def _bound(goal: tuple[Literal, ...]) -> tuple[Literal, ...]:
    """A variable outside all scopes is the one of that name inside one, as the original engine takes it.

    ALFWorld's goal of looking at a sliced thing is written so.
    """
    names = {word.partition("#")[0]: word for literal in goal for word in literal if "#" in word}
    return tuple(tuple(names.get(word, word) for word in literal) for literal in goal)


def _literals(node: list, names: dict[str, str]) -> Iterator[Literal]:
    """Flattens and, exists, not. Sibling scopes may reuse a variable's name, so each scope renames its own."""
    match node:
        case ["and", *parts]:
            for part in parts:
                yield from _literals(part, names)
        case ["exists", [*variables], body] if all(isinstance(v, str) for v in variables):
            scope = {v: f"{v}#{id(node)}" for v in variables if v.startswith("?")}
            yield from _literals(body, names | scope)
        case ["not", [*inner]]:
            yield from (("not", *literal) for literal in _literals(inner, names))
        case [str(predicate), str(first), *rest] if all(isinstance(a, str) for a in rest):
            yield (predicate, *(names.get(a, a) for a in (first, *rest)))
        case _:
            raise DataError(f"PDDL goal with a part that ALFWorld does not use: {repr(node)[:_SHOWN]}.")
