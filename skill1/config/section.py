"""What a section of a configuration is, and what a method declares beside its keys without being imported.

A section is a frozen dataclass checked by pydantic: whoever makes one with a value that cannot be used gets a
``ConfigError`` with the key, the value and what is expected. Sections that belong to a method come from the family
``skill1.method_settings`` (:mod:`skill1.registry`), each a :class:`MethodSettings`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, dataclass_transform

from pydantic import ConfigDict, ValidationError
from pydantic.dataclasses import dataclass as checked_dataclass
from pydantic_core import ArgsKwargs

from skill1.config.values import fault_in_words, kinds_in_words, kinds_of, shown
from skill1.errors import ConfigError
from skill1.registry import METHOD_SETTINGS, nearest_name

# Strict: true is no number, and 7 no text.
CHECKED = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True)
T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def section(name: str) -> Callable[[type[T]], type[T]]:
    """Makes a class a section: ``name`` is its own in a file, empty for keys of the whole run.

    Each field is a key: its type is one of :mod:`skill1.config.values`, the text below it what the help shows.
    """

    def made(cls: type[T]) -> type[T]:
        checked: Any = checked_dataclass(frozen=True, config=CHECKED)(cls)
        plain = checked.__init__

        @functools.wraps(plain)
        def __init__(self: Any, *values: Any, **named: Any) -> None:
            try:
                plain(self, *values, **named)
            except ValidationError as error:
                raise _refusal(checked, name, error) from None

        checked.__init__ = __init__
        return checked

    return made


def typed(owner: Any, attribute: str, value: Any) -> Any:
    """One value of a section, as the section would hold it.

    Raises:
        ValidationError: it cannot be used.
    """
    trial = object.__new__(owner)
    owner.__pydantic_validator__.validate_python(ArgsKwargs((), {attribute: value}), self_instance=trial)
    return getattr(trial, attribute)


def unusable(name: str, value: object, expected: str, where: str = "") -> ConfigError:
    """The refusal of a value; what may be a secret typed into the wrong place is not repeated."""
    got = "(hidden)" if name.endswith("api_key_variable") else shown(value)
    return ConfigError(f"{name} = {got}{where} cannot be used; expected {expected}.")


def _refusal(owner: Any, name: str, error: ValidationError) -> Exception:
    fault = error.errors(include_url=False)[0]
    if isinstance(cause := fault.get("ctx", {}).get("error"), ConfigError):
        return cause
    attribute = fault["loc"][0] if fault["loc"] else ""
    full = f"{name}.{attribute}" if name else str(attribute)
    known = owner.__pydantic_fields__
    if attribute not in known:
        return TypeError(
            f"{owner.__name__} has no key {attribute!r}; nearest: {nearest_name(str(attribute), known)}"
        )
    field = known[attribute]
    words = "a finite number" if fault["type"] == "finite_number" else fault_in_words(field, fault)
    return unusable(full, fault["input"], words or kinds_in_words(kinds_of(field)))


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

    The keys of its section are the fields of the class; a class without any declares only what stands here. A method
    that declares nothing is taken to read everything.
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
