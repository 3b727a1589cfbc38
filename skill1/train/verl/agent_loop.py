"""An episode in one of verl's agent processes: the same coroutine as everywhere, answered by verl's servers."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any, NamedTuple

import ray
from verl.experimental.agent_loop.agent_loop import AgentLoopBase, AgentLoopMetrics, AgentLoopOutput

from skill1.agent.player import Recipe
from skill1.agent.profile import Profile, configured_profile
from skill1.config import Skill1Config
from skill1.config.load import load_run_config
from skill1.config.method import make_recipe, uses_library
from skill1.env.protocol import Suite
from skill1.env.registry import make_suite
from skill1.policy.protocol import Policy
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller, Streak
from skill1.rollout.settings import training_settings
from skill1.schema import Episode, EpisodeKey, Segment, Task
from skill1.train.validation import validation_key, validation_roller
from skill1.train.verl.library_actor import RemoteLibrary, actor_name
from skill1.train.verl.policy import ServerPolicy, cause
from skill1.train.verl.rows import episode_record

logger = logging.getLogger(__name__)


class _World(NamedTuple):
    """What all episodes of this process share."""

    config: Skill1Config
    suite: Suite
    tokens: Tokens
    profile: Profile
    recipe: Recipe
    library_actor: Any  # None: the method has no library
    streak: Streak


# verl makes an agent loop anew for each episode: what takes long to make is kept here, for the one run of a process.
@lru_cache(maxsize=1)
def _world(run_dir: str, config_file: str, model_path: str) -> _World:
    # Only plain values reach this process: the file that ``write_for_agents`` left is named, and read here.
    config = load_run_config(config_file)
    return _World(
        config,
        make_suite(config.env),
        Tokens.load(model_path),
        configured_profile(config),
        make_recipe(config),
        ray.get_actor(actor_name(run_dir)) if uses_library(config) else None,
        # Of this process alone: each counts the errors of its own episodes.
        Streak(config.train.errors_in_a_row, config.env.name),
    )


class Skill1AgentLoop(AgentLoopBase):
    """Plays one episode and returns a row for each of its segments; the first carries the rest of the episode."""

    def __init__(self, *, trainer_config, server_manager, run_dir: str, config_file: str, **_unused: Any) -> None:
        # Not the base class's: it wants a chat tokenizer to build messages, and prompts are ours.
        self.server_manager, self.run_dir, self.config_file = server_manager, run_dir, config_file
        settings = trainer_config.config.actor_rollout_ref
        self.model_path, self.max_positions = settings.model.path, settings.rollout.max_model_len

    async def run(self, sampling_params: dict[str, Any], **fields: Any) -> list[AgentLoopOutput]:
        """``fields``: ``is_validation``, ``index`` of the task, its ``position``, ``session_id``, ``global_steps``.

        What is not the environment's fault comes back as a row with ``failure``: verl would drop the episode unseen.
        """
        try:
            return episode_rows(await self._play(fields))
        except Exception as error:
            logger.exception("an episode failed")
            is_rays = isinstance(error, ray.exceptions.RayError)
            return [_empty_row({"failure": cause(error) if is_rays else f"{type(error).__name__}: {error}"})]

    async def _play(self, fields: dict[str, Any]) -> Episode:
        world = _world(self.run_dir, self.config_file, self.model_path)
        library = None
        if world.library_actor is not None:
            # Asked anew by each episode: its segments are stamped with the version they were played under.
            library = await RemoteLibrary.now(world.library_actor)
        # One for each episode, for it keeps the version that answered last.
        policy = ServerPolicy(self.server_manager, world.tokens, max_positions=self.max_positions)
        roller, planned = (_validation if fields["is_validation"] else _training)(world, policy, fields)
        # By the roller of all backends: a second try after a fault, and a border around the environment.
        (episode,) = await roller.play_all([planned], library)
        return episode


def _training(world: _World, policy: Policy, fields: dict[str, Any]) -> tuple[Roller, tuple[Task, EpisodeKey]]:
    config = world.config
    # A task travels as its place in the split, which a suite lists alike in every process.
    task = world.suite.tasks(config.env.train_split)[int(fields["index"])]
    key = EpisodeKey(config.seed, int(fields["global_steps"]), int(fields["position"]), int(fields["session_id"]))
    parts = world.suite.make, policy, world.recipe, world.profile, training_settings(config)
    # For one episode: verl decides how many are under way at once.
    return Roller(*parts, concurrency=1, streak=world.streak), (task, key)


def _validation(world: _World, policy: Policy, fields: dict[str, Any]) -> tuple[Roller, tuple[Task, EpisodeKey]]:
    config = world.config
    task = world.suite.tasks(str(config.train.validate_split))[int(fields["index"])]
    roller = validation_roller(config, world.suite, world.profile, policy, 1)
    return roller, (task, validation_key(config, task))


def episode_rows(episode: Episode) -> list[AgentLoopOutput]:
    """One row a segment, in order; an episode without any gives one row with nothing to train."""
    rows = [_row(segment, episode) for segment in episode.segments] or [_empty_row({})]
    # In the first row alone, which every episode has: the record holds all of its turns.
    rows[0].extra_fields["episode"] = episode_record(episode)
    return rows


def _row(segment: Segment, episode: Episode) -> AgentLoopOutput:
    return AgentLoopOutput(
        prompt_ids=list(segment.prompt_ids),
        response_ids=list(segment.response_ids),
        response_mask=[1] * len(segment.response_ids),
        response_logprobs=list(segment.logprobs),
        # Preset, so that verl computes none; credit is our loop's.
        reward_score=episode.outcome,
        num_turns=len(episode.turns),
        metrics=AgentLoopMetrics(),
        extra_fields=_extra({"stage": segment.stage, "turn": segment.turn}, segment.policy_version),
    )


def _empty_row(extra: dict[str, Any]) -> AgentLoopOutput:
    return AgentLoopOutput(
        # verl takes no row without a response, so it gets one token that is not trained.
        prompt_ids=[0],
        response_ids=[0],
        response_mask=[0],
        response_logprobs=[0.0],
        reward_score=0.0,
        metrics=AgentLoopMetrics(),
        extra_fields=_extra(extra, 0),
    )


def _extra(fields: dict[str, Any], version: int) -> dict[str, Any]:
    # verl takes the first for granted where a reward is set, and makes tags of the other two.
    return fields | {"reward_extra_info": {}, "min_global_steps": version, "max_global_steps": version}
