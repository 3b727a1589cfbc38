"""Which tasks are reflected on, which gate candidates, and which are kept for a test: SkillOpt's split 2:1:7."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from skill1.errors import DataError
from skill1.methods.skillopt.optimizer import write_json
from skill1.methods.skillopt.settings import SkillOptConfig
from skill1.schema import Task

PARTS = ("train", "selection", "test")


class TaskSplit(NamedTuple):
    """``train`` holds ids: only episodes of these tasks are reflected on."""

    train: frozenset[str]
    selection: tuple[Task, ...]


def split_ids(ids: Sequence[str], ratio: Sequence[float], seed: int) -> dict[str, list[str]]:
    """Ids dealt to train, selection and test in these shares, at random but always the same for a seed.

    The first two shares are rounded to whole numbers, at least 1; the test part is the rest.

    Raises:
        DataError: fewer than two ids.
    """
    if len(ids) < 2:
        raise DataError(f"{len(ids)} task(s) cannot be split into a training and a selection part.")
    # Sorted first: the draw depends on the ids, not on the order in which an environment lists them.
    shuffled = sorted(set(ids))
    random.Random(seed).shuffle(shuffled)
    counts = [max(1, round(len(shuffled) * share / sum(ratio))) for share in ratio[:2]]
    # One task at least is left for the gate.
    counts[0] = min(counts[0], len(shuffled) - 1)
    first, second = counts[0], min(counts[0] + counts[1], len(shuffled))
    # Two rounded shares may leave a task over, which no test part takes here.
    if not ratio[2]:
        second = len(shuffled)
    # The parts are slices of one order, so no task is in two of them.
    return dict(zip(PARTS, (shuffled[:first], shuffled[first:second], shuffled[second:]), strict=True))


def read_ratio(text: str) -> tuple[float, ...]:
    """``2:1:7`` as numbers. Raises ``DataError`` for anything but three shares, the first two above 0."""
    with suppress(ValueError):
        shares = tuple(float(share) for share in text.split(":"))
        # float() also reads "nan" and "inf". With either of them the sum is not below infinity.
        if len(shares) == len(PARTS) and min(shares[:2]) > 0 <= shares[2] and sum(shares) < math.inf:
            return shares
    raise DataError(f"skillopt.split_ratio = {text!r} cannot be used; expected three shares such as 2:1:7.")


def open_split(
    config: SkillOptConfig, tasks: Callable[[str], Sequence[Task]], train_split: str, seed: int, folder: Path
) -> TaskSplit:
    """The split that the configuration means: a split of the environment, a committed file, or a draw.

    A draw is written to ``split.json`` in ``folder``, in the form of a committed file.

    Raises:
        DataError: the environment has no such split, or the file names tasks that are not in it.
    """
    training = tasks(train_split)
    if config.selection_split is not None:
        chosen = _limited(list(tasks(config.selection_split)), config)
        # The gate's tasks may be of the training split: nobody then reflects on them.
        ids = frozenset(task.id for task in training) - {task.id for task in chosen}
        if not ids:
            raise DataError(
                f"Every task of {train_split!r} is a selection task. Type --skillopt.selection_tasks N, fewer than its "
                f"{len(training)}."
            )
        return TaskSplit(ids, chosen)
    if config.split_file is not None:
        named = read_split(Path(config.split_file))
    else:
        named = split_ids([task.id for task in training], read_ratio(config.split_ratio), seed)
        # For people. It is never read back: the draw comes out the same at every start.
        write_json(folder / "split.json", named)
    known = {task.id: task for task in training}
    unknown = [id for part in PARTS for id in named[part] if id not in known]
    if unknown:
        raise DataError(
            f"The split names {len(unknown)} task(s) that are not in {train_split!r}, first {unknown[0]!r}."
        )
    return TaskSplit(frozenset(named["train"]), _limited([known[id] for id in named["selection"]], config))


def _limited(tasks: Sequence[Task], config: SkillOptConfig) -> tuple[Task, ...]:
    if not tasks:
        raise DataError(
            "There is no selection task, but the gate needs some. Type --skillopt.split_ratio with a larger second "
            "share, or --skillopt.selection_split SPLIT; or name some in skillopt.split_file."
        )
    return tuple(tasks[: config.selection_tasks] if config.selection_tasks else tasks)


def read_split(path: Path) -> Mapping[str, list[str]]:
    """The task ids of each part, as a file has them. Raises ``DataError``."""
    try:
        named = json.loads(path.read_text(encoding="utf-8"))
        if not all(isinstance(id, str) for part in PARTS for id in named[part]):
            raise TypeError("ids must be texts")
    # TypeError: a list stands in place of an object or a text. RecursionError: it is nested thousands deep.
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise DataError(
            f'{path} cannot be read as a split: {error!r}. Expected JSON {{"train": [ids], "selection": [...], '
            '"test": [...]}.'
        ) from error
    overlap = [id for first, second in combinations(PARTS, 2) for id in set(named[first]) & set(named[second])]
    if overlap:
        raise DataError(f"{path} has tasks in two parts, such as {min(overlap)!r}.")
    if not named["train"]:
        raise DataError(
            f"{path} has no training task, so nothing could be reflected on. Name some in its 'train'."
        )
    return named
