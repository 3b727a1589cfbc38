"""GPU memory of one card in the two phases of a step: while episodes are played, and while weights are updated.

Bytes, unless a name ends in ``_gib``. P is the number of parameters, T that of trained ones (P, or the adapters' with
LoRA), N that of GPUs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from skill1.config import Skill1Config
from skill1.config.method import declared
from skill1.plan.shape import ModelShape

GIB = 1 << 30
GPUS: Mapping[str, int] = {  # GiB of a card, as its maker says
    "A100-80": 80,
    "H100": 80,
    "H800": 80,
    "H200": 141,
    "L20": 45,  # of 48; error correction takes the rest
    "L40S": 45,  # likewise
    "3090": 24,
    "4090": 24,
}
# Of a card's nominal memory, what CUDA reports: 79.1 to 79.4 of 80 GiB, 39.4 of 40, 23.6 of 24, as in the out-of-memory
# errors that users post ("has a total capacity of 79.15 GiB").
REPORTED = 0.985
RESERVE = 2 * GIB  # CUDA context, communication buffers, memory the allocator cannot use
VLLM_WORKSPACE = 3 * GIB  # inside vLLM's share: activations of a pass, captured graphs
ASLEEP = 1 * GIB  # what a vLLM that gave weights and cache back still holds
FUSED_KERNELS = "actor_rollout_ref.model.use_fused_kernels"  # the path in verl's configuration
FUSED_POSITIONS = 512  # that they take at once
# Numbers over the vocabulary at once. Repeated from policy.logprobs, which imports torch; a test compares the two.
MOST_LOGITS = 1 << 24
PREFILL_PASS_TOKENS = 32_768  # of one prefill pass of the local engine, if no eight rows have more (policy.hf)
ROW_MULTIPLE = 8  # the local engine rounds its rows up, of a pass and of its cache (policy.hf)
BFLOAT16, FLOAT32 = 2, 4
ADAM = 2 * FLOAT32  # two moments


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes on one GPU by consumer, for both phases; ``host`` is main memory of one machine."""

    rollout: Mapping[str, float]
    update: Mapping[str, float] = field(default_factory=dict)  # empty where no weights are trained
    host: float = 0.0

    @property
    def need(self) -> float:
        """The larger of the two sums."""
        # The phases follow one another, so no GPU pays for both.
        return max(sum(self.rollout.values()), sum(self.update.values()))

    @property
    def worst(self) -> tuple[str, Mapping[str, float]]:
        """The phase that needs more, and its parts."""
        is_update = sum(self.update.values()) >= sum(self.rollout.values())
        return ("update", self.update) if is_update else ("rollout", self.rollout)


def is_trained(config: Skill1Config) -> bool:
    """Whether the method changes weights."""
    return declared(config.method).trains_weights


def longest_answer(config: Skill1Config) -> int:
    """Tokens of the longest answer of any stage."""
    sampling = config.sampling
    return max(sampling.query_tokens, sampling.rerank_tokens, sampling.act_tokens, sampling.distill_tokens)


def longest_row(config: Skill1Config) -> int:
    """Tokens of the longest prompt and the longest answer together."""
    return config.model.max_prompt_tokens + longest_answer(config)


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


def activation_bytes(config: Skill1Config, shape: ModelShape) -> int:
    """Activations of a pass; with checkpointing each layer's input, and one layer at a time in full.

    Frozen layers keep none: no gradient goes through them.
    """
    width = product_width(config)
    layer, layers = layer_activations(shape, width=width), shape.layers - config.train.frozen_layers
    per_token = layers * layer
    if config.train.gradient_checkpointing:
        per_token = layers * width * shape.hidden + layer
    return pass_tokens(config) * per_token


def local_logits(config: Skill1Config, shape: ModelShape, answer_share: float) -> int:
    """Four float32 rows over the vocabulary (logits, log-softmax, two of entropy or gradient) of trained positions.

    These are ``answer_share`` of a pass, or the longest answer standing alone; of many only a chunk at a time. Beside a
    chunk stands its own part of the output layer's gradient.
    """
    positions = max(round(pass_tokens(config) * answer_share), longest_answer(config))
    at_once = min(positions, max(1, MOST_LOGITS // shape.vocabulary))
    part = product_width(config) * shape.embedding if at_once < positions else 0
    return at_once * shape.vocabulary * 4 * FLOAT32 + part


def verl_logits(config: Skill1Config, shape: ModelShape) -> int:
    """Log-probs, entropy and their gradient with verl's fused kernels (its ``FusedLinearForPPO``), read from its code.

    Backward, of 512 positions at a time: logits, probabilities, targets, their difference and its product with the
    gradient in float32, and one row in the precision of products. The gradient of the output layer stands twice, the
    sum and a part, without adapters; that of the hidden states once.
    """
    width = product_width(config)
    if config.verl.get(FUSED_KERNELS) is False:
        return _whole_logits(config, shape)
    rows = min(FUSED_POSITIONS, pass_tokens(config)) * shape.vocabulary * (5 * FLOAT32 + width)
    output_layer = width * shape.vocabulary * shape.hidden * (1 if config.model.lora_rank else 2)
    return rows + output_layer + pass_tokens(config) * shape.hidden * width


def _whole_logits(config: Skill1Config, shape: ModelShape) -> int:
    """Rows over the vocabulary of all positions of a pass: logits, log-softmax and gradient; two float32 of an entropy.

    The entropy is asked for only with a coefficient.
    """
    of_entropy = 2 * FLOAT32 if config.loss.entropy_coefficient else 0
    return pass_tokens(config) * shape.vocabulary * (3 * product_width(config) + of_entropy)


def gathered_bytes(shape: ModelShape, *, has_full_gradients: bool, width: int = BFLOAT16) -> int:
    """What FSDP2 holds unsharded at its peak.

    Weights of two layers (one is fetched ahead), embedding and output layer, in ``width``; float32 gradients of the
    larger of a layer and the embedding while they are reduced.
    """
    outer = shape.embedding * (1 if shape.is_tied else 2)
    gradients = FLOAT32 * max(shape.block, shape.embedding) * has_full_gradients
    return width * (2 * shape.block + outer) + gradients


def memory_of(config: Skill1Config, shape: ModelShape, total: float, answer_share: float) -> Memory:
    """Memory on a GPU of ``total`` bytes with either backend; ``answer_share`` of the trained tokens are answers."""
    if config.backend == "verl":
        return verl_memory(config, shape, total)
    return local_memory(config, shape, total, answer_share)


def local_memory(config: Skill1Config, shape: ModelShape, total: float, answer_share: float) -> Memory:
    """The local backend: everything on one GPU (skill1.train.learner, skill1.policy.hf).

    bfloat16: weights 2, gradient 2, float32 copies 4 and their gradient 4, AdamW 8; float32: 4, 4, 8. Of parameters
    under ``train.frozen_layers`` there are only the weights. The frozen reference is one more copy of the weights.
    Gradients go with each optimizer update.
    """
    width, count, trained = product_width(config), shape.parameters, shape.trained(config.train.frozen_layers)
    engine = _local_engine(config, shape, total)
    if not is_trained(config):
        return Memory({"weights": width * count} | engine)
    # Weights in float32 need no copies: the optimizer moves them as they are.
    masters = 0 if width == FLOAT32 else FLOAT32 * trained
    kept = {"weights": width * count + masters, "optimizer": ADAM * trained}
    if config.loss.kl_coefficient > 0:
        # In both phases: it is never moved off the GPU.
        kept["reference"] = width * count
    # Without the engine, which rests while weights are updated: its cache is freed, or vLLM sleeps.
    resting = {"vLLM asleep": ASLEEP} if config.policy.engine == "vllm" else {}
    update = kept | {
        "gradients": (FLOAT32 + (width if masters else 0)) * trained,
        "activations": activation_bytes(config, shape),
        "logits": local_logits(config, shape, answer_share),
    }
    # AdamW takes the root of all second moments at once. By then activations, logits and the first gradients are gone.
    gone = update["activations"] + update["logits"] + (width if masters else 0) * trained
    if FLOAT32 * trained > gone:
        update["optimizer's step"] = FLOAT32 * trained - gone
    update |= resting | {"reserve": RESERVE}
    return Memory(kept | engine, update)


def _local_engine(config: Skill1Config, shape: ModelShape, total: float) -> dict[str, float]:
    if config.policy.engine == "vllm":
        # The engine takes its share at once, and has weights and cache in it.
        return {"vLLM": config.cluster.gpu_memory * total, "reserve": RESERVE}
    width = product_width(config)
    rows = -(-live_episodes(config) // ROW_MULTIPLE) * ROW_MULTIPLE
    tokens = max(PREFILL_PASS_TOKENS, ROW_MULTIPLE * config.model.max_prompt_tokens)
    # Nothing is kept for a backward pass: two states, gate, up and their product, of one layer at a time.
    gated = tokens * width * (2 * shape.hidden + 3 * shape.feed_forward)
    longest = longest_row(config)
    # Or attention, before them: on a GPU SDPA gets a mask, with which transformers repeats keys and values to all
    # heads. While answers grow that is all rows; of a prompt's pass eight, with the mask as truth values and numbers.
    of_a_row = 2 * width * longest * shape.query_size if shape.heads > shape.kv_heads else 0
    mask = (1 + width) * ROW_MULTIPLE * config.model.max_prompt_tokens * longest
    one_pass = max(gated, rows * of_a_row, ROW_MULTIPLE * of_a_row + mask)
    cache = rows * longest * kv_token_bytes(shape, width=width)
    return {"KV cache": cache, "one pass": one_pass, "reserve": RESERVE}


def verl_memory(config: Skill1Config, shape: ModelShape, total: float) -> Memory:
    """The hybrid engine of verl: FSDP2 shards over all N GPUs, and a vLLM that sleeps during the update.

    Sharded by N: float32 weights and adapters, float32 gradients of the T trained parameters, AdamW's 8 bytes for
    each. The reference waits in main memory; with LoRA it is the model without its adapters. With ``cluster.offload``
    weights and optimizer wait there during the rollout.
    """
    cluster = config.cluster
    number, width = cluster.gpus_per_node * cluster.nodes, product_width(config)
    adapters = shape.lora(config.model.lora_rank)
    trained = adapters or shape.parameters
    states = {"weights": FLOAT32 * (shape.parameters + adapters) / number, "optimizer": ADAM * trained / number}
    update = states | {
        "gradients": FLOAT32 * trained / number,
        "gathered layers": gathered_bytes(shape, has_full_gradients=not adapters, width=width),
        "activations": activation_bytes(config, shape),
        "logits": verl_logits(config, shape),
        "vLLM asleep": ASLEEP,
        "reserve": RESERVE,
    }
    rollout = {"vLLM": cluster.gpu_memory * total, "reserve": RESERVE}
    # A machine's main memory takes the shards of all its GPUs.
    waiting = sum(states.values()) * cluster.gpus_per_node if cluster.offload else 0.0
    reference = width * shape.parameters if config.loss.kl_coefficient > 0 and not adapters else 0
    # The reference is sharded as well, over all machines.
    host = waiting + reference / cluster.nodes
    return Memory(rollout if cluster.offload else states | rollout, update, host)


def live_episodes(config: Skill1Config) -> int:
    """Episodes that the local engine plays at once, whose keys and values it makes room for: ``model.rows`` at most.

    Fewer where neither a step nor a validation has as many. Methods with a teacher play others besides, such as gates,
    and those that train nothing play evaluations alone.
    """
    if declared(config.method).has_teacher or not is_trained(config):
        return config.model.rows
    train = config.train
    most = max(train.tasks_per_step * train.group_size, train.validate_tasks if train.validate_every else 0)
    return min(config.model.rows, most)


def episodes_held(config: Skill1Config, shape: ModelShape, total: float) -> int:
    """Episodes at full length whose keys and values all GPUs hold at once; of the local engine those that it plays.

    vLLM's share of a GPU, less its part of the weights and the workspace, is for keys and values. Their heads are
    divided over the GPUs of a copy; past one head a GPU, they are repeated.
    """
    is_local = config.backend == "local"
    if is_local and config.policy.engine == "hf":
        return live_episodes(config)
    cluster, width = config.cluster, product_width(config)
    # One process on one GPU reads neither number.
    number, parts = (1, 1) if is_local else (cluster.gpus_per_node * cluster.nodes, cluster.tensor_parallel)
    cache = cluster.gpu_memory * total - width * shape.parameters / parts - VLLM_WORKSPACE
    of_a_copy = cache // (longest_row(config) * kv_token_bytes(shape, width=width) / min(parts, shape.kv_heads))
    return max(0, int(of_a_copy)) * max(1, number // parts)
