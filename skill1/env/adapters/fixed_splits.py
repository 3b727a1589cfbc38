"""The part of a suite that only lists: splits whose tasks are known when the suite is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from skill1.errors import ConfigError, DataError
from skill1.schema import Task


class FixedSplits:
    """``splits`` and ``tasks`` of a suite, from a mapping of split name to its ordered tasks."""

    name: str = ""

    def __init__(self, tasks: Mapping[str, Sequence[Task]]) -> None:
        if not self.name:
            raise ConfigError(f"{type(self).__name__} has no name; give the class a line such as name = 'chess'.")
        self._tasks = {split: tuple(listed) for split, listed in tasks.items()}

    def splits(self) -> Mapping[str, int]:
        return {split: len(listed) for split, listed in self._tasks.items()}

    def tasks(self, split: str) -> Sequence[Task]:
        """The fixed, ordered tasks of a split. Raises ``DataError`` naming the known splits."""
        if split not in self._tasks:
            raise DataError(f"{self.name} has no split {split!r}; expected one of {', '.join(self._tasks)}.")
        return self._tasks[split]


def task_position(tasks: Sequence[Task], index: object, where: str) -> int:
    """``index`` if it is a position in ``tasks``. Raises ``DataError`` that begins with ``where``."""
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(tasks):
        raise DataError(f"{where}: task_index is {index!r}; expected a whole number from 0 to {len(tasks) - 1}.")
    return index
