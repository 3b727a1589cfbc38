"""The types of values: what a number, a text or a name in a configuration may be, and how that is said.

A key is of one of the types below or a ``Literal``, with ``| None`` where ``null`` is a value. pydantic checks them,
and what it finds is said in our words. It is imported when the first value is checked: an environment's worker has none
to check, and may run in an interpreter without pydantic.
"""

from __future__ import annotations

import functools
import re
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from skill1.config.registry import Family, attribute_at, nearest_name
from skill1.errors import ConfigError

if TYPE_CHECKING:
    from pydantic import TypeAdapter

MOST_WHOLE = 2**31 - 1  # of a count: torch, threads and files hold no more everywhere
MOST_SEED = 2**63 - 1  # SQLite's and torch's whole numbers
MOST = 1e12
LEAST = 1e-30  # of a number that is not 0: float32 divides by less and gets infinity
LONGEST_SHOWN = 200  # characters
IN_WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", type(None): "null"}
WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
NULLS = {"null": None, "~": None}
READ = {int: int, float: float, bool: lambda text: WORDS[text.lower()], str: str, type(None): NULLS.__getitem__}


class Mark:
    """What is demanded of a value besides its type; ``fault`` says what is expected in place of one without it."""

    def fault(self, value: Any) -> str:
        """Empty if the value is fine."""
        raise NotImplementedError

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic import AfterValidator

        return handler(Annotated[source, AfterValidator(self._held)])

    def _held(self, value: Any) -> Any:
        if expected := self.fault(value):
            # pydantic makes a fault of type `value_error` of it, which `checked` looks for.
            raise ValueError(expected)
        return value


@dataclass(frozen=True)
class Range(Mark):
    """From ``least`` to ``most``; an open end is not in it. ``why``: what an end means, or what it is for."""

    least: float = 0
    most: float = MOST
    why: str = ""
    open_below: bool = False
    open_above: bool = False

    def fault(self, value: float) -> str:
        """Such as ``at least 1``, ``above 0``, ``in [0, 1)``, with the reason."""
        is_below = value < self.least or (self.open_below and value == self.least)
        is_above = value > self.most or (self.open_above and value == self.most)
        # Inside the range a number may still be too small for the arithmetic that comes.
        if not (is_below or is_above):
            return f"0 or at least {LEAST:g} in size: float32 holds no less" if 0 < abs(value) < LEAST else ""
        most = str(self.most) if isinstance(self.most, int) else f"{self.most:.10g}"
        # The general upper bounds are told only to whoever exceeds them.
        if self.most not in (MOST, MOST_WHOLE):
            words = f"in {'(' if self.open_below else '['}{self.least:g}, {most}{')' if self.open_above else ']'}"
        elif is_above:
            words = f"at most {most}"
        else:
            words = f"{'above' if self.open_below else 'at least'} {self.least:g}"
        return f"{words}: {self.why}" if self.why else words


@dataclass(frozen=True)
class Must(Mark):
    """A test of texts, and how it is said."""

    holds: Callable[[str], object]
    expected: str

    def fault(self, value: str) -> str:
        """The words for all that fail the test."""
        return "" if self.holds(value) else self.expected


@dataclass(frozen=True)
class NameOf(Mark):
    """The text has to be a name of a family, whose ``module:attribute`` is imported when one is checked."""

    place: str

    @property
    def family(self) -> Family:
        """The family itself."""
        return attribute_at(self.place)

    def fault(self, value: str) -> str:
        """Nothing: a name that is none is a fault of kind, as with any other choice."""
        if value not in self.family:
            raise AssertionError(f"no name of {self.family.group}")  # pydantic tells it from a ValueError
        return ""


Count = Annotated[int, Range(0, MOST_WHOLE)]
Positive = Annotated[int, Range(1, MOST_WHOLE)]
Number = Annotated[float, Range()]
AnyNumber = Annotated[float, Range(-MOST)]
Above0 = Annotated[float, Range(open_below=True)]
Share = Annotated[float, Range(0, 1)]
Part = Annotated[float, Range(0, 1, open_below=True)]  # a share of which nothing is no choice
Inside = Annotated[float, Range(0, 1, open_below=True, open_above=True)]
Seconds = Annotated[float, Range(0, 1e6, "seconds; sockets cannot wait longer", open_below=True)]
Cosine = Annotated[float, Range(-1, 2, "a cosine; above 1, nothing is similar enough")]
Text = Annotated[
    str,
    Must(  # as a part of a path, and in a UTF-8 file
        lambda text: "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text),
        "a text without null characters and half surrogate pairs",
    ),
]
PublicAddress = Annotated[
    Text, Must(lambda url: "@" not in url, "an address without a password, because it is saved")
]
VariableName = Annotated[
    str,
    Must(
        re.compile(r"[A-Za-z_]\w*", re.ASCII).fullmatch,
        "the name of the environment variable that holds the key; the key itself would be saved with the configuration",
    ),
]


def checked(owner: type, attribute: str, value: Any, name: str, where: str = "") -> Any:
    """A value of the field ``attribute`` of a section, with whole numbers made numbers where these are wanted.

    Args:
        name: the key, for messages.
        where: such as " in FILE", for messages.

    Raises:
        ConfigError: naming key, value, place and what is expected.
    """
    from pydantic import ValidationError

    try:
        return _adapter(owner, attribute).validate_python(value)
    except ValidationError as error:
        # Where null is a value, too, there is a fault for each type; that of the type that is wanted comes first.
        fault = error.errors(include_url=False)[0]
    if fault["type"] in ("value_error", "finite_number"):  # of the right kind
        expected = str(fault["ctx"]["error"]) if "ctx" in fault else "a finite number"
        raise unusable(name, value, expected, where)
    kinds = kinds_of(owner, attribute)
    nearest = nearest_name(str(value), [kind for kind in kinds if isinstance(kind, str)])
    hint = f" Did you mean {nearest}?" if nearest else ""
    group = group_of(owner, attribute)
    if group and not nearest and isinstance(value, str):
        # A run may come from where that package is installed.
        hint = f" Any other name must come from an installed package (entry points {group})."
    raise ConfigError(f"`{name}`{where} got {shown(value)}; expected {kinds_in_words(kinds)}.{hint}")


def group_of(owner: type, attribute: str) -> str:
    """The entry points that a key's value may name; "" if it names none."""
    return next((part.family.group for part in _parts(_types(owner)[attribute]) if isinstance(part, NameOf)), "")


def unusable(name: str, value: object, expected: str, where: str = "") -> ConfigError:
    """The refusal of a value; what may be a secret typed into the wrong place is not repeated."""
    is_secret = name.endswith("api_key_variable") or (name.endswith("url") and "@" in str(value))
    got = "(hidden)" if is_secret else shown(value)
    return ConfigError(f"{name} = {got}{where} cannot be used; expected {expected}.")


def kinds_of(owner: type, attribute: str) -> tuple[Any, ...]:
    """Types whose values a key takes as far as its range allows, or the texts that it chooses from."""
    parts = list(_parts(_types(owner)[attribute]))
    choices = [name for part in parts if isinstance(part, NameOf) for name in part.family]
    choices += [choice for part in parts if get_origin(part) is Literal for choice in get_args(part)]
    return tuple(choices) or tuple(part for part in parts if part in IN_WORDS)


def is_setting(owner: type, attribute: str) -> bool:
    """Whether a field is of the types that a key can have."""
    parts = [part for part in _parts(_types(owner)[attribute]) if isinstance(part, type) or get_origin(part)]
    plain = [part for part in parts if get_origin(part) is not Literal]
    kinds = kinds_of(owner, attribute)
    return (
        bool(kinds)
        and all(part in IN_WORDS for part in plain)
        and all(kind in IN_WORDS or isinstance(kind, str) for kind in kinds)
    )


@functools.cache
def _types(owner: type) -> dict[str, Any]:
    return get_type_hints(owner, include_extras=True)


@functools.cache
def _adapter(owner: type, attribute: str) -> TypeAdapter[Any]:
    from pydantic import ConfigDict, TypeAdapter

    # Strict: true is no number, and 7 no text.
    return TypeAdapter(_types(owner)[attribute], config=ConfigDict(strict=True, allow_inf_nan=False))


def _parts(annotation: Any) -> Iterator[Any]:
    """The plain types and the marks of an annotation, however they are nested."""
    if get_origin(annotation) in (Annotated, Union, types.UnionType):
        for part in get_args(annotation):
            yield from _parts(part)
    else:
        yield annotation


def kinds_in_words(kinds: tuple[Any, ...]) -> str:
    """``a whole number``, ``a number or null``, ``one of ndcg, none``."""
    if all(kind in IN_WORDS for kind in kinds):
        return " or ".join(IN_WORDS[kind] for kind in kinds)
    return "one of " + ", ".join(kinds)


def text_as(owner: type, attribute: str, text: str) -> Any:
    """What a text stands for where none is wanted: ``"3"`` a number, ``"yes"`` true; else the text."""
    kinds = [part for part in _parts(_types(owner)[attribute]) if part in READ]
    for kind in kinds:
        try:
            return READ[kind](text)
        except (ValueError, KeyError):
            continue
    return text


def shown(value: object) -> str:
    """A value in a message, as YAML has it, and cut where it is long."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int) and value.bit_length() > LONGEST_SHOWN:
        return f"a whole number of {value.bit_length()} bits"  # Python refuses to write thousands of digits
    return f"{value!r:.{LONGEST_SHOWN}}"
