"""Several trials of a task, one after another, until one succeeds: for methods that learn from a trial within a task.

That is more than one attempt, and the method is told that the last one failed. So the result has the success rate by
each trial, a warning that says so, and the tokens of all trials together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from skill1.evaluate.figures import success_rate
from skill1.evaluate.token_cost import TokenCost, total
from skill1.policy.protocol import run_to_end
from skill1.rollout.group import Roller
from skill1.run.progress import Progress
from skill1.schema import Episode, EpisodeKey, Group, Task


@dataclass(frozen=True)
class Trials:
    """Every episode of every task and repeat. ``played`` holds the trials of each, in their order, at least one."""

    limit: int
    played: tuple[tuple[Episode, ...], ...]  # in (task, repeat) order

    @property
    def last(self) -> list[Episode]:
        """The last trial of each: the success, if there was one."""
        return [trials[-1] for trials in self.played]

    def groups(self, tasks: Sequence[Task], repeats: int) -> list[Group]:
        """The last trials by task."""
        last = self.last
        return [Group(task, tuple(last[i * repeats : (i + 1) * repeats])) for i, task in enumerate(tasks)]

    def success_by(self, trial: int) -> float | None:
        """Success rate, tasks counting once each, if no task had more than ``trial`` trials (from 1)."""
        # A task whose trials ended earlier keeps its last: a success, or an error.
        return success_rate([trials[min(trial, len(trials)) - 1] for trials in self.played])

    def facts(self) -> dict[str, object]:
        """The entry ``trials`` of a result: the limit, the episodes played in all, the success rate by each trial."""
        return {
            "limit": self.limit,
            "episodes": sum(map(len, self.played)),
            "success_rate_by_trial": [self.success_by(trial) for trial in range(1, self.limit + 1)],
        }

    @property
    def warning(self) -> str:
        """What a reader must know before comparing the result with methods that have one trial."""
        first, last = self.success_by(1), self.success_by(self.limit)
        shown = [f"{rate:.1%}" if rate is not None else "unknown" for rate in (first, last)]
        return (
            f"Every task had up to {self.limit} trials, and after each failed one the policy was told so. Success "
            f"is {shown[0]} at the first trial and {shown[1]} after the last; only the former compares with methods "
            "that have one trial. Tokens are those of all trials."
        )


def play_trials(
    roller: Roller,
    tasks: Sequence[Task],
    limit: int,
    costs: dict[str, TokenCost],
    *,
    seed: int,
    repeats: int,
    progress: Progress,
) -> Trials:
    """Play every task ``repeats`` times, each up to ``limit`` trials; an episode in error is the last of its own.

    The step of a trial's key is its number, from 0. In ``costs`` the last trial's entry becomes the sum of all.
    ``progress`` counts trials.
    """
    plan = [(task, place, repeat) for place, task in enumerate(tasks) for repeat in range(repeats)]
    played: list[tuple[Episode, ...]] = [()] * len(plan)
    # Trial by trial over all tasks, not task by task: so as many as possible play at once.
    for trial in range(limit):
        waiting = [
            i for i, trials in enumerate(played) if not trials or (trials[-1].ok and not trials[-1].success)
        ]
        # The trial stands where a step stands otherwise, so that no two trials draw alike.
        keys = [(plan[i][0], EpisodeKey(seed, trial, plan[i][1], plan[i][2])) for i in waiting]
        # None: a method with several trials has no library.
        for i, episode in zip(waiting, run_to_end(roller.play_all(keys, None)), strict=True):
            played[i] = (*played[i], episode)
        rate = success_rate([trials[-1] for trials in played])
        progress.advance(success="–" if rate is None else rate)
    for trials in played:
        # Episodes in error have no cost.
        known = [costs[episode.id] for episode in trials if episode.id in costs]
        if known:
            costs[trials[-1].id] = total(known)
    return Trials(limit, tuple(played))
