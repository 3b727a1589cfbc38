"""What ``skill1 envs`` and ``skill1 doctor`` ask of Search-QA: where its data is and how to get some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from skill1.env.service import Command, CommandName, DataFolder
from skill1_envs.search.generate.command import MAKE_CORPUS

VARIABLE = "SEARCH_DATA"
DATA_FOLDER = DataFolder(VARIABLE, f"skill1 envs fetch search DIR, then export {VARIABLE}=DIR")
NEEDS: Mapping[str, Sequence[str]] = {}
COMMANDS: Mapping[CommandName, Command] = {"make-corpus": MAKE_CORPUS}
