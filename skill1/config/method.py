"""What a method says of itself: the keys of its section, what of the rest it reads, and what makes its recipe.

Each comes from the family ``skill1.methods`` of :mod:`skill1.config.registry`. Every configuration has the section of
every method, so these classes are light to import; what plays and credits is imported when a recipe is made.
"""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from skill1.config.registry import METHODS, SHARED_SECTIONS
from skill1.config.values import checked, is_setting
from skill1.errors import ConfigError

if TYPE_CHECKING:
    from rich.console import Console

    from skill1.agent.player import Recipe
    from skill1.config.configuration import Skill1Config
    from skill1.plan.tokens import Assumptions
    from skill1.schema import Stage


_PLACE = re.compile(r"\w+(\.\w+)*:\w+")  # module:function
_ADVICE = "as in docs/how-to/add-a-method.md. Fix, upgrade or uninstall the package that announces it."


@dataclass(frozen=True, slots=True)
class Rule:
    """What must hold between values: the key it is told of, the test of a whole configuration, and how it is said."""

    key: str
    holds: Callable[[Any], bool]
    expected: str


@dataclass(frozen=True, slots=True)
class Row:
    """``keys`` (whole names, or sections that end in a dot) that nothing reads where ``holds``.

    ``why`` may name {command}, {method} and {config.section.key}. ``in_files``: also where a file sets them;
    else only a command line counts, for files of several methods share a base. ``is_shared``: told, not refused.
    """

    keys: tuple[str, ...]
    holds: Callable[[str, Any], bool]  # of a command such as "train" and a configuration
    why: str
    in_files: bool = False
    is_shared: bool = False


class Method:
    """A method, or what several methods share: settings, what they need, and a recipe of training.

    The keys of its section are the fields of the class, which is then a frozen dataclass; a class without any declares
    only what stands here. A method that declares nothing is taken to read everything.
    """

    made_by: ClassVar[str] = ""  # ``module:function`` from a configuration to a recipe; or override ``recipe``
    page: ClassVar[str] = ""  # ``module:function`` that tells reports of its work (skill1.report.method_page)
    follows: ClassVar[str] = ""  # the section after which its own is written; empty: at the end
    rules: ClassVar[tuple[Rule, ...]] = ()  # checked whenever a configuration is made, whatever its method
    unread: ClassVar[tuple[Row, ...]] = ()  # keys of its own section that nothing reads in some cases
    servers: ClassVar[tuple[tuple[str, str], ...]] = ()  # own keys: address, variable whose secret goes there
    aliases: ClassVar[Mapping[str, str]] = {}  # what its own project's settings are called → own key
    commands: ClassVar[tuple[str, ...]] = ()  # that read its section whatever the method
    trains_weights: ClassVar[bool] = True
    has_library: ClassVar[bool] = True
    has_teacher: ClassVar[bool] = True
    writes_skills: ClassVar[bool] = True  # the policy itself selects and writes them: credit and agent keys for it
    withholds: ClassVar[bool] = True  # in training, from controls what was selected for them
    tries_again: ClassVar[bool] = True  # in evaluation, a task that failed
    shows_bank: ClassVar[bool] = False  # acting reads skills that the policy did not write
    needs_bank: ClassVar[bool] = False  # nobody writes those skills: without ``library.init`` there are none

    @classmethod
    def recipe(cls, config: Skill1Config) -> Recipe:
        """What plays and credits, as configured."""
        module, _, function = cls.made_by.partition(":")
        return getattr(importlib.import_module(module), function)(config)

    @classmethod
    def uses_library(cls, config: Skill1Config) -> bool:
        """Whether a run with this configuration has a library."""
        return cls.has_library

    @classmethod
    def begins_with_sft(cls, config: Skill1Config) -> bool:
        """Whether a run with this configuration trains on demonstrations first, with the keys of ``sft``."""
        return False

    @classmethod
    def learns_frozen(cls, config: Skill1Config) -> bool:
        """Whether something is left to learn where the weights are behind a server: a library, a document."""
        return not cls.trains_weights

    @classmethod
    def without_logprobs(cls, config: Skill1Config) -> str:
        """What to type for a server that gives no log-probs of given answers; empty: the method needs none."""
        return ""

    @classmethod
    def check(cls, config: Skill1Config) -> None:
        """Refuse what would end a run before its first step, by raising a ``Skill1Error``."""

    @classmethod
    def prepare(cls, config: Skill1Config, run_dir: Path, console: Console | None) -> Skill1Config:
        """Do what comes before RL; returns the configuration RL begins with."""
        return config

    @classmethod
    def prompt_tokens(cls, config: Skill1Config, assumed: Assumptions) -> float:
        """What the method adds to a mean act prompt: skills, a bank, a document, its thoughts or memories."""
        return 0.0

    @classmethod
    def generations(cls, config: Skill1Config, assumed: Assumptions) -> dict[Stage, tuple[float, float, float]]:
        """Of each stage of a mean episode: how many generations, and the tokens of each one's prompt and answer."""
        prompt = assumed.act_prompt + cls.prompt_tokens(config, assumed)
        return {"act": (assumed.mean_turns(config), prompt, assumed.act_answer)}


@functools.cache
def declarations() -> dict[str, type[Method]]:
    """Everything that declares settings, by name: what methods share, then each method, those of packages too.

    Raises:
        ConfigError: what a package announces cannot be loaded, or is no method.
    """
    # Shared sections first: methods may follow them in the order of a file.
    found = {name: family.load(name) for family in (SHARED_SECTIONS, METHODS) for name in family}
    for name, cls in found.items():
        if not (isinstance(cls, type) and issubclass(cls, Method)):
            raise ConfigError(
                f"method '{name}' is {cls!r}; expected a class derived from skill1.config.method.Method, {_ADVICE}"
            )
        # Tests have looked at ours.
        if name in METHODS and name not in METHODS.built_in and (fault := _fault_of(name, cls)):
            raise ConfigError(f"method '{name}', {cls.__module__}:{cls.__qualname__}, {fault}, {_ADVICE}")
    return found


def _fault_of(name: str, cls: type[Method]) -> str:
    """Why a package's class can be no method, such as ``has …; expected …``; "" if it can.

    Told before anything is asked of its fields: every command reads the settings of all methods.
    """
    for own in fields(cls) if is_dataclass(cls) else ():
        if own.default is MISSING or not is_setting(cls, own.name):
            return (
                f"has the field {own.name} without a plain default, or of a type that no setting has; expected "
                f"{own.name}: TYPE = VALUE with int, float, str, bool or a Literal of texts, perhaps with | None, or a "
                "type of skill1.config.values"
            )
        checked(cls, own.name, own.default, f"{name}.{own.name}", f" (its default in {cls.__module__})")
    # Without this, a run would end in what importlib says of an empty name.
    is_inherited = getattr(cls.recipe, "__func__", None) is vars(Method)["recipe"].__func__
    if is_inherited and not _PLACE.fullmatch(cls.made_by):
        return f"has no recipe of its own, and made_by = {cls.made_by!r}; expected made_by = 'module:function'"
    return ""


def declared(method: str) -> type[Method]:
    """The class of one method."""
    return declarations()[method]


def make_recipe(config: Skill1Config) -> Recipe:
    """The recipe of the method that a configuration names; what plays and credits is imported now."""
    return declared(config.method).recipe(config)


def changes_weights(config: Skill1Config) -> bool:
    """Whether training has weights to change: the method trains them, and they are not behind a server."""
    return declared(config.method).trains_weights and config.endpoint.url is None


def uses_library(config: Skill1Config) -> bool:
    """Whether a run with this configuration has a library."""
    return declared(config.method).uses_library(config)
