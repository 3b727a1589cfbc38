"""The keys of a configuration as flat data: dotted name, type, default and docstring of every dataclass field.

Takes the dataclasses of ``skill1.config``, gives what the command line, the YAML reader and the help text need.
Knows nothing about files.
"""

from __future__ import annotations

import ast
import dataclasses
import difflib
import functools
import inspect
import typing
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from skill1 import config as config_module
from skill1 import config_methods
from skill1.config import Skill1Config

IN_WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", type(None): "null"}
MAPPED = "env.mixture"  # the key whose inner names are made of environments' names (config_mixture)
PASSED_THROUGH = "verl"  # the key whose inner names are not ours: paths in verl's own configuration
NEAREST_CUTOFF = 0.6  # difflib's own default: "step" finds "steps", "foo" finds nothing


@dataclass(frozen=True, slots=True)
class ConfigKey:
    """One settable value, for example ``ConfigKey("train.steps", int, 150, "Training steps.")``."""

    name: str
    annotation: Any
    default: Any
    doc: str
    parsed_as: str = ""  # the key whose values it takes, if not its own

    @property
    def optional(self) -> bool:
        """Whether ``null`` is a value of this key."""
        return type(None) in typing.get_args(self.annotation)

    @property
    def kinds(self) -> tuple[Any, ...]:
        """Types whose values are all values of this key, or the texts that it chooses from."""
        return typing.get_args(self.annotation) or (self.annotation,)

    @property
    def expected(self) -> str:
        """The type in words, for messages: ``a whole number``, ``a number or null``, ``one of ndcg, none``."""
        if typing.get_origin(self.annotation) is typing.Literal:
            return "one of " + ", ".join(str(choice) for choice in typing.get_args(self.annotation))
        return " or ".join(IN_WORDS[kind] for kind in self.kinds)


@functools.cache
def config_keys() -> dict[str, ConfigKey]:
    """Every key by its dotted name, in the order of the dataclasses; without those handed on to verl."""
    docs = _field_docs()
    keys: dict[str, ConfigKey] = {}
    for field, annotation in _fields(Skill1Config):
        if dataclasses.is_dataclass(annotation):
            for inner, inner_annotation in _fields(annotation):
                name = f"{field.name}.{inner.name}"
                if name == MAPPED:
                    continue
                doc = docs.get((annotation.__name__, inner.name), "")
                keys[name] = ConfigKey(name, inner_annotation, inner.default, doc)
        elif field.name != PASSED_THROUGH:
            doc = docs.get((Skill1Config.__name__, field.name), "")
            keys[field.name] = ConfigKey(field.name, annotation, field.default, doc)
    return keys


@functools.cache
def config_sections() -> dict[str, type]:
    """Section name → its dataclass, for example ``"train" → TrainConfig``."""
    return {f.name: annotation for f, annotation in _fields(Skill1Config) if dataclasses.is_dataclass(annotation)}


def is_passed_through(name: str) -> bool:
    """Whether a dotted name is a setting of verl's: ``verl.trainer.nccl_timeout``."""
    return name.startswith(f"{PASSED_THROUGH}.")


def nearest_key(unknown: str, names: Collection[str] | None = None) -> str | None:
    """The valid name most like ``unknown``; a bare last part finds its section (``steps`` → ``train.steps``)."""
    names = list(config_keys() if names is None else names)
    last_parts = {name.rsplit(".", 1)[-1]: name for name in reversed(names)}
    last_part = unknown.rsplit(".", 1)[-1]
    if last_part in last_parts:
        return last_parts[last_part]
    whole = difflib.get_close_matches(unknown, names, n=1, cutoff=NEAREST_CUTOFF)
    part = difflib.get_close_matches(last_part, list(last_parts), n=1, cutoff=NEAREST_CUTOFF)
    return whole[0] if whole else last_parts[part[0]] if part else None


def unknown_key_message(unknown: str, where: str = "") -> str:
    """What to say about a key that does not exist, naming the nearest one that does."""
    if unknown in config_sections():
        keys = ", ".join(key for key in config_keys() if key.startswith(f"{unknown}."))
        return f"`{unknown}`{where} is a section, not a value; set one of its keys: {keys}."
    if unknown == PASSED_THROUGH:
        return (
            f"`{unknown}`{where} holds settings of verl, each by its path in verl's configuration: type "
            "--verl.trainer.val_only true, or in a file `verl: {trainer.val_only: true}`."
        )
    nearest = nearest_key(unknown)
    hint = f"did you mean `{nearest}`?" if nearest else "`skill1 train --help` lists every key."
    return f"unknown key `{unknown}`{where}; {hint}"


def _fields(cls: type) -> list[tuple[dataclasses.Field[Any], Any]]:
    annotations = typing.get_type_hints(cls)
    return [(field, annotations[field.name]) for field in dataclasses.fields(cls)]


def _field_docs() -> dict[tuple[str, str], str]:
    """(class, field) → the string literal that follows the field; Python drops these, so the source is read."""
    docs: dict[tuple[str, str], str] = {}
    sources = (ast.parse(inspect.getsource(module)).body for module in (config_module, config_methods))
    for cls in (node for body in sources for node in body if isinstance(node, ast.ClassDef)):
        for field, after in zip(cls.body, cls.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(after, ast.Expr)
            ):
                if isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
                    docs[cls.name, field.target.id] = after.value.value
    return docs
