"""The types of values: what a number, a text or a name in a configuration may be, and how that is said.

A key's type is one of the names below or a ``Literal``, with ``| None`` where ``null`` is a value. Checked by pydantic;
what it finds is told in our words by :func:`fault_in_words`.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import AfterValidator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from skill1.registry import Family

MOST_WHOLE = 2**31 - 1  # of a count: torch, threads and files hold no more everywhere
MOST_SEED = 2**63 - 1  # SQLite's and torch's whole numbers
MOST = 1e12
LEAST = 1e-30  # of a number that is not 0: float32 divides by less and gets infinity
LONGEST_SHOWN = 200  # characters
IN_WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", type(None): "null"}
WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
NULLS = {"null": None, "~": None}
READ = {int: int, float: float, bool: lambda text: WORDS[text.lower()], type(None): NULLS.__getitem__}
_VARIABLE = re.compile(r"[A-Za-z_]\w*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Why:
    """What an end of a range means, or what it is for; said after the range."""

    text: str


@dataclass(frozen=True, slots=True)
class NameOf:
    """Marks a text that has to be a name of a family. Which names there are is asked when one is checked."""

    family: Family

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return handler(Annotated[source, AfterValidator(self._known)])

    def _known(self, name: str) -> str:
        if name not in self.family:
            raise PydanticCustomError("unknown_name", "no such name")  # a fault of kind, like another choice's
        return name


def _not_tiny(number: float) -> float:
    if 0 < abs(number) < LEAST:
        raise ValueError(f"0 or at least {LEAST:g} in size: float32 holds no less")
    return number


def _storable(text: str) -> str:
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        # It could be part neither of a path nor of a UTF-8 file.
        raise ValueError("a text without null characters and half surrogate pairs")
    return text


def _variable(name: str) -> str:
    if not _VARIABLE.fullmatch(name):
        raise ValueError(
            "the name of the environment variable that holds the key; a key itself would be saved with the "
            "configuration"
        )
    return name


SIZE = AfterValidator(_not_tiny)

Count = Annotated[int, Ge(0), Le(MOST_WHOLE)]
Positive = Annotated[int, Ge(1), Le(MOST_WHOLE)]
Number = Annotated[float, Ge(0), Le(MOST), SIZE]
AnyNumber = Annotated[float, Ge(-MOST), Le(MOST), SIZE]
Above0 = Annotated[float, Gt(0), Le(MOST), SIZE]
Share = Annotated[float, Ge(0), Le(1), SIZE]
Part = Annotated[float, Gt(0), Le(1), SIZE]  # a share of which nothing is no choice
Inside = Annotated[float, Gt(0), Lt(1), SIZE]
Seconds = Annotated[float, Gt(0), Le(1e6), SIZE, Why("seconds; sockets wait no longer")]
Cosine = Annotated[float, Ge(-1), Le(2), SIZE, Why("a cosine; above 1 none is enough")]
Text = Annotated[str, AfterValidator(_storable)]
VariableName = Annotated[str, AfterValidator(_variable)]


def kinds_of(field: FieldInfo) -> tuple[Any, ...]:
    """Types whose values a key takes as far as its range allows, or the texts that it chooses from."""
    parts = list(_parts(field.annotation, *field.metadata))
    choices = [name for part in parts if isinstance(part, NameOf) for name in part.family]
    choices += [choice for part in parts if get_origin(part) is Literal for choice in get_args(part)]
    return tuple(choices) or tuple(part for part in parts if part in IN_WORDS)


def _parts(annotation: Any, *marks: Any) -> Iterator[Any]:
    """The plain types and the marks of an annotation, however they are nested."""
    if get_origin(annotation) is Annotated:
        yield from _parts(*get_args(annotation))
    elif get_origin(annotation) in (Union, types.UnionType):
        for choice in get_args(annotation):
            yield from _parts(choice)
    else:
        yield annotation
    yield from marks


def kinds_in_words(kinds: tuple[Any, ...]) -> str:
    """``a whole number``, ``a number or null``, ``one of ndcg, none``."""
    if all(kind in IN_WORDS for kind in kinds):
        return " or ".join(IN_WORDS[kind] for kind in kinds)
    return "one of " + ", ".join(kinds)


def text_as(kinds: tuple[Any, ...], text: str) -> Any:
    """What a text stands for where none is wanted: ``"3"`` a number, ``"yes"`` true; else the text."""
    for kind in () if str in kinds else kinds:
        try:
            return READ.get(kind, str)(text)
        except (ValueError, KeyError):
            continue
    return text


def fault_in_words(field: FieldInfo, fault: ErrorDetails) -> str | None:
    """What is expected in place of a value of the right kind; None: it is of another kind."""
    if fault["type"].startswith(("greater_than", "less_than")):
        return _range_in_words(field, is_above=fault["type"].startswith("less"))
    return str(fault["ctx"]["error"]) if fault["type"] == "value_error" else None


def _range_in_words(field: FieldInfo, *, is_above: bool) -> str:
    """``at least 1``, ``above 0``, ``in [0, 1)``, with the reason."""
    marks = {type(mark): mark for mark in _parts(field.annotation, *field.metadata)}
    least = marks[Gt].gt if Gt in marks else marks[Ge].ge
    most = marks[Lt].lt if Lt in marks else marks[Le].le
    highest = str(most) if isinstance(most, int) else f"{most:.10g}"
    if most not in (MOST, MOST_WHOLE):
        words = f"in {'(' if Gt in marks else '['}{least:g}, {highest}{')' if Lt in marks else ']'}"
    elif is_above:
        words = f"at most {highest}"
    else:
        words = f"{'above' if Gt in marks else 'at least'} {least:g}"
    return f"{words}: {marks[Why].text}" if Why in marks else words


def shown(value: object) -> str:
    """A value in a message, as YAML has it, and cut where it is long."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int) and value.bit_length() > LONGEST_SHOWN:
        return f"a whole number of {value.bit_length()} bits"  # Python refuses to write thousands of digits
    return f"{value!r:.{LONGEST_SHOWN}}"
