"""The same settings inside verl's own configuration. Needs verl (not a GPU): run by launch_scripts/test.sh --verl."""

import dataclasses
import importlib.util
from pathlib import Path

import pytest
import yaml

from skill1.cli import main
from skill1.config.load import load_config
from skill1.errors import ConfigError
from skill1.train.verl.overlay import _exists, _fields, compose, overlay, verl_defaults
from skill1.train.verl.settings import SETTINGS

pytestmark = [
    pytest.mark.verl,
    pytest.mark.skipif(importlib.util.find_spec("verl") is None, reason="verl is not installed"),
]
RUN = Path("runs/RUN")
ROLLOUT = "actor_rollout_ref.rollout"


def composed(*overrides):
    return compose(load_config("alfworld/cluster", list(overrides)), RUN)


def selected(tree, path):
    from omegaconf import OmegaConf

    value = OmegaConf.select(tree, path)
    return OmegaConf.to_container(value) if OmegaConf.is_config(value) else value


def test_every_setting_of_ours_is_in_the_composed_configuration():
    tree = composed("--cluster.ray_address=auto", "--model.lora_rank=8")
    expected = overlay(load_config("alfworld/cluster", ["--cluster.ray_address=auto", "--model.lora_rank=8"]), RUN)
    assert {path: selected(tree, path) for path in expected} == expected


def test_every_path_of_the_table_is_one_of_verls():
    """Also of those settings that are only refused: a renamed one would no longer be."""
    defaults = verl_defaults()
    assert [setting.path for setting in SETTINGS if not _exists(defaults, setting.path)] == []


def test_no_critic_and_a_reference_only_with_a_kl_term():
    for coefficient, has_reference in (("0.01", True), ("0", False)):
        tree = composed(f"--loss.kl_coefficient={coefficient}")
        assert (tree.algorithm.use_kl_in_reward or tree.actor_rollout_ref.actor.use_kl_loss) is has_reference
    assert tree.critic.enable is False and tree.algorithm.adv_estimator == "grpo"


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        (f"{ROLLOUT}.max_num_seqs", "64", 64),
        (f"{ROLLOUT}.enable_sleep_mode", "false", False),  # only a field of the dataclass
        (f"{ROLLOUT}.engine_kwargs.vllm.kv_cache_dtype", "fp8", "fp8"),  # an open mapping
        ("actor_rollout_ref.model.override_config.num_hidden_layers", "2", 2),
        ("actor_rollout_ref.actor.optim.override_optimizer_config.fused", "true", True),  # below a null
        ("global_profiler.steps.a.b", "1", 1),  # further below one
        ("actor_rollout_ref.actor.optim.betas", "[0.9, 0.999]", [0.9, 0.999]),
        ("ray_kwargs.ray_init.num_gpus", "2", 2),
        ("trainer.v1.sampler.max_off_policy_threshold", "null", None),
        ("actor_rollout_ref.actor.optim.min_lr_ratio", "0.1", 0.1),
    ],
)
def test_settings_are_handed_on(path, text, value):
    assert selected(composed(f"--verl.{path}={text}"), path) == value


@pytest.mark.parametrize(
    ("override", "parts"),
    [
        (f"--verl.{ROLLOUT}.max_num_seq=3", [f"did you mean --verl.{ROLLOUT}.max_num_seqs"]),
        (f"--verl.{ROLLOUT}.enable_slep_mode=false", [f"--verl.{ROLLOUT}.enable_sleep_mode"]),
        ("--verl.nccl_timeout=3", ["--verl.actor_rollout_ref.nccl_timeout"]),
        ("--verl.qqq.zzz=3", ["has no setting `qqq.zzz`", "--dry-run"]),
        ("--verl.trainer.balance_batch.x=3", ["has no setting"]),
        ("--verl.trainer=3", ["is a section", "--verl.trainer."]),
        ("--verl.trainer.balance_batch=3", ["expected true or false", "True"]),
        ("--verl.actor_rollout_ref.nccl_timeout=long", ["expected a number", "600"]),
        ("--verl.actor_rollout_ref.nccl_timeout=true", ["expected a number"]),
        ("--verl.actor_rollout_ref.actor.optim.betas=3", ["expected a list"]),
    ],
)
def test_what_verl_does_not_have_is_refused(override, parts):
    with pytest.raises(ConfigError) as caught:
        composed(override)
    assert all(part in str(caught.value) for part in parts)


def test_fields_read_from_the_source_are_those_of_the_class():
    """Bases included. The class is looked at only where its imports work: transformers must be whole."""
    try:
        from verl.workers.config import FSDPActorConfig
    except ImportError as error:
        pytest.skip(f"verl's classes cannot be imported here: {error}")
    names = {field.name for field in dataclasses.fields(FSDPActorConfig)}
    assert _fields("verl.workers.config.FSDPActorConfig") == {name for name in names if not name.startswith("_")}


def test_verls_own_checks_accept_the_configuration(tmp_path):
    try:
        from verl.utils.config import validate_config
        from verl.workers.config import FSDPActorConfig  # noqa: F401  what the checks import
    except ImportError as error:
        pytest.skip(f"verl's checks cannot be imported here: {error}")
    for overrides in ([], ["--train.mini_batches=4"], ["--model.lora_rank=16"], ["--cluster.nodes=4"]):
        validate_config(config=composed(*overrides), use_reference_policy=True, use_critic=False)
    broken = composed()
    broken.actor_rollout_ref.rollout.val_kwargs.do_sample, broken.actor_rollout_ref.rollout.temperature = True, 0
    with pytest.raises(AssertionError, match="temperature"):
        validate_config(config=broken, use_reference_policy=True, use_critic=False)


def test_what_a_section_of_verls_refuses_is_told_with_its_name():
    try:
        from verl.workers.config import FSDPActorConfig  # noqa: F401  what the checks import

        from skill1.train.verl.run import _require_valid
    except ImportError as error:
        pytest.skip(f"verl's checks cannot be imported here: {error}")
    with pytest.raises(ConfigError, match="FSDPOptimizerConfig.*AssertionError.*actor.optim"):
        _require_valid(composed("--verl.actor_rollout_ref.actor.optim.lr_scheduler_type=linear"))


def test_dry_run_prints_all_of_it_and_marks_ours(capsys):
    words = ["train", "--backend", "verl", "--dry-run", "--config", "alfworld/skill1"]
    assert main([*words, "--verl.actor_rollout_ref.nccl_timeout", "60"]) == 0
    out = capsys.readouterr().out
    of_verl = yaml.safe_load("\n".join(line[2:] for line in out.splitlines() if line.startswith("# ")))
    assert of_verl["actor_rollout_ref"]["actor"]["optim"]["lr"] == 1e-6
    assert of_verl["actor_rollout_ref"]["nccl_timeout"] == 60
    assert of_verl["actor_rollout_ref"]["rollout"]["log_prob_max_token_len_per_gpu"] == 18432
    assert "#   actor_rollout_ref.actor.optim.lr: 1.0e-06  (train.learning_rate)" in out
    assert "#   actor_rollout_ref.nccl_timeout: 60  (--verl)" in out
    assert "${" not in out
