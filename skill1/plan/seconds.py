"""Seconds of one step: decoding is bound by memory traffic, prefill and training by arithmetic or by the links.

Every function is one formula; docs/how-to/train-on-a-cluster.md says how far off known runs they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from skill1.config import Skill1Config
from skill1.config.mixture import turn_limit
from skill1.plan.gpus import Gpu
from skill1.plan.memory import BFLOAT16, FLOAT32, kv_token_bytes
from skill1.plan.shape import ModelShape
from skill1.plan.tokens import Assumptions, StepTokens

GIGA, TERA = 1e9, 1e12


@dataclass(frozen=True, slots=True)
class Machines:
    """What the formulas need to know of the hardware."""

    gpu: Gpu
    per_node: int
    nodes: int
    tensor_parallel: int  # GPUs of one copy that generates

    @property
    def number(self) -> int:
        return self.per_node * self.nodes

    @property
    def copies(self) -> int:
        return max(1, self.number // self.tensor_parallel)


def forward_flops(shape: ModelShape, tokens: float, row: float) -> float:
    """Operations of a forward pass over rows of ``row`` tokens: 2 for each parameter, and causal attention.

    Attention: scores and values take 4 · layers · query_size for each pair of positions; a token sees half its row.
    """
    return tokens * (2.0 * shape.multiplied + 2.0 * shape.layers * shape.query_size * row)


def train_factor(*, is_checkpointed: bool, is_lora: bool) -> int:
    """Forward passes an update is worth: 1, backward 2 (1 where weights are frozen), recomputation 1."""
    return 1 + (1 if is_lora else 2) + is_checkpointed


def decode_pass_s(
    shape: ModelShape, machines: Machines, assumed: Assumptions, *, rows: float, context: float, is_local: bool
) -> float:
    """One token for each of ``rows`` sequences: a fixed part, and the larger of traffic and arithmetic.

    Traffic: all weights and the cache of every sequence, each divided over the GPUs of a copy. The local engine
    launches every operation from Python, which goes on beside the GPU's work: there the slower of the two counts.
    """
    gpu, split = machines.gpu, machines.tensor_parallel
    cache = rows * context * kv_token_bytes(shape) / min(split, shape.kv_heads)
    traffic = (BFLOAT16 * shape.multiplied / split + cache) / (gpu.bandwidth_gbs * GIGA * assumed.bandwidth)
    flops = rows * 2.0 * shape.multiplied / split / (gpu.tflops * TERA * assumed.utilisation)
    if is_local:
        return max(assumed.layer_ms * shape.layers / 1000, traffic, flops)
    return assumed.pass_ms / 1000 + max(traffic, flops)


def decode_s(
    shape: ModelShape,
    machines: Machines,
    tokens: StepTokens,
    assumed: Assumptions,
    *,
    fits: int,
    is_local: bool,
) -> float:
    """All answers of a step: waves of episodes that fit, and the tail in which the longest episode is alone."""
    rows = -(-tokens.episodes // machines.copies)
    waves = max(1, -(-rows // max(1, fits)))
    context = tokens.prompt + tokens.answer / 2
    settings = {"context": context, "is_local": is_local}
    mean = tokens.generated / tokens.episodes
    together = decode_pass_s(shape, machines, assumed, rows=rows / waves, **settings)
    alone = decode_pass_s(shape, machines, assumed, rows=1, **settings)
    return waves * mean * together + max(0.0, tokens.answers_in_a_row - mean) * alone


def link_bytes_s(machines: Machines, assumed: Assumptions) -> float:
    """Bytes a second that one GPU exchanges with the others; the slowest link on the way counts."""
    fastest = machines.gpu.link_gbs
    return (min(fastest, assumed.node_link_gbs) if machines.nodes > 1 else fastest) * GIGA * assumed.link


def exchange_bytes(shape: ModelShape, machines: Machines, *, is_lora: bool) -> float:
    """What FSDP2 sends for one forward-backward pass.

    Weights gathered twice in bfloat16, gradients reduced in float32, (N − 1)/N of each; with LoRA the gradients are
    next to nothing.
    """
    share = (machines.number - 1) / machines.number
    return share * shape.parameters * (2 * BFLOAT16 + (0 if is_lora else FLOAT32))


def update_s(
    config: Skill1Config, shape: ModelShape, machines: Machines, tokens: StepTokens, assumed: Assumptions
) -> float:
    """Forward, backward and optimizer; links and arithmetic overlap, so the slower one counts."""
    is_lora = config.model.lora_rank > 0
    factor = train_factor(is_checkpointed=config.train.gradient_checkpointing, is_lora=is_lora)
    compute = factor * scoring_s(shape, machines, tokens, assumed)
    passes = max(config.train.mini_batches, tokens.trained / machines.number / config.train.micro_batch_tokens)
    exchange = passes * exchange_bytes(shape, machines, is_lora=is_lora) / link_bytes_s(machines, assumed)
    return max(compute, exchange)


def scoring_s(shape: ModelShape, machines: Machines, tokens: StepTokens, assumed: Assumptions) -> float:
    """One forward pass over all rows of a step, as the reference takes; the sampler's log-probs need none."""
    flops = forward_flops(shape, tokens.trained, tokens.prompt + tokens.answer)
    return flops / (machines.number * machines.gpu.tflops * TERA * assumed.utilisation)


def prefill_s(shape: ModelShape, machines: Machines, tokens: StepTokens, assumed: Assumptions) -> float:
    """Prompt tokens that no cache saves, once through the model."""
    flops = forward_flops(shape, tokens.prefilled, tokens.prompt)
    return flops / (machines.number * machines.gpu.tflops * TERA * assumed.utilisation)


def step_seconds(
    config: Skill1Config,
    shape: ModelShape,
    machines: Machines,
    tokens: StepTokens,
    assumed: Assumptions,
    *,
    fits: int,
) -> Mapping[str, float]:
    """Seconds of one step by part; their sum is the step."""
    is_local = config.backend == "local"
    is_engine_local = is_local and config.policy.engine == "hf"
    scoring = scoring_s(shape, machines, tokens, assumed)
    sync = 0.0 if is_engine_local else BFLOAT16 * shape.parameters / link_bytes_s(machines, assumed)
    return {
        "decode": decode_s(shape, machines, tokens, assumed, fits=fits, is_local=is_engine_local),
        "prefill": prefill_s(shape, machines, tokens, assumed),
        "environment": turn_limit(config.env) * assumed.environment_s,
        "reference": scoring * (config.loss.kl_coefficient > 0),
        "update": update_s(config, shape, machines, tokens, assumed),
        "weight sync": sync,
        "fixed": 0.0 if is_local else assumed.fixed_s,
    }
