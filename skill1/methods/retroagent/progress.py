"""Capability evolution: what the best group of a task achieved so far, and how far an attempt goes beyond it.

Φ_x is the best success rate that a group of task x has had, 0 before the first; R_int = max(0, φ − Φ_x) with the Φ_x of
before the step (arXiv 2603.08561). Φ is part of every checkpoint, as a writer's state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from skill1.methods.retroagent.reflection import Reflection, is_right, potential
from skill1.report.method_page import Chart, MethodFiles, MethodPage
from skill1.run.metric_guide import Metric
from skill1.schema import Episode, Group

if TYPE_CHECKING:
    from skill1.methods.teacher.writer import WriteFacts

METRICS = (
    Metric(
        ("reflection/progress",),
        "Mean φ of the reflections, in [0, 1]; 1 after a success.",
        "Rises with the success rate. High with few successes: the policy flatters itself.",
    ),
    Metric(
        ("reflection/right",),
        "Share of reflections that predict the true outcome; an unreadable one counts as wrong.",
        "Rises. Low: few lessons enter the memory.",
    ),
    Metric(
        ("reflection/intrinsic",),
        "Mean R_int = max(0, φ − Φ) of the step's episodes.",
        "Falls as tasks are met again and solved.",
    ),
    Metric(("reflection/best",), "Mean Φ of the step's tasks before it: the best success rate of a group so far."),
)
SAYS = (
    "After each attempt the policy says which subtasks it did and how it ended. Lessons from reflections that were "
    "right enter the memory; what an attempt did beyond the best group so far is an intrinsic reward."
)
CHARTS = (
    Chart(
        "Reflections",
        "Means over the episodes of a step.",
        tuple((key, key.partition("/")[2]) for metric in METRICS for key in metric.keys),
    ),
)
Read = Callable[[Episode], Reflection | None]


def intrinsic(progress: float, best: float) -> float:
    """R_int = max(0, φ − Φ_x), in [0, 1]. Example: φ .75 where the best group won half: .25."""
    return max(0.0, progress - best)


def success_rate(group: Group) -> float:
    """Share of the group's survivors that won; 0 without any."""
    survivors = group.survivors
    return sum(e.success for e in survivors) / len(survivors) if survivors else 0.0


def rewarded(group: Group, rewards: Mapping[str, float], weight: float) -> Group:
    """The group with weight · R_int added to each episode's outcome and to what its last action was paid."""
    episodes = tuple(_paid(e, weight * rewards.get(e.id, 0.0)) for e in group.episodes)
    return replace(group, episodes=episodes)


def _paid(episode: Episode, extra: float) -> Episode:
    if not extra:
        return episode
    # On the last turn, too: rules that credit the returns of turns read rewards of turns, not the outcome.
    *before, last = episode.turns or (None,)
    turns = (*before, replace(last, reward=last.reward + extra)) if last is not None else ()
    return replace(episode, outcome=episode.outcome + extra, turns=turns)


class Progress:
    """Φ of every task met so far, and R_int of the episodes of the present step (``rewards``, by episode id)."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self.best: dict[str, float] = {}
        self.rewards: dict[str, float] = {}

    def write(self, facts: WriteFacts) -> Mapping[str, float]:
        """Take in a step; nothing of the library changes."""
        reflected = [(e, self._read(e)) for e in facts.episodes if e.stage_segments("distill")]
        # The mean of Φ is that of before the step, so it is taken before `_raise` moves it.
        figures = self._reward(reflected) | {
            "reflection/best": _mean([self.best.get(group.task.id, 0.0) for group in facts.groups])
        }
        # Here, not where credit is computed: a writer's state is part of every checkpoint.
        self._raise(facts.groups)
        return figures

    def _reward(self, reflected: Sequence[tuple[Episode, Reflection | None]]) -> dict[str, float]:
        found = {e.id: potential(r, e.outcome, success=e.success) for e, r in reflected}
        self.rewards = {e.id: intrinsic(found[e.id], self.best.get(e.task.id, 0.0)) for e, _ in reflected}
        return {
            "reflection/progress": _mean(found.values()),
            "reflection/right": _mean([is_right(r, success=e.success) for e, r in reflected]),
            "reflection/intrinsic": _mean(self.rewards.values()),
        }

    def _raise(self, groups: Sequence[Group]) -> None:
        # After all rewards: groups of one step that share a task are measured by the same Φ.
        for group in groups:
            # By task id (the original: by the task's text). A group of errors alone has rate 0, and changes nothing.
            self.best[group.task.id] = max(self.best.get(group.task.id, 0.0), success_rate(group))

    def state(self) -> Mapping[str, Any]:
        """Φ by task. Rewards live for one step."""
        return {"best": dict(self.best)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a checkpoint."""
        self.best = {str(task): float(rate) for task, rate in state["best"].items()}


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0


def page(files: MethodFiles) -> MethodPage:
    """How its reflections did, and what they left in the memory: from the metrics and the library."""
    active = [skill for skill in files.skills if skill.status == "active"]
    used = sum(skill.selected > 0 for skill in active)
    facts = (("lessons", str(len(active))), ("of them shown to an actor", str(used)))
    return MethodPage("RetroAgent's reflections", SAYS, facts, charts=CHARTS)
