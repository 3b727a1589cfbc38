"""What a method declares beside the keys of its section, without being imported.

Each comes from the family ``skill1.method_settings`` of :mod:`skill1.config.registry`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from skill1.config.registry import METHOD_SETTINGS


@dataclass(frozen=True, slots=True)
class Rule:
    """What must hold between values: the key it is told of, the test of a whole configuration, and how it is said."""

    key: str
    holds: Callable[[Any], bool]
    expected: str


@dataclass(frozen=True, slots=True)
class Row:
    """``keys`` (whole names, or sections that end in a dot) that nothing reads where ``holds``.

    ``why`` may name {command}, {method} and {config.section.key}. ``in_files``: refused where a file sets them, too;
    else only a command line counts, for files of several methods share a base. ``is_shared``: told, not refused.
    """

    keys: tuple[str, ...]
    holds: Callable[[str, Any], bool]  # of a command such as "train" and a configuration
    why: str
    in_files: bool = False
    is_shared: bool = False


class MethodSettings:
    """What a method, or something that several methods share, adds to configurations.

    The keys of its section are the fields of the class, which is then a frozen dataclass; a class without any declares
    only what stands here. A method that declares nothing is taken to read everything.
    """

    follows: ClassVar[str] = ""  # the section after which its own is written; empty: at the end
    rules: ClassVar[tuple[Rule, ...]] = ()  # checked whenever a configuration is made, whatever its method
    unread: ClassVar[tuple[Row, ...]] = ()  # keys of its own section that nothing reads in some cases
    commands: ClassVar[tuple[str, ...]] = ()  # that read its section whatever the method
    trains_weights: ClassVar[bool] = True
    has_library: ClassVar[bool] = True
    has_teacher: ClassVar[bool] = True
    writes_skills: ClassVar[bool] = True  # the policy itself selects and writes them: credit and agent keys for it
    tries_again: ClassVar[bool] = True  # in evaluation, a task that failed

    @classmethod
    def begins_with_sft(cls, config: Any) -> bool:
        """Whether a run with this configuration trains on demonstrations first, with the keys of ``sft``."""
        return False


@functools.cache
def declarations() -> dict[str, type[MethodSettings]]:
    """Everything that methods declare, by name, those of installed packages too.

    Raises:
        ConfigError: what a package announces cannot be loaded.
    """
    return {name: METHOD_SETTINGS.load(name) for name in METHOD_SETTINGS}


def declared(method: str) -> type[MethodSettings]:
    """What one method declares."""
    return declarations().get(method, MethodSettings)
