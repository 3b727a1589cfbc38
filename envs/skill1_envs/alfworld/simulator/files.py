"""A game folder on disk: reads ``game.tw-pddl`` and ``traj_data.json``, checks them, returns their texts.

The rules of this simulator are built in, while every game file carries its own domain and grammar. Both are
therefore compared with the known ones by hash, and a file with other rules is refused instead of being played
wrongly. Files of alfworld 0.2.2 to 0.3.5 are known too: their rules are the same but for the command `help`,
and their wording is chosen when a game is parsed, whatever the file's age.

A ``Problem`` is its PDDL as plain data: declared types, initial facts by predicate, the goal's literals; only the
subset that ALFWorld uses. Everything is lower-cased on reading, as the original translator does.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from skill1.errors import ConfigError, DataError

DATA_FOLDER = "json_2.1.1"  # holds the splits
GAME_FILE = "game.tw-pddl"
TRAJECTORY_FILE = "traj_data.json"
TASK_PREFIX = "Your task is to: "
# SHA-256 of alfred.pddl and alfred.twl2 as shipped with alfworld 0.4.0 to 0.5.0, blanks at both ends removed.
DOMAIN_SHA256 = "820415cf39367c927deed5f1af9d98839d5c286333d6c1fe96dac16de689faee"
GRAMMAR_SHA256 = "a3f0018f7eeb99d9445114c7830a361c528315a01ad6007f514ccb4aae198f59"
# The same of the releases 0.2.2 to 0.3.5.
OLD_DOMAIN_SHA256 = "4aa3c672da976ddc94699c4d8c14ac00a38397b7f756ff15152a1befbf090c84"
OLD_GRAMMAR_SHA256 = "9033ef2f998dae1884e325af584c9e56033e3c065357edef47ab499964911584"
_GRAMMAR_OF = {DOMAIN_SHA256: GRAMMAR_SHA256, OLD_DOMAIN_SHA256: OLD_GRAMMAR_SHA256}
SHIPPED_TASK = "UNKNOWN GOAL"  # stands in the shipped grammar where a game has its task


@dataclass(frozen=True, slots=True)
class GameFile:
    """The parts of one game file that differ between games."""

    problem: str  # PDDL text
    task: str  # sentence without its final period
    solvable: bool = True


def read_game_file(path: Path) -> GameFile:
    """Reads and checks one ``game.tw-pddl``; the task is the one in its grammar.

    Raises:
        DataError: missing, not JSON, a key is absent, or domain or grammar are not the known ones.
    """
    content = _parse_json(path, _read_text(path, "Expected a game made by ALFWorld."))
    keys = ("pddl_domain", "grammar", "pddl_problem")
    missing = [key for key in keys if not isinstance(content.get(key), str)]
    if missing:
        raise DataError(f"{path}: no text under {', '.join(missing)}; expected an ALFWorld {GAME_FILE}.")
    domain, grammar, problem = (content[key] for key in keys)
    # The sentence differs from game to game, so it comes out before the hash is taken.
    task, shipped_grammar = split_task(grammar, path)
    _check_rules(path, domain, shipped_grammar)
    # As ALFWorld's collection reads it: a game without the mark was never tried out, and is not played.
    return GameFile(problem, task, content.get("solvable") is True)


def read_game_folder(folder: Path, goal_text: str = "templates") -> GameFile:
    """The game of a folder with the task as ``goal_text`` wants it: ``templates`` or ``people``.

    ``templates`` is the sentence in the game file, which is what the original engine plays. ``people`` is the first
    sentence that a person wrote for this trial (``read_people_task``), so a game always has the same one.

    Raises:
        ConfigError: another ``goal_text``.
        DataError: as ``read_game_file`` and ``read_people_task``.
    """
    # Checked here, too: in Python an EnvConfig is made without a look at its values.
    if goal_text not in ("templates", "people"):
        raise ConfigError(f"env.goal_text = {goal_text!r} cannot be used; expected templates or people.")
    file = read_game_file(folder / GAME_FILE)
    return replace(file, task=read_people_task(folder)) if goal_text == "people" else file


def read_people_task(folder: Path) -> str:
    """``turk_annotations.anns[0].task_desc`` of ``traj_data.json``, letter for letter.

    The original puts such sentences into its grammar (``alfworld-generate --goal_desc_human_anns_prob 1``, a draw
    among the annotations), which adds a period of its own: "Put it on the desk." is shown as "Your task is to: Put
    it on the desk..". So is ours. There, a sentence with a tab, a quotation mark, a backslash or braces breaks the
    game, and one with ``; | < [ #`` is cut short; here every sentence is plain text.

    Raises:
        DataError: no such file, or nobody described the task.
    """
    path = folder / TRAJECTORY_FILE
    text = _read_text(path, "goal_text people takes sentences from it.")
    match _section(path, text, "turk_annotations"):
        case {"anns": [{"task_desc": str(task)}, *_]} if task.strip():
            return task
    raise DataError(
        f"{path}: no sentence under turk_annotations.anns[0].task_desc, where ALFRED keeps what people wrote. Type: "
        "--env.goal_text templates, or get annotated games: alfworld-download."
    )


def split_task(grammar: str, path: Path) -> tuple[str, str]:
    """The task sentence inside a grammar, and the grammar as shipped, that is with the sentence taken out."""
    before, prefix, rest = grammar.partition(TASK_PREFIX)
    # Within the line of the prefix: the sentences of the other rules end in '."' too.
    task, end, _ = rest.partition("\n")[0].rpartition('."')  # the last: a written task may hold '."' itself
    if not end:
        raise DataError(f"{path}: the grammar holds no '{TASK_PREFIX}…'; expected an ALFWorld {GAME_FILE}.")
    return task, before + prefix + SHIPPED_TASK + rest[len(task) :]


def read_task_type(folder: Path) -> str | None:
    """``task_type`` of the folder's ``traj_data.json``; None if there is no such file.

    Raises:
        DataError: the file cannot be read, is cut short, or names no type.
    """
    path = folder / TRAJECTORY_FILE
    if not path.exists():
        return None
    text = _read_text(path, f"Expected an ALFRED {TRAJECTORY_FILE}.")
    # What is cut short behind the type would still play with goal_text templates: parsed whole, it is refused.
    is_whole = text.rstrip().endswith("}")
    task_type = _section(path, text, "task_type") if is_whole else _parse_json(path, text).get("task_type")
    if not isinstance(task_type, str):
        raise DataError(f"{path}: no task_type; expected an ALFRED {TRAJECTORY_FILE}.")
    return task_type


def _read_text(path: Path, purpose: str) -> str:
    # Of a pipe and the like, reading would wait for ever.
    if path.exists() and not path.is_file():
        raise DataError(f"{path} is not a file. {purpose}")
    try:
        return path.read_text(encoding="utf-8")
    # ValueError: the bytes are no UTF-8.
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read: {error}. {purpose}") from error


def _parse_json(path: Path, text: str) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:  # RecursionError: thousands of nested brackets
        raise DataError(f"{path} is not JSON: {error}. It may be cut short; fetch it again.") from error
    if not isinstance(content, dict):
        raise DataError(f"{path} holds a JSON {type(content).__name__}; expected an object.")
    return content


def _section(path: Path, text: str, key: str) -> Any:
    """One value of a JSON object, parsed alone where its key is unmistakable; None if there is none."""
    # A trajectory of 300 KB is parsed for one sentence, thousands of times for a split. A single match is the key
    # itself, because text that quotes it has escaped quotes.
    found = list(re.finditer(rf'"{key}"\s*:\s*', text))
    if len(found) == 1:
        try:
            return json.JSONDecoder().raw_decode(text, found[0].end())[0]
        except (ValueError, RecursionError):
            pass  # the whole file is parsed below, for a message about the whole file
    return _parse_json(path, text).get(key)


def _check_rules(path: Path, domain: str, grammar: str) -> None:
    got = _sha256(domain)
    if got not in _GRAMMAR_OF:
        raise _other_rules(path, "PDDL domain", got, DOMAIN_SHA256)
    # Both have to be of one age: no release made files with the domain of one and the grammar of the other.
    expected = _GRAMMAR_OF[got]
    got = _sha256(grammar)
    if got != expected:
        raise _other_rules(path, "text grammar", got, expected)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.strip().encode()).hexdigest()


def _other_rules(path: Path, what: str, got: str, expected: str) -> DataError:
    return DataError(
        f"{path}: its {what} has SHA-256 {got[:12]}…, expected {expected[:12]}… (alfworld 0.2.2 to 0.3.5, or 0.4 and "
        "later). The native simulator plays those rules only; get games from a current alfworld: alfworld-download."
    )


# From here on: the PDDL problem inside a game file.
Literal = tuple[str, ...]  # ("inreceptacle", "?o", "?r"); a negated one starts with "not"
# Innermost brackets only. The section's own bracket has others inside, so it is no match.
_FACT = re.compile(r"\(([^()]+)\)")
_TOKEN = re.compile(r"[()]|[^\s()]+")
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
    # Comments first: they may hold brackets.
    text = re.sub(r";[^\n]*", "", text.lower())
    marks = [text.find(f"(:{name}") for name in ("objects", "init", "goal")]
    if -1 in marks or marks != sorted(marks):
        raise DataError("PDDL problem without (:objects …), (:init …) and (:goal …) in this order.")
    objects, init, goal = (text[a:b] for a, b in zip(marks, [*marks[1:], len(text)], strict=True))
    # The last bracket of the file closes (define …); _tree stops before it. The first element is the word ":goal".
    match _tree(goal):
        case [_, [*condition]]:
            return Problem(_declared(objects), _facts(init), _bound(tuple(_literals(condition, {}))))
    raise DataError("PDDL problem without a condition in (:goal …).")


def _declared(section: str) -> dict[str, str]:
    """``a b - kind`` declares both."""
    types: dict[str, str] = {}
    waiting: list[str] = []
    # The first word is "(:objects" itself.
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
        # Blanks in brackets are a fact without any word.
        predicate, *arguments = body.split() or [""]
        facts.setdefault(predicate, []).append(tuple(arguments))
    return {predicate: tuple(rows) for predicate, rows in facts.items()}


def _tree(text: str) -> list:
    """The first s-expression of a text as nested lists."""
    stack: list[list] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            # One bracket too many: it closes what was never opened.
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
    # Renamed variables read "?o#…", as _literals leaves them.
    names = {word.partition("#")[0]: word for literal in goal for word in literal if "#" in word}
    return tuple(tuple(names.get(word, word) for word in literal) for literal in goal)


def _literals(node: list, names: dict[str, str]) -> Iterator[Literal]:
    """Flattens and, exists, not. Sibling scopes may reuse a variable's name, so each scope renames its own."""
    match node:
        case ["and", *parts]:
            for part in parts:
                yield from _literals(part, names)
        case ["exists", [*variables], body] if all(isinstance(v, str) for v in variables):
            # Among the variables stand dashes and types: (?o - object).
            # The ids differ, because the whole tree lives until its literals are collected.
            scope = {v: f"{v}#{id(node)}" for v in variables if v.startswith("?")}
            yield from _literals(body, names | scope)
        case ["not", [*inner]]:
            # Right for a single literal. The compiler of goals accepts no other negation than "not the same
            # thing".
            yield from (("not", *literal) for literal in _literals(inner, names))
        case [str(predicate), str(first), *rest] if all(isinstance(a, str) for a in rest):
            yield (predicate, *(names.get(a, a) for a in (first, *rest)))
        case _:
            raise DataError(f"PDDL goal with a part that ALFWorld does not use: {repr(node)[:_SHOWN]}.")
