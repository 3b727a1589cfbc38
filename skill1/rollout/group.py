"""The episodes of a step: G rollouts of each task, played concurrently, each retried once if its environment breaks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING

from skill1.agent.player import PlaySettings, Recipe
from skill1.agent.profile import Profile
from skill1.env.border import computing_kept, environment_border, process_kept_together
from skill1.env.protocol import TextEnv
from skill1.errors import EnvironmentFault, Skill1Error, TrainingError
from skill1.library.protocol import AsyncLibrary
from skill1.policy.protocol import Policy, run_to_end
from skill1.rollout.episode import run_episode
from skill1.run.progress import still, telling
from skill1.schema import Episode, EpisodeKey, Group, Task

if TYPE_CHECKING:
    from skill1.library import Library

logger = logging.getLogger(__name__)


class Streak:
    """Counts consecutive episodes in error, so that an environment that is broken for good ends the run.

    ``limit``: this many in a row end the run; 0: no number does. ``error``: what is raised; its message tells ``name``,
    the environment's, ``key``, the limit's, and ``kept``, what is kept of what was played.
    """

    def __init__(
        self,
        limit: int,
        name: str,
        *,
        key: str = "train.errors_in_a_row",
        kept: str = "",
        error: type[Skill1Error] = TrainingError,
    ) -> None:
        self.limit, self.name, self.number = limit, name, 0
        self._key, self._kept, self._error = key, kept and f"\n{kept}", error
        self._last = ""

    def note(self, episode: Episode) -> None:
        """Count one that ended, in the order in which they end; raises as :meth:`require`."""
        self.number = 0 if episode.ok else self.number + 1
        self._last = episode.error
        self.require()

    def require(self) -> None:
        """Checked before an episode begins, so that waiting ones do not start in vain.

        Raises:
            TrainingError: there were too many; or ``error``.
        """
        if self.limit and self.number >= self.limit:
            raise self._error(
                f"{self.number} episodes in a row ended in an error, each tried twice "
                f"({self._key} is {self.limit}). The last: {self._last}"
                f"{advice(self._last, self.name)}{self._kept}"
            )


def advice(error: str, env: str) -> str:
    """What to type after an episode's error; "" where it says itself what to change, as a prompt that does not fit.

    The check finds what an environment does wrong, and nothing else.
    """
    # An episode's error begins with the name of what was raised.
    is_its_fault = error.startswith(EnvironmentFault.__name__)
    return f"\nCheck the environment: skill1 envs check {env}" if is_its_fault else ""


def require_played(episodes: Sequence[Episode], where: str, env: str) -> None:
    """Raises ``TrainingError`` if every episode ended in an error."""
    if not any(episode.ok for episode in episodes):
        raise TrainingError(
            f"All {len(episodes)} episodes of {where} ended in an error, each tried twice. The first: "
            f"{episodes[0].error}{advice(episodes[0].error, env)}"
        )


@dataclass
class Roller:
    """Plays tasks with one policy, recipe and profile; ``streak`` counts errors."""

    make_env: Callable[[str], TextEnv]
    policy: Policy
    recipe: Recipe
    profile: Profile
    settings: PlaySettings
    _: KW_ONLY
    concurrency: int
    streak: Streak | None = None
    _to_mend: Skill1Error | None = field(default=None, init=False)

    def play_groups(
        self,
        tasks: Sequence[Task],
        library: Library | AsyncLibrary | None,
        *,
        seed: int,
        step: int,
        group_size: int,
        first_task: int = 0,
        on_end: Callable[[Episode], None] | None = None,
        known: Mapping[str, Episode] = MappingProxyType({}),
    ) -> list[Group]:
        """G episodes of each task, in (task, rollout) order; keys count tasks from ``first_task``.

        ``on_end`` is called with each episode as it ends, in whatever order they do. ``known``: episodes by id that
        have ended already.
        """
        # Draws follow from the key: counted from `first_task`, a part of a split plays as it would within the whole.
        plan = [
            (task, EpisodeKey(seed, step, first_task + t, g))
            for t, task in enumerate(tasks)
            for g in range(group_size)
        ]
        # An evaluation that was cut off knows some already: they are not played again, but count as ended.
        missing = [(task, key) for task, key in plan if key.id not in known]
        # Those in error are asked for again one after the other, but what ended well stood between them.
        apart = {key.id for (_, before), (_, key) in pairwise(plan) if before.id in known}
        ended = len(plan) - len(missing)
        played = iter(run_to_end(self.play_all(missing, library, on_end, ended=ended, apart=apart)))
        # In the order of the plan, whoever finished first: equal slices are the groups.
        episodes = [known[key.id] if key.id in known else next(played) for _, key in plan]
        return [
            Group(task, tuple(episodes[t * group_size : (t + 1) * group_size])) for t, task in enumerate(tasks)
        ]

    async def play_all(
        self,
        plan: Sequence[tuple[Task, EpisodeKey]],
        library: Library | AsyncLibrary | None,
        on_end: Callable[[Episode], None] | None = None,
        *,
        ended: int = 0,
        apart: Collection[str] = (),
    ) -> list[Episode]:
        """The planned episodes, in their order; for callers that have an event loop.

        ``ended``: others before them. ``apart``: ids of those before which errors in a row begin anew.
        """
        self._to_mend = None  # what was to be mended may be, when somebody plays again
        # An episode holds its row of the engine, or its environment, from beginning to end.
        slots = asyncio.Semaphore(self.concurrency)
        total = ended + len(plan)

        def doing() -> str:
            return f"playing: {ended} of {total} episodes ended"

        async def play(task: Task, key: EpisodeKey) -> Episode:
            nonlocal ended
            async with slots:
                if self.streak is not None:
                    self.streak.require()
                episode = await self._play_once(task, key, library)
                # An error that stays leaves all means: as a zero reward it would train against what was not played.
                if not episode.ok:  # once more with the same key: a transient fault leaves no trace
                    episode = replace(await self._play_once(task, key, library), attempts=2)
            # No await since the slot was given back: whoever waits for it begins only after this one was counted.
            if self.streak is not None:
                if key.id in apart:
                    self.streak.number = 0
                self.streak.note(episode)
            ended += 1
            if on_end is not None:
                on_end(episode)
            # Scripted episodes wait for nothing, so `telling` would never have its turn between them.
            still(doing())
            return episode

        # Environments of this process may change its directory, streams or torch's settings.
        # Once around all of them: it costs too much for every call of an environment.
        with process_kept_together():
            async with telling(doing):
                return list(await asyncio.gather(*(play(task, key) for task, key in plan)))

    async def _play_once(self, task: Task, key: EpisodeKey, library: Library | AsyncLibrary | None) -> Episode:
        try:
            # A new environment for each try: what a fault left in the old one must not reach the next.
            env = self._made(task)
        except EnvironmentFault as fault:
            # Worded as `run_episode` does: advice goes by how an error begins.
            return Episode(key=key, task=task, status="error", error=f"EnvironmentFault: {fault}")
        try:
            return await run_episode(
                task, env, self.policy, library, self.recipe, key=key, profile=self.profile, settings=self.settings
            )
        finally:
            _close(env)

    def _made(self, task: Task) -> TextEnv:
        # Our own errors tell what the user has to mend: no second try would help, nor one by each episode that has
        # begun already, which may take as long to fail.
        if self._to_mend is not None:
            raise self._to_mend
        try:
            with environment_border("making an environment", passed=Skill1Error), computing_kept():
                return self.make_env(task.split)
        except EnvironmentFault:
            raise
        except Skill1Error as error:
            self._to_mend = error
            raise


def _close(env: TextEnv) -> None:
    """The episode is over: a fault in closing costs a line in the log, nothing more."""
    try:
        with environment_border("closing an environment"), computing_kept():
            env.close()
    except EnvironmentFault as fault:
        logger.warning("%s", fault)
