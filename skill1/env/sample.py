"""A fixed part of a split, for those who cannot play all of it each time."""

from __future__ import annotations

from collections.abc import Sequence

from skill1.schema import Task


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
    by_type = sorted(tasks, key=lambda task: task.type)
    return sorted(spread(by_type, count), key=lambda task: task.index)
