"""How episodes are played, and which, taken from a configuration: in training, in evaluation, or plainly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from skill1.agent.player import PlaySettings
from skill1.config import Skill1Config
from skill1.config.mixture import is_mixture, members
from skill1.schema import EpisodeKey, Task


def play_settings(config: Skill1Config, *, is_training: bool) -> PlaySettings:
    """The part of a configuration that an episode needs."""
    several = members(config.env) if is_mixture(config.env) else ()
    return PlaySettings(
        agent=config.agent,
        sampling=config.sampling,
        max_prompt_tokens=config.model.max_prompt_tokens,
        max_steps=config.env.max_steps,
        invalid_action_penalty=config.env.invalid_action_penalty,
        is_training=is_training,
        # The bonus of retrieval is for training: evaluation takes what is known to be best (Table 6).
        explores=is_training,
        # Apart from `is_training`: a writer's gates switch that off, and yet decide what is learnt.
        learns=is_training,
        by_env={m.name: (m.env.max_steps, m.env.invalid_action_penalty) for m in several},
    )


def evaluation_settings(config: Skill1Config, temperature: float, *, grows: bool = False) -> PlaySettings:
    """As in training, but without controls, and at a temperature that may be 0: greedy.

    ``grows``: the library takes in skills on the way; only then may it be explored (``eval.explore``).
    """
    # Controls are for measuring in training: whoever evaluates wants the policy as it chooses.
    settings = play_settings(config, is_training=False)
    sampling = replace(settings.sampling, temperature=temperature)
    return replace(settings, sampling=sampling, explores=grows and config.eval.explore)


def training_settings(config: Skill1Config) -> PlaySettings:
    """How the episodes of a training run are played; only there are some of them controls."""
    library = config.library
    settings = play_settings(config, is_training=True)
    return replace(
        settings,
        control_share=library.control_share,
        control=library.control,
        control_draw=library.control_draw,
    )


def spread(tasks: Sequence[Task], count: int, seed: int) -> list[tuple[Task, EpisodeKey]]:
    """``count`` tasks at equal distances over a split, each with a key of step 0; tasks repeat if there are fewer."""
    plan: list[tuple[Task, EpisodeKey]] = []
    while len(plan) < count:
        # A task that comes again has another rollout: with an equal key it would draw the same episode.
        rollout, left = len(plan) // len(tasks), min(count - len(plan), len(tasks))
        places = [number * len(tasks) // left for number in range(left)]
        # Step 0, which no training step has: these episodes draw otherwise than any that a run was trained on.
        plan += [(tasks[place], EpisodeKey(seed, 0, place, rollout)) for place in places]
    return plan
