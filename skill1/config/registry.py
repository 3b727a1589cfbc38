"""Names that stand for code: those built in, in one dict, and those that installed packages announce.

A package announces by an entry point of a family's group, ``name = "module:attribute"``. Nothing is imported before it
is asked for by name. A foreign package cannot take a built-in name.
"""

from __future__ import annotations

import difflib
import functools
import importlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from skill1.errors import ConfigError

NEAREST_CUTOFF = 0.6  # difflib's own default: "step" finds "steps", "foo" finds nothing


@dataclass(frozen=True, eq=False)
class Family:
    """One kind of thing with a name: ``group`` of entry points, and what comes with skill1 as ``module:attribute``."""

    group: str
    built_in: Mapping[str, str]

    @functools.cached_property
    def targets(self) -> dict[str, str]:
        """Name → ``module:attribute``, built-in ones first."""
        from importlib.metadata import entry_points  # here: it takes longer to import than all of skill1.config

        found = entry_points(group=self.group)
        return {**self.built_in, **{point.name: point.value for point in found if point.name not in self.built_in}}

    def __iter__(self) -> Iterator[str]:
        return iter(self.targets)

    def __contains__(self, name: object) -> bool:
        # A built-in name needs no look at the installed packages, which takes some milliseconds.
        return name in self.built_in or name in self.targets

    def load(self, name: str) -> Any:
        """What a name stands for, imported now.

        Raises:
            ConfigError: no such name (names the nearest and lists all), or its module cannot be imported.
        """
        if name not in self:
            nearest = nearest_name(name, list(self))
            hint = f" Did you mean '{nearest}'?" if nearest else ""
            raise ConfigError(f"there is no '{name}' in {self.group}.{hint} Known names: {', '.join(self)}.")
        target = self.built_in.get(name) or self.targets[name]
        module, _, attribute = target.partition(":")
        if name in self.built_in:
            return getattr(importlib.import_module(module), attribute)
        try:
            return getattr(importlib.import_module(module), attribute)
        except Exception as error:  # foreign code may raise anything while it is imported
            raise ConfigError(
                f"'{name}' of {self.group} is {target}, which cannot be loaded: {type(error).__name__}: {error}. "
                "Upgrade or uninstall the package that announces it."
            ) from error


def nearest_name(unknown: str, names: Collection[str]) -> str | None:
    """The known name most like ``unknown``, if any is like it at all."""
    found = difflib.get_close_matches(unknown, names, n=1, cutoff=NEAREST_CUTOFF)
    return found[0] if found else None


# Formats of skills in other systems (skill1.library.formats.records.Format), in the order in which a file is tried.
FORMATS = Family(
    "skill1.formats",
    {
        "jsonl": "skill1.library.formats.jsonl:FORMAT",
        "skill-md": "skill1.library.formats.skill_md:FORMAT",
        "skillrl": "skill1.methods.skillrl.format:FORMAT",
        "skillpro": "skill1.methods.skillpro.format:FORMAT",
        "skillopt": "skill1.methods.skillopt.format:FORMAT",
    },
)
# Name of a method → function that makes it from a configuration (skill1.methods.method.Method).
METHODS = Family(
    "skill1.methods",
    {
        "skill1": "skill1.methods.skill1:make",
        "grpo": "skill1.methods.grpo:make",
        "grpo_bank": "skill1.methods.bank_grpo:make_similar",
        "grpo_random": "skill1.methods.bank_grpo:make_random",
        "zero_shot": "skill1.methods.prompting:make_zero_shot",
        "react": "skill1.methods.prompting:make_react",
        "reflexion": "skill1.methods.prompting:make_reflexion",
        "skillrl": "skill1.methods.skillrl.method:make",
        "skillpro": "skill1.methods.skillpro.method:make",
        "skillopt": "skill1.methods.skillopt.method:make",
    },
)
# Name of a method, or of what several share → the class of its section (skill1.config.section.MethodSettings). Light to
# import: a configuration has every section, whatever its method.
METHOD_SETTINGS = Family(
    "skill1.method_settings",
    {
        "teacher": "skill1.methods.teacher.settings:TeacherConfig",
        "skillrl": "skill1.methods.skillrl.settings:SkillRLConfig",
        "skillpro": "skill1.methods.skillpro.settings:SkillProConfig",
        "skillopt": "skill1.methods.skillopt.settings:SkillOptConfig",
        "skill1": "skill1.methods.settings:Skill1Settings",
        "grpo": "skill1.methods.settings:GrpoSettings",
        "grpo_bank": "skill1.methods.settings:BankSettings",
        "grpo_random": "skill1.methods.settings:BankSettings",
        "zero_shot": "skill1.methods.settings:PromptingSettings",
        "react": "skill1.methods.settings:ReactSettings",
        "reflexion": "skill1.methods.settings:ReflexionSettings",
    },
)
