"""The suite ``search``: reads a folder with a corpus and questions, lists these as tasks, makes environments."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType

import numpy as np

from skill1.env.protocol import EnvConfig, Expert, TextEnv
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1.schema import SkillDraft, Task, neutralise
from skill1_envs.kit.bm25 import SearchIndex
from skill1_envs.kit.inverted import build_in_order
from skill1_envs.kit.passages import Retriever
from skill1_envs.kit.world_folder import DEMO_PREFIX, data_folder, demo_worlds
from skill1_envs.search import service
from skill1_envs.search.env import SearchEnv
from skill1_envs.search.explorer import make_explorer, polluting_draft, value
from skill1_envs.search.generate import folder, make_corpus
from skill1_envs.search.generate.questions import SOURCES as REALM_SOURCES
from skill1_envs.search.questions import Question, question_files, questions_from, read_questions
from skill1_envs.search.retriever import open_retriever
from skill1_envs.search.retriever.client import PROBE
from skill1_envs.search.retriever.words import IndexedPassages
from skill1_envs.search.rules import RULES

SHOWN_DIGITS = 12  # of a SHA-256
MAX_QUESTION_CHARS = 4_000  # every prompt of an episode holds the question
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


class SearchSuite:
    """Implements ``skill1.env.protocol.Suite`` over a folder with ``corpus.jsonl`` and ``questions/<split>.jsonl``.

    Parquet files of Search-R1's family are read as they are. With ``config.retriever`` no corpus need be there.

    The folder is ``config.data`` or ``$SEARCH_DATA``; a file is read when first needed, once. Task ids are
    ``search/<split>/<id of the question>``; types are the data sets that questions are from.

    Hidden facts are known of the encyclopedia that ``skill1 envs make-corpus search`` makes, of no other corpus. Its
    demonstration worlds, ``demo:<seed>:<world>``, are other realms with pages of their own, in memory.
    """

    name = "search"
    data_folder, needs, commands = service.DATA_FOLDER, service.NEEDS, service.COMMANDS
    doctor = staticmethod(service.doctor)

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
        is_demo = self._is_demo(split)
        return SearchEnv(
            tasks,
            questions,
            _demo_retriever(self._realms, split) if is_demo else self._retriever,
            RULES[self._config.rules],
            top_k=self._config.top_k,
            max_steps=self._config.max_steps,
            is_remote=bool(self._config.retriever) and not is_demo,
        )

    def expert(self, env: TextEnv | None, kind: str = "explorer", seed: int = 0) -> Expert:
        """``explorer``, ``sloppy`` or ``wary``. Raises ``ConfigError`` for any other kind, or another corpus."""
        self._require_realms()
        return make_explorer(kind, seed)

    def demo_worlds(self, kind: str, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
        """Worlds of six rounds of 32 tasks, the last one cut. Raises ``ConfigError`` for another corpus."""
        self._require_realms()
        return demo_worlds(self.tasks, episodes, seed)

    def judge(self, task: Task, draft: SkillDraft) -> float:
        """How right a skill is for a question: 1, 0 or -1; 0 in any other corpus."""
        return value(self._realms, task, draft) if self._realms else 0.0

    def polluting_draft(self, task: Task, rng: np.random.Generator) -> SkillDraft:
        """A poor skill for the library of demonstrations. Raises ``ConfigError`` for another corpus."""
        return polluting_draft(self._require_realms(), task, rng)

    def vocabulary(self) -> Sequence[str]:
        """Every word that short forms show; of another corpus, all words of its questions."""
        if self._realms:
            return folder.vocabulary()
        texts = (task.instruction.lower() for split in self.splits() for task in self.tasks(split))
        return sorted({word for text in texts for word in re.findall(r"\w+", text)})

    @classmethod
    def make_quickstart(
        cls, out: Path, *, seed: int, train: int, seen: int, unseen: int, on_task: Callable[[], None] | None = None
    ) -> None:
        """Writes the corpus and the questions of a quickstart."""
        make_corpus(out, seed=seed, train=train, eval=seen, test=unseen, on_question=on_task)

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
        # As Python writes them: no line break within a text can pass for the end of a question.
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
        return data_folder(self._config.data, service.VARIABLE, "Search-QA's corpus", HOW_TO_GET_DATA)

    @cached_property
    def _realms(self) -> folder.Realms | None:
        """What the folder's manifest says of realms; None for any other folder."""
        return folder.read_realms(self._folder)

    def _require_realms(self) -> folder.Realms:
        if self._realms is None:
            raise ConfigError(
                f"{self._folder} is not a generated encyclopedia. Demonstrations and tiny policies exist only for "
                "those. Type: skill1 envs make-corpus search OUT, then --env.data OUT"
            )
        return self._realms

    def _is_demo(self, split: str) -> bool:
        return split.startswith(DEMO_PREFIX) and self._realms is not None

    @cached_property
    def _files(self) -> Mapping[str, Path]:
        """Split → its file."""
        found = question_files(self._folder)
        if not found:
            raise DataError(f"{self._folder} holds no questions. {HOW_TO_GET_DATA}")
        return found

    @cached_property
    def _retriever(self) -> Retriever:
        """Of the folder, or of the servers that ``env.retriever`` names, once one of them has answered."""
        retriever = open_retriever(self._folder, address=self._config.retriever or ())
        if self._config.retriever:
            try:
                retriever.retrieve([PROBE], 1)
            # Told before the first question: else each fails after all its tries, which takes days for a whole split.
            except EnvironmentFault as error:
                raise ConfigError(f"env.retriever: {error}") from error
        return retriever

    def _content(self, split: str) -> tuple[tuple[Task, ...], tuple[Question, ...]]:
        if split not in self._contents:
            # Made in memory, but by the reader of files, so that it keeps to the same form.
            if self._is_demo(split):
                questions = questions_from((split, row) for row in folder.demo_world(self._realms, split).rows)
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


@lru_cache(maxsize=2)
def _demo_retriever(settings: folder.Realms, split: str) -> Retriever:
    """Worlds are played one after another, each by many environments."""
    corpus = folder.demo_world(settings, split).corpus
    # Equal scores by position, as in an index of a corpus on disk.
    return IndexedPassages(corpus, SearchIndex(build_in_order(passage.contents for passage in corpus)))
