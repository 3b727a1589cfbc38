"""Traces that show skill use: the scripted expert plays training tasks with a bank in the prompt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from skill1.agent.answer import expert_answer
from skill1.agent.mixture import configured_profile
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.env.registry import make_suite
from skill1.env.splits import tasks_of
from skill1.errors import ConfigError, DataError
from skill1.library.formats.exchange import start_in_memory
from skill1.methods import make_recipe
from skill1.policy.scripted import ScriptedPolicy
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller, run_to_end, spread
from skill1.rollout.settings import play_settings
from skill1.schema import Episode
from skill1.train.demos import save_demos
from skill1.train.start import start_tokens


def write_traces(config: Skill1Config, *, episodes: int, kind: str, seed: int, output: Path) -> dict[str, object]:
    """Play ``episodes`` training tasks with ``library.init`` in the prompts and keep what was won; returns a summary.

    Raises: as :func:`play_with_bank`.
    """
    tokens = start_tokens(config, make_suite(config.env), configured_profile(config))
    won = play_with_bank(config, tokens, episodes=episodes, kind=kind, seed=seed)
    save_demos(won, tokens, output, env=config.env.name, expert=kind, seed=seed)
    with_skill = sum(episode.used is not None for episode in won)
    return {"episodes": len(won), "played": episodes, "with_skill": with_skill, "output": str(output)}


def play_with_bank(config: Skill1Config, tokens: Tokens, *, episodes: int, kind: str, seed: int) -> list[Episode]:
    """The won episodes of training tasks played by the expert ``kind``, such as "oracle", under ``library.init``.

    The prompts are the method's own, the bank's skills in them as in training; no episode is a control.

    Raises:
        ConfigError: the environment has no scripted expert.
        DataError: no episode was won.
    """
    suite = make_suite(config.env)
    if not hasattr(suite, "expert"):
        raise ConfigError(
            f"The environment '{config.env.name}' has no scripted expert to demonstrate with. Give a model that was "
            "supervised elsewhere as --model.path."
        )
    profile, expert = configured_profile(config), suite.expert(None, kind, seed)
    roller = Roller(
        suite.make,
        ScriptedPolicy(
            tokens, lambda stage, view, rng: expert_answer(profile, stage, expert.answer(stage, view, rng), view)
        ),
        replace(make_recipe(config), after=nothing),
        profile,
        replace(play_settings(config, is_training=True), control_share=0.0),
        concurrency=64,
    )
    options = {"env": config.env.name, "max_skill_chars": config.agent.max_skill_chars}
    with start_in_memory(config.library.init, config.library, **options) as library:
        tasks = tasks_of(suite, config.env.name, config.env.train_split)
        played = run_to_end(roller.play_all(spread(tasks, episodes, seed), library))
    won = [episode for episode in played if episode.ok and episode.success]
    if not won:
        raise DataError(
            f"the expert '{kind}' won none of {len(played)} episodes; the first error: {_error(played)}"
        )
    return won


def _error(episodes: list[Episode]) -> str:
    return next((episode.error for episode in episodes if not episode.ok), "none")
