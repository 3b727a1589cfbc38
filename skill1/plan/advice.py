"""What to change where a plan does not fit: each knob is turned alone and the plan made again, then all together."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from skill1.config import Skill1Config
from skill1.errors import ConfigError
from skill1.plan.estimate import Plan, make_plan
from skill1.plan.memory import longest_answer, longest_row
from skill1.plan.tokens import Assumptions

SHORTER_PROMPTS = (8192, 4096, 2048)
SMALLER_SHARES = (0.5, 0.4, 0.3)
ADAPTER_RANK = 32
MOST_GPUS = 64  # of one try; a cluster beyond is another question


NOTICEABLE_GIB = 0.05  # smaller gains are not worth a line
Options = dict[str, Any]  # configuration key → value


@dataclass(frozen=True, slots=True)
class Change:
    """Options to type, and what one GPU then needs."""

    options: str
    need_gib: float
    fits: bool


def changes(plan: Plan, assumed: Assumptions) -> list[Change]:
    """Single changes that lower the need of a plan which does not fit; those that are enough first.

    Among them the cheapest for the user comes first. Where none is enough alone, the last entry turns several.
    """
    if plan.fits:
        return []
    found = [change for knob in KNOBS for change in _tried(plan, knob, assumed)]
    better = [c for c in found if c.fits or c.need_gib < plan.need_gib - NOTICEABLE_GIB]
    better.sort(key=lambda change: not change.fits)  # stable: otherwise in the order of KNOBS
    together = None if any(c.fits for c in better) else _together(plan, assumed)
    return better + ([together] if together else [])


def _tried(
    plan: Plan, knob: Callable[[Skill1Config], Iterator[Options]], assumed: Assumptions
) -> Iterator[Change]:
    """The mildest turn of a knob that fits, else the strongest."""
    last = None
    for options in knob(plan.config):
        made = _with(plan, plan.config, options, assumed)
        if made is None:
            continue
        last = Change(_typed(options), made.need_gib, made.fits)
        if made.fits:
            break
    if last:
        yield last


def _together(plan: Plan, assumed: Assumptions) -> Change | None:
    """One knob after another, each as far as it helps, until the plan fits; None if it never does.

    Twice round: what did not help while the update needed most may do so for the rollout.
    """
    typed: list[str] = []
    for knob in KNOBS * 2:
        turned = _best_turn(plan, knob, assumed)
        if turned is None:
            continue
        options, plan = turned
        typed.append(_typed(options))
        if plan.fits:
            return Change(" ".join(typed), plan.need_gib, True)
    return None


def _best_turn(
    plan: Plan, knob: Callable[[Skill1Config], Iterator[Options]], assumed: Assumptions
) -> tuple[Options, Plan] | None:
    """The mildest turn that fits, else the one that needs least; None if all leave the need as it is."""
    best: tuple[Options, Plan] | None = None
    for options in knob(plan.config):
        made = _with(plan, plan.config, options, assumed)
        if made is None or made.fits_longest < min(1, plan.fits_longest):
            continue
        if made.fits:
            return options, made
        if made.need_gib < (best[1] if best else plan).need_gib - NOTICEABLE_GIB:
            best = (options, made)
    return best


def _with(plan: Plan, config: Skill1Config, options: Options, assumed: Assumptions) -> Plan | None:
    """The plan under changed keys; None where they contradict the rest."""
    try:
        changed = _replace(config, options)
    except ConfigError:
        return None
    return make_plan(changed, plan.shape, plan.gpu, gpu_gib=plan.gpu_gib, assumed=assumed)


def _replace(config: Skill1Config, options: Options) -> Skill1Config:
    sections: dict[str, dict[str, Any]] = {}
    top: dict[str, Any] = {}
    for key, value in options.items():
        section, _, name = key.rpartition(".")
        (sections.setdefault(section, {}) if section else top)[name] = value
    made = {name: dataclasses.replace(getattr(config, name), **values) for name, values in sections.items()}
    return dataclasses.replace(config, **top, **made)


def _typed(options: Options) -> str:
    return " ".join(f"--{key} {str(v).lower() if isinstance(v, bool) else v}" for key, v in options.items())


# ---- the knobs, in the order of what they cost: nothing, time, context, what is learnt -------------------------------


def _gradient_checkpointing(config: Skill1Config) -> Iterator[Options]:
    if not config.train.gradient_checkpointing:
        yield {"train.gradient_checkpointing": True}


def _micro_batch(config: Skill1Config) -> Iterator[Options]:
    """Below the longest row a smaller limit changes nothing."""
    if config.train.micro_batch_tokens > longest_row(config):
        yield {"train.micro_batch_tokens": longest_row(config)}


def _vllm_share(config: Skill1Config) -> Iterator[Options]:
    if config.backend == "verl" or config.policy.engine == "vllm":
        yield from ({"cluster.gpu_memory": s} for s in SMALLER_SHARES if s < config.cluster.gpu_memory)


def _rows(config: Skill1Config) -> Iterator[Options]:
    if config.backend == "local" and config.policy.engine == "hf":
        yield from ({"model.rows": rows} for rows in (64, 32, 16, 8) if rows < config.model.rows)


def _offload(config: Skill1Config) -> Iterator[Options]:
    if config.backend == "verl" and not config.cluster.offload:
        yield {"cluster.offload": True}


def _tensor_parallel(config: Skill1Config) -> Iterator[Options]:
    if config.backend == "verl":
        yield from ({"cluster.tensor_parallel": n} for n in (2, 4, 8) if n > config.cluster.tensor_parallel)


def _prompts(config: Skill1Config) -> Iterator[Options]:
    answer = longest_answer(config)
    for tokens in SHORTER_PROMPTS:
        if tokens < config.model.max_prompt_tokens:
            row = tokens + answer
            yield {
                "model.max_prompt_tokens": tokens,
                "train.micro_batch_tokens": min(row, config.train.micro_batch_tokens),
            }


def _adapters(config: Skill1Config) -> Iterator[Options]:
    if config.model.lora_rank:
        return
    backend = {} if config.backend == "verl" else {"backend": "verl", "cluster.gpus_per_node": 1}
    yield backend | {"model.lora_rank": ADAPTER_RANK}


def _more_gpus(config: Skill1Config) -> Iterator[Options]:
    """Twice as many, in whole machines of 8."""
    local = config.backend == "local"
    number = 1 if local else config.cluster.gpus_per_node * config.cluster.nodes
    while number < MOST_GPUS:
        number *= 2
        per_node = min(8, number)
        size: Options = {"cluster.gpus_per_node": per_node, "cluster.nodes": number // per_node}
        yield ({"backend": "verl"} if local else {}) | size


KNOBS: tuple[Callable[[Skill1Config], Iterator[Options]], ...] = (
    _gradient_checkpointing,
    _micro_batch,
    _vllm_share,
    _rows,
    _offload,
    _tensor_parallel,
    _prompts,
    _adapters,
    _more_gpus,
)
