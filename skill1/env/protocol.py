"""The environment contract: Gymnasium-shaped, text in and text out.

A *suite* names an environment family: it lists the fixed splits and makes environments. An *environment* plays one
task at a time. Neither knows about policies, prompts, skills or tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from skill1.schema import Candidate, Observation, Skill, Stage, Task, Turn

StepReturn = tuple[
    Observation, float, bool, bool, Mapping[str, Any]
]  # observation, reward, terminated, truncated, info
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


class View(Protocol):
    """The part of ``skill1.agent.view.AgentView`` that experts read; environments do not import the agent.

    A turn holds the observation before its action; ``observation`` comes after the last.
    """

    @property
    def task(self) -> Task: ...
    @property
    def first_observation(self) -> str: ...
    @property
    def observation(self) -> Observation: ...
    @property
    def candidates(self) -> tuple[Candidate, ...]: ...
    @property
    def skill(self) -> Skill | None: ...
    @property
    def turns(self) -> tuple[Turn, ...]: ...
    @property
    def success(self) -> bool | None: ...


class Expert(Protocol):
    """A scripted player for one episode: writes, as plain text, what a policy would have written at a stage.

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

    Optional methods, looked up by name: ``judge(task, draft) -> float`` in [-1, 1] says how right a skill is for a
    task by the world's hidden facts (metrics only, training never sees it); ``vocabulary() -> Sequence[str]`` lists
    the words a tiny policy needs; ``expert(env, kind, seed) -> Expert``; ``demo_worlds(kind, episodes, seed)`` yields
    lists of rounds of tasks, one list per world with its own library; ``polluting_draft(task, rng) -> SkillDraft`` is
    a bad skill for demonstrations of choosing; ``make_games(out, *, seed, train, seen, unseen, with_homes,
    on_game)`` writes a folder of new games and returns their ``games`` and ``plan_lengths`` by split and
    ``mean_plan_length``; ``fetch(folder, report)`` brings published tasks there, or with a third argument one of
    ``data_sets``; ``split_manifest()`` tells data sets apart, ready for JSON; ``task_types() -> Mapping[str, str]``
    maps each type to its short name, in the order of the environment's tables; ``split_source(split) -> (text,
    warning)`` says which tasks a split really has, with a warning or ""; ``check_data()`` lists such pairs for all the
    data (``skill1 doctor``); ``browser_app(split, task_index) -> (app, path)`` makes web pages to play on
    (``skill1 envs play``), an ASGI application and the path to open; ``close()`` frees what the suite holds
    (processes, connections); ``make_catalogue(out, *, products, seed, instructions, on_product)`` writes a folder of
    new products and returns its ``counts`` and each file's ``sha256``; ``make_quickstart(out, *, seed, train, seen,
    unseen, on_task)`` writes the generated tasks of a quickstart.
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
