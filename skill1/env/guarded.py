"""A suite of this process that is not ours: its answers are checked before anybody relies on them."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from skill1.env.border import environment_border, process_kept, readable
from skill1.env.protocol import Suite, TextEnv
from skill1.errors import EnvironmentFault, Skill1Error
from skill1.schema import Task

logger = logging.getLogger(__name__)
_TEXTS = ("id", "env", "split", "type")  # of a task, besides its instruction


class GuardedSuite:
    """The suite inside, of which any call raises nothing but a ``Skill1Error`` and leaves the process as it was.

    Environments are handed out as they are: every episode guards its own.
    """

    def __init__(self, suite: Suite, env: str) -> None:
        self._suite, self._env = suite, env
        self._known: dict[str, tuple[Any, tuple[Task, ...]]] = {}  # split → answer, and the tasks in it

    def splits(self) -> Mapping[str, int]:
        """Split name → number of tasks."""
        sizes = self._asked("splits()", self._suite.splits)
        if not isinstance(sizes, Mapping) or not all(isinstance(size, int) for size in sizes.values()):
            raise self._fault(
                "splits()", f"gave {sizes!r:.80}; expected a mapping of split names to numbers of tasks"
            )
        return sizes

    def tasks(self, split: str) -> Sequence[Task]:
        """The tasks of a split.

        Raises:
            EnvironmentFault: there is no list of them, one is none, or two have the same id.
        """
        call = f"tasks({split!r})"
        answer = self._asked(call, self._suite.tasks, split)
        if split not in self._known or self._known[split][0] is not answer:
            self._known[split] = answer, self._tasks_in(answer, call)
        return self._known[split][1]

    def make(self, split: str) -> TextEnv:
        """A new environment over a split."""
        return self._suite.make(split)

    def close(self) -> None:
        """The work is done: what goes wrong here costs a line in the log, nothing more."""
        if not hasattr(self._suite, "close"):
            return
        try:
            self._asked("close()", self._suite.close)
        except Skill1Error as error:
            logger.warning("%s", error)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._suite, name)
        return functools.partial(self._asked, f"{name}()", found) if callable(found) else found

    def _asked(self, call: str, method: Callable[..., Any], *given: Any, **named: Any) -> Any:
        with environment_border(f"{call} of environment '{self._env}'", passed=Skill1Error), process_kept():
            return method(*given, **named)

    def _tasks_in(self, answer: Any, call: str) -> tuple[Task, ...]:
        if isinstance(answer, str | Mapping) or not (
            hasattr(answer, "__len__") and hasattr(answer, "__getitem__")
        ):
            raise self._fault(
                call, f"gave a {type(answer).__name__}; expected a list or tuple of skill1.schema.Task"
            )
        with environment_border(f"{call} of environment '{self._env}'"):
            tasks = tuple(map(self._task, answer))
        if len({task.id for task in tasks}) < len(tasks):
            twice = next(task.id for i, task in enumerate(tasks) if task.id in {t.id for t in tasks[:i]})
            raise self._fault(call, f"gave two tasks of the id {twice!r}; expected different ones")
        return tasks

    def _task(self, task: Any) -> Task:
        if not isinstance(task, Task):
            raise EnvironmentFault(f"it gave a {type(task).__name__}; expected skill1.schema.Task.")
        for name in _TEXTS:
            value = getattr(task, name)
            if readable(value, f"{name} of task {task.id!r:.80}") != value:
                raise EnvironmentFault(f"{name} of task {task.id!r:.80} holds a half surrogate pair.")
        if not isinstance(task.index, int) or isinstance(task.index, bool):
            raise EnvironmentFault(
                f"index of task {task.id!r:.80} is {task.index!r:.80}; expected a whole number."
            )
        return replace(task, instruction=readable(task.instruction, f"the instruction of task {task.id!r:.80}"))

    def _fault(self, call: str, told: str) -> EnvironmentFault:
        return EnvironmentFault(f"environment '{self._env}': {call} {told}. Type: skill1 envs check {self._env}")
