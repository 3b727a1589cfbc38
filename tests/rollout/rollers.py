"""What plays a configuration's episodes with a policy of the test's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skill1.agent.answer import expert_answer
from skill1.agent.player import PlaySettings, Recipe
from skill1.agent.profile import configured_profile, load_profile
from skill1.config import Skill1Config
from skill1.env.registry import make_suite
from skill1.methods import make_recipe
from skill1.rollout.group import Roller, Streak
from skill1.rollout.settings import play_settings
from tests.rollout.fakes import RecordingPolicy, settings


def roller(
    config: Skill1Config,
    policy: Any,
    *,
    suite: Any = None,
    recipe: Recipe | None = None,
    how: PlaySettings | None = None,
    rows: int = 128,
) -> Roller:
    """As in training, where nothing else is given."""
    how = how or play_settings(config, is_training=True)
    make, recipe = (suite or make_suite(config.env)).make, recipe or make_recipe(config)
    return Roller(make, policy, recipe, configured_profile(config), how, concurrency=rows)


def toy_roller(
    make_env: Callable[[str], Any],
    policy: Any = None,
    how: PlaySettings | None = None,
    *,
    concurrency: int = 4,
    streak: Streak | None = None,
) -> Roller:
    """Of a scripted world (``fakes``), by the method Skill1."""
    how = how or settings()
    recipe, profile = make_recipe(Skill1Config(agent=how.agent)), load_profile("compact")
    parts = make_env, policy or RecordingPolicy(), recipe, profile, how
    return Roller(*parts, concurrency=concurrency, streak=streak)


def answers_of(expert: Any, config: Skill1Config) -> Callable[[Any, Any, Any], str]:
    """What a scripted policy says that does as an expert does, in the form of the configuration's profile."""
    profile = configured_profile(config)
    return lambda stage, view, rng: expert_answer(profile, stage, expert.answer(stage, view, rng), view)
