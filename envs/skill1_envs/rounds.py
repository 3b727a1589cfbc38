"""Demonstration worlds of an environment that has no hidden facts to draw anew: passes over its training tasks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from skill1.errors import DataError
from skill1.schema import Task

ROUND_TASKS = 32  # between two commits of a demonstration's library


def passes(tasks: Sequence[Task], episodes: int) -> Iterator[list[list[Task]]]:
    """One world for each pass over the tasks, in rounds of ``ROUND_TASKS``; ``episodes`` tasks in all.

    Raises:
        DataError: there is no task.
    """
    if not tasks:
        raise DataError("the split to train on is empty, so there is nothing to demonstrate; take more data.")
    endless = cycle(tasks)
    while episodes > 0:
        world = list(islice(endless, min(episodes, len(tasks))))
        yield [world[start : start + ROUND_TASKS] for start in range(0, len(world), ROUND_TASKS)]
        episodes -= len(world)
