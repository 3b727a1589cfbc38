"""The suite ``search``: reads a folder with a corpus and questions, lists these as tasks, makes environments."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from skill1.env.protocol import EnvConfig
from skill1.errors import DataError
from skill1.schema import Task, neutralise
from skill1_envs.kit.passages import Retriever
from skill1_envs.search import service
from skill1_envs.search.env import SearchEnv
from skill1_envs.search.generate.questions import SOURCES as REALM_SOURCES
from skill1_envs.search.insight import RealmsInsight
from skill1_envs.search.questions import Question, question_files, read_questions
from skill1_envs.search.retriever import open_retriever
from skill1_envs.search.rules import RULES

SHOWN_DIGITS = 12  # of a SHA-256
MAX_QUESTION_CHARS = 4_000
# Data sets of the family's evaluation, in the order of its tables: data_source → short name.
SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "nq": "NQ",
        "triviaqa": "TriviaQA",
        "popqa": "PopQA",
        "hotpotqa": "HotpotQA",
        "2wikimultihopqa": "2Wiki",
        "musique": "MuSiQue",
        "bamboogle": "Bamboogle",
    }
)
HOW_TO_GET_DATA = (
    "Type --env.data DIR or export SEARCH_DATA=DIR; it holds corpus.jsonl and questions/SPLIT.jsonl or .parquet. "
    "For the published ones type: skill1 envs fetch search DIR. For generated ones: skill1 envs make-corpus search DIR."
)


class SearchSuite(RealmsInsight):
    """Implements ``skill1.env.protocol.Suite`` over a folder with ``corpus.jsonl`` and ``questions/<split>.jsonl``.

    Parquet files of Search-R1's family are read as they are. With ``config.retriever`` no corpus need be there.

    The folder is ``config.data`` or ``$SEARCH_DATA``; a file is read when first needed, once. Task ids are
    ``search/<split>/<id of the question>``; types are the data sets that questions are from.
    """

    name = "search"
    data_folder, needs, commands = service.DATA_FOLDER, service.NEEDS, service.COMMANDS

    def __init__(self, config: EnvConfig) -> None:
        self._config = config
        self._contents: dict[str, tuple[tuple[Task, ...], tuple[Question, ...]]] = {}  # by split

    def splits(self) -> Mapping[str, int]:
        """Split name → number of questions."""
        # How many questions a file holds is not known before it is read.
        return MappingProxyType({split: len(self._content(split)[0]) for split in self._files})

    def tasks(self, split: str) -> Sequence[Task]:
        """The questions of a split in the order of its file.

        Raises:
            DataError: the data is missing or damaged, or there is no such split.
        """
        return self._content(split)[0]

    def make(self, split: str) -> SearchEnv:
        """An environment over a split. Raises ``DataError`` as ``tasks``, and for a damaged corpus."""
        tasks, questions = self._content(split)
        return SearchEnv(
            tasks,
            questions,
            self._demo_retriever(split) if self._is_demo(split) else self._retriever,
            RULES[self._config.rules],
            top_k=self._config.top_k,
            max_steps=self._config.max_steps,
            is_remote=self._config.retriever is not None,
        )

    def task_types(self) -> Mapping[str, str]:
        """The family's seven data sets, then any other one that a split which was read has."""
        # Nothing may be read for this: before the first split was read there may be no folder at all.
        if self._contents and self._realms:
            return REALM_SOURCES
        others = {question.source: question.source for _, found in self._contents.values() for question in found}
        return {**SOURCES, **{source: name for source, name in sorted(others.items()) if source not in SOURCES}}

    def split_source(self, split: str) -> tuple[str, str]:
        """The file of a split, the rules, and hashes of its questions; no warning."""
        # The answers are in the hash too: two files with equal questions may be graded differently.
        questions = self._content(split)[1]
        text = "\n".join(repr((q.id, q.question, q.targets, q.source)) for q in questions)
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:SHOWN_DIGITS]
        name = "made in memory" if self._is_demo(split) else self._files[split].name
        return f"{name}; rules {self._config.rules}, top {self._config.top_k}; questions {digest}", ""

    def close(self) -> None:
        """Closes the retriever, if one was opened."""
        # Asked of the dict, for the property would open one to close it.
        if "_retriever" in vars(self):
            self._retriever.close()

    @cached_property
    def _folder(self) -> Path:
        given = self._config.data or os.environ.get(service.VARIABLE)
        if not given:
            raise DataError(f"Search-QA's corpus: no folder is given. {HOW_TO_GET_DATA}")
        # Configurations name folders as people type them, and no shell has replaced a ~ in them.
        folder = Path(os.path.expanduser(given))
        if not folder.is_dir():
            raise DataError(f"Search-QA's corpus: {folder} is not a folder. {HOW_TO_GET_DATA}")
        return folder

    @cached_property
    def _files(self) -> Mapping[str, Path]:
        """Split → its file."""
        found = question_files(self._folder)
        if not found:
            raise DataError(f"{self._folder} holds no questions. {HOW_TO_GET_DATA}")
        return found

    @cached_property
    def _retriever(self) -> Retriever:
        """Of the folder, or of the servers that ``env.retriever`` names."""
        return open_retriever(self._folder, address=self._config.retriever or ())

    def _content(self, split: str) -> tuple[tuple[Task, ...], tuple[Question, ...]]:
        if split not in self._contents:
            # Made in memory: no file is looked for.
            if self._is_demo(split):
                questions = self._demo_questions(split)
            elif split in self._files:
                questions = read_questions(self._files[split])
            else:
                raise DataError(f"search has no split {split!r}; it has {', '.join(self._files)}.")
            tasks = tuple(_task(split, index, question) for index, question in enumerate(questions))
            self._contents[split] = tasks, questions
        return self._contents[split]


def _task(split: str, index: int, question: Question) -> Task:
    """Questions are strangers' texts, which go into prompts: without tags and control characters."""
    instruction = neutralise(question.question, MAX_QUESTION_CHARS)
    return Task(f"search/{split}/{question.id}", "search", split, index, instruction, question.source)
