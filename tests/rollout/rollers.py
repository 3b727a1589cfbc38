"""What plays a configuration's episodes with a policy of the test's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skill1.agent.answer import expert_answer
from skill1.agent.player import PlaySettings, Recipe
from skill1.agent.profile import configured_profile
from skill1.config import Skill1Config
from skill1.env.registry import make_suite
from skill1.methods import make_recipe
from skill1.rollout.group import Roller
from skill1.rollout.settings import play_settings


def roller(
    config: Skill1Config,
    policy: Any,
    *,
    suite: Any = None,
    recipe: Recipe | None = None,
    settings: PlaySettings | None = None,
    rows: int = 128,
) -> Roller:
    """As in training, where nothing else is given."""
    settings = settings or play_settings(config, is_training=True)
    make, recipe = (suite or make_suite(config.env)).make, recipe or make_recipe(config)
    return Roller(make, policy, recipe, configured_profile(config), settings, concurrency=rows)


def answers_of(expert: Any, config: Skill1Config) -> Callable[[Any, Any, Any], str]:
    """What a scripted policy says that does as an expert does, in the form of the configuration's profile."""
    profile = configured_profile(config)
    return lambda stage, view, rng: expert_answer(profile, stage, expert.answer(stage, view, rng), view)
