"""verl's configuration for a run: its own defaults, under what skill1 sets, under ``--verl.PATH VALUE``.

verl's YAML files are composed by Hydra without importing verl, so that a dry run takes two seconds. Without verl the
overlay can still be printed, and settings handed on are checked in form only.
"""

from __future__ import annotations

import ast
import difflib
import functools
import importlib.metadata
import importlib.util
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from skill1.config import Skill1Config
from skill1.errors import ConfigError, MissingExtraError
from skill1.train.verl.settings import ABSENT, BY_PATH, FIXED, OF_FORKS, OPEN, SETTINGS, UNREAD

VERL_CONFIG = "ppo_trainer"
RAY_ARGUMENTS = "ray_kwargs.ray_init"  # handed to ray.init, which refuses what it does not know
UNNAMED_RUN = Path("runs/NAME")
NEAREST = 3


def overlay(config: Skill1Config, run_dir: Path) -> dict[str, Any]:
    """What skill1 sets in verl's configuration: dotted path → value, without ``config.verl``."""
    values = {setting.path: setting.value(config, run_dir) for setting in SETTINGS}
    return {path: value for path, value in values.items() if value is not ABSENT}


def compose(config: Skill1Config, run_dir: Path):
    """The whole configuration of verl (an OmegaConf ``DictConfig``, interpolations unresolved) for a run.

    Raises:
        MissingExtraError: verl is not installed.
        ConfigError: a setting in ``config.verl`` is skill1's to decide, does not exist or has another kind of value;
            or this verl lacks a setting that skill1 needs.
    """
    # First, because it needs no verl: such settings are refused on any machine.
    refuse_decided(config)
    if not (importlib.util.find_spec("verl") and importlib.util.find_spec("hydra")):
        raise MissingExtraError("verl", "verl", "--backend verl")
    defaults = verl_defaults()
    own = overlay(config, run_dir)
    # A release may rename a setting. `force_add` below would then set the old name, which nobody reads.
    foreign = [path for path in own if not _exists(defaults, path)]
    if foreign:
        raise ConfigError(
            f"verl {_version()} has no setting {foreign[0]}, which skill1 needs; it is made for verl 0.9. "
            "Type: pip install 'skill1[verl]'"
        )
    for path, value in config.verl.items():
        _require_setting(defaults, path, value)
    from omegaconf import OmegaConf

    composed = OmegaConf.create(defaults, flags={"struct": True})
    # force_add: verl reads some keys that are fields of its dataclasses and not in its YAML files.
    for path, value in {**own, **config.verl}.items():
        OmegaConf.update(composed, path, value, force_add=True)
    return composed


def refuse_decided(config: Skill1Config) -> None:
    """Refuse settings in ``config.verl`` that a key of ours, or the adapter itself, decides; needs no verl.

    Raises:
        ConfigError: naming the option to type instead.
    """
    for path in config.verl:
        setting = BY_PATH.get(path)
        if setting is None and path.startswith(UNREAD):
            raise ConfigError(
                f"`verl.{path}` has no effect under skill1, whose own loop, credit and loss replace verl's; leave "
                f"--verl.{path} out."
            )
        if setting is None or setting.decided_by == OPEN:
            continue
        if setting.decided_by == FIXED:
            value = setting.value(config, UNNAMED_RUN)
            raise ConfigError(f"`verl.{path}` is always {value!r} under skill1; leave --verl.{path} out.")
        raise ConfigError(f"`verl.{path}` is decided by {setting.decided_by}; type --{setting.decided_by} VALUE.")


def dry_run(config: Skill1Config) -> str:
    """A YAML document for ``skill1 train --backend verl --dry-run``: our settings as comments, then verl's resolved.

    Without verl: our settings and those handed on, and what is missing.

    Raises:
        ConfigError: as :func:`compose`.
    """
    # A dry run makes no directory, so it may have no name yet.
    run_dir = Path(config.run_dir) if config.run_dir else UNNAMED_RUN
    own = overlay(config, run_dir)
    try:
        composed = compose(config, run_dir)
    except MissingExtraError as error:
        missing = f"{error} Until then, only the form of paths in --verl.* is checked."
        return f"# {missing}\n# What skill1 sets in verl's configuration:\n{_yaml(own | dict(config.verl))}"
    lines = [
        f"#   {_shown(path, value)}  ({BY_PATH[path].decided_by})"
        for path, value in own.items()
        if path not in config.verl
    ]
    handed_on = [f"#   {_shown(path, value)}  (--verl)" for path, value in config.verl.items()]
    header = [f"# {len(lines)} settings of skill1, and {len(handed_on)} handed on:", *lines, *handed_on]
    from omegaconf import OmegaConf

    resolved = _yaml(OmegaConf.to_container(composed, resolve=True))
    return "\n".join([*header, f"# The configuration of verl {_version()}:", resolved])


def translation(path: str, value: str | None) -> str:
    """What to type instead of a Hydra override of verl: ``type --cluster.nodes 2`` for ``trainer.nnodes=2``."""
    setting = BY_PATH.get(path)
    said = f" {shlex.quote(value)}" if value else " VALUE"
    if path in OF_FORKS:
        return f"type --{OF_FORKS[path]} VALUE"
    if path == "trainer.val_only":
        return "type, in place of skill1 train: skill1 eval MODEL --env E --library none"
    if setting is None and path.startswith(UNREAD):
        return f"leave it out: under skill1 nothing reads {path}"
    if setting is None or setting.decided_by == OPEN:
        return f"type --verl.{path}{said}"
    if setting.decided_by == FIXED:
        return f"leave it out: skill1 always sets {path}"
    return f"type --{setting.decided_by}{said if setting.is_same else ' VALUE'}"


@functools.cache
def verl_defaults() -> dict[str, Any]:
    """What verl itself sets, composed by Hydra, as plain data with its interpolations; not to be changed."""
    from hydra import compose as hydra_compose
    from hydra import initialize_config_dir
    from omegaconf import OmegaConf

    with initialize_config_dir(str(_package_folder() / "trainer" / "config"), version_base=None):
        return OmegaConf.to_container(hydra_compose(VERL_CONFIG))


def _package_folder() -> Path:
    spec = importlib.util.find_spec("verl")
    return Path(spec.origin).parent if spec and spec.origin else Path()


def _version() -> str:
    return importlib.metadata.version("verl")


def _require_setting(tree: Mapping[str, Any], path: str, value: Any) -> None:
    """Raises ``ConfigError`` if verl has no such setting, or its value is of another kind."""
    if not _exists(tree, path):
        near = _nearest(tree, path)
        hint = f"did you mean {' or '.join(f'--verl.{name}' for name in near)}?" if near else ""
        raise ConfigError(f"verl {_version()} has no setting `{path}`; {hint or 'see --dry-run for all of them.'}")
    present: Any = tree
    for part in path.split("."):
        # Below a null of verl's a mapping may be set, of any depth.
        present = present.get(part) if isinstance(present, Mapping) else None
    # An empty mapping is open: whatever is set is put into it.
    if isinstance(present, Mapping) and present:
        first = next(_leaves(present, f"{path}."))
        raise ConfigError(
            f"`verl.{path}` is a section of verl's configuration; set one of its own, as --verl.{first}."
        )
    # bool before numbers, because True is an int to isinstance.
    for kind, said in ((bool, "true or false"), (int | float, "a number"), (list, "a list, such as [a, b]")):
        if isinstance(present, kind):
            fits = isinstance(value, kind) and isinstance(value, bool) == isinstance(present, bool)
            if value is not None and not fits:
                raise ConfigError(f"`verl.{path}` got {value!r}; expected {said} (verl's own: {present!r}).")
            return


def _exists(tree: Mapping[str, Any], path: str) -> bool:
    """Whether verl reads this path: it is in its YAML, a field of the section's dataclass, or in an open mapping."""
    if path.startswith(f"{RAY_ARGUMENTS}."):
        return True
    node: Any = tree
    parts = path.split(".")
    for position, part in enumerate(parts):
        if not isinstance(node, Mapping):
            return node is None  # a mapping may stand here
        if part not in node:
            is_last = position == len(parts) - 1
            return not node or (is_last and part in _fields(str(node.get("_target_", ""))))
        node = node[part]
    return True


@functools.cache
def _fields(target: str) -> frozenset[str]:
    """Fields of a dataclass of verl, and of its bases, from the source: importing it would load torch and vLLM."""
    module, _, name = target.rpartition(".")
    classes = _classes(module) if module.startswith("verl.") else {}
    wanted, found = [name], set()
    while wanted:
        # A base class of another module is not among these, and adds nothing.
        node = classes.get(wanted.pop())
        if node is None:
            continue
        wanted += [base.id for base in node.bases if isinstance(base, ast.Name)]
        found |= {
            field.target.id
            for field in node.body
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        }
    return frozenset(field for field in found if not field.startswith("_"))


def _classes(module: str) -> dict[str, ast.ClassDef]:
    """The classes of a module of verl, or of all modules in a package, by name."""
    path = _package_folder().joinpath(*module.split(".")[1:])
    files = sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files if file.is_file())
    return {node.name: node for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)}


def _nearest(tree: Mapping[str, Any], path: str) -> list[str]:
    """A like name in the same section, else the same name in others, else a like path."""
    names = list(_leaves(tree, ""))
    section, _, last = path.rpartition(".")
    beside = {name.rpartition(".")[2]: name for name in names if name.rpartition(".")[0] == section}
    elsewhere = [name for name in names if name.rpartition(".")[2] == last]
    return (
        [beside[name] for name in difflib.get_close_matches(last, beside, NEAREST)]
        or difflib.get_close_matches(path, elsewhere, NEAREST, cutoff=0)
        or difflib.get_close_matches(path, names, NEAREST)
    )


def _leaves(tree: Mapping[str, Any], prefix: str) -> Iterator[str]:
    yield from (f"{prefix}{name}" for name in sorted(_fields(str(tree.get("_target_", "")))) if name not in tree)
    for name, value in tree.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{prefix}{name}.")
        # The class of a section, for Hydra; no setting.
        elif name != "_target_":
            yield f"{prefix}{name}"


def _shown(path: str, value: Any) -> str:
    # The first line alone: YAML ends a document of one bare value with a line of dots.
    return f"{path}: {yaml.safe_dump(value, default_flow_style=True, width=1000).splitlines()[0]}"


def _yaml(tree: Mapping[str, Any]) -> str:
    return yaml.safe_dump(dict(tree), sort_keys=False, width=110)
