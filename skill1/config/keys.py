"""The keys of a configuration as flat data: dotted name, type, default and meaning, of every section.

What the command line, the YAML reader and the help text need. Knows nothing about files.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import itertools
import textwrap
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from skill1.config.configuration import Skill1Config, method_sections
from skill1.config.registry import nearest_name
from skill1.config.schema import RunKeys
from skill1.config.values import checked, group_of, kinds_in_words, kinds_of, text_as
from skill1_envs import OWN_KEYS

MAPPED = "env.mixture"  # the key whose inner names are made of environments' names (skill1.config.mixture)
# What other trainers call a key, whole or its last part.
# Only for what is told of an unknown key: a name of others is never taken for ours.
OF_OTHERS = {
    "lr": "train.learning_rate",
    "sft.lr": "sft.learning_rate",
    "learning_rate": "train.learning_rate",
    "batch_size": "train.tasks_per_step",
    "epochs": "train.steps",
    "num_train_epochs": "train.steps",
    "save_steps": "train.checkpoint_every",
    "save_freq": "train.checkpoint_every",
    "eval_steps": "train.validate_every",
    "test_freq": "train.validate_every",
    "temperature": "sampling.temperature",
    "max_tokens": "sampling.act_tokens",
    "max_completion_length": "sampling.act_tokens",
    "beta": "loss.kl_coefficient",
    "kl_coef": "loss.kl_coefficient",
    "epsilon": "loss.clip_low",
    "num_generations": "train.group_size",
    "env.rollout.n": "train.group_size",
    "bf16": "model.dtype",
    "model.name": "model.path",
    "env.skill_library.top_k": "library.top_k",
    "skills_json_path": "library.init",
    "search_url": "env.retriever",
    "topk": "env.top_k",
    "epsilon_high": "loss.clip_high",
    "report_to": "logging.to",
    "output_dir": "run_dir",
    "use_vllm": "policy.engine",
    "per_device_train_batch_size": "train.tasks_per_step",
    "gradient_accumulation_steps": "train.micro_batch_tokens",
    "lr_scheduler_type": "train.final_learning_rate",
    "max_steps": "train.steps",
    "ppo_epochs": "train.mini_batches",
    "num_ppo_epochs": "train.mini_batches",
}
HAVE_OWN = ("sft", "eval", "teacher")  # sections with rates, batches or limits of their own, as methods' have
LIKE = 0.75  # of two words that are alike, by difflib; at its default of 0.6 "fresh" is like "rules"
PASSED_THROUGH = "verl"  # the key whose inner names are not ours: paths in verl's own configuration


@dataclass(frozen=True, slots=True)
class ConfigKey:
    """One settable value: its dotted name, and the field ``attribute`` of the section ``owner`` that says its type."""

    name: str
    owner: type
    attribute: str

    @property
    def default(self) -> Any:
        """The value where nothing sets it."""
        # Not the attribute of the class: with slots that is where an instance keeps its value.
        return next(own.default for own in dataclasses.fields(self.owner) if own.name == self.attribute)

    @property
    def doc(self) -> str:
        """What it means, after the environments that it is for if it is not for all."""
        readers = ", ".join(env for env, keys in OWN_KEYS.items() if self.name in keys)
        # A field may be of a class above; a method of another package need not say what it means.
        texts = (_docs(cls).get(self.attribute) for cls in self.owner.__mro__ if dataclasses.is_dataclass(cls))
        text = next(filter(None, texts), "")
        return f"{readers}: {text}" if readers else text

    @property
    def kinds(self) -> tuple[Any, ...]:
        """Types whose values it takes, or the texts that it chooses from."""
        return kinds_of(self.owner, self.attribute)

    def is_absent(self, value: Any) -> bool:
        """Whether the value may name something of a package that is not installed."""
        return isinstance(value, str) and bool(group_of(self.owner, self.attribute)) and value not in self.kinds

    @property
    def expected(self) -> str:
        """The type in words, for messages: ``a whole number``, ``a number or null``, ``one of ndcg, none``."""
        return kinds_in_words(self.kinds)

    def check(self, value: Any, where: str = "") -> Any:
        """The value as the section holds it; where the key takes no texts, ``"3"`` is a number and ``"yes"`` true.

        Raises:
            ConfigError: naming key, value, place and what is expected.
        """
        meant = text_as(self.owner, self.attribute, value) if isinstance(value, str) else value
        return checked(self.owner, self.attribute, meant, self.name, where)


@functools.cache
def _docs(owner: type) -> dict[str, str]:
    """The text below each field; Python drops it, so the source is read."""
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(owner))).body[0].body
    except OSError:  # a package without its source
        return {}
    return {
        field.target.id: " ".join(below.value.value.split())
        for field, below in itertools.pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr)
    }


@functools.cache
def config_keys() -> Mapping[str, ConfigKey]:
    """Every key by its dotted name, in the order it is written; without those handed on to verl."""
    keys = [ConfigKey(name, RunKeys, name) for name in _names(RunKeys)]
    for section, cls in config_sections().items():
        keys += [ConfigKey(f"{section}.{name}", cls, name) for name in _names(cls)]
    # A mixture is no key of its own: `env.mixture.NAME.KEY` gets its type from the key of `env` (mixture_key).
    return {key.name: key for key in keys if key.name != MAPPED}


def own_keys(environment: str) -> tuple[str, ...]:
    """Keys that only environments such as this one read; none for one that is not ours."""
    return tuple(OWN_KEYS.get(environment, ()))


def _names(owner: Any) -> list[str]:
    return [field.name for field in dataclasses.fields(owner)]


@functools.cache
def config_sections() -> Mapping[str, Any]:
    """Section name → its class, for example ``"train" → TrainConfig``, in the order they are written."""
    shared = {
        field.name: field.default_factory
        for field in dataclasses.fields(Skill1Config)
        if isinstance(field.default_factory, type) and dataclasses.is_dataclass(field.default_factory)
    }
    own = method_sections()
    order = list(shared)
    for name, cls in own.items():
        # A section that follows one of a package that is not installed goes to the end.
        place = order.index(cls.follows) + 1 if cls.follows in order else len(order)
        order.insert(place, name)
    return {name: (shared | own)[name] for name in order}


def is_passed_through(name: str) -> bool:
    """Whether a dotted name is a setting of verl's: ``verl.trainer.nccl_timeout``."""
    return name.startswith(f"{PASSED_THROUGH}.")


def nearest_key(unknown: str, names: Collection[str] | None = None) -> str | None:
    """The valid name most like ``unknown``; a bare last part finds its section (``steps`` → ``train.steps``)."""
    names = list(config_keys() if names is None else names)
    plain = unknown.replace("-", "_")
    if plain in names:
        return plain
    section, _, last = plain.rpartition(".")
    own = {alias: f"{name}.{key}" for name, cls in method_sections().items() for alias, key in cls.aliases.items()}
    has_own = section in HAVE_OWN or section in method_sections()
    of_others = None if has_own else OF_OTHERS.get(last)
    if of_others and not of_others.startswith(f"{section}."):
        # A slip in a section of ours means its key, also where other projects have the word elsewhere.
        of_section = [name.removeprefix(f"{section}.") for name in names if name.startswith(f"{section}.")]
        beside = nearest_name(last, of_section, LIKE)
        of_others = f"{section}.{beside}" if beside else of_others
    meant = own.get(plain) or OF_OTHERS.get(plain) or of_others
    if meant in names:
        return meant
    # Reversed, so that the first of several keys with one last part is the one that stays.
    last_parts = {name.rsplit(".", 1)[-1]: name for name in reversed(names)}
    last_part = unknown.rsplit(".", 1)[-1]
    if last_part in last_parts:
        return last_parts[last_part]
    if whole := nearest_name(unknown, names):
        return whole
    part = nearest_name(last_part, list(last_parts), LIKE)
    return last_parts[part] if part else None


def unknown_key_message(unknown: str, where: str = "") -> str:
    """What to say about a key that does not exist, naming the nearest one that does."""
    if unknown in config_sections():
        keys = ", ".join(key for key in config_keys() if key.startswith(f"{unknown}."))
        return f"`{unknown}`{where} is a section, not a value; set one of its keys: {keys}."
    if unknown == PASSED_THROUGH:
        return (
            f"`{unknown}`{where} holds settings of verl, each by its path in verl's configuration: type "
            "--verl.trainer.balance_batch false, or in a file `verl: {trainer.balance_batch: false}`."
        )
    nearest = nearest_key(unknown)
    hint = f"did you mean `{nearest}`?" if nearest else "`skill1 train --help` lists every key."
    return f"unknown key `{unknown}`{where}; {hint}"
