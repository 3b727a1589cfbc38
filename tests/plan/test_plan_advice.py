"""What is advised where a plan does not fit: each change, typed as it is printed, does what is said of it."""

import shlex

import pytest

from skill1.config.load import load_config
from skill1.errors import ConfigError
from skill1.plan.advice import changes
from skill1.plan.estimate import make_plan, on_machines
from skill1.plan.gpus import GPUS, pick_gpu
from skill1.plan.shape import shape_of
from skill1.plan.tokens import Assumptions

ASSUMED = Assumptions()


def plan(*options, gpu_gib, gpus=None, name="alfworld/skill1"):
    config = on_machines(load_config(name, list(options)), gpus, None)
    shape = shape_of(config.model.path)[0]
    return make_plan(config, shape, GPUS["A100-80"], gpu_gib=gpu_gib, assumed=ASSUMED)


def test_a_plan_that_fits_needs_no_advice():
    made = plan(gpu_gib=80, gpus=8)
    assert made.fits and changes(made, ASSUMED) == []


CASES = {
    "7B on one GPU of 80 GiB": ([], 80, None),
    "7B on 8 GPUs of 40 GiB": ([], 40, 8),
    "7B on 8 GPUs of 24 GiB": ([], 24, 8),
    "7B without checkpointing": (["--train.gradient_checkpointing=false"], 80, 8),
    "long micro-batches": (["--train.micro_batch_tokens=65536"], 80, 8),
    "1.5B on one GPU of 24 GiB": (["--model.path=Qwen/Qwen2.5-1.5B-Instruct"], 24, None),
    "vLLM takes nearly all": (["--cluster.gpu_memory=0.95"], 80, 8),
}


@pytest.mark.parametrize("case", CASES)
def test_every_change_does_what_is_said_of_it(case):
    options, gpu_gib, gpus = CASES[case]
    made = plan(*options, gpu_gib=gpu_gib, gpus=gpus)
    assert not made.fits
    advice = changes(made, ASSUMED)
    assert any(change.fits for change in advice)
    for change in advice:
        size = made.config.cluster
        base = [*options, f"--backend={made.config.backend}", f"--cluster.gpus_per_node={size.gpus_per_node}"]
        again = plan(*base, *shlex.split(change.options), gpu_gib=gpu_gib)
        assert again.need_gib == pytest.approx(change.need_gib) and again.fits == change.fits
        assert change.fits or change.need_gib < made.need_gib


def test_several_changes_are_turned_together_where_none_is_enough():
    *single, together = changes(plan(gpu_gib=24, gpus=8), ASSUMED)
    assert not any(change.fits for change in single) and together.fits
    assert "lora_rank" in together.options and "max_prompt_tokens" in together.options


def test_the_cheapest_change_that_is_enough_is_named_first():
    first = changes(plan("--train.gradient_checkpointing=false", gpu_gib=80, gpus=8), ASSUMED)[0]
    assert first.options == "--train.gradient_checkpointing true" and first.fits
    options = [c.options for c in changes(plan("--cluster.gpu_memory=0.95", gpu_gib=80, gpus=8), ASSUMED)]
    assert "--cluster.gpu_memory 0.5" in options and "--cluster.offload true" in options


def test_a_share_too_small_for_one_episode_is_no_fit():
    made = plan("--cluster.gpu_memory=0.2", "--cluster.tensor_parallel=1", gpu_gib=80, gpus=8)
    assert made.need_gib < 80 and made.fits_longest == 0 and not made.fits


def test_nothing_helps_a_model_that_is_far_too_large():
    made = plan("--model.path=Qwen/Qwen2.5-72B-Instruct", gpu_gib=8)
    assert not any(change.fits for change in changes(made, ASSUMED))


def test_more_than_one_gpu_means_verl():
    config = load_config("alfworld/skill1")
    assert on_machines(config, None, None).backend == "local"
    assert on_machines(config, 1, 1).backend == "local"
    assert on_machines(config, 1, 2).backend == "verl"
    made = on_machines(config, 4, 2)
    assert (made.backend, made.cluster.gpus_per_node, made.cluster.nodes) == ("verl", 4, 2)
    verl = on_machines(load_config("alfworld/skill1", ["--backend=verl"]), None, None)
    assert (verl.cluster.gpus_per_node, verl.cluster.nodes) == (8, 1)


def test_numbers_of_machines_are_checked():
    config = load_config("alfworld/skill1")
    assert on_machines(config, 2, 1).cluster.tensor_parallel == 2  # Table 4's four do not fit into two
    with pytest.raises(ConfigError, match="--gpus 0: expected at least 1"):
        on_machines(config, 0, None)
    with pytest.raises(ConfigError, match="tensor_parallel"):
        on_machines(config, 6, 1)


def test_cards():
    assert pick_gpu("h800", None) == (GPUS["H800"], False)
    assert pick_gpu(None, 80) == (GPUS["A100-80"], True)
    assert pick_gpu(None, 24) == (GPUS["3090"], True)
    assert pick_gpu(None, 141) == (GPUS["H200"], True)
    with pytest.raises(ConfigError, match="Did you mean H100"):
        pick_gpu("H1000", None)
    with pytest.raises(ConfigError, match="--memory 80"):
        pick_gpu(None, None)


@pytest.mark.parametrize("gpu_gib", [0, -1, float("inf"), float("nan")])
def test_a_memory_is_a_number_above_0(gpu_gib):
    with pytest.raises(ConfigError, match="--memory"):
        plan(gpu_gib=gpu_gib)
