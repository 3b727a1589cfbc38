"""What a training run lends to a method's writer: the teacher, episodes for gates, log-probs under other skills.

Gates compare log-probs of what was done under one skill and under another; both need prompts built exactly as in play.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from skill1.agent.player import Recipe
from skill1.agent.profile import Profile
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.errors import ConfigError, PromptError
from skill1.library import Library
from skill1.methods.teacher.chat import FILE_NAME
from skill1.methods.teacher.opening import open_teacher
from skill1.methods.teacher.writer import WriteFacts, require_splits
from skill1.policy.protocol import run_to_end
from skill1.rollout.group import Roller, require_played
from skill1.rollout.settings import play_settings
from skill1.schema import Episode, EpisodeKey, Group, Segment, Skill
from skill1.train.border import figures, saveable
from skill1.train.records import ALWAYS_PRESENT
from skill1.train.rerender import acts_with

TASKS_PER_PURPOSE = 100_000  # keys of a gate's episodes begin past those of any step


class Writing:
    """The writer of a run and what it may use.

    Args:
        state: the writer's at the checkpoint; empty where a run begins, and in checkpoints older than writers.
        model: the weights in this process; None where a server holds them. On a cluster nothing is asked of it.
    """

    def __init__(
        self,
        config: Skill1Config,
        run_dir: Path,
        recipe: Recipe,
        state: Mapping[str, Any],
        *,
        suite: Any,
        profile: Profile,
        policy: Any,
        model: Any,
    ) -> None:
        self._config, self._suite, self._profile, self._policy, self._model = config, suite, profile, policy, model
        self._before, self.writer = recipe.before, recipe.writer
        require_splits(self.writer, suite, config.env.name)
        self._folder = run_dir / config.method
        self._settings = play_settings(config, is_training=True)
        # Whoever asks a teacher brings rules for the analyst that may stand in for it: without rules nobody is asked.
        self._teacher = (
            open_teacher(
                config, suite=suite, profile=profile, policy=policy, rules=recipe.rules, cache=run_dir / FILE_NAME
            )
            if recipe.rules
            else None
        )
        self._step, self._played = 0, 0
        # Looked at after its first step: what cannot be saved must not show at a checkpoint, hours later. Not before:
        # a writer may know only then what it keeps.
        self._is_untried = True
        if state:
            self.writer.restore(state)

    def state(self) -> Mapping[str, Any]:
        """The writer's, for a checkpoint. Raises ``TrainingError`` if it would not come back as it is."""
        return saveable(self.writer.state(), self._config.method)

    def write(
        self, groups: Sequence[Group], step: int, library: Library, taken: Collection[str] = ()
    ) -> dict[str, float]:
        """Call the writer for a step; returns its metrics, what the teacher cost, and how many episodes gates took.

        Raises:
            TrainingError: its metrics cannot be part of a row that has ``taken``, or its state cannot be saved.
        """
        # For `_play`, which the writer calls: the step is in the keys of its episodes, and their number in the row.
        self._step, self._played = step, 0
        # A writer without a teacher leaves no files, and would leave an empty folder.
        if self._teacher is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
        facts = WriteFacts(
            groups=groups,
            step=step,
            steps=self._config.train.steps,
            library=library,
            teacher=self._teacher,
            tasks=self._suite.tasks,
            play=self._play,
            logprobs=self._logprobs,
            folder=self._folder,
        )
        metrics = figures(self.writer.write(facts), self._config.method, {*ALWAYS_PRESENT, *taken})
        if self._is_untried:
            self._is_untried = False
            self.state()
        if self._teacher is None:
            return metrics
        return metrics | {"budget/gate_episodes": float(self._played)} | self._teacher_metrics()

    def _teacher_metrics(self) -> dict[str, float]:
        account, prices = self._teacher.account, self._config.teacher
        return {
            "teacher/calls": float(account.calls),
            "teacher/tokens": float(account.prompt_tokens + account.completion_tokens),
            "teacher/cost": account.cost(prices.prompt_price, prices.completion_price),
            "teacher/unanswered": float(account.unanswered),
            "teacher/unreported": float(account.unreported),
        }

    def _play(self, tasks, skills: Sequence[Skill], purpose: int) -> list[Episode]:
        """See ``WriteFacts.play``."""
        self._require_local()
        roller = Roller(
            self._suite.make,
            self._policy,
            # Nothing after acting: a gate looks at outcomes, and its episodes write no skills.
            Recipe(self._before, nothing),
            self._profile,
            # A gate compares skills: without exploration and controls.
            # `learns` stays: an answer that a server did not give must not decide a gate.
            replace(self._settings, is_training=False, explores=False),
            concurrency=self._policy.max_rows,
        )
        # + 1 because purposes count from 0: purpose 0 would else share the random keys of the step's own episodes.
        first = (purpose + 1) * TASKS_PER_PURPOSE
        plan = [
            (task, EpisodeKey(self._config.seed, self._step, first + place, 0)) for place, task in enumerate(tasks)
        ]
        self._played += len(plan)
        # A library of these skills alone: the run's own would offer others. Texts are cut where that one cuts them.
        options = {"max_skill_chars": self._config.agent.max_skill_chars}
        with Library.in_memory(self._config.library, **options) as library:
            library.add_skills(skills, step=self._step)
            episodes = run_to_end(roller.play_all(plan, library))
        # A skill that leaves a prompt no room has lost. An environment that never worked has tried none of them.
        if episodes and not any(episode.error.startswith(PromptError.__name__) for episode in episodes):
            require_played(episodes, f"a gate of step {self._step}", self._config.env.name)
        return episodes

    def _logprobs(self, episode: Episode, skill: Skill | None) -> list[tuple[float, ...]]:
        """See ``WriteFacts.logprobs``."""
        self._require_local()
        segments = run_to_end(
            acts_with(
                episode,
                skill,
                tokens=self._policy.tokens,
                profile=self._profile,
                settings=self._settings,
                max_positions=self._policy.max_positions,
            )
        )
        # By whoever holds the weights: a server, or the model in this process.
        if self._config.endpoint.url is not None:
            return run_to_end(self._asked(segments))
        from skill1.policy.logprobs import Row, score

        return score(
            self._model,
            [Row(segment.prompt_ids, segment.response_ids) for segment in segments],
            pad_id=self._policy.tokens.pad_id,
            temperature=self._config.sampling.temperature,
            budget_tokens=self._config.train.micro_batch_tokens,
        )

    def _require_local(self) -> None:
        if self._config.backend != "local":
            raise ConfigError(
                f"Method {self._config.method} plays episodes or compares log-probs between two steps, which "
                f"backend {self._config.backend} cannot do. Type: --backend local"
            )

    async def _asked(self, segments: Sequence[Segment]) -> list[tuple[float, ...]]:
        """The same from a server, by its own tokens."""
        asked = (self._policy.score(segment.prompt_ids, segment.text) for segment in segments)
        return list(await asyncio.gather(*asked))
