"""Writing and comparing configurations. Sections and keys stand in one order, whatever made the configuration."""

from __future__ import annotations

import dataclasses
from typing import Any

import yaml

from skill1.config.configuration import Skill1Config
from skill1.config.files import flattened
from skill1.config.keys import PASSED_THROUGH, config_sections, is_passed_through
from skill1.config.schema import RunKeys
from skill1.config.values import shown
from skill1.config.yaml_text import StrictWriter

UNSET = "verl's own value"  # of a setting that only one of two configurations hands to verl
NOT_ITS_OWN = "the shared value"  # of a key that an environment has only in one of two configurations


def config_to_yaml(config: Skill1Config) -> str:
    """The whole configuration as YAML text that :func:`skill1.config.load.load_config` reads back to an equal one."""
    # In the order of the help, and so wide that no text is broken over lines.
    return yaml.dump(config_to_dict(config), Dumper=StrictWriter, sort_keys=False, allow_unicode=True, width=1000)


def config_to_dict(config: Skill1Config) -> dict[str, Any]:
    """Nested plain dictionary: ``{"method": …, "train": {"steps": …}}``."""
    tree = {field.name: getattr(config, field.name) for field in dataclasses.fields(RunKeys)}
    tree |= {name: dataclasses.asdict(getattr(config, name)) for name in config_sections()}
    return {**tree, PASSED_THROUGH: dict(config.verl)}


def flat_values(config: Skill1Config) -> dict[str, Any]:
    """Dotted key → value, in the order they are written."""
    return flattened(config_to_dict(config), "")


def diff_configs(a: Skill1Config, b: Skill1Config) -> list[str]:
    """One line per differing key, ``train.steps: 150 → 3``; empty if equal."""
    before, after = flat_values(a), flat_values(b)
    return [
        f"{key}: {_told(before, key)} → {_told(after, key)}"
        for key in before | after
        if key not in before or key not in after or before[key] != after[key]
    ]


def _told(values: dict[str, Any], key: str) -> str:
    if key in values:
        return shown(values[key])
    return UNSET if is_passed_through(key) else NOT_ITS_OWN
