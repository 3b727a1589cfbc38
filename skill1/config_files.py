"""Reading, merging, writing and comparing configurations.

A configuration is the defaults of ``skill1.config``, under the differences a YAML file lists (and the files it
inherits from), under dotted overrides such as ``--train.steps 3``. A key that does not exist, in any of them, is
an error that names the nearest valid one. Values are typed by jsonargparse. This module must not import torch.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from jsonargparse import SUPPRESS, ArgumentParser

from skill1.config import Skill1Config
from skill1.config_keys import (
    PASSED_THROUGH,
    ConfigKey,
    config_keys,
    config_sections,
    is_passed_through,
    nearest_key,
    unknown_key_message,
)
from skill1.config_mixture import MIXTURE as MIXTURE_PREFIX
from skill1.config_mixture import (
    WEIGHT,
    check_members,
    listed,
    mixture_key,
    overlaid,
    settled,
    unknown_mixture_key,
)
from skill1.config_ranges import LONGEST_SHOWN, shown
from skill1.config_rules import PASSED_PATH, PASSED_VALUES, is_passed_value
from skill1.errors import ConfigError
from skill1.yaml_text import SafeReader, load_yaml

INHERITS = "inherits"
NULLS = ("null", "~")
SUFFIXES = (".yaml", ".yml")
UNSET = "verl's own value"  # of a setting that only one of two configurations hands to verl
NOT_ITS_OWN = "the shared value"  # of a key that an environment has only in one of two configurations
MOST_BYTES = 1_000_000  # of a configuration file; those that come with skill1 have a few thousand


def load_config(
    config: str | None = None, overrides: Sequence[str] = (), base: Mapping[str, Any] | None = None
) -> Skill1Config:
    """The resolved configuration.

    Args:
        config: path of a YAML file, or a name such as ``household/skill1`` (:func:`find_config`); None: defaults.
        overrides: ``["--train.steps", "3", "--env.name=alfworld"]``; they win over the file, later over earlier.
        base: nested or dotted values under the file, over the defaults.

    Raises:
        ConfigError: unknown or misspelt key, wrong type, impossible value, missing file or a loop of ``inherits``.
    """
    values = _over({}, _flatten(base or {}, "the base values"), "the base values")
    if config is not None:
        for path in _inheritance(find_config(config)):
            values = _over(values, _read_flat(path), str(path))
    return _build(overlaid(values, parse_overrides(overrides)))


def load_run_config(path: str | os.PathLike[str], overrides: Sequence[str] = ()) -> Skill1Config:
    """The configuration that a run keeps, under overrides.

    Unlike :func:`load_config` it leaves out keys that are unknown here: another version of skill1 may have written
    them. :func:`foreign_note` names them.

    Raises:
        ConfigError: the file cannot be read, or a known key has an impossible value.
    """
    own, _ = _own_and_foreign(Path(path))
    return _build(overlaid(_over({}, own, str(path)), parse_overrides(overrides)))


def foreign_note(path: str | os.PathLike[str]) -> str:
    """A sentence about the keys that :func:`load_run_config` leaves out; empty if there are none."""
    _, foreign = _own_and_foreign(Path(path))
    names = ", ".join(f"{name} = {value!r}" for name, value in sorted(foreign.items()))
    return f"{path} has keys that this skill1 does not know; they are left out: {names}." if foreign else ""


def _own_and_foreign(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    flat = _read_flat(path)
    known = {**config_keys(), **config_sections()}  # a section's name with a value is a slip in any version
    own = {
        name: value
        for name, value in flat.items()
        if name in known or is_passed_through(name) or mixture_key(name)
    }
    return own, {name: value for name, value in flat.items() if name not in own}


def save_config(config: Skill1Config, path: str | os.PathLike[str]) -> None:
    """Write every key to a YAML file, atomically: a reader sees the old file or the whole new one."""
    write_atomically(Path(path), config_to_yaml(config))


def config_to_yaml(config: Skill1Config) -> str:
    """The whole configuration as YAML text that :func:`load_config` reads back to an equal one."""
    return yaml.dump(config_to_dict(config), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=1000)


def config_to_dict(config: Skill1Config) -> dict[str, Any]:
    """Nested plain dictionary: ``{"method": …, "train": {"steps": …}}``."""
    return dataclasses.asdict(config)


def flat_values(config: Skill1Config) -> dict[str, Any]:
    """Dotted key → value, in the order of the dataclasses."""
    return _flatten(config_to_dict(config), "")


def diff_configs(a: Skill1Config, b: Skill1Config) -> list[str]:
    """One line per differing key, ``train.steps: 150 → 3``; empty if equal."""
    before, after = flat_values(a), flat_values(b)
    return [
        f"{key}: {_shown(before[key]) if key in before else _unset(key)} → "
        f"{_shown(after[key]) if key in after else _unset(key)}"
        for key in before | after
        if key not in before or key not in after or before[key] != after[key]
    ]


def _unset(key: str) -> str:
    return UNSET if is_passed_through(key) else NOT_ITS_OWN


def find_config(config: str, beside: Path | None = None) -> Path:
    """The file a path or a name stands for.

    Looked up in this order: the path as given, from the working directory or (``inherits``) from the folder
    ``beside``; the configurations that come with skill1.

    Raises:
        ConfigError: there is no such file, naming the nearest name.
    """
    # "household/skill1" never means a file of the working directory: there the suffix must be written.
    here = [Path(config)] if beside is None else []
    folders = [*([] if beside is None else [beside]), configs_folder()]
    named = [folder / f"{config}{suffix}" for folder in folders for suffix in ("", *SUFFIXES)]
    for path in here + named:
        if path.suffix in SUFFIXES and _is_file(path):
            return path
    raise ConfigError(_no_config_message(config))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that no file system takes
        return False


def _no_config_message(config: str) -> str:
    """Names the nearest configuration, and all of its folder; of all folders where none is near."""
    names = config_names()
    wanted = config.removesuffix(".yaml").removeprefix("configs/")
    if same := [name for name in names if name.rpartition("/")[2] == wanted]:
        return f"there is no configuration '{config}', neither as a file nor by name. Did you mean {' or '.join(same)}?"
    nearest = nearest_key(wanted, names)
    folder = (wanted if any(name.startswith(f"{wanted.partition('/')[0]}/") for name in names) else nearest) or ""
    beside = [name for name in names if name.partition("/")[0] == folder.partition("/")[0]]
    listed = beside or [f"{first}/…" for first in dict.fromkeys(name.partition("/")[0] for name in names)]
    hint = f" Did you mean {nearest}?" if nearest else ""
    return (
        f"there is no configuration '{config:.{LONGEST_SHOWN}}', neither as a file nor by name.{hint} Known names: "
        f"{', '.join(listed) or 'none'}."
    )


def config_names() -> list[str]:
    """Names of the configurations that come with skill1, for example ``household/skill1``."""
    root = configs_folder()
    return sorted(path.relative_to(root).with_suffix("").as_posix() for path in root.rglob("*.yaml"))


def configs_folder() -> Path:
    """Beside this module in an installed wheel, one level up in a checkout."""
    package = Path(__file__).resolve().parent
    return package / "configs" if (package / "configs").is_dir() else package.parent / "configs"


def parse_overrides(tokens: Sequence[str]) -> dict[str, Any]:
    """``["--train.steps", "3"]`` → ``{"train.steps": 3}``; ``--train.steps=3`` means the same.

    Raises:
        ConfigError: unknown key, missing or mistyped value, or a token that is no override.
    """
    values: dict[str, Any] = {}
    rest = iter(tokens)
    for token in rest:
        if not token.startswith("--"):
            raise ConfigError(f"cannot read '{token}'; an override is --key value, for example --train.steps 3.")
        name, has_value, text = token[2:].partition("=")
        key = _key(name)
        if key is None and not is_passed_through(name):
            raise ConfigError(_unknown(name))
        if not has_value and (text := next(rest, "--")).startswith("--"):
            expected, example = (key.expected, key.default) if key else ("a value as in YAML", "true")
            raise ConfigError(f"`{name}` has no value; expected {expected}, for example --{name} {example}.")
        values |= _passed_text(name, text) if key is None else {name: _convert(key, _null_or(key, text), "")}
    return values


def _null_or(key: ConfigKey, text: str) -> str | None:
    """On a command line nothing is quoted: the word null is no text where the key can be null."""
    return None if key.optional and text in NULLS else text


def _passed_text(name: str, text: str) -> dict[str, Any]:
    """A setting of verl's from the command line: the text is read as YAML, a mapping as one setting for each leaf."""
    try:
        value = load_yaml(text, _Loader)
    except yaml.YAMLError as error:
        raise ConfigError(f"`{name}` got {text!r}; it cannot be read as YAML{_place(error)}.") from error
    leaves = dict(_leaves(value, f"{name}.")) if isinstance(value, Mapping) and value else {name: value}
    return {leaf: _passed(leaf, inner, "") for leaf, inner in leaves.items()}


def _passed(name: str, value: Any, where: str) -> Any:
    """A setting of verl's, checked in form only: what paths there are, verl itself must say (train.verl.overlay).

    Raises:
        ConfigError: the path cannot be one, or the value is no number, text, true, false, null or list of these.
    """
    path = name.removeprefix(f"{PASSED_THROUGH}.")
    if not PASSED_PATH.fullmatch(path):
        raise ConfigError(f"`{name}`{where} is no path in verl's configuration; expected names joined by dots.")
    if not is_passed_value(value):
        raise ConfigError(f"`{name}`{where} got {_shown(value)}; expected {PASSED_VALUES}.")
    return value


def is_device(path: Path) -> bool:
    """Whether it is there, and no file or folder but a device or pipe: a rename would put a file in its place."""
    return path.exists() and not path.is_file() and not path.is_dir()


def write_atomically(path: Path, text: str) -> None:
    """Temporary file, flush to disk, rename: a crash leaves the old file or the new one, never a half."""
    if is_device(path):
        path.write_text(text, encoding="utf-8", newline="\n")
        return
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(temporary, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@functools.cache
def _value_parser() -> ArgumentParser:
    """Reads values only; the keys' help is written by the command line."""
    parser = ArgumentParser(prog="skill1", exit_on_error=False, allow_abbrev=False, add_help=False)
    for key in (*config_keys().values(), WEIGHT):
        parser.add_argument(f"--{key.name}", type=key.annotation, default=SUPPRESS)
    return parser


def _convert(key: ConfigKey, value: Any, where: str) -> Any:
    """One value in its type: texts are parsed where the key takes none, other values of a YAML file must already fit.

    Raises:
        ConfigError: naming key, value and what is expected.
    """
    result = value if _is_fitting(key, value) else _parsed(key, value, where)
    try:
        is_number = isinstance(result, int | float) and not isinstance(result, bool)
        result = float(result) if is_number and _is_float(key) else result
    except OverflowError as error:  # a whole number that no float can hold
        raise _wrong_type(key, value, where) from error
    # jsonargparse lets null and nan through where the type does not name them.
    is_no_number = isinstance(result, float) and not math.isfinite(result)
    if is_no_number or (result is None and not key.optional):
        raise _wrong_type(key, value, where)
    return result


def _is_fitting(key: ConfigKey, value: Any) -> bool:
    """Such a value is taken as it is. A parser would first read a text as YAML: ``#a`` as null, ``--`` as an option."""
    return type(value) in key.kinds or (isinstance(value, str) and value in key.kinds)


def _parsed(key: ConfigKey, value: Any, where: str) -> Any:
    parsed_as = key.parsed_as or key.name
    section, _, last = parsed_as.rpartition(".")
    try:
        if isinstance(value, str):
            parsed = _value_parser().parse_args([f"--{parsed_as}={value}"])
        else:
            parsed = _value_parser().parse_object({section: {last: value}} if section else {last: value})
    except (argparse.ArgumentError, OverflowError) as error:
        raise _wrong_type(key, value, where) from error
    return parsed[parsed_as]


def _is_float(key: ConfigKey) -> bool:
    return float in key.kinds


def _wrong_type(key: ConfigKey, value: Any, where: str) -> ConfigError:
    return ConfigError(f"`{key.name}`{where} got {_shown(value)}; expected {key.expected}.")


def _shown(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return shown(value)


def _typed(values: Mapping[str, Any], origin: str) -> dict[str, Any]:
    typed: dict[str, Any] = {}
    for name, value in values.items():
        if is_passed_through(name):
            typed[name] = _passed(name, value, f" in {origin}")
            continue
        key = _key(name)
        if key is None:
            raise ConfigError(_unknown(name, f" in {origin}"))
        typed[name] = _convert(key, value, f" in {origin}")
    return typed


def _key(name: str) -> ConfigKey | None:
    return config_keys().get(name) or mixture_key(name)


def _unknown(name: str, where: str = "") -> str:
    return (unknown_mixture_key if name.startswith(MIXTURE_PREFIX) else unknown_key_message)(name, where)


def _over(values: dict[str, Any], flat: dict[str, Any], origin: str) -> dict[str, Any]:
    """Values of a file over those of its ancestors; ``env: [a, b]`` is put in words first."""
    entries = flat.get("env")
    if not isinstance(entries, list):
        return overlaid(values, _typed(flat, origin))
    others = {name: value for name, value in flat.items() if name != "env"}
    in_words = listed(entries, f" in {origin}", own_settings)
    return overlaid(values, _typed(in_words, origin) | _typed(others, origin), is_list=True)


def own_settings(env: str) -> dict[str, Any]:
    """What ``configs/<env>/base.yaml`` says, by dotted key; nothing for an environment that comes without one."""
    name = f"{env}/base"
    values: dict[str, Any] = {}
    for path in _inheritance(find_config(name)) if name in config_names() else ():
        values = _over(values, _read_flat(path), str(path))
    return values


def _flatten(tree: Mapping[str, Any], origin: str) -> dict[str, Any]:
    """Nested or already dotted keys → dotted: ``{"train": {"steps": 3}}`` and ``{"train.steps": 3}`` are equal."""
    flat: dict[str, Any] = {}
    for name, value in _leaves(tree, ""):
        if name in flat:
            raise ConfigError(f"`{name}` is set twice in {origin}; keep one.")
        flat[name] = value
    return flat


def _leaves(tree: Mapping[Any, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        path = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{path}.")
        elif value is not None or path not in (*config_sections(), PASSED_THROUGH):
            # A section whose lines are all comments is null, and sets nothing.
            yield path, value


def _inheritance(path: Path) -> list[Path]:
    """The file and its ancestors, oldest first."""
    chain = [path]
    while (parent := _read(chain[-1]).get(INHERITS)) is not None:
        if not isinstance(parent, str):
            raise ConfigError(f"`inherits` in {chain[-1]} got {_shown(parent)}; expected one name or path.")
        found = find_config(parent, beside=chain[-1].parent)
        if found.resolve() in {known.resolve() for known in chain}:
            loop = " → ".join(str(known) for known in [*chain, found])
            raise ConfigError(f"`inherits` runs in a circle: {loop}. Remove one of these lines.")
        chain.append(found)
    return chain[::-1]


def _read_flat(path: Path) -> dict[str, Any]:
    tree = {name: value for name, value in _read(path).items() if name != INHERITS}
    return _flatten(tree, str(path))


def _read(path: Path) -> dict[Any, Any]:
    try:
        if (size := path.stat().st_size) > MOST_BYTES:
            raise ConfigError(f"{path} has {size} bytes; a configuration has at most {MOST_BYTES}.")
        tree = load_yaml(path.read_text(encoding="utf-8"), _Loader)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the configuration {path}: {error}") from error
    except yaml.YAMLError as error:
        raise ConfigError(f"cannot read the configuration {path}{_place_and_problem(error)}") from error
    if not isinstance(tree or {}, dict):
        raise ConfigError(f"{path} holds a {type(tree).__name__}; expected `key: value` lines.")
    return tree or {}


def _place_and_problem(error: yaml.YAMLError) -> str:
    """``, line 3, column 5: what is wrong there``, as far as the reader says, and what to do."""
    return f"{_place(error)}. Correct it there, then try: skill1 train --config FILE --dry-run"


def _place(error: yaml.YAMLError) -> str:
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
    where = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
    return f"{where}: {problem or error}"


def _build(values: Mapping[str, Any]) -> Skill1Config:
    sections: dict[str, dict[str, Any]] = {name: {} for name in config_sections()}
    top: dict[str, Any] = {}
    passed: dict[str, Any] = {}
    for name, value in settled(values).items():
        if is_passed_through(name):
            passed[name.removeprefix(f"{PASSED_THROUGH}.")] = value
            continue
        section, _, last = name.rpartition(".")
        (sections[section] if section else top)[last] = value
    inner = {name: cls(**sections[name]) for name, cls in config_sections().items()}
    config = Skill1Config(**top, **inner, verl=passed)
    check_members(config)
    return config


class _Loader(SafeReader):
    """YAML without the surprises of 1.1: ``off`` is a word, ``1e-6`` a number, a key set twice an error."""

    yaml_implicit_resolvers: dict[str, Any] = {}

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            if isinstance(key_node, yaml.ScalarNode) and key_node.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"`{key_node.value}` is set twice; keep one", key_node.start_mark
                )
            seen.add(str(key_node.value))
        return super().construct_mapping(node, deep)


_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:~|null|)$"), ["~", "n", ""])
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), ["t", "f"])
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789")
)
_FLOAT = re.compile(r"^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?$|^[-+]?\.(?:inf|nan)$")


class _Dumper(yaml.SafeDumper):
    """Quotes a text that either our reader or a YAML 1.1 reader would take for something else."""

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """The old line break U+0085 is read back as a newline, except where it is escaped."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style='"' if "\x85" in text else None)


_Dumper.add_representer(str, _Dumper.represent_text)


for _kind in (_Loader, _Dumper):
    _kind.add_implicit_resolver("tag:yaml.org,2002:float", _FLOAT, list("-+.0123456789"))
