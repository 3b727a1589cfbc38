"""A whole configuration: the sections of :mod:`skill1.config.schema` and those of methods, checked when it is made."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from operator import attrgetter
from typing import Any

from skill1.config.method import Method, declarations
from skill1.config.rules import RULES
from skill1.config.schema import (
    AgentConfig,
    ClusterConfig,
    CreditConfig,
    EndpointConfig,
    EnvConfig,
    EvalConfig,
    LibraryConfig,
    LoggingConfig,
    LossConfig,
    ModelConfig,
    PolicyConfig,
    RunKeys,
    SamplingConfig,
    SftConfig,
    TrainConfig,
)
from skill1.config.values import checked, unusable
from skill1.errors import ConfigError


@dataclass(frozen=True)
class Skill1Config(RunKeys):
    """A whole run. The section of a method is an attribute like the others: ``config.teacher.kind``."""

    env: EnvConfig = field(default_factory=EnvConfig)
    model: ModelConfig = field(default_factory=ModelConfig)
    policy: PolicyConfig = field(default_factory=PolicyConfig)
    endpoint: EndpointConfig = field(default_factory=EndpointConfig)
    sampling: SamplingConfig = field(default_factory=SamplingConfig)
    agent: AgentConfig = field(default_factory=AgentConfig)
    library: LibraryConfig = field(default_factory=LibraryConfig)
    credit: CreditConfig = field(default_factory=CreditConfig)
    loss: LossConfig = field(default_factory=LossConfig)
    train: TrainConfig = field(default_factory=TrainConfig)
    sft: SftConfig = field(default_factory=SftConfig)
    eval: EvalConfig = field(default_factory=EvalConfig)
    logging: LoggingConfig = field(default_factory=LoggingConfig)
    cluster: ClusterConfig = field(default_factory=ClusterConfig)
    verl: Mapping[str, Any] = field(default_factory=dict, hash=False)  # path in verl's configuration → value
    of_methods: Mapping[str, Any] = field(default_factory=dict, hash=False)  # name → section, of every method

    # Written by hand, which the decorator leaves alone: methods, those of other packages too, have no fields here.
    def __init__(self, **values: Any) -> None:
        """A configuration of these keys and sections, each by its name, and the defaults of all others.

        Raises:
            ConfigError: naming the key of the first value that cannot be used, or that breaks a rule.
            TypeError: there is no key or section of that name.
        """
        # `dataclasses.replace` hands over all sections of methods at once; one that is given by its own name wins.
        sections = {name: made() for name, made in method_sections().items()} | dict(values.pop("of_methods", {}))
        values["of_methods"] = {name: values.pop(name, section) for name, section in sections.items()}
        for own in fields(self):
            default = own.default if own.default_factory is MISSING else own.default_factory()
            # The class is frozen, and this is the only place that fills it.
            object.__setattr__(self, own.name, values.pop(own.name, default))
        if values:
            raise TypeError(f"a configuration has no {', '.join(values)}")
        self._check()

    def _check(self) -> None:
        """Every value, then the rules: no configuration can be made that could not be loaded."""
        _check_values(RunKeys, self, "")
        sections = {own.name: own.default_factory for own in fields(self) if is_dataclass(own.default_factory)}
        for name, expected in (sections | method_sections()).items():
            if not isinstance(section := getattr(self, name), expected):
                raise unusable(name, section, f"a {expected.__name__}")
            _check_values(expected, section, f"{name}.")
        from skill1.config.mixture import check_mixture  # here: it builds on this module

        check_mixture(self.env.mixture)
        # Rules compare values, so each value has to be sound by itself before.
        for rule in (*(rule for each in declarations().values() for rule in each.rules), *RULES):
            if not rule.holds(self):
                raise unusable(rule.key, attrgetter(rule.key)(self), rule.expected)

    def __getattr__(self, name: str) -> Any:
        """The section of a method, such as ``teacher``."""
        # While a copy is made or unpickled nothing is set yet; asking for the attribute would call this method
        # without end.
        sections = vars(self).get("of_methods", {})
        if name in sections:
            return sections[name]
        raise AttributeError(f"a configuration has no section '{name}'")


@functools.cache
def method_sections() -> dict[str, type[Method]]:
    """Section name → its class, of the methods that have keys.

    Raises:
        ConfigError: a package gives its own the name of a section that all methods share.
    """
    found = {name: cls for name, cls in declarations().items() if is_dataclass(cls) and fields(cls)}
    if taken := set(found) & {field.name for field in fields(Skill1Config)}:
        raise ConfigError(
            f"an installed package announces settings named {', '.join(taken)}, a section of skill1's own."
        )
    return found


def _check_values(owner: type, section: Any, prefix: str) -> None:
    for own in fields(owner):
        value = getattr(section, own.name)
        # Of most keys the default is used, which a test has checked.
        if value is not own.default and own.default_factory is MISSING:
            checked(owner, own.name, value, f"{prefix}{own.name}")
