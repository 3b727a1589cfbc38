"""GPU memory of one card in the two phases of a step: while episodes are played, and while weights are updated.

Every function is one formula. Bytes, unless a name ends in ``_gib``.
P is the number of parameters, A that of adapters, T that of trained ones (P, or A with LoRA), N that of GPUs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from skill1.config import Skill1Config
from skill1.plan.shape import ModelShape

GIB = 1 << 30
RESERVE = 2 * GIB  # CUDA context, communication buffers, memory the allocator cannot use
VLLM_WORKSPACE = 3 * GIB  # inside vLLM's share: activations of a pass, captured graphs
ASLEEP = 1 * GIB  # what a vLLM that gave weights and cache back still holds
PREFILL_PASS_TOKENS = 32_768  # the local engine's bound on one prefill pass (policy.hf)
ROW_MULTIPLE = 8  # the local engine rounds its cache rows up (policy.hf)
BFLOAT16, FLOAT32 = 2, 4
ADAM = 2 * FLOAT32  # two moments
ENTROPY_CHUNK_TOKENS = 2048  # verl takes the entropy of so many positions at a time, in float32


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes on one GPU by consumer, for both phases; ``host`` is main memory of one machine."""

    rollout: Mapping[str, float]
    update: Mapping[str, float]
    host: float

    @property
    def need(self) -> float:
        """The larger of the two sums."""
        return max(sum(self.rollout.values()), sum(self.update.values()))

    @property
    def worst(self) -> tuple[str, Mapping[str, float]]:
        """The phase that needs more, and its parts."""
        is_update = sum(self.update.values()) >= sum(self.rollout.values())
        return ("update", self.update) if is_update else ("rollout", self.rollout)


def longest_row(config: Skill1Config) -> int:
    """Tokens of the longest prompt and the longest answer together."""
    sampling = config.sampling
    answers = (sampling.query_tokens, sampling.rerank_tokens, sampling.act_tokens, sampling.distill_tokens)
    return config.model.max_prompt_tokens + max(answers)


def longest_answer(config: Skill1Config) -> int:
    """Tokens of the longest answer of any stage."""
    return longest_row(config) - config.model.max_prompt_tokens


def pass_tokens(config: Skill1Config) -> int:
    """Tokens of the largest forward-backward pass: a row longer than ``micro_batch_tokens`` stands alone."""
    return max(config.train.micro_batch_tokens, longest_row(config))


def product_width(config: Skill1Config) -> int:
    """Bytes of a weight in products: 4 where float32 is asked for; a GPU's default is bfloat16."""
    return FLOAT32 if config.model.dtype == "float32" else BFLOAT16


def kv_token_bytes(shape: ModelShape, *, width: int = BFLOAT16) -> int:
    """Key-value cache of one token: 2 · layers · kv_heads · head_size · bytes."""
    return 2 * shape.layers * shape.kv_size * width


def layer_activations(shape: ModelShape, *, width: int = BFLOAT16) -> int:
    """Bytes of one token that one layer keeps for its backward pass, attention without a score matrix.

    Two norms, each with its normalised input and its output in ``width``, the input in float32 and one factor; queries,
    attention's output, keys and values (width each), its log-sum (4 a head); gate, its activation, up and their
    product (width each). With the parts of Qwen3's norms of queries and keys. A test counts what torch really keeps.
    """
    norms = 2 * (shape.hidden * (FLOAT32 + 2 * width) + FLOAT32)
    attention = 2 * width * (shape.query_size + shape.kv_size) + FLOAT32 * shape.heads
    heads = shape.heads + shape.kv_heads
    qk_norms = ((FLOAT32 + width) * heads * shape.head_size + FLOAT32 * heads) * shape.has_qk_norm
    return norms + attention + qk_norms + 4 * width * shape.feed_forward


def activation_bytes(shape: ModelShape, tokens: int, *, is_checkpointed: bool, width: int = BFLOAT16) -> int:
    """All layers' activations; with checkpointing each layer's input, and one layer at a time in full."""
    layer = layer_activations(shape, width=width)
    per_token = shape.layers * width * shape.hidden + layer if is_checkpointed else shape.layers * layer
    return tokens * per_token


def local_logits(shape: ModelShape, positions: int) -> int:
    """Vocabulary-sized rows of the trained positions of a pass: four in float32, 16 bytes an entry.

    They are the logits, the log-softmax, and two of the entropy or of the gradient.
    """
    return positions * shape.vocabulary * 4 * FLOAT32


def verl_logits(shape: ModelShape, tokens: int, *, width: int = BFLOAT16) -> int:
    """Vocabulary-sized rows of all positions of a pass: logits, log-softmax and gradient; two in float32 of a chunk.

    The entropy's own rows live for one chunk, as long as verl compiles it; uncompiled it would keep 8 bytes an entry.
    """
    chunk = min(tokens, ENTROPY_CHUNK_TOKENS) * 2 * FLOAT32
    return shape.vocabulary * (tokens * 3 * width + chunk)


def gathered_bytes(shape: ModelShape, *, has_full_gradients: bool, width: int = BFLOAT16) -> int:
    """What FSDP2 holds unsharded at its peak.

    Weights of two layers (one is fetched ahead), embedding and output layer, in ``width``; float32 gradients of the
    larger of a layer and the embedding while they are reduced.
    """
    outer = shape.embedding * (1 if shape.is_tied else 2)
    gradients = FLOAT32 * max(shape.block, shape.embedding) * has_full_gradients
    return width * (2 * shape.block + outer) + gradients


def local_memory(config: Skill1Config, shape: ModelShape, memory: float, answer_share: float) -> Memory:
    """The local backend: everything on one GPU (skill1.train.local, skill1.policy.hf).

    bfloat16: weights 2, gradient 2, float32 copies 4 and their gradient 4, AdamW 8; float32: 4, 4, 8. The frozen
    reference is one more copy of the weights. The float32 gradients stay until the next update. ``answer_share`` of a
    pass is trained on.
    """
    width = product_width(config)
    count = shape.parameters
    masters = 0 if width == FLOAT32 else FLOAT32 * count
    kept = {
        "weights": width * count + masters,
        "gradients": FLOAT32 * count,
        "optimizer": ADAM * count,
        "reference": width * count * (config.loss.kl_coefficient > 0),
    }
    tokens = pass_tokens(config)
    update = kept | {
        "gradients": (FLOAT32 + (width if masters else 0)) * count,
        "activations": activation_bytes(
            shape, tokens, is_checkpointed=config.train.gradient_checkpointing, width=width
        ),
        "logits": local_logits(shape, trained_positions(config, answer_share)),
        "reserve": RESERVE,
    }
    return Memory(_present(kept | _local_engine(config, shape, memory, width)), _present(update), 0.0)


def trained_positions(config: Skill1Config, answer_share: float) -> int:
    """Positions of the largest local pass that are trained on: mean share, or the longest answer standing alone."""
    return max(round(pass_tokens(config) * answer_share), longest_answer(config))


def _local_engine(config: Skill1Config, shape: ModelShape, memory: float, width: int) -> dict[str, float]:
    if config.policy.engine == "vllm":
        return {"vLLM": config.cluster.gpu_memory * memory, "reserve": RESERVE}
    rows = -(-config.model.rows // ROW_MULTIPLE) * ROW_MULTIPLE
    work = PREFILL_PASS_TOKENS * width * (2 * shape.hidden + 3 * shape.feed_forward)
    cache = rows * longest_row(config) * kv_token_bytes(shape, width=width)
    return {"KV cache": cache, "prefill": work, "reserve": RESERVE}


def verl_memory(config: Skill1Config, shape: ModelShape, memory: float) -> Memory:
    """The hybrid engine of verl: FSDP2 shards over all N GPUs, and a vLLM that sleeps during the update.

    Sharded by N: float32 weights and adapters, float32 gradients of the T trained parameters, AdamW's 8 bytes for
    each. The reference waits in main memory; with LoRA it is the model without its adapters. With ``cluster.offload``
    weights and optimizer wait there during the rollout.
    """
    number = config.cluster.gpus_per_node * config.cluster.nodes
    width = product_width(config)
    adapters = shape.lora(config.model.lora_rank)
    trained = adapters or shape.parameters
    weights = FLOAT32 * (shape.parameters + adapters) / number
    optimizer = ADAM * trained / number
    tokens = pass_tokens(config)
    is_checkpointed = config.train.gradient_checkpointing
    update = {
        "weights": weights,
        "gradients": FLOAT32 * trained / number,
        "optimizer": optimizer,
        "gathered layers": gathered_bytes(shape, has_full_gradients=not adapters, width=width),
        "activations": activation_bytes(shape, tokens, is_checkpointed=is_checkpointed, width=width),
        "logits": verl_logits(shape, tokens, width=width),
        "vLLM asleep": ASLEEP,
        "reserve": RESERVE,
    }
    is_waiting = config.cluster.offload
    resident = {} if is_waiting else {"weights": weights, "optimizer": optimizer}
    rollout = resident | {"vLLM": config.cluster.gpu_memory * memory, "reserve": RESERVE}
    reference = width * shape.parameters * (config.loss.kl_coefficient > 0 and not adapters)
    host = reference / config.cluster.nodes + (weights + optimizer) * config.cluster.gpus_per_node * is_waiting
    return Memory(rollout, update, host)


def cache_bytes(config: Skill1Config, shape: ModelShape, memory: float) -> float:
    """What vLLM's share of a GPU leaves for keys and values: share · memory − 2·P/tp − workspace; can be negative."""
    share = config.cluster.gpu_memory * memory
    return share - product_width(config) * shape.parameters / config.cluster.tensor_parallel - VLLM_WORKSPACE


def episodes_that_fit(config: Skill1Config, shape: ModelShape, memory: float, tokens: float) -> int:
    """Sequences of ``tokens`` tokens whose cache one vLLM copy (``tensor_parallel`` GPUs) holds at once.

    Key-value heads are divided over the GPUs of a copy; past one head a GPU, they are repeated.
    """
    split = min(config.cluster.tensor_parallel, shape.kv_heads)
    return max(
        0,
        int(
            cache_bytes(config, shape, memory)
            // (tokens * kv_token_bytes(shape, width=product_width(config)) / split)
        ),
    )


def _present(parts: Mapping[str, float]) -> dict[str, float]:
    return {name: float(size) for name, size in parts.items() if size}
