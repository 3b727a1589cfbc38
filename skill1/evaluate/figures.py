"""The figures of some episodes, tasks being the unit: repeats of a task sharpen its own share, never the interval."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from skill1.evaluate.intervals import bootstrap_mean, wilson
from skill1.schema import Episode


def summary(episodes: Sequence[Episode]) -> dict[str, object]:
    """Success with both intervals, outcome and turns. Episodes in error are counted and left out of all else.

    ``success_rate``, ``mean_outcome``, ``mean_score`` and ``mean_turns`` are means over tasks of the mean over a task's
    episodes: each task counts once. Without an episode that is not in error they are None, and ``mean_score`` is where
    an episode has none.
    """
    survivors = [episode for episode in episodes if episode.ok]
    by_task = _by_task(survivors)
    shares = _shares(by_task)
    turns = [turn for episode in survivors for turn in episode.turns]
    return {
        "tasks": len({episode.task.id for episode in episodes}),
        "episodes": len(survivors),
        "errors": len(episodes) - len(survivors),
        "successes": sum(episode.success for episode in survivors),
        "success_rate": success_rate(episodes),
        "interval_95": list(wilson(float(sum(shares)), len(shares))),
        "bootstrap_95": list(bootstrap_mean([float(share) for share in shares])),
        "mean_outcome": _mean_over_tasks(by_task, lambda episode: episode.outcome),
        "mean_score": _mean_score(by_task),
        "mean_turns": _mean_over_tasks(by_task, lambda episode: len(episode.turns)),
        "invalid_action_share": sum(not turn.valid for turn in turns) / len(turns) if turns else None,
    }


def success_rate(episodes: Sequence[Episode]) -> float | None:
    """Mean over tasks of each task's share of successes, exactly rounded; None if every episode is in error."""
    shares = _shares(_by_task([episode for episode in episodes if episode.ok]))
    return float(sum(shares) / len(shares)) if shares else None


def by_type(episodes: Sequence[Episode], order: Iterable[str] = ()) -> dict[str, dict[str, object]]:
    """The figures of each task type, by name; types in ``order`` come first, as there."""
    types = in_order({episode.task.type for episode in episodes}, order)
    return {name: summary([e for e in episodes if e.task.type == name]) for name in types}


def in_order(names: Iterable[str], order: Iterable[str]) -> list[str]:
    """Each name once: those in ``order`` as there, then the others by alphabet."""
    found = set(names)
    first = [name for name in dict.fromkeys(order) if name in found]
    return [*first, *sorted(found.difference(first))]


def macro_success_rate(types: Mapping[str, Mapping[str, object]]) -> float | None:
    """Mean of the types' success rates, each type counting once; types without a rate are left out."""
    rates = [figures["success_rate"] for figures in types.values() if figures["success_rate"] is not None]
    return math.fsum(rates) / len(rates) if rates else None


def _by_task(episodes: Sequence[Episode]) -> dict[str, list[Episode]]:
    groups: dict[str, list[Episode]] = {}
    for episode in episodes:
        groups.setdefault(episode.task.id, []).append(episode)
    return groups


def _shares(by_task: Mapping[str, Sequence[Episode]]) -> list[Fraction]:
    return [Fraction(sum(e.success for e in of_task), len(of_task)) for of_task in by_task.values()]


def _mean_score(by_task: Mapping[str, Sequence[Episode]]) -> float | None:
    """Of the environment's own score; it gives one to every episode or to none."""
    if any(episode.score is None for of_task in by_task.values() for episode in of_task):
        return None
    return _mean_over_tasks(by_task, lambda episode: float(episode.score or 0.0))


def _mean_over_tasks(by_task: Mapping[str, Sequence[Episode]], value: Callable[[Episode], float]) -> float | None:
    means = [math.fsum(map(value, of_task)) / len(of_task) for of_task in by_task.values()]
    return math.fsum(means) / len(means) if means else None
