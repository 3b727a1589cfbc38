"""Several environments as one suite: their training tasks together, every other split by ``ENV/SPLIT``.

A task keeps its id, type and place; its split is written with the environment's name, which is all that playing it
needs. What a suite may offer besides the contract is offered where every environment offers it.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Any

from skill1.config import EnvConfig
from skill1.config.mixture import Member, members
from skill1.env.border import worlds_of
from skill1.env.protocol import INSIGHT, Expert, StepReturn, Suite, TextEnv, View, chosen, close_suite, offered
from skill1.env.splits import split_source
from skill1.errors import DataError
from skill1.schema import Observation, SkillDraft, Stage, Task


@dataclass(frozen=True)
class Part:
    """One environment of a mixture."""

    member: Member
    suite: Suite

    @property
    def train_split(self) -> str:
        """``household/train``: its training split, by the name it has in the mixture."""
        return f"{self.member.name}/{self.member.env.train_split}"

    def tasks(self, split: str) -> tuple[Task, ...]:
        """The tasks of one of its own splits, as those of the mixture."""
        return tuple(self.shared(task) for task in self.suite.tasks(split))

    def shared(self, task: Task) -> Task:
        """A task of the environment as one of the mixture."""
        return replace(task, env=self.member.name, split=f"{self.member.name}/{task.split}")

    def own(self, task: Task) -> Task:
        """A task of the mixture as one of the environment."""
        # A suite's own name need not be the one it was asked for by (module:Class).
        return replace(task, env=self.suite.name, split=task.split.removeprefix(f"{self.member.name}/"))


class MixtureSuite:
    """The suites of several environments as one.

    ``make_part`` makes the suite of one of them. Splits are ``ENV/SPLIT``, and ``env.train_split``: the training
    splits of all environments one after the other.

    Raises:
        ConfigError: as for each suite by itself.
        DataError: two environments have a task of the same id.
    """

    def __init__(self, config: EnvConfig, make_part: Callable[[EnvConfig], Suite]) -> None:
        self.name, self._train_split = config.name, config.train_split
        self._parts: dict[str, Part] = {}
        self._tasks: dict[str, tuple[Task, ...]] = {}
        try:
            for member in members(config):
                self._parts[member.name] = Part(member, make_part(member.env))
        # The environments made so far may hold processes.
        except BaseException:
            self.close()
            raise
        # Set on the instance, not defined by the class: `offered` must find only what every environment has.
        for ability in INSIGHT:
            shared = getattr(self, f"_{ability}", None)
            if shared is not None and all(offered(part.suite, ability) for part in self.parts):
                setattr(self, ability, shared)

    @property
    def parts(self) -> tuple[Part, ...]:
        """The environments, in the order of ``env.name``."""
        return tuple(self._parts.values())

    def splits(self) -> Mapping[str, int]:
        """Split name → number of tasks; the joint training split first."""
        single = {f"{p.member.name}/{split}": size for p in self.parts for split, size in p.suite.splits().items()}
        # The joint split is no sum of sizes: its tasks are listed, and checked for ids that meet.
        return {self._train_split: len(self.tasks(self._train_split)), **single}

    def tasks(self, split: str) -> Sequence[Task]:
        """The tasks of ``ENV/SPLIT``, or of the joint training split."""
        if split not in self._tasks:
            if split == self._train_split:
                self._tasks[split] = self._together()
            else:
                part, own = self.found(split)
                self._tasks[split] = part.tasks(own)
        return self._tasks[split]

    def _together(self) -> tuple[Task, ...]:
        tasks = tuple(task for part in self.parts for task in self.tasks(part.train_split))
        # From here on tasks are told apart by their ids: figures would count two of one id as one task.
        if len({task.id for task in tasks}) < len(tasks):
            raise DataError(f"two environments of '{self.name}' have tasks of the same id. Leave one of them out.")
        return tasks

    def make(self, split: str) -> TextEnv:
        """A new environment over ``ENV/SPLIT``, or over the joint training split."""
        return _MemberEnv(self, self.tasks(split))

    def split_source(self, split: str) -> tuple[str, str]:
        """What the environments say of a split, each with its name in front."""
        said = [(f"{p.member.name}/{own}", *split_source(p.suite, own)) for p, own in self.played_in(split)]
        texts = [f"{name}: {text}" for name, text, _ in said if text]
        return "; ".join(texts), " ".join(warning for _, _, warning in said if warning)

    def played_in(self, split: str) -> list[tuple[Part, str]]:
        """The environments that ``ENV/SPLIT`` or the joint training split is of, each with its own name for it."""
        names = [part.train_split for part in self.parts] if split == self._train_split else [split]
        return [self.found(name) for name in names]

    def found(self, split: str) -> tuple[Part, str]:
        """The environment of ``ENV/SPLIT``, and the name it has for the split itself."""
        for name, part in self._parts.items():
            if split.startswith(f"{name}/"):  # what follows is the split's own name, slashes and all
                return part, split.removeprefix(f"{name}/")
        known = ", ".join(f"{name}/…" for name in self._parts)
        raise DataError(f"'{self.name}' has no split {split!r}; it has {self._train_split} and {known}.")

    def part_of(self, task: Task) -> Part:
        """The environment that a task is of."""
        return self.found(task.split)[0]

    def _judge(self, task: Task, draft: SkillDraft) -> float:
        part = self.part_of(task)
        return part.suite.judge(part.own(task), draft)

    def _polluting_draft(self, task: Task, rng: Any) -> SkillDraft:
        part = self.part_of(task)
        return part.suite.polluting_draft(part.own(task), rng)

    def _vocabulary(self) -> list[str]:
        return list(dict.fromkeys(word for part in self.parts for word in part.suite.vocabulary()))

    def _expert(self, env: TextEnv | None, kind: str = "oracle", seed: int = 0) -> Expert:
        # Without an environment: the experts are made before it is known in which one the next task is.
        return _JointExpert(self, {p.member.name: p.suite.expert(None, kind, seed) for p in self.parts})

    def _demo_worlds(self, kind: str, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
        """Each environment's worlds, for a share of the episodes by its weight."""
        reached = list(accumulate(part.member.weight for part in self.parts))
        # The ends of the shares are rounded, not each share: else they would not add up to the episodes asked for.
        ends = [math.floor(episodes * weight / reached[-1] + 0.5) for weight in reached]
        for part, (start, end) in zip(self.parts, pairwise((0, *ends)), strict=True):
            # Its own share, or one that gives more would take that of those after it.
            for world in worlds_of(part.suite, part.member.name, kind, end - start, seed):
                yield [[part.shared(task) for task in tasks] for tasks in world]

    def close(self) -> None:
        """Ends what each environment holds; a fault in one does not keep the others open."""
        with contextlib.ExitStack() as ends:
            for part in self.parts:
                ends.callback(close_suite, part.suite)


def without(suite: Suite, env: str, ability: str) -> str:
    """The names of the environments that do not offer something, of one or of a mixture; "" if all do."""
    parts = [(p.member.name, p.suite) for p in suite.parts] if isinstance(suite, MixtureSuite) else [(env, suite)]
    return ", ".join(f"'{name}'" for name, part in parts if offered(part, ability) is None)


class _JointExpert:
    """Asks the expert of the environment that is played."""

    def __init__(self, suite: MixtureSuite, experts: Mapping[str, Expert]) -> None:
        self._suite, self._experts = suite, experts

    def answer(self, stage: Stage, view: View, rng: Any) -> str:
        part = self._suite.part_of(view.task)
        own = replace(view, task=part.own(view.task))
        return self._experts[part.member.name].answer(stage, own, rng)


class _MemberEnv:
    """An environment over tasks of a mixture: each reset plays in the environment that the task is of."""

    def __init__(self, suite: MixtureSuite, tasks: Sequence[Task]) -> None:
        self._suite, self._tasks = suite, tasks
        self._env: TextEnv | None = None
        self.task: Task | None = None

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        # The next task may be of another environment.
        self.close()
        self.task = self._tasks[chosen(len(self._tasks), task_index, seed)]
        part, own = self._suite.found(self.task.split)
        self._env = part.suite.make(own)
        # The task's place in its own split, which is not that in the joint one.
        return self._env.reset(task_index=self.task.index)

    def step(self, action: str) -> StepReturn:
        return self._env.step(action)

    def close(self) -> None:
        if self._env is not None:
            self._env.close()
        self._env = None
