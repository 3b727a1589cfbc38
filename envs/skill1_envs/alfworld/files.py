"""A game folder on disk: reads ``game.tw-pddl`` and ``traj_data.json``, checks them, returns their texts.

The rules of this simulator are built in, while every game file carries its own domain and grammar. Both are
therefore compared with the known ones by hash, and a file with other rules is refused instead of being played
wrongly.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skill1.errors import DataError

GAME_FILE = "game.tw-pddl"
TRAJECTORY_FILE = "traj_data.json"
TASK_PREFIX = "Your task is to: "
# SHA-256 of alfred.pddl and alfred.twl2 as shipped with alfworld 0.4.0 to 0.5.0, blanks at both ends removed.
DOMAIN_SHA256 = "820415cf39367c927deed5f1af9d98839d5c286333d6c1fe96dac16de689faee"
GRAMMAR_SHA256 = "a3f0018f7eeb99d9445114c7830a361c528315a01ad6007f514ccb4aae198f59"
_SHIPPED_TASK = "UNKNOWN GOAL"  # stands in the shipped grammar where a game has its task

_TASK = re.compile(rf'{re.escape(TASK_PREFIX)}(.*)\."')  # greedy: a written task may hold '."' itself
_HELP = re.compile(r'"help\.feedback":\s*\[\s*\{\s*"rhs":\s*("(?:[^"\\]|\\.)*")')
_TASK_TYPE = re.compile(r'"task_type"\s*:\s*"([^"\\]*)"')


@dataclass(frozen=True, slots=True)
class GameFile:
    """The parts of one game file that differ between games, plus the help text."""

    problem: str  # PDDL text
    task: str  # sentence without its final period
    help: str  # answer to the command `help`
    solvable: bool


def read_game_file(path: Path) -> GameFile:
    """Reads and checks one ``game.tw-pddl``.

    Raises:
        DataError: missing, not JSON, a key is absent, or domain or grammar are not the known ones.
    """
    content = _read_json(path)
    missing = [key for key in ("pddl_domain", "grammar", "pddl_problem") if not isinstance(content.get(key), str)]
    if missing:
        raise DataError(f"{path}: no text under {', '.join(missing)}; expected an ALFWorld {GAME_FILE}.")
    _check(path, "PDDL domain", content["pddl_domain"], DOMAIN_SHA256)
    task, shipped_grammar = split_task(content["grammar"], path)
    _check(path, "text grammar", shipped_grammar, GRAMMAR_SHA256)
    return GameFile(content["pddl_problem"], task, _help_text(shipped_grammar), content.get("solvable") is True)


def split_task(grammar: str, path: Path) -> tuple[str, str]:
    """The task sentence inside a grammar, and the grammar as shipped, that is with the sentence taken out."""
    found = _TASK.search(grammar)
    if not found:
        raise DataError(f"{path}: the grammar holds no '{TASK_PREFIX}…'; expected an ALFWorld {GAME_FILE}.")
    return found[1], grammar[: found.start(1)] + _SHIPPED_TASK + grammar[found.end(1) :]


def read_task_type(folder: Path) -> str | None:
    """``task_type`` of the folder's ``traj_data.json``; None if there is no such file.

    Published files are 300 KB, and a split has thousands, so the key is looked up before the file is parsed as
    JSON.
    """
    path = folder / TRAJECTORY_FILE
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read: {error}.") from error
    found = _TASK_TYPE.findall(text)
    if len(found) == 1:
        return found[0]
    task_type = _parse_json(path, text).get("task_type")
    if not isinstance(task_type, str):
        raise DataError(f"{path}: no task_type; expected an ALFRED {TRAJECTORY_FILE}.")
    return task_type


def _read_json(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read: {error}. Expected a game made by ALFWorld.") from error
    return _parse_json(path, text)


def _parse_json(path: Path, text: str) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except ValueError as error:
        raise DataError(f"{path} is not JSON: {error}. It may be cut short; fetch it again.") from error
    if not isinstance(content, dict):
        raise DataError(f"{path} holds a JSON {type(content).__name__}; expected an object.")
    return content


def _check(path: Path, what: str, text: str, expected: str) -> None:
    got = hashlib.sha256(text.strip().encode()).hexdigest()
    if got != expected:
        raise DataError(
            f"{path}: its {what} has SHA-256 {got[:12]}…, expected {expected[:12]}… (alfworld 0.4 and later). The "
            "native simulator plays those rules only; get the game from a present alfworld: alfworld-download."
        )


def _help_text(grammar: str) -> str:
    # The grammar is checked by hash, so the pattern is known to fit. The engine drops the leading newline.
    found = _HELP.search(grammar)
    assert found, "the known grammar has a help text"
    return json.loads(found[1]).removeprefix("\n")
