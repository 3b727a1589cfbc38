"""What ``skill1 envs`` and ``skill1 doctor`` ask of Search-QA: where its data is and how to get some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from skill1.env.service import Command, CommandName, DataFolder
from skill1_envs.kit.download import fetch_command
from skill1_envs.search.fetch import SETS, fetch_set
from skill1_envs.search.generate.command import MAKE_CORPUS

VARIABLE = "SEARCH_DATA"
DATA_FOLDER = DataFolder(VARIABLE, f"skill1 envs fetch search DIR, then export {VARIABLE}=DIR")
NEEDS: Mapping[str, Sequence[str]] = {"search": ("regex", "nltk")}  # of a corpus that is searched in this process
COMMANDS: Mapping[CommandName, Command] = {
    "fetch": fetch_command(
        "search",
        VARIABLE,
        lambda folder, report, which: fetch_set(folder, report, which),
        sets={**dict.fromkeys(SETS, ""), "wiki18": "with the corpus: some 14 GB when unpacked"},
        note="Search-R1's questions (NQ, HotpotQA to train on, seven data sets to test on), its Wikipedia of 2018.",
    ),
    "make-corpus": MAKE_CORPUS,
}
