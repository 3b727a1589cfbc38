"""The tasks of a split: all of them, which they really are as the suite itself says it, and a fixed part of them.

``FixedSplits`` is the part of a suite that only lists: splits whose tasks are known when the suite is made.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from numbers import Integral
from typing import Any

from skill1.env.protocol import Suite, offered
from skill1.errors import ConfigError, DataError, EnvironmentFault, Skill1Error
from skill1.schema import Task

Source = tuple[str, str]  # which tasks, in the environment's words, and a warning; each may be empty


def tasks_of(suite: Suite, env: str, split: str, key: str = "") -> Sequence[Task]:
    """The tasks of a split, of which there is at least one.

    ``key``: the configuration key that names the split, for the message.

    Raises:
        DataError: there is none; names the splits and their sizes.
    """
    if key:
        with split_named(suite, key, split):
            return tasks_of(suite, env, split)
    tasks = suite.tasks(split)
    if not tasks:
        raise _NoTasks(
            f"split {split!r} of {env} has no tasks, so there is nothing to play. Type: skill1 doctor, to see whether "
            f"the environment's data is complete. {_sizes(suite)}"
        )
    return tasks


class _NoTasks(DataError):
    """The split is there, but empty."""


def _sizes(suite: Suite) -> str:
    try:
        return f"Its splits and sizes: {', '.join(f'{name} {size}' for name, size in suite.splits().items())}."
    except Skill1Error as error:  # sizes are of all splits: another one's fault must not hide this one's
        return f"Its splits cannot all be read: {error}"


@contextlib.contextmanager
def split_named(suite: Suite, key: str, split: str) -> Iterator[None]:
    """What is raised of a split that cannot be played tells which key to type. ``DataError``."""
    try:
        yield
    except DataError as error:
        if not isinstance(error, _NoTasks):
            # Where data is missing, this says so instead: no other split would help.
            suite.splits()
        raise DataError(f"{key} {split!r}: {error}\nFor another split, type --{key} SPLIT") from error


def split_source(suite: Suite, split: str) -> Source:
    """What the suite says of a split; two empty texts if it says nothing."""
    source = offered(suite, "split_source")
    said = source(split) if source else ("", "")
    if not isinstance(said, tuple | list) or len(said) != 2:
        raise EnvironmentFault(
            f"split_source({split!r}) gave {said!r:.80}; expected two texts, which may be empty."
        )
    return str(said[0]), str(said[1])


def type_labels(suite: Suite) -> dict[str, str]:
    """Each task type with its short name, as the suite itself has them; empty if it says nothing."""
    told = offered(suite, "task_types")
    labels = told() if told else {}
    if not isinstance(labels, Mapping):
        raise EnvironmentFault(f"task_types() gave {labels!r:.80}; expected a mapping of types to short names.")
    return {str(name): str(label) for name, label in labels.items()}


def tell_source(console, env: str, split: str, source: Source) -> None:
    """Prints it, a warning in yellow; ``console`` is a rich console or None."""
    text, warning = source
    # No markup: a text of an environment may hold brackets, which rich would read as styles.
    if console is not None and text:
        console.print(f"{env} {split}: {text}", markup=False, soft_wrap=True)
    if console is not None and warning:
        console.print(f"warning: {warning}", style="yellow", markup=False, soft_wrap=True)


def spread(tasks: Sequence[Task], count: int) -> list[Task]:
    """``count`` tasks at even distances, the first among them, in their order; all if there are no more.

    Example: 3 of the tasks 0 … 9 are 0, 3 and 6.
    """
    count = min(count, len(tasks))
    return [tasks[place * len(tasks) // count] for place in range(count)]


def representative(tasks: Sequence[Task], count: int) -> list[Task]:
    """``count`` tasks of a split in its order, each task type with its share of them to within one.

    Within a type they are at even distances, so that a split in rounds is met in all of its rounds. Nothing is drawn:
    the same tasks for every run and seed.
    """
    # Sorting is stable: within a type they stay in the order of the split.
    by_type = sorted(tasks, key=lambda task: task.type)
    return sorted(spread(by_type, count), key=lambda task: task.index)


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


def task_position(tasks: Sequence[Any], index: object, where: str) -> int:
    """``index`` if it is a position in ``tasks``. Raises ``DataError`` that begins with ``where``."""
    # True is a whole number to isinstance, and so are numpy's.
    if isinstance(index, bool) or not isinstance(index, Integral) or not 0 <= index < len(tasks):
        raise DataError(f"{where}: task_index is {index!r}; expected a whole number from 0 to {len(tasks) - 1}.")
    return int(index)
