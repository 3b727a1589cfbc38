"""What skill1 sets in verl's configuration: one table of paths, who decides them, and their values (verl 0.9).

Takes the configuration and the run directory. Imports nothing of verl; :mod:`skill1.train.verl.overlay` applies it.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from skill1.config import Skill1Config
from skill1.config.ray import STORAGE_UNITS, storage_units
from skill1.models.packaged import model_source
from skill1.policy.protocol import longest_answer

FIXED = "skill1 itself"  # the adapter depends on it
OPEN = "skill1's default"  # --verl.PATH may say otherwise
ABSENT = object()  # the value of a setting that is left to verl this time
ADAM_BETAS = [0.9, 0.95]  # as the local learner's
LEAST_STORAGE_ROWS = 100_000  # verl's own capacity
Value = Callable[[Skill1Config, Path], Any]


@dataclass(frozen=True)
class Setting:
    """One row: a path in verl's configuration, a key of ours (or ``FIXED``, ``OPEN``) that decides it, its value."""

    path: str
    decided_by: str
    value: Value
    is_same: bool = False  # the key's own value, so that an option can be translated with its value


def _same(path: str, key: str) -> Setting:
    read = attrgetter(key)
    return Setting(path, key, lambda config, _: read(config), is_same=True)


def _derived(path: str, key: str, value: Callable[[Skill1Config], Any]) -> Setting:
    return Setting(path, key, lambda config, _: value(config))


def _constant(path: str, value: Any, decided_by: str = FIXED) -> Setting:
    return Setting(path, decided_by, lambda *_: value)


def _unused(path: str, key: str) -> Setting:
    """A setting without effect under skill1, so that nobody sets it in vain."""
    return Setting(path, key, lambda *_: ABSENT)


def longest_row(config: Skill1Config) -> int:
    """Tokens of the longest prompt and the longest answer together."""
    return config.model.max_prompt_tokens + longest_answer(config.sampling)


def dtype(config: Skill1Config) -> str:
    """Precision of products and of generation; the weights that are stepped are float32 in any case."""
    if config.model.dtype != "auto":
        return config.model.dtype
    # This machine is not asked: the GPUs are those of the cluster.
    return "float32" if config.model.device == "cpu" else "bfloat16"


def attention() -> str:
    """``flash_attention_2`` where flash-attn is installed (extra ``flash``), else PyTorch's own ``sdpa``."""
    return "flash_attention_2" if importlib.util.find_spec("flash_attn") else "sdpa"


def storage_rows(config: Skill1Config) -> int:
    """Rows that the transfer queue has to hold: every generation of a step and each prompt, twice for uneven units.

    An episode has one generation a turn, and query, ranking and skill. A validation is played beside the step.
    """
    episodes = config.train.tasks_per_step * config.train.group_size
    episodes += config.train.validate_tasks if config.train.validate_every else 0
    return max(LEAST_STORAGE_ROWS, 2 * (episodes * (config.env.max_steps + 3) + config.train.tasks_per_step))


def _model_path(config: Skill1Config) -> str:
    """A folder is named from the root: verl's processes have other working directories."""
    source = model_source(config.model.path)
    return str(Path(source).resolve()) if Path(source).is_dir() else source


ACTOR, ROLLOUT, REF = "actor_rollout_ref.actor", "actor_rollout_ref.rollout", "actor_rollout_ref.ref"
MODEL, OPTIM = "actor_rollout_ref.model", f"{ACTOR}.optim"

SETTINGS: tuple[Setting, ...] = (
    # Model. LoRA under vLLM begins from the stored weights; a full model gets all of them from the trainer.
    _derived(f"{MODEL}.path", "model.path", _model_path),
    _same(f"{MODEL}.lora_rank", "model.lora_rank"),
    _same(f"{MODEL}.lora_alpha", "model.lora_alpha"),
    _same(f"{MODEL}.enable_gradient_checkpointing", "train.gradient_checkpointing"),
    _derived(f"{MODEL}.override_config.attn_implementation", OPEN, lambda _: attention()),
    # Log-probs and entropy in pieces of some tokens: the logits of a whole row are never there at once.
    _constant(f"{MODEL}.use_fused_kernels", True, OPEN),
    # FSDP2: float32 weights and optimizer, products in the configured precision; the reference is never stepped.
    _constant(f"{ACTOR}.strategy", "fsdp2"),
    _constant(f"{ACTOR}.fsdp_config.strategy", "fsdp2"),
    _constant(f"{REF}.fsdp_config.strategy", "fsdp2"),
    _constant(f"{ACTOR}.fsdp_config.model_dtype", "fp32"),
    _derived(f"{REF}.fsdp_config.model_dtype", "model.dtype", dtype),
    _derived(f"{ACTOR}.fsdp_config.dtype", "model.dtype", dtype),
    _derived(f"{REF}.fsdp_config.dtype", "model.dtype", dtype),
    # What FSDP itself reads; unset it takes bfloat16, whatever `dtype` says.
    _derived(f"{ACTOR}.fsdp_config.mixed_precision", "model.dtype", lambda c: {"param_dtype": dtype(c)}),
    _derived(f"{REF}.fsdp_config.mixed_precision", "model.dtype", lambda c: {"param_dtype": dtype(c)}),
    _same(f"{ACTOR}.fsdp_config.param_offload", "cluster.offload"),
    _same(f"{ACTOR}.fsdp_config.optimizer_offload", "cluster.offload"),
    # Optimizer. verl's "constant" would begin at 0; its cosine with a floor of 1 is our (s+1)/W, then constant.
    _same(f"{OPTIM}.lr", "train.learning_rate"),
    _same(f"{OPTIM}.lr_warmup_steps", "train.warmup_steps"),
    _constant(f"{OPTIM}.lr_scheduler_type", "cosine", OPEN),
    _constant(f"{OPTIM}.min_lr_ratio", 1.0, OPEN),
    _constant(f"{OPTIM}.zero_indexed_step", False, OPEN),
    _same(f"{OPTIM}.weight_decay", "train.weight_decay"),
    _constant(f"{OPTIM}.betas", ADAM_BETAS, OPEN),
    _same(f"{OPTIM}.clip_grad", "train.max_grad_norm"),
    _same(f"{OPTIM}.total_training_steps", "train.steps"),
    # Loss. It is ours (skill1.train.verl.loss): these make verl compute what it needs, and tell a reader the truth.
    _derived(f"{ACTOR}.use_kl_loss", "loss.kl_coefficient", lambda c: c.loss.kl_coefficient > 0),
    _same(f"{ACTOR}.kl_loss_coef", "loss.kl_coefficient"),
    _constant(f"{ACTOR}.kl_loss_type", "low_var_kl"),
    _same(f"{ACTOR}.clip_ratio_low", "loss.clip_low"),
    _same(f"{ACTOR}.clip_ratio_high", "loss.clip_high"),
    _same(f"{ACTOR}.entropy_coeff", "loss.entropy_coefficient"),
    _constant(f"{ACTOR}.entropy_from_logits_with_chunking", True, OPEN),
    _constant("algorithm.adv_estimator", "grpo", "credit.utilisation"),
    _constant("algorithm.use_kl_in_reward", False),
    # Ratios are against the sampler's log-probs, as in the local learner: no pass for those of the old weights.
    _constant("algorithm.rollout_correction.bypass_mode", True),
    # Advantages are relative to a group, so there is no value to learn.
    _constant("critic.enable", False),
    # Outcomes come from the episodes themselves: verl's reward processes would wait for nothing.
    _constant("reward.num_workers", 0, OPEN),
    # Updates. The trainer sends the number of mini-batches with each step; the size is what that is on average.
    _derived(
        f"{ACTOR}.ppo_mini_batch_size",
        "train.mini_batches",
        lambda c: math.ceil(c.train.tasks_per_step / c.train.mini_batches),
    ),
    _constant(f"{ACTOR}.ppo_epochs", 1),
    # The rows come in the order in which they are to be dealt out (`rows.arranged`).
    _constant(f"{ACTOR}.shuffle", False),
    _constant(f"{ACTOR}.use_dynamic_bsz", True),
    _constant(f"{REF}.log_prob_use_dynamic_bsz", True),
    _constant(f"{ROLLOUT}.log_prob_use_dynamic_bsz", True),
    *(
        # A row longer than the budget has to fit as well: verl would stop at it.
        _derived(path, "train.micro_batch_tokens", lambda c: max(c.train.micro_batch_tokens, longest_row(c)))
        for path in (
            f"{ACTOR}.ppo_max_token_len_per_gpu",
            f"{REF}.log_prob_max_token_len_per_gpu",
            f"{ROLLOUT}.log_prob_max_token_len_per_gpu",
        )
    ),
    _constant(f"{ACTOR}.checkpoint.save_contents", ["model", "optimizer", "extra", "hf_model"]),
    # Rollout. The log-probs kept are those of the distribution sampled from, hence no top-p and no top-k.
    _constant(f"{ROLLOUT}.name", "vllm"),
    _same(f"{ROLLOUT}.n", "train.group_size"),
    _same(f"{ROLLOUT}.temperature", "sampling.temperature"),
    _constant(f"{ROLLOUT}.top_p", 1.0),
    _constant(f"{ROLLOUT}.top_k", -1),
    _constant(f"{ROLLOUT}.calculate_log_probs", True),
    _same(f"{ROLLOUT}.val_kwargs.temperature", "train.validate_temperature"),
    _constant(f"{ROLLOUT}.val_kwargs.n", 1),
    _same(f"{ROLLOUT}.seed", "seed"),
    _derived(f"{ROLLOUT}.dtype", "model.dtype", dtype),
    _derived(f"{ROLLOUT}.load_format", OPEN, lambda c: "safetensors" if c.model.lora_rank else "dummy"),
    _same(f"{ROLLOUT}.prompt_length", "model.max_prompt_tokens"),
    _derived(f"{ROLLOUT}.response_length", "sampling.act_tokens", lambda c: longest_answer(c.sampling)),
    _derived(f"{ROLLOUT}.max_model_len", "model.max_prompt_tokens", longest_row),
    _same(f"{ROLLOUT}.tensor_model_parallel_size", "cluster.tensor_parallel"),
    _same(f"{ROLLOUT}.gpu_memory_utilization", "cluster.gpu_memory"),
    _same(f"{ROLLOUT}.agent.num_workers", "cluster.agent_workers"),
    _constant(f"{ROLLOUT}.agent.default_agent_loop", "skill1"),
    # Tasks come from the environment, in the order of the local backend; verl reads no file.
    _constant("data.train_files", []),
    _constant("data.val_files", []),
    _same("data.train_batch_size", "train.tasks_per_step"),
    _same("data.max_prompt_length", "model.max_prompt_tokens"),
    _derived("data.max_response_length", "sampling.act_tokens", lambda c: longest_answer(c.sampling)),
    _constant("data.shuffle", False),
    _same("data.seed", "seed"),
    _constant("data.dataloader_num_workers", 0),
    # Trainer. metrics.jsonl, loggers, checkpoints, resume and evaluation are skill1's own.
    _constant("trainer.use_v1", True),
    # verl branches on this word; our trainer is a subclass of its synchronous one.
    _constant("trainer.v1.trainer_mode", "sync"),
    _derived("trainer.device", "model.device", lambda c: "cpu" if c.model.device == "cpu" else "cuda"),
    _same("trainer.nnodes", "cluster.nodes"),
    _same("trainer.n_gpus_per_node", "cluster.gpus_per_node"),
    _same("trainer.total_training_steps", "train.steps"),
    _derived("trainer.total_epochs", "train.steps", lambda c: max(1, c.train.steps)),
    _same("trainer.save_freq", "train.checkpoint_every"),
    _constant("trainer.resume_mode", "disable"),
    _constant("trainer.test_freq", -1, "train.validate_every"),
    _constant("trainer.val_before_train", False),
    _constant("trainer.logger", [], "logging.to"),
    _same("trainer.project_name", "logging.project"),
    Setting("trainer.experiment_name", "run_dir", lambda _, run_dir: run_dir.name),
    Setting("trainer.default_local_dir", "run_dir", lambda _, run_dir: str(run_dir.resolve() / "checkpoints")),
    _derived(
        "ray_kwargs.ray_init.address",
        "cluster.ray_address",
        lambda c: ABSENT if c.cluster.ray_address is None else c.cluster.ray_address,
    ),
    # verl's own 8 units each reserve a CPU, and 100,000 rows are too few for large steps.
    _derived(STORAGE_UNITS, OPEN, lambda c: storage_units(c.cluster.nodes)),
    _derived("transfer_queue.backend.SimpleStorage.total_storage_size", OPEN, storage_rows),
    _unused(f"{ACTOR}.ppo_micro_batch_size_per_gpu", "train.micro_batch_tokens"),
    _unused(f"{REF}.log_prob_micro_batch_size_per_gpu", "train.micro_batch_tokens"),
    _unused(f"{ROLLOUT}.log_prob_micro_batch_size_per_gpu", "train.micro_batch_tokens"),
    _unused(f"{ACTOR}.clip_ratio", "loss.clip_low"),
    _unused(f"{ACTOR}.loss_agg_mode", "loss.normalise"),
    _unused("algorithm.kl_ctrl.kl_coef", "loss.kl_coefficient"),
    _unused("trainer.max_actor_ckpt_to_keep", "train.keep_checkpoints"),
    _unused("algorithm.gamma", "credit.gigpo_gamma"),
    _unused("data.val_batch_size", "train.validate_tasks"),
)
OF_FORKS = {  # what projects built on verl have added to its keys
    f"{ACTOR}.invalid_action_penalty_coef": "env.invalid_action_penalty",
    f"{ACTOR}.use_invalid_action_penalty": "env.invalid_action_penalty",
    "algorithm.gigpo.step_advantage_w": "credit.gigpo_omega",
    "algorithm.gigpo.mode": "credit.gigpo_normalise",
    "algorithm.gigpo.enable_similarity": "credit.gigpo_similarity",
    "algorithm.gigpo.similarity_thresh": "credit.gigpo_similarity",
    f"{ROLLOUT}.n_agent": "train.group_size",
    "retriever.url": "env.retriever",
    "retriever.topk": "env.top_k",
}
# Of verl's own loop, credit and loss, which ours replace.
UNREAD = ("algorithm.", f"{ACTOR}.policy_loss", "trainer.val_only")
BY_PATH = {setting.path: setting for setting in SETTINGS}
