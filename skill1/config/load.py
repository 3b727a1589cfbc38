"""Reading configurations: the defaults, under what a YAML file and its ancestors list, under dotted overrides.

A key that does not exist, in any of them, is an error that names the nearest valid one. A value of the command line is
read as in a file, except that a key of texts takes every text.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from skill1.config.configuration import Skill1Config
from skill1.config.files import config_names, find_config, flattened, inheritance, leaves, read_flat
from skill1.config.keys import (
    PASSED_THROUGH,
    ConfigKey,
    config_keys,
    config_sections,
    is_passed_through,
    unknown_key_message,
)
from skill1.config.mixture import (
    MIXTURE,
    check_members,
    listed,
    mixture_key,
    overlaid,
    settled,
    unknown_mixture_key,
)
from skill1.config.rules import PASSED_PATH, PASSED_VALUES, is_passed_value
from skill1.config.values import NULLS, shown
from skill1.config.yaml_text import StrictReader, load_yaml, place_and_problem
from skill1.errors import ConfigError


def load_config(
    config: str | None = None, overrides: Sequence[str] = (), base: Mapping[str, Any] | None = None
) -> Skill1Config:
    """The resolved configuration.

    Args:
        config: path of a YAML file, or a name such as ``household/skill1`` (:func:`find_config`); None: defaults.
        overrides: ``["--train.steps", "3", "--env.name=household"]``; they win over the file, later over earlier.
        base: nested or dotted values under the file, over the defaults.

    Raises:
        ConfigError: unknown or misspelt key, wrong type, impossible value, missing file or a loop of ``inherits``.
    """
    values = _over({}, flattened(base or {}, "the base values"), "the base values")
    if config is not None:
        values = _over_with(config, values)
    return _build(overlaid(values, parse_overrides(overrides)))


def load_run_config(
    path: str | os.PathLike[str], overrides: Sequence[str] = (), *, is_looked_at: bool = False
) -> Skill1Config:
    """The configuration that a run keeps, under overrides.

    Unlike :func:`load_config` it leaves out keys that are unknown here: another version of skill1 may have written
    them, or a package that is not installed. :func:`foreign_note` names them. A configuration that is only looked at
    has defaults for names of such packages, too: of a method, a profile, a rule of credit.

    Raises:
        ConfigError: the file cannot be read, or a known key has an impossible value.
    """
    own, _ = _own_and_foreign(Path(path), is_looked_at)
    return _build(overlaid(_over({}, own, str(path)), parse_overrides(overrides)))


def foreign_note(path: str | os.PathLike[str], *, is_looked_at: bool = False) -> str:
    """A sentence about the keys that :func:`load_run_config` leaves out; empty if there are none."""
    _, foreign = _own_and_foreign(Path(path), is_looked_at)
    names = ", ".join(f"{name} = {value!r}" for name, value in sorted(foreign.items()))
    what = "keys or names" if is_looked_at else "keys"
    unknown = f"{path} has {what} that this version of skill1 does not know; they are ignored: {names}."
    return unknown if foreign else ""


def _own_and_foreign(path: Path, is_looked_at: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    flat = read_flat(path)
    # A section's name with a value is a slip in any version.
    known = [name for name in flat if name in config_sections() or is_passed_through(name) or _key(name)]
    if is_looked_at:
        known = [name for name in known if not ((key := _key(name)) and key.is_absent(flat[name]))]
    own = {name: flat[name] for name in known}
    return own, {name: value for name, value in flat.items() if name not in own}


def parse_overrides(tokens: Sequence[str]) -> dict[str, Any]:
    """``["--train.steps", "3"]`` → ``{"train.steps": 3}``; ``--train.steps=3`` means the same.

    Raises:
        ConfigError: unknown key, missing or mistyped value, or a token that is no override.
    """
    # From Python a number or one long text comes easily.
    if isinstance(tokens, str) or not all(isinstance(token, str) for token in tokens):
        raise ConfigError(f"the overrides are {tokens!r:.200}; expected a list of texts: ['--train.steps', '3'].")
    values: dict[str, Any] = {}
    rest = iter(tokens)
    for token in rest:
        if not token.startswith("--"):
            raise ConfigError(f"cannot read '{token}'; an override is --key value, for example --train.steps 3.")
        name, has_value, text = token[2:].partition("=")
        key = _key(name)
        if key is None and not is_passed_through(name):
            raise ConfigError(_unknown(name))
        # The end of the line counts as the next option does: both mean that the value is missing.
        if not has_value and (text := next(rest, "--")).startswith("--"):
            expected, example = (key.expected, shown(key.default)) if key else ("a value as in YAML", "true")
            raise ConfigError(f"`{name}` has no value; expected {expected}, for example --{name} {example}.")
        values |= _passed_text(name, text) if key is None else {name: _typed_text(key, text)}
    return values


def picked_overrides(overrides: Sequence[str], is_picked: Callable[[str], bool]) -> list[str]:
    """Of overrides the words of those keys that ``is_picked`` names, as they were typed."""
    taken: list[str] = []
    takes = True
    for word in overrides:
        if word.startswith("--"):
            # Words up to the next key are its value, and go or stay with it.
            takes = is_picked(word[2:].partition("=")[0])
        if takes:
            taken.append(word)
    return taken


def own_settings(env: str) -> dict[str, Any]:
    """What ``configs/<env>/base.yaml`` says, by dotted key; nothing for an environment that comes without one."""
    name = f"{env}/base"
    return _over_with(name, {}) if name in config_names() else {}


def _over_with(config: str, values: dict[str, Any]) -> dict[str, Any]:
    """A file and its ancestors over earlier values."""
    for origin, flat in inheritance(find_config(config)):
        values = _over(values, flat, origin)
    return values


def _over(values: dict[str, Any], flat: dict[str, Any], origin: str) -> dict[str, Any]:
    """Values of a file over those of its ancestors; ``env: [a, b]`` is put in words first."""
    entries = flat.get("env")
    if not isinstance(entries, list):
        return overlaid(values, _typed(flat, origin))
    others = {name: value for name, value in flat.items() if name != "env"}
    # The list stands for keys with the environments' own configurations under them, so it is put in words before
    # it is checked.
    in_words = listed(entries, f" in {origin}", own_settings, others)
    return overlaid(values, _typed(in_words, origin) | _typed(others, origin), is_list=True)


def _typed(values: Mapping[str, Any], origin: str) -> dict[str, Any]:
    where = f" in {origin}"
    found: dict[str, Any] = {}
    for name, value in values.items():
        if is_passed_through(name):
            found[name] = _passed(name, value, where)
        elif key := _key(name):
            found[name] = key.check(value, where)
        else:
            raise ConfigError(_unknown(name, where))
    return found


def _key(name: str) -> ConfigKey | None:
    return config_keys().get(name) or mixture_key(name)


def _unknown(name: str, where: str = "") -> str:
    return (unknown_mixture_key if name.startswith(MIXTURE) else unknown_key_message)(name, where)


def _typed_text(key: ConfigKey, text: str) -> Any:
    """On a command line nothing is quoted: the word null is no text where the key can be null."""
    return key.check(None if type(None) in key.kinds and text in NULLS else text)


def _passed_text(name: str, text: str) -> dict[str, Any]:
    """A setting of verl's from the command line: the text is read as YAML, a mapping as one setting for each leaf."""
    try:
        value = load_yaml(text, StrictReader)
    except yaml.YAMLError as error:
        problem = place_and_problem(error)
        raise ConfigError(f"`{name}` got {text!r}; it cannot be read as YAML{problem}.") from error
    inner = dict(leaves(value, f"{name}.")) if isinstance(value, Mapping) and value else {name: value}
    return {leaf: _passed(leaf, own, "") for leaf, own in inner.items()}


def _passed(name: str, value: Any, where: str) -> Any:
    """A setting of verl's, checked in form only: what paths there are, verl itself must say (train.verl.overlay).

    Raises:
        ConfigError: the path cannot be one, or the value is no number, text, true, false, null or list of these.
    """
    path = name.removeprefix(f"{PASSED_THROUGH}.")
    if not PASSED_PATH.fullmatch(path):
        raise ConfigError(f"`{name}`{where} is not a path in verl's configuration; expected names joined by dots.")
    if not is_passed_value(value):
        raise ConfigError(f"`{name}`{where} got {shown(value)}; expected {PASSED_VALUES}.")
    return value


def _build(values: Mapping[str, Any]) -> Skill1Config:
    sections: dict[str, dict[str, Any]] = {name: {} for name in (*config_sections(), PASSED_THROUGH)}
    top: dict[str, Any] = {}
    for name, value in settled(values).items():
        # Only the first dot divides: what follows it may hold dots, as paths of verl's do. Without one it is a key
        # of the run as a whole.
        section, _, last = name.partition(".")
        (sections[section] if last else top)[last or section] = value
    inner = {name: cls(**sections[name]) for name, cls in config_sections().items()}
    config = Skill1Config(**top, **inner, verl=sections[PASSED_THROUGH])
    # Last, on the whole: a member takes what it does not set itself from the shared keys.
    check_members(config)
    return config
