"""Configuration files of SkillRL's Rust edition: its JSON names, in ours.

Names of keys that have no counterpart are accepted and left out: weights are loaded here, not asked over a network.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from skill1.config import LibraryConfig, Skill1Config
from skill1.config.keys import nearest_key
from skill1.config.load import load_config
from skill1.errors import ConfigError
from skill1.library.formats.records import expected, read_json

OURS: Mapping[str, tuple[str, ...]] = {  # () for what is left out
    "sft.learning_rate": ("sft.learning_rate",),
    "sft.batch_size": ("sft.batch_size",),
    "sft.epochs": ("sft.epochs",),
    "rl.learning_rate": ("train.learning_rate",),
    "rl.batch_size": ("train.tasks_per_step",),  # episodes there: divided by the group size
    "rl.group_size": ("train.group_size",),
    "rl.kl_coeff": ("loss.kl_coefficient",),
    "rl.clip_epsilon": ("loss.clip_low", "loss.clip_high"),
    "rl.invalid_action_penalty": ("env.invalid_action_penalty",),
    "rl.max_prompt_length": ("model.max_prompt_tokens",),
    "rl.max_response_length": ("sampling.act_tokens",),
    "rl.training_epochs": ("train.steps",),
    "skill_retrieval.top_k": ("skillrl.task_specific_top_k",),
    "skill_retrieval.similarity_threshold": ("skillrl.similarity_threshold",),
    "evolution.validation_interval": ("skillrl.evolve_every",),
    "evolution.max_new_skills": ("skillrl.max_new_skills",),
    "evolution.evolution_threshold": ("skillrl.evolve_below",),
    "evolution.max_analysis_deep": ("skillrl.deep_failures",),
    "evolution.max_analysis_shallow": ("skillrl.shallow_failures",),
    "model.policy_model_id": ("model.path",),
    "model.policy_api_base": (),
    "model.teacher_api_base": ("teacher.url",),
    "model.teacher_model_id": ("teacher.model",),
    "model.embedding_api_base": (),  # with embedding_model_id: library.encoder
    "model.embedding_model_id": ("library.encoder",),
}
KEYS = {"model.policy_api_key", "model.teacher_api_key", "model.embedding_api_key"}
# What the Rust edition takes where its file says nothing: a file means the same here only with the same defaults.
DEFAULT_ENV, DEFAULT_GROUP = "alfworld", 8
SECTIONS = ("sft", "rl", "skill_retrieval", "evolution", "model")


def load_rust_config(path: str, env: str | None, overrides: Sequence[str]) -> Skill1Config:
    """``ENV/skillrl`` with the paper's retrieval, under the file's values, then overrides.

    Without ``env`` ENV is that of the Rust edition. Its ``skill_retrieval.top_k`` is K of S_ret, the task-specific
    skills; all general ones are shown.

    Raises:
        ConfigError: a name the Rust edition does not have, a value of the wrong kind, or a secret in the file.
        DataError: the file holds no JSON object.
    """
    name = f"{env or DEFAULT_ENV}/skillrl"
    told = ["--skillrl.retrieval=paper", *translated(expected(read_json(Path(path)), dict, path), path)]
    if load_config(name).agent.profile != "compact":  # what is retrieved by similarity needs a model of sentences
        told.insert(0, f"--library.encoder={LibraryConfig.encoder}")
    try:
        return load_config(name, [*told, *overrides])
    except ConfigError as error:
        raise ConfigError(f"{path}, as our keys {' '.join(told)}: {error}") from error


def translated(content: Mapping[str, Any], place: str) -> list[str]:
    """The values of a file as overrides with our names."""
    flat = _flat(content, place)
    overrides = []
    for name, value in flat.items():
        for key in OURS[name]:
            overrides.append(f"--{key}={_in_our_units(name, value, flat)}")
    if "model.teacher_model_id" in flat:
        # Its teacher is always a model behind a server.
        overrides.append("--teacher.kind=service")
    return overrides


def _flat(content: Mapping[str, Any], place: str) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for section, values in content.items():
        if section not in SECTIONS:
            raise ConfigError(f"{place}: '{section}' is no section of it; expected one of {', '.join(SECTIONS)}.")
        for key, value in expected(values, dict, f"'{section}' of {place}").items():
            name = f"{section}.{key}"
            if name in KEYS:
                _refuse_secret(name, value, place)
            elif name not in OURS:
                raise ConfigError(f"{place}: {_unknown(name)}")
            # true is an int in Python, and would pass for a number.
            elif isinstance(value, bool) or not isinstance(value, int | float | str):
                raise ConfigError(f"{place}: {name} = {value!r} cannot be used; expected a number or a text.")
            else:
                flat[name] = value
    return flat


def _unknown(name: str) -> str:
    nearest = nearest_key(name, list(OURS))
    near = [nearest] if nearest else [key for key in OURS if key.startswith(f"{name.partition('.')[0]}.")]
    known = ", ".join(f"{key} (ours: {' and '.join(OURS[key]) or 'none'})" for key in near)
    return f"it has no key '{name}'; expected {known}."


def _refuse_secret(name: str, value: Any, place: str) -> None:
    if value:
        raise ConfigError(
            f"{place} holds a secret in {name}. Take it out and set the environment variable OPENAI_API_KEY, or "
            "another one and --teacher.api_key_variable NAME."
        )


def _in_our_units(name: str, value: Any, flat: Mapping[str, Any]) -> Any:
    if name == "rl.batch_size":
        group = flat.get("rl.group_size", DEFAULT_GROUP)
        if not isinstance(value, int) or not isinstance(group, int) or group < 1 or value % group:
            raise ConfigError(
                f"rl.batch_size = {value!r} are episodes of a step; expected a multiple of rl.group_size = {group!r}, "
                "as train.tasks_per_step counts tasks."
            )
        return value // group
    if name == "model.embedding_model_id":
        # URL#MODEL is how library.encoder names a model behind a server.
        base = flat.get("model.embedding_api_base")
        return f"{base}#{value}" if base else value
    return value
