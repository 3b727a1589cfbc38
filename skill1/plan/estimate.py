"""A whole plan: the formulas of this package applied to one configuration and one kind of machine."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from skill1.config import Skill1Config
from skill1.errors import ConfigError
from skill1.plan.gpus import Gpu
from skill1.plan.memory import (
    GIB,
    Memory,
    cache_bytes,
    episodes_that_fit,
    kv_token_bytes,
    local_memory,
    longest_row,
    verl_memory,
)
from skill1.plan.seconds import Machines, step_seconds
from skill1.plan.shape import ModelShape
from skill1.plan.tokens import Assumptions, StepTokens, step_tokens

SECONDS_PER_HOUR = 3600


@dataclass(frozen=True, slots=True)
class Plan:
    """What one configuration takes on N GPUs of ``gpu_gib`` each."""

    config: Skill1Config
    shape: ModelShape
    gpu: Gpu
    gpu_gib: float
    memory: Memory
    tokens: StepTokens
    seconds: Mapping[str, float]
    cache_gib: float  # keys and values of one GPU; of the local engine: for model.rows episodes
    fits_longest: int  # episodes at full length that one generating copy holds at once
    fits_mean: int  # the same at mean length
    copies: int

    @property
    def need_gib(self) -> float:
        return self.memory.need / GIB

    @property
    def fits(self) -> bool:
        """Whether both phases fit, and vLLM's share holds at least one episode at full length."""
        return self.need_gib <= self.gpu_gib and self.fits_longest >= 1

    @property
    def step_s(self) -> float:
        return sum(self.seconds.values())

    @property
    def hours(self) -> float:
        """Of the whole run, without evaluations."""
        return self.step_s * self.config.train.steps / SECONDS_PER_HOUR

    @property
    def number(self) -> int:
        cluster = self.config.cluster
        return 1 if self.config.backend == "local" else cluster.gpus_per_node * cluster.nodes

    @property
    def gpu_hours(self) -> float:
        return self.hours * self.number


def on_machines(config: Skill1Config, gpus: int | None, nodes: int | None) -> Skill1Config:
    """``config`` for so many GPUs a machine and machines; more than one GPU means backend verl.

    A copy of the model is shared by ``cluster.tensor_parallel`` GPUs of one machine, so by no more than it has.

    Raises:
        ConfigError: a number below 1, or one that ``cluster.tensor_parallel`` does not divide.
    """
    for name, value in (("--gpus", gpus), ("--nodes", nodes)):
        if value is not None and value < 1:
            raise ConfigError(f"{name} {value}: expected at least 1.")
    is_verl = config.backend == "verl" or (gpus or 1) * (nodes or 1) > 1
    if not is_verl:
        return config
    a_node = gpus or config.cluster.gpus_per_node
    cluster = dataclasses.replace(
        config.cluster,
        gpus_per_node=a_node,
        nodes=nodes or config.cluster.nodes,
        tensor_parallel=min(config.cluster.tensor_parallel, a_node),
    )
    return dataclasses.replace(config, backend="verl", cluster=cluster)


def make_plan(
    config: Skill1Config, shape: ModelShape, gpu: Gpu, *, gpu_gib: float | None = None, assumed: Assumptions
) -> Plan:
    """Apply every formula. ``gpu_gib`` replaces the card's own memory.

    Raises:
        ConfigError: a memory that is not above 0.
    """
    gpu_gib = gpu.memory_gib if gpu_gib is None else gpu_gib
    if not 0 < gpu_gib < float("inf"):
        raise ConfigError(f"--memory {gpu_gib:g}: expected GiB of one GPU, above 0, such as 80.")
    tokens = step_tokens(config, assumed)
    machines = _machines(config, gpu)
    total = gpu_gib * GIB
    if config.backend == "local":
        memory = local_memory(config, shape, total, tokens.answer_share)
    else:
        memory = verl_memory(config, shape, total)
    cache, longest, mean = _concurrency(config, shape, total, tokens)
    return Plan(
        config=config,
        shape=shape,
        gpu=gpu,
        gpu_gib=gpu_gib,
        memory=memory,
        tokens=tokens,
        seconds=step_seconds(config, shape, machines, tokens, assumed, fits=max(1, mean)),
        cache_gib=cache / GIB,
        fits_longest=longest,
        fits_mean=mean,
        copies=machines.copies,
    )


def _machines(config: Skill1Config, gpu: Gpu) -> Machines:
    if config.backend == "local":
        return Machines(gpu, 1, 1, 1)
    return Machines(gpu, config.cluster.gpus_per_node, config.cluster.nodes, config.cluster.tensor_parallel)


def _concurrency(
    config: Skill1Config, shape: ModelShape, total: float, tokens: StepTokens
) -> tuple[float, int, int]:
    """Cache bytes, and episodes it holds at full and at mean length; the local engine has ``model.rows`` rows."""
    if config.backend == "local" and config.policy.engine == "hf":
        memory = local_memory(config, shape, total, tokens.answer_share)
        return memory.rollout["KV cache"], config.model.rows, config.model.rows
    longest = episodes_that_fit(config, shape, total, longest_row(config))
    mean = episodes_that_fit(config, shape, total, tokens.prompt + tokens.answer)
    return cache_bytes(config, shape, total), longest, mean


def plan_record(plan: Plan, assumed: Assumptions, price: float | None) -> dict[str, Any]:
    """The plan as plain data for ``--json``: GiB, tokens, seconds, hours."""
    config, phase = plan.config, plan.memory.worst
    return {
        "model": config.model.path,
        "parameters": plan.shape.parameters,
        "trained_parameters": plan.shape.lora(config.model.lora_rank) or plan.shape.parameters,
        "backend": config.backend,
        "gpu": plan.gpu.name,
        "gpus": plan.number,
        "gpu_gib": plan.gpu_gib,
        "memory_gib": {
            "rollout": {name: size / GIB for name, size in plan.memory.rollout.items()},
            "update": {name: size / GIB for name, size in plan.memory.update.items()},
            "host": plan.memory.host / GIB,
        },
        "need_gib": plan.need_gib,
        "phase": phase[0],
        "largest": max(phase[1], key=phase[1].__getitem__),
        "fits": plan.fits,
        "kv_bytes_per_token": kv_token_bytes(plan.shape),
        "kv_cache_gib": plan.cache_gib,
        "episodes_at_full_length": plan.fits_longest * plan.copies,
        "episodes_at_mean_length": plan.fits_mean * plan.copies,
        "tokens_per_step": dataclasses.asdict(plan.tokens),
        "seconds_per_step": {**plan.seconds, "sum": plan.step_s},
        "steps": config.train.steps,
        "hours": plan.hours,
        "gpu_hours": plan.gpu_hours,
        "cost": None if price is None else plan.gpu_hours * price,
        "assumptions": dataclasses.asdict(assumed),
    }
