"""What the suite knows of the encyclopedia that ``skill1 envs make-corpus search`` makes; of other corpora nothing.

Demonstration worlds, ``demo:<seed>:<world>``, are other realms with pages of their own, in memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np

from skill1.env.protocol import Expert, TextEnv
from skill1.errors import ConfigError
from skill1.schema import SkillDraft, Task
from skill1_envs.kit.bm25 import SearchIndex
from skill1_envs.kit.inverted import build_in_order
from skill1_envs.kit.passages import Retriever
from skill1_envs.search.explorer import make_explorer, polluting_draft, value
from skill1_envs.search.generate import folder, make_corpus
from skill1_envs.search.generate.questions import DEMO_ROUND_TASKS
from skill1_envs.search.questions import Question, questions_from
from skill1_envs.search.retriever.words import IndexedPassages


class RealmsInsight:
    """The part of ``SearchSuite`` that implements ``skill1.env.protocol.Insight``."""

    # What ``SearchSuite``, which inherits from this class, brings along.
    _folder: Path
    splits: Callable[[], Mapping[str, int]]
    tasks: Callable[[str], Sequence[Task]]

    def expert(self, env: TextEnv | None, kind: str = "explorer", seed: int = 0) -> Expert:
        """``explorer``, ``sloppy`` or ``wary``. Raises ``ConfigError`` for any other kind, or another corpus."""
        self._require_realms()
        return make_explorer(kind, seed)

    def demo_worlds(self, kind: str, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
        """Worlds of six rounds of 32 tasks, the last one cut. Raises ``ConfigError`` for another corpus."""
        self._require_realms()
        for split, number in folder.demo_splits(episodes, seed):
            tasks = self.tasks(split)[:number]
            yield [list(tasks[i : i + DEMO_ROUND_TASKS]) for i in range(0, number, DEMO_ROUND_TASKS)]

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
        return split.startswith(folder.DEMO_PREFIX) and self._realms is not None

    def _demo_questions(self, split: str) -> tuple[Question, ...]:
        rows = folder.demo_world(self._require_realms(), split).rows
        # By the reader of files, so that what is made in memory keeps to the same form.
        return questions_from((split, row) for row in rows)

    def _demo_retriever(self, split: str) -> Retriever:
        return _demo_retriever(self._require_realms(), split)


@lru_cache(maxsize=2)
def _demo_retriever(settings: folder.Realms, split: str) -> Retriever:
    """Worlds are played one after another, each by many environments."""
    corpus = folder.demo_world(settings, split).corpus
    # Equal scores by position, as in an index of a corpus on disk.
    return IndexedPassages(corpus, SearchIndex(build_in_order(passage.contents for passage in corpus)))
