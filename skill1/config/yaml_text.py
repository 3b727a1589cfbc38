"""YAML from anywhere, read so that whatever is wrong with it is one kind of error with a place in the text.

PyYAML by itself trips over some texts (``!!bool maybe``, a number of 5,000 digits, lists nested a thousand deep) with
errors of other kinds, and lets a small text stand for a huge or an endless value, by aliases. ``StrictReader`` and
``StrictWriter`` besides leave out the surprises of YAML 1.1.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

DEEPEST = 32  # lists and mappings inside each other; configurations need 4
_FLOAT = re.compile(r"^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$|^[-+]?\.(?:inf|nan)$")


class SafeReader(yaml.SafeLoader):
    """``yaml.SafeLoader`` without aliases and deep nesting; raises nothing but ``yaml.YAMLError``."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """One value of the text."""
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()
            raise _problem(f"it holds the alias *{event.anchor}; write the value out", event.start_mark)
        if self.depth > DEEPEST:
            raise _problem(f"nested more than {DEEPEST} deep", self.peek_event().start_mark)
        self.depth += 1
        try:
            return super().compose_node(parent, index)
        finally:
            self.depth -= 1

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """The value a node stands for."""
        try:
            return super().construct_object(node, deep)
        except (ValueError, LookupError, AttributeError, TypeError) as error:
            kind = node.tag.rpartition(":")[2]
            raise _problem(f"{str(node.value)[:40]!r} cannot be read as !!{kind}", node.start_mark) from error


class StrictReader(SafeReader):
    """``off`` is a word, ``1e-6`` a number, a key set twice an error."""

    # A dict of its own, filled below: those of YAML 1.1 would read `off` as false and 010 as eight.
    yaml_implicit_resolvers: dict[str, Any] = {}

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        # PyYAML keeps the last of several, without a word.
        for key_node, _ in node.value:
            if isinstance(key_node, yaml.ScalarNode) and key_node.value in seen:
                raise _problem(f"`{key_node.value}` is set twice; keep one", key_node.start_mark)
            seen.add(str(key_node.value))
        return super().construct_mapping(node, deep)


class StrictWriter(yaml.SafeDumper):
    """Quotes a text that either our reader or a YAML 1.1 reader would take for something else."""

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """The old line break U+0085 is read back as a newline, except where it is escaped."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style='"' if "\x85" in text else None)


StrictWriter.add_representer(str, StrictWriter.represent_text)
for _name, _pattern, _first in (
    ("null", re.compile(r"^(?:~|null|)$"), ["~", "n", ""]),
    ("bool", re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")),
    ("int", re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789")),
    ("float", _FLOAT, list("-+.0123456789")),
):
    StrictReader.add_implicit_resolver(f"tag:yaml.org,2002:{_name}", _pattern, _first)
# Of our patterns only this one takes more than YAML 1.1 does (`1e-6`): such a text needs quotes, too.
StrictWriter.add_implicit_resolver("tag:yaml.org,2002:float", _FLOAT, list("-+.0123456789"))


def _problem(what: str, mark: yaml.Mark) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=what, problem_mark=mark)


def load_yaml(text: str, reader: type[SafeReader] = SafeReader) -> Any:
    """The value of a YAML text.

    Raises:
        yaml.YAMLError: it is none, or holds aliases, values nested deeper than ``DEEPEST`` or what its tags do not fit.
    """
    try:
        return yaml.load(text, Loader=reader)
    except (ValueError, OverflowError) as error:  # of its scanner: "\\UFFFFFFFF" is no character
        raise yaml.YAMLError(str(error)) from error


def place_and_problem(error: yaml.YAMLError) -> str:
    """``, line 3, column 5: what is wrong there``, as far as the reader says."""
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
    where = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
    return f"{where}: {problem or error}"
