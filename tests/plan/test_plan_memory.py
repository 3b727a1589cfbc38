"""Memory formulas: by hand on a toy network, against what torch keeps, and which keys are named where it lacks."""

import dataclasses
import shlex

import pytest

from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.errors import ConfigError
from skill1.plan.estimate import changes, make_plan, on_machines
from skill1.plan.memory import (
    ASLEEP,
    GIB,
    MOST_LOGITS,
    RESERVE,
    VLLM_WORKSPACE,
    activation_bytes,
    episodes_held,
    gathered_bytes,
    kv_token_bytes,
    layer_activations,
    local_logits,
    local_memory,
    pass_tokens,
    verl_logits,
    verl_memory,
)
from skill1.plan.shape import KNOWN, ModelShape, shape_of
from skill1.plan.tokens import Assumptions
from tests.plan.test_plan_shape import SHAPE

SEVEN = KNOWN["qwen2.5-7b"]
LIMITS = ["--model.max_prompt_tokens=90", "--sampling.act_tokens=10", "--sampling.distill_tokens=10"]
LIMITS += ["--sampling.query_tokens=10", "--sampling.rerank_tokens=10", "--train.micro_batch_tokens=50"]
ASSUMED = Assumptions()


def config(*more, backend="verl") -> Skill1Config:
    return load_config(None, [f"--backend={backend}", *LIMITS, *more])


def test_a_token_by_hand():
    assert kv_token_bytes(SHAPE) == 2 * 2 * 4 * 2 == 32
    assert kv_token_bytes(SEVEN) == 2 * 28 * 512 * 2 == 56 * 1024
    # Norms 2 (8 (4 + 4) + 4) = 136, attention 2 (8 + 4 + 4 + 8) + 4 x 4 = 64, feed-forward 4 x 2 x 16 = 128.
    assert layer_activations(SHAPE) == 136 + 64 + 128


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


def test_a_pass_by_hand():
    made = config("--train.gradient_checkpointing=false")  # 90 + 10 tokens, although micro_batch_tokens is 50
    assert pass_tokens(made) == 100 and pass_tokens(config("--train.micro_batch_tokens=250")) == 250
    assert activation_bytes(made, SHAPE) == 100 * 2 * 328
    assert activation_bytes(config("--train.gradient_checkpointing=true"), SHAPE) == 100 * (2 * 16 + 328)
    assert local_logits(made, SHAPE, 0.2) == 20 * 100 * 16
    assert local_logits(made, SHAPE, 0.01) == 10 * 100 * 16  # the longest answer stands alone
    # 2^24 numbers at once: 16 positions of a million words; and a part of the output layer's gradient, in bfloat16.
    words = dataclasses.replace(SHAPE, vocabulary=1 << 20)
    assert local_logits(made, words, 0.2) == 16 * (1 << 20) * 16 + 2 * 8 * (1 << 20)
    # All 100 positions at once: five float32 rows and one of bfloat16; 2 x 800 of the output layer; 8 hidden.
    assert verl_logits(made, SHAPE) == 100 * 100 * (5 * 4 + 2) + 2 * 2 * 800 + 100 * 8 * 2
    assert verl_logits(config("--train.micro_batch_tokens=2000"), SHAPE) == 512 * 100 * 22 + 3200 + 2000 * 16
    assert verl_logits(config("--model.lora_rank=2"), SHAPE) == 100 * 100 * 22 + 1600 + 1600
    whole = ["--train.gradient_checkpointing=false", "--verl.actor_rollout_ref.model.use_fused_kernels=false"]
    assert verl_logits(config(*whole), SHAPE) == 100 * 100 * 3 * 2
    assert verl_logits(config(*whole, "--loss.entropy_coefficient=0.01"), SHAPE) == 100 * 100 * (3 * 2 + 2 * 4)
    assert gathered_bytes(SHAPE, has_full_gradients=False) == 2 * (2 * 608 + 2 * 800)
    assert gathered_bytes(SHAPE, has_full_gradients=True) == 5632 + 4 * 800  # the embedding is larger than a layer


def test_verl_memory_by_hand():
    size = ["--cluster.gpus_per_node=4", "--cluster.nodes=2"]
    made = verl_memory(config(*size), SHAPE, 10 * GIB)
    assert made.update == {
        "weights": 4 * 2824 / 8,
        "gradients": 4 * 2824 / 8,
        "optimizer": 8 * 2824 / 8,
        "gathered layers": 8832,
        "activations": 100 * 2 * 328,
        "logits": 100 * 100 * 22 + 3200 + 1600,
        "vLLM asleep": ASLEEP,
        "reserve": RESERVE,
    }
    assert made.rollout == {"weights": 1412, "optimizer": 2824, "vLLM": 0.6 * 10 * GIB, "reserve": RESERVE}
    assert made.host == 2 * 2824 / 2  # the reference, divided over two machines
    # Offloaded, weights and optimizer of four GPUs wait in main memory during the rollout.
    waiting = verl_memory(config(*size, "--cluster.offload=true", "--loss.kl_coefficient=0"), SHAPE, 10 * GIB)
    assert set(waiting.rollout) == {"vLLM", "reserve"} and waiting.host == 4 * (1412 + 2824)


def test_adapters_by_hand():
    made = verl_memory(config("--cluster.gpus_per_node=1", "--model.lora_rank=2"), SHAPE, GIB)
    assert made.update["weights"] == 4 * 2824 + 4 * 512
    assert made.update["gradients"] == 4 * 512 and made.update["optimizer"] == 8 * 512
    assert made.update["gathered layers"] == 5632  # no full gradients
    assert made.host == 0  # the reference is the model without its adapters


@pytest.mark.parametrize(
    ("overrides", "rows"),
    [
        ((), 8),  # 2 tasks x 3 episodes, rounded up
        (("--train.validate_every=5", "--train.validate_split=seen", "--train.validate_tasks=20"), 24),
        (("--model.rows=4", "--train.tasks_per_step=16"), 8),  # never more than these, rounded up
        (("--method=skillpro", "--model.rows=40"), 40),  # its gates play more than a step
        (("--method=zero_shot", "--model.rows=40"), 40),  # it is evaluated only
    ],
)
def test_keys_and_values_are_those_of_the_episodes_that_are_played_at_once(overrides, rows):
    words = ("--train.tasks_per_step=2", "--train.group_size=3", "--model.dtype=bfloat16", *overrides)
    made = local_memory(config(*words, backend="local"), SHAPE, GIB, 0.1)
    assert made.rollout["KV cache"] == rows * 100 * 32


def test_local_memory_by_hand():
    made = local_memory(config("--model.dtype=bfloat16", "--model.rows=9", backend="local"), SHAPE, GIB, 0.1)
    assert made.update == {
        "weights": 6 * 2824,  # with the optimizer's float32 copies
        "gradients": 6 * 2824,
        "optimizer": 8 * 2824,
        "reference": 2 * 2824,
        "activations": 100 * 2 * 328,
        "logits": 10 * 100 * 16,
        "reserve": RESERVE,
    }
    assert "gradients" not in made.rollout
    assert made.rollout["KV cache"] == 16 * 100 * 32  # 9 rows are rounded up to 16
    assert made.rollout["one pass"] == 32768 * 2 * (16 + 48)
    long = local_memory(config("--model.max_prompt_tokens=16384", backend="local"), SHAPE, GIB, 0.1)
    # Of a prompt's pass attention: eight rows of 16,394 tokens, keys and values repeated to 8 numbers each, and a mask
    # of 8 x 16,384 x 16,394 places, of 1 + 2 bytes.
    assert long.rollout["one pass"] == 8 * (2 * 2 * 16394 * 8) + 3 * 8 * 16384 * 16394
    vllm = local_memory(config("--policy.engine=vllm", backend="local"), SHAPE, 10 * GIB, 0.1)
    assert vllm.rollout["vLLM"] == 6 * GIB and "KV cache" not in vllm.rollout
    assert vllm.update["vLLM asleep"] == ASLEEP


def test_frozen_layers_have_weights_and_nothing_else():
    """One of two layers, 608, and the embedding, 800, are frozen: 2824 - 1408 = 1416 are trained."""
    frozen = ["--train.frozen_layers=1", "--model.dtype=bfloat16", "--train.gradient_checkpointing=false"]
    made = local_memory(config(*frozen, backend="local"), SHAPE, GIB, 0.1)
    assert made.update["weights"] == 2 * 2824 + 4 * 1416 and made.update["reference"] == 2 * 2824
    assert made.update["gradients"] == 6 * 1416 and made.update["optimizer"] == 8 * 1416
    assert made.update["activations"] == 100 * 328
    tied = dataclasses.replace(SHAPE, is_tied=True)
    assert tied.trained(1) == 608 + 8 and tied.trained(0) == tied.parameters
    with pytest.raises(ConfigError, match="frozen_layers = 2, but the model has 2 layers"):
        make_plan(config("--train.frozen_layers=2", backend="local"), SHAPE, None, 80, ASSUMED)


def test_frozen_weights_are_all_that_a_frozen_method_holds():
    made = local_memory(config("--method=skillpro", "--model.dtype=bfloat16", backend="local"), SHAPE, GIB, 0.1)
    assert made.update == {} and made.worst[0] == "rollout"
    assert (
        set(made.rollout) == {"weights", "KV cache", "one pass", "reserve"} and made.rollout["weights"] == 2 * 2824
    )


def test_episodes_held_by_hand():
    share = config("--cluster.gpu_memory=0.5", "--cluster.gpus_per_node=8")
    total = 2 * (VLLM_WORKSPACE + 2 * 2824 + 32 * 100 * 7 + 31)  # seven of 100 tokens, and nearly one more
    assert episodes_held(share, SHAPE, total) == 8 * 7
    assert episodes_held(share, SHAPE, total / 2) == 0
    # Two GPUs for a copy: half of the weights each, and half of each token's cache.
    two = config("--cluster.gpu_memory=0.5", "--cluster.gpus_per_node=8", "--cluster.tensor_parallel=2")
    assert episodes_held(two, SHAPE, total) == 4 * ((32 * 100 * 7 + 31 + 2824) // 1600)
    # Four, but two heads: half of the cache is the least a GPU can hold.
    four = dataclasses.replace(two, cluster=dataclasses.replace(two.cluster, tensor_parallel=4))
    assert episodes_held(four, SHAPE, total) == 2 * ((32 * 100 * 7 + 31 + 4236) // 1600)
    # One process on one GPU holds a whole copy, whatever is said of a cluster.
    alone = config(
        "--cluster.gpu_memory=0.5", "--cluster.tensor_parallel=4", "--policy.engine=vllm", backend="local"
    )
    assert episodes_held(alone, SHAPE, total) == 7


def plan(*options, gpu_gib, gpus=None):
    made = on_machines(load_config("alfworld/skill1", list(options)), gpus, None)
    return make_plan(made, shape_of(made.model.path)[0], None, gpu_gib, ASSUMED)


CASES = {
    "fits": ([], 80, 8, ""),
    "one GPU of 80 GiB": ([], 80, None, "gpus_per_node 8"),
    "8 GPUs of 24 GiB": ([], 24, 8, "lora_rank"),
    "1.5B on one GPU of 24 GiB": (["--model.path=Qwen/Qwen2.5-1.5B-Instruct"], 24, None, "gpus_per_node 4"),
    "7B on one GPU of 24 GiB": ([], 24, None, "nodes 1 --model.lora_rank 32"),
    "no checkpointing": (["--train.gradient_checkpointing=false"], 80, 8, "gradient_checkpointing true"),
    "vLLM takes nearly all": (["--cluster.gpu_memory=0.95"], 80, 8, "gpu_memory 0.5"),
    "no episode at full length": (["--cluster.gpu_memory=0.2", "--cluster.tensor_parallel=1"], 80, 8, "tensor"),
    "14B on 8 GPUs of 45 GiB takes two": (
        ["--model.path=Qwen/Qwen2.5-14B-Instruct", "--cluster.tensor_parallel=1"],
        45,
        8,
        "--cluster.tensor_parallel 2 --model.lora_rank 32",
    ),
    "far too large": (["--model.path=Qwen/Qwen2.5-72B-Instruct"], 8, None, ""),
}


@pytest.mark.parametrize("case", CASES)
def test_every_change_that_is_named_fits(case):
    options, gpu_gib, gpus, named = CASES[case]
    made = plan(*options, gpu_gib=gpu_gib, gpus=gpus)
    advice = changes(made, ASSUMED)
    assert made.fits == (case == "fits") and bool(advice) == bool(named)
    assert named in " ".join(change.options for change in advice)
    base = [*options, f"--backend={made.config.backend}", f"--cluster.gpus_per_node={gpus or 8}"]
    for change in advice:
        again = plan(*base, *shlex.split(change.options), gpu_gib=gpu_gib)
        assert again.fits and again.need_gib == pytest.approx(change.need_gib)


def test_more_than_one_gpu_means_verl():
    made = load_config("alfworld/skill1")
    assert on_machines(made, 1, 1).backend == "local" and on_machines(made, 1, 2).backend == "verl"
    size = on_machines(made, 4, 2).cluster
    assert (size.gpus_per_node, size.nodes) == (4, 2)
    assert on_machines(made, 2, 1).cluster.tensor_parallel == 2  # Table 4's four do not fit into two
    with pytest.raises(ConfigError, match="tensor_parallel"):
        on_machines(made, 6, 1)


def test_heads_have_to_divide_over_the_gpus_of_a_copy():
    # Qwen2.5-7B: 28 heads on 8 GPUs.
    with pytest.raises(ConfigError, match="tensor_parallel = 8 cannot be used; expected one of 1, 2, 4: vLLM"):
        plan("--backend=verl", "--cluster.tensor_parallel=8", gpu_gib=80, gpus=8)
    smollm2 = dataclasses.replace(SHAPE, heads=9, kv_heads=3)
    assert [parts for parts in range(1, 10) if smollm2.is_divisible(parts)] == [1, 3, 9]


def test_the_chunk_is_the_learners():
    logprobs = pytest.importorskip("skill1.policy.logprobs")
    assert logprobs.MOST_LOGITS == MOST_LOGITS
