"""Environments by name, made in this process: those that come with skill1, announced ones, ``module:Class``.

A package announces one with an entry point of the group ``skill1.envs``: ``name = "module:Class"``, the class
taking an ``EnvConfig``; and its prompts, if it has some of its own, with one of the group ``skill1.wordings``. Modules
are imported only when they are asked for.
"""

from __future__ import annotations

import functools
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from skill1.config import EnvConfig
from skill1.config.registry import ENV_WORDINGS, ENVIRONMENTS, FAMILIES, nearest_name
from skill1.env.border import environment_border, process_kept, readable
from skill1.env.protocol import Suite
from skill1.env.wire import encode_error, line_of
from skill1.env.wording import Wording
from skill1.errors import ConfigError, Skill1Error

# All that `protocol.Suite` asks for.
SUITE_ATTRIBUTES = ("name", "splits", "tasks", "make")


def load_suite(config: EnvConfig) -> Suite:
    """The suite named by ``config.name``, in this process; a ``module:Class`` may lie in the working directory.

    Raises:
        ConfigError: no such environment (names the nearest and lists all), its module cannot be imported, or its
            class makes no suite of an ``EnvConfig``.
    """
    target, factory = suite_target(config.name), suite_class(config.name)
    with _mended_by_the_user(f"environment '{config.name}': {target} could not be made"):
        suite = factory(config)
    # Looked at now: what lacks one of them would fail only while it is played, as a fault of the environment.
    missing = [name for name in SUITE_ATTRIBUTES if not hasattr(suite, name)]
    if missing:
        raise ConfigError(
            f"environment '{config.name}': {target} has no {', '.join(missing)}; expected a suite as in "
            "docs/tutorials/your-own-environment.md."
        )
    return suite


def suite_class(name: str) -> Callable[[EnvConfig], Any]:
    """What makes the suite of an environment: its class, which can be asked what it offers.

    Raises:
        ConfigError: as :func:`load_suite`, but for what calling it would raise.
    """
    target = suite_target(name)
    module_name, _, attribute = target.partition(":")
    # Only then may the module be a file of the user's; announced ones are installed.
    is_own = ":" in name and not is_family_member(name)
    if is_own and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # console scripts do not look there; last, so that it shadows nothing
    advice = (
        f"Type --env.name module:Class with a module in {os.getcwd()} or in an installed package."
        if is_own
        else "Type: pip install --upgrade skill1, or the package that announces it."
    )
    with _mended_by_the_user(f"environment '{name}' ({target}) cannot be loaded", advice):
        factory = getattr(importlib.import_module(module_name), attribute)
    if not callable(factory):
        raise ConfigError(f"environment '{name}': {target} is a {type(factory).__name__}; expected a class.")
    return factory


@contextmanager
def _mended_by_the_user(what: str, advice: str = "") -> Iterator[None]:
    """Whatever foreign code raises while it is loaded is a ``ConfigError``; the process stays as it is."""
    try:
        with process_kept():
            yield
    except (Skill1Error, KeyboardInterrupt):
        raise
    except BaseException as error:  # sys.exit() in a module's body, too
        raise ConfigError(f"{what}: {_told(error)}. {advice}".rstrip()) from error


def _told(error: BaseException) -> str:
    """What was raised; in foreign code also its kind."""
    told = encode_error(error)
    return f"{told['type']}: {told['message']}" if line_of(error) else told["message"]


def suite_targets() -> dict[str, str]:
    """Environment name → ``module:Class``, those that come with skill1 first."""
    return ENVIRONMENTS.targets


@functools.cache
def wording_of(env: str) -> Wording | None:
    """How an environment is put into prompts; None where it announces nothing of its own.

    What its functions raise, or answer besides texts, is an ``EnvironmentFault``, which costs one episode.

    Raises:
        ConfigError: what was announced cannot be imported, or is no :class:`~skill1.env.wording.Wording`.
    """
    if env not in ENV_WORDINGS:
        return None
    target = ENV_WORDINGS.targets[env]
    module_name, _, attribute = target.partition(":")
    with _mended_by_the_user(f"the prompts of environment '{env}' ({target}) cannot be loaded"):
        wording = getattr(importlib.import_module(module_name), attribute)
    if not isinstance(wording, Wording):
        raise ConfigError(
            f"the prompts of environment '{env}' ({target}) are a {type(wording).__name__}; expected a "
            "skill1.env.wording.Wording."
        )
    # Fields that are dataclasses hold functions; `manners` maps profiles to such parts.
    parts = {own.name: getattr(wording, own.name) for own in fields(wording)}
    guarded = {name: _guarded(part, env) for name, part in parts.items() if is_dataclass(part)}
    manners = {name: _guarded(manner, env) for name, manner in wording.manners.items()}
    return replace(wording, **guarded, manners=manners)


def _guarded(part: Any, env: str) -> Any:
    """The same part of a wording, whose functions raise nothing but ``EnvironmentFault``."""
    functions = {own.name: getattr(part, own.name) for own in fields(part) if callable(getattr(part, own.name))}
    of_part = f"of {type(part).__name__} of environment '{env}'"
    return replace(
        part, **{name: _Bordered(function, name, f"{name} {of_part}") for name, function in functions.items()}
    )


@dataclass(frozen=True, slots=True)
class _Bordered:
    """A function of a wording, called inside the border. A class, so that profiles in worker processes are equal."""

    function: Callable[..., Any]
    name: str
    where: str

    def __call__(self, *given: Any) -> Any:
        with environment_border(self.where):
            answer = self.function(*given)
            # `Blocks.parse` alone answers a pair: the action, and whether the answer kept the format.
            if self.name != "parse":
                return readable(answer, "its answer")
            action, is_valid = answer
            return readable(action, "the action"), bool(is_valid)


def suite_target(name: str) -> str:
    """The ``module:Class`` of one environment; a name with a colon is one itself, or names a member of a family.

    Raises:
        ConfigError: there is none of that name; names the nearest and lists all.
    """
    family = name.partition(":")[0]
    # Before the next: members of a family have a colon, too, and name no module.
    if family in FAMILIES:
        return FAMILIES[family]
    if ":" in name:
        return name
    targets = suite_targets()
    if name not in targets:
        nearest = nearest_name(name, targets)
        hint = f" Did you mean '{nearest}'?" if nearest else ""
        raise ConfigError(
            f"there is no environment '{name}'.{hint} Known: {', '.join(targets)}, textarena:GAME. A class of yours is "
            "typed as module:CLASS."
        )
    return targets[name]


def is_family_member(name: str) -> bool:
    """Whether the environment is one of a family: foreign code under our roof."""
    return name.partition(":")[0] in FAMILIES
