"""The environment contract: Gymnasium-shaped, text in and text out.

A *suite* names an environment family: it lists the fixed splits and makes environments. An *environment* plays one
task at a time. Neither knows about policies, prompts, skills or tokens. The types they are given and give are here,
too, wherever they are defined: an environment imports its contract from one place.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from skill1.config import EnvConfig as EnvConfig
from skill1.env.service import Service
from skill1.errors import EnvironmentFault
from skill1.schema import AgentView as View
from skill1.schema import Candidate as Candidate
from skill1.schema import Observation, Skill, SkillDraft, Stage, Task
from skill1.schema import Turn as Turn

# observation, reward, terminated, truncated, info
StepReturn = tuple[Observation, float, bool, bool, Mapping[str, Any]]
RATINGS = (("great", 0.85), ("good", 0.6), ("fair", 0.3), ("poor", 0.0))  # word, least utility


@runtime_checkable
class TextEnv(Protocol):
    """Plays one task at a time.

    An environment that plays elsewhere (a worker process, a server) may return an awaitable of the same value from
    ``reset`` and ``step``; the episode awaits it.

    ``reset`` picks a task of the split the environment was made for: by position, or by a seeded draw. ``info`` of
    every step holds ``won`` (bool). It may hold ``task_score``, the environment's own grade in [0, 1] of what was done
    so far: evaluations report that of the last step beside the success. ``reward`` is that step's; r(τ) is their sum
    clipped to [0, 1]. ``terminated``: the task ended by itself; ``truncated``: the step limit was reached.

    The same reset and the same actions show the same again, in any process: environments whose worker was lost to
    another episode are rebuilt that way.
    """

    task: Task | None

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation: ...

    def step(self, action: str) -> StepReturn: ...

    def close(self) -> None: ...


def chosen(size: int, task_index: int | None, seed: int | None, otherwise: int | None = None) -> int:
    """The position, among ``size`` tasks, that a ``reset`` asks for: as given, or drawn by the seed.

    With neither it is ``otherwise``, and if that is None any. Raises ``EnvironmentFault`` for a position that is none.
    """
    if size == 0:
        raise EnvironmentFault("the split has no tasks, so there is nothing to play.")
    if task_index is None:
        # A generator of its own: nothing else draws from it, and a seed gives the same task anywhere.
        draws = seed is not None or otherwise is None
        task_index = random.Random(seed).randrange(size) if draws else otherwise
    if not 0 <= task_index < size:
        raise EnvironmentFault(f"task_index {task_index} does not exist; expected 0 to {size - 1}.")
    return task_index


class Expert(Protocol):
    """A scripted player for one episode: writes, as plain text, what a policy would have written at a stage.

    That is for ``query`` the words to search with; for ``rerank`` a candidate, ``k1`` the first, or ``none``; for
    ``act`` a command; for ``distill`` ``when DESCRIPTION do STRATEGY`` or ``none``. Chat profiles get it in their form.
    ``view`` is what the prompt is rendered from; ``rng`` a ``numpy.random.Generator``.
    """

    def answer(self, stage: Stage, view: View, rng: Any) -> str: ...


def rating(skill: Skill) -> str:
    """The word by which prompts rate a skill, and experts weigh it.

    ``new`` (never handed to the actor), or by utility ``poor``, ``fair``, ``good`` or ``great``.
    """
    if skill.selected == 0:
        return "new"
    return next((word for word, least in RATINGS if skill.utility >= least), "poor")


class Suite(Protocol):
    """An environment family, found by name through the entry-point group ``skill1.envs`` (called with ``EnvConfig``).

    These three methods and the name are the whole contract. What else a suite may do is listed in :class:`Insight` and
    :class:`~skill1.env.service.Service`; :func:`offered` says what it does.
    """

    name: str

    def splits(self) -> Mapping[str, int]:
        """Split name → number of tasks."""
        ...

    def tasks(self, split: str) -> Sequence[Task]:
        """The fixed, ordered tasks of a split. Raises ``DataError`` naming the known splits."""
        ...

    def make(self, split: str) -> TextEnv:
        """A new environment over a split; cheap enough to be called once per episode."""
        ...


class Insight(Protocol):
    """What a suite may know of its world, for tiny policies, demonstrations, metrics and tables; all of it is optional.

    Suites that are played elsewhere hand on what the other side offers. Experts are shown views, not worlds: they run
    where the episode runs.
    """

    def judge(self, task: Task, draft: SkillDraft) -> float:
        """How right a skill is for a task by the world's hidden facts, in [-1, 1]; training never sees it."""
        ...

    def vocabulary(self) -> Sequence[str]:
        """The words a tiny policy needs."""
        ...

    def task_types(self) -> Mapping[str, str]:
        """Each task type with its short name, in the order of the environment's tables."""
        ...

    def split_source(self, split: str) -> tuple[str, str]:
        """Which tasks a split really has, and a warning or ""."""
        ...

    def expert(self, env: TextEnv | None, kind: str = "oracle", seed: int = 0) -> Expert:
        """A scripted player. Raises ``ConfigError`` for an unknown kind."""
        ...

    def demo_worlds(self, kind: str, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
        """For demonstrations: worlds with a library each, a world being a list of rounds, a round a list of tasks.

        All worlds together have ``episodes`` tasks; more are not played, fewer are told.
        """
        ...

    def polluting_draft(self, task: Task, rng: Any) -> SkillDraft:
        """A bad skill, for demonstrations of choosing."""
        ...


def _names(protocol: type) -> tuple[str, ...]:
    # Attributes of a protocol are only annotated, its methods only defined.
    return tuple(name for name in (*protocol.__annotations__, *vars(protocol)) if not name.startswith("_"))


INSIGHT, SERVICE = _names(Insight), _names(Service)


def offered(suite: object, ability: str) -> Any:
    """What a suite, or its class, has under a name of ``INSIGHT`` or ``SERVICE``; None if it does without."""
    # A misspelt name would look like something that the suite does without.
    assert ability in (*INSIGHT, *SERVICE), ability
    return getattr(suite, ability, None)


def close_suite(suite: object) -> None:
    """Free what a suite holds, if it holds anything."""
    close = offered(suite, "close")
    if callable(close):
        close()
