"""How episodes are played, taken from a configuration: in training, in evaluation, or plainly."""

from __future__ import annotations

from dataclasses import replace

from skill1.agent.player import PlaySettings
from skill1.config import EnvConfig, Skill1Config
from skill1.config.mixture import is_mixture, members


def play_settings(config: Skill1Config, *, is_training: bool) -> PlaySettings:
    """The part of a configuration that an episode needs."""
    return PlaySettings(
        agent=config.agent,
        sampling=config.sampling,
        max_prompt_tokens=config.model.max_prompt_tokens,
        max_steps=config.env.max_steps,
        invalid_action_penalty=config.env.invalid_action_penalty,
        is_training=is_training,
        by_env=_limits(config.env) if is_mixture(config.env) else {},
    )


def _limits(env: EnvConfig) -> dict[str, tuple[int, float]]:
    return {m.name: (m.env.max_steps, m.env.invalid_action_penalty) for m in members(env)}


def evaluation_settings(config: Skill1Config, temperature: float) -> PlaySettings:
    """As in training, but without exploration and controls, and at a temperature that may be 0: greedy."""
    settings = play_settings(config, is_training=False)
    return replace(settings, sampling=replace(settings.sampling, temperature=temperature))


def training_settings(config: Skill1Config) -> PlaySettings:
    """How the episodes of a training run are played; only there are some of them controls."""
    library = config.library
    settings = play_settings(config, is_training=True)
    return replace(settings, control_share=library.control_share, control=library.control)
