"""What suites played elsewhere have in common: they know what was described to them and ask for the rest."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from skill1.env.wire import PROTOCOL, Request, decode_splits, decode_tasks, encode_task
from skill1.errors import ConfigError, EnvironmentFault
from skill1.schema import SkillDraft, Task

JUDGED = 2**16  # judgements kept; training asks for the same skill and task again and again
ASKED_METHODS = ("judge", "vocabulary", "task_types", "split_source")

Ask = Callable[[Request], Any]


class RemoteSuite:
    """Splits, tasks and the optional methods of a suite reached through ``ask``.

    Optional methods that the suite lacks are lacking here, too: ``offered`` names those there are, each implemented by
    the method of that name with an underscore. ``judge`` remembers its answers: hidden facts do not change.
    """

    def __init__(self, ask: Ask, description: Mapping[str, Any]) -> None:
        if description.get("protocol") != PROTOCOL:
            raise ConfigError(
                f"the environment's side speaks protocol {description.get('protocol')!r}, this one {PROTOCOL}. "
                "Install the same version of skill1 on both sides: pip install --upgrade skill1"
            )
        self._ask = ask
        self.name = str(description.get("name"))
        self.offered = set(ASKED_METHODS) & set(description.get("methods") or ())
        self._judged = functools.lru_cache(JUDGED)(functools.partial(_judgement, ask))

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__.get("offered", ()):
            return getattr(self, f"_{name}")  # bound to self, which keeps the processes alive during the call
        raise AttributeError(f"{type(self).__name__} '{self.__dict__.get('name')}' has no {name}")

    def splits(self) -> Mapping[str, int]:
        return decode_splits(self._ask({"call": "splits"}))

    def tasks(self, split: str) -> Sequence[Task]:
        return decode_tasks(self._ask({"call": "tasks", "split": split}))

    def _judge(self, task: Task, draft: SkillDraft) -> float:
        return self._judged(task, draft)

    def _vocabulary(self) -> list[str]:
        words = self._ask({"call": "vocabulary"})
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise EnvironmentFault(f"vocabulary answered {type(words).__name__}; expected a list of words.")
        return words

    def _task_types(self) -> Mapping[str, str]:
        labels = self._ask({"call": "task_types"})
        if not isinstance(labels, Mapping) or not all(isinstance(label, str) for label in labels.values()):
            raise EnvironmentFault(f"task_types answered {type(labels).__name__}; expected type → short name.")
        return labels

    def _split_source(self, split: str) -> tuple[str, str]:
        match self._ask({"call": "split_source", "split": split}):
            case [str(text), str(warning)]:
                return text, warning
        raise EnvironmentFault("split_source answered something else than two texts.")


def _judgement(ask: Ask, task: Task, draft: SkillDraft) -> float:
    texts = {"description": draft.description, "strategy": draft.strategy}
    value = ask({"call": "judge", "task": encode_task(task), "draft": texts})
    if not isinstance(value, int | float):
        raise EnvironmentFault(f"judge answered {value!r}; expected a number.")
    return float(value)
