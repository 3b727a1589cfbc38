"""YAML from anywhere, read so that whatever is wrong with it is one kind of error with a place in the text.

PyYAML by itself trips over some texts (``!!bool maybe``, a number of 5,000 digits, lists nested a thousand deep) with
errors of other kinds, and lets a small text stand for a huge or an endless value, by aliases.
"""

from __future__ import annotations

from typing import Any

import yaml

DEEPEST = 32  # lists and mappings inside each other; configurations need 4


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
