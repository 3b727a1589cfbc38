"""A trial: one task tried with a document; what a set of trials scores, and the gate that compares two scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from skill1.errors import PromptError, PromptFilteredError, PromptTooLongError
from skill1.methods.teacher.question import shortened
from skill1.schema import Episode

_OF_THE_PROMPT = {each.__name__ for each in (PromptError, PromptTooLongError, PromptFilteredError)}


@dataclass(frozen=True)
class Trial:
    """``text`` is what a teacher reads of it, ``record`` what is written to disk, ``source`` what rules read."""

    id: str
    hard: int  # 1: solved
    soft: float  # score in [0, 1]
    text: str
    fault: str = ""  # why it failed, in short
    record: Mapping[str, Any] = field(default_factory=dict, hash=False)
    source: Any = field(default=None, hash=False, compare=False)


def tried(episodes: Sequence[Episode]) -> Sequence[Episode]:
    """Those that tell of their document: not those in error, unless it is the document that left no prompt to send.

    All of them where more than a fifth would be left out: a document must not gain by tasks that broke in it alone.
    """
    told = [each for each in episodes if each.ok or each.error.partition(":")[0] in _OF_THE_PROMPT]
    return told if 5 * len(told) >= 4 * len(episodes) else episodes


def trial_of(episode: Episode) -> Trial:
    """An episode as a trial; one in error counts as a failure."""
    soft = episode.outcome if episode.score is None else episode.score
    fault = "" if episode.success else _fault(episode)
    # Under the names of SkillOpt's files.
    record = {
        "id": episode.task.id,
        "episode": episode.id,
        "hard": int(episode.success),
        "soft": soft,
        "n_turns": len(episode.turns),
        "task_type": episode.task.type,
        "fail_reason": fault,
        "conversation": [{"obs": turn.observation, "action": turn.action} for turn in episode.turns],
    }
    return Trial(episode.task.id, int(episode.success), soft, transcript(episode), fault, record, episode)


def transcript(episode: Episode) -> str:
    """The episode as lines for a teacher; the middle of a long one is left out."""
    result = "success" if episode.success else "failure"
    lines = [f"Task {episode.task.id} ({episode.task.type}): {episode.task.instruction}", f"Result: {result}"]
    for number, turn in enumerate(episode.turns, start=1):
        note = "" if turn.valid else " (not understood)"
        lines += [f"{number}. sees: {turn.observation}", f"   does: {turn.action}{note}"]
    return shortened("\n".join([*lines, f"At the end: {episode.last_observation}"]))


def _fault(episode: Episode) -> str:
    if not episode.ok:
        return f"error: {episode.error}"
    return f"not solved in {len(episode.turns)} turns"


Action = Literal["accept_new_best", "accept", "reject"]


class Scores(NamedTuple):
    """Success rate and mean score of a set of trials, both in [0, 1]."""

    hard: float
    soft: float


def scores_of(trials: Sequence[Trial]) -> Scores:
    """Means over all trials; (0, 0) of none."""
    if not trials:
        return Scores(0.0, 0.0)
    return Scores(
        sum(trial.hard for trial in trials) / len(trials), sum(trial.soft for trial in trials) / len(trials)
    )


def gate_score(scores: Scores, metric: str, weight: float) -> float:
    """What documents are compared by: hard, soft, or mixed = (1 - w)·hard + w·soft with w = ``weight``."""
    if metric == "mixed":
        return (1 - weight) * scores.hard + weight * scores.soft
    return scores.hard if metric == "hard" else scores.soft


def decide(candidate: float, current: float, best: float) -> Action:
    """Strictly better than the current document, and perhaps than the best ever. A tie rejects."""
    # SkillOpt's own results (sleep/RESULTS.md): without a gate SearchQA fell from .554 to .026, with it .570 stayed.
    # Not <=, which a score that is no number would pass.
    if not candidate > current:
        return "reject"
    return "accept_new_best" if candidate > best else "accept"
