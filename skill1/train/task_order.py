"""Which tasks a step plays: counted from the step's number alone, so that a resumed run continues where it was."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from skill1.config import EnvConfig
from skill1.config.mixture import members
from skill1.env.mixture import MixtureSuite
from skill1.env.protocol import Suite
from skill1.env.splits import tasks_of
from skill1.policy.random import generator
from skill1.schema import Task


@dataclass(frozen=True)
class TaskSource:
    """The training tasks of one environment, their order (``env.task_order``) and its weight, above 0."""

    tasks: Sequence[Task]
    order: str
    weight: float = 1.0


def task_sources(suite: Suite, env: EnvConfig) -> tuple[TaskSource, ...]:
    """One source for each environment of a configuration."""
    if not isinstance(suite, MixtureSuite):
        return (TaskSource(tasks_of(suite, env.name, env.train_split, "env.train_split"), env.task_order),)
    # By the names that splits have in the mixture, so that tasks come as its tasks.
    splits = {part.member.name: part.train_split for part in suite.parts}
    for part in suite.parts:  # each by itself first: the mixture does not know whose key is to be named
        member = part.member
        tasks_of(part.suite, member.name, member.env.train_split, f"env.mixture.{member.name}.train_split")
    return tuple(
        TaskSource(tasks_of(suite, m.name, splits[m.name]), m.env.task_order, m.weight) for m in members(env)
    )


def step_tasks(sources: Sequence[TaskSource], seed: int, step: int, count: int) -> list[Task]:
    """The tasks of a step (steps from 1). Environments take turns by weight; each goes through its own tasks in order.

    Over any stretch an environment has had its share of the tasks to within one or two: nothing is drawn.
    """
    first = (step - 1) * count
    turns, had = take_turns([source.weight for source in sources], first, count)
    tasks = []
    for turn in turns:
        source = sources[turn]
        tasks.append(source.tasks[task_place(len(source.tasks), source.order, seed, had[turn])])
        had[turn] += 1
    return tasks


def take_turns(weights: Sequence[float], first: int, count: int) -> tuple[list[int], list[int]]:
    """Who is next at the positions from ``first``, and how often each was on before.

    Smooth weighted round robin: each position every one gains its weight, whoever holds most goes and pays the sum of
    all. With weights w in lowest whole numbers it repeats after Σw positions, of which each had its w.
    """
    # Whole numbers repeat exactly, so a late step is not counted from the first one.
    shares = _whole(weights)
    total = sum(shares)
    passes, place = divmod(first, total)
    had, held, turns = [passes * share for share in shares], [0] * len(shares), []
    # Begins with the positions of this pass before ``first``: they are played through, for nothing is stored.
    for position in range(place + count):
        held = [have + share for have, share in zip(held, shares, strict=True)]
        turn = held.index(max(held))
        held[turn] -= total
        if position < place:
            had[turn] += 1
        else:
            turns.append(turn)
    return turns, had


def _whole(weights: Sequence[float]) -> list[int]:
    """Weights as the smallest whole numbers of the same ratios; a float counts as the decimals it is written with."""
    exact = [Fraction(str(weight)) for weight in weights]
    scale = math.lcm(*(weight.denominator for weight in exact))
    numbers = [int(weight * scale) for weight in exact]
    return [number // math.gcd(*numbers) for number in numbers]


def task_place(num_tasks: int, order: str, seed: int, position: int) -> int:
    """Place in the split of the ``position``-th task of a run, from 0."""
    # Counted over the run: a step may end one pass and begin the next.
    epoch, place = divmod(position, num_tasks)
    if order == "stream":
        return place
    # Keyed by seed and pass: each pass has its own order, and a checkpoint holds no generator.
    return int(generator(seed, epoch).permutation(num_tasks)[place])
