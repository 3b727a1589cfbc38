"""Memory formulas: by hand on a toy network, against what torch keeps, known points, and how they must move."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.plan.memory import (
    ASLEEP,
    GIB,
    RESERVE,
    VLLM_WORKSPACE,
    activation_bytes,
    cache_bytes,
    episodes_that_fit,
    gathered_bytes,
    kv_token_bytes,
    layer_activations,
    local_logits,
    local_memory,
    pass_tokens,
    trained_positions,
    verl_logits,
    verl_memory,
)
from skill1.plan.shape import KNOWN, ModelShape
from tests.plan.toy import SHAPE, UNHURRIED

SEVEN = KNOWN["qwen2.5-7b"]
LIMITS = ["--model.max_prompt_tokens=90", "--sampling.act_tokens=10", "--sampling.distill_tokens=10"]
LIMITS += ["--sampling.query_tokens=10", "--sampling.rerank_tokens=10", "--train.micro_batch_tokens=50"]


def config(*more, backend="verl") -> Skill1Config:
    return load_config(None, [f"--backend={backend}", *LIMITS, *more])


def test_cache_of_a_token_by_hand():
    assert kv_token_bytes(SHAPE) == 2 * 2 * 4 * 2 == 32
    assert kv_token_bytes(SEVEN) == 2 * 28 * 512 * 2 == 56 * 1024


def test_activations_by_hand():
    # Norms 2 (8 (4 + 4) + 4) = 136, attention 2 (8 + 4 + 4 + 8) + 4 x 4 = 64, feed-forward 4 x 2 x 16 = 128.
    assert layer_activations(SHAPE) == 136 + 64 + 128
    assert activation_bytes(SHAPE, 10, is_checkpointed=False) == 10 * 2 * 328
    assert activation_bytes(SHAPE, 10, is_checkpointed=True) == 10 * (2 * 16 + 328)


@pytest.mark.parametrize("kind", ["qwen2", "qwen3"])
@pytest.mark.parametrize("width", [2, 4])
def test_activations_are_what_torch_keeps_for_the_backward_pass(kind, width):
    torch = pytest.importorskip("torch")
    kept = [kept_bytes(torch, kind, width, layers) for layers in (1, 3)]
    shape = ModelShape(1, 64, 96, 4, 2, 16, 32, True, has_bias=kind == "qwen2", has_qk_norm=kind == "qwen3")
    assert (kept[1] - kept[0]) / 2 / 64 == layer_activations(shape, width=width)


def kept_bytes(torch, kind, width, layers):
    """Bytes of the tensors that autograd saves in a forward pass of 64 tokens, parameters apart."""
    import transformers

    made = {"qwen2": transformers.Qwen2Config, "qwen3": transformers.Qwen3Config}[kind](
        vocab_size=32,
        hidden_size=64,
        intermediate_size=96,
        num_hidden_layers=layers,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=16,
        attn_implementation="sdpa",
    )
    model = transformers.AutoModel.from_config(made).to(torch.float32 if width == 4 else torch.bfloat16).train()
    own = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
    saved = {}

    def keep(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            saved[storage.data_ptr()] = tensor  # the tensor itself, so that no address is used twice
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        output = model(input_ids=torch.arange(64)[None] % 32, use_cache=False)
    assert output is not None
    return sum(tensor.untyped_storage().nbytes() for tensor in saved.values())


def test_logits_by_hand():
    assert local_logits(SHAPE, 3) == 3 * 100 * 16
    assert verl_logits(SHAPE, 3) == 3 * 100 * (6 + 8)  # all three are one chunk of the entropy
    assert verl_logits(SHAPE, 5000) == 100 * (5000 * 6 + 2048 * 8)
    assert verl_logits(SHAPE, 5000, width=4) == 100 * (5000 * 12 + 2048 * 8)


def test_gathered_layers_by_hand():
    assert gathered_bytes(SHAPE, has_full_gradients=False) == 2 * (2 * 608 + 2 * 800)
    assert gathered_bytes(SHAPE, has_full_gradients=True) == 5632 + 4 * 800  # the embedding is larger than a layer


def test_a_row_longer_than_the_micro_batch_stands_alone():
    assert pass_tokens(config()) == 100  # 90 + 10, although micro_batch_tokens is 50
    assert pass_tokens(config("--train.micro_batch_tokens=250")) == 250
    assert trained_positions(config("--train.micro_batch_tokens=250"), 0.2) == 50
    assert trained_positions(config("--train.micro_batch_tokens=250"), 0.01) == 10  # the longest answer


def test_verl_memory_by_hand():
    made = verl_memory(config("--cluster.gpus_per_node=4", "--cluster.nodes=2"), SHAPE, 10 * GIB)
    assert made.update == {
        "weights": 4 * 2824 / 8,
        "gradients": 4 * 2824 / 8,
        "optimizer": 8 * 2824 / 8,
        "gathered layers": 8832,
        "activations": 100 * 2 * 328,
        "logits": 100 * 100 * (6 + 8),
        "vLLM asleep": ASLEEP,
        "reserve": RESERVE,
    }
    assert made.rollout == {"weights": 1412, "optimizer": 2824, "vLLM": 0.6 * 10 * GIB, "reserve": RESERVE}
    assert made.host == 2 * 2824 / 2  # the reference, divided over two machines


def test_offload_moves_weights_and_optimizer_to_main_memory_during_the_rollout():
    small = ["--cluster.gpus_per_node=4", "--cluster.nodes=2", "--loss.kl_coefficient=0"]
    made = verl_memory(config(*small, "--cluster.offload=true"), SHAPE, 10 * GIB)
    assert set(made.rollout) == {"vLLM", "reserve"}
    assert made.host == 4 * (1412 + 2824)  # four GPUs of this machine
    assert made.update == verl_memory(config(*small), SHAPE, 10 * GIB).update


def test_adapters_by_hand():
    one = ["--cluster.gpus_per_node=1", "--model.lora_rank=2"]
    made = verl_memory(config(*one), SHAPE, GIB)
    assert made.update["weights"] == 4 * 2824 + 4 * 512
    assert made.update["gradients"] == 4 * 512 and made.update["optimizer"] == 8 * 512
    assert made.update["gathered layers"] == 5632  # no full gradients
    assert made.host == 0  # the reference is the model without its adapters


def test_float32_products_are_twice_as_wide():
    wide = verl_memory(config("--model.dtype=float32"), SHAPE, GIB)
    assert wide.update["activations"] == 100 * 2 * layer_activations(SHAPE, width=4)
    assert wide.update["gathered layers"] == 2 * 5632 + 3200
    assert wide.host == 4 * 2824
    assert cache_bytes(config("--model.dtype=float32"), SHAPE, 0) == -4 * 2824 - VLLM_WORKSPACE


def test_local_memory_by_hand():
    bfloat16 = ["--model.dtype=bfloat16", "--model.rows=9"]
    made = local_memory(config(*bfloat16, backend="local"), SHAPE, GIB, 0.1)
    assert made.update == {
        "weights": 6 * 2824,  # with the optimizer's float32 copies
        "gradients": 6 * 2824,
        "optimizer": 8 * 2824,
        "reference": 2 * 2824,
        "activations": 100 * 2 * 328,
        "logits": 10 * 100 * 16,
        "reserve": RESERVE,
    }
    assert made.rollout["gradients"] == 4 * 2824
    assert made.rollout["KV cache"] == 16 * 100 * 32  # 9 rows are rounded up to 16
    assert made.rollout["prefill"] == 32768 * 2 * (16 + 48)


def test_local_float32_has_no_copies():
    made = local_memory(
        config("--model.dtype=float32", "--loss.kl_coefficient=0", backend="local"), SHAPE, GIB, 0.1
    )
    assert (made.update["weights"], made.update["gradients"], made.update["optimizer"]) == (11296, 11296, 22592)
    assert "reference" not in made.update


def test_local_bytes_agree_with_the_doctor():
    from skill1.doctor.sizes import bytes_per_parameter

    for dtype, is_full in (("bfloat16", False), ("float32", True)):
        made = local_memory(config(f"--model.dtype={dtype}", backend="local"), SHAPE, GIB, 0.1).update
        states = sum(made[name] for name in ("weights", "gradients", "optimizer", "reference"))
        assert states == bytes_per_parameter(is_full=is_full, has_reference=True) * SHAPE.parameters


def test_local_with_vllm_takes_its_share():
    made = local_memory(config("--policy.engine=vllm", backend="local"), SHAPE, 10 * GIB, 0.1)
    assert made.rollout["vLLM"] == 6 * GIB and "KV cache" not in made.rollout


def test_episodes_that_fit_by_hand():
    share = config("--cluster.gpu_memory=0.5", "--cluster.gpus_per_node=8")
    memory = 2 * (
        VLLM_WORKSPACE + 2 * 2824 + 32 * 100 * 7 + 31
    )  # seven episodes of 100 tokens, and nearly one more
    assert cache_bytes(share, SHAPE, memory) == 32 * 100 * 7 + 31
    assert episodes_that_fit(share, SHAPE, memory, 100) == 7
    assert episodes_that_fit(share, SHAPE, memory / 2, 100) == 0
    # Two GPUs for one copy: half of the weights each, and half of each token's cache.
    two = config("--cluster.gpu_memory=0.5", "--cluster.gpus_per_node=8", "--cluster.tensor_parallel=2")
    assert cache_bytes(two, SHAPE, memory) == 32 * 100 * 7 + 31 + 2824
    assert episodes_that_fit(two, SHAPE, memory, 100) == (32 * 100 * 7 + 31 + 2824) // 1600
    # Four GPUs, but two heads: half of the cache is the least a GPU can hold.
    four = dataclasses.replace(two, cluster=dataclasses.replace(two.cluster, tensor_parallel=4))
    assert episodes_that_fit(four, SHAPE, memory, 100) == (32 * 100 * 7 + 31 + 4236) // 1600


def test_full_training_of_7b_takes_16_bytes_a_parameter():
    """The figure known from ZeRO (arXiv 1910.02054): 16 bytes, here 4 + 4 + 8, before activations."""
    made = verl_memory(load_config("alfworld/skill1", ["--backend=verl"]), SEVEN, 80 * GIB).update
    states = made["weights"] + made["gradients"] + made["optimizer"]
    assert 8 * states == 16 * 7_615_616_512
    assert states / GIB == pytest.approx(14.18, abs=0.01)


SHAPES = st.builds(
    ModelShape,
    layers=st.integers(1, 80),
    hidden=st.integers(64, 8192),
    feed_forward=st.integers(64, 30000),
    heads=st.integers(8, 64),
    kv_heads=st.integers(1, 8),
    head_size=st.sampled_from([64, 128]),
    vocabulary=st.integers(1000, 200_000),
    is_tied=st.booleans(),
    has_bias=st.booleans(),
    has_qk_norm=st.booleans(),
)
GROWING = ("layers", "hidden", "feed_forward", "vocabulary")
LOCAL, VERL = config(backend="local"), config()


@UNHURRIED
@given(SHAPES, st.sampled_from(GROWING), st.booleans())
def test_larger_networks_never_need_less(shape, name, is_local):
    larger = dataclasses.replace(shape, **{name: getattr(shape, name) + 1})
    assert need(larger, is_local) >= need(shape, is_local)


def need(shape, is_local):
    return (local_memory(LOCAL, shape, GIB, 0.1) if is_local else verl_memory(VERL, shape, GIB)).need


@UNHURRIED
@given(SHAPES, st.integers(1, 8), st.integers(1, 64))
def test_sharding_divides_states_and_nothing_else(shape, gpus, nodes):
    one, many = (verl_memory(on(*size), shape, GIB).update for size in ((1, 1), (gpus, nodes)))
    for name in one:
        divisor = gpus * nodes if name in ("weights", "gradients", "optimizer") else 1
        assert many[name] == pytest.approx(one[name] / divisor)


def on(gpus, nodes):
    return dataclasses.replace(VERL, cluster=dataclasses.replace(VERL.cluster, gpus_per_node=gpus, nodes=nodes))


@UNHURRIED
@given(SHAPES, st.integers(1, 100_000), st.integers(1, 100_000))
def test_longer_passes_never_need_less(shape, tokens, more):
    for is_checkpointed in (True, False):
        shorter, longer = (
            activation_bytes(shape, number, is_checkpointed=is_checkpointed) for number in (tokens, tokens + more)
        )
        assert shorter < longer
    assert local_logits(shape, tokens) < local_logits(shape, tokens + more)
    assert verl_logits(shape, tokens) < verl_logits(shape, tokens + more)


@UNHURRIED
@given(SHAPES, st.integers(2, 200))
def test_checkpointing_helps_from_two_layers_on(shape, layers):
    deep = dataclasses.replace(shape, layers=layers)
    assert activation_bytes(deep, 10, is_checkpointed=True) < activation_bytes(deep, 10, is_checkpointed=False)
