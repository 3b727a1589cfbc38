"""The words of ALFWorld's games, for word-level tokenizers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from skill1_envs.alfworld import texts
from skill1_envs.alfworld.files import read_game_folder
from skill1_envs.alfworld.game import COMMANDS, display_names
from skill1_envs.alfworld.pddl import parse_problem

_WORD = re.compile(r"\w+|[^\w\s]")
_SHOWN = {"0.4": ("object", "receptacle"), "0.3": ("object", "receptacle", "location")}


def words(text: str) -> list[str]:
    """Lower-case words, numbers and single punctuation marks, in order."""
    return _WORD.findall(text.lower())


def vocabulary_of(
    folders: Iterable[Path], goal_text: str = "templates", text_version: str = "0.4"
) -> tuple[str, ...]:
    """All words that observations, commands and tasks of these game folders can hold, sorted.

    Taken from the sentence templates, the command forms, the help text, the task sentences and the names of
    things (in the 0.3 text also of poses). The options are those of ``env.read_game``.
    """
    found = set(words(" ".join(texts.TEMPLATES).replace("%s", " ")))
    found.update(words(" ".join(part for verb, form in COMMANDS.items() for part in (verb, form[1]))))
    for folder in folders:
        file = read_game_folder(folder, goal_text)
        problem = parse_problem(file.problem)
        found.update(words(file.help), words(file.task))
        for name, shown in display_names(problem).items():
            if problem.types.get(name) in _SHOWN[text_version]:
                found.update(words(shown))
    return tuple(sorted(found))
