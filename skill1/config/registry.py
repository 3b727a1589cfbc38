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

# Everything else in skill1/ takes the tables of the environments that come with it from here.
from skill1_envs import FAMILIES as FAMILIES
from skill1_envs import QUICKSTARTS as QUICKSTARTS
from skill1_envs import RETRIEVER as RETRIEVER
from skill1_envs import SUITES, WORDINGS

NEAREST_CUTOFF = 0.6  # difflib's own default: "step" finds "steps", "foo" finds nothing


@dataclass(frozen=True, eq=False)
class Family:
    """One kind of thing with a name: ``group`` of entry points, and what comes with skill1.

    That is a ``module:attribute``, or the thing itself where a family stands beside its things.
    """

    group: str
    built_in: Mapping[str, Any]

    @functools.cached_property
    def targets(self) -> dict[str, Any]:
        """Name → ``module:attribute`` or the thing itself, built-in ones first."""
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
        # Not guarded: a fault in a module of ours is a bug, and keeps its traceback.
        if name in self.built_in:
            return attribute_at(target) if isinstance(target, str) else target
        try:
            return attribute_at(target)
        except Exception as error:  # foreign code may raise anything while it is imported
            raise ConfigError(
                f"'{name}' of {self.group} is {target}, which cannot be loaded: {type(error).__name__}: {error}. "
                "Upgrade or uninstall the package that announces it."
            ) from error


def attribute_at(place: str) -> Any:
    """What a ``module:attribute`` names; the module is imported."""
    module, _, attribute = place.partition(":")
    return getattr(importlib.import_module(module), attribute)


def nearest_name(unknown: str, names: Collection[str], cutoff: float = NEAREST_CUTOFF) -> str | None:
    """The known name most like ``unknown``, if any is like it at all."""
    found = difflib.get_close_matches(unknown, names, n=1, cutoff=cutoff)
    return found[0] if found else None


# Environment name → its class, which takes an EnvConfig and makes a skill1.env.protocol.Suite.
ENVIRONMENTS = Family("skill1.envs", SUITES)
# Environment name → its skill1.env.wording.Wording, where it has prompts or short forms of its own.
ENV_WORDINGS = Family("skill1.wordings", WORDINGS)
# Formats of skills in other systems (skill1.library.formats.records.Format), in the order in which a file is tried.
FORMATS = Family(
    "skill1.formats",
    {
        "jsonl": "skill1.library.formats.jsonl:FORMAT",
        "skill-md": "skill1.library.formats.skill_md:FORMAT",
        "skillrl": "skill1.methods.skillrl.bank:FORMAT",
        "skillpro": "skill1.methods.skillpro.log:FORMAT",
        "skillopt": "skill1.methods.skillopt.format:FORMAT",
    },
)
# Families of prompts, for agent.profile: of an environment its wording, of others a skill1.agent.peers.Style.
PROFILES = Family(
    "skill1.profiles",
    {
        **WORDINGS,
        "generic": "skill1.agent.peers:OURS",
        "compact": "skill1.agent.peers:OURS",
        "dialogue": "skill1.agent.peers:OURS",
        "skill1": "skill1.agent.peers:OURS",  # the own prompts of the environment played
        "verl-agent": "skill1.agent.peers:VERL_AGENT",
        "skillrl": "skill1.methods.skillrl.method:PROFILE",
        "retroagent": "skill1.methods.retroagent.method:PROFILE",
        "search-r1": "skill1.agent.peers:SEARCH_R1",
        "react": "skill1.methods.prompting:REACT",
        "reflexion": "skill1.methods.prompting:REFLEXION",
    },
)
# Name of a method → its class (skill1.config.method.Method), light to import: a configuration has every section.
METHODS = Family(
    "skill1.methods",
    {
        "skill1": "skill1.methods.settings:Skill1",
        "grpo": "skill1.methods.settings:Grpo",
        "grpo_bank": "skill1.methods.settings:GrpoBank",
        "grpo_random": "skill1.methods.settings:GrpoRandom",
        "zero_shot": "skill1.methods.settings:ZeroShot",
        "react": "skill1.methods.settings:React",
        "reflexion": "skill1.methods.settings:Reflexion",
        "skillrl": "skill1.methods.skillrl.settings:SkillRLConfig",
        "skillpro": "skill1.methods.skillpro.settings:SkillProConfig",
        "skillopt": "skill1.methods.skillopt.settings:SkillOptConfig",
        "retroagent": "skill1.methods.retroagent.settings:RetroAgentConfig",
    },
)
# Methods whose runs log every library they had → how one is taken out of the log (skill1.library.formats.records.Log).
LOGS = Family("skill1.logs", {"skillpro": "skill1.methods.skillpro.log:LOG"})
# Methods with metrics of their own → what each means, beside what writes them (skill1.run.metric_guide.Metric).
METRICS = Family(
    "skill1.metrics",
    {
        "skillrl": "skill1.methods.skillrl.evolution:METRICS",
        "skillpro": "skill1.methods.skillpro.writer:METRICS",
        "skillopt": "skill1.methods.skillopt.writer:METRICS",
        "retroagent": "skill1.methods.retroagent.progress:METRICS",
    },
)
# Configuration files of other projects, by their suffix → function from path, environment and overrides to ours.
FOREIGN_CONFIGS = Family(
    "skill1.foreign_configs", {".json": "skill1.methods.skillrl.rust_edition:load_rust_config"}
)
# Commands of single methods: name → what the help says, and the module with its configure_NAME and run_NAME.
METHOD_COMMANDS = {
    "collect": ("SkillRL, stage 1: play training tasks and keep memories", "skill1.methods.skillrl.commands"),
    "distill": ("SkillRL, stage 2: a teacher distils memories into a bank", "skill1.methods.skillrl.commands"),
}
# Sections that several methods share, each a class of the same kind.
SHARED_SECTIONS = Family("skill1.shared_sections", {"teacher": "skill1.methods.teacher.settings:TeacherConfig"})
