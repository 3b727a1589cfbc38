"""Tool calls written as one line of text: which method of an environment is meant, and with which arguments."""

from __future__ import annotations

import inspect
import json
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


class CallError(ValueError):
    """The line is no call of a known tool; the message is written for the policy."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A method offered to the policy."""

    name: str
    method: Callable[..., Any]

    @property
    def usage(self) -> str:
        """``guess WORD : Guess a word.``: the short form and the first line of the docstring."""
        first_line = (inspect.getdoc(self.method) or "").partition("\n")[0]
        form = " ".join([self.name, *(name.upper() for name in self.parameters)])
        return f"{form} : {first_line}" if first_line else form

    @property
    def parameters(self) -> Sequence[str]:
        return tuple(inspect.signature(self.method).parameters)

    def bound(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments, if the method takes them."""
        try:
            inspect.signature(self.method).bind(**arguments)
        except TypeError as error:
            raise CallError(f"{self.name}: {error}; expected {self.usage}") from None
        return dict(arguments)

    def from_words(self, rest: str) -> dict[str, Any]:
        """Arguments of the short form: one parameter takes the whole rest, several take a word each, in order."""
        names = self.parameters
        words = [rest] if len(names) == 1 and rest else rest.split()
        if len(words) > len(names):
            raise CallError(f"{self.name} takes {len(names)} words, got {len(words)}; expected {self.usage}")
        types = _types(self.method)
        return self.bound(
            {name: self._typed(name, word, types.get(name)) for name, word in zip(names, words, strict=False)}
        )

    def _typed(self, name: str, word: str, kind: Any) -> Any:
        try:
            if kind is bool:
                return _TRUTHS[word.lower()]
            return kind(word) if kind in (int, float) else word
        except (KeyError, ValueError):
            raise CallError(f"{self.name}: {name} is {word!r}; expected {kind.__name__}") from None


def tools_of(environment: Any, *, without: Sequence[str]) -> dict[str, Tool]:
    """The public methods of an environment's class, by lower-cased name: what TRL offers as tools."""
    members = inspect.getmembers(type(environment), inspect.isfunction)
    names = [name for name, _ in members if not name.startswith("_") and name not in without]
    return {name.lower(): Tool(name, getattr(environment, name)) for name in names}


def parse_call(line: str, tools: Mapping[str, Tool]) -> tuple[Tool, dict[str, Any]]:
    """The tool and arguments that a line names: ``guess crane`` or ``{"name": "guess", "arguments": {…}}``.

    Any text gives a call or ``CallError``. Names of tools match in any case.
    """
    line = line.strip()
    if line.startswith("{"):
        name, arguments = _from_json(line)
        return _tool(name, tools), _tool(name, tools).bound(arguments)
    name, _, rest = line.partition(" ")
    tool = _tool(name, tools)
    return tool, tool.from_words(rest.strip())


def _tool(name: str, tools: Mapping[str, Tool]) -> Tool:
    if name.lower() not in tools:
        raise CallError(f"there is no command {name[:40]!r}; known: {', '.join(tools)}")
    return tools[name.lower()]


def _from_json(line: str) -> tuple[str, dict[str, Any]]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        raise CallError("that is no JSON") from None
    name, arguments = content.get("name"), content.get("arguments", {})
    if not isinstance(name, str) or not isinstance(arguments, dict):
        raise CallError('expected {"name": a command, "arguments": {…}}')
    return name, arguments


def _types(method: Callable[..., Any]) -> Mapping[str, Any]:
    try:
        return typing.get_type_hints(method)
    except Exception:  # annotations that cannot be resolved here: arguments stay texts
        return {}
