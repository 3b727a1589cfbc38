"""Configuration files: where a name lies, what a file and those it inherits from hold. Values are not looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from skill1.config.keys import MAPPED, PASSED_THROUGH, config_sections, nearest_key
from skill1.config.values import LONGEST_SHOWN, shown
from skill1.config.yaml_text import StrictReader, load_yaml, place_and_problem
from skill1.errors import ConfigError, quoted, refuse_closed

INHERITS = "inherits"
SUFFIXES = (".yaml", ".yml")
MOST_BYTES = 1_000_000  # of a configuration file; those that come with skill1 have a few thousand


def find_config(config: str, beside: Path | None = None) -> Path:
    """The file a path or a name stands for.

    Looked up in this order: the path as given, from the working directory or (``inherits``) from the folder
    ``beside``; the configurations that come with skill1.

    Raises:
        ConfigError: there is no such file, naming the nearest name.
        DataError: a folder above it may not be entered.
    """
    # "household/skill1" never means a file of the working directory: there the suffix must be written.
    here = [Path(config)] if beside is None else []
    folders = [*([] if beside is None else [beside]), configs_folder()]
    named = [folder / f"{config}{suffix}" for folder in folders for suffix in ("", *SUFFIXES)]
    for path in here + named:
        if path.suffix in SUFFIXES and _is_file(path):
            return path
    refuse_closed(config)
    raise ConfigError(_no_config_message(config))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that no file system takes
        return False


def _no_config_message(config: str) -> str:
    """Names the nearest configuration, and all of its folder; of all folders where none is near."""
    if _is_file(Path(config)):
        ends = ", ".join(SUFFIXES)
        return f"{config} is a file, but its name ends in none of {ends}. Rename it, such as {quoted(config)}.yaml"
    names = config_names()
    wanted = config.removesuffix(".yaml").removeprefix("configs/")
    # A bare last part, such as `grpo`, may be meant in several environments; a bare environment means what --env takes.
    near = [name for name in names if name.rpartition("/")[2] == wanted or name == f"{wanted}/skill1"]
    near = near or [name for name in [nearest_key(wanted, names)] if name]
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    folders = dict.fromkeys(name.partition("/")[0] for name in names)
    folder = next(
        (first for first in (name.partition("/")[0] for name in (wanted, *near)) if first in folders), None
    )
    listed = [name for name in names if name.partition("/")[0] == folder] or [f"{first}/…" for first in folders]
    return (
        f"there is no configuration '{config:.{LONGEST_SHOWN}}', neither as a file nor as a name.{hint} Known names: "
        f"{', '.join(listed) or 'none'}."
    )


def config_names() -> list[str]:
    """Names of the configurations that come with skill1, for example ``household/skill1``."""
    root = configs_folder()
    return sorted(path.relative_to(root).with_suffix("").as_posix() for path in root.rglob("*.yaml"))


def configs_folder() -> Path:
    """In the package of an installed wheel, beside the package in a checkout."""
    package = Path(__file__).resolve().parent.parent
    return package / "configs" if (package / "configs").is_dir() else package.parent / "configs"


def inheritance(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The file's ancestors and the file, oldest first: what it is called in messages, and its dotted keys.

    ``inherits`` is one name or a list of them, in which later ones win. A file that is inherited twice counts once, at
    its first place.

    Raises:
        ConfigError: one of them cannot be read, or they inherit from each other in a circle.
    """
    for file in _ancestry(path, (), set()):
        yield str(file), read_flat(file)


def _ancestry(path: Path, heirs: tuple[Path, ...], walked: set[Path]) -> Iterator[Path]:
    walked.add(path.resolve())
    # Only the line of descent is looked at for circles: two parents may well share an ancestor.
    for parent in _parents(path):
        found = find_config(parent, beside=path.parent)
        if found.resolve() in {heir.resolve() for heir in (*heirs, path)}:
            loop = " → ".join(map(str, (*heirs, path, found)))
            raise ConfigError(f"`inherits` leads back to itself: {loop}. Remove one of these lines.")
        # Or a file that every level names twice would be read twice as often at each.
        if found.resolve() not in walked:
            yield from _ancestry(found, (*heirs, path), walked)
    yield path


def _parents(path: Path) -> list[str]:
    given = _read(path).get(INHERITS)
    parents = given if isinstance(given, list) else [] if given is None else [given]
    if not all(isinstance(parent, str) for parent in parents):
        raise ConfigError(f"`inherits` in {path} got {shown(given)}; expected a name or path, or a list of them.")
    return parents


def read_flat(path: Path) -> dict[str, Any]:
    """The dotted keys of one file, whatever it inherits from."""
    tree = _read(path)
    tree.pop(INHERITS, None)
    return flattened(tree, str(path))


def flattened(tree: Mapping[str, Any], origin: str) -> dict[str, Any]:
    """Nested or already dotted keys → dotted: ``{"train": {"steps": 3}}`` and ``{"train.steps": 3}`` are equal."""
    flat: dict[str, Any] = {}
    for name, value in leaves(tree, ""):
        if name in flat:
            raise ConfigError(f"`{name}` is set twice in {origin}; keep one.")
        flat[name] = value
    return flat


def leaves(tree: Mapping[Any, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """Dotted key and value of everything in a nested mapping."""
    for name, value in tree.items():
        path = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from leaves(value, f"{path}.")
        elif value is not None or path not in (*config_sections(), MAPPED, PASSED_THROUGH):
            # A section whose lines are all comments is null, and sets nothing.
            yield path, value


def _read(path: Path) -> dict[Any, Any]:
    try:
        # Before anything is read: the file may be that of somebody else's run.
        if (size := path.stat().st_size) > MOST_BYTES:
            raise ConfigError(f"{path} has {size} bytes; a configuration has at most {MOST_BYTES}.")
        tree = load_yaml(path.read_text(encoding="utf-8"), StrictReader)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read the configuration {path}: {error}") from error
    except yaml.YAMLError as error:
        problem = place_and_problem(error)
        raise ConfigError(
            f"cannot read the configuration {path}{problem}. Correct it there, then try: skill1 train --config FILE "
            "--dry-run"
        ) from error
    if not isinstance(tree or {}, dict):
        raise ConfigError(f"{path} holds a {type(tree).__name__}; expected `key: value` lines.")
    return tree or {}
