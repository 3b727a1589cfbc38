"""Validation while a run trains: always the same tasks, played with the weights and library left by a step.

On a cluster it is played beside the next step's episodes: see :class:`skill1.train.verl.run.ClusterValidation`.
Nothing of the run depends on it. Episodes write no skills and go into no file, the library is only read, and the draws
are keyed by step 0, which no training step has. These are the recipe, the settings and the keys of ``skill1 eval``: a
validation of step N finds what ``skill1 eval RUN@N --library frozen`` finds on the same tasks at the same temperature.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from skill1.agent.profile import Profile
from skill1.agent.stages import without_writing
from skill1.config import Skill1Config
from skill1.config.method import make_recipe
from skill1.config.mixture import is_mixture, member_config, member_names
from skill1.env.protocol import Suite
from skill1.env.splits import Source, representative, split_named, split_source, tasks_of
from skill1.library import Library
from skill1.policy.protocol import Policy, run_to_end
from skill1.rollout.group import Roller
from skill1.rollout.metrics import VALIDATION_TIME, episode_metrics
from skill1.rollout.settings import evaluation_settings
from skill1.schema import EpisodeKey, Group, Task

AREA = "validate/"
# What of an episode's figures a validation reports, and as what.
FIGURES = {
    "outcome/success_rate": "validate/success_rate",
    "outcome/mean_score": "validate/mean_score",
    "outcome/turns": "validate/turns",
    "errors/episodes": "validate/errors",
}
FAMILIES = ("outcome/success/", "outcome/success_rate/")  # of each task type, of each environment
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Sample:
    """The tasks of one environment that are played each time."""

    env: str
    split: str  # the environment's own name for it
    tasks: tuple[Task, ...]
    source: Source  # how many they are of how many, and what the environment warns of
    caution: str  # empty unless the best checkpoint is chosen on tasks that results are reported on


class Validation:
    """The validations of one run; made once, so that each plays the same tasks.

    Args:
        policy: what the run generates with; ``max_rows`` episodes are played at once, on which no result depends.

    Raises:
        DataError: there is no split ``train.validate_split``, or it has no tasks.
    """

    def __init__(self, config: Skill1Config, suite: Suite, profile: Profile, policy: Policy) -> None:
        # Apart from the roller, for a cluster's validation has none: its agent processes make their own.
        self._choose(config, suite)
        self._roller = validation_roller(config, suite, profile, policy, policy.max_rows)

    def _choose(self, config: Skill1Config, suite: Suite) -> None:
        self._config = config
        self._envs = member_names(config.env.name) if is_mixture(config.env) else ()
        self.samples = tuple(choose(config, suite, env) for env in self._envs or (config.env.name,))

    def is_due(self, step: int) -> bool:
        """Whether the weights after this step (from 1) are validated: every so many, and the last."""
        train = self._config.train
        return step % train.validate_every == 0 or step == train.steps

    def names(self, known: Collection[str]) -> set[str]:
        """The figures there will be, given those of a training step: only it tells whether there are scores."""
        # Told from the tasks, before anything is played: `train.best_metric` is checked after the first step.
        types = {task.type for sample in self.samples for task in sample.tasks}
        families = [f"validate/success/{name}" for name in types]
        families += [f"validate/success_rate/{env}" for env in self._envs]
        has_scores = "outcome/mean_score" in known
        return {name for key, name in FIGURES.items() if has_scores or key != "outcome/mean_score"} | set(families)

    def after(self, step: int, library: Library | None) -> dict[str, float]:
        """Validate the weights after a step, if it is due; returns what is known of them by now."""
        return self.play(library) if self.is_due(step) else {}

    def finished(self) -> dict[str, float]:
        """Asked when a step's episodes have ended: the figures of a validation that was played beside them."""
        return {}

    def play(self, library: Library | None) -> dict[str, float]:
        """Play every task once; returns the figures, and the seconds it took."""
        started = time.perf_counter()
        # One environment after the other: keys hold the task's index alone, which two environments share.
        groups = [group for sample in self.samples for group in self._played(sample.tasks, library)]
        return self._judged(groups, started)

    def _judged(self, groups: Sequence[Group], started: float) -> dict[str, float]:
        """Figures of what was played, and the seconds since ``started``."""
        figures = validation_metrics(groups, self._envs)
        # A missing figure, not an error: nothing of the training depends on a validation.
        if "validate/success_rate" not in figures:
            logger.warning(
                "all %d episodes of a validation ended in an error. The first: %s",
                len(groups),
                groups[0].episodes[0].error,
            )
        return figures | {VALIDATION_TIME: time.perf_counter() - started}

    def _played(self, tasks: Sequence[Task], library: Library | None) -> list[Group]:
        plan = [(task, validation_key(self._config, task)) for task in tasks]
        episodes = run_to_end(self._roller.play_all(plan, library))
        # Groups of one, for figures are made of groups.
        return [Group(task, (episode,)) for task, episode in zip(tasks, episodes, strict=True)]


def validation_roller(
    config: Skill1Config, suite: Suite, profile: Profile, policy: Policy, concurrency: int
) -> Roller:
    """What plays the episodes of a validation, in whatever process."""
    # A recipe of its own: that of the run may keep what was active in its episodes for its writer.
    recipe = without_writing(make_recipe(config))
    settings = evaluation_settings(config, config.train.validate_temperature)
    return Roller(suite.make, policy, recipe, profile, settings, concurrency=concurrency)


def validation_key(config: Skill1Config, task: Task) -> EpisodeKey:
    """The same at every validation."""
    # By the task's place in its split, not in the sample: `skill1 eval` draws the same for it.
    return EpisodeKey(config.seed, 0, task.index, 0)


def validation_metrics(groups: Sequence[Group], envs: Sequence[str]) -> dict[str, float]:
    """The figures of ``FIGURES``, those of each task type and, of several, of each environment."""
    found = episode_metrics(groups, envs)
    single = {name: found[key] for key, name in FIGURES.items() if key in found}
    return single | {
        AREA + key.removeprefix("outcome/"): value for key, value in found.items() if key.startswith(FAMILIES)
    }


def choose(config: Skill1Config, suite: Suite, env: str) -> Sample:
    """The tasks of one environment of a run, and what to say of them.

    Raises:
        DataError: there is no such split, or it has no tasks.
    """
    own = member_config(config, env)
    split = str(own.train.validate_split)
    # In a mixture two environments may have splits of one name.
    name = f"{env}/{split}" if is_mixture(config.env) else split
    key = f"env.mixture.{env}.validate_split" if is_mixture(config.env) else "train.validate_split"
    with split_named(suite, key, split):
        tasks = tasks_of(suite, config.env.name, name)
    chosen = tuple(representative(tasks, own.train.validate_tasks))
    text = f"{len(chosen)} of {len(tasks)} tasks, every {own.train.validate_every} steps"
    return Sample(env, split, chosen, (text, split_source(suite, name)[1]), _caution(own))


def _caution(config: Skill1Config) -> str:
    train = config.train
    # A choice makes the figures on its split too good; to watch the split that is reported on does no harm.
    is_chosen_here = train.keep_best and train.best_metric.startswith(AREA)
    if not is_chosen_here or train.validate_split != config.eval.split:
        return ""
    return (
        f"train.validate_split and eval.split are both {config.eval.split!r}: a checkpoint chosen by "
        f"{train.best_metric} is chosen on the tasks that it is evaluated on. Report RUN@best on another split."
    )
