"""A whole plan of one configuration on one kind of machine, and which keys to change where it does not fit."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from skill1.config import Skill1Config
from skill1.errors import ConfigError
from skill1.plan.hours import Time, step_time
from skill1.plan.memory import (
    GIB,
    REPORTED,
    Memory,
    episodes_held,
    is_trained,
    longest_answer,
    longest_row,
    memory_of,
)
from skill1.plan.shape import ModelShape
from skill1.plan.tokens import Assumptions, StepTokens, step_tokens

ADAPTER_RANK = 32
MOST_GPUS = 64  # of one try; a cluster beyond is another question
MOST_PAIRS = 3  # of changes that are enough only together
Options = dict[str, Any]  # configuration key → value


@dataclass(frozen=True, slots=True)
class Plan:
    """What one configuration takes on GPUs of ``gpu_gib`` each."""

    config: Skill1Config
    shape: ModelShape
    gpu: str | None
    gpu_gib: float
    memory: Memory
    tokens: StepTokens
    time: Time
    held: int  # episodes at full length whose keys and values all GPUs hold at once

    @property
    def need_gib(self) -> float:
        return self.memory.need / GIB

    @property
    def usable_gib(self) -> float:
        """What of ``gpu_gib`` such a card really has."""
        return REPORTED * self.gpu_gib

    @property
    def fits(self) -> bool:
        """Whether both phases fit, and at least one episode at full length."""
        return self.need_gib <= self.usable_gib and self.held >= 1

    @property
    def trained(self) -> int:
        """Parameters that the run changes."""
        if not self.memory.update:
            return 0
        # With a rank the adapters alone are trained; without one they have no parameters.
        return self.shape.lora(self.config.model.lora_rank) or self.shape.trained(self.config.train.frozen_layers)

    @property
    def number(self) -> int:
        """GPUs in all."""
        cluster = self.config.cluster
        return 1 if self.config.backend == "local" else cluster.gpus_per_node * cluster.nodes


def on_machines(config: Skill1Config, gpus: int | None, nodes: int | None) -> Skill1Config:
    """``config`` for so many GPUs a machine and machines; more than one GPU means backend verl.

    A copy of the model is shared by ``cluster.tensor_parallel`` GPUs of one machine, so by no more than it has.

    Raises:
        ConfigError: a number that ``cluster.tensor_parallel`` does not divide.
    """
    if config.backend == "local" and (gpus or 1) * (nodes or 1) == 1:
        return config
    a_node = gpus or config.cluster.gpus_per_node
    split = min(config.cluster.tensor_parallel, a_node)
    size = {"gpus_per_node": a_node, "nodes": nodes or config.cluster.nodes, "tensor_parallel": split}
    return changed(config, {"backend": "verl"} | {f"cluster.{name}": value for name, value in size.items()})


def make_plan(
    config: Skill1Config, shape: ModelShape, gpu: str | None, gpu_gib: float, assumed: Assumptions
) -> Plan:
    """Memory and tokens by formula, time as published or measured.

    Raises:
        ConfigError: the model has no layer left to train, or its heads cannot be divided over
            ``cluster.tensor_parallel`` GPUs.
    """
    frozen, parts = config.train.frozen_layers, config.cluster.tensor_parallel
    if frozen >= shape.layers:
        raise ConfigError(
            f"train.frozen_layers = {frozen}, but the model has {shape.layers} layers. Type --train.frozen_layers 0."
        )
    if config.backend == "verl" and not shape.is_divisible(parts):
        raise ConfigError(f"cluster.tensor_parallel = {parts} cannot be used; {shape.divisors}.")
    tokens = step_tokens(config, assumed)
    total = gpu_gib * GIB
    memory = memory_of(config, shape, total, tokens.answer_share)
    time = step_time(config, shape, gpu, assumed.step_s)
    return Plan(config, shape, gpu, gpu_gib, memory, tokens, time, episodes_held(config, shape, total))


@dataclass(frozen=True, slots=True)
class Change:
    """Options to type, and what one GPU then needs."""

    options: str
    need_gib: float


def changes(plan: Plan, assumed: Assumptions) -> list[Change]:
    """Changes with which a plan fits, the cheapest for the user first, the mildest of each key.

    Two keys' together where none is enough by itself. Empty where it fits already, and where none of these is enough.
    """
    if plan.fits:
        return []
    single = list(_turns(plan.config))
    # By the dearer of the two.
    pairs = [one | other for i, other in enumerate(single) for one in single[:i] if one.keys().isdisjoint(other)]
    return _enough(plan, single, assumed) or _enough(plan, pairs, assumed)[:MOST_PAIRS]


def _enough(plan: Plan, tried: Iterable[Options], assumed: Assumptions) -> list[Change]:
    found: dict[frozenset[str], Change] = {}
    for options in tried:
        keys = frozenset(options)
        if any(enough <= keys for enough in found):  # a part of it does already
            continue
        try:
            config = changed(plan.config, options)
            made = make_plan(config, plan.shape, plan.gpu, plan.gpu_gib, assumed)
        except ConfigError:  # they contradict the rest
            continue
        if made.fits:
            found[keys] = Change(_typed(options), made.need_gib)
    return list(found.values())


def changed(config: Skill1Config, options: Mapping[str, Any]) -> Skill1Config:
    """The configuration with other values of some keys.

    Raises:
        ConfigError: they contradict the rest.
    """
    sections: dict[str, Options] = {}
    for key, value in options.items():
        # A key without a dot, such as backend, belongs to the configuration itself.
        section, _, name = key.rpartition(".")
        sections.setdefault(section, {})[name] = value
    top = sections.pop("", {})
    inner = {name: dataclasses.replace(getattr(config, name), **values) for name, values in sections.items()}
    return dataclasses.replace(config, **top, **inner)


def _typed(options: Options) -> str:
    return " ".join(f"--{key} {str(v).lower() if isinstance(v, bool) else v}" for key, v in options.items())


def _turns(config: Skill1Config) -> Iterator[Options]:
    """Keys to change, in the order of what they cost: nothing, time, context, what is learnt, money."""
    is_verl, cluster = config.backend == "verl", config.cluster
    if not config.train.gradient_checkpointing:
        yield {"train.gradient_checkpointing": True}
    if config.train.micro_batch_tokens > longest_row(config):  # below the longest row a limit changes nothing
        yield {"train.micro_batch_tokens": longest_row(config)}
    if is_verl or config.policy.engine == "vllm":
        # The less of a GPU the engine takes, the more is left for the weights that are trained on it.
        yield from ({"cluster.gpu_memory": share} for share in (0.5, 0.4, 0.3) if share < cluster.gpu_memory)
    else:
        yield from ({"model.rows": rows} for rows in (64, 32, 16, 8) if rows < config.model.rows)
    if is_verl:
        yield {"cluster.offload": True}
        yield from ({"cluster.tensor_parallel": n} for n in (2, 4, 8) if n > cluster.tensor_parallel)
    for tokens in (8192, 4096, 2048):
        if tokens < config.model.max_prompt_tokens:
            # A pass holds at least the longest row. With the old limit a shorter prompt would not make it smaller.
            row = min(tokens + longest_answer(config), config.train.micro_batch_tokens)
            yield {"model.max_prompt_tokens": tokens, "train.micro_batch_tokens": row}
    if is_trained(config):
        yield from _larger(config)


def _larger(config: Skill1Config) -> Iterator[Options]:
    """Adapters, twice as many GPUs in whole machines of 8, and both."""
    is_verl = config.backend == "verl"
    # Adapters need that backend, on one GPU, too.
    one: Options = {"backend": "verl", "cluster.gpus_per_node": 1, "cluster.tensor_parallel": 1}
    adapters: Options = {} if config.model.lora_rank else {"model.lora_rank": ADAPTER_RANK}
    if adapters:
        yield ({} if is_verl else one) | adapters
    number = config.cluster.gpus_per_node * config.cluster.nodes if is_verl else 1
    while number < MOST_GPUS:
        number *= 2
        size: Options = {} if is_verl else {"backend": "verl"}
        size |= {"cluster.gpus_per_node": min(8, number), "cluster.nodes": max(1, number // 8)}
        yield size
        # Whoever has few GPUs would rather train adapters on them than rent more.
        if adapters:
            yield size | adapters
