"""A writer: changes the library between two steps by other means than what the policy wrote in its episodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from skill1.env.protocol import Suite
from skill1.env.splits import tasks_of
from skill1.methods.teacher.question import Teacher
from skill1.schema import Episode, Group, Skill, Task

if TYPE_CHECKING:
    from skill1.library import Library


@dataclass(frozen=True)
class WriteFacts:
    """What a writer may look at and use, after the step's commit and before its update.

    ``play(tasks, skills, purpose)`` plays each task once, with just these skills for a library and nothing written; its
    episodes count in the run's budget, and ``purpose`` (a number) keeps their randomness apart from all others.
    ``logprobs(episode, skill)`` gives, for each act segment of an episode, the log-probs (nats) its tokens would have
    with that skill (None: without any) under the present weights.
    ``folder`` is the method's own in the run directory; what is newer than a resumed checkpoint is overwritten.
    """

    groups: Sequence[Group]
    step: int
    steps: int  # of the whole run
    library: Library
    teacher: Teacher | None  # None: the recipe has no rules for one
    tasks: Callable[[str], Sequence[Task]]  # of a split of the environment, by its name there
    play: Callable[[Sequence[Task], Sequence[Skill], int], list[Episode]]
    logprobs: Callable[[Episode, Skill | None], list[tuple[float, ...]]]
    folder: Path

    @property
    def episodes(self) -> list[Episode]:
        """The step's episodes that are not in error."""
        return [episode for group in self.groups for episode in group.survivors]


class Writer(Protocol):
    """Called once a step. Its state is JSON and part of every checkpoint, so a resumed run continues as it would.

    One that plays tasks of other splits than training names them as ``splits``; they are looked up before anything.
    """

    def write(self, facts: WriteFacts) -> Mapping[str, float]:
        """Look at the step, change the library through its public methods; returns metrics."""
        ...

    def state(self) -> Mapping[str, Any]: ...

    def restore(self, state: Mapping[str, Any]) -> None: ...


def require_splits(writer: Writer | None, suite: Suite, env: str) -> None:
    """Refuse a split that a writer names and that is not there, or empty: it would show after hours. ``DataError``."""
    for split in getattr(writer, "splits", ()):
        tasks_of(suite, env, split)
