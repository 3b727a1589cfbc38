"""Whole-split evaluation: each task of a fixed split exactly once (times ``repeats``), greedy retrieval, intervals."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import torch

from skill1.agent.player import PlaySettings
from skill1.agent.profile import load_profile
from skill1.config import Skill1Config
from skill1.config_files import config_to_dict, load_config
from skill1.env.registry import make_suite
from skill1.errors import ConfigError
from skill1.evaluate.wilson import wilson
from skill1.library import Library
from skill1.locate import Located, locate_policy
from skill1.methods import make_method
from skill1.methods.grpo import nothing
from skill1.policy.hf import HFPolicy
from skill1.policy.load import load_model
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller
from skill1.rollout.recipe import Recipe
from skill1.schema import Episode, Group, Task
from skill1.train.demos import play_settings
from skill1.train.metrics import episode_metrics, oracle_metrics
from skill1.train.progress import Progress

GROWING = ("fresh", "online")
LAST_ROUNDS = 3


def evaluate(
    what: Skill1Config | str | os.PathLike[str],
    *,
    model: str | None = None,
    library_path: str | None = None,
    split: str | None = None,
    library: str | None = None,
    overrides: Sequence[str] = (),
    repeats: int = 1,
    console=None,
) -> dict[str, object]:
    """Evaluate a run, or a model under a configuration, on a whole split; returns a JSON-ready result.

    Library changes are committed only between rounds of ``eval.round_tasks`` tasks, in task order, and randomness is
    keyed by task and repeat, so the result does not depend on batch size.

    Args:
        what: a run directory or one of its checkpoints, which bring configuration, model and library; or a
            configuration, of which ``eval.*``, ``env.*`` and ``agent.*`` count.
        model: Hugging Face folder or name of the policy; needed with a configuration.
        library_path: library to use instead of the run's; ``frozen`` and ``online`` need one.
        split: short for ``eval.split``.
        library: short for ``eval.library``: none, frozen, fresh or online.
        overrides: configuration keys, ``["--eval.limit=20"]``.
        repeats: episodes of each task.
        console: rich console for progress, or None.

    Raises:
        ConfigError, DataError, CheckpointError: nothing usable is there, or a key or value cannot be used.
    """
    short = [
        f"--eval.{key}={value}" for key, value in (("split", split), ("library", library)) if value is not None
    ]
    config, found = _settled(what, model, [*overrides, *short])
    return _evaluate(
        config, model=found.model, library_path=library_path or found.library, repeats=repeats, console=console
    )


def _settled(
    what: Skill1Config | str | os.PathLike[str], model: str | None, overrides: Sequence[str]
) -> tuple[Skill1Config, Located]:
    if isinstance(what, Skill1Config):
        if model is None:
            raise ConfigError("evaluate(config) does not say which policy. Give evaluate(config, model=FOLDER).")
        config = load_config(None, overrides, config_to_dict(what)) if overrides else what
        return config, Located(str(model), None, None)
    found = locate_policy(what)
    if found.config is None:
        raise ConfigError(
            f"{what} is a model, not a run, so it brings no configuration. "
            "Give evaluate(load_config(NAME), model=MODEL)."
        )
    return load_config(found.config, overrides), replace(found, model=str(model or found.model))


def _evaluate(
    config: Skill1Config, *, model: str, library_path: str | None, repeats: int, console
) -> dict[str, object]:
    if config.train.threads:
        torch.set_num_threads(config.train.threads)
    suite = make_suite(config.env)
    tasks = suite.tasks(config.eval.split)[: config.eval.limit]
    method = make_method(config)
    mode = config.eval.library if method.uses_library else "none"
    tokens = Tokens.load(model)
    policy = HFPolicy(load_model(config.model, model), tokens, rows=config.model.rows)
    after = method.recipe.after if mode in GROWING else nothing
    roller = Roller(
        suite.make,
        policy,
        Recipe(method.recipe.before, after),
        load_profile(config.agent.profile, config.agent.prompts),
        _settings(config),
        concurrency=policy.max_rows,
    )
    with _library(config, mode, library_path) as library:
        rounds = _play_rounds(config, suite, roller, tasks, library, mode, repeats, console)
        size = len(library) if library is not None else 0
    return _result(config, model, mode, tasks, repeats, rounds) | {"library_size": size}


def _settings(config: Skill1Config) -> PlaySettings:
    """As in training, but at ``eval.temperature``, which may be 0: greedy."""
    settings = play_settings(config, is_training=False)
    return replace(settings, sampling=replace(settings.sampling, temperature=config.eval.temperature))


class _NoLibrary:
    def __enter__(self) -> None:
        return None

    def __exit__(self, *_error) -> None:
        return None


def _library(config: Skill1Config, mode: str, path: str | None):
    """The library an evaluation plays with; changes never reach the run's own file."""
    options = {"success_ema": config.credit.success_ema, "max_skill_chars": config.agent.max_skill_chars}
    if mode == "none":
        return _NoLibrary()
    if mode == "fresh":
        return Library.in_memory(config.library, **options)
    if path is None:
        raise ConfigError(
            f"--library {mode} needs the library of a run, but none was found. Give a run directory that was trained "
            "with a library, or use --library none or fresh."
        )
    return Library.in_memory(config.library, start_from=path, **options)


def _play_rounds(
    config: Skill1Config,
    suite,
    roller: Roller,
    tasks: Sequence[Task],
    library: Library | None,
    mode: str,
    repeats: int,
    console,
) -> list[dict[str, object]]:
    """Play the split round by round; one record each."""
    size = config.eval.round_tasks if mode in GROWING else len(tasks)
    starts = range(0, len(tasks), max(1, size))
    records = []
    first_step = _first_step(library)
    with Progress(f"eval {config.eval.split} ({mode})", len(starts), console) as progress:
        for number, start in enumerate(starts):
            groups = roller.play_groups(
                tasks[start : start + size],
                library,
                seed=config.seed,
                step=0,
                group_size=repeats,
                first_task=start,
            )
            episodes = [episode for group in groups for episode in group.episodes]
            records.append({"episodes": episodes, "figures": _figures(suite, groups, library)})
            if library is not None and mode in GROWING:
                library.commit(episodes, step=first_step + number, policy_version=0)
            progress.advance(success=_rate(episodes))
    return records


def _first_step(library: Library | None) -> int:
    """A library goes on after its last commit, so that ages (``library.protect_steps``) and events stay true."""
    commits = library.commits() if library is not None else ()
    return commits[-1].step + 1 if commits else 0


def _figures(suite, groups: Sequence[Group], library: Library | None) -> dict[str, float]:
    wanted = ("outcome/turns", "prompt/skill_tokens_added", "tokens/generated", "select/none_share")
    figures = episode_metrics(groups)
    return {key: figures[key] for key in wanted if key in figures} | oracle_metrics(suite, groups, library)


def _rate(episodes: Sequence[Episode]) -> float:
    survivors = [episode for episode in episodes if episode.ok]
    return sum(episode.success for episode in survivors) / len(survivors) if survivors else 0.0


def _result(
    config: Skill1Config, model: str, mode: str, tasks: Sequence[Task], repeats: int, rounds: Sequence[dict]
) -> dict[str, object]:
    episodes = [episode for record in rounds for episode in record["episodes"]]
    types = sorted({task.type for task in tasks})
    rates = [_rate(record["episodes"]) for record in rounds]
    return {
        "env": config.env.name,
        "split": config.eval.split,
        "library": mode,
        "model": str(Path(model)),
        "method": config.method,
        "seed": config.seed,
        "temperature": config.eval.temperature,
        "tasks": len(tasks),
        "repeats": repeats,
        "is_whole_split": config.eval.limit is None,
        "round_tasks": config.eval.round_tasks,
        "errors": sum(not episode.ok for episode in episodes),
        **_summary(episodes),
        "by_type": {type_: _summary([e for e in episodes if e.task.type == type_]) for type_ in types},
        "rounds": [
            {"success_rate": rate, **record["figures"]} for rate, record in zip(rates, rounds, strict=True)
        ],
        "last_rounds": _summary([e for record in rounds[-LAST_ROUNDS:] for e in record["episodes"]]),
    }


def _summary(episodes: Sequence[Episode]) -> dict[str, object]:
    """Success rate with its 95 % Wilson interval; episodes in error are left out and counted elsewhere."""
    survivors = [episode for episode in episodes if episode.ok]
    successes = sum(episode.success for episode in survivors)
    low, high = wilson(successes, len(survivors))
    return {
        "episodes": len(survivors),
        "successes": successes,
        "success_rate": _rate(episodes),
        "interval_95": [low, high],
    }
