"""What ``skill1 envs`` and ``skill1 doctor`` ask of Search-QA: where its data is and how to get some."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from skill1.env.protocol import EnvConfig
from skill1.env.service import Command, CommandName, DataFolder, Finding, Outcome, Report, Table, counted
from skill1.errors import Skill1Error, quoted
from skill1_envs.kit.download import fetch_command
from skill1_envs.search.fetch import SETS, fetch_set
from skill1_envs.search.generate.folder import make_corpus
from skill1_envs.search.retriever.client import PROBE, RetrieverClient
from skill1_envs.search.retriever.corpus import FILE_NAME
from skill1_envs.search.retriever.manifest import is_index

VARIABLE = "SEARCH_DATA"
# Of the doctor, who asks once. A run waits longer and tries again.
ANSWER_TIMEOUT_S = 10.0
QUESTIONS = {"train": 1536, "eval": 144, "test": 864}  # as the quickstart makes them


def _add_numbers(parser: ArgumentParser) -> None:
    for name, number in QUESTIONS.items():
        text = f"number of {name} questions (default: {number})"
        parser.add_argument(f"--{name}", metavar="N", type="natural", default=number, help=text)


def _make(arguments: Namespace, report: Report) -> Outcome:
    counts = {name: getattr(arguments, name) for name in QUESTIONS}
    on_question = counted(report, "questions", sum(counts.values()))
    make_corpus(arguments.out, seed=arguments.seed, on_question=on_question, **counts)
    return Outcome(
        data={"counts": counts},
        tables=[Table(str(arguments.out), ("split", "questions"), list(counts.items()))],
        to_play=f"--env.data {quoted(arguments.out)}",
    )


def doctor(config: EnvConfig) -> Iterator[Finding]:
    """Whether there is something to search in: a server that answers, or a corpus beside the questions."""
    if config.retriever:
        # Each of its own: a run asks the next one where one is down, and nobody would hear of that one.
        yield from (_server(address.strip()) for address in config.retriever.split(",") if address.strip())
        return
    named = config.data or os.environ.get(VARIABLE)
    folder = Path(os.path.expanduser(named)) if named else None
    # Of a folder that is not there it is said already that there are no questions.
    if folder is None or not folder.is_dir():
        return
    if is_index(folder) or (folder / FILE_NAME).is_file():
        yield Finding("corpus", "ok", str(folder))
    else:
        command = f"skill1 envs fetch search {quoted(folder)}, or --env.retriever URL of a server that has one"
        yield Finding("corpus", "missing", f"{folder} holds neither an index nor {FILE_NAME}", command)


def _server(address: str) -> Finding:
    try:
        RetrieverClient(address, timeout_s=ANSWER_TIMEOUT_S, tries=1).retrieve([PROBE], 1)
    except Skill1Error as error:
        return Finding("env.retriever", "missing", str(error), "skill1 retriever serve INDEX --port 8000")
    return Finding("env.retriever", "ok", address)


DATA_FOLDER = DataFolder(VARIABLE, f"skill1 envs fetch search DIR, then export {VARIABLE}=DIR")
NEEDS: Mapping[str, Sequence[str]] = {"search": ("regex", "nltk")}  # of a corpus that is searched in this process
COMMANDS: Mapping[CommandName, Command] = {
    "fetch": fetch_command(
        "search",
        VARIABLE,
        # Looked up at each call, so that another source can stand in for the published one.
        lambda folder, report, which: fetch_set(folder, report, which),
        sets={**dict.fromkeys(SETS, ""), "wiki18": "with the corpus: about 14 GB when unpacked"},
        note="Search-R1's questions (NQ and HotpotQA for training, seven data sets for testing) and its Wikipedia "
        "of 2018.",
    ),
    "make-corpus": Command(
        _make,
        _add_numbers,
        note="A fictional encyclopedia: scores cannot be compared with those on published questions.",
    ),
}
